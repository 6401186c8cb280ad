"""Who finished ahead of whom at one table, over a season. Pure."""

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import NamedTuple

from tournaments.standings.rules import PlayedNight, PlayerRound, rounds_played


class HeadToHead(NamedTuple):
    """Two people at one table, as the first of them sees it."""

    together: int = 0
    ahead: int = 0
    behind: int = 0


Tries = dict[tuple[int, int], HeadToHead]


def count_head_to_head(nights: Iterable[PlayedNight], lowest_wins: bool) -> Tries:
    """By both, in either order; of rounds that both of them played to the end."""
    found: Tries = {}
    for one, other in _met(nights):
        first, second = _key(one, lowest_wins), _key(other, lowest_wins)
        _count(found, one.player, other.player, first < second, second < first)
        _count(found, other.player, one.player, second < first, first < second)
    return found


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
    """Smaller finished ahead."""
    return float(share.points if lowest_wins else -share.points), share.left


def _count(found: Tries, one: int, other: int, ahead: bool, behind: bool) -> None:
    before = found.get((one, other), HeadToHead())
    found[one, other] = HeadToHead(
        before.together + 1, before.ahead + ahead, before.behind + behind
    )
