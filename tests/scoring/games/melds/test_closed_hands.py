import re
from collections import Counter

import pytest

from scoring.games.core.cards import JOKER, Card
from scoring.games.melds.closed_hand_types import TYPES, find_value
from scoring.games.melds.closed_hands import find_best, list_divisions, list_fitting, pack_tiles

# S004's table: number, then the values with no, one and two jokers.
TABLE = """
1 500 400 300      2 800 700 600      3 1000 900 800     4 1600 1400 1200   5 1600 1400 1200
6 800 700 600      7 1400 1200 1000   8 1600 1400 1200   9 1600 1400 1200   10 700 600 500
11 1400 1200 1000  12 1600 1400 1200  13 900 800 700     14 1000 900 800    15 1000 900 800
16 700 600 500     17 900 800 700     18 900 800 700     19 1000 900 800    20 1400 1200 1000
21 1400 1200 1000  22 1600 1400 1200  23 2000 1800 1600  24 2400 2200 2000  25 1000 900 800
26 1400 1200 1000  27 1400 1200 1000  28 1000 900 800    29 1200 1000 900   30 1200 1000 900
31 2600 2400 2200  32 2600 2400 2200  33 2200 2000 1800  34 2200 2000 1800  35 1700 1500 1300
36 2000 1800 1600  37 2000 1800 1600  38 2200 2000 1800  39 1600 1400 1200  40 2000 1800 1600
"""


def tiles(text: str) -> list[Card]:
    """`5-7kb` is 5, 6 and 7 in black and in blue; `*` a joker."""
    hand = [JOKER] * text.count("*")
    for low, high, colours in re.findall(r"(\d+)(?:-(\d+))?([kbro]+)", text):
        ranks = range(int(low), int(high or low) + 1)
        hand += [Card(rank, colour) for rank in ranks for colour in colours]
    assert len(hand) == 14
    assert all(copies <= 2 for copies in Counter(hand).values())
    return hand


def best_number(text: str, *, first_turn: bool = False, dealt: bool = False) -> int | None:
    kind = find_best(tiles(text), first_turn=first_turn, dealt=dealt)
    return kind.number if kind else None


def numbers(text: str) -> set[int]:
    return {kind.number for kind in list_fitting(tiles(text))}


def test_table_is_that_of_the_rules() -> None:
    figures = [int(figure) for figure in TABLE.split()]
    rows = [tuple(figures[at : at + 4]) for at in range(0, 160, 4)]
    assert [(kind.number, *kind.values) for kind in TYPES] == rows


def test_names_are_all_different() -> None:
    assert len({kind.name for kind in TYPES}) == 40


def test_waves_of_mixed_colours_step_unevenly() -> None:
    assert [find_value(number, jokers) for number in (29, 30) for jokers in (0, 1, 2)] == [
        *(1200, 1000, 900),
        *(1200, 1000, 900),
    ]


