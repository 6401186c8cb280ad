from collections.abc import Mapping
from typing import NamedTuple

from django.db.models import Prefetch
from django.utils.translation import gettext

from scoring.browser import sync
from scoring.files import sheet_workbook
from scoring.files.sheet_workbook import Total
from scoring.models import Sheet
from scoring.sheets.locked import PREFETCH
from scoring.toolkit.spreadsheets import formulas
from scoring.toolkit.spreadsheets.formulas import (
    Cell,
    Formula,
    Placed,
    Ranked,
    TieBreaker,
    build_places,
)
from scoring.toolkit.spreadsheets.workbook import Book, Setup, Styled
from tournaments.club.reglementen import build_game
from tournaments.members import couples
from tournaments.models import Night, Table, TableSeat
from tournaments.names import NameDetail
from tournaments.standings import calculate
from tournaments.standings.inputs import build_season_rules
from tournaments.standings.pages.standing_texts import codes_in_words, list_marks
from tournaments.standings.rules import Points, RoundPoints, Row
from tournaments.standings.rules.points import DASHES

ROUNDS = 3  # the column of the first round
HEADS = 4  # the row of the headings


class Played(NamedTuple):
    round: int
    member: int


def build_night_workbook(night: Night) -> Book:
    book = Book(f"{night.season.club} {night.day}")
    Result(book, night).write(_forms(book, night))
    return book


def _forms(book: Book, night: Night) -> dict[Played, Total]:
    """Return the totals of members who played a whole round at one table."""
    totals_by_player: dict[Played, Total] = {}
    tables = Table.objects.used().filter(round__night=night).select_related("round")
    sheets = Sheet.objects.prefetch_related(*PREFETCH, "former_names")
    every = tables.prefetch_related(
        Prefetch("sheet", sheets),
        Prefetch("seats", TableSeat.objects.select_related("member", "seat")),
    )
    for table in every.order_by("round__number", "number"):
        number = table.round.number
        names = {"round": number, "table": table.number}
        where = gettext("Round %(round)s, table %(table)s") % names
        title = [str(night.season.club), str(night), where]
        state = sync.build_sheet_state(table.sheet)
        name = gettext("R%(round)s T%(table)s") % names
        totals = sheet_workbook.write(book, name, title, state)
        for seat in table.seats.all():
            if seat.since == 1 and seat.until is None and seat.seat.name in totals:
                member = seat.member.merged_into_id or seat.member_id
                totals_by_player[Played(number, member)] = totals[seat.seat.name]
    return totals_by_player


class Result:
    def __init__(self, book: Book, night: Night) -> None:
        """Make the first worksheet; it is written when the others, which it refers to, exist."""
        self.night = night
        self.division, self.rounds = calculate.compute_night_by_round(night)
        self.dashes = build_game(night.season.reglement).dash
        self.total = ROUNDS + len(self.rounds)
        self.rough = any(row.points and row.points % 1 for row in self.division.rows)
        self.placed = self._placed()
        more = self.dashes + (self.placed.apart is not None)
        widths = [8.0, 30.0, *[11.0] * len(self.rounds), 11.0, *[11.0] * more, 40.0]
        setup = Setup(widths, str(Cell(ROUNDS, HEADS + 1)), f"{HEADS}:{HEADS}")
        self.page = book.add_page(gettext("Result"), setup)

    def write(self, totals: Mapping[Played, Total]) -> None:
        self._heads()
        rows = self.division.rows
        names = couples.load_names(self.night.season, [row.player for row in rows], NameDetail.FULL)
        places = iter(self.placed.places)
        for row in rows:
            place = next(places) if row.rank else None
            self.page.add(self._line(row, place, names[row.player], totals))

    def _placed(self) -> Placed:
        """Only the upper rows get a formula: nobody below has a place."""
        terms = build_season_rules(self.night.season)
        above = [row for row in self.division.rows if row.rank]
        lines = range(HEADS + 1, HEADS + 1 + len(above))
        here = [
            Ranked(Cell(self.total, line), float(row.points or 0), row.rank or 0)
            for line, row in zip(lines, above, strict=True)
        ]
        dashes = [Cell(self.total + 1, line) for line in lines]
        by_dashes = self.dashes and terms.tie_break == DASHES
        known = TieBreaker(dashes, [row.dashes for row in above]) if by_dashes else None
        more = [Cell(self.total + 1 + self.dashes, line) for line in lines]
        return build_places(here, terms.low, more, known)

    def _heads(self) -> None:
        season = self.night.season
        self.page.add([Styled(f"{season.club} · {self.night}", "title")])
        self.page.add([f"{season} · {season.reglement}"])
        self.page.add()
        heads = [
            *(gettext("Place"), gettext("Name")),
            *(gettext("Round %(number)s") % {"number": number} for number in self.rounds),
            gettext("Total"),
            *([gettext("Dashes")] * self.dashes),
            *([gettext("Tie-break")] if self.placed.apart else []),
            gettext("Remarks"),
        ]
        self.page.add(Styled(head, "head") for head in heads)

    def _line(
        self, row: Row, place: Formula | int | None, name: str, totals: Mapping[Played, Total]
    ) -> list[Styled]:
        slices = row.tallies[0].slices
        rounds = [
            _points(round_points, totals.get(Played(number, row.player)))
            for number, round_points in zip(self.rounds, slices, strict=True)
        ]
        words = codes_in_words()
        missed = (words[tally.state] for tally in row.tallies if tally.state in words)
        remarks = ", ".join([*list_marks(row, self.division), *missed])
        return [
            Styled(place, "cell"),
            Styled(name, "words"),
            *rounds,
            Styled(self._total(row), _choose_look(row.points)),
            *([Styled(self._dashes(row, totals), "cell")] * self.dashes),
            *([Styled(row.rank, "cell")] if self.placed.apart else []),
            Styled(remarks, "words"),
        ]

    def _dashes(self, row: Row, totals: Mapping[Played, Total]) -> Formula | int | None:
        """Return the sum of the tables' dashes, or the standing's number where that differs."""
        if row.untold:
            return None
        in_rounds = (totals.get(Played(number, row.player)) for number in self.rounds)
        totals_found = [total for total in in_rounds if total]
        if totals_found and sum(total.won for total in totals_found) == row.dashes:
            return formulas.total([total.dashes for total in totals_found], row.dashes)
        return row.dashes

    def _total(self, row: Row) -> Formula | None:
        if row.points is None:
            return None
        where = formulas.across(self.page.rows + 1, ROUNDS, self.total - 1)
        sum = formulas.total([where], float(row.points))
        return formulas.exact(sum) if self.rough else sum


def _points(round_points: RoundPoints, total: Total | None) -> Styled:
    if total is not None and total.points == round_points.points:
        return Styled(formulas.same(total.cell, total.points), _choose_look(round_points.points))
    points = None if round_points.points is None else float(round_points.points)
    return Styled(points, _choose_look(round_points.points))


def _choose_look(points: Points | None) -> str:
    return "cell" if points is None or points == int(points) else "decimals"
