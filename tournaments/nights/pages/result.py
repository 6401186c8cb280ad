from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.db.models import F
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from scoring.pages.grid import Grid
from scoring.sheets.progress import Progress
from tournaments import access
from tournaments.club import season_texts
from tournaments.club.reglementen import build_game
from tournaments.club.season_texts import name_prize
from tournaments.members import members
from tournaments.members.members import Enrolled, find_known, read_roll
from tournaments.models import Night, NightLogEntry, Season, Table, TableSeat, TieRuling
from tournaments.names import NOBODY, NameDetail
from tournaments.nights.pages import finished, result_cards, tables_overview
from tournaments.nights.pages.finished import Incomplete
from tournaments.nights.pages.result_cards import TableCard
from tournaments.nights.pages.tables_overview import NightTable
from tournaments.standings import calculate, corrections
from tournaments.standings.pages import standing
from tournaments.standings.pages.places import Number, PlacedRow, as_number, count_marks
from tournaments.standings.pages.standing import Called, format_points
from tournaments.standings.played_nights import PlayedSheet
from tournaments.standings.rules import Division, RoundPoints
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
)
from tournaments.standings.season_history import keep_until

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

    @property
    def is_open(self) -> bool:
        return any(score.is_open for score in self.rounds)


@dataclass(frozen=True)
class Winners:
    players: Sequence[ResultRow]
    people: int  # two of each couple
    points: Number
    dashes: int  # 0 if they are unknown, or if several players won
    ahead: str  # of the next player, in words


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
class Win:
    players: Sequence[Called]
    ahead: str
    round: int
    table: int


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
    substitutes: Sequence[tuple[str, str]]  # who, and the couple played for
    has_hidden: bool  # the scores of a round in play are for who organises
    busy: int  # players who still play the round, and are not in `rows` yet
    draws: range  # numbers of all draws, with those undone
    brought: int  # people whose results came from a file
    final: int | None  # the round that decides the first places

    @property
    def has_nameless(self) -> bool:
        return any(NOBODY in row.name for row in self.rows)

    @property
    def other_prizes(self) -> list[Prize]:
        """Return the prizes without an ordinary first one, whose winner stands above them."""
        return [prize for prize in self.prizes if prize.place != 1 or prize.shared or prize.how]


class Written(NamedTuple):
    round: int
    table: int
    form: PlayedSheet
    names: dict[str, str]


class _Played(NamedTuple):
    """What a night's page is made of, with only the scores that this viewer may see."""

    stands: Sequence[NightTable]  # all tables of the night
    until: int | None  # the last round whose scores are shown; None: all of a closed night
    division: Division
    rounds: Sequence[int]
    forms: Mapping[int, PlayedSheet]  # by the id of the sheet
    roll: Mapping[int, Enrolled]  # the members of the club
    called: Mapping[int, Called]  # who played
    hides: bool  # the scores of a round in play


def _find_version(night: Night) -> str:
    return f"{night.season.club.results_version} {access.read_progress(night.pk)}"


@keep_until(_find_version)
def read_result(night: Night, names: NameDetail) -> NightResult:
    """Return the night's result with the names that this viewer may see."""
    closed = night.state == Night.State.CLOSED
    stands, until, division, rounds, forms, roll, called, hides = _read_played(night, names)
    busy = set() if until is None else finished.find_busy(stands, until, forms)
    division = division if closed else finished.leave_out(division, busy)
    guests = {pk for pk, member in roll.items() if member.guest}
    how = {} if closed else {stand.sheet: stand.how for stand in stands}
    rows = list(_list_rows(division, called, guests, how, closed=closed))
    game = build_game(night.season.reglement)
    return NightResult(
        rows=rows,
        rounds=rounds,
        has_dashes=game.dash,
        has_marks=night.season.marks_shown,
        by_places=is_by_places(night),
        lowest_wins=game.lowest_wins,
        uneven=describe_uneven(division, night),
        drawn=sorted({stand.round for stand in stands}),
        current_round=tables_overview.find_current_round(stands),
        cards=[result_cards.build_card(stand, forms.get(stand.sheet), called) for stand in stands],
        won=_find_winners(night.season, rows, game.dash) if closed else None,
        prizes=list_prizes(division, called) if closed else [],
        wins=_find_biggest_wins(stands, forms, called),
        corrections=_list_corrections(night, names),
        missed=season_texts.missed_round_in_words(night.season),
        fill_ins=list(_list_fill_ins(division, rounds, called)),
        substitutes=_list_substitutes(night, names, called),
        has_hidden=hides and any(stand.round > (until or 0) for stand in stands),
        busy=len(busy),
        draws=range(1, night.draw_records.count() + 1),
        brought=0 if stands else night.imported_results.count(),
        final=division.final,
        incomplete=finished.describe_incomplete(night, division, rounds, called),
    )


def _read_played(night: Night, names: NameDetail) -> _Played:
    stands = tables_overview.list_tables(night)
    hides = finished.has_hidden_scores(night, names)
    until = finished.find_last_shown(night, stands, names)
    roll = read_roll(night.season.club)
    division, rounds, forms = calculate.compute_night_in_full(night, stands, roll, until)
    if hides:
        shown = {stand.sheet for stand in stands if stand.round <= (until or 0)}
        forms = {pk: form for pk, form in forms.items() if pk in shown}
    people = {stint.member for form in forms.values() for stint in form.stints}
    people |= {row.player for row in division.rows}
    called = standing.call_players(night.season, people, names, find_known(roll, people))
    if night.season.open_evening:  # who sees it by its link may not see the club's other pages
        called = {pk: player._replace(address="") for pk, player in called.items()}
    return _Played(stands, until, division, rounds, forms, roll, called, hides)


