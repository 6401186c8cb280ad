"""The state of a sheet while it is scored."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from scoring.toolkit.figures import simplify
from scoring.toolkit.problems import ProblemCode
from scoring.toolkit.texts import Text


class Mark(NamedTuple):
    """What a game counts for each player beside the scores."""

    label: str  # of how often
    word: str = ""  # for one of them, beside a score
    in_score: bool = False  # it is a part of the score, such as the points of roem


class Weighed(NamedTuple):
    """Whether the side that plays has enough; points and roem of each side."""

    enough: bool
    ours: tuple[int, int]
    theirs: tuple[int, int]


Marks = dict[str, dict[str, int]]  # of each kind, keyed by player


@dataclass(slots=True)
class Deal:
    """One game on a sheet."""

    number: int
    players: list[str] = field(default_factory=list)  # who takes part, in order of seats
    absent: list[str] = field(default_factory=list)  # who has an x
    cells: dict[str, Any] = field(default_factory=dict)  # keyed by player, without unknown names
    extras: dict[str, Any] = field(default_factory=dict)  # entered once for the whole game
    out: list[str] = field(default_factory=list)
    missing: bool = False
    wrong: bool = False
    empty: bool = False
    void: str | None = None
    decided: bool = False  # nobody plays it, as the others left: it ends the sheet
    contract: int = 0  # the number of the contract in force
    dealer: str | None = None
    starter: str | None = None
    scores: dict[str, float] = field(default_factory=dict)
    explain: dict[str, Text | str] = field(default_factory=dict)
    won: list[str] = field(default_factory=list)
    passed: bool = False  # played without a score, as when everybody passes
    match_points: dict[str, float] = field(default_factory=dict)
    marks: Marks = field(default_factory=dict)
    problems: list[tuple[ProblemCode, str | None, dict[str, object]]] = field(default_factory=list)

    def refuse(self, check: ProblemCode, player: str | None = None, /, **params: object) -> None:
        self.problems.append((check, player, params))
        if check.severity == "error":
            self.wrong = True

    def mark(self, kind: str, player: str, count: int = 1) -> None:
        self.marks.setdefault(kind, {})[player] = count

    @property
    def done(self) -> bool:
        """Whether nothing has to be entered any more."""
        return self.void is not None or self.decided or bool(self.scores)


@dataclass(slots=True)
class Play:
    players: list[str]
    totals: dict[str, float]
    won: dict[str, int]  # dashes, or games won
    match_points: dict[str, float]
    scored: list[Deal] = field(default_factory=list)
    away: set[str] = field(default_factory=set)  # had an x: no rank
    going_on: list[str] = field(default_factory=list)  # in Jolly's play-off: who plays on
    winners: list[str] = field(default_factory=list)  # if the game ended by itself
    ended: bool = False

    @classmethod
    def start(cls, players: list[str]) -> "Play":
        zeros = dict.fromkeys(players, 0)
        return cls(players, dict(zeros), zeros, dict(zeros))

    def count(self, deal: Deal) -> None:
        for name, points in deal.scores.items():
            self.totals[name] = simplify(self.totals[name] + points)
        for name in deal.won:
            self.won[name] += 1
        for name, won in deal.match_points.items():
            self.match_points[name] += won
        self.scored.append(deal)

    def leave_out(self, deal: Deal) -> None:
        """The absent get no rank; in a play-off they keep it, and the last one left has won."""
        if not self.going_on:
            self.away.update(deal.absent)
        elif staying := [name for name in self.going_on if name not in deal.absent]:
            self.going_on = staying
            if len(staying) == 1:
                self.ended, self.winners, self.going_on = True, staying, []
                deal.decided = not (deal.wrong or deal.cells or deal.extras)


class Group(NamedTuple):
    """Players who share a place; `rank` is None for those who missed a game."""

    rank: int | None
    players: list[str]
    total: float


def group_by_rank(
    units: list[list[str]], order: Callable[[str], tuple[float, ...]], figures: Mapping[str, float]
) -> list[Group]:
    """Equal keys share a rank (1, 1, 3); `figures` has the totals to show."""
    groups: list[Group] = []
    last: tuple[float, ...] | None = None
    seats = list(figures)
    keyed = sorted(((order(unit[0]), unit) for unit in units), key=lambda pair: pair[0])
    for place, (key, unit) in enumerate(keyed, 1):
        if key == last:
            groups[-1].players.extend(unit)
            groups[-1].players.sort(key=seats.index)
        else:
            groups.append(Group(place, list(unit), figures[unit[0]]))
        last = key
    return groups
