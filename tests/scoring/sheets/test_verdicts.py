"""What a joker left in hand costs while nobody said whether it could have been melded."""

import pytest

from scoring.games import build_sheet_game
from scoring.sheets.verdicts import contract_number, count_jokers, say_yes

SHEET = {
    "game": "amerikaans-jokeren",
    "players": ["Ans", "Bob", "Cor", "Dik"],
    "options": {"contract_by": "round"},
    "round": 2,
    "games": [],
}


def test_yes_is_said_of_hands_with_a_joker_that_nobody_judged():
    counted, told, listed = (
        {"points": 30, "jokers": 1},
        {"jokers": 2, "could_meld": False},
        {"cards": ["9h", "*"]},
    )
    entries = {"Ans": "-", "Bob": counted, "Cor": told, "Dik": listed}
    plain = {"Ans": 5, "Bob": {"points": 30}, "Cor": {"cards": ["9h"]}, "Dik": {"cards": 12}}
    games = [{"entries": entries, "starter": "Bob"}, {"void": "misdeal"}, {"entries": plain}]
    yes = say_yes(SHEET | {"games": games})
    answered = {"Bob": counted | {"could_meld": True}, "Dik": listed | {"could_meld": True}}
    assert yes == SHEET | {"games": [games[0] | {"entries": entries | answered}, *games[1:]]}


@pytest.mark.parametrize(
    ("entry", "jokers"),
    [
        ({"cards": ["*", "9h", "*"]}, 2),
        ({"cards": ["9h"], "jokers": 1}, 0),
        ({"jokers": 3}, 3),
        ({}, 0),
    ],
)
def test_jokers_are_counted_among_the_cards_or_as_entered(entry, jokers):
    assert count_jokers(entry) == jokers


@pytest.mark.parametrize(
    ("options", "rounds", "number", "contract"),
    [
        ({}, [None, 3, None, 4], 1, 2),
        ({}, [None, 3, None, 4], 3, 3),
        ({}, [None, 3, None, 4], 4, 4),
        ({"contract_by": "game"}, [None, 3, None, 4], 3, 3),
        ({"contract_by": "game"}, [5, 5], 2, 2),
    ],
)
def test_contract_is_that_of_the_game_or_of_the_last_round_entered(
    options, rounds, number, contract
):
    games = [{"round": given} if given else {} for given in rounds]
    data = SHEET | {"games": games, "options": SHEET["options"] | options}
    assert contract_number(data, build_sheet_game(data), number) == contract


def test_first_contract_holds_until_a_round_is_entered():
    data = SHEET | {"round": None, "games": [{}]}
    assert contract_number(data, build_sheet_game(data), 1) == 1
