"""A sheet as the wedstrijdformulier shows it, on screen or paper: players across, games down."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from scoring import games
from scoring.games.base import Game
from scoring.games.sheet import score
from scoring.games.sheet.rows import ABSENT, DASH
from scoring.games.text import Text, _
from scoring.words import render

Json = dict[str, Any]


class Cell(NamedTuple):
    kind: str  # dash, score, entered (not scored yet), absent or empty
    score: str = ""
    won: bool = False


class Bid(NamedTuple):
    """Five Hundred writes one line for the whole table."""

    words: str
    suit: str = ""  # S, C, D or H: drawn
    suit_name: str = ""
    by: str = ""
    tricks: int | None = None


class Line(NamedTuple):
    number: int
    contract: str = ""
    turn: str = ""  # who deals, or begins where nobody deals
    bid: Bid | None = None
    cells: tuple[Cell, ...] = ()
    void: str = ""
    next: bool = False
    subtotals: tuple[str, ...] = ()


class Column(NamedTuple):
    name: str
    dashes: int
    leads: bool


class Sum(NamedTuple):
    """A line under the games."""

    kind: str  # total, match_points, settlement or place
    figures: list[tuple[str, bool]]  # the bool: this column leads


@dataclass(frozen=True)
class Grid:
    title: str
    scribe: str
    columns: list[Column]
    lines: list[Line]
    sums: list[Sum]
    dashes_are_written: bool  # "-" is an entry of this game
    has_dealer: bool
    played: int
    games: int | None
    finished: bool
    leaders: list[str]
    winners: list[str]
    controls: list[str]
    explained: list[tuple[int, list[tuple[str, str]]]]
    problems: list[tuple[str, str]]


def of(data: Json) -> Grid:
    """`data` is a sheet as `score` takes it."""
    result, system = score(data), games.find(data["game"])
    assert system is not None, "a stored sheet has a known game"
    game, winner = system(data["options"]), result["winner"]
    return Grid(
        title=render(Text(game.name)),
        scribe=data["scribe"] or "",
        columns=_columns(data, result),
        lines=list(_lines(game, data, result)),
        sums=list(_sums(data, result)),
        dashes_are_written=game.dash,
        has_dealer=game.has_dealer,
        played=sum("running" in row for row in result["rows"]),
        games=game.games,
        finished=result["finished"],
        leaders=_leaders(result),
        winners=[winner] if isinstance(winner, str) else winner or [],
        controls=list(_controls(data, result)),
        explained=[
            (row["game"], [(name, render(why)) for name, why in row["explain"].items()])
            for row in result["rows"]
            if "explain" in row
        ],
        problems=[(one["code"], render(one["message"])) for one in result["problems"]],
    )


def _columns(data: Json, result: Json) -> list[Column]:
    leaders = _leaders(result)
    return [
        Column(name, result["dashes"].get(name, 0), name in leaders) for name in data["players"]
    ]


def _sums(data: Json, result: Json) -> Iterator[Sum]:
    leaders = _leaders(result)
    places = {name: group["rank"] for group in result["ranking"] for name in group["players"]}
    settlement = result["settlement"] if result["finished"] else {}
    for kind, points in (
        ("total", result["totals"]),
        ("match_points", result["match_points"]),
        ("settlement", settlement),
        ("place", places),
    ):
        if points:
            figures = [(figure(points.get(name)), name in leaders) for name in data["players"]]
            yield Sum(kind, figures)


def _leaders(result: Json) -> list[str]:
    """Who stands first, once there is a game to stand first in."""
    if not any("scores" in row for row in result["rows"]):
        return []
    return [name for group in result["ranking"] if group["rank"] == 1 for name in group["players"]]


def _lines(game: Game, data: Json, result: Json) -> Iterator[Line]:
    scored = {row["game"]: row for row in result["rows"]}
    subtotals = {one["after"]: one["totals"] for one in result["subtotals"]}
    following = result["next"] or {"game": 0}
    last = max(len(scored), following["game"], game.games or 0)
    if result["finished"]:
        last = len(scored)
    for number in range(1, last + 1):
        row = scored.get(number) or (following if following["game"] == number else {})
        entered = data["games"][number - 1] if number <= len(data["games"]) else {}
        totals = subtotals.get(number)
        yield Line(
            number=number,
            contract=render(row.get("contract") or game.contract_in_words(number)),
            turn=row.get("dealer" if game.has_dealer else "starter") or "",
            bid=_bid(entered),
            cells=tuple(_cell(name, entered, row) for name in data["players"]),
            void=row.get("void", ""),
            next=following["game"] == number,
            subtotals=tuple(figure(totals[name]) for name in data["players"]) if totals else (),
        )


def _cell(name: str, entered: Json, row: Json) -> Cell:
    entry = (entered.get("entries") or {}).get(name)
    if entry == ABSENT:
        return Cell("absent")
    points = row.get("scores", {}).get(name)
    if entry == DASH and not points:
        return Cell("dash", won=True)
    if points is not None:
        out = entry == DASH or (isinstance(entry, dict) and bool(entry.get("out")))
        return Cell("score", figure(points), won=out)
    if entry is None:
        return Cell("empty")
    return Cell("entered", figure(entry) if type(entry) is int else "…")


SUITS = {"S": _("spades"), "C": _("clubs"), "D": _("diamonds"), "H": _("hearts")}
BIDS = {"M": _("misère"), "OM": _("open misère"), "BM": _("blind misère"), "P": _("all passed")}


def _bid(entered: Json) -> Bid | None:
    bid = entered.get("bid")
    if not bid:
        return None
    by, tricks = entered.get("by") or "", entered.get("tricks")
    if bid in BIDS:
        return Bid(render(Text(BIDS[bid])), by=by, tricks=tricks)
    level, suit = bid.rstrip("SCDHNT"), bid.lstrip("0123456789")
    if suit == "NT":
        return Bid(render(Text(_("%(level)s no trump"), level=level)), by=by, tricks=tricks)
    return Bid(level, suit, render(Text(SUITS[suit])), by, tricks)


def _controls(data: Json, result: Json) -> Iterator[str]:
    """What must add up on every form of this kind, so that a reader can check it on paper."""
    scored = [row for row in result["rows"] if "scores" in row]
    if not scored:
        return
    outs = [_count_dashes(data["games"][row["game"] - 1]) for row in scored]
    if outs == [1] * len(scored):
        text = _("Dashes together: %(dashes)s. Games scored: %(games)s.")
        yield render(Text(text, dashes=sum(outs), games=len(scored)))
    if all(sum(row["scores"].values()) == 0 for row in scored):
        yield render(Text(_("All totals together: 0.")))


def _count_dashes(entered: Mapping[str, Any]) -> int:
    return sum(entry == DASH for entry in (entered.get("entries") or {}).values())


def figure(points: float | None) -> str:
    """A number as it is printed: a real minus, a half as ½."""
    if points is None:
        return ""
    whole, half = divmod(abs(points), 1)
    text = f"{int(whole) or ''}½" if half else str(int(whole))
    return f"−{text}" if points < 0 else text
