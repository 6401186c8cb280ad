"""What a standing follows from: how a season counts, who is in it, and what was played.

Points are whole numbers or fractions, never floats: nothing is rounded before it is shown.
"""

from fractions import Fraction
from typing import NamedTuple

Points = int | Fraction

SUM, AVERAGE, BEST, DROP, PLACES = "sum", "average", "best", "drop", "places"
SKIP, FIXED, WORST, OWN = "skip", "fixed", "worst", "own"
ABSENT = "absent"
SHARED, DASHES, BEST_GAME, LAST_GAME = "shared", "dashes", "best_game", "last_game"
LAST = "last"


class Missed(NamedTuple):
    """What a night counts for who missed it."""

    how: str
    points: int | None = None  # the fixed number, or the most that an average may be


class SeasonRules(NamedTuple):
    """How a season counts."""

    lowest_wins: bool = True  # the points
    low_game: bool = True  # a single game
    counting: str = SUM
    counted: int = 1  # nights: the best, or the worst
    place_points: tuple[Points, ...] = ()
    bonus: int = 0
    signed_off: Missed = Missed(WORST)
    no_show: Missed = Missed(WORST)
    before_joining: str = ABSENT
    least_nights: int = 0
    tie_break: str = SHARED
    guests_ranked: bool = False
    for_member: bool = False
    night_prizes: tuple[int | str, ...] = ()
    season_prizes: tuple[int | str, ...] = ()
    moving: int = 0  # how many go up from a division, and as many down

    @property
    def low(self) -> bool:
        """Whether the lowest stands highest in this standing."""
        return self.lowest_wins and self.counting != PLACES

    @property
    def least(self) -> int:
        """Nights to have a place: who never came has none, whatever the season says."""
        return max(self.least_nights, 1)


class Person(NamedTuple):
    id: int
    guest: bool = False
    joined: int = 1  # the number of the first night that concerns them
    division: int | None = None  # 1 is the highest


class PlayerRound(NamedTuple):
    """What one player played at one seat in a round, from a game up to a game."""

    player: int
    points: Points
    seat: int | None = None  # whose seat it is, of somebody else
    dashes: int | None = 0  # None: of a night that was brought in, not known
    games: tuple[int, ...] = ()  # what each game came to
    contracts: tuple[str, ...] = ()  # of each of those, where they have any
    left: int = 0  # goes before any tie-break: fewer is better
    places: tuple[int, ...] = ()  # of the seat at its table; several where they are shared
    since: int = 1
    until: int | None = None  # the last game; None: to the end
    gap: bool = False  # did not play some game in between
    unfinished: bool = False  # the table stopped before its end
    table: int = 0  # tells those of one round apart
    counts: bool = False  # brought in: the points are what counts, however the season counts
    rounds: int = 1  # so many are these; of a night that was brought in, all

    @property
    def whole(self) -> bool:
        """All of the round."""
        here = self.since == 1 and self.until is None
        return here and not (self.gap or self.unfinished)


class PlayedRound(NamedTuple):
    shares: tuple[PlayerRound, ...]
    out: frozenset[int] = frozenset()  # came, and could not play
    waiting: frozenset[int] = frozenset()  # of those, who sits at a table that has not begun yet
    open: bool = False  # some table still plays


class PlayedNight(NamedTuple):
    number: int  # in the order in which they were played
    rounds: tuple[PlayedRound, ...]
    signed_off: frozenset[int] = frozenset()  # who said so, or came all the same
