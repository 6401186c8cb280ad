"""Save when and where a night is, and how long its rounds should take."""

from datetime import date, time
from typing import NamedTuple

from tournaments.club.clubs import clean_venue
from tournaments.club.seasons import check_bounds
from tournaments.locks import lock_night_alone
from tournaments.models import Night, NightLogEntry
from tournaments.models.season import MOST_MINUTES
from tournaments.nights import nights
from tournaments.nights.nights import AHEAD, AT_THE_DOOR, add_log_entry, require_state


class Arrangement(NamedTuple):
    """The settings of one night. If a setting is None or "", the night follows its club and
    season.
    """

    starts: time | None = None
    venue: str = ""
    minutes: int | None = None  # 0: no time is meant for a round


def arrange(
    *, night: Night, arrangement: Arrangement, day: date | None = None, by: str = ""
) -> Night:
    """Set when and where a night is, and how long its rounds should take. With a `day`, also move
    the night to it.
    """
    with lock_night_alone(night) as now:
        require_state(now, *AHEAD, *AT_THE_DOOR, Night.State.CLOSING)
        if day and day != now.day:
            nights.move(night=now, day=day, by=by)
            now.day = day
        if arrangement.minutes is not None:
            check_bounds("minutes", arrangement.minutes, 0, MOST_MINUTES)
        arrangement = arrangement._replace(venue=clean_venue(arrangement.venue))
        if arrangement != (was := load_arrangement(now)):
            now.starts, now.venue, now.minutes = arrangement
            now.save(update_fields=list(Arrangement._fields))
            kind = NightLogEntry.Kind.ARRANGED
            add_log_entry(now, kind, by, was=_in_json(was), to=_in_json(arrangement))
        return now


def load_arrangement(night: Night) -> Arrangement:
    return Arrangement(night.starts, night.venue, night.minutes)


def _in_json(arrangement: Arrangement) -> dict[str, object]:
    starts = arrangement.starts
    return arrangement._asdict() | {"starts": starts and starts.isoformat("minutes")}
