"""Whole seasons, drawn night by night from what was before, as a club does it."""

import os
from collections import Counter
from random import Random

import pytest

from tests.tournaments.draw import checker
from tournaments.draw import draw
from tournaments.draw.engine.request import Duties, Request
from tournaments.draw.fairness import Owed, Past, count_owed

SEEDS = range(8) if int(os.environ.get("STREEPJE_DRAWS", "0")) > 5000 else range(1)


def season(seed, *, members=60, nights=30, rounds=3, there=0.7, liking=0.5):
    """Σ C(m, 2) above its bound, repeats within nights, everybody's turns beyond their share."""
    chance = Random(seed)
    met, past, turns, repeats = Counter(), [], {}, 0
    likes = {member: chance.random() < liking for member in range(members)}
    for night in range(nights):
        here = [member for member in range(members) if chance.random() < there]
        had = [turns.get(member, Owed()) for member in here]
        request = Request(
            len(here),
            rounds,
            history=tuple(
                (a, b, met[here[a], here[b]])
                for b in range(len(here))
                for a in range(b)
                if met[here[a], here[b]]
            ),
            duties=Duties(
                small=tuple(share.small for share in had),
                scribe=tuple(share.scribe for share in had),
                likes=tuple(likes[member] for member in here),
            ),
        )
        drawn = draw(request, f"{seed} {night}")
        repeats += drawn.assessment.repeats
        for tables in drawn.rounds:
            seated = [[here[player] for player in table] for table in tables]
            past.append(Past(seated))
            for table in seated:
                met.update((a, b) for a in table for b in table if a < b)
        turns = count_owed(past, likes)
    meetings = Counter(
        member for pair, times in met.items() for member in pair for _ in range(times)
    )
    excess = checker.excess(met, [meetings[member] for member in range(members)], members)
    return excess, repeats, turns, likes


@pytest.mark.wide
@pytest.mark.parametrize("seed", SEEDS)
def test_a_season_of_sixty_mixes_well_and_shares_duties(seed):
    excess, repeats, turns, likes = season(seed)
    assert repeats == 0
    assert excess <= 0.031
    assert max(abs(turn.small) for turn in turns.values()) <= 1
    assert max(abs(turns[member].scribe) for member in turns if likes[member]) <= 1
