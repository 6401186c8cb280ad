"""One night as it was played. Nothing is said here of who was not there."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from tournaments.standings.rules.breakdown import (
    OUT_BONUS,
    OUT_MEAN,
    OUT_OWN,
    PLAYED,
    NightPoints,
    RoundPoints,
)
from tournaments.standings.rules.points import (
    PLACES,
    Person,
    PlayedNight,
    PlayedRound,
    PlayerRound,
    Points,
    SeasonRules,
)


class Played(NamedTuple):
    """A round that somebody played to its end."""

    points: Points
    share: PlayerRound


class ScoredNight:
    def __init__(self, night: PlayedNight, terms: SeasonRules, members: frozenset[int]) -> None:
        self.night, self.terms, self.members = night, terms, members
        self.here: set[int] = set()
        brought = (share.counts for one in night.rounds for share in one.shares)
        self.untold = any(brought)  # no file tells who signed off
        self._slices: dict[int, list[RoundPoints | None]] = {}
        self.tallies: dict[Person, NightPoints] = {}  # what is known of it by now
        self.pieces: list[dict[int, PlayerRound]] = []  # of rounds that were not played to the end
        self.rounds: list[dict[int, Played]] = []
        self.out: list[frozenset[int]] = []
        for one in night.rounds:
            self._add(one)
        self.mean = mean([one.points for played in self.rounds for one in played.values()])
        self.worst = self._worst_night()

    def _add(self, one: PlayedRound) -> None:
        """A round at which nobody played to the end is no round."""
        played: dict[int, Played] = {}
        pieces: dict[int, PlayerRound] = {}
        for player, shares in credited(one.shares, self.terms.for_member).items():
            share, whole = merged(shares)
            if whole:
                played[player] = Played(points_of(share, self.terms), share)
            else:
                pieces[player] = share
        self.here.update(played, pieces, one.out)
        if played:
            self.rounds.append(played)
            self.pieces.append(pieces)
            self.out.append(one.out)

    def played(self, player: int) -> list[Played]:
        return [played[player] for played in self.rounds if player in played]

    def stopped(self, player: int) -> bool:
        """Whether this player's table did, before its end, in some round."""
        pieces = (pieces[player] for pieces in self.pieces if player in pieces)
        return any(one.unfinished and one.until is None for one in pieces)

    @property
    def size(self) -> int:
        """How many rounds these are."""
        return sum(max(one.share.rounds for one in played.values()) for played in self.rounds)

    def slices(self, player: int) -> list[RoundPoints | None]:
        """Round by round; None where it was missed."""
        if player not in self._slices:
            self._slices[player] = list(self._slices_of(player))
        return self._slices[player]

    def _slices_of(self, player: int) -> Iterator[RoundPoints | None]:
        for played, out in zip(self.rounds, self.out, strict=True):
            if player in played:
                yield RoundPoints(PLAYED, *played[player])
            else:
                yield self._sat_out(player) if player in out else None

    def _sat_out(self, player: int) -> RoundPoints:
        if self.terms.counting == PLACES:
            return RoundPoints(OUT_BONUS, self.terms.bonus)
        own = mean([one.points for one in self.played(player)])
        return RoundPoints(OUT_MEAN, self.mean) if own is None else RoundPoints(OUT_OWN, own)

    def worse(self, points: Iterable[Points]) -> Points:
        return max(points) if self.terms.low else min(points)

    def _worst_round(self, played: dict[int, Played]) -> Points:
        """Of a member; of a guest where no member played."""
        ours = [one.points for player, one in played.items() if player in self.members]
        return self.worse(ours or [one.points for one in played.values()])

    def _worst_night(self) -> Points:
        """Of a member who missed nothing; where nobody did, the worst of each round."""
        nights = [total(self.slices(player)) for player in self.here & self.members]
        whole = [points for points in nights if points is not None]
        return self.worse(whole) if whole else sum(map(self._worst_round, self.rounds))


def who_came(rounds: Iterable[PlayedRound]) -> frozenset[int]:
    """Whoever can have something of it in a season."""
    found: set[int] = set()
    for one in rounds:
        found.update(one.out)
        for share in one.shares:
            found.update((share.player, share.seat or share.player))
    return frozenset(found)


def rounds_played(night: PlayedNight) -> list[int]:
    """Those that somebody played to the end; a substitute for themselves, as on the night."""
    return [
        number
        for number, one in enumerate(night.rounds, 1)
        if any(merged(shares)[1] for shares in credited(one.shares, False).values())
    ]


def credited(shares: Iterable[PlayerRound], for_member: bool) -> dict[int, list[PlayerRound]]:
    """By whom they count for."""
    found: dict[int, list[PlayerRound]] = {}
    for share in shares:
        whose = share.player if share.seat is None or not for_member else share.seat
        found.setdefault(whose, []).append(share)
    return found


def merged(shares: list[PlayerRound]) -> tuple[PlayerRound, bool]:
    """As one, with what the seat has at which it ended; and whether that is the whole round."""
    if len(shares) == 1:
        return shares[0], shares[0].whole
    shares = sorted(shares, key=lambda share: share.since)
    last = shares[-1]
    ends = [share.until for share in shares[:-1]]
    joined = all(
        until is not None and until + 1 == share.since
        for until, share in zip(ends, shares[1:], strict=True)
    )
    gap = not joined or any(share.gap for share in shares)
    one = last._replace(
        since=shares[0].since,
        points=sum(share.points for share in shares),
        dashes=sum(share.dashes or 0 for share in shares),
        games=tuple(score for share in shares for score in share.games),
        contracts=tuple(one for share in shares for one in share.contracts),
        left=sum(share.left for share in shares),
        gap=gap,
    )
    return one, one.whole


def points_of(share: PlayerRound, terms: SeasonRules) -> Points:
    if terms.counting != PLACES or share.counts:
        return share.points
    every = terms.place_points
    points = [every[place - 1] if place <= len(every) else 0 for place in share.places]
    return (mean(points) or 0) + terms.bonus


def total(slices: Iterable[RoundPoints | None]) -> Points | None:
    """None if any of it was missed."""
    found: Points = 0
    for one in slices:
        if one is None or one.points is None:
            return None
        found += one.points
    return found


def mean(points: Sequence[Points]) -> Points | None:
    return Fraction(sum(points), len(points)) if points else None
