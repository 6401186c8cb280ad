"""What a draw is asked: everything that decides it but the seed and the algorithm."""

from dataclasses import dataclass, field
from typing import NamedTuple

from tournaments.draw.engine import problems, table_sizes
from tournaments.draw.engine.problems import refuse

Table = tuple[int, ...]  # seats clockwise, the scribe first
Round = tuple[Table, ...]
Rounds = tuple[Round, ...]

LOTS, MIX, STANDING = "lots", "mix", "standing"
METHODS = (MIX, LOTS, STANDING)
BAG, HAND = "bag", "hand"
TYPED = (BAG, HAND)  # people seated themselves: from lots in a bag, or as the organiser chose

MOST_PLAYERS, MOST_DRAWN = 1000, 50
RATE = 400_000  # swaps looked at in a second, on a slow machine
USUAL = 0.7  # seconds
LONGEST = 600  # seconds


class Constraint(NamedTuple):
    """`apart` or `together` with two players, or `fixed_table` with a player and a table from 1."""

    kind: str
    one: int
    other: int


@dataclass(frozen=True)
class Duties:
    """By player, what everybody had so far this season more than their share of.

    Whole turns or parts of them, in any measure that is the same for all. Empty: nothing yet.
    """

    small: tuple[float, ...] = ()  # tables smaller than the full size
    sat_out: tuple[float, ...] = ()
    scribe: tuple[float, ...] = ()
    likes: tuple[bool, ...] = ()  # to keep score; empty: everybody does
    partners: tuple[tuple[int, int, int], ...] = ()  # two players, times they were partners


@dataclass(frozen=True)
class Request:
    players: int
    rounds: int
    kind: str = table_sizes.THREES_AND_FOURS  # of tables
    method: str = MIX
    five: str = table_sizes.SPLIT
    history: tuple[tuple[int, int, int], ...] = ()  # two players, times they met this season
    standing: tuple[int, ...] = ()  # place of each player
    constraints: tuple[Constraint, ...] = ()
    earlier: Rounds = ()  # drawn before, this night; who left since has a higher number
    kept: tuple[dict[int, Table], ...] = ()  # by round: tables that stay as they are, by number
    duties: Duties = field(default_factory=Duties)
    effort: int = int(USUAL * RATE)

    def __post_init__(self) -> None:
        """Bounds that hold however a request was made; shapes are the business of `reading`."""
        if not 0 <= self.players <= MOST_PLAYERS:
            raise refuse(problems.PLAYERS, given=self.players, most=MOST_PLAYERS)
        if not 1 <= self.rounds <= MOST_DRAWN:
            raise refuse(problems.ROUNDS, given=self.rounds, most=MOST_DRAWN)
        for given, right in (
            (self.kind, table_sizes.KINDS),
            (self.method, (*METHODS, *TYPED)),
            (self.five, table_sizes.FIVE),
        ):
            if given not in right:
                raise refuse(problems.UNKNOWN, given=given, right=", ".join(right))
        if self.method == STANDING and len(self.standing) != self.players:
            raise refuse(problems.NO_STANDING)

    def shape_of(self, number: int) -> table_sizes.Sizes:
        """Of a round, without the tables that are kept."""
        kept = sum(map(len, self.kept_in(number).values()))
        return table_sizes.sizes(self.players - kept, self.kind, self.five)

    def kept_in(self, number: int) -> dict[int, Table]:
        return self.kept[number] if number < len(self.kept) else {}


def effort(seconds: float) -> int:
    """Steps, so that the clock decides nothing."""
    if not 0 < seconds <= LONGEST:
        raise refuse(problems.EFFORT, given=seconds, most=LONGEST)
    return max(1, int(seconds * RATE))
