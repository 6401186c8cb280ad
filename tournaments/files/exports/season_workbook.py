import json
from collections.abc import Iterator, Sequence
from datetime import date
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext

from scoring import games
from scoring.models import Sheet
from scoring.pages import rulebook
from scoring.toolkit.spreadsheets import formulas
from scoring.toolkit.spreadsheets.csv_lists import Listing, Value
from scoring.toolkit.spreadsheets.formulas import Cell, Formula
from scoring.toolkit.spreadsheets.workbook import Book, Page, Setup, Styled
from scoring.toolkit.texts import Text
from scoring.toolkit.translation import translate
from tournaments.club import season_texts
from tournaments.club.reglementen import build_game, is_lowest_best
from tournaments.files.exports.standings import list_standings
from tournaments.models import Season
from tournaments.names import NameDetail
from tournaments.standings import calculate
from tournaments.standings.pages import standing_texts
from tournaments.standings.pages.places import as_number, count_marks
from tournaments.standings.rules import Division, NightPoints, Points, Row
from tournaments.standings.rules import head_to_head as against

HEADS = 3  # the row of the standing's headings
CHARTED = 30  # names that fit in a chart
Line = Sequence[Value]


def build_season_workbook(season: Season, detail: NameDetail) -> Book:
    book = Book(f"{season.club} {season}")
    whole = Whole(season, detail)
    pages = [
        (division, Standing(whole, division).write(book))
        for division in whole.divisions
        if division.rows
    ]
    _chart(book, pages)
    further = [listing for key, listing in list_standings(season, detail) if key]
    own = (whole.list_nights(), whole.list_members(), whole.list_head_to_head())
    for listing in (*further, *own):
        book.add_listing(listing)
    _settings(book, season)
    return book


class Whole:
    def __init__(self, season: Season, detail: NameDetail) -> None:
        self.season = season
        self.divisions = calculate.compute_season_standing(season)
        self.names = standing_texts.load_names(season, self.divisions, detail)
        self.days = [night.day for night in season.nights.order_by("day", "pk")]
        self.dashes = build_game(season.reglement).dash
        self.points = standing_texts.choose_columns(season).points
        self.words = standing_texts.codes_in_words()

        self.rows = sorted(
            (row for division in self.divisions for row in division.rows),
            key=lambda row: (self.names[row.player].casefold(), row.player),
        )

    def list_nights(self) -> Listing:
        rounds = max((len(tally.slices) for row in self.rows for tally in row.tallies), default=0)
        heads = [
            *(gettext("Day"), gettext("Name"), gettext("Points")),
            *(gettext("Round %(number)s") % {"number": number + 1} for number in range(rounds)),
            *([gettext("Dashes")] * self.dashes),
            gettext("Remarks"),
        ]
        rows = (
            self._night(row, tally, rounds)
            for place in range(max((len(row.tallies) for row in self.rows), default=0))
            for row in self.rows
            for tally in row.tallies[place : place + 1]
        )
        return Listing(gettext("Per night"), heads, rows)

    def _night(self, row: Row, tally: NightPoints, rounds: int) -> Line:
        parts = [as_number(round_points.points) for round_points in tally.slices]
        remarks = [self.words[state] for state in (tally.state, tally.how) if state in self.words]
        remarks += [gettext("does not count")] * tally.dropped
        return [
            self.days[tally.night - 1],
            self.names[row.player],
            as_number(tally.points),
            *(*parts, *[None] * (rounds - len(parts))),
            *([None if tally.untold else tally.dashes] * self.dashes),
            ", ".join(remarks),
        ]

    def list_members(self) -> Listing:
        heads = [
            *(gettext("Name"), gettext("Place"), self.points, gettext("Nights")),
            *(gettext("Rounds"), gettext("Games"), gettext("Average of a night")),
            *(gettext("Best night"), gettext("Worst night")),
            *([gettext("Dashes")] * self.dashes),
            *([gettext("Pits"), gettext("Roem"), gettext("Nat")] * self.season.marks_shown),
        ]
        low = is_lowest_best(self.season.reglement)
        return Listing(gettext("Per member"), heads, (self._member(row, low) for row in self.rows))

    def _member(self, row: Row, low: bool) -> Line:
        came = [part for part in row.tallies if part.came and part.points is not None]
        nights = [part.points for part in came if part.points is not None]
        best, worst = (min, max) if low else (max, min)
        shares = [part.share for tally in came for part in tally.slices if part.share]
        return [
            *(self.names[row.player], row.rank, as_number(row.points), row.nights),
            *(sum(part.played for part in came), sum(share.games_played for share in shares)),
            as_number(row.average),
            as_number(best(nights)) if nights else None,
            as_number(worst(nights)) if nights else None,
            *([row.dashes if row.dashes_known else None] * self.dashes),
            *(count_marks(row).values() if self.season.marks_shown else ()),
        ]

    def list_head_to_head(self) -> Listing:
        """Each pair has two lines, so that a filter on a name finds all opponents."""
        heads = [
            *(gettext("Name"), gettext("Against"), gettext("Rounds together")),
            *(gettext("Ahead"), gettext("Behind"), gettext("Equal")),
        ]
        nights = calculate.load_played_nights(self.season)
        tries = against.count_head_to_head(nights, is_lowest_best(self.season.reglement))
        order = {row.player: place for place, row in enumerate(self.rows)}
        pairs = sorted((order[a], order[b], a, b) for a, b in tries if a in order and b in order)
        rows: list[Line] = [
            [self.names[a], self.names[b], *tried, tried.together - tried.ahead - tried.behind]
            for _, _, a, b in pairs
            for tried in [tries[a, b]]
        ]
        return Listing(gettext("Head to head"), heads, rows)


