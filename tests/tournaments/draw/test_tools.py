import ast

import pytest

from tests.by_day import by_day
from tests.draw_tools import base_rounds, few_repeats, find_best_known, symmetric_nights
from tournaments.draw.engine import known_nights, lower_bounds
from tournaments.draw.engine.known_nights import SIGNS

# Base rounds


def test_base_rounds_that_are_kept_are_well(capsys):
    assert base_rounds.main([]) == 0
    assert capsys.readouterr().out == "all well\n"


# Best known


def test_what_is_best_known_is_reached(capsys):
    assert find_best_known.main([]) == 0
    assert capsys.readouterr().out == "all well\n"


# Few repeats


@pytest.mark.parametrize(("players", "most"), by_day([(13, 3), (14, 2)], (13, 3)))
def test_fewer_repeats_are_impossible_in_five_rounds(players, most):
    assert not few_repeats.is_possible(players, 5, most - 1)
    assert known_nights.find_fewest_repeats(players, 5) == most
    tables = {13: (4, 3, 3, 3), 14: (4, 4, 3, 3)}[players]
    assert lower_bounds.repeats(players, 5, tables) == most


# Nights with symmetries


@pytest.mark.wide
@pytest.mark.parametrize(("night", "repeats"), [("32x10", 0), ("24x8", 12)])
def test_a_night_with_symmetries_is_found_again(night, repeats, capsys):
    assert symmetric_nights.main(["--night", night]) == 0
    count, lines = capsys.readouterr().out.split(" ", 1)
    assert int(count) == repeats
    players, rounds = map(int, night.split("x"))
    found = [[SIGNS.index(sign) for sign in line] for line in ast.literal_eval(lines)]
    assert [sorted(seats) for seats in found] == [list(range(players))] * rounds
    tables = tuple(
        tuple(tuple(seats[at : at + 4]) for at in range(0, players, 4)) for seats in found
    )
    assert find_best_known.count_repeats(tables) == repeats
