"""How strong players are, computed from their points at tables with others, over all nights. Uses
no database.

A player's result in a round has three parts: the player's strength, the luck of the table (whether
points there were high or low for everybody), and the player's own luck. All three are Gaussian. The
unit is the usual distance of a result from the mean of its table. In this unit, the variance of
strengths and that of a player's own luck in a round add up to 1.

It matters who sat with whom. The luck of a table is estimated from the results of the other players
at it. The round's other tables of the same size tell something about it as well: the more, the less
the means of tables have differed so far. How much players differ at all is learned from the club
itself: if only luck decides, everybody stays near the average. See docs/decisions/0038-strength.md.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import ceil, erf, sqrt
from statistics import fmean
from typing import NamedTuple

from tournaments.standings.rules.points import PlayedNight, PlayerRound
from tournaments.standings.rules.score_night import list_rounds_played

SPREAD, TRUST = 0.1, 1000.0  # the variance of strengths at first, and how much that guess weighs
KEPT, SCALE_KEPT = 0.99, 0.9  # what is kept from one night to the next
FEW = 5  # until so many tables could be compared, each is seen by itself
FAR = 3.0  # no result counts as further from its table, or a penalty would decide for years
LEAST, CLOSEST = 0.005, 0.02  # the least variance of strengths, and of the runs of tables
SURE = 1.96  # standard deviations, for nineteen in twenty

Side = tuple[tuple[int, ...], float]  # a player or partners, and what they gained; more is better


class Known(NamedTuple):
    """What is known of a player's strength: the weighted sum of the player's results so far, the
    sum of their weights, and the number of nights.
    """

    weight: float = 0.0
    sum: float = 0.0
    nights: int = 0


class Strength(NamedTuple):
    """A player's strength: in how many of 100 rounds the player would finish ahead of an average
    player at the same table.
    """

    percent: float
    margin: float  # it is surely within this distance, in nineteen cases of twenty
    nights: int
    needed: int | None  # nights until places mean something; None: not in sight


class Ratings:
    """Everything that is known about strengths after a night. The object is never changed."""

    def __init__(self, players: Mapping[int, Known], scale: tuple[float, ...] = (0.0,) * 4) -> None:
        self.players, self.scale = players, scale
        known = players.values()
        extra = sum(known.sum**2 - known.weight for known in known)
        squares = sum(known.weight**2 for known in known)
        self.spread = max((extra + TRUST * SPREAD) / (squares + TRUST), LEAST)
        self.luck = max(1 - self.spread, 0.4)

    def guess_strength(self, player: int) -> tuple[float, float]:
        """Return the estimate of the player's strength: its mean, and its variance, which tells how
        uncertain the estimate is.
        """
        known = self.players.get(player, Known())
        variance = 1 / (known.weight + 1 / self.spread)
        return known.sum * variance, variance

    def estimate_strength(self, player: int) -> Strength:
        """Return the player's strength as pages show it. It includes how many more nights are
        needed before the order of players by strength means something.

        Such an order means something once half of the variance between players is known. Then, of
        any two players, the one who is rated higher really is the stronger one in three cases out
        of four.
        """
        mean, variance = self.guess_strength(player)
        low, middle, high = (self._percent(mean + n * SURE * sqrt(variance)) for n in (-1, 0, 1))
        known = self.players.get(player, Known())
        needed = self._needed(known) if known.nights else None
        return Strength(middle, (high - low) / 2, known.nights, needed)

    def _needed(self, known: Known) -> int | None:
        enough, most = 1 / self.spread, known.weight / (1 - KEPT**known.nights)  # at any time
        if known.weight >= enough:
            return 0
        return None if enough > most / 2 else ceil((enough - known.weight) / most / (1 - KEPT))

    def _percent(self, strength: float) -> float:
        return 50 * (1 + erf(strength / sqrt(self.luck) / 2))


START = Ratings({})


def rate_night(before: Ratings, night: PlayedNight, *, low: bool, partners: bool) -> Ratings:
    """Return what is known about strengths after this night. `low` means that the lowest points
    win. `partners` means that players with the same rank at a table played together.
    """
    squares, freedom, between, tables = before.scale
    scale = (squares * SCALE_KEPT, freedom * SCALE_KEPT, between * KEPT, tables * KEPT)
    now, came = Ratings(before.players, scale), set[int]()
    for number in list_rounds_played(night):
        shares = night.rounds[number - 1].shares
        played = list(_tables(shares, -1 if low else 1, partners))
        came.update(player for table in played for players, _gain in table for player in players)
        now = _rate_round(now, played)
    players = dict(now.players)
    for player in came & players.keys():
        weight, total, nights = players[player]
        players[player] = Known(weight * KEPT, total * KEPT, nights + 1)
    return Ratings(players, now.scale)


def _tables(shares: Iterable[PlayerRound], sign: int, partners: bool) -> Iterator[list[Side]]:
    """Yield each table at which at least two sides finished the round, with the points of each
    side. A side is one player or, with `partners`, two players. `sign` is −1 if the lowest points
    win, so that a higher result is always better.
    """
    tables = defaultdict[int, dict[object, list[PlayerRound]]](dict)
    for share in shares:
        if share.whole:
            sides = tables[share.table]
            sides.setdefault(share.places if partners else len(sides), []).append(share)
    for sides in tables.values():
        if len(sides) > 1:
            yield [
                (
                    tuple(share.player for share in side),
                    sign * fmean(float(share.points) for share in side),
                )
                for side in sides.values()
            ]


def _rate_round(before: Ratings, tables: list[list[Side]]) -> Ratings:
    squares, freedom, between, compared = before.scale
    means = [sum(gain for _players, gain in table) / len(table) for table in tables]
    for table, mean in zip(tables, means, strict=True):
        squares += sum((gain - mean) ** 2 for _players, gain in table)
        freedom += len(table) - 1
    if not squares:
        return before
    unit = sqrt(squares / freedom)
    runs = defaultdict[int, list[float]](list)  # of tables of each size: their mean, less strengths
    for table, mean in zip(tables, means, strict=True):
        strengths = [_guess(before, players)[0] for players, _gain in table]
        runs[len(table)].append(mean / unit - sum(strengths) / len(table))
    usual = {size: sum(places) / len(places) for size, places in runs.items()}
    for size, places in runs.items():
        between += sum((run - usual[size]) ** 2 for run in places)
        between -= (len(places) - 1) * before.luck / size
        compared += len(places) - 1
    alike = 1 / max(between / compared, CLOSEST) if compared > FEW else 0.0
    players = dict(before.players)
    for table, mean in zip(tables, means, strict=True):
        start = mean / unit - usual[len(table)]
        known = alike * (1 - 1 / len(runs[len(table)]))
        results = [
            (side, start + max(-FAR, min(FAR, (gain - mean) / unit))) for side, gain in table
        ]
        for player, result, variance in _against_table(before, results, known):
            weight, total, nights = players.get(player, Known())
            players[player] = Known(weight + 1 / variance, total + result / variance, nights)
    return Ratings(players, (squares, freedom, between, compared))


def _guess(ratings: Ratings, side: Iterable[int]) -> tuple[float, float]:
    """Return the estimated mean and variance of the strength of one player, or of two partners
    together.
    """
    guesses = [ratings.guess_strength(player) for player in side]
    means, variances = zip(*guesses, strict=True)
    return sum(means) / len(guesses), sum(variances) / len(guesses) ** 2


def _against_table(
    before: Ratings, results: Sequence[Side], alike: float
) -> Iterator[tuple[int, float, float]]:
    """Yield, for each player, an estimate of their strength from the result at this table, and the
    variance of that estimate.

    The luck of the table is estimated from the results of the others, as far as their strengths are
    known. The mean of the other tables also enters into that estimate, with the weight `alike`.
    """
    guesses = [_guess(before, side) for side, _result in results]
    weights = [1 / (before.luck + variance) for _mean, variance in guesses]
    over = [
        weight * (result - mean)
        for weight, (mean, _), (_, result) in zip(weights, guesses, results, strict=True)
    ]
    for (side, result), weight, part in zip(results, weights, over, strict=True):
        others = alike + sum(weights) - weight
        estimate, variance = result - (sum(over) - part) / others, before.luck + 1 / others
        for player in side:
            rest = [before.guess_strength(other) for other in side if other != player]
            own = estimate * len(side) - sum(mean for mean, _variance in rest)
            yield player, own, variance * len(side) ** 2 + sum(wide for _mean, wide in rest)
