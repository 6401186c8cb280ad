import pytest

from tournaments.draw.engine.assessment import assess, find_unmet, lower_bound
from tournaments.draw.engine.partners import list_partners
from tournaments.draw.engine.request import Constraint, Request

ONE = ((0, 1, 2, 3), (4, 5, 6))
TWO = ((0, 1, 4, 5), (2, 3, 6))


def test_a_night_of_two_rounds():
    assessment = assess((ONE, TWO), Request(7, 2, history=((1, 0, 5), (3, 6, 2))))
    assert (assessment.repeats, assessment.max_meetings) == (3, 2)
    assert assessment.small_tables == {2: 1, 3: 1, 4: 1, 5: 1, 6: 2}
    assert (assessment.lower_bound, assessment.unmet, assessment.problems) == (3, (), ())


def test_partners_count_at_tables_of_four_alone():
    twice = (((0, 1, 2, 3),), ((0, 1, 2, 3),))
    assert assess(twice, Request(4, 2, "4")).partner_repeats == 2
    assert assess(twice, Request(4, 2)).partner_repeats == 0
    assert list(list_partners((0, 1, 2))) == []


THREE = (ONE, TWO, ((0, 1, 6, 2), (3, 4, 5)))
WHO_LEFT = Request(7, 1, earlier=(((0, 1, 9, 8), (4, 5, 6)),))


@pytest.mark.parametrize(
    ("rounds", "request_", "repeats", "most"),
    [((), Request(1, 1), 0, 0), (THREE, Request(7, 3), 8, 3), ((ONE,), WHO_LEFT, 4, 2)],
    ids=["no rounds", "a pair that meets three times", "earlier rounds, and who left"],
)
def test_repeats_and_most_meetings_are_counted(rounds, request_, repeats, most):
    found = assess(rounds, request_)
    assert (found.repeats, found.max_meetings, found.problems) == (repeats, most, ())


def test_the_bound_knows_what_is_done():
    request = Request(16, 1, earlier=(((0, 1, 2, 3),), ((0, 1, 2, 3),)))
    assert lower_bound((((0, 1, 4, 5),),), request) == 6


def test_the_bound_of_rounds_that_differ_counts_meetings():
    request = Request(4, 1, earlier=(((0, 1), (2, 3)), ((0, 2), (1, 3))))
    assert lower_bound((((0, 1, 2, 3),),), request) == 4


def test_constraints_are_looked_at_in_every_round():
    wanted = [
        Constraint("apart", 0, 6),
        Constraint("apart", 0, 4),
        Constraint("together", 0, 1),
        Constraint("together", 0, 2),
        Constraint("together", 0, 9),
        Constraint("apart", 8, 9),
        Constraint("fixed_table", 0, 1),
        Constraint("fixed_table", 4, 2),
        Constraint("fixed_table", 9, 1),
    ]
    assert find_unmet(wanted, (ONE, TWO)) == [wanted[1], wanted[3], wanted[7]]


def test_unmet_constraints_are_told():
    wanted = (
        Constraint("apart", 0, 1),
        Constraint("together", 0, 6),
        Constraint("fixed_table", 6, 1),
    )
    found = assess((ONE,), Request(7, 1, constraints=wanted))
    assert [(problem["code"], problem["message"].params) for problem in found.problems] == [
        ("D30", {"one": 0, "other": 1}),
        ("D31", {"one": 0, "other": 6}),
        ("D32", {"one": 6, "table": 1}),
    ]
    assert found.unmet == wanted


def test_a_seating_by_hand_may_be_wrong():
    found = assess((((0, 1, 2, 3, 4), (5, 5), (6,)),), Request(8, 1))
    assert [(problem["code"], problem["message"].params) for problem in found.problems] == [
        *(("D40", {"round": 1, "one": 5}), ("D42", {"round": 1, "table": 1, "count": 5})),
        *(("D42", {"round": 1, "table": 3, "count": 1}), ("D41", {"round": 1, "one": 7})),
    ]


def test_who_may_sit_out_need_not_have_a_place():
    assert assess((((0, 1, 2, 3),),), Request(6, 1, "4")).problems == ()


def test_a_game_for_four_takes_no_three():
    found = assess((((0, 1, 2),),), Request(4, 1, "4"))
    assert [problem["code"] for problem in found.problems] == ["D42", "D41"]
