from typing import Any

from scoring.games.core.options import (
    MOST_GAMES,
    NO_SUCH_OPTION,
    WRONG_OPTION,
    Option,
    contract_list,
    find_wrong_options,
    games,
    halves,
    one_of,
    whole_number,
)
from scoring.toolkit.texts import Text
from tests.scoring.games.asking import english


def allowed(option: Option, values: list[Any]) -> list[Any]:
    return [value for value in values if option.allows(value)]


def test_whole_number() -> None:
    option = whole_number(5, 0, 49, "Subtotal")
    assert allowed(option, [-1, 0, 1, 48, 49, 50]) == [0, 1, 48, 49]
    assert allowed(option, [None, True, 5.0, "5", []]) == []
    assert english(option.right) == "0 to 49"
    assert (option.default, option.label, option.choices) == (5, "Subtotal", {})
    assert (option.low, option.high, option.step) == (0, 49, 1)


def test_whole_number_in_steps() -> None:
    option = whole_number(500, 120, 500, "Target", step=50)
    assert allowed(option, [70, 100, 120, 150, 170, 470, 500, 520]) == [120, 170, 470]
    assert english(option.right) == "120 to 500 in steps of 50"
    assert (option.low, option.high, option.step) == (120, 500, 50)


def test_number_in_steps_of_two() -> None:
    option = whole_number(2, 2, 8, "Even", step=2)
    assert allowed(option, list(range(1, 10))) == [2, 4, 6, 8]
    assert english(option.right) == "2 to 8 in steps of 2"


def test_no_bound() -> None:
    option = whole_number(None, 1, 50, "Games", none=True)
    assert allowed(option, [None, 0, 1, 50, 51]) == [None, 1, 50]
    assert english(option.right) == "1 to 50, or null for no bound"


def test_one_of_several() -> None:
    choices = {None: "never", 480: "480", 490: "490"}
    option = one_of(480, choices, "Stop")
    assert allowed(option, [None, 480, 490, 480.0, "480", 0, False]) == [None, 480, 490]
    assert english(option.right) == "one of null, 480, 490"
    assert (option.default, option.label, option.choices) == (480, "Stop", choices)
    assert (option.low, option.high, option.step) == (None, None, 1)


def test_one_of_takes_no_flag_for_a_number() -> None:
    assert allowed(one_of(0, {0: "no", 1: "yes"}, "Bonus"), [0, 1, False, True]) == [0, 1]


def test_halves() -> None:
    option = halves(0.5, 100, "Points")
    assert allowed(option, [-0.5, 0, 0.5, 1, 1.25, 99.5, 100, 100.5]) == [0, 0.5, 1, 99.5, 100]
    assert allowed(option, [None, True, "1", []]) == []
    assert english(option.right) == "0 to 100, halves too"
    assert (option.default, option.label, option.choices) == (0.5, "Points", {})
    assert (option.low, option.high) == (0, 100)


def test_contracts() -> None:
    option = contract_list(("S3", "all"), "Contracts")
    longest = ["S3"] * MOST_GAMES
    assert allowed(option, [[], [""], ["S3", "", "R3+R4"], longest]) == [
        *([], [""], ["S3", "", "R3+R4"], longest)
    ]
    assert allowed(option, [[*longest, "S3"], ["S5"], [3], ["S3", None], "S3", ("S3",), None]) == []
    assert (option.default, option.label) == (["S3", "all"], "Contracts")
    assert english(option.right).startswith("a list, one per game")


def test_number_of_games() -> None:
    assert allowed(games(7), [None, 0, 1, 50, 51]) == [1, 50]
    assert allowed(games(None), [None, 0, 1, 50, 51]) == [None, 1, 50]
    assert (games(7).default, games(None).default) == (7, None)
    assert games(7).label == "Number of games on a sheet"


NAME = Text("Some game")
OPTIONS = {"games": games(7), "bonus": one_of(0, {0: "no", 50: "50"}, "Bonus")}


def test_options_that_are_right() -> None:
    assert find_wrong_options(NAME, OPTIONS, None) == []
    assert find_wrong_options(NAME, OPTIONS, {}) == []
    assert find_wrong_options(NAME, OPTIONS, {"games": 3, "bonus": 50}) == []


def test_options_that_are_no_object() -> None:
    words = {"game": NAME, "given": Text("this kind of value"), "right": "games, bonus"}
    assert find_wrong_options(NAME, OPTIONS, [3]) == [(NO_SUCH_OPTION, words)]
    assert find_wrong_options(NAME, OPTIONS, "none") == [
        (NO_SUCH_OPTION, {**words, "given": "none"})
    ]


def test_every_wrong_option_is_told() -> None:
    given = {"target": 3, "games": 0, "bonus": 51}
    assert find_wrong_options(NAME, OPTIONS, given) == [
        (NO_SUCH_OPTION, {"game": NAME, "given": "target", "right": "games, bonus"}),
        (WRONG_OPTION, {"option": "games", "given": "0", "right": OPTIONS["games"].right}),
        (WRONG_OPTION, {"option": "bonus", "given": "51", "right": OPTIONS["bonus"].right}),
    ]
