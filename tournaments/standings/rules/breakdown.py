"""The result of computing a standing: its rows in order, and how each figure was computed. That
"how" is a code, which other modules turn into words.
"""

from fractions import Fraction
from typing import NamedTuple

from tournaments.standings.rules.points import PlayerRound, Points

# A round
PLAYED = "played"
OUT_OWN = "own round"  # sat out: counts the player's average round of that night
OUT_MEAN = "mean round"  # sat out and played no other round: counts the mean of the night
OUT_BONUS = "bonus"  # sat out where places count
OUT_FIXED = "fixed round"  # sat out, for the first time on that night: a number of the season
WAITING, OUT_LATER = (
    "waiting",
    "out later",
)  # in a night still played: not begun; sat out, known at the end
CAME = frozenset({PLAYED, OUT_OWN, OUT_MEAN, OUT_BONUS, OUT_FIXED})
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
    """The points that a player gets for one round. `how` is a code for where the points come from,
    such as played, sat out or missed.
    """

    how: str
    points: Points | None  # None: not counted
    share: PlayerRound | None = None  # what was played, if the round was played to its end
    instead_of: Points | None = None  # the own round, if one played as a fill-in replaces it


class NightPoints(NamedTuple):
    """The points that a player gets for one night. `state` is a code for whether the player was
    present. `slices` has the points of each round. For a night missed as a whole, `how` is a code
    for where the points come from.
    """

    night: int
    state: str
    points: Points | None  # None: not counted
    how: str = ""  # only of a night missed as a whole
    slices: tuple[RoundPoints, ...] = ()  # otherwise: the points of each round
    weight: Points = 1  # how much of the night is counted
    dropped: bool = False
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
    """Return what a night brings a player who was present: the points, and for example the number
    of dashes.

    - `state` is a code for whether the player was there all the time.
    - `points` has the player's points for the whole night, and `slices` those of each round.
    - `weight` is how much the night counts in an average: 1 for a whole night.
    """
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

    @property
    def games(self) -> int:
        """Return how many games the player played on all nights in this row of the standing. Games
        without known points are not counted.
        """
        slices = (part for tally in self.tallies for part in tally.slices)
        return sum(len(part.share.games) for part in slices if part.share)

    @property
    def game_points(self) -> Points | None:
        """Return the sum of the player's points on the sheets. A standing that counts points for
        places shows this sum as well. Return None if all nights were imported from a file, because
        such nights have no sheets.
        """
        all_shares = [part.share for tally in self.tallies for part in tally.slices if part.share]
        shares = [share for share in all_shares if not share.counts]
        return sum([share.points for share in shares]) if shares else None

    @property
    def dashes_known(self) -> bool:
        """Return whether the number of dashes is known for at least one night that counts."""
        return self.untold < sum(tally.counts and tally.came for tally in self.tallies)

    @property
    def counted(self) -> int:
        """Return how many of the player's nights count in the total."""
        return sum(tally.counts for tally in self.tallies)


class Prize(NamedTuple):
    """A prize, for a place in the standing, and the player who wins it. If several players share
    the place, all are listed until an organiser decides.
    """

    place: int | str
    players: tuple[int, ...]
    how: str = ""  # how the tie was settled, if it was


class Move(NamedTuple):
    """The players who go up from a division, or those who go down. The players in `sure` move.
    Those in `tied` share the last place that moves, so an organiser has to choose `open` of them.
    """

    sure: tuple[int, ...] = ()
    tied: tuple[int, ...] = ()
    open: int = 0  # how many of the tied players can move


class TieDecision(NamedTuple):
    """The decision of an organiser about players with an equal place: who gets a prize, or who
    moves to another division.
    """

    division: int | None
    what: str
    players: tuple[int, ...]  # by number
    how: str
    order: tuple[int, ...] = ()  # from first to last; empty: they share the prize


class Division(NamedTuple):
    """The standing of one division of a season, with its prizes and who moves. Without divisions,
    it is the standing of the whole season. It is also used for the standing of one night.
    """

    number: int | None  # None: the players who are in no division
    rows: tuple[Row, ...]
    prizes: tuple[Prize, ...] = ()
    up: Move = Move()
    down: Move = Move()
    least: int = 0  # nights needed for a place, in a season
    settled: tuple[TieDecision, ...] = ()
    since: int | None = None  # the last night, if there were nights before it

    @property
    def uneven(self) -> bool:
        """Return whether some tables have played more games than others. That can only be so while
        the night is being played; places then go by the average per game.
        """
        return any(row.pace is not None for row in self.rows)


def round_points(points: Points) -> Fraction:
    """Round points to two decimals, halves up. This is only for display; counting uses the exact
    points.
    """
    return Fraction((points * 100 + Fraction(1, 2)).__floor__(), 100)
