"""What a standing says: rows in order, and of every figure how it came about.

How a figure came about is a code. Words are made of it elsewhere.
"""

from fractions import Fraction
from typing import NamedTuple

from tournaments.standings.rules.points import PlayerRound, Points

# A round
PLAYED = "played"
OUT_OWN = "own round"  # sat out: the player's average round of that night
OUT_MEAN = "mean round"  # sat out, and played no other: the mean of the night
OUT_BONUS = "bonus"  # sat out where places count
WAITING, OUT_LATER = "waiting", "out later"  # so far: not begun; sat out, and told at the end
CAME = frozenset({PLAYED, OUT_OWN, OUT_MEAN, OUT_BONUS})
MISSED, PIECE = "missed", "piece"  # on the night itself: not there; there for some of it
# Missed, in the season: as in `given`, and
CAPPED = "capped"  # the player's own average, but no more than the most it may be

# A night
LEFT = "left"  # came, but missed some of it
UNFINISHED = "unfinished"  # sat to the end at a table that stopped before it
SIGNED_OFF, NO_SHOW, BEFORE = "signed off", "no show", "before"

# What can hang on a place
PRIZES, UP, DOWN = "prizes", "up", "down"

# Where somebody stood before the last night
NEW = "new"  # had no place then


class RoundPoints(NamedTuple):
    """One round of somebody's night."""

    how: str
    points: Points | None  # None: not counted
    share: PlayerRound | None = None  # what was played of it, if it was played to the end


class NightPoints(NamedTuple):
    """What a night counts for somebody."""

    night: int
    state: str
    points: Points | None  # None: not counted
    how: str = ""  # of a night missed as a whole
    slices: tuple[RoundPoints, ...] = ()  # else, round by round
    weight: Points = 1  # how much of the night is counted
    dropped: bool = False
    came: bool = False  # played a round to its end, or could not help sitting out
    dashes: int = 0  # this and what follows: of the rounds that were played
    untold: bool = False  # no dashes are known of it
    left: int = 0
    played: int = 0  # how many those are

    @property
    def counts(self) -> bool:
        return self.points is not None and not self.dropped


def tallied(
    night: int,
    state: str,
    points: Points | None,
    slices: tuple[RoundPoints, ...],
    weight: Points = 1,
) -> NightPoints:
    """Of a night on which somebody was."""
    shares = [one.share for one in slices if one.share]
    return NightPoints(
        night,
        state,
        points,
        slices=slices,
        weight=weight,
        came=any(one.how in CAME for one in slices),
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
    nights: int = 0  # on which this player came
    dashes: int = 0
    untold: int = 0  # nights that count of which no dashes are known
    left: Points = 0  # of a round, on average
    tallies: tuple[NightPoints, ...] = ()
    was: int | None = None  # the place before the last night
    average: Points | None = None  # of the nights on which this player came, dropped or not
    pace: Points | None = None  # of a game; by this places go while tables are not equally far

    @property
    def games(self) -> int:
        """Of which something is known, on all these nights."""
        slices = (one for tally in self.tallies for one in tally.slices)
        return sum(len(one.share.games) for one in slices if one.share)

    @property
    def game_points(self) -> Points | None:
        """What was written on the forms, where what counts is points for places. A night that came
        from a file has none.
        """
        every = [one.share for tally in self.tallies for one in tally.slices if one.share]
        shares = [share for share in every if not share.counts]
        return sum([share.points for share in shares]) if shares else None

    @property
    def dashes_known(self) -> bool:
        """Whether they are of any night that counts."""
        return self.untold < sum(one.counts and one.came for one in self.tallies)

    @property
    def counted(self) -> int:
        """How many nights the total is made of."""
        return sum(one.counts for one in self.tallies)


class Prize(NamedTuple):
    """Who has the prize of a place; several if they share the place, which people settle."""

    place: int | str
    players: tuple[int, ...]
    how: str = ""  # it was settled, if it was


class Move(NamedTuple):
    """Who leaves a division; who shares the place on the line is not decided here."""

    sure: tuple[int, ...] = ()
    tied: tuple[int, ...] = ()
    open: int = 0  # for how many of those tied there is room


class TieDecision(NamedTuple):
    """How people settled a tie."""

    division: int | None
    what: str
    players: tuple[int, ...]  # by number
    how: str
    order: tuple[int, ...] = ()  # from the first to the last; empty: they share


class Division(NamedTuple):
    """A standing of its own: of all, or of those who play for one place against another."""

    number: int | None  # None: of who is in no division
    rows: tuple[Row, ...]
    prizes: tuple[Prize, ...] = ()
    up: Move = Move()
    down: Move = Move()
    least: int = 0  # nights to have a place, in a season
    settled: tuple[TieDecision, ...] = ()
    since: int | None = None  # the last night, where there were others before it

    @property
    def uneven(self) -> bool:
        """Whether tables are not equally far."""
        return any(row.pace is not None for row in self.rows)


def rounded(points: Points) -> Fraction:
    """To two decimals, halves up, as it is shown; it is counted as it is."""
    return Fraction((points * 100 + Fraction(1, 2)).__floor__(), 100)