# With no, one and two jokers; the type is also the best one.
EXAMPLES = {
    1: ("1-3k 11-13b 5kbr 6-10o", "1-3k 11-13b 5kb* 6-10o", "1-3k 11-13b 5kb* 6-8o 10o*"),
    2: ("7-9k 7-9b 3-6r 8kbro", "7-9k 7-9b 3-6r 8kbr*", "7-9k 7b 9b* 3-6r 8kbr*"),
    3: ("1-3k 1-4b 4-6r 5kbro", "1-3k 1-4b 4-6r 5kbr*", "1-3k 1-4b 4r 6r* 5kbo*"),
    4: ("1kbro 3kbro 4kbr 5kbr", "1kbro 3kbro 4kbr 5kb*", "1kbro 3kbr* 4kbr 5kb*"),
    5: ("1-5k 1-5b 3-6r", "1-5k 1-5b 3-5r*", "1-2k 4-5k* 1-5b 3-5r*"),
    6: (
        "1kkb 2rro 3kb 4ro 5k 6b 3r 2k",
        "1kkb 2rro 3kb 4ro 5k 7b 5o*",
        "1kkb 2rro 3kb 4ro 5k 11b**",
    ),
    7: ("1-3k 1-3b 1-4r 4kbro", "1-3k 1-3b 1-3r 4kbo 5r*", "1-3k 2-4b 1-3r 5kbo**"),
    10: (
        "10kkb 11rro 12kb 13ro 1k 1b 13k 12r",
        "10kkb 11rro 12kb 13ro 1k 1b 13k*",
        "10kkbb 11rro 12kb 13ro 1k**",
    ),
    11: (
        "10-12k 10-13b 10kbr 13kbro",
        "10-12k 10-13b 10kbr 13kbo*",
        "10-12k 10-12b 10kbr 13k 1k 13b**",
    ),
    12: (
        "7kbrokbro 1k 2b 9r 10o 12k 13b",
        "7kbrokbr* 1k 2b 9r 10o 12k 13b",
        "7kbrokb** 1k 2b 9r 10o 12k 13b",
    ),
    13: ("1-3k 5-7b 8-11r 10-13o", "1-3k 5-7b 8-11r 10-12o*", "1-2k* 5-7b 8-11r 10o 12-13o*"),
    14: ("1-3k 5-7b 6-9r 6-9o", "1-3k 5-7b 6-9r 6-8o*", "1-3k 5b 7b* 6-9r 6-8o*"),
    16: ("1-5k 4-8b 9-12r", "1-5k 4-8b 9-11r*", "1-2k 4-5k* 4-8b 9-11r*"),
    17: ("3-7k 5-9b 6-9r", "3-7k 5-9b 6-8r*", "3k 5-7k* 5-9b 6-8r*"),
    19: ("1-4k 6-9k 1-3b 10-12b", "1-4k 6-9k 1-3b 10b 12b*", "1-4k 6k 8-9k* 1-3b 10b 12b*"),
    20: ("3-9k 5-7b 4-7b", "3-9k 5-7b 4-6b*", "3k 5-9k* 5-7b 4-6b*"),
    22: (
        "1kk 2k 3kk 5kk 7kk 9k 11kk 13kk",
        "1kk 2k 3kk 5kk 7kk 9k 11kk 13k*",
        "1kk 2k 3kk 5kk 7k 9k 11kk 13k**",
    ),
    23: ("1-7k 3-9k", "1-7k 3k 5-9k*", "1-7k 3k 5-6k 9-10k**"),
    24: ("1-13k 1k", "1-13k*", "2-13k**"),
    25: ("1kbro 5kbr 9kbro 12kbr", "1kbro 5kbr 9kbro 12kb*", "1kbro 5kb* 9kbro 12kb*"),
    26: ("5kbro 6kbr 8kbro 9kbr", "5kbro 6kbr 8kbr* 9kbr", "5kbro 6kbr 8kb 9kbr**"),
    28: (
        "1k 3k 5k 7k 9k 11k 13k 2b 4b 6b 8b 10b 12b 1b",
        "1k 3k 5k 7k 9k 11k 13k 2b 4b 6b 8b 10b 12b*",
        "3k 5k 7k 9k 11k 13k 2b 4b 6b 8b 10b 12b**",
    ),
    29: (
        "1k 2b 3k 4b 5k 6b 7k 1r 2o 3r 4o 5r 6o 7r",
        "1k 2b 3k 4b 5k 6b 7k 1r 2o 3r 4o 5r 6o*",
        "1k 2b 3k 5k 6b 7k 1r 2o 3r 5r 6o 7r**",
    ),
    30: (
        "8k 9b 10k 11b 12k 13b 1k 8r 9o 10r 11o 12r 13o 1r",
        "8k 9b 10k 11b 12k 13b 1k 8r 9o 10r 11o 12r 13o*",
        "8k 9b 10k 11b 12k 13b 8r 9o 10r 11o 12r 13o**",
    ),
    31: ("1-7kk", "1-6kk 7k*", "1-6kk**"),
    32: ("8-13kk 1kk", "8-13kk 1k*", "8-13kk**"),
    33: ("1-7kr", "1-6kr 7k*", "1-6kr**"),
    34: ("8-13kr 1kr", "8-13kr 1k*", "8-13kr**"),
    35: (
        "1kk 3bb 5rr 7oo 9kk 11bb 13rr",
        "1kk 3bb 5rr 7oo 9kk 11bb 13r*",
        "1kk 3bb 5rr 7oo 9kk 11bb**",
    ),
    36: (
        "1kk 3bb 5rr 7oo 9kk 9bb 8rr",
        "1kk 3bb 5rr 7oo 9kk 9bb 8r*",
        "1kk 3bb 5rr 7oo 9kk 9b 8r**",
    ),
    37: (
        "10kk 11bb 12rr 13oo 1kk 10rr 12oo",
        "10kk 11bb 12rr 13oo 1kk 10rr 12o*",
        "10kk 11bb 12rr 13oo 1kk 10rr**",
    ),
    38: (
        "1kk 3kk 5kk 7kk 9kk 11kk 13kk",
        "1kk 3kk 5kk 7kk 9kk 11kk 13k*",
        "1kk 3kk 5kk 7kk 9kk 11kk**",
    ),
}

