import json
from collections.abc import Iterator, Sequence
from datetime import date
from typing import Any

from django.db.models import Prefetch
from django.utils.formats import date_format
from django.utils.translation import gettext

from scoring import games
from scoring.browser import sync
from scoring.files import sheet_workbook
from scoring.models import Sheet
from scoring.pages import rulebook
from scoring.sheets.sheet_under_lock import PREFETCH
from scoring.toolkit.spreadsheets.csv_lists import Listing, Value
from scoring.toolkit.spreadsheets.workbook import Book, Setup, Styled
from tournaments.club import season_texts
from tournaments.club.reglementen import build_game, is_lowest_best
from tournaments.files.exports.lists import list_tables
from tournaments.files.exports.season_lists import list_standings
from tournaments.models import Night, Season, Table
from tournaments.names import NameDetail, fold
from tournaments.nights.pages.result import ResultTable, read_result
from tournaments.standings import calculate
from tournaments.standings.pages import standing_texts
from tournaments.standings.pages.places import as_number, count_marks
from tournaments.standings.rules import head_to_head as against
from tournaments.standings.rules.breakdown import NightPoints, Row

Line = Sequence[Value]


def build_night_workbook(night: Night) -> Book:
    """Return the result, and each table's form."""
    book = Book(f"{night.season.club} {night.day}")
    result = ResultTable(read_result(night, NameDetail.FULL), as_file=True)
    book.add_listing(list_tables(gettext("Result"), [result]))
    sheets = Sheet.objects.prefetch_related(*PREFETCH, "former_names")
    tables = Table.objects.used().filter(round__night=night).select_related("round")
    every = tables.prefetch_related(Prefetch("sheet", sheets))
    for table in every.order_by("round__number", "number"):
        names = {"round": table.round.number, "table": table.number}
        where = gettext("Round %(round)s, table %(table)s") % names
        title = [str(night.season.club), str(night), where]
        state = sync.build_sheet_state(table.sheet)
        sheet_workbook.write(book, gettext("R%(round)s T%(table)s") % names, title, state)
    return book


def build_season_workbook(season: Season, detail: NameDetail) -> Book:
    book = Book(f"{season.club} {season}")
    whole = Whole(season, detail)
    standings = [listing for _key, listing in list_standings(season, detail)] if whole.rows else []
    own = (whole.list_nights(), whole.list_members(), whole.list_head_to_head())
    for listing in (*standings, *own):
        book.add_listing(listing)
    _settings(book, season)
    return book


class Whole:
    def __init__(self, season: Season, detail: NameDetail) -> None:
        self.season = season
        divisions = calculate.compute_season_standing(season)
        self.names = standing_texts.load_names(season, divisions, detail)
        self.days = [night.day for night in season.nights.order_by("day", "pk")]
        self.dashes = build_game(season.reglement).dash
        self.words = standing_texts.codes_in_words()

        self.rows = sorted(
            (row for division in divisions for row in division.rows),
            key=lambda row: (fold(self.names[row.player]), row.player),
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
        columns = standing_texts.choose_columns(self.season)
        heads = [
            *(gettext("Name"), gettext("Place"), columns.points, gettext("Nights")),
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
        ends = sorted({min(days), max(days)})
        book = rulebook.build_rulebook(games.make_game(system, options))
        yield [
            (gettext("As played"), gettext(system.name)),
            (gettext("Forms"), f"{len(every)}, {' – '.join(map(date_format, ends))}"),
            (gettext("Version of the game"), str(version)),
            *((item.label, item.value) for item in book.settled),
            *((gettext("Contract"), words) for words in _contracts(book)),
        ]


def _contracts(book: rulebook.Rulebook) -> Iterator[str]:
    prefix = gettext("Round %(number)s") + ": " if book.rounds else "%(number)s. "
    for number, words in enumerate(book.contracts, 1):
        yield prefix % {"number": number} + words
