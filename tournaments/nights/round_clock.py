from dataclasses import dataclass
from datetime import datetime, time, timedelta
from typing import NamedTuple

from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext

from scoring.toolkit.problems import user_error
from tournaments import problems
from tournaments.locks import lock_night_alone
from tournaments.models import Night, NightLogEntry, Round
from tournaments.nights.nights import add_log_entry

HALF_A_DAY = timedelta(hours=12)
MINUTE = timedelta(minutes=1)
HOUR = 60  # minutes; beyond it the time of day is told


def begin_round(*, round_: Round, at: time | None = None, by: str = "") -> Round:
    with lock_night_alone(round_.night, Night.State.PLAYING) as now:
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
    """Return the nearest moment: shortly after midnight, 23:50 is of the day before."""
    now = timezone.localtime()
    today = timezone.make_aware(datetime.combine(now.date(), at))
    days = (today < now - HALF_A_DAY) - (today > now + HALF_A_DAY)
    return today + timedelta(days=days)


def find_beginning(night: Night) -> datetime:
    """A round that is drawn now begins now, but not before the night starts."""
    start, now = night.begins, timezone.now()
    on_the_day = start and start.date() == timezone.localdate()
    return max(start, now) if start and on_the_day else now


class Clock(NamedTuple):
    number: int
    began: datetime
    minutes: int  # meant for the round; 0: no time is meant


def read_clock(round_: Round | None) -> Clock | None:
    if round_ is None or round_.began is None or round_.night.state != Night.State.PLAYING:
        return None
    return Clock(round_.number, round_.began, round_.night.round_minutes)


@dataclass(frozen=True)
class Ticking:
    """What pages show of a clock; in its texts, # stands for the number of minutes."""

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
        return min(max(self.minutes, 0), self.meant)


def tell_clock(clock: Clock | None) -> Ticking | None:
    if clock is None:
        return None
    minutes = (timezone.now() - clock.began) // MINUTE
    start = {"time": _write_time(clock.began)}
    before, busy = gettext("begins at %(time)s, in # min") % start, gettext("# min")
    over = gettext("# min over time")
    if minutes < -HOUR:
        before = gettext("begins at %(time)s") % start
    elif minutes > clock.minutes + HOUR:  # nobody looks at it any more
        busy = gettext("since %(time)s") % start
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
