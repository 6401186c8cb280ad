"""What holds for every season, over seasons that Hypothesis makes up to break it."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.by_day import by_chance
from tests.tournaments.standings.rules.random_seasons import random_season
from tournaments.standings.rules.rank_season import rank_season
from tournaments.standings.rules.score_night import ScoredNight

seasons = st.integers(0, 2**64).map(lambda seed: random_season(random.Random(seed)))
quickly = settings(max_examples=by_chance(40, 400), deadline=None)


def rows(divisions):
    return [row for division in divisions for row in division.rows]


@quickly
@given(seasons, st.randoms(use_true_random=False))
def test_order_of_what_is_given_makes_no_difference(season, chance):
    how, people, nights = season
    turned = []
    for played in nights:
        rounds = tuple(
            each._replace(shares=tuple(chance.sample(each.shares, len(each.shares))))
            for each in played.rounds
        )
        turned.append(played._replace(rounds=rounds))
    chance.shuffle(people)
    chance.shuffle(turned)
    assert rank_season(how, people, turned) == rank_season(how, sorted(people), nights)


@quickly
@given(seasons)
def test_nothing_missed_is_worth_nothing_where_the_lowest_wins(season):
    how, people, nights = season
    if how.low:
        for row in rows(rank_season(how, people, nights)):
            for tally in row.tallies:
                missed = [slice_.points for slice_ in tally.slices if not slice_.share]
                missed += [] if tally.slices else [tally.points]
                out = [
                    slice_.points
                    for slice_ in tally.slices
                    if slice_.how in ("own round", "mean round")
                ]
                assert all(points is None or points > 0 or points in out for points in missed)
            assert row.points is not None or row.rank is None


@quickly
@given(seasons)
def test_night_that_is_dropped_may_as_well_not_have_been(season):
    how, people, nights = season
    ours = [
        person
        for person in people
        if not person.guest and "own" not in (how.signed_off.how, how.no_show.how)
    ]
    for person in ours[:1]:
        found = {row.player: row for row in rows(rank_season(how, people, nights))}
        dropped = {tally.night for tally in found[person.id].tallies if tally.dropped}
        left = [night for night in nights if night.number not in dropped]
        many = how.counted - len(dropped) if how.counting == "drop" else how.counted
        again = rows(rank_season(how._replace(counted=many), people, left))
        alone = next(row for row in again if row.player == person.id)
        assert (alone.points, alone.dashes) == (found[person.id].points, found[person.id].dashes)


@quickly
@given(seasons)
def test_nights_that_were_read_before_come_to_the_same(season):
    how, people, nights = season
    kept = {}

    def make(night, terms, members):
        return kept.setdefault(night.number, ScoredNight(night, terms, members))

    for count in range(len(nights) + 1):
        fresh = rank_season(how, people, nights[:count])
        assert rank_season(how, people, nights[:count], make) == fresh


@quickly
@given(seasons)
def test_places_go_by_points_and_nobody_is_passed_over(season):
    how, people, nights = season
    for division in rank_season(how, people, nights):
        ranked = [row for row in division.rows if row.rank is not None]
        assert list(division.rows[: len(ranked)]) == ranked
        points = [row.points if how.low else -row.points for row in ranked]
        assert points == sorted(points)
        for place, row in enumerate(ranked, 1):
            assert row.rank == place or (row.tied and row.rank == ranked[place - 2].rank)
        moving = [*division.up.sure, *division.up.tied, *division.down.sure]
        assert len(moving) == len(set(moving))
