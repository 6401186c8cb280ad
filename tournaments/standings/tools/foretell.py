"""Test on simulated seasons how well the strength of players predicts who finishes ahead of whom.

    python3 -m tournaments.standings.tools.foretell
    python3 -m tournaments.standings.tools.foretell --seasons 50 --only usual

Before each night except the first, each method of rating players predicts, for every two players at
one table, who will finish ahead. A right prediction gets one point, a wrong one no points. If the
method makes no prediction, it gets half a point. This takes some minutes.
"""

import sys
from argparse import ArgumentParser
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from math import asin, exp, pi, sqrt
from random import Random
from statistics import fmean, stdev
from typing import NamedTuple, Protocol

from tournaments.standings.rules.points import PlayedNight, PlayedRound, PlayerRound
from tournaments.standings.rules.strength import START, rate_night

Table = Mapping[int, int]  # the points of each player; low is better
Night = Sequence[Sequence[Table]]  # rounds


class Kind(NamedTuple):
    """A kind of simulated season: how many people and nights, how much skill and luck."""

    words: str
    skill: float = 0.2  # how much players differ: the deviation of the logarithm of chances
    members: int = 32
    nights: int = 20
    rounds: int = 1
    come: float = 0.35  # part of the nights to which the rarest member comes; others come to more
    run: float = 0.25  # how much the points at different tables are high or low for everybody
    sorted: bool = False  # the strong sit with the strong
    change: float = 0.0  # how much the skill of each changes from night to night
    games: int = 10  # of a round


KINDS = {
    "usual": Kind("32 members, 20 nights of a round of 10 games, who come to 35–100 % of them"),
    "small": Kind("the same, 12 members", members=12),
    "rounds": Kind("the same, three rounds a night", rounds=3),
    "everybody": Kind("the same, everybody always comes", come=1.0),
    "luck": Kind("the same, little skill", skill=0.1),
    "skill": Kind("the same, much skill", skill=0.5),
    "changing": Kind("the same, and skill changes from night to night", change=0.05),
    "same-run": Kind("the same, all tables score alike", run=0.0),
    "sorted": Kind("the same, but the strong sit with the strong", sorted=True),
    "nothing": Kind("the same, only luck", skill=0.0),
    "years": Kind("the same, 80 nights, and skill changes slowly", nights=80, change=0.02),
}


def simulate(kind: Kind, chance: Random) -> Iterator[tuple[Night, Mapping[int, float]]]:
    """Yield each night of a simulated season, and the skill that each player of the season has on
    it. `kind` is the kind of season: how many players and nights it has, and how much skill and
    luck. `chance` gives the random numbers.

    In each game of a round one player goes out, which is more likely for a skilled player. The
    others get points from a gamma distribution, with a lower mean for skilled players. A random
    factor that all players at a table share makes everybody's points at that table higher or lower.
    """
    skills = {player: chance.gauss(0, kind.skill) for player in range(kind.members)}
    comes = {player: chance.uniform(kind.come, 1) for player in skills}
    for _ in range(kind.nights):
        here = [player for player in skills if chance.random() < comes[player]]
        rounds = [
            [_play(table, skills, kind, chance) for table in _seat(here, skills, kind, chance)]
            for _ in range(kind.rounds)
        ]
        yield rounds, dict(skills)
        for player in skills:
            skills[player] += chance.gauss(0, kind.change) if kind.change else 0


