"""The cost of downloading a season of 40 nights of 100 members as a workbook, compared with writing
the same cells without any formatting.
"""

from collections.abc import Sequence
from datetime import timedelta
from io import BytesIO
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from django.conf import settings
from django.utils import timezone
from openpyxl import Workbook, load_workbook

from clubsite.bench.figure import Figure, cpu
from clubsite.bench.pages import ROUNDS, own_database
from clubsite.demo.dealing import deal
from scoring.models import Row, Sheet
from tournaments.club import clubs, reglementen, seasons
from tournaments.draw.engine.request import LOTS
from tournaments.files.exports import season_workbook as written
from tournaments.members import members
from tournaments.models import Night, Season
from tournaments.names import NameDetail
from tournaments.nights import attendances, rounds
from tournaments.nights import nights as night
from tournaments.standings import played_nights, season_history

NIGHTS, MEMBERS = 40, 100
PASSWORD = "drie losse woorden"  # noqa: S105  for a club that lives for seconds

Sheets = list[list[list[Any]]]


def season_book(name: str) -> Figure:
    """Benchmark: measure the download of a season's workbook while its results are cached in
    memory, as for somebody who has just seen the standing. `name` is the benchmark's name.
    """
    with own_database():
        season = a_season(NIGHTS, MEMBERS)
        cells = contents(download_season(season))
        runs = [
            (cpu(lambda: bare(cells)), cpu(lambda: download_season(season))) for _ in range(ROUNDS)
        ]
    ratio = min(took for _, took in runs) / min(by_itself for by_itself, _ in runs)
    return Figure(name, _what(cells), ratio, 2)


def season_book_first(name: str) -> Figure:
    """Benchmark: measure the download of a season's workbook right after a start, when the results
    of closed nights are cached only on disk. `name` is the benchmark's name.
    """
    with own_database(), TemporaryDirectory() as known:
        settings.KNOWN = known
        season = a_season(NIGHTS, MEMBERS)
        cells = contents(download_season(season))
        runs = [(cpu(lambda: bare(cells)), cpu(lambda: _first(season))) for _ in range(ROUNDS)]
    ratio = min(took for _, took in runs) / min(by_itself for by_itself, _ in runs)
    return Figure(name, "that workbook as the first thing after a start, likewise", ratio, 2)


def _first(season: Season) -> bytes:
    for known in (played_nights._known, season_history._known):
        known.clear()
    return download_season(season)


def _what(cells: Sequence[Sequence[Sequence[Any]]]) -> str:
    count = sum(len(row) for sheet in cells for row in sheet)
    return f"CPU of a season's workbook of {count} cells, times openpyxl writing them bare"


def download_season(season: Season) -> bytes:
    """Return the workbook of this season."""
    return written.build_season_workbook(season, NameDetail.FULL).build_content()


def contents(book: bytes) -> Sheets:
    """Return the values of all cells of a workbook, row by row for each sheet; for a formula,
    return its result.
    """
    workbook = load_workbook(BytesIO(book), data_only=True)
    return [
        [list(row) for row in sheet.iter_rows(values_only=True)] for sheet in workbook.worksheets
    ]


def bare(cells: Sheets) -> bytes:
    """Return a workbook with only these values, written in the fastest way that openpyxl has."""
    book, file = Workbook(write_only=True), BytesIO()
    for rows in cells:
        sheet = book.create_sheet()
        for row in rows:
            sheet.append(row)
    book.save(file)
    return file.getvalue()


# A season


def a_season(nights: int, people: int) -> Season:
    """Return a season of a new club in which all members came to every night. The games are stored
    directly. The events (the log of each sheet) that entering games would add are left out.
    """
    club, _ = clubs.create_club_with_owner(
        name="De Hoop", slug="de-hoop", owner_name="Ans", login="ans", password=PASSWORD
    )
    members.add_many(club=club, text="\n".join(f"Speler Nummer{n}" for n in range(people)))
    today = timezone.localdate()
    rules = reglementen.make(club=club, game="jokeren", name="Zo", options={}, approval="one")
    missed = {"signed_off": "worst", "no_show": "worst", "before_joining": "absent"}
    days = [today + timedelta(weeks=week) for week in range(nights)]
    season = seasons.plan(
        club=club, name="2026", reglement=rules, first=days[0], last=days[-1], rounds=1, **missed
    )
    for evening in night.plan(season=season, days=days):
        night.set_state(night=evening, to=Night.State.CHECK_IN)
        attendances.check_in_all(night=evening)
        rounds.draw_lots(
            night=night.set_state(night=evening, to=Night.State.PLAYING), rounds=1, method=LOTS
        )
        _fill(evening)
    season.nights.update(state=Night.State.CLOSED, digest="as it was")
    return season


def _fill(night: Night) -> None:
    chance, rows = Random(night.pk), []
    for sheet in Sheet.objects.filter(table__round__night=night).prefetch_related("seats"):
        seats = [str(seat.pk) for seat in sheet.seats.all()]
        for number in range(1, 11):
            row = deal(sheet.game, seats, chance)
            rows.append(Row(sheet=sheet, number=number, data=row, revision=number))
    Row.objects.bulk_create(rows)
