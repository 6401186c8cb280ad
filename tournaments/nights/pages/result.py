from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

import django_tables2 as tables
from django.utils.text import get_text_list
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from scoring.sheets.progress import Progress
from scoring.toolkit.spreadsheets.csv_lists import Value
from tournaments.club import season_texts
from tournaments.club.reglementen import build_game
from tournaments.club.season_texts import name_prize
from tournaments.members import couples, members
from tournaments.models import Night, NightLogEntry, Season, Table, TableSeat, TieRuling
from tournaments.models.member import MAIN
from tournaments.names import NOBODY, NameDetail
from tournaments.nights.pages import result_cards
from tournaments.nights.pages.missed_rounds import Away, Incomplete, describe_incomplete, list_away
from tournaments.nights.pages.result_cards import TableCard, Win
from tournaments.nights.pages.shown_scores import (
    ShownScores,
    call_everybody,
    find_version,
    read_scores,
)
from tournaments.standings import corrections
from tournaments.standings.pages import standing_texts
from tournaments.standings.pages.places import Number, PlacedRow, as_number, count_marks
from tournaments.standings.pages.standing_columns import NumberColumn, PlacedTable, write_points
from tournaments.standings.pages.standing_texts import Called, format_points
from tournaments.standings.rules.breakdown import (
    MISSED,
    OUT_BONUS,
    OUT_FIXED,
    OUT_LATER,
    OUT_MEAN,
    OUT_OWN,
    OUT_WORST,
    PIECE,
    WAITING,
    Division,
    RoundPoints,
)
from tournaments.standings.rules.points import MARKS
from tournaments.standings.season_history import keep_until

UNEVEN = _("Not all tables are equally far: until they are, places go by the average.")
# What a round counts that somebody did not play to its end.
HOW = {
    OUT_OWN: _("no table: the own average of this night"),
    OUT_MEAN: _("no table: what a round of this night is on average"),
    OUT_BONUS: _("no table: the points for being there"),
    OUT_FIXED: _("no table: what the season gives for that"),
    OUT_WORST: _("no table: the worst score of the round"),
    OUT_LATER: _("no table: what that counts follows once everybody is equally far"),
    WAITING: _("not begun"),
    PIECE: _("not there for all of it"),
    MISSED: _("not there"),
}


@dataclass(frozen=True)
class RoundScore:
    points: Number | None
    why: str  # in words, if it is not what the player played, or not final
    is_missed: bool
    is_open: bool  # may still change


@dataclass(frozen=True)
class ResultRow(PlacedRow):
    pace: Number | None  # per game
    written: Number | None  # on the form
    games: int
    rounds: tuple[RoundScore, ...]
    stood_in: str  # who played for one of a couple, in words

    @property
    def is_open(self) -> bool:
        return any(score.is_open for score in self.rounds)


@dataclass(frozen=True)
class Winners:
    players: Sequence[ResultRow]
    people: int  # two of each couple
    points: Number
    dashes: int  # 0 if they are unknown, or if several players won
    second: ResultRow | None
    ahead: Number  # of the second


class Prize(NamedTuple):
    place: int | str
    players: Sequence[Called]
    how: str  # how a tie for it was settled; empty if there was none

    @property
    def words(self) -> str:
        return name_prize(self.place)

    @property
    def is_named(self) -> bool:
        return isinstance(self.place, str)

    @property
    def shared(self) -> bool:
        return len(self.players) > 1

    @property
    def names(self) -> str:
        return ", ".join(player.name for player in self.players)


@dataclass(frozen=True)
class FillIn:
    player: Called
    round: int
    points: str
    instead_of: str


@dataclass(frozen=True)
class Correction:
    time: datetime
    round: int | None
    table: int | None  # None: all of the night
    reason: str


@dataclass(frozen=True)
class NightResult:
    rows: Sequence[ResultRow]
    rounds: Sequence[int]  # that somebody played to the end
    has_dashes: bool
    has_marks: bool
    by_places: bool  # points are for places; the points of the game are shown beside them
    lowest_wins: bool
    uneven: str  # how places are decided while tables are not equally far
    drawn: Sequence[int]  # all rounds
    current_round: int
    cards: Sequence[TableCard]  # of all rounds
    won: Winners | None  # only on a closed night
    prizes: Sequence[Prize]
    wins: Sequence[Win]
    corrections: Sequence[Correction]
    incomplete: Sequence[Incomplete]
    missed: str  # how such a round counts in the season
    fill_ins: Sequence[FillIn]
    away: Sequence[Away]  # only on a closed night, and of the season's players
    has_hidden: bool  # the scores of a round in play are for who organises
    busy: int  # players who still play the round, and are not in `rows` yet
    draws: range  # numbers of all draws, with those undone
    brought: int  # people whose results came from a file
    final: int | None  # the round that decides the first places

    @property
    def has_nameless(self) -> bool:
        return any(NOBODY in row.name for row in self.rows)

    @property
    def has_missed(self) -> bool:
        """Only figures look slanted: a round without points is a line."""
        scores = [score for row in self.rows for score in row.rounds]
        return any(score.is_missed and score.points is not None for score in scores)

    @property
    def has_open(self) -> bool:
        return any(row.is_open for row in self.rows)

    @property
    def other_prizes(self) -> list[Prize]:
        """Return the prizes that are not plainly the winners', who stand above them."""
        won = {row.name for row in self.won.players} if self.won else set()
        return [
            prize
            for prize in self.prizes
            if prize.how or prize.is_named or {player.name for player in prize.players} != won
        ]

    @property
    def has_shared(self) -> bool:
        return any(prize.shared and not prize.how for prize in self.prizes)


