from typing import Any

import pytest

from scoring.games.core.options import (
    MOST_GAMES,
    Option,
    contract_list,
    games,
    halves,
    one_of,
    whole_number,
)
from tests.scoring.games.asking import english

LONGEST = ["S3"] * MOST_GAMES


@pytest.mark.parametrize(
    ("option", "right", "wrong", "words"),
    [
        (whole_number(5, 0, 49, "x"), [0, 1, 49], [-1, 50, None, True, 5.0, "5"], "0 to 49"),
        (
            whole_number(500, 120, 500, "x", step=50),
            [120, 170, 470],
            [70, 100, 150, 500, 520],
            "120 to 500 in steps of 50",
        ),
        (
            whole_number(None, 1, 50, "x", none=True),
            [None, 1, 50],
            [0, 51],
            "1 to 50, or null for no bound",
        ),
        (
            one_of(480, {None: "never", 480: "480"}, "x"),
            [None, 480],
            [480.0, "480", 0, False],
            "one of null, 480",
        ),
        (halves(0.5, 100, "x"), [0, 0.5, 99.5], [-0.5, 1.25, 100.5, None, True, "1"], "0 to 100"),
        (games(7), [1, 50], [None, 0, 51], "1 to 50"),
        (
            contract_list(("S3", "all"), "x"),
            [[], [""], ["S3", "", "R3+R4"], LONGEST],
            [[*LONGEST, "S3"], ["S5"], [3], ["S3", None], "S3", ("S3",), None],
            "a list, one per game",
        ),
    ],
)
def test_option_takes_what_it_says(option: Option, right: Any, wrong: Any, words: str) -> None:
    assert [option.allows(value) for value in right] == [True] * len(right)
    assert [value for value in wrong if option.allows(value)] == []
    assert str(english(option.right)).startswith(words)


def test_option_tells_its_bounds() -> None:
    told = [
        whole_number(500, 120, 500, "x", step=50),
        halves(0.5, 100, "x"),
        one_of(1, {1: ""}, "x"),
    ]
    bounds = [(option.low, option.high, option.step) for option in told]
    assert bounds == [(120, 500, 50), (0, 100, 1), (None, None, 1)]
