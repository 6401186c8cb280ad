from dataclasses import replace

from tournaments.draw import assess_typed, count_costs, draw, find_costly_constraints
from tournaments.draw.engine.request import Constraint, Request

COUPLE, APART = Constraint("together", 0, 1), Constraint("apart", 2, 3)
ASKED = Request(40, 4, constraints=(COUPLE, APART), effort=60_000)


def test_those_that_cost_something_are_told():
    found = draw(ASKED, "x")
    assert found.assessment.repeats == 3
    assert find_costly_constraints(found, ASKED) == [(COUPLE, 3, 0)]
    assert [cost.without for cost in count_costs(found, ASKED)] == [0, 3]


def test_where_fewer_are_impossible_nothing_cost_any():
    request = Request(4, 3, constraints=(COUPLE,))
    assert find_costly_constraints(draw(request, "x"), request) == []


def test_a_search_with_no_constraints_has_no_costs():
    request = Request(17, 6)
    found = draw(request, "x")
    assert found.assessment.repeats > found.assessment.lower_bound
    assert find_costly_constraints(found, request) == []


def test_chance_and_people_have_no_costs():
    by_lot = replace(ASKED, method="lots", rounds=6)
    found = draw(by_lot, "x")
    assert found.assessment.repeats > found.assessment.lower_bound
    assert find_costly_constraints(found, by_lot) == []
    by_hand = replace(by_lot, method="hand")
    assert find_costly_constraints(assess_typed(found.rounds, by_hand), by_hand) == []


def test_a_better_draw_that_keeps_it_all_the_same_is_not_its_cost():
    """By the first draw, as if it had gone badly."""
    request = Request(32, 4, constraints=(APART,))
    found = draw(request, "x")
    worse = found._replace(assessment=found.assessment._replace(repeats=9))
    again = draw(replace(request, constraints=()), "x")
    assert not any({2, 3} <= set(table) for tables in again.rounds for table in tables)
    assert [cost.without for cost in count_costs(worse, request)] == [9]
