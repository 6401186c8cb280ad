from typing import Any

import pytest

from scoring.games.core.cards import CARDS, JOKER, SUITS, Card, Pack
from scoring.games.core.fields import (
    Field,
    answer_each_other,
    make_side_fields,
    mark_field,
    read_fields,
)
from scoring.games.core.play import Deal
from tests.scoring.games.asking import english

CARDS_HOW = "a rank (A, 2 to 10, J, Q or K) with its suit (h, d, c or s), such as 10h; * is a joker"

PACK = Pack(CARDS, SUITS, jokers=2)
FIELDS = {
    "points": Field("points", "number", "points left", 2, 9),
    "left": Field("left", "number", "cards left", 1, 9, dashed=True),
    "out": Field("out", "flag", "is out"),
    "end": Field("end", "choice", "the end", choices={"out": "out", "pool": "the pool"}),
    "by": Field("by", "player", "who bid"),
    "cards": Field("cards", "hand", "cards left"),
}


def read(given: Any, pack: Pack | None = PACK) -> tuple[dict[str, Any], list[Any]]:
    deal = Deal(1, ["Ans", "Bob"])
    kept = read_fields(deal, "Ans", FIELDS, given, pack)
    refused = [
        (check.number, player, {key: english(value) for key, value in params.items()})
        for check, player, params in deal.problems
    ]
    return kept, refused


@pytest.mark.parametrize(
    ("key", "value", "kept"),
    [
        ("points", 2, 2),
        ("points", 9, 9),
        ("out", True, True),
        ("out", False, False),
        ("end", "pool", "pool"),
        ("by", "Bob", "Bob"),
        ("cards", [], []),
        ("cards", ["5h", "*", 7], [Card(5, "h"), JOKER, Card(7, "")]),
    ],
)
def test_value_is_kept(key: str, value: Any, kept: Any) -> None:
    assert read({key: value}) == ({key: kept}, [])


def test_null_is_not_filled_in() -> None:
    assert read(dict.fromkeys(FIELDS)) == ({}, [])
    assert read({"points": None, "out": True}) == ({"out": True}, [])


@pytest.mark.parametrize(
    ("key", "value", "right"),
    [
        ("points", "3", "a whole number"),
        ("points", 3.0, "a whole number"),
        ("points", True, "a whole number"),
        ("out", 1, "true or false"),
        ("out", "true", "true or false"),
        ("end", "none", "out, pool"),
        ("end", 3, "out, pool"),
        ("by", "Cor", "one of the players of this game"),
        ("by", 1, "one of the players of this game"),
        ("cards", "5h", "a list of cards"),
        ("cards", 5, "a list of cards"),
    ],
)
def test_value_of_another_kind(key: str, value: Any, right: str) -> None:
    given = "this kind of value" if value is True else '"3"' if value == "3" else str(value)
    assert read({key: value}) == ({}, [(21, "Ans", {"given": given, "right": right})])


def test_choice_that_says_what_is_right() -> None:
    field = Field("bid", "choice", "bid", choices={"7H": "7♥", "P": "passed"}, right="7H, or P")
    deal = Deal(1, ["Ans"])
    assert read_fields(deal, None, {"bid": field}, {"bid": "8H"}, None) == {}
    ((check, _player, params),) = deal.problems
    assert (check.number, english(params["right"])) == (21, "7H, or P")


def test_unhashable_values_are_refused() -> None:
    for key in ("end", "by", "points", "out", "cards"):
        kept, refused = read({key: {}})
        assert kept == {}
        assert [(number, words["given"]) for number, _, words in refused] == [
            (21, "this kind of value")
        ]


def test_card_that_does_not_exist() -> None:
    words = {"given": "5x", "right": CARDS_HOW}
    assert read({"cards": ["5h", "5x", "6x"]}) == ({}, [(21, "Ans", words)])


@pytest.mark.parametrize("value", [1, 10])
def test_number_out_of_bounds(value: int) -> None:
    words = {"given": str(value), "what": "points left", "low": 2, "high": 9}
    assert read({"points": value}) == ({}, [(22, "Ans", words)])


def test_zero_for_a_dash() -> None:
    assert read({"left": 0}) == ({}, [(23, "Ans", {})])
    assert read({"points": 0})[1][0][0] == 22
    assert read({"left": -1})[1][0][0] == 22


def test_unknown_part_is_told_and_the_others_are_read() -> None:
    right = "use points, left, out, end, by, cards"
    refused = [(27, "Ans", {"given": "jokers", "right": right})]
    assert read({"jokers": 3, "points": 5}) == ({"points": 5}, refused)


def test_nothing_is_known() -> None:
    deal = Deal(1, ["Ans"])
    assert read_fields(deal, None, {}, {"end": "out"}, None) == {}
    ((check, player, params),) = deal.problems
    assert (check.number, player, params["given"]) == (27, None, "end")
    assert english(params["right"]) == "take it out"


POINTS = Field("points", "number", "points", 0, 100, step=10, never=(10, 30))


@pytest.mark.parametrize(
    ("given", "code"), [(20, None), (0, None), (25, 36), (10, 35), (30, 35), (110, 22)]
)
def test_a_number_may_have_steps_and_gaps(given: int, code: int | None) -> None:
    deal = Deal(1, ["Ans", "Bob"])
    kept = read_fields(deal, None, {"points": POINTS}, {"points": given}, None)
    assert kept == ({} if code else {"points": given})
    assert [check.number for check, _player, _params in deal.problems] == [code] * bool(code)


def test_a_side_is_named_by_its_seats() -> None:
    field = mark_field("pit", "pit", "side")
    for given, kept in (("13", {"pit": "13"}), ("24", {"pit": "24"}), ("Ans", {}), (13, {})):
        deal = Deal(1, ["Ans", "Bob", "Cor", "Dik"])
        assert read_fields(deal, None, {"pit": field}, {"pit": given}, None) == kept
        assert deal.wrong == (not kept)


def test_fields_that_answer_each_other_name_the_others() -> None:
    fields = answer_each_other(
        *make_side_fields("points", "points", 0, 9), mark_field("nat", "nat")
    )
    assert [(field.key, field.side, field.answered_by) for field in fields] == [
        ("points_13", 0, ("points_24", "nat")),
        ("points_24", 1, ("points_13", "nat")),
        ("nat", None, ("points_13", "points_24")),
    ]
