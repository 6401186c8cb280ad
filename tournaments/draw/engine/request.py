from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from scoring.toolkit.problems import user_error
from tournaments.draw.engine import problems, table_sizes
from tournaments.draw.engine.effort import RATE, USUAL

Table = tuple[int, ...]  # seats clockwise, the scribe first
Round = tuple[Table, ...]
Rounds = tuple[Round, ...]

LOTS, MIX, STANDING, MOVE = "lots", "mix", "standing", "move"
SCORE, GROUPS, WINNERS = "score", "groups", "winners"
FINALS = {"final4": 4, "final8": 8}  # how many play in it
BY_PLACE = (SCORE, GROUPS, WINNERS, *FINALS)  # one round at a time, by what was played tonight
METHODS = (MIX, LOTS, STANDING, MOVE, *BY_PLACE)
BAG, HAND, STONES = "bag", "hand", "stones"
TYPED = (BAG, HAND, STONES)  # seated by people: drawn out of a bag, or the organiser's choice

# The versions that can be drawn again. Whoever changes what a version draws makes a new one
# instead. Version 3 has better nights for a few sizes; version 4 draws tables of four alone, with
# better nights where people sit out, and better partners.
ALGORITHMS = ("2", "3", "4")
ALGORITHM, OF_FOURS = "3", "4"  # today's, whose name is in every new record
MOST_PLAYERS, MOST_DRAWN = 1000, 50


class Wish(StrEnum):
    """What a constraint asks."""

    APART = "apart"
    TOGETHER = "together"
    FIXED_TABLE = "fixed_table"


class Constraint(NamedTuple):
    kind: str  # a Wish
    player: int
    other: int  # player, or the number of a table

    @property
    def people(self) -> tuple[int, ...]:
        return self[1:2] if self.kind == Wish.FIXED_TABLE else self[1:]


@dataclass(frozen=True)
class Duties:
    """Turns are beyond a fair share, by player; empty: nobody had one."""

    small: tuple[float, ...] = ()  # tables smaller than the full size
    sat_out: tuple[float, ...] = ()
    scribe: tuple[float, ...] = ()
    likes: tuple[bool, ...] = ()  # whether they like to keep score; empty: everybody does
    partners: tuple[tuple[int, int, int], ...] = ()  # two players, times they were partners


@dataclass(frozen=True)
class Request:
    players: int
    rounds: int
    kind: str = table_sizes.THREES_AND_FOURS  # kind of tables
    method: str = MIX
    five: str = table_sizes.SPLIT
    history: tuple[tuple[int, int, int], ...] = ()  # two players, times they met this season
    standing: tuple[int, ...] = ()  # place of each player; with WINNERS, at the last table
    divisions: tuple[int, ...] = ()  # of each player, 0 for none; empty: all sit together
    constraints: tuple[Constraint, ...] = ()
    earlier: Rounds = ()  # drawn before, this night; players who left since have higher numbers
    kept: tuple[dict[int, Table], ...] = ()  # by round: tables that stay, keyed by number
    duties: Duties = field(default_factory=Duties)
    effort: int = int(USUAL * RATE)

    def __post_init__(self) -> None:
        if not 0 <= self.players <= MOST_PLAYERS:
            raise user_error(problems.PLAYERS, given=self.players, most=MOST_PLAYERS)
        if not 1 <= self.rounds <= MOST_DRAWN:
            raise user_error(problems.ROUNDS, given=self.rounds, most=MOST_DRAWN)
        for given, right in (
            (self.kind, table_sizes.KINDS),
            (self.method, (*METHODS, *TYPED)),
            (self.five, table_sizes.FIVE),
        ):
            if given not in right:
                raise user_error(problems.UNKNOWN, given=given, right=", ".join(right))
        if self.method == MOVE and self.kind != table_sizes.PAIRS:
            raise user_error(problems.MOVES, given=self.method, right=table_sizes.PAIRS)
        placed = self.method in (STANDING, *BY_PLACE)
        if placed and len(self.standing) != self.players:
            raise user_error(problems.NO_STANDING)
        if self.method in BY_PLACE and (self.rounds > 1 or any(self.kept)):
            raise user_error(problems.ONE_ROUND, given=self.method)
        if self.method == WINNERS and not self.earlier:
            raise user_error(problems.NO_EARLIER, given=self.method)
        if self.players < FINALS.get(self.method, 0):
            raise user_error(problems.NO_FINAL, count=FINALS[self.method])

    def compute_table_sizes(self, number: int) -> table_sizes.Sizes:
        kept = sum(map(len, self.find_kept_tables(number).values()))
        return self.compute_sizes(self.players - kept)

    def compute_sizes(self, players: int) -> table_sizes.Sizes:
        return compute_sizes(self.method, players, self.kind, self.five)

    def find_kept_tables(self, number: int) -> dict[int, Table]:
        return self.kept[number] if number < len(self.kept) else {}


def compute_sizes(method: str, players: int, kind: str, five: str) -> table_sizes.Sizes:
    best = FINALS.get(method, 0)
    rest, out = table_sizes.compute_sizes(players - best, kind, five)
    size = min(4, table_sizes.find_full_size(kind))
    return table_sizes.Sizes((size,) * (best // size) + rest, out)


def find_algorithm(kind: str) -> str:
    return OF_FOURS if kind == table_sizes.FOURS else ALGORITHM


def make_division_key(division: int) -> tuple[bool, int]:
    """Division 0, people without one, comes last."""
    return division == 0, division
