"""The state of a sheet, which phones get and pages show: see docs/scoring-and-exchange.md."""

from typing import NamedTuple, TypedDict

from scoring.games.sheet.data import Outcome, Row, SheetData
from scoring.sheets.approvals import ApprovalState


class Changed(NamedTuple):
    what: str
    was: str
    now: str


class ApprovedHead(TypedDict, total=False):
    """What differs from the present sheet."""

    options: dict[str, object]
    first_dealer: str | None
    first_starter: str | None


class Lapsed(TypedDict):
    """An approval that a later change ended, and what has changed since."""

    players: list[str]  # who had agreed
    on_paper: bool  # the others had signed on paper
    games: dict[str, Row]  # those that have changed, as they were approved, keyed by number
    head: ApprovedHead
    others: list[Changed]  # of the sheet as a whole


class EnteredVersion(TypedDict):
    event: str  # its id
    row: Row
    device: str
    time: str


class Disputed(TypedDict):
    """A game that was entered in different ways, from which the players choose."""

    game: int
    versions: list[EnteredVersion]  # the first is in force, unless none was


class PenaltyLine(TypedDict):
    event: str  # its id
    player: str
    points: int
    reason: str
    signed: str  # who gave it


class SeatsState(TypedDict):
    sat: dict[str, str]
    away: dict[str, list[list[int | None]]]  # spans of games without this player
    renamed: dict[str, str]  # present names, keyed by former ones


class ScoredState(TypedDict):
    data: SheetData
    result: Outcome  # in words


class PlayedState(ScoredState):
    sat: dict[str, str]  # who played which games, in words, keyed by player


class LapsedState(ScoredState):
    lapsed: Lapsed | None


class SheetState(PlayedState, LapsedState, SeatsState, ApprovalState):
    sequence: int  # of the last event
    chain: str  # four characters of the digest of each event
    closed: bool
    scribe: str | None
    seen: dict[str, int]  # the revision of each game, keyed by its number; 0 is the paper
    conflicts: list[Disputed]
    late: list[Disputed]  # came in after closing
    penalties: list[PenaltyLine]
    verdicts: dict[str, dict[str, bool]]  # of the judge, by game and player


class LapseWarning(TypedDict, total=False):
    """What a change did to approvals, or would do; empty if it ended none."""

    lapsed: Lapsed | None
    changes: list[Changed]
    winners: tuple[str, str] | None  # who won then, and wins now; None: not decided
    told: str  # proves that the page showed this very warning
