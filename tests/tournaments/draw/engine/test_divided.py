from itertools import product

import pytest

from tests.tournaments.draw import checker
from tests.tournaments.draw.asking import ask
from tournaments.draw.engine.assessment import count_meetings, lower_bound
from tournaments.draw.engine.first_seating import sort_by_division
from tournaments.draw.engine.request import Constraint, Request
from tournaments.draw.engine.seeded_random import Chance


def seated(answer, at):
    return [
        sorted("".join(sorted(str(at[player]) for player in table)) for table in tables)
        for tables in answer["rounds"]
    ]


@pytest.mark.parametrize(
    ("counts", "more", "tables"),
    [
        ((8, 6), {}, ["1111", "1111", "222", "222"]),
        ((10, 10), {}, ["1111", "1111", "1122", "2222", "2222"]),
        ((9, 7, 4), {}, ["1111", "1111", "1222", "2222", "3333"]),
        ((2, 6), {}, ["1122", "2222"]),
        ((14, 13, 9), {}, [*["1111"] * 3, "1122", *["2222"] * 2, "2223", *["3333"] * 2]),
        (
            (14, 13, 9),
            {"kind": "4-5"},
            ["1111", *["11111"] * 2, *["2222"] * 2, "22222", "3333", "33333"],
        ),
        ((8, 8), {"method": "lots"}, ["1111", "1111", "2222", "2222"]),
        ((8, 8), {"method": "standing", "standing": range(16)}, ["1111"] * 2 + ["2222"] * 2),
        ((11, 11), {"kind": "4"}, ["1111", "1111", "1222", "2222", "2222"]),
        ((10, 8), {"kind": "4-5"}, ["11111", "11111", "2222", "2222"]),
    ],
)
def test_divisions_are_drawn_apart(counts, more, tables):
    at = tuple(number for number, count in enumerate(counts, 1) for _ in range(count))
    more = {**more, "standing": tuple(more.get("standing", ()))}
    answer = ask(len(at), 2, divisions=at, effort=20_000, **more)
    if more.get("kind") == "4":
        assert all(
            sum(len(set(table)) > 1 for table in tables) <= 1 for tables in seated(answer, at)
        )
    else:
        assert seated(answer, at) == [tables] * 2
    faults = checker.faults(answer, len(at), 2, kind=more.get("kind", "3-4"))
    assert [line for line in faults if "bound" not in line] == []


def test_people_without_a_division_come_last():
    at = (0,) * 4 + (2,) * 4 + (1,) * 4
    assert seated(ask(12, 1, divisions=at, effort=20_000), at) == [["0000", "1111", "2222"]]


def test_wishes_across_divisions_are_kept():
    at = (1,) * 8 + (2,) * 8
    wish = Constraint("together", 0, 15)
    answer = ask(16, 2, divisions=at, effort=20_000, constraints=(wish,))
    assert answer["unmet"] == []
    assert all(sum(len(set(table)) > 1 for table in tables) <= 2 for tables in seated(answer, at))


def test_minimum_is_that_of_the_divisions():
    at = (1,) * 8 + (2,) * 8
    answer = ask(16, 2, divisions=at, effort=20_000)
    assert (answer["repeats"], answer["lower_bound"]) == (8, 8)


def test_minimum_counts_who_is_over_as_sitting_out_of_the_division():
    """Five people and three at two tables of four: one of the five joins the others in each round.
    All such nights were tried.
    """
    at = (1,) * 5 + (2,) * 3
    joins = range(5)
    nights = [
        tuple(
            (tuple(player for player in range(5) if player != over), (over, 5, 6, 7))
            for over in who
        )
        for who in product(joins, repeat=3)
    ]
    fewest = min(sum(times - 1 for times in count_meetings(night).values()) for night in nights)
    request = Request(8, 3, divisions=at)
    bounds = {lower_bound(night, request) for night in nights}
    answer = ask(8, 3, divisions=at, effort=20_000)
    assert (fewest, answer["repeats"]) == (14, 14)
    assert bounds == {answer["lower_bound"]}
    assert 8 <= answer["lower_bound"] <= fewest


def test_minimum_of_a_draw_that_was_divided_late():
    """Those who left, and a round that was not divided, are no reason to stop."""
    at = (1,) * 4 + (2,) * 4
    earlier = (((0, 4, 8, 1), (2, 5, 6, 3)), ((8,), (0, 1, 2, 3), (4, 5, 6, 7)))
    request = Request(8, 1, divisions=at, earlier=earlier)
    assert lower_bound((((0, 1, 2, 3), (4, 5, 6, 7)),), request) >= 12


def test_chance_tells_who_has_the_small_tables():
    """Twenty people fill four tables of five, or five of four."""
    at = (1,) * 20 + (2,) * 20
    request = Request(40, 1, divisions=at)
    tables = (5,) * 4 + (4,) * 5
    orders = [sort_by_division(request, range(40), tables, Chance(str(seed))) for seed in range(20)]
    assert all(sorted(order) == list(range(40)) for order in orders)
    assert {sum(at[player] == 1 for player in order[:20]) for order in orders} == {0, 20}