@keep_until(find_version)
def read_result(night: Night, detail: NameDetail) -> NightResult:
    """Return the night's result with the names that this viewer may see."""
    closed = night.state == Night.State.CLOSED
    scores = read_scores(night, detail)
    division, tables = scores.division, scores.tables
    called = call_everybody(night, scores, detail)
    rows = list(_list_rows(scores, called, describe_substitutes(night, detail), closed=closed))
    absent = list_away(night, detail) if closed and tables else []
    season, game = night.season, build_game(night.season.reglement)
    return NightResult(
        rows=rows,
        rounds=scores.rounds,
        has_dashes=game.dash,
        has_marks=season.marks_shown,
        by_places=season.counting == Season.Counting.PLACES,
        lowest_wins=game.lowest_wins,
        uneven=str(UNEVEN) if division.uneven else "",
        drawn=sorted({table.round for table in tables}),
        current_round=scores.current_round,
        cards=result_cards.list_cards(scores, called),
        won=_find_winners(season, rows, game.dash) if closed else None,
        prizes=list_prizes(division, called) if closed else [],
        wins=result_cards.find_biggest_wins(scores, called),
        corrections=_list_corrections(night, detail),
        missed=season_texts.missed_round_in_words(season),
        fill_ins=list(_list_fill_ins(scores, called)),
        away=[line for line in absent if line.counts],
        has_hidden=scores.has_hidden,
        busy=len(scores.busy),
        draws=range(1, night.draw_records.count() + 1),
        brought=0 if tables else night.imported_results.count(),
        final=division.final,
        incomplete=describe_incomplete(night, division, scores.rounds, called),
    )


def _list_rows(
    scores: ShownScores, called: Mapping[int, Called], stood_in: Mapping[int, str], *, closed: bool
) -> Iterator[ResultRow]:
    division, roll = scores.division, scores.roll
    how = {} if closed else {table.sheet: table.how for table in scores.tables}
    names = {pk: player.name for pk, player in called.items()}
    for order, row in enumerate(standing_texts.sort_equals_by_name(division.rows, names), 1):
        remarks = standing_texts.list_marks(row, division) if closed else []
        if not row.rank and row.player in roll and roll[row.player].guest:
            remarks.append(gettext("guest"))
        player = called[row.player]
        yield ResultRow(
            player=row.player,
            anchor=f"p{order}",
            order=order,
            place=row.rank,
            is_tied=row.tied,
            name=player.name,
            address=player.address,
            remarks=", ".join(remarks),
            points=as_number(row.points),
            dashes=row.dashes if row.dashes_known else None,
            has_more_dashes=bool(row.untold and row.dashes_known),
            marks=count_marks(row),
            pace=as_number(row.pace),
            written=as_number(row.game_points),
            games=row.games,
            rounds=tuple(_score(points, how) for points in row.tallies[0].slices),
            stood_in=stood_in.get(row.player, ""),
        )


def _score(points: RoundPoints, how: Mapping[int, Progress]) -> RoundScore:
    is_missed, is_open = points.how in HOW, _is_open(points, how)
    why = str(HOW[points.how]) if is_missed else gettext("not final yet") if is_open else ""
    return RoundScore(as_number(points.points), why, is_missed, is_open)


def _is_open(points: RoundPoints, how: Mapping[int, Progress]) -> bool:
    """Return whether these points may still change. Points from playing may until the table has
    approved its sheet; those for sitting out are an average, which may until the night is closed.
    """
    if points.how in (OUT_OWN, OUT_MEAN, OUT_WORST):
        return bool(how)
    progress = how.get(points.share.table) if points.share else None
    return progress is not None and not progress.approved


def _find_winners(season: Season, rows: Sequence[ResultRow], has_dashes: bool) -> Winners | None:
    placed = [row for row in rows if row.place and row.points is not None]
    first = [row for row in placed if row.place == 1]
    if not first or first[0].points is None:
        return None
    winner, second = first[0], next((row for row in placed if row.place != 1), None)
    dashes = winner.dashes if has_dashes and len(first) == 1 else None
    ahead = abs(winner.points - second.points) if second else 0  # type: ignore[operator]
    people = season.count_people(len(first))
    return Winners(first, people, first[0].points, dashes or 0, second, ahead)


