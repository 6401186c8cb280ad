"""Periods and further standings, with the figures of clubs that have them."""

import pytest

from tests.tournaments.standings.rules.played import night
from tournaments.standings.rules.points import Missed, Person, SeasonRules
from tournaments.standings.rules.rank_season import rank_season

ANS, BOB = 1, 2
PEOPLE = [Person(ANS), Person(BOB)]
HIGHEST = SeasonRules(lowest_wins=False, signed_off=Missed("skip"), no_show=Missed("skip"))


def nights_of(*scores):
    """`scores` are those of Ans and of Bob for each night; None: not there."""
    for number, pair in enumerate(scores, 1):
        yield night(number, {who: points for who, points in enumerate(pair, ANS) if points})


def rank(terms, nights):
    (division,) = rank_season(terms, PEOPLE, nights)
    return {row.player: row for row in division.rows}


def points(rows):
    return [(player, row.points, row.rank) for player, row in rows.items()]


def test_t_harde_counts_the_best_five_of_seven_periods_of_the_best_four_of_six_nights():
    """Ans has 4000, 4100 … 4500 in the first period, and 100 a night more in each next one: the
    best four come to 17,400, 17,800 … 19,800, and the last five of these to 95,000. Bob has 5000 on
    each night of the first four periods: 4 × 20,000. His best twenty nights would be 100,000.
    """
    scores = [
        (4000 + 100 * (number + period), 5000 if period < 4 else None)
        for period in range(7)
        for number in range(6)
    ]
    terms = HIGHEST._replace(
        counting="best", counted=5, by_period=True, period_best=4, periods=(7, 13, 19, 25, 31, 37)
    )
    rows = rank(terms, nights_of(*scores))
    assert points(rows) == [(ANS, 95_000, 1), (BOB, 80_000, 2)]
    totals = [(period.points, period.dropped) for period in rows[ANS].periods]
    assert totals == [
        *((17_400, True), (17_800, True), (18_200, False), (18_600, False)),
        *((19_000, False), (19_400, False), (19_800, False)),
    ]
    counted = [tally.night for tally in rows[ANS].tallies if tally.counts]
    assert counted == [first + more for first in (13, 19, 25, 31, 37) for more in (2, 3, 4, 5)]
    assert (rows[ANS].counted, rows[BOB].counted, rows[BOB].nights) == (5, 4, 24)

    third = rank(terms.count_in_period(), list(nights_of(*scores))[12:18])
    assert points(third) == [(BOB, 20_000, 1), (ANS, 18_200, 2)]


def test_season_of_averages_averages_the_averages_of_its_periods():
    """Bridge: 60 and 50 in the first period, 40 in the second, of three and one nights."""
    terms = HIGHEST._replace(counting="average", by_period=True, periods=(3,))
    rows = rank(terms, nights_of((60, 30), (50, 30), (40, 30)))
    assert points(rows) == [(ANS, (55 + 40) / 2, 1), (BOB, 30, 2)]


def test_own_average_is_that_of_the_period():
    own = HIGHEST._replace(no_show=Missed("own"), signed_off=Missed("own"))
    terms = own._replace(by_period=True, periods=(3,))
    rows = rank(terms, nights_of((100, 10), (None, 10), (40, 10), (20, 10)))
    assert [period.points for period in rows[ANS].periods] == [200, 60]


@pytest.mark.parametrize(
    ("counting", "best", "found"),
    [
        *(("drop", 0, "sum"), ("sum", 4, "best"), ("average", 4, "bestavg")),
        *(("bestavg", 0, "average"), ("places", 4, "places"), ("rounds", 0, "rounds")),
    ],
)
def test_standing_of_a_period_counts_nights_as_its_season_does(counting, best, found):
    terms = HIGHEST._replace(counting=counting, period_best=best)
    assert terms.count_in_period().counting == found
