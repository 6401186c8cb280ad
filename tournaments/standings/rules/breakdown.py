"""The rows of a standing, and how each figure was computed: a code, for others to word."""

from collections import Counter
from fractions import Fraction
from typing import NamedTuple

from tournaments.standings.rules.points import PlayerRound, Points

# A round
PLAYED = "played"
OUT_OWN = "own round"  # sat out: counts the player's average round of that night
OUT_MEAN = "mean round"  # sat out and played no other round: counts the mean of the night
OUT_BONUS = "bonus"  # sat out where places count
OUT_FIXED = "fixed round"  # sat out, for the first time on that night: a number of the season
OUT_WORST = "worst round"  # sat out: the worst score of that round
WAITING = "waiting"  # in a night still played: not begun
OUT_LATER = (
    "out later"  # in a night still played: sat out, and what that counts is known at the end
)
CAME = frozenset({PLAYED, OUT_OWN, OUT_MEAN, OUT_BONUS, OUT_FIXED, OUT_WORST})
MISSED, PIECE = "missed", "piece"  # on the night itself: missed; played in part
# Missed, in the season: the codes of `points.Missed.how`, and
CAPPED = "capped"  # the player's own average, cut off at the maximum

# A night
LEFT = "left"  # came, but missed part of the night
UNFINISHED = "unfinished"  # stayed at a table that stopped before its end
SIGNED_OFF, NO_SHOW, BEFORE = "signed off", "no show", "before"

# What can depend on a place
PRIZES, UP, DOWN = "prizes", "up", "down"

# The place of a row before the last night
NEW = "new"  # had no place before


class RoundPoints(NamedTuple):
    how: str
    points: Points | None  # None: not counted
    share: PlayerRound | None = None  # what was played, if the round was played to its end
    instead_of: Points | None = None  # the own round, if one played as a fill-in replaces it


class NightPoints(NamedTuple):
    night: int
    state: str
    points: Points | None  # None: not counted
    how: str = ""  # only of a night missed as a whole
    slices: tuple[RoundPoints, ...] = ()  # otherwise: the points of each round
    weight: Points = 1  # how much of the night is counted
    dropped: bool = False
    always: bool = False  # can't be dropped
    came: bool = False  # played a round to its end, or was made to sit out
    dashes: int = 0  # this and the fields below: over the rounds that were played
    untold: bool = False  # the dashes are not known
    left: int = 0
    played: int = 0  # how many rounds

    @property
    def counts(self) -> bool:
        return self.points is not None and not self.dropped


def tally_night(
    night: int,
    state: str,
    points: Points | None,
    slices: tuple[RoundPoints, ...],
    weight: Points = 1,
) -> NightPoints:
    """`weight` is how much the night counts in an average: 1 for a whole night."""
    shares = [part.share for part in slices if part.share]
    return NightPoints(
        night,
        state,
        points,
        slices=slices,
        weight=weight,
        came=any(part.how in CAME for part in slices),
        dashes=sum(share.dashes or 0 for share in shares),
        untold=any(share.dashes is None for share in shares),
        left=sum(share.left for share in shares),
        played=len(shares),
    )


class Row(NamedTuple):
    player: int
    points: Points | None
    rank: int | None = None  # None: below the line
    tied: bool = False
    nights: int = 0  # on which the player came
    dashes: int = 0
    untold: int = 0  # counted nights whose dashes are not known
    left: Points = 0  # per round, on average
    tallies: tuple[NightPoints, ...] = ()
    was: int | None = None  # the place before the last night
    average: Points | None = None  # over the nights on which the player came, dropped or not
    pace: Points | None = None  # per game; decides the places while tables are not equally far
    periods: tuple[NightPoints, ...] = ()  # a total of each, where those are counted

    @property
    def summands(self) -> tuple[NightPoints, ...]:
        """Return what the total is made of: nights or, where those are counted, periods."""
        return self.periods or self.tallies

    @property
    def missed(self) -> int:
        return sum(tally.state in (SIGNED_OFF, NO_SHOW) for tally in self.tallies)

    @property
    def games(self) -> int:
        """Games without known points are not counted."""
        slices = (part for tally in self.tallies for part in tally.slices)
        return sum(part.share.games_played for part in slices if part.share)

    @property
    def game_points(self) -> Points | None:
        """Return the sum on the sheets, beside points for places. None: only imported nights."""
        all_shares = [part.share for tally in self.tallies for part in tally.slices if part.share]
        shares = [share for share in all_shares if not share.counts]
        return sum([share.points for share in shares]) if shares else None

    @property
    def marks(self) -> Counter[str] | None:
        """By kind, also on nights that do not count. None: only imported nights."""
        shares = [part.share for tally in self.tallies for part in tally.slices if part.share]
        known = [dict(share.marks) for share in shares if not share.counts]
        return sum(map(Counter, known), Counter[str]()) if known else None

    @property
    def dashes_known(self) -> bool:
        return self.untold < sum(tally.counts and tally.came for tally in self.tallies)

    @property
    def counted(self) -> int:
        return sum(tally.counts for tally in self.summands)


class Prize(NamedTuple):
    """If several players share the place, all are listed until an organiser decides."""

    place: int | str
    players: tuple[int, ...]
    how: str = ""  # how the tie was settled, if it was


class Move(NamedTuple):
    """Those in `tied` share the last place that moves: an organiser chooses `open` of them."""

    sure: tuple[int, ...] = ()
    tied: tuple[int, ...] = ()
    open: int = 0  # how many of the tied players can move


class TieDecision(NamedTuple):
    division: int | None
    what: str
    players: tuple[int, ...]  # by number
    how: str
    order: tuple[int, ...] = ()  # from first to last; empty: they share the prize


class Division(NamedTuple):
    """Also the standing of a whole season without divisions, or of one night."""

    number: int | None  # None: the players who are in no division
    rows: tuple[Row, ...]
    prizes: tuple[Prize, ...] = ()
    up: Move = Move()
    down: Move = Move()
    least: int = 0  # nights needed for a place, in a season
    settled: tuple[TieDecision, ...] = ()
    since: int | None = None  # the last night, if there were nights before it
    final: int | None = None  # the round of a night whose finalists stand above the others

    @property
    def read_out(self) -> list[Prize]:
        """Return the prizes in the order in which they are read out: the first place last."""
        return sorted(
            self.prizes,
            key=lambda prize: (1, -prize.place) if isinstance(prize.place, int) else (0, 0),
        )

    @property
    def uneven(self) -> bool:
        """Only while a night is played: places then go by the average per game."""
        return any(row.pace is not None for row in self.rows)


def round_points(points: Points) -> Fraction:
    """Halves go up. This is only for display; counting uses the exact points."""
    if points.denominator == 1:
        return Fraction(points)
    return Fraction((points * 100 + Fraction(1, 2)).__floor__(), 100)