def list_prizes(division: Division, called: Mapping[int, Called]) -> list[Prize]:
    return [
        Prize(
            prize.place,
            [called[player] for player in prize.players],
            str(TieRuling.How(prize.how).label) if prize.how else "",
        )
        for prize in division.prizes
    ]


def _list_fill_ins(scores: ShownScores, called: Mapping[int, Called]) -> Iterator[FillIn]:
    for row in scores.division.rows:
        for number, part in zip(scores.rounds, row.tallies[0].slices, strict=True):
            if part.instead_of is not None and part.points is not None:
                points, own = format_points(part.points), format_points(part.instead_of)
                yield FillIn(called[row.player], number, points, own)


def describe_substitutes(night: Night, detail: NameDetail) -> dict[int, str]:
    """Return who stood in for whom, by the one who stands for the couple."""
    partners = {couple.couple: couple[1:] for couple in couples.list_couples(night.season)}
    there: dict[tuple[int, int], list[int]] = {}
    seats = TableSeat.objects.filter(round__night=night, couple__in=partners).order_by("pk")
    for member, round, couple_id in seats.values_list(MAIN, "round", "couple"):
        there.setdefault((round, couple_id), []).append(member)
    sat_for = [(partners[couple_id], sat) for (_round, couple_id), sat in there.items()]
    names = members.load_names({pk for couple, sat in sat_for for pk in (*couple, *sat)}, detail)
    stood_in: dict[int, str] = {}
    for couple, sat in sat_for:
        if others := [names[pk] for pk in dict.fromkeys(sat) if pk not in couple]:
            gone = [names[pk] for pk in couple if pk not in sat] or [names[pk] for pk in couple]
            words = ngettext(
                "%(names)s stood in for %(away)s", "%(names)s stood in for %(away)s", len(others)
            )
            both = (get_text_list(each, gettext("and")) for each in (others, gone))
            stood_in[couple[0]] = words % dict(zip(("names", "away"), both, strict=True))
    return stood_in


def _list_corrections(night: Night, detail: NameDetail) -> list[Correction]:
    entries = list(night.log_entries.filter(kind=NightLogEntry.Kind.REOPENED))
    if not entries:
        return []
    ids = [int(entry.body.get("table", 0)) for entry in entries]
    tables = Table.objects.filter(round__night=night).select_related("round").in_bulk(ids)
    reasons = corrections.redact_reasons(
        [entry.reason for entry in entries], night.season.club_id, detail
    )
    found = map(tables.get, ids)
    where = [(table.round.number, table.number) if table else (None, None) for table in found]
    return [
        Correction(entry.time, number, table, reason)
        for entry, (number, table), reason in zip(entries, where, reasons, strict=True)
    ]


class RoundColumn(tables.Column):  # type: ignore[misc]  # it has no types
    def __init__(self, index: int, number: int) -> None:
        heading = gettext("Round %(number)s") % {"number": number}
        super().__init__(accessor=f"rounds__{index}", verbose_name=heading, orderable=False)
        self.short, self.round = gettext("R%(number)s") % {"number": number}, number

    def value(self, value: RoundScore) -> Value:
        return write_points(value.points)


class ResultTable(PlacedTable):
    pace = NumberColumn(verbose_name=_("Average"), short=_("Avg."), order_by=("pace", "order"))
    written = NumberColumn(
        verbose_name=_("On the form"), short=_("Form"), order_by=("written", "order")
    )
    games = NumberColumn(verbose_name=_("Games"), order_by=("games", "order"))

    class Meta(PlacedTable.Meta):
        template_name = "tournaments/nights/_result_table.html"

    def __init__(
        self, result: NightResult, own: Collection[int] = (), *, as_file: bool = False
    ) -> None:
        """A page and a PDF have no column for a night's only round: it would repeat the total."""
        there = {
            **dict.fromkeys(("pace", "games"), result.uneven),
            "written": result.by_places,
            "dashes": result.has_dashes,
            **dict.fromkeys(MARKS, result.has_marks),
        }
        self.result, self.own = result, own
        self.has_rounds = len(result.rounds) > 1 or (as_file and not result.brought)
        shown = enumerate(result.rounds if self.has_rounds else ())
        super().__init__(
            result.rows,
            exclude=[name for name, is_there in there.items() if not is_there],
            extra_columns=[(f"round{n}", RoundColumn(n, number)) for n, number in shown],
            sequence=["place", "name", "pace", "points", "written", "games", "...", "remarks"],
        )

    def value_remarks(self, record: ResultRow) -> str:
        return ", ".join(filter(None, (record.remarks, record.stood_in)))
