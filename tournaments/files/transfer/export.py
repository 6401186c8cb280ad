"""Exports everything about a club as one zip file, piece by piece: JSON that another site can
import, and lists for people. docs/files.md describes it.
"""

import json
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, time
from decimal import Decimal
from typing import Any
from uuid import UUID
from zipfile import ZIP_DEFLATED, ZipFile

from django.db.models import Prefetch, QuerySet
from django.utils import timezone, translation
from django.utils.translation import gettext, gettext_lazy

from scoring.browser import sync
from scoring.files.grid_columns import Played
from scoring.models import Event, FormerName, Note, Seat, Sheet
from scoring.sheets.locked import PREFETCH
from scoring.toolkit.spreadsheets.csv_lists import Listing, Value, write_csv
from tournaments.files.exports import games, lists, standings
from tournaments.files.transfer import fields
from tournaments.files.transfer.club_file import FORMAT, VERSION
from tournaments.list_columns import Members
from tournaments.models import (
    Attendance,
    Club,
    ClubLogEntry,
    Couple,
    DivisionMember,
    DrawRecord,
    ImportedMember,
    ImportedResult,
    Logo,
    Member,
    MemberImport,
    Night,
    NightLogEntry,
    Pair,
    Reglement,
    ReservedSeat,
    Role,
    Round,
    Season,
    Substitute,
    Table,
    TableSeat,
    TieRuling,
)

Json = dict[str, Any]

README = gettext_lazy(
    "Everything that Streepje keeps of %(club)s, as it was on %(time)s.\n\n"
    "The folder lists has files for a spreadsheet. The other files are for another Streepje:\n"
    "club.json, and one file for each night. They are JSON in UTF-8, format “%(format)s”,\n"
    "version %(version)s.\n\n"
    "These files hold names and how to reach people. Keep them as you keep your keys.\n"
    "Not in here: who logs in with which password, and links that let somebody in.\n"
)


def make_pieces(club: Club, language: str) -> Iterator[bytes]:
    """Yield the club's zip file in pieces, as it is made. The whole file is never stored."""
    sink = _Sink()
    with ZipFile(sink, "w", ZIP_DEFLATED) as file:
        parts = _parts(club)
        while True:
            with translation.override(language):  # other requests are served between two pieces
                part = next(parts, None)
            if part is None:
                break
            file.writestr(*part)
            yield sink.take_bytes()
    yield sink.take_bytes()


class _Sink:
    """A file object that keeps written bytes until they are fetched, to send a zip file while it is
    being made.
    """

    def __init__(self) -> None:
        self.buffer = bytearray()

    def write(self, content: bytes, /) -> int:
        self.buffer += content
        return len(content)

    def flush(self) -> None:
        """Do nothing. The zip module calls this method, but nothing has to be flushed here."""

    close = flush

    def take_bytes(self) -> bytes:
        content, self.buffer = bytes(self.buffer), bytearray()
        return content


def _parts(club: Club) -> Iterator[tuple[str, str | bytes]]:
    """Yield the name and content of each file in the club's zip."""
    now = timezone.now()
    time = timezone.localtime(now).strftime("%Y-%m-%d %H:%M")
    words = {"club": club, "time": time, "format": FORMAT, "version": VERSION}
    yield "README.txt", str(README) % words
    yield "club.json", _json(_club(club, now))
    for logo in Logo.objects.filter(club=club):
        yield "logo.png", bytes(logo.image)
    members = Members(club, Member.objects.filter(club=club, erased=None))
    yield _list("members", lists.list_table(gettext("Members"), members))
    for season in Season.objects.filter(club=club).select_related("reglement", "club"):
        listing_ = standings.list_standing(season)
        yield _list(f"standing-{season.pk}", listing_)
    for night in Night.objects.filter(season__club=club).order_by("day", "pk"):
        yield f"nights/{night.day}-{night.pk}.json", _json(_night(night))
        yield _list(f"games-{night.day}-{night.pk}", games.make_listing(_lines(night)))


def _list(name: str, listing: Listing) -> tuple[str, str]:
    return f"lists/{name}.csv", "".join(write_csv(listing))


# For another site


