from typing import Any

import pytest

from tests.scoring.games.asking import FOUR, explained, list_problems, row, sheet

KEY = "rummikub-international"
MELDED = {"melded": True, "points": 5}
BARE = {"melded": False}
# All in one colour, in a row: hand 24, Royal.
ROYAL = [*(f"{number}r" for number in range(1, 14)), "1r"]


def won(end: str, winner: Any, *others: Any, **more: Any) -> Any:
    cells = dict(zip(FOUR, ({"out": True, **winner}, *others), strict=False))
    return sheet(KEY, {**row(**cells), "end": end}, players=list(cells), **more)


# Winners


@pytest.mark.parametrize(
    ("end", "others", "points", "words"),
    [
        ("open", (MELDED, BARE), 100, "open: 100"),
        ("open", (BARE, BARE), 200, "open, nobody else melded: 200"),
        ("foot", (MELDED, BARE), 200, "foot: 200"),
    ],
)
def test_open_and_foot(end: str, others: Any, points: int, words: str) -> None:
    answer = won(end, {}, *others)
    assert list_problems(answer) == []
    assert answer["totals"]["Ans"] == points
    assert answer["totals"]["Cor"] == -100
    assert explained(answer)["Ans"] == words
    assert explained(answer)["Cor"] == "−100, not melded"
    assert answer["dashes"] == {"Ans": 1, "Bob": 0, "Cor": 0}


def test_closed_by_its_type() -> None:
    answer = won("closed", {"type": 29, "jokers": 2}, MELDED, BARE)
    assert answer["totals"] == {"Ans": 900, "Bob": -5, "Cor": -900}
    assert explained(answer) == {
        "Ans": "closed, hand 29 (Little wave): 900",
        "Bob": "−5 left",
        "Cor": "−900, not melded",
    }


def test_closed_by_its_tiles() -> None:
    answer = won("closed", {"tiles": ROYAL}, BARE, first_starter="Bob")
    assert answer["totals"]["Ans"] == 2400
    assert explained(answer)["Ans"] == "closed, hand 24 (Royal): 2400"


def test_closed_with_jokers_among_its_tiles() -> None:
    answer = won("closed", {"tiles": [*ROYAL[:12], "*", "*"]}, BARE, first_starter="Bob")
    assert answer["totals"]["Ans"] == 2000


def test_joker_as_last_discard_doubles() -> None:
    answer = won("open", {"joker_discard": True}, MELDED, BARE)
    assert answer["totals"] == {"Ans": 200, "Bob": -10, "Cor": -200}
    assert explained(answer)["Bob"] == "(−5 left) × 2, joker discarded"


def test_trump_is_not_doubled() -> None:
    game = {**row(Ans={"out": True, "joker_discard": True}, Bob=MELDED), "end": "open"}
    two, options = FOUR[:2], {"trump_bonus": 50}
    answer = sheet(KEY, {**game, "trump": "Bob"}, players=two, options=options)
    assert answer["totals"] == {"Ans": 200, "Bob": 40}
    words = "(−5 left) × 2, joker discarded + 50 for the trump"
    assert explained(answer)["Bob"] == words


def test_trump_without_a_bonus() -> None:
    game = {**row(Ans={"out": True}, Bob=MELDED), "end": "open", "trump": "Bob"}
    answer = sheet(KEY, game, players=FOUR[:2])
    assert list_problems(answer) == [("I09", 1, None, {"given": "trump"})]
    assert answer["totals"] == {"Ans": 100, "Bob": -5}


def test_settlement() -> None:
    answer = won("open", {}, MELDED, BARE)
    assert answer["settlement"] == {"Ans": 305, "Bob": -10, "Cor": -295}


@pytest.mark.parametrize(
    ("tile", "points"), [("1", 10), ("2", 2), ("9", 9), ("10", 10), ("13", 10), ("*", 30)]
)
def test_tiles_left(tile: str, points: int) -> None:
    answer = won("open", {}, {"melded": True, "tiles": [tile]})
    assert answer["totals"]["Bob"] == -points
    assert explained(answer)["Bob"] == f"−{points} left"


def test_tiles_left_are_added_up() -> None:
    answer = won("open", {}, {"melded": True, "tiles": ["2", "13"]})
    assert answer["totals"]["Bob"] == -12
    assert explained(answer)["Bob"] == "−(2 + 10) left"


