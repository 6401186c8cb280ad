from fractions import Fraction

import pytest

from tests.tournaments.standings.rules.played import night
from tournaments.standings.rules.breakdown import round_points
from tournaments.standings.rules.points import Person, PlayerRound, SeasonRules
from tournaments.standings.rules.rank_night import rank_night

PEOPLE = [Person(1), Person(2), Person(3), Person(4, guest=True)]


def stood(division):
    return [(row.player, row.rank, row.points) for row in division.rows]


def test_guests_have_a_place_if_the_season_says_so_and_who_missed_some_of_it_has_none():
    first = [PlayerRound(1, 10), PlayerRound(2, 20), PlayerRound(4, 5), PlayerRound(3, 3, until=2)]
    played = night(1, first, [PlayerRound(1, 10), PlayerRound(2, 1), PlayerRound(4, 8)], out=[9])
    ranked = stood(rank_night(SeasonRules(), PEOPLE, played))
    assert ranked[:3] == [(9, 1, 18), (1, 2, 20), (2, 3, 21)]
    assert sorted(ranked[3:]) == [(3, None, 3), (4, None, 13)]
    found = rank_night(SeasonRules(guests_ranked=True), PEOPLE, played)
    assert stood(found) == [(4, 1, 13), (9, 2, 18), (1, 3, 20), (2, 4, 21), (3, None, 3)]
    late = found.rows[-1].tallies[0]
    assert (late.state, [slice_.how for slice_ in late.slices]) == ("left", ["piece", "missed"])


def test_games_of_a_substitute_are_the_substitutes_on_the_night():
    shares = [PlayerRound(1, 10), PlayerRound(2, 5, until=4), PlayerRound(3, 2, seat=2, since=5)]
    found = rank_night(SeasonRules(for_member=True), PEOPLE, night(1, shares, out=[9]))
    assert stood(found)[2:] == [(3, None, 2), (2, None, 5)]


def test_piece_of_a_round_has_no_points_where_places_count():
    terms = SeasonRules(counting="places", place_points=(4, 2), night_prizes=(1, "last"))
    found = rank_night(
        terms,
        PEOPLE,
        night(1, [PlayerRound(1, 9, places=(1,)), PlayerRound(2, 8, until=3)], out=[9]),
    )
    assert stood(found) == [(1, 1, 4), (9, 2, 0), (2, None, None)]
    assert [(prize.place, prize.players) for prize in found.prizes] == [(1, (1,)), ("last", (9,))]


def test_night_of_which_nothing_is_in_has_nobody():
    assert rank_night(SeasonRules(), PEOPLE, night(1)).rows == ()


@pytest.mark.parametrize(
    ("points", "shown"),
    [(Fraction(200, 3), "66.67"), (Fraction(1, 8), "0.13"), (Fraction(-1, 8), "-0.12"), (5, "5")],
)
def test_two_decimals_are_shown(points, shown):
    assert round_points(points) == Fraction(shown)