def _club(club: Club, now: datetime) -> Json:
    roles = Role.objects.filter(club=club).order_by("pk")
    return {
        "format": FORMAT,
        "version": VERSION,
        "made": now,
        "club": _list_values(Club.objects.filter(pk=club.pk))[0],
        "log_entries": _list_values(ClubLogEntry.objects.filter(club=club)),
        "roles": list(roles.values("kind", "user__name")),
        "members": _list_values(Member.objects.filter(club=club)),
        "member_imports": _list_values(MemberImport.objects.filter(club=club)),
        "imported_members": _list_values(ImportedMember.objects.filter(member_import__club=club)),
        "pairs": _list_values(Pair.objects.filter(first__club=club)),
        "reglementen": _list_values(Reglement.objects.filter(club=club)),
        "seasons": _list_values(Season.objects.filter(club=club)),
        "division_members": _list_values(DivisionMember.objects.filter(season__club=club)),
        "couples": _list_values(Couple.objects.filter(season__club=club)),
        "tie_rulings": _list_values(TieRuling.objects.filter(season__club=club)),
        "nights": [
            f"nights/{day}-{pk}.json"
            for day, pk in Night.objects.filter(season__club=club)
            .order_by("day", "pk")
            .values_list("day", "pk")
        ],
    }


def _night(night: Night) -> Json:
    """Return a night with its sheets as JSON. The games themselves are left out, because they can
    be derived from the events (the recorded changes of the sheets), which are included.
    """
    return {
        "format": FORMAT,
        "version": VERSION,
        "night": _list_values(Night.objects.filter(pk=night.pk))[0],
        "attendances": _list_values(Attendance.objects.filter(night=night)),
        "substitutes": _list_values(Substitute.objects.filter(night=night)),
        "imported_results": _list_values(ImportedResult.objects.filter(night=night)),
        "log_entries": _list_values(NightLogEntry.objects.filter(night=night)),
        "draw_records": _list_values(DrawRecord.objects.filter(night=night)),
        "rounds": _list_values(Round.objects.filter(night=night)),
        "tables": _list_values(Table.objects.filter(round__night=night)),
        "table_seats": _list_values(TableSeat.objects.filter(round__night=night)),
        "reserved_seats": _list_values(ReservedSeat.objects.filter(night=night)),
        "sheets": _sheets(night),
    }


def _sheets(night: Night) -> list[Json]:
    these = {"sheet__table__round__night": night}
    parts: dict[str, QuerySet[Any]] = {
        "seats": Seat.objects.filter(**these),
        "former_names": FormerName.objects.filter(**these),
        "notes": Note.objects.filter(**these),
        "events": Event.objects.filter(**these),
    }
    by_part = {name: _by_sheet(rows_of_part) for name, rows_of_part in parts.items()}
    return [
        sheet | {name: by_sheet.get(sheet["id"], []) for name, by_sheet in by_part.items()}
        for sheet in _list_values(Sheet.objects.filter(table__round__night=night))
    ]


def _by_sheet(every: QuerySet[Any]) -> dict[int, list[Json]]:
    order = {Event: ("sheet", "sequence"), FormerName: ("sheet", "sequence")}
    rows_of_sheet: dict[int, list[Json]] = {}
    ordered = every.order_by(*order.get(every.model, ("sheet", "pk")))
    for sheet, row in zip(
        ordered.values_list("sheet", flat=True), _list_values(ordered), strict=True
    ):
        rows_of_sheet.setdefault(sheet, []).append(row)
    return rows_of_sheet


def _list_values(rows: QuerySet[Any]) -> list[Json]:
    names = fields.list_fields(rows.model)
    ordered = rows if rows.query.order_by else rows.order_by("pk")
    return list(ordered.values(*names))


def _json(value: Json) -> str:
    return json.dumps(value, default=_plain, ensure_ascii=False, indent=1)


def _plain(value: object) -> str:
    """Return a field's value as text for JSON. Times keep their microseconds, as in the events
    (recorded changes) of sheets.
    """
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat(timespec="microseconds")
    if isinstance(value, date | time | UUID | Decimal):
        return str(value)
    raise TypeError(f"{type(value).__name__} has no words")


# For people


def _lines(night: Night) -> Iterator[Sequence[Value]]:
    """Yield a line for each game and player on the night's sheets. The exported zip contains them
    as a list for people to read.
    """
    sheets = Sheet.objects.prefetch_related(*PREFETCH, "former_names")
    tables = Table.objects.used().filter(round__night=night).select_related("round")
    ordered = tables.order_by("round__number", "number")
    for table in ordered.prefetch_related(Prefetch("sheet", sheets)):
        played = Played(sync.build_sheet_state(table.sheet))
        names = {name: name for name in played.names}
        yield from games.list_sheet_games(played, table.round.number, table.number, names)
