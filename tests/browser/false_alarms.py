"""What axe could not decide by itself, looked at by a person: (rule, place, why it is well).

A line that no state brings up any more has to go; test_axe.py sees to that.
"""

from typing import NamedTuple


class FalseAlarm(NamedTuple):
    rule: str
    place: str  # the end of the selector that axe gives
    why: str


FALSE_ALARMS: tuple[FalseAlarm, ...] = ()