def _list_rows(
    division: Division,
    called: Mapping[int, Called],
    guests: Collection[int],
    how: Mapping[int, Progress],
    *,
    closed: bool,
) -> Iterator[ResultRow]:
    """`how` has the progress of each sheet, and is empty for a closed night."""
    names = {pk: player.name for pk, player in called.items()}
    for order, row in enumerate(standing.sort_equals_by_name(division.rows, names), 1):
        remarks = standing.list_marks(row, division) if closed else []
        if row.player in guests and not row.rank:
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
    dashes = first[0].dashes if has_dashes and len(first) == 1 else None
    winner, ahead = first[0], ""
    for second in placed[len(first) :][:1]:
        if points := abs(winner.points - second.points):  # type: ignore[operator]
            words = ngettext(
                "%(points)s point ahead of %(name)s",
                "%(points)s points ahead of %(name)s",
                points if isinstance(points, int) else 2,
            )
            ahead = words % {"points": format_points(points), "name": second.name}
    people = season.count_people(len(first))
    return Winners(first, people, first[0].points, dashes or 0, ahead)


def is_by_places(night: Night) -> bool:
    return night.season.counting == Season.Counting.PLACES


def describe_uneven(division: Division, night: Night) -> str:
    """Return how places are decided while some tables have played more games than others, or ""."""
    if not division.uneven:
        return ""
    if is_by_places(night):
        return gettext(
            "Not all tables are equally far: until they are, places go by the average of a round."
        )
    return gettext(
        "Not all tables are equally far: until they are, places go by the average of a game."
    )


def list_prizes(division: Division, called: Mapping[int, Called]) -> list[Prize]:
    return [
        Prize(
            prize.place,
            [called[player] for player in prize.players],
            str(TieRuling.How(prize.how).label) if prize.how else "",
        )
        for prize in division.prizes
    ]


def _find_biggest_wins(
    stands: Sequence[NightTable], forms: Mapping[int, PlayedSheet], called: Mapping[int, Called]
) -> list[Win]:
    """Return the tables with a final result where the winner was furthest ahead of the second."""
    leads = [
        (win[1], stand, form, win[0])
        for stand in stands
        if stand.how.over and (stand.how.approved or stand.how.closed)
        if (form := forms.get(stand.sheet)) and (win := form.outcome.win)
    ]
    most = max((ahead for ahead, *_rest in leads), default=0)
    wins = []
    for ahead, stand, form, seats in leads:
        if ahead == most:
            stays = result_cards.list_stays(form.stints)
            players = [called[stays[seat][-1].member] for seat in seats if seat in stays]
            wins.append(Win(players, format_points(ahead), stand.round, stand.number))
    return wins


def _list_fill_ins(
    division: Division, rounds: Sequence[int], called: Mapping[int, Called]
) -> Iterator[FillIn]:
    for row in division.rows:
        for number, part in zip(rounds, row.tallies[0].slices, strict=True):
            if part.instead_of is not None and part.points is not None:
                points, own = format_points(part.points), format_points(part.instead_of)
                yield FillIn(called[row.player], number, points, own)


def _list_substitutes(
    night: Night, names: NameDetail, called: Mapping[int, Called]
) -> list[tuple[str, str]]:
    seats = TableSeat.objects.filter(round__night=night, couple__isnull=False)
    others = seats.exclude(member=F("couple__first")).exclude(member=F("couple__second"))
    played = dict.fromkeys(others.order_by("pk").values_list("member", "couple__first"))
    known = members.load_names({member for member, _first in played}, names)
    return [(known[pk], called[first].name) for pk, first in played if first in called]


def _list_corrections(night: Night, names: NameDetail) -> list[Correction]:
    entries = list(night.log_entries.filter(kind=NightLogEntry.Kind.REOPENED))
    if not entries:
        return []
    ids = [int(entry.body.get("table", 0)) for entry in entries]
    tables = Table.objects.filter(round__night=night).select_related("round").in_bulk(ids)
    reasons = corrections.redact_reasons(
        [entry.reason for entry in entries], night.season.club_id, names
    )
    found = []
    for entry, table, reason in zip(entries, map(tables.get, ids), reasons, strict=True):
        where: tuple[int | None, int | None] = (None, None)
        if table:
            where = table.round.number, table.number
        found.append(Correction(entry.time, *where, reason))
    return found


@keep_until(_find_version)
def read_games(night: Night, names: NameDetail, number: int) -> dict[int, Grid]:
    played = _read_played(night, names)
    return {
        stand.id: result_cards.build_games(form, played.called)
        for stand in played.stands
        if stand.round == number and (form := played.forms.get(stand.sheet))
    }


def list_sheets(night: Night, names: NameDetail) -> Iterator[Written]:
    played = _read_played(night, names)
    for stand in played.stands:
        if form := played.forms.get(stand.sheet):
            shown = {
                seat: seated.names
                for seat, seated in result_cards.list_seated(form, played.called).items()
            }
            yield Written(stand.round, stand.number, form, shown)
