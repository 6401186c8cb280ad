"""The options of every game system: what may be set, and what holds where nothing is set."""

from typing import Any

import pytest

from scoring.games import GAMES, find

SERIES = ["M3", "S4", "R3+R4", "R4+R5", "R5+S4", "R5+all"]
TIE_BREAK = ("shared", ["shared", "dashes", "best_game", "last_game"])


def whole(default: int | None, low: int, high: int) -> tuple[Any, Any]:
    return default, range(low, high + 1)


def open_end() -> dict[str, Any]:
    return {"games": whole(None, 1, 50), "tie_break": TIE_BREAK}


def jokeren(games: int, subtotal: int, contracts: list[str]) -> dict[str, Any]:
    return {
        "games": whole(games, 1, 50),
        "tie_break": TIE_BREAK,
        "subtotal_after": whole(subtotal, 0, 49),
        "hand_max": whole(13, 5, 60),
        "joker_points": whole(1, 1, 50),
        "contracts": (contracts, None),
        "first_meld": whole(0, 0, 100),
    }


def rummikub(first_meld: int) -> dict[str, Any]:
    return {
        **open_end(),
        "joker_value": (30, [25, 30]),
        "first_meld": whole(first_meld, 0, 100),
        "pool_tie": ("share", ["share", "organiser"]),
    }


OPTIONS: dict[str, dict[str, Any]] = {
    "jokeren": jokeren(10, 5, []),
    "jokeren-potjes": jokeren(6, 0, SERIES),
    "jokeren-vijf": jokeren(5, 0, SERIES[:5]),
    "amerikaans-jokeren": {
        "games": whole(7, 1, 50),
        "tie_break": TIE_BREAK,
        "joker_low": whole(10, 2, 100),
        "joker_high": whole(20, 2, 100),
        "contracts": (["S3", "R3", "S4", "R4", "R5", "R6", "all"], None),
        "contract_by": ("game", ["game", "round"]),
    },
    "jolly": {
        **open_end(),
        "target": (500, range(100, 501, 50)),
        "first_meld": whole(30, 0, 100),
    },
    "rummy": {
        **open_end(),
        "joker_value": (25, [25, 30]),
        "first_meld": whole(30, 0, 100),
        "win_points": (1, None),
        "draw_points": (0.5, None),
    },
    "rummikub": rummikub(30),
    "rummikub-american": rummikub(21),
    "rummikub-international": {
        **open_end(),
        "joker_value": (30, [25, 30]),
        "first_meld": whole(50, 0, 100),
        "trump_bonus": (0, [0, 50]),
    },
    "vijfhonderd": {**open_end(), "defenders_stop_at": (None, [None, 480, 490])},
    "klaverjassen": {
        "games": whole(16, 1, 50),
        "tie_break": TIE_BREAK,
        "subtotal_every": whole(4, 0, 25),
        "tie": ("nat", ["nat", "made"]),
        "counter_pit": (100, [100, 0]),
        "revoke": ("262_roem", ["262_roem", "262", "162_roem"]),
        "four_jacks": (200, [200, 100]),
        "four_alike": ("seven_up", ["seven_up", "ten_up"]),
        "trump_by": ("forehand", ["forehand", "choice"]),
    },
    "boerenbridge": {
        **open_end(),
        "most": whole(10, 1, 17),
        "course": ("up", ["up", "down"]),
        "exact": whole(10, 0, 50),
        "per_trick": whole(2, 0, 20),
        "miss": whole(2, 0, 20),
        "hook": ("always", ["always", "above_3", "never"]),
    },
    "hartenjagen": {
        **open_end(),
        "variant": ("american", ["american", "dutch"]),
        "target": (None, range(20, 501)),
    },
    "punten": {
        **open_end(),
        "per": ("game", ["game", "round"]),
        "lowest_wins": (False, [False, True]),
        "sides": (False, [False, True]),
        "least": whole(-9999, -9999, 9999),
        "most": whole(9999, -9999, 9999),
        "halves": (False, [False, True]),
        "control": (None, range(-9999, 10_000)),
        "dash": (False, [False, True]),
        "dealer": (True, [False, True]),
    },
}

settable = pytest.mark.parametrize(
    ("key", "option"), [(key, option) for key in OPTIONS for option in OPTIONS[key]]
)


def test_every_game_has_its_options_and_no_others() -> None:
    assert {game.key: set(game.options) for game in GAMES} == {
        key: set(options) for key, options in OPTIONS.items()
    }


@settable
def test_an_option_allows_what_it_should_and_no_more(key: str, option: str) -> None:
    game = find(key)
    assert game is not None
    default, choices = OPTIONS[key][option]
    found = game.options[option]
    assert found.default == default
    if choices is None:  # lists and halves: the golden sheets show them
        return
    tried = [None, *range(-1, 600), *(choices if isinstance(choices, list) else [])]
    allowed = [value for value in tried if found.allows(value)]
    assert set(allowed) == ({*choices} & {*tried}) | ({None} if default is None else set())
