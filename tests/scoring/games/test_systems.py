"""What a game system makes of its options. What it makes of a sheet, golden sheets show."""

from typing import Any

import pytest

from scoring.games.amerikaans import Amerikaans
from scoring.games.boerenbridge import Boerenbridge
from scoring.games.hartenjagen import Hartenjagen
from scoring.games.jokeren import Jokeren
from scoring.games.klaverjassen import Klaverjassen
from scoring.games.vijfhonderd import Vijfhonderd
from scoring.toolkit.texts import Text
from tests.scoring.games.asking import english


@pytest.mark.parametrize(
    ("options", "players", "cards"),
    [
        ({"most": 3}, 3, [1, 2, 3, 2, 1]),
        ({"most": 3, "course": "down"}, 3, [3, 2, 1, 2, 3]),
        ({"most": 17}, 10, [1, 2, 3, 4, 5, 4, 3, 2, 1]),
        ({"most": 1}, 4, [1]),
        ({"most": 1, "course": "down"}, 4, [1]),
        ({"most": 2}, None, [1, 2, 1]),
    ],
)
def test_cards_of_every_game_of_boerenbridge(
    options: dict[str, object], players: int | None, cards: list[int]
) -> None:
    assert Boerenbridge(options, players).cards == cards


@pytest.mark.parametrize(("players", "games"), [(3, 19), (5, 19), (6, 15), (10, 9), (None, None)])
def test_course_is_as_long_as_the_pack_allows(players: int | None, games: int | None) -> None:
    game = Boerenbridge({}, players)
    assert (game.games, game.most_games) == (games, games)
    if players:
        assert Boerenbridge({"games": 40}, players).games == games
        assert Boerenbridge({"games": 4}, players).games == 4


def test_line_of_a_game_says_how_many_cards() -> None:
    contracts = [Boerenbridge({"most": 2}, 3).contract_in_words(number) for number in range(1, 5)]
    assert [*map(english, contracts)] == ["1 card", "2 cards", "1 card", ""]


@pytest.mark.parametrize(("options", "cards"), [({}, 1), ({"course": "down"}, 10)])
def test_example_of_boerenbridge_is_its_first_game(options: dict[str, Any], cards: int) -> None:
    (row,) = Boerenbridge(options, 3).examples
    cells = {"Ans": {"bid": cards, "tricks": cards}, "Bob": {"bid": 1, "tricks": 0}}
    assert row["entries"] == {**cells, "Cor": {"bid": 0, "tricks": 0}}


def test_examples_of_klaverjassen_say_who_plays_where_that_is_chosen() -> None:
    examples = Klaverjassen({"trump_by": "choice"}, 4).examples
    assert [row.get("by") for row in examples] == ["Cor", "Dik", "Ans"]
    assert all("by" not in row for row in Klaverjassen({}, 4).examples)


@pytest.mark.parametrize(
    ("system", "options", "nothing"),
    [
        (Jokeren, {}, {"joker_points"}),
        (Jokeren, {"joker_points": 2}, set()),
        (Jokeren, {"games": 5, "joker_points": 2}, set()),
        (Jokeren, {"games": 4}, {"joker_points", "subtotal_after"}),
        (Hartenjagen, {"games": 3}, {"target"}),
        (Hartenjagen, {}, set()),
        (Hartenjagen, {"games": 3, "variant": "dutch"}, set()),
    ],
)
def test_options_without_meaning(system: Any, options: dict[str, Any], nothing: set[str]) -> None:
    game = system(options)
    assert {key for key in game.options if game.does_nothing(key)} == nothing


@pytest.mark.parametrize("joker_points", [1, 2])
def test_jokers_are_asked_where_they_count_more(joker_points: int) -> None:
    _short, jokers, could = Jokeren({"joker_points": joker_points}).parts
    assert jokers.in_use == could.in_use == (joker_points > 1)


def test_every_bid_is_drawn_with_its_suit() -> None:
    bids = Vijfhonderd({}).row_fields["bid"]
    right = "6 to 10 with S, C, D, H or NT, such as 7H; M, OM, BM; or P when all pass"
    assert english(Text(bids.right)) == right
    assert bids.drawn.keys() == bids.choices.keys()
    assert {bid for bid, drawing in bids.drawn.items() if drawing.suit} == {
        f"{level}{suit}" for level in range(6, 11) for suit in "SCDH"
    }


@pytest.mark.parametrize(("seated", "jokers"), [(4, 3), (3, 2), (None, 3)])
def test_one_joker_fewer_than_players(seated: int | None, jokers: int) -> None:
    game = Amerikaans({"jokers": "by_players"}, seated)
    assert game.pack.jokers == jokers
