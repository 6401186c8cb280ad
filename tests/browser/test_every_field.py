"""Every field of every game can be entered: in the phone's steps, and from paper. A game whose
field nobody asks for fails here.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from scoring import games
from scoring.browser.game_description import describe_game
from scoring.games import GAMES
from scoring.games.core.fields import Field
from scoring.games.core.game import Game
from scoring.games.sheet.rows import DASH
from scoring.pages.entry_columns import Column, build_columns
from tests.browser.scribe import NAMES, Scribe, opened

WALK = Path(__file__).with_name("every_field.js").read_text(encoding="utf-8")


def house_rules(system: type[Game]) -> Iterator[dict[str, Any]]:
    yield {}
    for key, option in system.options.items():
        yield from ({key: value} for value in option.choices if value != option.default)


def fields_of(game: Game) -> dict[str, Field]:
    short = (game.short,) if game.short else ()
    return {field.key: field for field in (*short, *game.parts, *game.row) if field.in_use}


def not_asked(page, game: Game, asks: dict[str, Any] | None = None) -> set[str]:
    """Return the fields that no phone asks, though they may have to be entered."""
    names = NAMES[: game.seats[1]]
    seen, never = page.evaluate(WALK, [describe_game(game), names, asks])
    return {
        key
        for key, field in fields_of(game).items()
        if not (key in seen or field.said_before or (key in never and field.optional))
    }


def not_typed(game: Game) -> set[str]:
    """Return the fields that no column of the paper's grid takes. Cards and tiles are typed as
    what they come to, if the game takes that as well.
    """
    made = build_columns(game, NAMES[: game.seats[1]])
    typed = {key for column in made for key in _keys(column)}
    short = game.short.key if game.short else ""
    return {
        key
        for key, field in fields_of(game).items()
        if key not in typed | {short} and not field.said_before and not _is_of_hand(game, field)
    }


def _keys(column: Column) -> Iterator[str]:
    yield from (column.key, column.instead)
    if column.jokers:
        yield from (column.jokers.beside, "jokers", column.jokers.verdict)
    for _word, meant in column.words:
        yield from meant if isinstance(meant, dict) else ()
        yield from ["out"] if meant == DASH else ()


def _is_of_hand(game: Game, field: Field) -> bool:
    hands = [other.key for other in game.parts if other.kind == "hand"]
    asks_hand = any(None in field.unless.get(key, ()) for key in hands)
    return bool(game.short or len(game.parts) > len(hands)) and (field.key in hands or asks_hand)


@pytest.fixture
def phone_page(phone, site):
    Scribe(phone, site, opened())
    return phone


def test_every_field_is_asked_on_the_phone(phone_page):
    for system in GAMES:
        for options in house_rules(system):
            assert not_asked(phone_page, system(options)) == set(), (system.key, options)


@pytest.mark.parametrize("system", GAMES, ids=lambda system: system.key)
def test_every_field_is_typed_from_paper(system):
    for options in house_rules(system):
        assert not_typed(system(options)) == set(), options


ASKS = """async (described) => {
  const script = document.querySelector('script[src*="/phone/phone"]').src;
  const { addAsks, load } = await import(new URL("../games/score.js", script));
  await load(described.twin);
  addAsks(described);
  const { short, entry, row } = described;
  const fields = [...(short ? [short] : []), ...entry, ...row];
  return Object.fromEntries(fields.map((field) => [field.key, field]));
}"""


TOLD = [
    (
        "hartenjagen",
        {},
        {
            "points": {"fits": True},
            "moon": {"ask": "last", "rare": True, "shown_by": ["points", 26]},
        },
    ),
    ("boerenbridge", {}, {"tricks": {"fits": True}, "misdealt": {"ask": "last", "rare": True}}),
    ("klaverjassen", {}, {"roem_24": {"adds": [20, 40, 50, 100, 200], "beside": "points_13"}}),
    ("klaverjassen", {"four_jacks": 100}, {"roem_13": {"adds": [20, 40, 50, 70, 100]}}),
    ("klaverjassen", {}, {"points_24": {"against": "by", "beside": "points_13"}}),
    ("vijfhonderd", {}, {"opponent_tricks": {"ask": "never"}}),
]


def test_twin_says_how_its_fields_are_asked(phone_page):
    for key, options, told in TOLD:
        fields = phone_page.evaluate(ASKS, describe_game(games.find(key)(options)))
        for name, hints in told.items():
            assert fields[name].items() >= hints.items(), (key, options)
