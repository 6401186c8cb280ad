"""Klaverjassen in words: how scores are explained, and what a refusal says. Figures are compared by
golden sheets.
"""

from typing import Any

import pytest

from scoring.games.klaverjassen import Klaverjassen
from tests.scoring.games.asking import explained, list_problems, sheet

FOUR = ["Ans", "Bob", "Cor", "Dik"]


def played(row: dict[str, Any], **options: Any) -> Any:
    """Dik deals, so Ans and Cor play."""
    return sheet("klaverjassen", row, players=FOUR, first_dealer="Dik", options=options)


@pytest.mark.parametrize(
    ("row", "ours", "theirs"),
    [
        ({"points_13": 100, "roem_24": 20}, "100", "62 + 20"),
        ({"points_13": 80}, "nat", "the others are nat: 162"),
        ({"nat": True, "roem_13": 20, "roem_24": 50}, "nat", "the others are nat: 162 + 70"),
        ({"pit": "13", "roem_13": 20}, "pit: 162 + 120", "no trick"),
        ({"pit": "24"}, "nat, no trick", "counter pit: 162 + 100"),
        ({"revoke": "13", "roem_13": 40}, "revoked", "the others revoked: 162 + 140"),
        ({"revoke": "24"}, "the others revoked: 162 + 100", "revoked"),
    ],
)
def test_scores_are_explained(row: dict[str, Any], ours: str, theirs: str) -> None:
    words = dict(zip(FOUR, (ours, theirs) * 2, strict=True))
    assert explained(played(row)) == words


@pytest.mark.parametrize(
    ("row", "code", "player", "words"),
    [
        ({"points_13": 100, "points_24": 60}, "L41", None, {"ours": 100, "theirs": 60}),
        ({"nat": True, "roem_13": 500, "roem_24": 410}, "L42", None, {"roem": 910, "most": 900}),
        ({"nat": True, "points_13": 90, "roem_13": 20}, "L45", "Ans", {"ours": 110, "theirs": 72}),
        ({"points_13": 100, "roem_24": 210}, "L47", None, {"roem": 210}),
        ({"points_13": 100, "roem_13": 220}, "L47", None, {"roem": 220}),
    ],
)
def test_refusal_says_what_is_wrong(
    row: dict[str, Any], code: str, player: str | None, words: dict[str, Any]
) -> None:
    found = {problem[0]: problem[1:] for problem in list_problems(played(row))}
    assert found[code] == (1, player, words)


@pytest.mark.parametrize(
    ("options", "most"),
    [
        ({}, 900),
        ({"four_jacks": 100}, 800),
        ({"four_alike": "ten_up"}, 700),
        ({"four_alike": "ten_up", "four_jacks": 100}, 600),
    ],
)
def test_four_alike_set_bounds(options: Any, most: int) -> None:
    for more, found in ((0, []), (10, ["L42"])):
        row = {"nat": True, "roem_13": 400, "roem_24": most - 400 + more}
        wrong = [code for code, *_rest in list_problems(played(row, **options))]
        assert [code for code in wrong if code == "L42"] == found


def test_examples_say_who_plays_where_that_is_chosen() -> None:
    examples = Klaverjassen({"trump_by": "choice"}, 4).examples
    assert [row.get("by") for row in examples] == ["Cor", "Dik", "Ans"]
    assert all("by" not in row for row in Klaverjassen({}, 4).examples)
