"""Whole nights, looked at by the checker, which shares nothing with the program.

STREEPJE_DRAWS is how much is tried (600; the nightly run takes 20000, and then every number of
players up to 400 as well). STREEPJE_SEED draws others.
"""

import json
import os
import time
from itertools import chain
from pathlib import Path
from random import Random

import pytest

from tests.by_day import by_day
from tests.tournaments.draw import checker
from tests.tournaments.draw.asking import ask, constraints

DRAWS = int(os.environ.get("STREEPJE_DRAWS", "600"))
SEED = os.environ.get("STREEPJE_SEED", "streepje")
NIGHTLY = DRAWS > 5000
PLAYERS = range(6, 401) if NIGHTLY else [*range(6, 90), 99, 101, 157, 198, 397, 398, 399, 400]

# Where the fewest repeats that were found are more than the proven bound
OPEN = json.loads(Path(__file__).parents[1].joinpath("open.json").read_text())


@pytest.mark.parametrize("players", by_day([*PLAYERS], *PLAYERS[::5], *PLAYERS[:18]))
def test_every_night_is_at_the_bound_or_in_the_list_of_open_ones(players):
    for rounds in range(1, 11):
        answer = ask(players, rounds, f"{players}x{rounds}")
        assert checker.faults(answer, players, rounds) == []
        known = OPEN.get(f"{players}x{rounds}", answer["lower_bound"])
        assert answer["repeats"] == known, rounds


@pytest.mark.parametrize("players", [28, 60, 157, 399])
def test_a_night_of_a_design_takes_a_tenth_of_a_second(players):
    """Five times that: machines differ, and bench measures. What others do only adds to it."""

    def measure():
        began = time.process_time()
        ask(players, 9)
        return time.process_time() - began

    assert any(measure() < 0.5 for _ in range(5))


def unlike(pairs):
    return [list(pair) for pair in sorted(set(map(tuple, pairs)))]


def test_constraints_that_can_be_kept_are_kept():
    """Around a seating that is kept secret: whatever is true of it can be had."""
    chance = Random(SEED)
    for _ in range(DRAWS // 15):
        players = chance.randint(12, 60)
        seats = chance.sample(range(players), players)
        shape = checker.shape_of(players, "3-4", "split")
        tables = [[seats.pop() for _ in range(size)] for size in shape]
        at = {p: n for n, table in enumerate(tables, 1) for p in table}
        wanted = {"apart": [], "together": [], "fixed_table": {}}
        for _ in range(chance.randint(1, 14)):
            a, b = sorted(chance.sample(range(players), 2))
            wanted["together" if at[a] == at[b] else "apart"].append([a, b])
        for _ in range(chance.randint(0, 3)):
            table = chance.choice(tables)
            wanted["together"].append(sorted(chance.sample(table, 2)))
            p = chance.choice(chance.choice(tables))
            wanted["fixed_table"][str(p)] = at[p]
        wanted["apart"], wanted["together"] = unlike(wanted["apart"]), unlike(wanted["together"])
        answer = ask(players, 3, effort=3000, constraints=constraints(wanted))
        assert answer["unmet"] == [], wanted
        assert checker.faults(answer, players, 3, constraints=wanted) == []


@pytest.mark.parametrize(("players", "kind"), [(0, "3-4"), (1, "3-4"), (3, "4"), (1, "2")])
def test_too_few_for_a_table(players, kind):
    answer = ask(players, 3, kind=kind)
    assert (answer["rounds"], answer["sitting_out"], answer["repeats"]) == ([], [], 0)
    assert [problem["code"] for problem in answer["problems"]] == ["D20"]


def test_five_people_split_with_a_warning_or_sit_out_in_turn():
    split = ask(5, 2)
    assert [len(table) for table in split["rounds"][0]] == [3, 2]
    assert [problem["code"] for problem in split["problems"]] == ["D21"]
    turns = ask(5, 5, five="sit-out")
    assert sorted(chain(*turns["sitting_out"])) == [0, 1, 2, 3, 4]
    assert [problem["code"] for problem in turns["problems"]] == ["D22"]


def test_pairs_all_meet_once_and_byes_go_round():
    answer = ask(9, 9, kind="2")
    assert (answer["repeats"], answer["max_meetings"]) == (0, 1)
    assert sorted(chain(*answer["sitting_out"])) == list(range(9))
    twice = ask(8, 14, kind="2")
    assert (twice["repeats"], twice["lower_bound"], twice["max_meetings"]) == (28, 28, 2)


def test_names_fall_on_numbers_by_lot():
    """Every player is exchangeable: over many seeds, all pairs meet about as often."""
    met = dict.fromkeys(((a, b) for b in range(8) for a in range(b)), 0)
    for seed in range(700):
        for table in ask(8, 1, str(seed))["rounds"][0]:
            for a in table:
                for b in table:
                    if a < b:
                        met[a, b] += 1
    # 3/7 of 700; five standard deviations are 65
    assert min(met.values()) > 235
    assert max(met.values()) < 365


def test_rounds_drawn_one_by_one_repeat_nothing_where_there_is_room():
    earlier = ()
    for number in range(4):
        answer = ask(30, 1, str(number), earlier=earlier)
        assert (answer["repeats"], answer["lower_bound"]) == (0, 0)
        earlier += (tuple(map(tuple, answer["rounds"][0])),)


def test_kept_tables_stay_as_they_sit():
    kept = ({2: (5, 3, 1, 0)}, {4: (1, 2, 3)})
    answer = ask(14, 2, kept=kept)
    assert answer["rounds"][0][1] == [5, 3, 1, 0]
    assert answer["rounds"][1][3] == [1, 2, 3]
    for tables in answer["rounds"]:
        assert sorted(chain(*tables)) == list(range(14))
        assert sorted(map(len, tables)) == [3, 3, 4, 4]


def test_neighbours_in_the_standing_meet_without_repeats_in_three_rounds():
    answer = ask(40, 3, method="standing", standing=tuple(range(1, 41)))
    assert answer["repeats"] == 0
    apart = [
        (a - b) ** 2 for tables in answer["rounds"] for t in tables for a in t for b in t if a < b
    ]
    assert sum(apart) / len(apart) < 60  # by lot it is 280
