"""Benchmarks of the quality and the speed of the draw, compared with the goals in docs/draw.md."""

from collections import Counter
from functools import partial
from itertools import combinations
from random import Random

from clubsite.bench.figure import Figure, cpu
from tournaments.draw import draw
from tournaments.draw.engine import lower_bounds
from tournaments.draw.engine.request import Constraint, Duties, Request
from tournaments.draw.fairness import Owed, Past, count_owed

MEMBERS, NIGHTS, ROUNDS = 60, 30, 3


def draw_design(name: str) -> Figure:
    nights = [Request(players, rounds) for players in (20, 27, 42, 157, 399) for rounds in (5, 9)]
    for request in nights:
        draw(request, name)  # fill the caches of files
    took = max(min(cpu(partial(draw, request, name)) for _ in range(3)) for request in nights)
    return Figure(name, "a night that is ready made takes at most, in ms", took * 1000, 100)


def draw_anneal(name: str) -> Figure:
    """Benchmark: measure the draw of nights that have wishes (two players who want to share a
    table) and a history of earlier nights. No stored seating scheme fits such nights, so the draw
    has to search. `name` is the benchmark's name.
    """
    took = []
    for players in (24, 42, 100, 400):
        pairs = [(player, player + 1) for player in range(0, players, 10)]
        wanted = [Constraint("together", *pair) for pair in pairs]
        history = tuple((player, player + 2, 3) for player in range(players - 2))
        request = Request(players, 5, history=history, constraints=tuple(wanted))
        took.append(cpu(partial(draw, request, name)))
    return Figure(name, "a night that is searched for takes at most, in ms", max(took) * 1000, 1000)


def draw_bound(name: str) -> Figure:
    """Benchmark: draw nights of 6 to 48 players and 1 to 10 rounds. Count the nights with more
    repeats (pairs who meet again) than the proven minimum. `name` is the benchmark's name.
    """
    above = 0
    for players in range(6, 49):
        for rounds in range(1, 11):
            assessment = draw(Request(players, rounds), name).assessment
            above += assessment.repeats > assessment.lower_bound
    return Figure(name, "of 430 kinds of night, above the proven minimum", above, 20)


def draw_season(name: str) -> Figure:
    chance = Random(30)
    met: Counter[tuple[int, int]] = Counter()
    past: list[Past] = []
    turns: dict[int | str, Owed] = {}
    for night in range(NIGHTS):
        here = [member for member in range(MEMBERS) if chance.random() < 0.7]
        numbered = list(enumerate(here))
        pairs = combinations(numbered, 2)
        history = tuple((a, b, met[first, second]) for (a, first), (b, second) in pairs)
        had = [turns.get(member, Owed()) for member in here]
        duties = Duties(
            tuple(duty.small for duty in had), scribe=tuple(duty.scribe for duty in had)
        )
        drawn = draw(Request(len(here), ROUNDS, history=history, duties=duties), f"{night}")
        assert drawn.assessment.repeats == 0
        for tables in drawn.rounds:
            seated = [[here[player] for player in table] for table in tables]
            past.append(Past(seated))
            for table in seated:
                met.update(combinations(sorted(table), 2))
        turns = count_owed(past, {})
    return Figure(name, _SEASON, _above_least(met), 3.1)


_SEASON = "Σ C(meetings, 2) in a season of 30 nights, % above all meeting as often"


def _above_least(met: Counter[tuple[int, int]]) -> float:
    meetings: Counter[int] = Counter()
    for pair, times in met.items():
        meetings.update(dict.fromkeys(pair, times))
    least = lower_bounds.count_least_pairs_each(list(meetings.values()), MEMBERS - 1)
    return 100 * (sum(times * (times - 1) // 2 for times in met.values()) / least - 1)
