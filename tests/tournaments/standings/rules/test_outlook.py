"""What is said to be possible, against seasons that are played on by chance."""

import random
from fractions import Fraction
from itertools import permutations, product

from tournaments.standings.rules import (
    Missed,
    Person,
    PlayedNight,
    PlayedRound,
    PlayerRound,
    SeasonRules,
    outlook,
    rank_season,
)

PEOPLE = [Person(number) for number in range(1, 7)]
POINTS = (4, 2, 1, Fraction(1, 2))


def a_night(number, chance):
    """Two rounds; who is not drawn stays away, half of them with a word."""
    here = chance.sample(range(1, 7), 4)
    rounds = []
    for _round in range(chance.randrange(3)):
        order = chance.sample(here, 4)
        since = {player: chance.choice([1, 1, 1, 2]) for player in here}
        rounds.append(
            PlayedRound(
                tuple(
                    PlayerRound(player, 0, places=(place,), since=since[player])
                    for place, player in enumerate(order, 1)
                )
            )
        )
    off = frozenset(
        player for player in range(1, 7) if player not in here and chance.random() < 0.5
    )
    return PlayedNight(number, tuple(rounds), off)


def test_nobody_ends_outside_what_was_possible():
    for seed in range(60):
        chance = random.Random(seed)
        ways = [Missed("skip"), Missed("worst"), Missed("fixed", chance.randrange(-3, 12))]
        terms = SeasonRules(
            counting="places",
            place_points=POINTS,
            bonus=chance.randrange(2),
            signed_off=chance.choice(ways),
            no_show=chance.choice(ways),
            least_nights=chance.randrange(4),
        )
        nights = [a_night(number, chance) for number in range(1, 7)]
        played = chance.randrange(1, 6)
        (before,) = rank_season(terms, PEOPLE, nights[:played])
        (end,) = rank_season(terms, PEOPLE, nights)
        found = outlook.compute_outlook(before, terms, outlook.Left(6 - played, 2))
        for row in end.rows:
            said = found[row.player]
            if row.rank:
                assert said.best <= row.rank <= said.worst, (seed, row.player)
                assert said.needed <= 6 - played
            elif said.needed > 6 - played:
                assert (said.best, said.worst) == (None, None)


def every_way(players, places):
    """All that one table can come to, who of these stay away being drawn as well."""
    for here in range(len(players) + 1):
        for order in permutations(players, here):
            yield tuple(
                PlayerRound(player, 0, places=(place,))
                for player, place in zip(order, places, strict=False)
            )


def test_bounds_of_one_night_and_two_people_are_those_of_every_way_it_can_go():
    """Each night is played out in every way; with two people no bound may be wider than that."""
    people, places = [Person(1), Person(2)], (1, 2)
    for bonus, points, ahead in product((0, 1), ((4, 2), (3, 0)), range(5)):
        terms = SeasonRules(
            counting="places",
            place_points=points,
            bonus=bonus,
            signed_off=Missed("skip"),
            no_show=Missed("skip"),
        )
        won = PlayedRound((PlayerRound(1, 0, places=(1,)), PlayerRound(2, 0, places=(2,))))
        lost = PlayedRound((PlayerRound(2, 0, places=(1,)), PlayerRound(1, 0, places=(2,))))
        nights = [PlayedNight(1, (won,) * ahead + (lost,) * 2)]
        (before,) = rank_season(terms, people, nights)
        ends = {1: set(), 2: set()}
        for way in every_way((1, 2), places):
            (end,) = rank_season(terms, people, [*nights, PlayedNight(2, (PlayedRound(way),))])
            for row in end.rows:
                ends[row.player].add(row.rank)
        found = outlook.compute_outlook(before, terms, outlook.Left(1, 1))
        said = {player: (range_.best, range_.worst) for player, range_ in found.items()}
        assert said == {player: (min(ranks), max(ranks)) for player, ranks in ends.items()}


def test_own_average_has_no_bounds():
    terms = SeasonRules(counting="places", place_points=POINTS, no_show=Missed("own"))
    (table,) = rank_season(terms, PEOPLE, [a_night(1, random.Random(3))])
    assert {
        said.best for said in outlook.compute_outlook(table, terms, outlook.Left(1, 2)).values()
    } == {None}