# A wider type, given first, is worth as much or more: these are never the best.
OUTSHONE = {
    (5, 8): ("1-5k 1-5b 1-4r", "1-5k 1-5b 1-3r*", "1-5k 1-2b 4-5b* 1-3r*"),
    (4, 9): ("1kbro 2kbro 3kbr 4kbr", "1kbro 2kbro 3kbr 4kb*", "1kbro 2kbro 3kb* 4kb*"),
    (11, 15): (
        "10-13k 10-13b 10-12r 12-13o 1o",
        "10-13k 10-13b 10-12r 12-13o*",
        "10k 12-13k* 10-13b 10-12r 12-13o*",
    ),
    (11, 18): ("10-13k 1k 10-13b 1b 10-13r", "10-13k 1k 10-13b* 10-13r", "10-13k* 10-13b 10-13r*"),
    (11, 21): (
        "10-13k 1k 10-12k 10-12b 11-13b",
        "10-13k 1k 10-12k 10-12b 11b 13b*",
        "10-13k* 10-12k 10-12b 11b 13b*",
    ),
    (11, 27): ("1kbro 10kbr 11kbr 13kbro", "1kbro 10kbr 11kb* 13kbro", "1kbr* 10kbr 11kb* 13kbro"),
}


@pytest.mark.parametrize(
    ("number", "jokers", "hand"),
    [
        (number, jokers, hand)
        for number, hands in EXAMPLES.items()
        for jokers, hand in enumerate(hands)
    ],
)
def test_hand_is_of_its_type(number: int, jokers: int, hand: str) -> None:
    assert hand.count("*") == jokers
    assert best_number(hand) == number


@pytest.mark.parametrize(
    ("winner", "number", "jokers", "hand"),
    [
        (*pair, jokers, hand)
        for pair, hands in OUTSHONE.items()
        for jokers, hand in enumerate(hands)
    ],
)
def test_wider_type_worth_no_less_wins(winner: int, number: int, jokers: int, hand: str) -> None:
    assert hand.count("*") == jokers
    assert find_value(winner, jokers) >= find_value(number, jokers)
    assert {winner, number} <= numbers(hand)
    assert best_number(hand) == winner


def test_every_type_has_examples() -> None:
    shown = {*EXAMPLES, *(number for _winner, number in OUTSHONE)}
    assert shown == set(range(1, 39))  # the two Blitzes go by the moment, not by the tiles


