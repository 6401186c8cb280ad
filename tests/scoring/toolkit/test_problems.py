from typing import Any

import pytest

from scoring.toolkit.problems import ProblemCode, Problems, shorten_value
from scoring.toolkit.texts import Text
from tests.scoring.games.asking import english

WRONG = ProblemCode(7, "%(given)s is wrong.")
LOOK = ProblemCode(8, "look at this.", "warning")


@pytest.mark.parametrize(
    ("number", "player", "message"),
    [
        (None, None, "7 is wrong."),
        (3, None, "Game 3: 7 is wrong."),
        (None, "Ans", "Ans: 7 is wrong."),
        (3, "Ans", "Game 3, Ans: 7 is wrong."),
    ],
)
def test_refusal_names_the_game_and_the_player(
    number: int | None, player: str | None, message: str
) -> None:
    problems = Problems()
    problems.refuse(WRONG, number, player, given=7)
    (found,) = problems.found
    assert english(found.pop("message")) == message
    assert found == {"code": "S07", "severity": "error", "game": number, "player": player}


def test_code_has_the_letter_of_the_game_system() -> None:
    problems = Problems("J")
    problems.refuse(ProblemCode(41, "too many."))
    assert problems.found[0]["code"] == "J41"


def test_warnings_leave_a_sheet_valid() -> None:
    problems = Problems()
    assert problems.valid
    problems.refuse(LOOK)
    assert problems.valid
    problems.refuse(WRONG, given=1)
    assert not problems.valid


@pytest.mark.parametrize(
    ("value", "repeated"),
    [
        ("Ans", "Ans"),
        (12, "12"),
        (1.5, "1.5"),
        ("a" * 40, "a" * 40),
        ("a" * 41, "a" * 39 + "…"),
        (10**40, "1" + "0" * 38 + "…"),
    ],
)
def test_short_values_are_repeated(value: Any, repeated: str) -> None:
    assert shorten_value(value) == repeated


@pytest.mark.parametrize("value", [None, True, [], {}, [1]])
def test_structures_are_not_repeated(value: Any) -> None:
    assert shorten_value(value) == Text("this kind of value")
