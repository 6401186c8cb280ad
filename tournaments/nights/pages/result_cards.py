"""The cards of tables on the result page of a night: who sat at the table, with what result."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from django.template.loader import render_to_string
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from scoring.pages import grid
from scoring.pages.grid import Grid
from scoring.pages.words import format_points
from scoring.sheets.progress import Progress
from tournaments.names import split_name
from tournaments.nights.pages.tables_overview import NightTable
from tournaments.standings.played_nights import PlayedSheet
from tournaments.standings.sheet_result import SeatGames

SHARED = " / "  # between the names of those who sat on one seat
EVERY_TABLE = -1  # the page's number for "open all tables"


class Seated(NamedTuple):
    """A seat at a table: who sat there, and their result."""

    names: str  # everybody who sat there, in order
    place: int | None
    points: str
    dashes: int


class Scored(NamedTuple):
    """A table of the night with its progress and the results of its seats."""

    id: int
    round: int
    number: int
    how: Progress
    people: tuple[Seated, ...]
    addresses: tuple[tuple[str, str], ...]  # names of people with a page, each with its address
    games: SafeString | None  # None: folded up


def build_card(
    stand: NightTable,
    form: PlayedSheet | None,
    names: Mapping[int, str],
    addresses: Mapping[str, str],
    opened: int,
) -> Scored:
    """Build the card of a table, one of the boxes on the result page. `names` has the name to show
    for each member. `addresses` has the address of each player's page, keyed by that name. `opened`
    is the id of the table whose games are shown, or EVERY_TABLE.
    """
    people = list_seated(form, names) if form else {}
    games = None
    if form and opened in (stand.id, EVERY_TABLE):
        shown = {seat: seated.names for seat, seated in people.items()}
        games = _drawn(stand.number, _games(grid.build_grid(form.outcome.data), shown))
    entrants = dict.fromkeys(people.values())  # a couple once
    in_order = tuple(sorted(entrants, key=lambda person: person.place or len(people) + 1))
    names_here = [name for person in in_order for name in person.names.split(SHARED)]
    links = tuple((name, addresses[name]) for name in names_here if name in addresses)
    return Scored(stand.id, stand.round, stand.number, stand.how, in_order, links, games)


def _link(names: str, addresses: Mapping[str, str]) -> SafeString:
    """Return the names of a seat as HTML, each with a link to the player's page if there is one."""
    parts = [(addresses.get(name), _unbroken(name)) for name in names.split(SHARED)]
    shown = (
        (format_html('<a href="{}">{}</a>', address, name) if address else name,)
        for address, name in parts
    )
    return format_html_join(SHARED, "{}", shown)


def _unbroken(names: str) -> str:
    """Return the names of a seat as HTML in which a line breaks only at spaces, and not behind a
    particle such as “van”.
    """
    parts = split_name(names)
    if "-" not in names and len(parts) == names.count(" ") + 1:
        return names
    return format_html_join(" ", "<span>{}</span>", ((part,) for part in parts))


def list_seated(form: PlayedSheet, names: Mapping[int, str]) -> dict[str, Seated]:
    """Return each seat of a sheet with its result, in the order of the sheet, keyed by the name
    written there. Not everybody may see that name, so `names` has the name to show for each member.
    A couple is recorded on only one of its two seats, so both seats get the same names.
    """
    result = form.outcome.whole
    seats, players = list_stays(form.stints), form.outcome.data["players"]
    places = {name: group["rank"] for group in result["ranking"] for name in group["players"]}
    points = result["match_points"] or result["totals"]
    return {
        seat: Seated(
            names=SHARED.join(
                dict.fromkeys(
                    names[stay.member] for stay in seats.get(seat) or seats.get(across) or ()
                )
            ),
            place=places.get(seat) if form.outcome.last else None,
            points=format_points(points.get(seat)) if form.outcome.last else "",
            dashes=result["dashes"].get(seat, 0),
        )
        for seat, across in zip(players, _partners(form), strict=True)
    }


def _partners(form: PlayedSheet) -> list[str]:
    """Return for each seat the name of the seat across, in a game with partners. In other games,
    return for each seat its own name.
    """
    players = form.outcome.data["players"]
    return players[2:] + players[:2] if form.outcome.game.partners else players


def list_stays(stints: Iterable[SeatGames]) -> dict[str, list[SeatGames]]:
    """Return who sat on each seat for which games, in order, keyed by the name of the seat."""
    stays: dict[str, list[SeatGames]] = {}
    for stay in stints:
        stays.setdefault(stay.name, []).append(stay)
    return stays


def _games(whole: Grid, names: Mapping[str, str]) -> Grid:
    """Return the grid of a sheet's games, up to the last game played, for the result page of a
    night. `names` has the name to show for each name written on the sheet.
    """
    last = max((line.number for line in whole.lines if _is_written(line)), default=0)
    lines = [line._replace(turn="", next=False) for line in whole.lines[:last]]
    return grid.rename(replace(whole, lines=lines), names)


def _is_written(line: grid.GridLine) -> bool:
    return bool(line.void or line.said) or any(cell.kind != "empty" for cell in line.cells)


def _drawn(number: int, grid: Grid) -> SafeString:
    return render_to_string("tournaments/nights/_games.html", {"number": number, "grid": grid})


def render_cards(cards: Iterable[Scored], *, dashes: bool) -> SafeString:
    """Return the HTML of the cards of tables. The HTML of each card is cached until the card
    changes. `dashes` tells whether the game has dashes.
    """
    language = get_language()
    return SafeString("".join(_in_html(card, dashes, language) for card in cards))


@lru_cache(maxsize=1000)
def _in_html(card: Scored, dashes: bool, _language: str | None) -> SafeString:
    addresses = dict(card.addresses)
    people = [person._replace(names=_link(person.names, addresses)) for person in card.people]
    card = card._replace(people=tuple(people))
    return render_to_string("tournaments/nights/_card.html", {"card": card, "dashes": dashes})
