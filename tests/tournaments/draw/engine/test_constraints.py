from itertools import combinations

import pytest

from tournaments.draw.engine import constraints
from tournaments.draw.engine.assessment import find_unmet
from tournaments.draw.engine.constraints import find_clash, fit, place_players
from tournaments.draw.engine.request import Constraint
from tournaments.draw.engine.seeded_random import Chance


def wanted(kind, *pairs):
    return [Constraint(kind, *pair) for pair in pairs]


def placed(players, tables, constraints, seed="x"):
    seated, given_up = place_players(range(players), tables, constraints, Chance(seed))
    assert [len(table) for table in seated] == list(tables)
    assert sorted(player for table in seated for player in table) == list(range(players))
    assert find_unmet(constraints, [seated]) == given_up
    return seated, given_up


def test_without_constraints_tables_fill_in_the_given_order():
    assert place_players((3, 1, 2, 0, 4), (3, 2), [], Chance("x")) == ([[3, 1, 2], [0, 4]], [])


def test_a_group_that_fills_a_table():
    group = wanted("together", (0, 1), (2, 3), (1, 2))
    found, given_up = placed(8, (4, 4), group)
    assert [0, 1, 2, 3] in map(sorted, found)
    assert given_up == []


def test_a_group_too_large_for_a_table_loses_its_last_member():
    group = wanted("together", (0, 1), (1, 2), (2, 3), (3, 4))
    assert placed(8, (4, 4), group)[1] == [Constraint("together", 3, 4)]


def test_apart_as_far_as_there_are_tables():
    apart = wanted("apart", *combinations(range(4), 2))
    assert placed(12, (4, 4, 4), apart)[1] == [Constraint("apart", 2, 3)]
    assert placed(16, (4, 4, 4, 4), apart)[1] == []


def test_apart_and_together_contradict():
    both = [Constraint("apart", 0, 1), Constraint("together", 0, 1)]
    assert placed(8, (4, 4), both)[1] == [both[1]]


def test_two_tables_for_one_or_for_a_couple():
    both = [Constraint("fixed_table", 0, 1), Constraint("fixed_table", 0, 2)]
    assert len(placed(8, (4, 4), both)[1]) == 1
    couple = [Constraint("fixed_table", 0, 1), Constraint("fixed_table", 1, 2)]
    couple.append(Constraint("together", 0, 1))
    assert placed(8, (4, 4), couple)[1] == [couple[2]]


def test_a_table_has_only_so_many_seats():
    five = [Constraint("fixed_table", player, 1) for player in range(5)]
    assert placed(8, (4, 4), five)[1] == [five[4]]


def test_a_search_goes_back_when_it_must():
    """Two groups of three and three of two fill four tables of three in one way only."""
    groups = wanted("together", (0, 1), (1, 2), (3, 4), (4, 5), (6, 7), (8, 9), (10, 11))
    apart = wanted("apart", (6, 8), (8, 10))
    for seed in range(20):
        found, given_up = placed(13, (4, 3, 3, 3), groups + apart, str(seed))
        assert len(given_up) == 0 or find_unmet(groups, [found]) == []


def test_who_is_kept_from_most_is_seated_first(monkeypatch):
    """So nothing has to be taken back: five people are seated in six steps."""
    monkeypatch.setattr(constraints, "PATIENT", 6)
    apart = wanted("apart", *((0, other) for other in range(1, 5)))
    for seed in range(20):
        assert fit(range(6), (2, 2, 2), apart, Chance(str(seed))) is not None


def test_what_takes_too_long_counts_as_impossible():
    apart = wanted("apart", *combinations(range(12), 2))
    assert fit(range(44), (4,) * 11, apart, Chance("x")) is None


def test_who_is_not_there_binds_nobody():
    here = [player for player in range(9) if player != 4]
    missing = [
        Constraint("together", 4, 5),
        Constraint("apart", 0, 4),
        Constraint("fixed_table", 4, 1),
    ]
    missing.append(Constraint("together", 5, 4))
    found, given_up = place_players(here, (4, 4), missing, Chance("x"))
    assert (sorted(player for table in found for player in table), given_up) == (here, [])


APART, TOGETHER, TABLE = "apart", "together", "fixed_table"


def lines(*wishes):
    return [Constraint(*wish) for wish in wishes]


@pytest.mark.parametrize(
    "wanted",
    [
        [],
        [(APART, 0, 1)],
        [(TOGETHER, 0, 1), (TOGETHER, 1, 2), (TOGETHER, 2, 3)],
        [(TABLE, 0, 2), (TABLE, 1, 2), (TABLE, 2, 2)],
    ],
)
def test_what_can_be_had(wanted):
    assert find_clash(lines(*wanted), (4, 3)) == ()


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ([(APART, 0, 1), (TOGETHER, 0, 1)], [0, 1]),
        ([(TABLE, 0, 1), (TABLE, 0, 2)], [0, 1]),
        ([(TABLE, 0, 1), (APART, 3, 4), (TABLE, 1, 2), (TOGETHER, 0, 1)], [0, 2, 3]),
        ([(APART, 5, 6), (TOGETHER, 0, 1), (TOGETHER, 1, 2), (APART, 0, 2)], [1, 2, 3]),
        ([(TABLE, number, 2) for number in range(5)], [0, 1, 2, 3]),  # of three seats
        ([(APART, 0, 1), (APART, 0, 2), (APART, 1, 2)], [0, 1, 2]),  # at two tables
        (
            [(TOGETHER, number, number + 1) for number in range(4)],
            [0, 1, 2, 3],
        ),  # five at one table
    ],
)
def test_what_clashes_is_all_that_has_to_do_with_it(wanted, found):
    every = lines(*wanted)
    assert find_clash(every, (4, 3)) == tuple(every[place] for place in found)


def test_constraint_that_is_impossible_alone_is_named_alone():
    every = lines((APART, 0, 1), (TOGETHER, 2, 3))
    assert find_clash(every, (4,)) == (every[0],)


def test_without_any_one_of_them_the_others_can_be_had():
    every = lines(*((APART, a, b) for b in range(9) for a in range(b)))
    found = find_clash(every, (3, 3, 3))
    assert found
    for pair in found:
        assert find_clash([other for other in found if other != pair], (3, 3, 3)) == ()
