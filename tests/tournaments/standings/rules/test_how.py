import pytest

from tests.tournaments.standings.rules.played import night
from tournaments.standings.rules.points import Missed, Person, PlayerRound, SeasonRules
from tournaments.standings.rules.rank_season import rank_season

PEOPLE = [Person(1), Person(2), Person(3, joined=2)]


def explain(terms, *nights):
    """By player, of every night its state, and how it or each of its rounds came about."""
    (division,) = rank_season(terms, PEOPLE, nights)
    return {
        row.player: [
            (tally.state, tally.how or [slice_.how for slice_ in tally.slices])
            for tally in row.tallies
        ]
        for row in division.rows
    }


@pytest.mark.parametrize(
    ("how", "points", "said"),
    [
        ("skip", None, "skip"),
        ("fixed", 40, "fixed"),
        ("worst", None, "worst"),
        ("own", None, "own"),
        ("own", 30, "own"),
        ("own", 29, "capped"),
    ],
)
def test_night_missed_says_what_it_counts(how, points, said):
    terms = SeasonRules(
        counting="average",
        signed_off=Missed(how, (points,) if points else ()),
        no_show=Missed("worst"),
    )
    found = explain(terms, night(1, {1: 30, 2: 20}), night(2, {2: 20, 3: 5}, off=[1]))
    assert found[1] == [("played", ["played"]), ("signed off", said)]
    assert found[3][0][0] == "before"
    late = explain(terms, night(1, {1: 30, 2: 20}), night(2, {2: 20, 3: 5}))
    assert late[1][1] == ("no show", "worst")


def test_rounds_say_it_one_by_one():
    both = {"signed_off": Missed("fixed", (9,)), "no_show": Missed("fixed", (9,))}
    found = explain(SeasonRules(**both), night(1, {1: 4, 2: 5, 3: 6}, {1: 7, 2: None}, out=[3]))
    assert found == {
        1: [("played", ["played", "played"])],
        2: [("left", ["played", "fixed"])],
        3: [("played", ["played", "own round"])],
    }


def test_who_only_sat_out_has_the_mean_or_the_bonus():
    night_ = night(1, {1: 4, 2: 5}, out=[3])
    assert explain(SeasonRules(), night_)[3] == [("played", ["mean round"])]
    places = SeasonRules(counting="places", place_points=(2, 1), bonus=1)
    assert explain(places, night_)[3] == [("played", ["bonus"])]


def test_table_that_stopped_is_told_from_who_left():
    """Also where somebody left it before it did."""
    terms = SeasonRules(signed_off=Missed("fixed", (9,)))
    whole, left = PlayerRound(1, 4), PlayerRound(2, 0, until=1, unfinished=True)
    stopped = PlayerRound(3, 0, unfinished=True)
    found = explain(terms, night(1, [whole, left, stopped]))
    seen = {player: tallies[0] for player, tallies in found.items()}
    assert seen == {1: ("played", ["played"]), 2: ("left", "fixed"), 3: ("unfinished", "fixed")}


def test_what_was_brought_in_is_all_rounds_of_its_night():
    """Three rounds of 100 each, as one figure, weigh as three rounds do."""
    terms = SeasonRules(
        signed_off=Missed("own"), no_show=Missed("own"), counting="places", place_points=(4, 2)
    )
    before = [
        PlayerRound(who, points, counts=True, rounds=3) for who, points in ((1, 300), (2, 90))
    ]
    played = [PlayerRound(2, 7, places=(1,)), PlayerRound(3, 9, places=(2,))]
    nights = [night(1, before), night(2, played, played)]
    (division,) = rank_season(terms, [Person(1), Person(2), Person(3)], nights)
    tallies = {row.player: [tally.points for tally in row.tallies] for row in division.rows}
    assert tallies == {1: [300, 200], 2: [90, 8], 3: [6, 4]}