@pytest.mark.parametrize(
    ("missed", "hand", "instead"),
    [
        (1, "1-3k 11-13b 5kbr 6-9o 11o", None),
        (1, "1-3k 11-13b 5kkb 6-10o", None),
        (1, "12-13k 1-3k 11-13b 5kbr 6-8o", None),  # no run goes round the corner
        (2, "7-9k 8-10b 3-6r 8kbro", 1),
        (2, "7-9k 4-6b 3-6r 9kb 10r*", None),
        (2, "1k 12-13k 7-9b 3-6r 8kbro", 1),
        (3, "1-3k 1-4b 4-6r 6kbro", 2),
        (3, "1-3k 1-4b 4r 6r* 6kbr*", 2),
        (4, "1kbro 3kbro 2kbr 10kbr", 25),
        (4, "1kbro 2kbro 3kbr 11kbr", 25),
        (5, "1-5k 1-5b 4-7r", 17),
        (6, "1kkb 2rro 3kb 4ro 5k 7b 6o*", None),
        (6, "1kkb 2rro 3kb 4ro 5k 12b**", None),
        (7, "1-3k 1-4b 2-5r 5kro", 3),
        (7, "1-3k 1-3b 3-5r 5kbo**", 3),
        (8, "1-5k 1-5b 2-5r", 5),
        (9, "1kbro 3kbro 4kbr 5kbr", 4),
        (10, "10kkb 11rro 12kb 13ro 1k 1b 13k 9r", None),
        (11, "9-11k 10-13b 10kbr 13kbro", 1),
        (11, "10-12k 10-13b 13kbr 1-2k 3k*", 1),
        (12, "7kbrokbr 1k 2b 9r 10o 12k 13b 5r", None),
        (12, "7kbrokb* 1k 2b 9r 10o 12k 13b 5r", None),
        (13, "1-3k 5-7k 8-11r 10-13o", 1),
        (14, "1-3k 5-7b 7-10r 6-9o", 13),
        (16, "1-3k 5-7k 4-8b 9-11r", 1),
        (17, "3-7k 5-9b 7-10r", 16),
        (19, "1-4k 6-9k 1-3b 10-12r", 1),
        (20, "3-9k 8-10b 4-7b", 19),
        (22, "1kk 2k 3kk 5kk 7kk 9k 11kk 13k 13b", None),
        (23, "1-7k 4-9k 11k", 22),
        (24, "1-13k 2k", 22),
        (25, "1kbro 5kbr 9kbro 12kb 11b", None),
        (25, "1kbro 5kbr 9kbro 12kkb", None),
        (26, "5kbro 6kbr 8kbro 10kbr", 25),
        (27, "1kbro 9kbr 11kbr 13kbro", 25),
        (28, "1k 3k 5k 7k 9k 11k 13k 2b 4b 6b 8b 10b 12b 1k", None),
        (28, "1k 3k 5k 7k 9k 11k 13k 2b 4k 6b 8b 10b 12b 1b", None),
        (28, "1k 3k 5k 7k 9k 11k 13k 2b 4b 6b 8b 10b 12b 12r", None),
        (28, "1kbr 3k 5k 7k 9k 11k 2b 4b 6b 8b 10b 12b", None),
        (29, "1k 2k 3k 4b 5k 6b 7k 1k 2b 3r 4o 5r 6o 7r", None),
        (29, "1kbr 2o 3k 4b 5k 6b 7k 3r 4o 5r 6o 7r", None),
        (29, "1k 2b 3k 4b 5k 6b 8k 1r 2o 3r 4o 5r 6o 7r", None),
        (30, "7k 9b 10k 11b 12k 13b 1k 8r 9o 10r 11o 12r 13o 1r", None),
        (31, "1-6kk 7k 8k", 23),
        (31, "1-6kk 7kb", None),
        (32, "8-13kk 7kk", 38),
        (33, "1-6kr 7k 7b", 29),
        (33, "1-6kr 8k 8r", None),
        (34, "8-13kr 1k 7k", 19),
        (35, "1kk 3bb 5rr 7oo 9kk 11bb 13r 12r", None),
        (35, "1kk 3bb 5rr 7oo 9kk 11b 13r 12r*", None),
        (36, "1kk 3bb 5rr 7oo 9kk 9bb 10rr", 35),
        (37, "10kk 11bb 12rr 13oo 1kk 10rr 9oo", 35),
        (38, "1kk 3kk 5kk 7kk 9kk 11kk 13bb", 35),
    ],
)
def test_near_miss(missed: int, hand: str, instead: int | None) -> None:
    assert missed not in numbers(hand)
    assert best_number(hand) == instead


@pytest.mark.parametrize(
    ("first_turn", "dealt", "expected"),
    [(False, False, 1), (True, False, 39), (False, True, 40), (True, True, 40)],
)
@pytest.mark.parametrize("jokers", [0, 1, 2])
def test_blitz_needs_its_moment(first_turn: bool, dealt: bool, expected: int, jokers: int) -> None:
    hand = EXAMPLES[1][jokers]
    assert best_number(hand, first_turn=first_turn, dealt=dealt) == expected


def test_blitz_needs_melds() -> None:
    assert best_number(EXAMPLES[10][0], first_turn=True, dealt=True) == 10
    assert best_number("2kk 4bb 6rr 8oo 10kk 12bb 13r 11o", first_turn=True, dealt=True) is None


def test_blitz_loses_a_tie() -> None:
    assert best_number(EXAMPLES[4][0], first_turn=True) == 4
    assert best_number(EXAMPLES[4][0], first_turn=True, dealt=True) == 40
    assert best_number(EXAMPLES[23][0], dealt=True) == 23
    assert best_number(EXAMPLES[24][0], dealt=True) == 24


def test_types_worth_the_same_give_the_lowest_number() -> None:
    hand = "1-3kbr 4kbo**"
    assert {4, 5, 8, 9} <= numbers(hand)
    assert best_number(hand) == 4


