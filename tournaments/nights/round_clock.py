"""The clock of a round: when the round began, and how long it should take."""

from datetime import datetime, time, timedelta
from typing import NamedTuple

from django.utils import timezone

from tournaments import problems
from tournaments.club.time_and_place import find_minutes, find_start
from tournaments.locks import lock_night_alone
from tournaments.models import Night, NightLogEntry, Round
from tournaments.nights.nights import add_log_entry, require_state
from tournaments.problems import user_error

HALF_A_DAY = timedelta(hours=12)


def begin_round(*, round_: Round, at: time | None = None, by: str = "") -> Round:
    """Start the clock of a round now. With `at`, start it at that time, which may be before or
    after now.
    """
    with lock_night_alone(round_.night) as now:
        require_state(now, Night.State.PLAYING)
        drawn = now.rounds.filter(pk=round_.pk).first()
        if drawn is None:
            raise user_error(problems.GONE)
        was, drawn.began = drawn.began, find_nearest(at) if at else timezone.now()
        drawn.save(update_fields=["began"])
        add_log_entry(
            now,
            NightLogEntry.Kind.BEGUN,
            by,
            round=drawn.number,
            was=was and was.isoformat(),
            to=drawn.began.isoformat(),
        )
        return drawn


def find_nearest(at: time) -> datetime:
    """Return the moment with this time of day that is nearest to now. For example, shortly after
    midnight, 23:50 means 23:50 of the day before.
    """
    now = timezone.localtime()
    today = timezone.make_aware(datetime.combine(now.date(), at))
    days = (today < now - HALF_A_DAY) - (today > now + HALF_A_DAY)
    return today + timedelta(days=days)


def find_beginning(night: Night) -> datetime:
    """Return when a round that is drawn now begins: now, but not before the night starts."""
    start, now = find_start(night), timezone.now()
    on_the_day = start and start.date() == timezone.localdate()
    return max(start, now) if start and on_the_day else now


class Clock(NamedTuple):
    """The clock of a round that has begun: when it began, and how many minutes it should take."""

    number: int
    began: datetime
    minutes: int  # meant for the round; 0: no time is meant


def read_clock(night: Night, round_: Round | None) -> Clock | None:
    """Return the clock of a round that is being played; None if the round has not begun."""
    if night.state != Night.State.PLAYING or round_ is None or round_.began is None:
        return None
    return Clock(round_.number, round_.began, find_minutes(night))
