"""Head-to-head results: who finished ahead of whom at one table, over a season. Pure."""

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import NamedTuple

from tournaments.standings.rules import PlayedNight, PlayerRound, rounds_played


class HeadToHead(NamedTuple):
    """How two players finished at the tables where both sat, seen from the first of the two."""

    together: int = 0
    ahead: int = 0
    behind: int = 0


Tries = dict[tuple[int, int], HeadToHead]


def count_head_to_head(nights: Iterable[PlayedNight], lowest_wins: bool) -> Tries:
    """Return the results of each two players, keyed by both, in either order. Only rounds that both
    played to the end count.
    """
    tries: Tries = {}
    for share, opponent in _met(nights):
        first, second = _key(share, lowest_wins), _key(opponent, lowest_wins)
        _count(tries, share.player, opponent.player, first < second, second < first)
        _count(tries, opponent.player, share.player, second < first, first < second)
    return tries


def _met(nights: Iterable[PlayedNight]) -> Iterator[tuple[PlayerRound, PlayerRound]]:
    for night in nights:
        for number in rounds_played(night):
            tables: dict[int, list[PlayerRound]] = {}
            for share in night.rounds[number - 1].shares:
                if share.whole:
                    tables.setdefault(share.table, []).append(share)
            for shares in tables.values():
                yield from combinations(shares, 2)


def _key(share: PlayerRound, lowest_wins: bool) -> tuple[float, int]:
    """Return a sort key. Whoever has the smaller key finished ahead."""
    return float(share.points if lowest_wins else -share.points), share.left


def _count(found: Tries, one: int, other: int, ahead: bool, behind: bool) -> None:
    before = found.get((one, other), HeadToHead())
    found[one, other] = HeadToHead(
        before.together + 1, before.ahead + ahead, before.behind + behind
    )
