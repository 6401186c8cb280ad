from collections import Counter

import pytest

from scoring.games.core.cards import Card
from scoring.games.melds.closed_hand_types import TYPES
from scoring.games.melds.find_hand_type import find_best, list_divisions, list_fitting, pack_tiles
from tests.scoring.games.melds.rules import read_tiles

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


def test_table_is_that_of_the_rules() -> None:
    figures = [int(figure) for figure in TABLE.split()]
    rows = [tuple(figures[at : at + 4]) for at in range(0, 160, 4)]
    assert [(kind.number, *kind.values) for kind in TYPES] == rows


def test_names_are_all_different() -> None:
    assert len({kind.name for kind in TYPES}) == 40


def test_lowest_total_has_the_joker_where_it_counts_least() -> None:
    # Black 1 or 6, blue 2 or 7, red 2 or 8.
    found = list_divisions(pack_tiles(read_tiles("2-5k 3-6b 3-7r*")))
    assert min(found.values()) == 14 + 18 + 25 + 1


def test_blitz_is_for_who_says_when() -> None:
    hand = read_tiles("2-4k5-7b8-11r12kbro")
    found = [find_best(hand), find_best(hand, first_turn=True), find_best(hand, dealt=True)]
    assert [kind and kind.number for kind in found] == [1, 39, 40]


# S004's own table: four and three runs from 10 up are also "Grand melds", which are worth more.
WORTH_MORE = {15: 11, 18: 11}


@pytest.mark.parametrize("kind", TYPES, ids=lambda kind: str(kind.number))
def test_example_is_of_its_type_and_of_none_worth_more(kind):
    tiles = [Card(int(tile[:-1]), tile[-1]) for tile in kind.example.split()]
    assert len(tiles) == 14
    assert max(Counter(tiles).values()) <= 2
    found = list(list_fitting(tiles, first_turn=kind.number >= 39, dealt=kind.number == 40))
    assert kind in found
    most = TYPES[WORTH_MORE.get(kind.number, kind.number) - 1]
    assert found[0].values == most.values
