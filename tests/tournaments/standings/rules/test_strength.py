from random import Random

import pytest

from tournaments.standings.rules.points import PlayedNight, PlayedRound, PlayerRound
from tournaments.standings.rules.strength import START, rate_night


def night(*tables, number=1, **more):
    """A night of one round. A table has the points of each player."""
    shares = [
        PlayerRound(player, points, table=n, **{"places": (-points,)} | more)
        for n, table in enumerate(tables)
        for player, points in table.items()
    ]
    return PlayedNight(number, (PlayedRound(tuple(shares)),))


def rate(*nights, low=True, partners=False):
    known = START
    for evening in nights:
        known = rate_night(known, evening, low=low, partners=partners)
    return known


def test_who_beats_others_is_stronger_and_by_more_if_it_is_by_more():
    known = rate(night({1: 10, 2: 50, 3: 60, 4: 20}))
    percents = [known.estimate_strength(player).percent for player in (1, 4, 2, 3)]
    assert percents == sorted(percents, reverse=True)
    assert percents[0] - percents[1] < percents[1] - percents[2]
    assert known.estimate_strength(9).percent == 50
    assert known.estimate_strength(9).nights == 0
    turned = rate(night({1: 10, 2: 50, 3: 60, 4: 20}), low=False)
    assert turned.estimate_strength(1).percent == pytest.approx(100 - percents[0])


def test_to_beat_the_strong_counts_for_more():
    before = [night({1: 0, 2: 30}, {3: 0, 4: 30}) for _ in range(9)]
    known = rate(*before, night({5: 0, 1: 30}, {6: 0, 2: 30}))
    assert known.estimate_strength(5).percent > known.estimate_strength(6).percent


def test_tables_of_a_round_are_compared_as_far_as_they_turned_out_alike():
    def nights(run):
        """Nights with four tables, of which every other one ends lower by `run`."""
        chance = Random(1)
        orders = [chance.sample(range(12), 12) for _ in range(9)]
        return [
            night(
                *(
                    {p: chance.gauss(50, 10) - run * (n % 2) for p in order[3 * n : 3 * n + 3]}
                    for n in range(4)
                )
            )
            for order in orders
        ]

    low_table, high_table = {91: 10, 92: 20, 93: 30}, {94: 60, 95: 70, 96: 80}
    same = rate(*nights(0), night(low_table, high_table))
    assert same.estimate_strength(92).percent > 50.5
    assert same.estimate_strength(95).percent < 49.5
    assert rate(night(low_table, high_table)).estimate_strength(92).percent == 50  # not known yet
    sizes = rate(*nights(0), night(low_table, high_table | {97: 70}))
    assert sizes.estimate_strength(92).percent == pytest.approx(50, abs=0.5)
    apart = rate(*nights(200), night(low_table, high_table))
    assert apart.estimate_strength(92).percent == pytest.approx(50, abs=1)


def test_unplayed_games_and_single_players_tell_nothing():
    assert not rate(night({1: 10, 2: 50}, until=3)).players
    assert not rate(night({1: 10}, {2: 50}, counts=True)).players  # from a file
    assert not rate(PlayedNight(1, (PlayedRound((), frozenset({1})),))).players
    equal = rate(night({1: 10, 2: 10}))
    assert not equal.players
    half = rate(PlayedNight(1, (*night({1: 10, 2: 50}).rounds, *night({1: 9, 2: 5, 3: 3}).rounds)))
    assert [half.estimate_strength(player).nights for player in (1, 3)] == [1, 1]


def test_partners_share_what_they_did():
    known = rate(night({1: 500, 2: -100, 3: 500, 4: -100}), low=False, partners=True)
    assert known.estimate_strength(1) == known.estimate_strength(3)
    assert known.estimate_strength(1).percent > 50 > known.estimate_strength(2).percent
    again = rate(
        night({1: 500, 2: -100, 3: 500, 4: -100}),
        night({1: 500, 5: 500, 6: 0, 7: 0}),
        low=False,
        partners=True,
    )
    assert again.estimate_strength(1).percent > again.estimate_strength(5).percent > 50
    assert not rate(night({1: 5, 2: 5, 3: 5, 4: 5}), low=False, partners=True).players


def test_where_players_differ_the_order_means_something_after_some_simulate():
    def simulate(differ, many):
        chance = Random(3)
        nights = []
        for _ in range(many):
            order = chance.sample(range(24), 24)
            tables = [order[start : start + 4] for start in range(0, 24, 4)]
            nights.append(
                night(*({p: chance.gauss(50 + differ * p, 20) for p in t} for t in tables))
            )
        return rate(*nights)

    early, later = simulate(1, 5).estimate_strength(3), simulate(1, 40).estimate_strength(3)
    assert early.needed > 0 == later.needed
    assert early.margin > later.margin
    assert abs(later.percent - 62) < later.margin
    assert simulate(0, 40).estimate_strength(3).needed is None


def test_one_enormous_penalty_decides_little():
    usual = [night({1: 10, 2: 30, 3: 50, 4: 40}) for _ in range(10)]
    once = rate(*usual, night({1: 900, 2: 30, 3: 50, 4: 40}))
    assert once.estimate_strength(1).percent > once.estimate_strength(3).percent