def _seat(
    here: Sequence[int], skills: Mapping[int, float], kind: Kind, chance: Random
) -> Iterator[Sequence[int]]:
    """Yield the tables of a round for the players in `here`: tables of four, and some of three.
    Players are seated at random or, if `kind` (the kind of season) says so, with players of about
    the same skill. `skills` is keyed by player, and `chance` gives the random numbers.
    """
    order = chance.sample(here, len(here))
    if kind.sorted:
        order.sort(key=lambda player: skills[player] + chance.gauss(0, kind.skill / 2))
    count = -(-len(order) // 4)
    for table in range(count):
        yield order[table * len(order) // count : (table + 1) * len(order) // count]


def _play(table: Sequence[int], skills: Mapping[int, float], kind: Kind, chance: Random) -> Table:
    run, points = exp(chance.gauss(0, kind.run)), dict.fromkeys(table, 0)
    chances = [exp(skills[player]) for player in table]
    for _ in range(kind.games):
        (out,) = chance.choices(table, chances)
        for player in table:
            if player != out:
                cards = chance.gammavariate(1.6, 8 * run * exp(-skills[player] / 2))
                points[player] += round(cards) + 1
    return points


# Ways to rate


class Way(Protocol):
    def learn(self, night: Night) -> None: ...

    def rate(self, player: int) -> float | None: ...


class Average:
    """Rates players by their average points per round of the season so far."""

    def __init__(self) -> None:
        self.points: dict[int, list[int]] = defaultdict(list)

    def learn(self, night: Night) -> None:
        for tables in night:
            for table in tables:
                for player, points in table.items():
                    self.points[player].append(-points)

    def rate(self, player: int) -> float | None:
        return fmean(self.points[player]) if self.points[player] else None


class PlackettLuce:
    """Rates players by the model of Weng and Lin (2011, algorithm 4): from the order in which the
    players of a table finished, with one update for each table. The constants are those of the
    library openskill, but for `luck`: how much a single result varies by chance.
    """

    def __init__(self, luck: float = 25 / 6) -> None:
        self.luck = luck
        self.known: dict[int, tuple[float, float]] = defaultdict(lambda: (25.0, (25 / 3) ** 2))

    def learn(self, night: Night) -> None:
        for tables in night:
            for table in tables:
                self._learn(table)

    def _learn(self, table: Table) -> None:
        before = {
            player: (mean, variance + (25 / 300) ** 2)
            for player, (mean, variance) in ((player, self.known[player]) for player in table)
        }
        wide = sqrt(sum(variance + self.luck**2 for _mean, variance in before.values()))
        weights = {player: exp(mean / wide) for player, (mean, _variance) in before.items()}
        rest = {
            player: sum(weights[other] for other in table if table[other] >= points)
            for player, points in table.items()
        }
        equal = {player: list(table.values()).count(points) for player, points in table.items()}
        for player, (mean, variance) in before.items():
            push = pull = 0.0
            for other in table:
                if table[other] <= table[player]:
                    part = weights[player] / rest[other]
                    push += ((other == player) - part) / equal[other]
                    pull += part * (1 - part) / equal[other]
            pull *= variance / wide**2 * sqrt(variance) / wide
            new = mean + variance / wide * push
            self.known[player] = new, variance * max(1 - pull, 0.0001)

    def rate(self, player: int) -> float | None:
        return self.known[player][0]


class Strength:
    """Rates players as the site's own pages of players do, so that this rating can be compared with
    others.
    """

    def __init__(self) -> None:
        self.known = START

    def learn(self, night: Night) -> None:
        rounds = [
            PlayedRound(
                tuple(
                    PlayerRound(player, points, table=number)
                    for number, table in enumerate(tables)
                    for player, points in table.items()
                )
            )
            for tables in night
        ]
        self.known = rate_night(self.known, PlayedNight(1, tuple(rounds)), low=True, partners=False)

    def rate(self, player: int) -> float | None:
        return self.known.guess_strength(player)[0]


WAYS: Mapping[str, Callable[[], Way]] = {
    "average": Average,
    "openskill": PlackettLuce,
    "openskill, 3 × the luck": lambda: PlackettLuce(25 / 2),
    "strength": Strength,
}


# Measuring


class Forecast(NamedTuple):
    """How often each way of rating predicted right in a season, in percent: on all nights
    (`right`), and on nights 2 to 5 alone (`early`). `most` is the percentage for predictions from
    the true skill of each player.
    """

    right: Mapping[str, float]
    early: Mapping[str, float]
    most: float


def measure(kind: Kind, seed: int) -> Forecast:
    ways: dict[str, Way] = {name: make() for name, make in WAYS.items()}
    right: dict[str, list[float]] = defaultdict(list)
    early: dict[str, list[float]] = defaultdict(list)
    most = []
    for number, (night, skills) in enumerate(simulate(kind, Random(seed))):
        for table in (table for tables in night for table in tables if number):
            for player, opponent in combinations(table, 2):
                if table[player] == table[opponent]:
                    continue
                ahead = table[player] < table[opponent]
                most.append(_is_right(skills[player], skills[opponent], ahead))
                for name, way in ways.items():
                    foretold = _is_right(way.rate(player), way.rate(opponent), ahead)
                    right[name].append(foretold)
                    if number < 5:
                        early[name].append(foretold)
        for way in ways.values():
            way.learn(night)
    return Forecast(_percents(right), _percents(early), 100 * fmean(most))


def _is_right(rating: float | None, other: float | None, ahead: bool) -> float:
    if rating is None or other is None or rating == other:
        return 0.5
    return float((rating > other) == ahead)


def _percents(counts: Mapping[str, Sequence[float]]) -> dict[str, float]:
    return {name: 100 * fmean(right) for name, right in counts.items()}


def compare(kind: Kind, seasons: int) -> Iterator[str]:
    """Simulate `seasons` seasons of the kind `kind` (its size, and how much skill and luck it has),
    and yield the cells of its row in the printed table:

    - the name of the kind of season
    - for each way of rating players, the percentage of right predictions
    - that percentage for predictions from the players' true skills
    - by how many percentage points the site's own rating by strength is better than rating by
      average points, with the standard error: on all nights, and then on nights 2 to 5
    """
    results = [measure(kind, seed) for seed in range(seasons)]
    yield kind.words
    for name in WAYS:
        yield f"{fmean(result.right[name] for result in results):.1f}"
    yield f"{fmean(result.most for result in results):.1f}"
    for part in ("right", "early"):
        gains = [
            getattr(result, part)["strength"] - getattr(result, part)["average"]
            for result in results
        ]
        yield f"{fmean(gains):+.2f} ± {stdev(gains) / sqrt(seasons):.2f}"


def list_order_cells(kind: Kind, seasons: int, nights: Iterable[int]) -> Iterator[str]:
    """Simulate `seasons` seasons of the kind `kind` (its size, and how much skill and luck it has).
    Yield the cells of its row in the printed table: the name of the kind, and then a cell for each
    number of nights in `nights`.

    Such a cell looks like "71 (73)". The first number is the percentage of all pairs of players in
    which the stronger player is rated higher after that many nights. The number in brackets is the
    percentage that the ratings themselves expect.
    """
    right: dict[int, list[float]] = defaultdict(list)
    sure: dict[int, list[float]] = defaultdict(list)
    for seed in range(seasons):
        way = Strength()
        for number, (night, skills) in enumerate(simulate(kind, Random(seed)), 1):
            way.learn(night)
            if number not in nights:
                continue
            for player, other in combinations(skills, 2):
                ahead = skills[player] > skills[other]
                right[number].append(_is_right(way.rate(player), way.rate(other), ahead))
            known = [
                1 - way.known.guess_strength(player)[1] / way.known.spread for player in skills
            ]
            sure[number].append(0.5 + asin(sqrt(max(fmean(known), 0))) / pi)
    yield kind.words
    for number in nights:
        yield f"{100 * fmean(right[number]):.0f} ({100 * fmean(sure[number]):.0f})"


NIGHTS = (5, 10, 20, 40, 80, 160, 320)
LONG = {
    "usual": Kind("a round a night", nights=320, come=1.0),
    "rounds": Kind("three rounds a night", nights=320, rounds=3, come=1.0),
    "luck": Kind("a round a night, little skill", nights=320, skill=0.1, come=1.0),
    "skill": Kind("a round a night, much skill", nights=320, skill=0.6, come=1.0),
}


def main(words: Sequence[str]) -> int:
    parser = ArgumentParser(description="Show how well strength foretells who ends ahead.")
    parser.add_argument("--seasons", type=int, default=1000)
    parser.add_argument("--only", choices=KINDS)
    options = parser.parse_args(words)
    kinds = [options.only] if options.only else list(KINDS)
    _write("season", *WAYS, "all skill known", "more than the average", "nights 2–5")
    for name in kinds:
        _write(*compare(KINDS[name], options.seasons))
    _write("order after", *map(str, NIGHTS))
    for name in [name for name in kinds if name in LONG]:
        _write(*list_order_cells(LONG[name], max(options.seasons // 50, 1), NIGHTS))
    return 0


def _write(*cells: str) -> None:
    sys.stdout.write(f"| {' | '.join(cells)} |\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
