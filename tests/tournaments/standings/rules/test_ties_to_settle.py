from tests.tournaments.standings.rules.played import night
from tournaments.standings.rules.breakdown import TieDecision
from tournaments.standings.rules.points import Person, SeasonRules
from tournaments.standings.rules.rank_season import rank_season
from tournaments.standings.rules.ties_and_prizes import (
    draw_by_lot,
    find_ties,
    find_unsettled,
    settle,
)


def season(points, divisions=None, **terms):
    people = [Person(id, division=(divisions or {}).get(id)) for id in points]
    return rank_season(SeasonRules(**terms), people, [night(1, points)])


def prizes(division):
    return [(prize.place, prize.players, prize.how) for prize in division.prizes]


def test_prizes_of_a_tie_go_by_the_order_it_was_settled_in():
    (division,) = season({1: 20, 2: 10, 3: 20, 4: 20}, season_prizes=(1, 2, 3, "last"))
    (tie,) = find_ties(division)
    assert tie == (None, "prizes", (1, 3, 4), (2, 3, "last"), 0)
    settled = settle(division, [TieDecision(None, "prizes", (1, 3, 4), "lot", (4, 1, 3))])
    assert prizes(settled) == [
        *((1, (2,), ""), (2, (4,), "lot")),
        *((3, (1,), "lot"), ("last", (3,), "lot")),
    ]
    assert settled.rows == division.rows
    assert find_unsettled(settled) == []


def test_who_shares_a_prize_goes_on_sharing_it():
    (division,) = season({1: 10, 2: 10}, season_prizes=(1,))
    shared = settle(division, [TieDecision(None, "prizes", (1, 2), "share")])
    assert prizes(shared) == [(1, (1, 2), "share")]
    assert find_unsettled(shared) == []
    assert find_unsettled(division) == [(None, "prizes", (1, 2), (1,), 0)]


def test_first_of_a_tie_goes_up_and_the_last_goes_down():
    points = {1: 10, 2: 40, 3: 40, 4: 20, 5: 20, 6: 20, 7: 50}
    found = season(points, {1: 1, 2: 1, 3: 1, 4: 2, 5: 2, 6: 2, 7: 2}, moving=2)
    first, second = found
    assert [tie.what for division in found for tie in find_ties(division)] == ["up"]
    up = settle(second, [TieDecision(2, "up", (4, 5, 6), "play-off", (6, 4, 5))]).up
    assert (up.sure, up.tied) == ((6, 4), ())
    (lower, _) = season(points, {1: 1, 2: 1, 3: 1, 4: 2}, moving=1)[:2]
    down = settle(lower, [TieDecision(1, "down", (2, 3), "hand", (3, 2))]).down
    assert (down.sure, down.tied) == ((2,), ())
    assert set(first.down.sure) == {2, 3}


def test_what_was_settled_holds_for_the_same_tie_only():
    (division,) = season({1: 10, 2: 10, 3: 30}, season_prizes=(1, 3))
    others = [
        TieDecision(1, "prizes", (1, 2), "lot", (1, 2)),
        TieDecision(None, "up", (1, 2), "lot", (1, 2)),
        TieDecision(None, "prizes", (1, 3), "lot", (1, 3)),
    ]
    assert settle(division, others) == division
    found = prizes(settle(division, [TieDecision(None, "prizes", (1, 2), "lot", (2, 1))]))
    assert found == [(1, (2,), "lot"), (3, (3,), "")]


def test_lot_comes_out_the_same_by_its_number():
    found = draw_by_lot((3, 1, 2), "ab")
    assert sorted(found) == [1, 2, 3]
    assert found == draw_by_lot((1, 2, 3), "ab")
    assert {draw_by_lot((1, 2, 3), str(seed))[0] for seed in range(20)} == {1, 2, 3}