def test_joker_left_goes_with_the_option() -> None:
    answer = won("open", {}, {"melded": True, "tiles": ["*"]}, options={"joker_value": 25})
    assert answer["totals"]["Bob"] == -25


# Refusals


@pytest.mark.parametrize("end", ["open", "foot"])
@pytest.mark.parametrize(
    ("part", "words"),
    [
        ({"type": 3}, "closed hand"),
        ({"jokers": 0}, "jokers in it"),
        ({"first_turn": True}, "in the first turn"),
        ({"dealt": True}, "as dealt"),
    ],
)
def test_parts_of_a_closed_win_only(end: str, part: Any, words: str) -> None:
    assert list_problems(won(end, part, MELDED)) == [("I49", 1, "Ans", {"what": words})]


def test_tiles_belong_to_foot_and_closed() -> None:
    answer = won("open", {"tiles": ROYAL}, MELDED)
    assert list_problems(answer) == [("I49", 1, "Ans", {"what": "tiles"})]
    assert list_problems(won("foot", {"tiles": ROYAL}, MELDED)) == []


def test_flags_that_are_not_set_say_nothing() -> None:
    assert list_problems(won("open", {"first_turn": False, "dealt": False}, MELDED)) == []


@pytest.mark.parametrize("end", ["foot", "closed"])
def test_winning_tiles_are_fourteen(end: str) -> None:
    for count in (13, 15):
        answer = won(end, {"tiles": [*ROYAL, "2r"][:count]}, MELDED)
        assert list_problems(answer) == [("I47", 1, "Ans", {"count": count})]


def test_foot_of_too_few_points() -> None:
    low = ["2k", "2b", "2r", "2o", "3k", "3b", "3r", "3o", "4k", "4b", "4r", "5k", "5b"]
    answer = won("foot", {"tiles": [*low, "7k"]}, MELDED)
    assert list_problems(answer) == [("I45", 1, "Ans", {"total": 49, "least": 50})]
    assert list_problems(won("foot", {"tiles": [*low, "8k"]}, MELDED)) == []
    assert list_problems(won("foot", {"tiles": [*low, "*"]}, MELDED)) == []  # worth 13 at best


def test_foot_without_another_who_melded() -> None:
    assert list_problems(won("foot", {}, BARE)) == [("I44", 1, "Ans", {})]


def test_end_without_a_winner() -> None:
    game = {**row(Ans={"out": True}, Bob=MELDED), "end": "none"}
    assert list_problems(sheet(KEY, game, players=FOUR[:2])) == [("I41", 1, "Ans", {})]
    game = {**row(Ans=MELDED, Bob=BARE), "end": "none"}
    answer = sheet(KEY, game, players=FOUR[:2])
    assert list_problems(answer) == []
    assert answer["totals"] == {"Ans": -5, "Bob": -100}


def test_nobody_out() -> None:
    for end in ("open", "foot", "closed"):
        game = {**row(Ans=MELDED, Bob=BARE), "end": end}
        assert list_problems(sheet(KEY, game, players=FOUR[:2])) == [("I25", 1, None, {})]


def test_grand_blitz_of_the_starter() -> None:
    for first, refusals in (("Ans", [("I48", 1, "Ans", {})]), ("Bob", [])):
        assert list_problems(won("closed", {"type": 40}, BARE, first_starter=first)) == refusals
        assert list_problems(won("closed", {"type": 39}, BARE, first_starter=first)) == []


def test_grand_blitz_from_tiles_counts_the_next_best_type() -> None:
    # Hand 1 (500), or 40 (2000) as dealt.
    tiles = ["2k", "3k", "4k", "5b", "6b", "7b", "9r", "10r", "11r", "12k", "12b", "12r", "12o"]
    game = {"tiles": [*tiles, "8r"], "dealt": True}
    starts = won("closed", game, BARE, first_starter="Ans")
    other = won("closed", game, BARE, first_starter="Bob")
    assert starts["totals"]["Ans"] < other["totals"]["Ans"] == 2000


def test_tiles_that_form_no_hand() -> None:
    text = "1k 3k 3b 5r 5b 7o 7k 9k 11b 11o 13r 2o 4k 12k"
    answer = won("closed", {"tiles": text.split()}, BARE)
    assert list_problems(answer) == [("I46", 1, "Ans", {})]


