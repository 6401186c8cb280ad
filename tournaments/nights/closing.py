from hashlib import sha256
from typing import NamedTuple

from django.db.models import Q

from scoring.models import Sheet
from scoring.sheets import lifecycle, progress
from scoring.sheets.progress import Progress
from scoring.toolkit.problems import user_error
from tournaments import problems
from tournaments.accounts import mail_queue
from tournaments.club import clubs
from tournaments.locks import lock_night
from tournaments.models import Night, NightLogEntry, Table, TableSeat
from tournaments.names import normalize
from tournaments.nights.nights import add_log_entry

State, Kind = Night.State, NightLogEntry.Kind


class Checked(NamedTuple):
    table: Table
    how: Progress
    lost: bool = False  # no table of this round was played to its end
    people: tuple[str, ...] = ()  # the names of those who sit there

    @property
    def settled(self) -> bool:
        return self.how.settled and self.how.over


def check(night: Night) -> list[Checked]:
    tables = Table.objects.used().filter(round__night=night).select_related("sheet", "round")
    laid = list(tables.order_by("round__number", "number"))
    lasts = progress.load_last_digests(Sheet.objects.filter(table__round__night=night))
    how = progress.load_progress(lasts)
    sitting = TableSeat.objects.filter(round__night=night, until=None).order_by("seat__position")
    people: dict[int, list[str]] = {}  # as written on the sheets
    for pk, name in sitting.values_list("table", "seat__name"):
        people.setdefault(pk, []).append(name)
    ended = {table.round_id for table in laid if how[table.sheet_id].over}
    return [
        Checked(
            used, how[used.sheet_id], used.round_id not in ended, tuple(people.get(used.pk, ()))
        )
        for used in laid
    ]


def list_open_tables(night: Night) -> list[Checked]:
    return [checked for checked in check(night) if not checked.settled]


def list_undrawn_rounds(night: Night, drawn: int) -> range:
    return range(drawn + 1, night.season.rounds + 1)


def close(*, night: Night, reason: str = "", by: str = "") -> Night:
    """Close the night and all its sheets; later entries are set aside and do not count."""
    with lock_night(night, State.PLAYING, State.CLOSING) as now:
        still_open = list_open_tables(now)
        for checked in still_open:
            if checked.how.lists_differ:  # which of them counts is not the site's to choose
                raise user_error(problems.LISTS_DIFFER, number=checked.table.number)
        if still_open and not normalize(reason):
            raise user_error(problems.NOT_ALL_IN)
        for sheet in Sheet.objects.filter(table__round__night=now, closed=False).order_by("pk"):
            lifecycle.close(sheet=sheet, by=by)
        now.member_fee, now.guest_fee = now.fees  # later fees of the season do not count
        now.state, now.digest = State.CLOSED, _digest(now)
        now.save(update_fields=["state", "digest", "member_fee", "guest_fee"])
        now.reserved_seats.all().delete()
        add_log_entry(now, NightLogEntry.Kind.CLOSED, by, reason, digest=now.digest)
        closed = now.log_entries.filter(kind=Kind.CLOSED).exclude(body__has_key="brought")
        if closed.count() == 1:  # not after a correction
            mail_queue.queue_result(night=now)
        clubs.lock_and_invalidate(now.season.club)
        return now


def reopen(*, night: Night, reason: str, table: Table | None = None, by: str = "") -> Night:
    with lock_night(night, State.CLOSED) as now:
        if now.imported_results.exists():  # it has no sheets to play on
            raise user_error(problems.NOT_NOW, state=now.get_state_display())
        if not normalize(reason):
            raise user_error(problems.NO_REASON)
        which = Q(table=table) if table else Q()
        shut = Sheet.objects.filter(which, table__round__night=now, closed=True)
        for sheet in shut.order_by("pk"):
            lifecycle.reopen(sheet=sheet, reason=reason, by=by)
        body = {"table": table.pk} if table else {}
        add_log_entry(now, NightLogEntry.Kind.REOPENED, by, reason, digest=now.digest, **body)
        now.state, now.digest = State.CLOSING, ""
        now.save(update_fields=["state", "digest"])
        clubs.lock_and_invalidate(now.season.club)
        return now


def find_reopened_table(night: Night) -> Table | None:
    if night.state != State.CLOSING:
        return None
    last = night.log_entries.filter(kind__in=[Kind.CLOSED, Kind.REOPENED]).last()
    if last is None or last.kind == Kind.CLOSED:
        return None
    tables = Table.objects.filter(round__night=night).select_related("round", "sheet")
    return tables.filter(pk=last.body.get("table")).first()


def _digest(night: Night) -> str:
    """Sheets' last hashes depend on all events before: any later change shows."""
    lasts = progress.load_last_digests(Sheet.objects.filter(table__round__night=night))
    digests = "\n".join(lasts[pk] for pk in sorted(lasts))
    return sha256(digests.encode()).hexdigest()
