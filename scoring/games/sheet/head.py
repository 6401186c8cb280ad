from collections.abc import Mapping
from typing import Literal, NamedTuple

from scoring.games import build_game, find_game
from scoring.games.core.fields import OUT_OF_BOUNDS, ROUND
from scoring.games.core.game import Game
from scoring.games.core.options import TOTALS
from scoring.toolkit.problems import NOT_USED, ProblemCode, Problems, shorten_value
from scoring.toolkit.texts import Text, _, is_visible, normalize

NOT_A_SHEET = ProblemCode(
    1, _("this is not a sheet: write an object with game, players and games.")
)
WRONG_COUNT = ProblemCode(5, _("%(count)s players are named: at a table play %(right)s."))
WRONG_NAME = ProblemCode(6, _("%(given)s is not a name: write 1 to 60 ordinary characters."))
SAME_NAME = ProblemCode(7, _("two players are called %(given)s: give each a name of their own."))
NOT_SEATED = ProblemCode(8, _("%(given)s is named as %(what)s but does not sit at this table."))

KEYS = {
    *("game", "options", "players", "scribe", "first_dealer", "first_starter"),
    *("title", "round", "games", "paper"),
}
SEATED = {
    "scribe": _("scribe"),
    "first_dealer": _("first dealer"),
    "first_starter": _("first to play"),
}


def turn_key(game: Game) -> Literal["first_dealer", "first_starter"]:
    return "first_dealer" if game.has_dealer else "first_starter"


class Head(NamedTuple):
    game: Game
    players: list[str]
    first: int  # the seat that deals first, or in tile games starts
    round: int  # the round of the night in which the sheet begins; some contracts depend on it


def read_head(data: object, problems: Problems) -> Head | None:
    """Return None if its faults make scoring impossible."""
    if not isinstance(data, dict):
        problems.refuse(NOT_A_SHEET)
        return None
    system = find_game(data.get("game"), problems)
    if system is None:
        return None
    seated = _count(system, data.get("players"))
    game = build_game(system, data.get("options"), problems, seated)
    known = KEYS | {"totals_only"} if game and game.entry == TOTALS else KEYS
    for key in [key for key in data if key not in known]:
        problems.refuse(NOT_USED, given=shorten_value(key))
    players = _players(game or system, data.get("players"), problems)
    if game is None or players is None:
        return None
    first = _first_seat(game, players, data, problems)
    return Head(game, players, first, _round(game, data.get("round"), problems))


def _count(system: type[Game] | Game, players: object) -> int | None:
    low, high = system.seats
    return len(players) if isinstance(players, list) and low <= len(players) <= high else None


def _players(system: type[Game] | Game, players: object, problems: Problems) -> list[str] | None:
    if not isinstance(players, list) or _count(system, players) is None:
        count = len(players) if isinstance(players, list) else 0
        problems.refuse(WRONG_COUNT, count=count, right=seats_in_words(system))
        return None
    strange = [name for name in players if not is_name(name)]
    if strange:
        problems.refuse(WRONG_NAME, given=shorten_value(strange[0]))
        return None
    read = [normalize(name) for name in players]
    if len(set(read)) < len(read):
        twice = next(name for name in read if read.count(name) > 1)
        problems.refuse(SAME_NAME, given=twice)
        return None
    return players


def seats_in_words(system: type[Game] | Game) -> Text | int:
    low, high = system.seats
    return Text(_("%(low)s to %(high)s"), low=low, high=high) if low < high else low


def is_same_aloud(name: str, other: str) -> bool:
    return normalize(name).casefold() == normalize(other).casefold()


def join_names(name: str, other: str) -> str:
    return name if name == other else f"{name} + {other}"


def is_name(name: object) -> bool:
    """1 to 60 characters, none invisible or turning the direction of the text."""
    return isinstance(name, str) and len(name) <= 60 and is_visible(name) and bool(name.strip())


def _first_seat(
    game: Game, players: list[str], data: Mapping[str, object], problems: Problems
) -> int:
    """Who deals or, with tiles, starts; if nobody is named, left of the scribe or the scribe."""
    seats = {key: _seat(key, players, data, problems) for key in SEATED}
    scribe = seats["scribe"] or 0
    unused = "first_starter" if game.has_dealer else "first_dealer"
    if seats[unused] is not None:
        problems.refuse(NOT_USED, given=Text(SEATED[unused]))
    first = seats[turn_key(game)]
    if first is not None:
        return first
    return (scribe + 1) % len(players) if game.has_dealer else scribe


def _round(game: Game, given: object, problems: Problems) -> int:
    if given is None:
        return 1
    if not game.by_round:
        problems.refuse(NOT_USED, given=ROUND.key)
    elif type(given) is int and ROUND.low <= given <= ROUND.high:
        return given
    else:
        what, (low, high) = Text(ROUND.label), (ROUND.low, ROUND.high)
        problems.refuse(OUT_OF_BOUNDS, given=shorten_value(given), what=what, low=low, high=high)
    return 1


def _seat(
    key: str, players: list[str], data: Mapping[str, object], problems: Problems
) -> int | None:
    name = data.get(key)
    if name is None:
        return None
    if name in players:
        return players.index(name)
    problems.refuse(NOT_SEATED, given=shorten_value(name), what=Text(SEATED[key]))
    return None
