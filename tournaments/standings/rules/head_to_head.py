from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import NamedTuple

from tournaments.standings.rules.points import PlayedNight, PlayerRound, Points
from tournaments.standings.rules.score_night import list_rounds_played


class HeadToHead(NamedTuple):
    """Over the rounds in which both sat at one table and finished."""

    together: int = 0
    ahead: int = 0
    behind: int = 0

    @property
    def equal(self) -> int:
        return self.together - self.ahead - self.behind


Tries = dict[tuple[int, int], HeadToHead]


def count_head_to_head(
    nights: Iterable[PlayedNight], lowest_wins: bool, player: int | None = None
) -> Tries:
    """Each pair, or each with `player`, has two keys, (a, b) and (b, a)."""
    tries: Tries = {}
    for share, opponent in _met(nights):
        if player not in (None, share.player, opponent.player):
            continue
        first, second = _key(share, lowest_wins), _key(opponent, lowest_wins)
        _count(tries, share.player, opponent.player, first < second, second < first)
        _count(tries, opponent.player, share.player, second < first, first < second)
    return tries


class Meeting(NamedTuple):
    night: int
    round: int
    first: Points
    second: Points
    tried: HeadToHead  # of this round alone


def list_meetings(
    nights: Iterable[PlayedNight], first: int, second: int, lowest_wins: bool
) -> Iterator[Meeting]:
    for night in nights:
        for number, played_round in enumerate(night.rounds, 1):
            shares = [
                share
                for share in played_round.shares
                if share.player in (first, second) and share.whole
            ]
            shares.sort(key=lambda share: share.player != first)
            for own, opposed in combinations(shares, 2):
                if own.table == opposed.table and number in list_rounds_played(night):
                    keys = _key(own, lowest_wins), _key(opposed, lowest_wins)
                    tried = HeadToHead(1, keys[0] < keys[1], keys[1] < keys[0])
                    yield Meeting(night.number, number, own.points, opposed.points, tried)


def list_tables_of(night: PlayedNight, player: int) -> Iterator[list[int]]:
    for played_round in night.rounds:
        at = {share.table for share in played_round.shares if share.player == player}
        others = [share.player for share in played_round.shares if share.table in at]
        if at:
            yield [each for each in dict.fromkeys(others) if each != player]


def _met(nights: Iterable[PlayedNight]) -> Iterator[tuple[PlayerRound, PlayerRound]]:
    for night in nights:
        for number in list_rounds_played(night):
            tables: dict[int, list[PlayerRound]] = {}
            for share in night.rounds[number - 1].shares:
                if share.whole:
                    tables.setdefault(share.table, []).append(share)
            for shares in tables.values():
                yield from combinations(shares, 2)


def _key(share: PlayerRound, lowest_wins: bool) -> tuple[float, int]:
    """Whoever has the smaller key finished ahead."""
    return float(share.points if lowest_wins else -share.points), share.left


def _count(tries: Tries, player: int, other: int, ahead: bool, behind: bool) -> None:
    before = tries.get((player, other), HeadToHead())
    tries[player, other] = HeadToHead(
        before.together + 1, before.ahead + ahead, before.behind + behind
    )
