from itertools import combinations

from tests.tournaments.draw.asking import ask
from tournaments.draw.engine import problems
from tournaments.draw.engine.request import Constraint, Duties


def pairs_of(kind, players):
    return tuple(Constraint(kind, *pair) for pair in combinations(players, 2))


def test_nine_apart_at_eight_tables_cost_one_pair_and_eight_none():
    answer = ask(32, 3, constraints=pairs_of("apart", range(9)))
    assert answer["unmet"] == [{"apart": [7, 8]}]
    answer = ask(32, 3, constraints=pairs_of("apart", range(8)))
    assert (answer["unmet"], answer["repeats"]) == ([], 0)


def test_sixteen_couples_meet_each_couple_once():
    couples = tuple(Constraint("together", number, number + 1) for number in range(0, 32, 2))
    answer = ask(32, 3, constraints=couples)
    assert (answer["unmet"], answer["repeats"], answer["max_meetings"]) == ([], 32, 3)


def test_people_apart_get_a_design_as_well():
    answer = ask(20, 5, constraints=(Constraint("apart", 0, 1), Constraint("apart", 5, 7)))
    assert (answer["unmet"], answer["repeats"]) == ([], 0)


def test_small_tables_go_to_who_had_few():
    had = tuple(3.0 if player < 20 else 0.0 for player in range(30))
    answer = ask(30, 1, duties=Duties(small=had))
    assert [player for player in map(int, answer["small_tables"]) if player < 20] == []
    assert len(answer["small_tables"]) == 6


def test_byes_go_to_who_had_few():
    had = (1.0, 1.0, 0.0, 1.0, 1.0, 1.0, 1.0)
    assert ask(7, 1, kind="2", duties=Duties(sat_out=had))["sitting_out"] == [[2]]
    assert ask(5, 1, five="sit-out", duties=Duties(sat_out=had[:5]))["sitting_out"] == [[2]]


def test_who_sat_out_earlier_tonight_plays():
    earlier = (((0, 1, 2, 3),), ((0, 1, 2, 4),))
    answer = ask(5, 1, kind="4", earlier=earlier, duties=Duties(sat_out=(0, 0, 9, 0, 0)))
    assert answer["sitting_out"] in ([[0]], [[1]])


def test_numbers_of_problems_mean_one_thing_each():
    checks = [var for var in vars(problems).values() if isinstance(var, problems.ProblemCode)]
    numbers = [check.number for check in checks]
    assert len(set(numbers)) == len(numbers) - 1  # 01: what can't be read, in two ways
