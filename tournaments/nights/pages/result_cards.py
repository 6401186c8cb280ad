from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from scoring.pages import grid
from scoring.pages.grid import Grid
from scoring.sheets.progress import Progress
from scoring.toolkit.figures import format_points
from tournaments.nights.pages.tables_overview import NightTable
from tournaments.standings.pages.standing import Called
from tournaments.standings.played_nights import PlayedSheet
from tournaments.standings.sheet_result import SeatGames


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


def build_card(
    stand: NightTable, form: PlayedSheet | None, called: Mapping[int, Called]
) -> TableCard:
    people = list_seated(form, called) if form else {}
    entrants = dict.fromkeys(people.values())  # a couple once
    in_order = tuple(sorted(entrants, key=lambda person: person.place or len(people) + 1))
    return TableCard(stand.id, stand.round, stand.number, stand.how, in_order)


def list_seated(form: PlayedSheet, called: Mapping[int, Called]) -> dict[str, Seated]:
    """Return each seat of a sheet with its result, in the order of the sheet, keyed by the name
    written there, which not everybody may see. A couple is recorded on only one of its two seats,
    so both seats get the same names.
    """
    result, players = form.outcome.whole, form.outcome.data["players"]
    stays = list_stays(form.stints)
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


def list_stays(stints: Iterable[SeatGames]) -> dict[str, list[SeatGames]]:
    """Return who sat on each seat for which games, in order, keyed by the name of the seat."""
    stays: dict[str, list[SeatGames]] = {}
    for stay in stints:
        stays.setdefault(stay.name, []).append(stay)
    return stays


def build_games(form: PlayedSheet, called: Mapping[int, Called]) -> Grid:
    """Return the sheet's games up to the last one played, with the names to show."""
    names = {seat: seated.names for seat, seated in list_seated(form, called).items()}
    whole = grid.build_grid(form.outcome.data)
    written = (
        line.number
        for line in whole.lines
        if line.void or line.said or any(cell.kind != "empty" for cell in line.cells)
    )
    last = max(written, default=0)
    lines = [line._replace(turn="", next=False) for line in whole.lines[:last]]
    return grid.rename(replace(whole, lines=lines), names)
