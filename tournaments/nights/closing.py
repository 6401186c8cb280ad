"""Closing a night. Everything that is written is written here, with a line on record."""

from hashlib import sha256
from typing import NamedTuple

from django.db.models import Q

from scoring.models import Sheet
from scoring.sheets import lifecycle, progress
from scoring.sheets.progress import Progress
from tournaments import problems
from tournaments.club import clubs
from tournaments.locks import lock_night
from tournaments.models import Deed, Night, Table, TableSeat
from tournaments.names import normalize
from tournaments.nights.nights import add_log_entry, require_state
from tournaments.problems import user_error

State = Night.State


class Checked(NamedTuple):
    table: Table
    how: Progress
    lost: bool = False  # no table of this round was played to its end
    people: tuple[str, ...] = ()  # who sits there

    @property
    def settled(self) -> bool:
        return self.how.settled and self.how.over


def check(night: Night) -> list[Checked]:
    """Every table of the night, with how far it is."""
    tables = Table.objects.used().filter(round__night=night).select_related("sheet", "round")
    found = list(tables.order_by("round__number", "number"))
    lasts = progress.last_digests(Sheet.objects.filter(table__round__night=night))
    how, people = progress.load_progress(lasts), _people(night)
    ended = {table.round_id for table in found if how[table.sheet_id].over}
    return [
        Checked(one, how[one.sheet_id], one.round_id not in ended, tuple(people.get(one.pk, ())))
        for one in found
    ]


def _people(night: Night) -> dict[int, list[str]]:
    """Who sits at each table to the end, as its form calls them."""
    sitting = TableSeat.objects.filter(round__night=night, until=None).order_by("seat__position")
    found: dict[int, list[str]] = {}
    for table, name in sitting.values_list("table", "seat__name"):
        found.setdefault(table, []).append(name)
    return found


def still_open(night: Night) -> list[Checked]:
    """What somebody should look at before the night is closed; or after it, as it came late."""
    return [one for one in check(night) if not one.settled]


def undrawn(night: Night) -> list[int]:
    """The rounds of the season's evening for which nobody was seated, by number."""
    return [*range(night.rounds.count() + 1, night.season.rounds + 1)]


def late(night: Night) -> int:
    """How many entries came in after it was closed."""
    return sum(one.how.late for one in check(night))


def close(*, night: Night, reason: str = "", by: str = "") -> Night:
    """Its forms are closed as well: what comes in later is kept aside and counts for nothing."""
    with lock_night(night) as now:
        require_state(now, State.CLOSING)
        if still_open(now) and not normalize(reason):
            raise user_error(problems.NOT_ALL_IN)
        for sheet in Sheet.objects.filter(table__round__night=now, closed=False).order_by("pk"):
            lifecycle.close(sheet=sheet, by=by)
        now.state, now.digest = State.CLOSED, _digest(now)
        now.save(update_fields=["state", "digest"])
        add_log_entry(now, Deed.Kind.CLOSED, by, reason, digest=now.digest)
        clubs.lock_and_invalidate(now.season.club)
        return now


def reopen(*, night: Night, reason: str, table: Table | None = None, by: str = "") -> Night:
    """With all its forms, or with that of one table: to correct it while the others stay shut."""
    with lock_night(night) as now:
        require_state(now, State.CLOSED)
        if now.brought.exists():  # there is nothing to play on; they can be taken away
            raise user_error(problems.NOT_NOW, state=now.get_state_display())
        if not normalize(reason):
            raise user_error(problems.NO_REASON)
        which = Q(table=table) if table else Q()
        shut = Sheet.objects.filter(which, table__round__night=now, closed=True)
        for sheet in shut.order_by("pk"):
            lifecycle.reopen(sheet=sheet, reason=reason, by=by)
        told = {"table": table.pk} if table else {}
        add_log_entry(now, Deed.Kind.REOPENED, by, reason, digest=now.digest, **told)
        now.state, now.digest = State.CLOSING, ""
        now.save(update_fields=["state", "digest"])
        clubs.lock_and_invalidate(now.season.club)
        return now


def _digest(night: Night) -> str:
    """Over the last event of each form, which holds all events before it."""
    lasts = progress.last_digests(Sheet.objects.filter(table__round__night=night))
    said = "\n".join(lasts[pk] for pk in sorted(lasts))
    return sha256(said.encode()).hexdigest()
