"""Seating by place, by small tables worked out by hand. Player n has place n + 1 unless said."""

import pytest

from tests.tournaments.evenings import refused
from tournaments.draw import draw, record
from tournaments.draw.engine.request import BY_PLACE, Constraint, Request

LAST = (((0, 1, 2, 3), (4, 5, 6, 7), (8, 9, 10, 11)),)  # the round before
AT_TABLE = (1, 2, 3, 4) * 3  # the places there


def seated(players, method, *, standing=None, seed="s", **more):
    places = standing or tuple(range(1, players + 1))
    request = Request(players, 1, method=method, standing=places, **more)
    drawn = draw(request, seed)
    assert [problem["code"] for problem in drawn.problems if problem["severity"] == "error"] == []
    return [sorted(table) for table in drawn.rounds[0]]


@pytest.mark.parametrize(
    ("players", "method", "more", "tables"),
    [
        (11, "score", {}, [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10]]),
        (4, "score", {"standing": (4, 1, 3, 2), "kind": "2"}, [[1, 3], [0, 2]]),
        (12, "groups", {}, [[0, 2, 4, 6], [1, 3, 5, 7], [8, 9, 10, 11]]),
        (15, "groups", {}, [[0, 2, 4, 6], [1, 3, 5, 7], [8, 10, 12, 14], [9, 11, 13]]),
        # of each table two go up and two go down; at the first and the last table they stay
        (
            12,
            "winners",
            {"standing": AT_TABLE, "earlier": LAST},
            [[0, 1, 4, 5], [2, 3, 8, 9], [6, 7, 10, 11]],
        ),
        # of three one goes up, one down, and one stays; who came later begins below
        (
            7,
            "winners",
            {"standing": (1, 2, 3, 1, 2, 3, 9), "earlier": (((0, 1, 2), (3, 4, 5)),)},
            [[0, 1, 3, 4], [2, 5, 6]],
        ),
        (13, "final4", {}, [[0, 1, 2, 3], [4, 5, 6], [7, 8, 9], [10, 11, 12]]),
        (14, "final8", {}, [[0, 2, 4, 6], [1, 3, 5, 7], [8, 9, 10], [11, 12, 13]]),
        (
            10,
            "final8",
            {"kind": "4"},
            [[0, 2, 4, 6], [1, 3, 5, 7]],
        ),  # two sit out, none of the best
        (6, "final4", {"kind": "2"}, [[0, 2], [1, 3], [4, 5]]),
    ],
)
def test_tables_follow_places(players, method, more, tables):
    assert seated(players, method, **more) == tables


def test_equals_go_by_lot_and_the_seed_tells_how():
    tied = (1, 1, 1, 1, 1, 1, 1, 1)
    ways = {str(seated(8, "score", standing=tied, seed=seed)) for seed in "abcdefgh"}
    assert len(ways) > 1
    assert seated(8, "score", standing=tied) == seated(8, "score", standing=tied)


def test_a_constraint_moves_the_nearest_but_no_finalist():
    apart = (Constraint("apart", 0, 3),)
    assert seated(8, "score", constraints=apart) == [[0, 1, 2, 4], [3, 5, 6, 7]]
    request = Request(8, 1, method="final4", standing=tuple(range(8)), constraints=apart)
    drawn = draw(request, "s")
    assert sorted(drawn.rounds[0][0]) == [0, 1, 2, 3]
    assert drawn.assessment.unmet == apart


def test_divisions_stay_apart():
    divisions = (2, 1, 2, 1, 2, 1, 2, 1)
    assert seated(8, "score", divisions=divisions) == [[1, 3, 5, 7], [0, 2, 4, 6]]


@pytest.mark.parametrize("method", BY_PLACE)
def test_record_repeats_it(method):
    request = Request(12, 1, method=method, standing=AT_TABLE, earlier=LAST)
    made = record.build_record(draw(request, "s"), request)
    assert record.repeat_draw(made, "f")[1] is False
    made["input"]["standing"] = [*reversed(AT_TABLE)]
    assert record.repeat_draw(made, "f")[1] is True


@pytest.mark.parametrize(
    ("players", "method", "more", "code"),
    [
        (8, "score", {"standing": ()}, "D12"),
        (8, "score", {"rounds": 2}, "D17"),
        (8, "winners", {}, "D18"),
        (7, "final8", {}, "D19"),
    ],
)
def test_what_it_needs(players, method, more, code):
    given = {"rounds": 1, "standing": tuple(range(players))} | more
    assert refused(Request, players, method=method, **given) == [code]
