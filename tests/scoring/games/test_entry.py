import json
from pathlib import Path
from typing import Any

import pytest

from scoring.games import GAMES, find
from scoring.games.core.fields import Field
from scoring.games.core.game import Game
from scoring.toolkit.texts import Text
from tests.scoring.games.asking import english

# By key: kind and bounds; who, where it is not everybody.
Part = list[Any]
ENTERED = json.loads(Path(__file__).with_name("entered.json").read_text(encoding="utf-8"))

every_key = pytest.mark.parametrize("key", ENTERED)


def game(key: str, **options: Any) -> Game:
    system = find(key)
    assert system is not None
    return system(options)


def described(field: Field) -> Part:
    bounds = (field.low, field.high) if field.kind == "number" else ()
    return [field.kind, *bounds, *([field.who] if field.who != "all" else [])]


def test_every_game_is_listed() -> None:
    assert list(ENTERED) == [system.key for system in GAMES]


@every_key
def test_what_is_entered(key: str) -> None:
    system = game(key)
    assert ENTERED[key] == {
        "short": described(system.short) if system.short else None,
        "entry": {field.key: described(field) for field in system.parts},
        "row": {field.key: described(field) for field in system.row},
    }
    assert (system.short is not None and system.short.dashed) == system.dash
    fields = [*system.parts, *system.row]
    assert len({(english(field.label), field.side) for field in fields}) == len(fields)


@pytest.mark.parametrize(
    ("key", "part"),
    [
        ("jokeren", "cards"),
        ("amerikaans-jokeren", "points"),
        ("rummy", "points"),
        ("rummikub", "points"),
    ],
)
def test_bare_number_stands_for_a_part(key: str, part: str) -> None:
    short = game(key).short
    assert short is not None
    assert short.key == part


@pytest.mark.parametrize(
    ("key", "choices"),
    [
        ("rummy", ["out", "pool"]),
        ("rummikub", ["out", "pool"]),
        ("rummikub-american", ["out", "pool"]),
        ("rummikub-international", ["open", "foot", "closed", "none"]),
    ],
)
def test_ends_of_a_game(key: str, choices: list[str]) -> None:
    assert list(game(key).row_fields["end"].choices) == choices


def test_bids() -> None:
    choices = game("vijfhonderd").row_fields["bid"].choices
    ordinary = [f"{level}{suit}" for level in range(6, 11) for suit in ("S", "C", "D", "H", "NT")]
    assert list(choices) == [*ordinary, "M", "OM", "BM", "P"]
    assert [english(choices[bid]) for bid in ("6S", "7C", "8D", "9H", "10NT", "M", "P")] == [
        *("6♠", "7♣", "8♦", "9♥", "10 no trump"),
        *("Misère", "All passed"),
    ]


def test_every_bid_is_drawn_with_its_suit() -> None:
    bids = game("vijfhonderd").row_fields["bid"]
    right = "6 to 10 with S, C, D, H or NT, such as 7H; M, OM, BM; or P when all pass"
    assert english(Text(bids.right)) == right
    assert bids.drawn.keys() == bids.choices.keys()
    assert {bid for bid, drawing in bids.drawn.items() if drawing.suit} == {
        f"{level}{suit}" for level in range(6, 11) for suit in "SCDH"
    }
