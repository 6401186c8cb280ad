from collections.abc import Iterator
from zipfile import ZIP_DEFLATED, ZipFile

from django.db.models import Prefetch
from django.utils import timezone, translation
from django.utils.formats import date_format
from django.utils.translation import gettext

from scoring.browser import sync
from scoring.files.grid_columns import SheetGrid
from scoring.models import Sheet
from scoring.sheets.sheet_under_lock import PREFETCH
from scoring.toolkit.spreadsheets.csv_lists import Listing, write_csv
from tournaments.files.exports import lists, season_lists
from tournaments.members.pages.members_table import MembersTable
from tournaments.models import Club, Logo, Member, Night, Season, Table


def make_pieces(club: Club, language: str) -> Iterator[bytes]:
    """Yield the zip file as it is made: the whole is never stored."""
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
    def __init__(self) -> None:
        self.buffer = bytearray()

    def write(self, content: bytes, /) -> int:
        self.buffer += content
        return len(content)

    def flush(self) -> None:
        pass

    close = flush

    def take_bytes(self) -> bytes:
        content, self.buffer = bytes(self.buffer), bytearray()
        return content


def _parts(club: Club) -> Iterator[tuple[str, str | bytes]]:
    readme = gettext(
        "Everything that Streepje keeps of %(club)s, as it was on %(time)s.\n\n"
        "The folder lists has files for a spreadsheet: members, standings and games.\n\n"
        "These files hold names and how to reach people. Keep them as you keep your keys.\n"
        "Not in here: who logs in with which password, and links that let somebody in.\n"
    )
    now = date_format(timezone.localtime(), "DATETIME_FORMAT")
    yield "README.txt", readme % {"club": club, "time": now}
    for logo in Logo.objects.filter(club=club):
        yield "logo.png", bytes(logo.image)
    members = MembersTable(club, Member.objects.filter(club=club, erased=None))
    yield _list("members", lists.list_table(gettext("Members"), members))
    for season in Season.objects.filter(club=club).select_related("reglement", "club"):
        for key, listing in season_lists.list_standings(season):
            yield _list("-".join(filter(None, ("standing", str(season.pk), key))), listing)
    for night in Night.objects.filter(season__club=club).order_by("day", "pk"):
        yield _list(f"games-{night.day}-{night.pk}", lists.list_games(_lines(night)))


def _list(name: str, listing: Listing) -> tuple[str, str]:
    return f"lists/{name}.csv", "".join(write_csv(listing))


def _lines(night: Night) -> Iterator[lists.GameLine]:
    sheets = Sheet.objects.prefetch_related(*PREFETCH, "former_names")
    tables = Table.objects.used().filter(round__night=night).select_related("round")
    ordered = tables.order_by("round__number", "number")
    for table in ordered.prefetch_related(Prefetch("sheet", sheets)):
        played = SheetGrid(sync.build_sheet_state(table.sheet))
        names = {name: name for name in played.names}
        yield from lists.list_sheet_games(played, table.round.number, table.number, names)
