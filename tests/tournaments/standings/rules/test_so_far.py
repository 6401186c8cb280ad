from fractions import Fraction

from tournaments.standings.rules.points import (
    Person,
    PlayedNight,
    PlayedRound,
    PlayerRound,
    SeasonRules,
)
from tournaments.standings.rules.rank_night import rank_night, rank_night_so_far

PEOPLE = [Person(player) for player in range(1, 9)]


def share(player, *games, **more):
    return PlayerRound(player, sum(games), games=games, **more)


def still(*shares, waiting=(), out=()):
    """A round in which some table still plays."""
    return PlayedRound(shares, frozenset({*waiting, *out}), frozenset(waiting), open=True)


def stood(division):
    return [(row.player, row.rank, row.points, row.pace, row.games) for row in division.rows]


def test_who_played_fewer_games_does_not_lead_by_that():
    night = PlayedNight(1, (still(share(1, 4, 4, 4, 4), share(2, 5), share(3, 3, 4)),))
    assert stood(rank_night_so_far(SeasonRules(), PEOPLE, night)) == [
        (3, 1, 7, Fraction(7, 2), 2), (1, 2, 16, 4, 4), (2, 3, 5, 5, 1),
    ]  # fmt: skip


def test_highest_average_leads_where_the_highest_wins():
    terms = SeasonRules(lowest_wins=False, low_game=False)
    night = PlayedNight(1, (still(share(1, 4, 4, 4, 4), share(2, 5)),))
    assert [row.player for row in rank_night_so_far(terms, PEOPLE, night).rows] == [2, 1]


def test_nothing_is_filled_in_for_a_table_that_has_not_begun():
    first = PlayedRound((share(1, 6), share(2, 2), share(3, 9)))
    night = PlayedNight(1, (first, still(share(1, 1, 1), waiting=[2], out=[3])))
    found = rank_night_so_far(SeasonRules(), PEOPLE, night)
    assert stood(found) == [(2, 1, 2, 2, 1), (1, 2, 8, Fraction(8, 3), 3), (3, 3, 9, 9, 1)]
    hows = {row.player: [slice_.how for slice_ in row.tallies[0].slices] for row in found.rows}
    assert hows == {1: ["played"] * 2, 2: ["played", "waiting"], 3: ["played", "out later"]}


def test_who_played_nothing_yet_or_left_has_no_place():
    night = PlayedNight(1, (still(share(1, 6), share(2, 1, until=1), waiting=[3]),))
    places = {
        row.player: (row.rank, row.points)
        for row in rank_night_so_far(SeasonRules(), PEOPLE, night).rows
    }
    assert places == {1: (1, 6), 2: (None, 1), 3: (None, None)}


def test_where_places_count_it_is_the_average_of_a_round():
    terms = SeasonRules(counting="places", place_points=(4, 2), bonus=1)
    first = PlayedRound(
        (share(1, 6, places=(1,)), share(2, 9, places=(2,)), share(3, 9, places=(1,)))
    )
    night = PlayedNight(1, (first, still(share(2, 1, places=(1,)), waiting=[1], out=[3])))
    rows = rank_night_so_far(terms, PEOPLE, night).rows
    assert [(row.player, row.points, row.pace) for row in rows] == [
        (1, 5, 5), (3, 6, 5), (2, 8, 4),
    ]  # fmt: skip


def test_equally_far_it_is_the_night_as_it_would_be_for_good():
    first = PlayedRound((share(1, 6), share(2, 2)), frozenset({3}))
    coming = still(waiting=[1, 2, 3])
    night = PlayedNight(1, (first, coming))
    assert rank_night_so_far(SeasonRules(), PEOPLE, night) == rank_night(
        SeasonRules(), PEOPLE, night
    )
    assert not rank_night_so_far(SeasonRules(), PEOPLE, night).uneven