class Standing:
    def __init__(self, whole: Whole, division: Division) -> None:
        self.whole, self.division = whole, division
        closed = {tally.night for row in division.rows for tally in row.tallies}
        self.days = [whole.days[number - 1] for number in sorted(closed)]
        self.first = 5 + whole.dashes  # the column of the first night

    def write(self, book: Book) -> Page:
        widths = [8.0, 30.0, 11.0, 9.0, *[9.0] * self.whole.dashes]
        widths += [*[9.0] * len(self.days), 30.0]
        setup = Setup(widths, str(Cell(3, HEADS + 1)), f"{HEADS}:{HEADS}")
        page = book.add_page(self._title(), setup)
        page.add([Styled(f"{self.whole.season.club} · {self.whole.season}", "title")])
        page.add([self._title()])
        page.add(Styled(head, "head") for head in self._heads())
        for row in self.division.rows:
            page.add(self._line(page.rows + 1, row))
        return page

    def _title(self) -> str:
        if self.division.number:
            return gettext("Division %(number)s") % {"number": self.division.number}
        if len(self.whole.divisions) > 1:
            return gettext("In no division")
        return gettext("Standing")

    def _heads(self) -> list[str | date]:
        return [
            *(gettext("Place"), gettext("Name"), self.whole.points, gettext("Nights")),
            *([gettext("Dashes")] * self.whole.dashes),
            *(date_format(day, "DAY_AND_MONTH_FORMAT") for day in self.days),
            gettext("Remarks"),
        ]

    def _line(self, number: int, row: Row) -> Iterator[Styled]:
        yield Styled(row.rank, "cell")
        yield Styled(self.whole.names[row.player], "words")
        yield Styled(self._total(number, row), "sum")
        yield Styled(row.nights, "cell")
        if self.whole.dashes:
            yield Styled(row.dashes if row.dashes_known else None, "cell")
        for tally in row.tallies:
            missed = tally.state in self.whole.words
            look = "left_out" if tally.dropped else "missed" if missed else "cell"
            yield Styled(as_number(tally.points), look)
        yield Styled(", ".join(standing_texts.list_marks(row, self.division)), "words")

    def _total(self, number: int, row: Row) -> Value | Formula:
        """Return a formula if the rounded points of the nights add up to the total, else the
        number.
        """
        shown = as_number(row.points)
        nights = [as_number(tally.points) for tally in row.tallies]
        figures = [tally for tally in nights if isinstance(tally, Points)]
        if not isinstance(shown, Points) or not figures or sum(figures) != shown:
            return shown
        last = self.first + len(nights) - 1
        return formulas.total([formulas.across(number, self.first, last)], float(shown))


def _chart(book: Book, pages: Sequence[tuple[Division, Page]]) -> None:
    if not pages:
        return
    setup = Setup([9.0], "A1", "", landscape=False, pages=len(pages))
    chart = book.add_page(gettext("Chart"), setup)
    row = 1
    for division, page in pages:
        count = min(len(division.rows), CHARTED)
        names = (2, HEADS + 1, HEADS + count)
        row += chart.add_chart(page.name, names, 3, f"A{row}", page)


def _settings(book: Book, season: Season) -> None:
    page = book.add_page(gettext("Settings"), Setup([44.0, 70.0], "A1", ""))
    page.add([Styled(f"{season.club} · {season}", "title")])
    for term in season_texts.describe_season(season):
        page.add([Styled(term.label, "label"), Styled(term.words, "words")])
    for played in _played(season):
        page.add()
        for label, words in played:
            page.add([Styled(label, "label"), Styled(words, "words")])


def _played(season: Season) -> Iterator[list[tuple[str, str]]]:
    """Yield the different rules by which the sheets were played, the earliest first."""
    sheets = Sheet.objects.filter(table__round__night__season=season)
    by_rules: dict[str, list[tuple[date, Any]]] = {}
    for day, *rules in sheets.values_list(
        "table__round__night__day", "game", "options", "game_version"
    ):
        by_rules.setdefault(json.dumps(rules, sort_keys=True), []).append((day, rules))
    for every in sorted(by_rules.values(), key=lambda every: min(day for day, _rules in every)):
        key, options, version = every[0][1]
        system = games.find(key)
        assert system is not None, "a stored sheet has a known game"
        days = [day for day, _rules in every]
        ends = min(days), max(days)
        book = rulebook.build_rulebook(games.make_game(system, options))
        yield [
            (gettext("As played"), translate(Text(system.name))),
            (gettext("Forms"), f"{len(every)}, {' – '.join(map(date_format, ends))}"),
            (gettext("Version of the game"), str(version)),
            *((item.label, item.value) for item in book.settled),
            *((gettext("Contract"), words) for words in _contracts(book)),
        ]


def _contracts(book: rulebook.Rulebook) -> Iterator[str]:
    prefix = gettext("Round %(number)s") + ": " if book.rounds else "%(number)s. "
    for number, words in enumerate(book.contracts, 1):
        yield prefix % {"number": number} + words
