"""What `score` takes and returns (docs/commands.md)."""

from typing import Any, NotRequired, TypedDict

from scoring.toolkit.problems import Problem
from scoring.toolkit.texts import Text

Row = dict[str, Any]  # one game: `entries` by player and, for some game systems, keys beside it
Figures = dict[str, float]  # keyed by player; a half in games of the club's own
Counts = dict[str, int]


class SheetHead(TypedDict, total=False):
    first_dealer: str | None  # deals game 1; without it, the player left of the scribe
    first_starter: str | None  # begins game 1; without it, the scribe
    round: int  # of the night, where the contract goes with it
    title: str  # what the club calls a game that it settled itself
    paper: Row | None  # what the paper form says: dashes, totals, subtotals, and points apart


class OpenedSheet(SheetHead):
    game: str  # the key of its game system
    options: dict[str, object]  # the club's own rules
    players: list[str]  # by seat, clockwise
    scribe: str | None


class SheetData(OpenedSheet):
    games: list[Row]


class Turn(TypedDict):
    game: int  # its number
    contract: Text | str
    dealer: str | None  # None in tile games
    starter: str | None


class ScoredRow(Turn, total=False):
    """A game that is still open has only the keys of `Turn`."""

    running: Figures  # everybody's totals so far
    void: str  # the reason why it does not count
    scores: Figures
    explain: dict[str, Text | str]  # how each score came about
    won: list[str]  # who won the game, where no entry shows it
    marks: dict[str, Counts]  # of each kind; only in games that count any


class Subtotal(TypedDict):
    after: int  # the number of a game
    totals: Figures


class RankedPlace(TypedDict):
    rank: int | None  # None for who missed a game
    players: list[str]  # who share it
    total: float  # the figure that it goes by


class Outcome(TypedDict):
    """`marks` is missing in games that count none."""

    valid: bool  # no problem is an error
    complete: bool  # every game of the sheet is scored or void
    finished: bool  # complete, or ended by itself
    problems: list[Problem]
    rows: list[ScoredRow]
    next: ScoredRow | None  # its turn alone; None when finished
    subtotals: list[Subtotal]
    totals: Figures
    dashes: Counts  # or games won, in systems without a dash
    match_points: dict[str, float]
    ranking: list[RankedPlace]
    winner: str | list[str] | None  # a list of two partners; None if the first place is shared
    continue_with: list[str]  # who play on after a tie on top
    marks: NotRequired[dict[str, Counts]]  # of each kind, where the game counts any
    settlement: Figures  # what each receives, or pays, when everybody settles with everybody
