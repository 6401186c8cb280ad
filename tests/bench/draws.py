"""The quality and the speed of the draw, compared with the goals in docs/draw.md."""

from collections import Counter
from collections.abc import Iterator
from functools import partial
from itertools import combinations
from random import Random

from tests.bench.figure import Figure, cpu
from tournaments.draw import draw
from tournaments.draw.engine import lower_bounds
from tournaments.draw.engine.request import Constraint, Duties, Request
from tournaments.draw.fairness import Owed, Past, count_owed

MEMBERS, NIGHTS, ROUNDS = 60, 30, 3


def draw_design() -> Iterator[Figure]:
    nights = [Request(players, rounds) for players in (20, 27, 42, 157, 399) for rounds in (5, 9)]
    for request in nights:
        draw(request, "bench")  # fill the caches of files
    took = max(min(cpu(partial(draw, request, "bench")) for _ in range(3)) for request in nights)
    yield Figure("draw-design", "ms of a night that is ready made, at most", took * 1000, 100)


def draw_anneal() -> Iterator[Figure]:
    """Draw nights that have wishes and a history: no stored seating fits them."""
    took = []
    for players in (24, 42, 100, 400):
        pairs = [(player, player + 1) for player in range(0, players, 10)]
        wanted = [Constraint("together", *pair) for pair in pairs]
        history = tuple((player, player + 2, 3) for player in range(players - 2))
        request = Request(players, 5, history=history, constraints=tuple(wanted))
        took.append(min(cpu(partial(draw, request, "bench")) for _ in range(3)))
    yield Figure("draw-anneal", "ms of a night that is searched for", max(took) * 1000, 1000)


def draw_bound() -> Iterator[Figure]:
    """Count the nights of 6 to 48 players where more pairs meet again than must."""
    above = 0
    for players in range(6, 49):
        for rounds in range(1, 11):
            assessment = draw(Request(players, rounds), "bench").assessment
            above += assessment.repeats > assessment.lower_bound
    yield Figure("draw-bound", "of 430 kinds of night, above the proven minimum", above, 20)


def draw_season() -> Iterator[Figure]:
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
    what = "Σ C(meetings, 2) in a season of 30 nights, % above all meeting as often"
    yield Figure("draw-season", what, _above_least(met), 3.1)


def _above_least(met: Counter[tuple[int, int]]) -> float:
    meetings: Counter[int] = Counter()
    for pair, times in met.items():
        meetings.update(dict.fromkeys(pair, times))
    each = (lower_bounds.count_least_pairs(total, MEMBERS - 1) for total in meetings.values())
    least = sum(each) / 2  # each pair is counted with both
    return 100 * (sum(times * (times - 1) // 2 for times in met.values()) / least - 1)