def test_tiles_without_a_colour() -> None:
    answer = won("closed", {"tiles": ["7", *ROYAL[1:]]}, BARE)
    assert list_problems(answer) == [("I50", 1, "Ans", {})]


def test_tiles_that_do_not_exist_are_not_judged() -> None:
    answer = won("closed", {"tiles": ["2r", "2r", "2r", *ROYAL[3:]]}, BARE)
    assert list_problems(answer) == [("I29", 1, None, {"card": "2r", "count": 3, "most": 2})]


def test_jokers_in_all_racks_and_discarded() -> None:
    other = {"melded": True, "tiles": ["*"]}
    answer = won("closed", {"type": 1, "jokers": 1, "joker_discard": True}, other)
    assert list_problems(answer) == [("I28", 1, None, {"count": 3, "most": 2})]
    assert list_problems(won("closed", {"type": 1, "jokers": 1}, other)) == []
    assert list_problems(won("closed", {"type": 1, "joker_discard": True}, other)) == []
    tiles = {"tiles": [*ROYAL[:12], "*", "*"]}
    answer = won("closed", tiles, other)
    assert list_problems(answer) == [("I28", 1, None, {"count": 3, "most": 2})]


def test_number_and_tiles_are_both_named() -> None:
    answer = won("closed", {"type": 24, "jokers": 0, "tiles": ROYAL}, BARE)
    assert [problem[3] for problem in list_problems(answer) if problem[0] == "I26"] == [
        {"one": "tiles", "other": "closed hand"},
        {"one": "tiles", "other": "jokers in it"},
    ]
    jokers = [*ROYAL[:12], "*", "*"]
    answer = won("closed", {"jokers": 2, "tiles": jokers}, BARE)  # not four jokers
    assert [problem[0] for problem in list_problems(answer)] == ["I26"]
    answer = won("open", {}, {"melded": True, "tiles": ["7"], "points": 7})
    assert list_problems(answer) == [("I26", 1, "Bob", {"one": "tiles", "other": "points left"})]


@pytest.mark.parametrize(("key", "value"), [("melded", True), ("points", 5)])
def test_parts_of_the_others_in_the_winners_entry(key: str, value: object) -> None:
    answer = won("open", {key: value}, MELDED)
    right = "use out, type, jokers, tiles, first_turn, dealt, joker_discard"
    assert list_problems(answer) == [("I27", 1, "Ans", {"given": key, "right": right})]
    assert list_problems(won("open", {"melded": False}, MELDED)) == []


@pytest.mark.parametrize("key", ["type", "jokers", "first_turn", "dealt", "joker_discard"])
def test_parts_of_the_winner_in_another_entry(key: str) -> None:
    value = 1 if key in ("type", "jokers") else True
    answer = won("closed", {"type": 1}, {**MELDED, key: value})
    right = "use out, tiles, melded, points"
    assert list_problems(answer) == [("I27", 1, "Bob", {"given": key, "right": right})]
    assert list_problems(won("open", {}, {**MELDED, "first_turn": False})) == []


def test_empty_rack() -> None:
    answer = won("open", {}, {"melded": True, "tiles": []})
    assert list_problems(answer) == [("I42", 1, "Bob", {})]


@pytest.mark.parametrize("entry", [{"points": 1}, {"points": 0}])
def test_less_than_two_left(entry: Any) -> None:
    answer = won("open", {}, {"melded": True, **entry})
    assert list_problems(answer) == [("I43", 1, "Bob", {"points": entry["points"]})]


def test_two_left() -> None:
    assert list_problems(won("open", {}, {"melded": True, "points": 2})) == []
    assert list_problems(won("open", {}, {"melded": True, "tiles": ["2k"]})) == []


@pytest.mark.parametrize(
    ("end", "winner", "other"),
    [
        ("closed", {}, MELDED),
        ("open", {}, {}),
        ("open", {}, {"melded": True}),
        ("open", {}, {"points": 7}),
    ],
)
def test_row_waits_for_every_part(end: str, winner: Any, other: Any) -> None:
    answer = won(end, winner, other)
    assert list_problems(answer) == []
    assert "scores" not in answer["rows"][0]


def test_not_melded_needs_no_tiles() -> None:
    assert "scores" in won("open", {}, BARE)["rows"][0]
