from typing import Any

import pytest

from scoring.games.core.play import Deal, Group, Play, group_by_rank
from scoring.toolkit.problems import ProblemCode

THREE = ["Ans", "Bob", "Cor"]


def places(figures: dict[str, float], units: list[list[str]] | None = None) -> list[Group]:
    return group_by_rank(
        units or [[name] for name in figures], lambda name: (-figures[name],), figures
    )


def test_error_makes_a_game_wrong() -> None:
    deal = Deal(1)
    warning, error = ProblemCode(1, "look", "warning"), ProblemCode(2, "wrong")
    deal.refuse(warning)
    assert deal.wrong is False
    deal.refuse(error, "Ans", given=3)
    assert deal.wrong is True
    assert deal.problems == [(warning, None, {}), (error, "Ans", {"given": 3})]


@pytest.mark.parametrize(
    ("deal", "done"),
    [
        (Deal(1), False),
        (Deal(1, void="cards fell"), True),
        (Deal(1, scores={"Ans": 0}), True),
        (Deal(1, cells={"Ans": 3}), False),
    ],
)
def test_game_that_is_done(deal: Deal, done: bool) -> None:
    assert deal.done is done


def test_new_deal_is_untouched() -> None:
    deal = Deal(4)
    assert (deal.number, deal.contract) == (4, 0)
    assert (deal.missing, deal.wrong, deal.empty) == (False, False, False)


def test_games_count() -> None:
    play = Play.start(THREE)
    assert play.totals == play.won == play.match_points == dict.fromkeys(THREE, 0)
    for _ in range(2):
        play.count(Deal(1, scores={"Ans": 5, "Bob": 0}, won=["Bob"], match_points={"Bob": 0.5}))
    assert play.totals == {"Ans": 10, "Bob": 0, "Cor": 0}
    assert play.won == {"Ans": 0, "Bob": 2, "Cor": 0}
    assert play.match_points == {"Ans": 0, "Bob": 1, "Cor": 0}
    assert len(play.scored) == 2
    assert (play.ended, play.winners, play.going_on) == (False, [], [])


def test_who_missed_a_game_is_away() -> None:
    play = Play.start(THREE)
    play.leave_out(Deal(1, absent=["Cor"]))
    play.leave_out(Deal(2, absent=["Ans"]))
    play.leave_out(Deal(3))
    assert play.away == {"Ans", "Cor"}


def test_nobody_goes_away_in_a_play_off() -> None:
    play = Play.start(THREE)
    play.going_on = ["Ans", "Bob"]
    play.leave_out(Deal(1, absent=["Cor"]))
    assert play.away == set()


@pytest.mark.parametrize(
    ("figures", "expected"),
    [
        ({"Ans": 1, "Bob": 3, "Cor": 2}, [(1, ["Bob"], 3), (2, ["Cor"], 2), (3, ["Ans"], 1)]),
        ({"Ans": 3, "Bob": 3, "Cor": 2}, [(1, ["Ans", "Bob"], 3), (3, ["Cor"], 2)]),
        ({"Ans": 1, "Bob": 3, "Cor": 1}, [(1, ["Bob"], 3), (2, ["Ans", "Cor"], 1)]),
        ({"Ans": 1, "Bob": 1, "Cor": 1}, [(1, ["Ans", "Bob", "Cor"], 1)]),
    ],
)
def test_equal_figures_share_a_place(figures: Any, expected: Any) -> None:
    assert [tuple(group) for group in places(figures)] == expected


def test_who_share_a_place_stand_by_seat() -> None:
    figures: dict[str, float] = {"Bob": 1, "Ans": 1, "Cor": 1}
    assert places(figures, [["Cor"], ["Ans"], ["Bob"]])[0].players == ["Bob", "Ans", "Cor"]


def test_sides_rank_together() -> None:
    figures: dict[str, float] = {"Ans": 5, "Bob": 9, "Cor": 5, "Dik": 9}
    assert places(figures, [["Ans", "Cor"], ["Bob", "Dik"]]) == [
        Group(1, ["Bob", "Dik"], 9),
        Group(2, ["Ans", "Cor"], 5),
    ]


def test_ranking_keeps_the_units_as_they_were() -> None:
    units = [["Ans"], ["Bob"]]
    places({"Ans": 1, "Bob": 1}, units)
    assert units == [["Ans"], ["Bob"]]


def test_equal_neighbours_only_are_grouped() -> None:
    assert group_by_rank([], lambda name: (0,), {}) == []
