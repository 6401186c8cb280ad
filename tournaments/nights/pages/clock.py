"""The clock of a round in words. This module writes the time that has passed into the page, and the
page's script keeps counting from there.
"""

from datetime import datetime, timedelta
from functools import lru_cache
from typing import NamedTuple

from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.formats import time_format
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext

from tournaments.nights.round_clock import Clock

MINUTE = timedelta(minutes=1)
HOUR = 60  # minutes; beyond it the time of day is told


class Ticking(NamedTuple):
    """The clock of a round as pages show it. In each of its texts, # stands for the number of
    minutes.
    """

    began: int  # seconds since 1970
    since: str  # the time of day at which it began; empty where the other words tell it
    meant: int
    minutes: int  # since it began; below 0: it did not begin yet
    before: str
    busy: str
    left: str
    over: str

    @property
    def words(self) -> str:
        if self.minutes < 0:
            return self.before.replace("#", str(-self.minutes))
        if not self.meant:
            return self.busy.replace("#", str(self.minutes))
        left = self.meant - self.minutes
        return (self.left if left > 0 else self.over).replace("#", str(abs(left)))

    @property
    def is_over(self) -> bool:
        return 0 < self.meant <= self.minutes

    @property
    def bar(self) -> int:
        """Return how many of the planned minutes have passed, for a progress bar."""
        return min(max(self.minutes, 0), self.meant)


def _count_minutes(clock: Clock) -> int:
    return (timezone.now() - clock.began) // MINUTE


def tell_clock(clock: Clock, minutes: int) -> Ticking:
    before, busy, over = gettext("begins in # min"), gettext("# min"), gettext("# min over time")
    if minutes < -HOUR:
        before = gettext("begins at %(time)s") % {"time": _write_time(clock.began)}
    elif minutes > clock.minutes + HOUR:  # nobody looks at it any more
        busy = gettext("since %(time)s") % {"time": _write_time(clock.began)}
        ended = clock.began + clock.minutes * MINUTE
        over = gettext("time was up at %(time)s") % {"time": _write_time(ended)}
    return Ticking(
        began=int(clock.began.timestamp()),
        since=_write_time(clock.began) if 0 <= minutes <= clock.minutes + HOUR else "",
        meant=clock.minutes,
        minutes=minutes,
        before=before,
        busy=busy,
        left=gettext("# min left"),
        over=over,
    )


def _write_time(moment: datetime) -> str:
    return time_format(timezone.localtime(moment), "TIME_FORMAT")


def draw_clock(clock: Clock | None) -> SafeString:
    """Return the HTML of a round's clock; empty if the round has no clock."""
    if clock is None:
        return SafeString()
    return _draw_minute(clock, _count_minutes(clock), get_language())


@lru_cache(maxsize=200)
def _draw_minute(clock: Clock, minutes: int, _language: str | None) -> SafeString:
    """Return the HTML of a clock after this number of minutes. It is cached for everybody who has a
    page with this clock open. The language is an argument only so that the cache keeps languages
    apart.
    """
    words = {"clock": tell_clock(clock, minutes)}
    return render_to_string("tournaments/nights/_clock.html", words)