def test_types_come_most_valuable_first() -> None:
    found = [kind.number for kind in list_fitting(tiles("1-7kk"))]
    assert found == [31, 38, 23, 36, 35, 22, 2, 1]


def test_nothing_for_a_hand_that_forms_nothing() -> None:
    assert best_number("2kk 4bb 6rr 8oo 10kk 12bb 13r 11o") is None
    assert best_number("2k 3b 4r 6o 7k 9b 10r 12o 13k 5b 8r 11o**") is None


def test_minor_51_groups_goes_by_total_alone() -> None:
    assert best_number("1kbro 2kbro 3kbr 10kbr") == 4


def test_one_is_low_in_minor_and_high_in_major_types() -> None:
    assert numbers("1-3k 5-7b 6-9r 6-9o") >= {2, 14}
    assert 11 in numbers("10-13k 1k 10-13b 1b 10-13r")
    assert 11 not in numbers("1-3k 10-13b 10-13r 11-13o")
    assert {26, 27} & numbers("1kbro 5kbr 6kbr 9kbro") == {26}
    assert {26, 27} & numbers("1kbro 10kbr 11kbr 13kbro") == {27}


def test_group_of_ones_is_low_or_high_as_needed() -> None:
    assert 11 in numbers("1kbro 10-13k 10-12b 10-12r")
    assert 2 in numbers("1kbro 6-9k 7-9b 7-9r")


def test_run_may_take_a_one_at_either_end() -> None:
    assert best_number("1-4k 12-13k 1k 3-6b 10-12b") == 19
    assert best_number("2-8k 1k 12-13k 1k 5-7b") == 19


def test_joker_must_stand_for_a_tile_that_fits() -> None:
    # 9-10-11 needs the 10, and 8-9 can go on below; a lone pair 12-13 takes a high 1 or an 11.
    assert 2 in numbers("8-9k 3-6b 3-6r 5kbr*")
    assert 2 not in numbers("9k 11k 3-6b 3-6r 5kbr*")
    assert 11 in numbers("12-13k 10-13b 10-13r 10kbr*")
    assert 27 not in numbers("9kbr* 10kbr 11kbr 13kbro")


def test_joker_may_be_a_copy_that_the_pack_lacks() -> None:
    # Both black fives are in a group; the black run takes a third.
    assert best_number("5kkbbrr 4k 6-7k 9-12o*") == 1


def test_joker_may_stand_anywhere_in_a_run() -> None:
    assert best_number("2-3k* 5-7b 8-11r 10-13o") == 13
    assert best_number("13k** 5kbro 7-13b") == 1
    assert best_number("2k** 5kbro 7-13b") == 1


def test_long_run_may_count_as_several() -> None:
    assert {23, 24} <= numbers("1-13k 1k")
    assert best_number("1-6k 4-8b 9-11b") == 19
    assert 16 not in numbers("1-6k 7-11k 9-11b")


def test_lowest_total_has_the_joker_where_it_counts_least() -> None:
    # Black 1 or 6, blue 2 or 7, red 2 or 8.
    found = list_divisions(pack_tiles(tiles("2-5k 3-6b 3-7r*")))
    assert min(found.values()) == 14 + 18 + 25 + 1


def test_blitz_is_for_who_says_when() -> None:
    hand = tiles("2-4k5-7b8-11r12kbro")
    found = [find_best(hand), find_best(hand, first_turn=True), find_best(hand, dealt=True)]
    assert [kind and kind.number for kind in found] == [1, 39, 40]


def tiles_of(text):
    return [Card(int(tile[:-1]), tile[-1]) for tile in text.split()]


# S004's own table: four and three runs from 10 up are also "Grand melds", which are worth more.
WORTH_MORE = {15: 11, 18: 11}


@pytest.mark.parametrize("kind", TYPES, ids=lambda kind: str(kind.number))
def test_example_is_of_its_type_and_of_none_worth_more(kind):
    tiles = tiles_of(kind.example)
    assert len(tiles) == 14
    assert max(Counter(tiles).values()) <= 2
    found = list(list_fitting(tiles, first_turn=kind.number >= 39, dealt=kind.number == 40))
    assert kind in found
    most = TYPES[WORTH_MORE.get(kind.number, kind.number) - 1]
    assert found[0].values == most.values
