from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from tournaments.standings.rules.breakdown import (
    OUT_BONUS,
    OUT_FIXED,
    OUT_MEAN,
    OUT_OWN,
    OUT_WORST,
    PLAYED,
    NightPoints,
    RoundPoints,
)
from tournaments.standings.rules.points import (
    PLACES,
    WORST,
    Person,
    PlayedNight,
    PlayedRound,
    PlayerRound,
    Points,
    SeasonRules,
    count_points,
    mean,
)


class Played(NamedTuple):
    points: Points
    share: PlayerRound
    instead_of: Points | None = None  # the own round, if one played as a fill-in replaces it


class ScoredNight:
    """The points of those who were there, and the average and worst score that others may get."""

    def __init__(self, night: PlayedNight, terms: SeasonRules, members: frozenset[int]) -> None:
        self.night, self.terms, self.members = night, terms, members
        self.worst_of: Callable[[Iterable[Points]], Points] = max if terms.low else min
        self.here: set[int] = set()
        imported = (share.counts for played_round in night.rounds for share in played_round.shares)
        self.untold = any(imported)  # an imported night does not record who signed off
        self._slices: dict[int, list[RoundPoints | None]] = {}
        self.tallies: dict[Person, NightPoints] = {}  # cache of `missed.tally`
        self.pieces: list[dict[int, PlayerRound]] = []  # by round: shares not played to the end
        self.rounds: list[dict[int, Played]] = []
        self.out: list[frozenset[int]] = []
        for played_round in night.rounds:
            self._add(played_round)
        self.mean = mean(
            [played_round.points for played in self.rounds for played_round in played.values()]
        )
        self.worst = self._worst_night()

    def _add(self, played_round: PlayedRound) -> None:
        """A round that nobody played to its end is ignored."""
        played: dict[int, Played] = {}
        pieces: dict[int, PlayerRound] = {}
        for player, shares in credit_players(played_round.shares, self.terms.for_member).items():
            share, whole = merge_shares(shares)
            if whole:
                played[player] = Played(count_points(share, self.terms), share)
            else:
                pieces[player] = share
        if self.terms.fill_ins:
            self._replace_by_fill_ins(played, played_round.shares)
        self.here.update(played, pieces, played_round.out)
        if played:
            self.rounds.append(played)
            self.pieces.append(pieces)
            self.out.append(played_round.out)

    def _replace_by_fill_ins(
        self, played: dict[int, Played], shares: Iterable[PlayerRound]
    ) -> None:
        """The better round counts for who filled in elsewhere, if both were finished."""
        by_player: dict[int, list[PlayerRound]] = {}
        for share in shares:
            if is_own_fill_in(share, self.terms.for_member):
                by_player.setdefault(share.player, []).append(share)
        for player, filled_in in by_player.items():
            share, whole = merge_shares(filled_in)
            if whole and player in played:
                other = Played(count_points(share, self.terms), share, played[player].points)
                played[player] = min(played[player], other, key=self._better_first)

    def _better_first(self, played: Played) -> tuple[Points, int]:
        return played.points if self.terms.low else -played.points, played.share.left

    def list_played(self, player: int) -> list[Played]:
        return [played[player] for played in self.rounds if player in played]

    def has_stopped(self, player: int) -> bool:
        pieces = (pieces[player] for pieces in self.pieces if player in pieces)
        return any(share.unfinished and share.until is None for share in pieces)

    @property
    def size(self) -> int:
        """An imported night is one round, which tells how many it stands for."""
        return sum(max(result.share.rounds for result in played.values()) for played in self.rounds)

    def list_slices(self, player: int) -> list[RoundPoints | None]:
        """A missed round is None."""
        if player not in self._slices:
            self._slices[player] = list(self._slices_of(player))
        return self._slices[player]

    def _slices_of(self, player: int) -> Iterator[RoundPoints | None]:
        fixed = self.terms.sit_out  # for one round of a night
        for played, out in zip(self.rounds, self.out, strict=True):
            if player in played:
                yield RoundPoints(PLAYED, *played[player])
            elif player in out:
                yield self._sat_out(player, played, fixed)
                fixed = None
            else:
                yield None

    def _sat_out(self, player: int, played: dict[int, Played], fixed: int | None) -> RoundPoints:
        if self.terms.counting == PLACES:
            return RoundPoints(OUT_BONUS, self.terms.bonus)
        if self.terms.sitting_out == WORST:
            return RoundPoints(OUT_WORST, self._worst_round(played))
        if fixed is not None:
            return RoundPoints(OUT_FIXED, fixed)
        own = mean([result.points for result in self.list_played(player)])
        return RoundPoints(OUT_MEAN, self.mean) if own is None else RoundPoints(OUT_OWN, own)

    def _worst_round(self, played: dict[int, Played]) -> Points:
        """Guests' scores are used only if no member played the round."""
        of_members = [result.points for player, result in played.items() if player in self.members]
        return self.worst_of(of_members or [result.points for result in played.values()])

    def _worst_night(self) -> Points:
        """If every member missed a round, add up the worst scores of the rounds."""
        nights = [sum_rounds(self.list_slices(player)) for player in self.here & self.members]
        whole = [points for points in nights if points is not None]
        return self.worst_of(whole) if whole else sum(map(self._worst_round, self.rounds))


def list_who_came(rounds: Iterable[PlayedRound]) -> frozenset[int]:
    """Also who sat out, or was replaced."""
    players: set[int] = set()
    for played_round in rounds:
        players.update(played_round.out)
        for share in played_round.shares:
            players.update((share.player, share.seat or share.player))
    return frozenset(players)


def list_rounds_played(night: PlayedNight) -> list[int]:
    """The games of a substitute belong to the substitute here."""
    return [
        number
        for number, played_round in enumerate(night.rounds, 1)
        if any(
            merge_shares(shares)[1]
            for shares in credit_players(played_round.shares, False).values()
        )
    ]


def credit_players(shares: Iterable[PlayerRound], for_member: bool) -> dict[int, list[PlayerRound]]:
    """With `for_member`, a substitute's games and fill-ins count for who was replaced."""
    by_player: dict[int, list[PlayerRound]] = {}
    for share in shares:
        if is_own_fill_in(share, for_member):
            continue
        player = share.player if share.seat is None or not for_member else share.seat
        by_player.setdefault(player, []).append(share)
    return by_player


def is_own_fill_in(share: PlayerRound, for_member: bool) -> bool:
    return share.fill_in and (share.seat is None or not for_member)


def merge_shares(shares: list[PlayerRound]) -> tuple[PlayerRound, bool]:
    """Also return whether it includes every game. Seat and table are the last ones."""
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
    merged_share = last._replace(
        since=shares[0].since,
        points=sum(share.points for share in shares),
        dashes=sum(share.dashes or 0 for share in shares),
        games=tuple(score for share in shares for score in share.games),
        in_total=sum(share.in_total for share in shares),
        contracts=tuple(contract for share in shares for contract in share.contracts),
        left=sum(share.left for share in shares),
        marks=add_marks(shares),
        gap=gap,
    )
    return merged_share, merged_share.whole


def add_marks(shares: Iterable[PlayerRound]) -> tuple[tuple[str, int], ...]:
    counts = Counter[str]()
    for share in shares:
        counts.update(dict(share.marks))
    return tuple(sorted(counts.items()))


def sum_rounds(slices: Iterable[RoundPoints | None]) -> Points | None:
    """None: the player missed a round."""
    points: Points = 0
    for part in slices:
        if part is None or part.points is None:
            return None
        points += part.points
    return points
