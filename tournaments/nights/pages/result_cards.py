from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from scoring.pages import grid
from scoring.pages.grid import Grid
from scoring.sheets.progress import Progress
from scoring.toolkit.figures import format_points
from tournaments.models import Night
from tournaments.names import NameDetail
from tournaments.nights.pages.shown_scores import (
    ShownScores,
    call_everybody,
    find_version,
    read_scores,
)
from tournaments.standings.pages import standing_texts
from tournaments.standings.pages.standing_texts import Called
from tournaments.standings.season_history import keep_until
from tournaments.standings.sheet_result import SeatGames
from tournaments.standings.who_played import PlayedSheet


class Seated(NamedTuple):
    players: tuple[Called, ...]
    place: int | None
    points: str
    dashes: int

    @property
    def names(self) -> str:
        return " / ".join(player.name for player in self.players)


@dataclass(frozen=True)
class TableCard:
    id: int
    round: int
    number: int
    how: Progress
    people: tuple[Seated, ...]

    @property
    def names(self) -> set[str]:
        return {player.name for person in self.people for player in person.players}


@dataclass(frozen=True)
class Win:
    players: Sequence[Called]
    ahead: str
    round: int
    table: int


class Written(NamedTuple):
    round: int
    table: int
    form: PlayedSheet
    names: dict[str, str]


def list_cards(scores: ShownScores, called: Mapping[int, Called]) -> list[TableCard]:
    cards = []
    for stand in scores.tables:
        form = scores.forms.get(stand.sheet)
        people = _list_seated(form, called) if form else {}
        entrants = dict.fromkeys(people.values())  # a couple once
        in_order = sorted(entrants, key=lambda person: person.place or len(people) + 1)
        cards.append(TableCard(stand.id, stand.round, stand.number, stand.how, tuple(in_order)))
    return cards


def _list_seated(form: PlayedSheet, called: Mapping[int, Called]) -> dict[str, Seated]:
    """Return each seat of a sheet with its result, in the order of the sheet, keyed by the name
    written there, which not everybody may see. A couple is recorded on only one of its two seats,
    so both seats get the same names.
    """
    result, players = form.outcome.whole, form.outcome.data["players"]
    stays = _list_stays(form.stints)
    partners = players[2:] + players[:2] if form.outcome.game.partners else players
    places = {name: group["rank"] for group in result["ranking"] for name in group["players"]}
    points = result["match_points"] or result["totals"]
    seated = {}
    for seat, partner in zip(players, partners, strict=True):
        there = stays.get(seat) or stays.get(partner) or ()
        seated[seat] = Seated(
            players=tuple(dict.fromkeys(called[stay.member] for stay in there)),
            place=places.get(seat) if form.outcome.last else None,
            points=format_points(points.get(seat)) if form.outcome.last else "",
            dashes=result["dashes"].get(seat, 0),
        )
    return seated


def _name_seats(form: PlayedSheet, called: Mapping[int, Called]) -> dict[str, str]:
    return {seat: seated.names for seat, seated in _list_seated(form, called).items()}


def _list_stays(stints: Iterable[SeatGames]) -> dict[str, list[SeatGames]]:
    """Return who sat on each seat for which games, in order, keyed by the name of the seat."""
    stays: dict[str, list[SeatGames]] = {}
    for stay in stints:
        stays.setdefault(stay.name, []).append(stay)
    return stays


def find_biggest_wins(scores: ShownScores, called: Mapping[int, Called]) -> list[Win]:
    """Return the tables with a final result where the winner was furthest ahead of the second."""
    leads = [
        (win[1], stand, form, win[0])
        for stand in scores.tables
        if stand.how.over and (stand.how.approved or stand.how.closed)
        if (form := scores.forms.get(stand.sheet)) and (win := form.outcome.win)
    ]
    most = max((ahead for ahead, *_rest in leads), default=0)
    wins = []
    for ahead, stand, form, seats in leads:
        if ahead == most:
            stays = _list_stays(form.stints)
            players = [called[stays[seat][-1].member] for seat in seats if seat in stays]
            wins.append(
                Win(players, standing_texts.format_points(ahead), stand.round, stand.number)
            )
    return wins


@keep_until(find_version)
def read_games(night: Night, detail: NameDetail, number: int) -> dict[int, Grid]:
    scores = read_scores(night, detail)
    called = call_everybody(night, scores, detail)
    return {
        stand.id: _build_games(form, called)
        for stand in scores.tables
        if stand.round == number and (form := scores.forms.get(stand.sheet))
    }


def _build_games(form: PlayedSheet, called: Mapping[int, Called]) -> Grid:
    """Return the sheet's games up to the last one played, with the names to show."""
    whole = grid.build_grid(form.outcome.data)
    written = (
        line.number
        for line in whole.lines
        if line.void or line.said or any(cell.kind != "empty" for cell in line.cells)
    )
    last = max(written, default=0)
    lines = [line._replace(turn="", next=False) for line in whole.lines[:last]]
    return grid.rename(replace(whole, lines=lines), _name_seats(form, called))


def list_sheets(night: Night, detail: NameDetail) -> Iterator[Written]:
    scores = read_scores(night, detail)
    called = call_everybody(night, scores, detail)
    for stand in scores.tables:
        if form := scores.forms.get(stand.sheet):
            yield Written(stand.round, stand.number, form, _name_seats(form, called))
