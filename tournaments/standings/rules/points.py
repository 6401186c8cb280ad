"""What a standing is computed from. Points are whole numbers or fractions, never floats."""

from bisect import bisect_right
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

Points = int | Fraction

SUM, AVERAGE, BEST, DROP, PLACES = "sum", "average", "best", "drop", "places"
ROUNDS = "rounds"  # their average
OF_AVERAGE = (AVERAGE, ROUNDS)
BEST_AVERAGE = "bestavg"  # of the best nights
BEST_ONLY = (BEST, BEST_AVERAGE)
SKIP, FIXED, WORST, OWN = "skip", "fixed", "worst", "own"
LESS = "less"  # the own average, with a deduction
OF_OWN_AVERAGE = (OWN, LESS)
ABSENT = "absent"
SHARED, DASHES, BEST_GAME, LAST_GAME = "shared", "dashes", "best_game", "last_game"
BEST_ROUND = "round"
# Tie-breaks by what a game counts beside its points, and whether more of it is better
PIT = "pit"
MARKS = {PIT: True, "roem": True, "nat": False}
LAST, EVERY = "last", "/"  # the last place; "/4": each fourth one
MOST = "most:"  # "most:roem": for whoever has most of it
PER = "1/"  # "1/4": one for each four players, from the first place on


class Missed(NamedTuple):
    how: str
    points: tuple[Points, ...] = ()  # the fixed number, an average's cap, or its deduction; in turn
    always: bool = False  # counts, whatever is dropped

    def find_points(self, missed: int) -> Points | None:
        """`missed`: how many nights before. The last number goes on."""
        return self.points[min(missed, len(self.points) - 1)] if self.points else None


class SeasonRules(NamedTuple):
    lowest_wins: bool = True  # the points
    low_game: bool = True  # a single game
    counting: str = SUM
    counted: int = 1  # how many best nights count, or how many worst are dropped
    drop_at: tuple[Points, ...] = ()  # numbers of nights played; one more is dropped at each
    least_averaged: int = 0  # an average of fewer nights, or rounds, is filled up with 0
    place_points: tuple[Points, ...] = ()
    bonus: int = 0
    signed_off: Missed = Missed(WORST)
    no_show: Missed = Missed(WORST)
    missed_round: int | None = None  # what a round missed counts; None: its part of a night missed
    sitting_out: str = OWN
    sit_out: int | None = None  # what the first round without a table counts on a night
    sit_out_pits: int = 0  # pits that such a round counts, where they tell equal totals apart
    before_joining: str = ABSENT
    least_nights: int = 0
    tie_break: str = SHARED
    guests_ranked: bool = False
    for_member: bool = False
    fill_ins: bool = False  # a round played as a fill-in may replace the player's own
    night_prizes: tuple[int | str, ...] = ()
    season_prizes: tuple[int | str, ...] = ()
    moving: int = 0  # how many go up from a division; as many go down
    missed_down: int = 0  # whoever missed so many nights goes down first; 0: nobody does
    periods: tuple[int, ...] = ()  # the number of the first night of each period but the first
    period_best: int = 0  # how many best nights of a period count; 0: all
    by_period: bool = False  # the season counts the totals of its periods instead of nights

    @property
    def low(self) -> bool:
        """The lowest points are first in the standing."""
        return self.lowest_wins and self.counting != PLACES

    @property
    def least(self) -> int:
        return max(self.least_nights, 1)

    def find_period(self, night: int) -> int:
        return bisect_right(self.periods, night) + 1

    def replace_counting(self, counting: str, counted: int, least_nights: int) -> "SeasonRules":
        return self._replace(
            counting=counting,
            counted=counted,
            least_nights=least_nights,
            drop_at=(),
            least_averaged=0,
            by_period=False,
        )

    def count_in_period(self) -> "SeasonRules":
        """Return the rules of the standing of one period."""
        counting = self.counting
        if counting != PLACES:
            of_all = {BEST_AVERAGE: AVERAGE, AVERAGE: AVERAGE, ROUNDS: ROUNDS}.get(counting, SUM)
            of_best = BEST if of_all == SUM else BEST_AVERAGE
            counting = of_best if self.period_best else of_all
        counted = self.period_best or 1
        return self.replace_counting(counting, counted, least_nights=0)


class Person(NamedTuple):
    id: int
    guest: bool = False
    joined: int = 1  # the number of the first night that counts for them
    division: int | None = None  # 1 is the highest


class PlayerRound(NamedTuple):
    """Elsewhere a share. A player who changed seats during a round has several."""

    player: int
    points: Points
    seat: int | None = None  # the seat's owner, if a substitute played
    dashes: int | None = 0  # None: not known, as in a night from a file
    games: tuple[Points, ...] = ()  # the points of each game
    contracts: tuple[str, ...] = ()  # the contract of each game, if the game system has contracts
    left: int = 0  # compared before any tie-break; fewer is better
    places: tuple[int, ...] = ()  # the seat's places at its table; several if shared
    since: int = 1
    until: int | None = None  # the last game; None: to the end
    gap: bool = False  # missed some game in between
    unfinished: bool = False  # the table stopped before its end
    table: int = 0  # identifies the table within its round
    counts: bool = False  # from a file: these points count as they are
    rounds: int = 1  # rounds that this share stands for; a night from a file has all in one
    fill_in: bool = False  # played after the player's own table was finished
    marks: tuple[tuple[str, int], ...] = ()  # what the game counts beside the points, by kind
    in_total: int = 0  # games of which only the sum of the points is known

    @property
    def games_played(self) -> int:
        return len(self.games) + self.in_total

    @property
    def whole(self) -> bool:
        from_start_to_end = self.since == 1 and self.until is None
        return from_start_to_end and not (self.gap or self.unfinished)


class PlayedRound(NamedTuple):
    shares: tuple[PlayerRound, ...]
    out: frozenset[int] = frozenset()  # came but sat out
    waiting: frozenset[int] = frozenset()  # those of `out` at a table that has not begun
    open: bool = False  # some table is still playing
    finalists: frozenset[int] = frozenset()  # whose places this round decides afresh


class PlayedNight(NamedTuple):
    number: int  # in the order in which they were played
    rounds: tuple[PlayedRound, ...]
    signed_off: frozenset[int] = frozenset()  # signed off, or came to the door after all


def count_points(share: PlayerRound, terms: SeasonRules) -> Points:
    """An imported result counts as it is."""
    if terms.counting != PLACES or share.counts:
        return share.points
    place_points = terms.place_points
    points = [
        place_points[place - 1] if place <= len(place_points) else 0 for place in share.places
    ]
    return (mean(points) or 0) + terms.bonus


def mean(points: Sequence[Points]) -> Points | None:
    return Fraction(sum(points), len(points)) if points else None
