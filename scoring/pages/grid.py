from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, TypeVar

from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext

from scoring import games
from scoring.games.core.game import Game
from scoring.games.core.options import TOTALS
from scoring.games.sheet import score
from scoring.games.sheet.data import Outcome, Row, ScoredRow, SheetData
from scoring.games.sheet.rows import ABSENT, DASH
from scoring.pages.words import break_name, either_in_words
from scoring.sheets.verdicts import find_open, say_yes
from scoring.toolkit.figures import format_points
from scoring.toolkit.texts import Text, _
from scoring.toolkit.translation import translate

AND = " + "  # between partners
COULD_HAVE = _("could %(name)s have come out?")


Picked = TypeVar("Picked")


class Cell(NamedTuple):
    kind: str  # dash, score, open (one of two scores), entered (not scored yet), absent or empty
    score: str = ""
    won: bool = False
    apart: tuple[str, ...] = ()  # the parts of the score, where a game counts some by themselves
    mark: str = ""  # what was special, such as that all tricks were taken

    @property
    def sum(self) -> str:
        """Return the parts of the score such as "62 + 20"; "" if all after the first are 0."""
        return " + ".join(self.apart) if any(part != "0" for part in self.apart[1:]) else ""


class Said(NamedTuple):
    """An announcement for the whole table, such as a bid: who made it, and how it turned out."""

    words: str
    suit: str = ""  # S, C, D or H, drawn as a symbol
    suit_name: str = ""
    by: str = ""
    number: int | None = None  # such as tricks
    counted: str = ""  # that number in words


class GridLine(NamedTuple):
    number: int
    contract: str = ""
    turn: str = ""  # the dealer, or who begins in games without one
    said: Said | None = None
    cells: tuple[Cell, ...] = ()
    void: str = ""
    next: bool = False
    subtotals: tuple[str, ...] = ()  # after this game; empty texts until it is reached
    starter: str = ""
    running: tuple[str, ...] = ()  # everybody's total after this game; empty if it has no scores


class Column(NamedTuple):
    name: str
    dashes: int
    leads: bool
    sat: str = ""  # which games this player plays, and who sat there first
    partners: tuple["Column", ...] = ()  # who share this column, see `join_partners`

    @property
    def words(self) -> list[str]:
        return break_name(self.name)

    @property
    def people(self) -> tuple["Column", ...]:
        return (self, *self.partners)

    @property
    def names(self) -> str:
        return AND.join(person.name for person in self.people)


class Sum(NamedTuple):
    kind: str  # total, match_points, settlement or place
    figures: list[tuple[str, bool]]  # the bool: this column leads


@dataclass(frozen=True)
class Grid:
    title: str
    sides: list[tuple[int, ...]]  # the seats that score together: one, or those of partners
    columns: list[Column]
    lines: list[GridLine]
    sums: list[Sum]
    apart: Mapping[str, Mapping[str, float]]  # of the totals: points, roem and the like, by player
    dashes_are_written: bool  # every winner gets a dash; in other games one can win without
    has_dealer: bool
    leads: str  # who leads, if the cards decide that
    played: int
    games: int | None
    totals_only: bool
    finished: bool
    undecided: list[str]  # the open questions about jokers left in hands
    leaders: list[str]
    winners: list[str]
    playing_on: list[str]  # players who tie for first and have to play on
    controls: list[str]
    explained: list[tuple[int, list[tuple[str, str]]]]

    @property
    def has_sides(self) -> bool:
        return any(len(side) > 1 for side in self.sides)


def build_grid(data: SheetData, sat: Mapping[str, str] | None = None) -> Grid:
    """`sat` says which games somebody plays who does not play the whole sheet."""
    result, game = score(data), games.build_sheet_game(data)
    winner, leaders = result["winner"], _leaders(result)
    most = score(say_yes(data)) if find_open(result) else result
    return Grid(
        title=data.get("title") or gettext(game.name),
        sides=[
            tuple(map(data["players"].index, side)) for side in game.list_sides(data["players"])
        ],
        columns=[
            Column(name, result["dashes"].get(name, 0), name in leaders, (sat or {}).get(name, ""))
            for name in data["players"]
        ],
        lines=list(_lines(game, data, result, most)),
        sums=list(_sums(data, result, most)),
        apart=game.split_totals(result["totals"], result.get("marks", {})),
        dashes_are_written=has_dashes(game),
        has_dealer=game.has_dealer,
        leads=gettext(game.leads),
        played=sum("running" in row for row in result["rows"]),
        games=game.games,
        totals_only=game.entry == TOTALS,
        finished=result["finished"],
        undecided=[translate(Text(COULD_HAVE, name=item["player"])) for item in find_open(result)],
        leaders=leaders,
        winners=[winner] if isinstance(winner, str) else winner or [],
        playing_on=result["continue_with"],
        controls=list(_controls(game, data, result)),
        explained=[
            (row["game"], [(name, translate(why)) for name, why in row["explain"].items()])
            for row in result["rows"]
            if "explain" in row
        ],
    )


def join_partners(whole: Grid) -> Grid:
    """Return the grid with one column for each two partners, who have the same figures."""
    if all(len(side) == 1 for side in whole.sides):
        return whole
    first = [side[0] for side in whole.sides]
    columns = [
        whole.columns[seat]._replace(partners=tuple(whole.columns[other] for other in others))
        for seat, *others in whole.sides
    ]
    lines = [
        line._replace(
            cells=_pick(line.cells, first),
            subtotals=_pick(line.subtotals, first),
            running=_pick(line.running, first),
        )
        for line in whole.lines
    ]
    sums = [line._replace(figures=[line.figures[seat] for seat in first]) for line in whole.sums]
    leaders, winners = (
        [column.names for column in columns if column.name in names]
        for names in (whole.leaders, whole.winners)
    )
    return replace(whole, columns=columns, lines=lines, sums=sums, leaders=leaders, winners=winners)


def rename(whole: Grid, names: Mapping[str, str]) -> Grid:
    """Return the grid with other names, for readers who may not see those on the sheet, by which
    `names` is keyed. Sentences that hold a name are left out.
    """

    def shown(given: Sequence[str]) -> list[str]:
        return [names.get(name, "") for name in given]

    return replace(
        whole,
        columns=[column._replace(name=names.get(column.name, "")) for column in whole.columns],
        lines=[
            line._replace(
                said=line.said and line.said._replace(by=names.get(line.said.by, "")),
                turn=names.get(line.turn, ""),
                starter=names.get(line.starter, ""),
            )
            for line in whole.lines
        ],
        apart={
            kind: {names.get(name, ""): figure for name, figure in figures.items()}
            for kind, figures in whole.apart.items()
        },
        leaders=shown(whole.leaders),
        winners=shown(whole.winners),
        playing_on=shown(whole.playing_on),
        undecided=[],
        explained=[],
    )


def _pick(figures: tuple[Picked, ...], seats: Sequence[int]) -> tuple[Picked, ...]:
    return tuple(figures[seat] for seat in seats) if figures else ()


def name_sides(data: SheetData) -> dict[str, str]:
    sides = games.build_sheet_game(data).list_sides(data["players"])
    return {side[0]: AND.join(side) for side in sides}


def build_line(data: SheetData, number: int, row: Row) -> GridLine:
    """Return the line of a game as if this row were its entry; for game 0 the paper's totals."""
    if not number:
        totals = row.get("totals") or {}
        cells = (Cell("score", format_points(totals.get(name))) for name in name_sides(data))
        return GridLine(number, cells=tuple(cells))
    played = data["games"]
    before = [*played, *({} for _ in range(number - 1 - len(played)))][: number - 1]
    rows = [*before, row, *played[number:]]
    lines = join_partners(build_grid(data | {"games": rows})).lines
    shown = next((candidate for candidate in lines if candidate.number == number), GridLine(number))
    return shown._replace(contract="", turn="", next=False, subtotals=(), starter="")


def _sums(data: SheetData, result: Outcome, most: Outcome) -> Iterator[Sum]:
    leaders = _leaders(result)
    places = {name: group["rank"] for group in result["ranking"] for name in group["players"]}
    for kind, points in (
        ("total", result["totals"]),
        ("match_points", result["match_points"]),
        ("settlement", result["settlement"] if result["finished"] else {}),
        ("place", places if leaders else {}),
    ):
        if points:
            high = most["totals"] if kind == "total" else points
            figures = {
                name: either_in_words(points.get(name), high.get(name)) for name in data["players"]
            }
            yield Sum(kind, [(words, name in leaders) for name, words in figures.items()])


def _leaders(result: Outcome) -> list[str]:
    """Return who is first; nobody before a game is scored, or while a question about a joker is
    open.
    """
    if find_open(result) or not any("scores" in row for row in result["rows"]):
        return []
    return [name for group in result["ranking"] if group["rank"] == 1 for name in group["players"]]


NOT_PLAYED: ScoredRow = {"game": 0, "contract": "", "dealer": None, "starter": None}


def _lines(game: Game, data: SheetData, result: Outcome, most: Outcome) -> Iterator[GridLine]:
    """Yield a line for each game, those to come as well. `most` is the result if every open
    question about a joker is answered with yes: then jokers cost as much as they can.
    """
    scored, highest = ({row["game"]: row for row in outcome["rows"]} for outcome in (result, most))
    subtotals = {subtotal["after"]: subtotal["totals"] for subtotal in result["subtotals"]}
    high = {subtotal["after"]: subtotal["totals"] for subtotal in most["subtotals"]}
    following: ScoredRow = result["next"] or NOT_PLAYED
    later = following["contract"]  # of the round, the same for all its games
    last = max(len(scored), following["game"], game.games or 0)
    if result["finished"]:
        last = len(scored)
    is_told = is_starter_known(game, data)
    ruled_after = game.ruled(last)
    for number in range(1, last + 1):
        row = scored.get(number) or (following if following["game"] == number else NOT_PLAYED)
        entered = data["games"][number - 1] if number <= len(data["games"]) else {}
        entered = _share_entries(game.list_sides(data["players"]), entered)
        to_come = later if game.by_round else game.contract_in_words(number)
        starter = (row["starter"] if is_told else None) or ""
        totals, won = subtotals.get(number, {}), _winners(entered, row)
        ruled = data["players"] if number in ruled_after else []
        yield GridLine(
            number=number,
            contract=translate(row["contract"] or to_come),
            turn=row["dealer"] or "" if game.has_dealer else starter,
            said=_said(game, entered),
            cells=tuple(
                _with_marks(
                    game, name, row, _cell(name, entered, row, highest.get(number, NOT_PLAYED), won)
                )
                for name in data["players"]
            ),
            void=row.get("void", ""),
            next=following["game"] == number,
            subtotals=tuple(
                either_in_words(totals.get(name), high.get(number, {}).get(name)) for name in ruled
            ),
            starter=starter,
            running=tuple(format_points(row["running"].get(name)) for name in data["players"])
            if "scores" in row and "running" in row
            else (),
        )


def is_starter_known(game: Game, data: SheetData) -> bool:
    """Return whether it is known who begins. In some games lots say it, which somebody has to
    enter.
    """
    return not game.starter_by_lot or data.get("first_starter") is not None


def _share_entries(sides: list[list[str]], entered: Row) -> Row:
    """Either partner may have the entry of a pair."""
    entries = entered.get("entries") or {}
    shared = dict(entries)
    for side in sides:
        typed = [entries[name] for name in side if entries.get(name) is not None]
        shared |= {name: typed[0] for name in side if typed and entries.get(name) is None}
    return entered | {"entries": shared}


def _winners(entered: Row, row: ScoredRow) -> list[str]:
    entries = (entered.get("entries") or {}).items()
    out = [
        name
        for name, entry in entries
        if entry == DASH or (isinstance(entry, dict) and entry.get("out"))
    ]
    return out or row.get("won", [])


def _cell(
    name: str, entered: Row, row: ScoredRow, highest: ScoredRow, won: Collection[str]
) -> Cell:
    entry = (entered.get("entries") or {}).get(name)
    if entry == ABSENT:
        return Cell("absent")
    points = row.get("scores", {}).get(name)
    if entry == DASH and not points:
        return Cell("dash", won=True)
    high = highest.get("scores", {}).get(name, points)
    if points is not None:
        kind = "score" if high == points else "open"
        return Cell(kind, either_in_words(points, high), won=name in won)
    if entry is None:
        return Cell("empty")
    return Cell("entered", format_points(entry) if type(entry) in (int, float) else "…")


def _with_marks(game: Game, name: str, row: ScoredRow, cell: Cell) -> Cell:
    marks = row.get("marks", {})
    if not marks:
        return cell
    own = {kind: mark for kind, mark in game.marks.items() if marks.get(kind, {}).get(name)}
    in_score = [kind for kind, mark in game.marks.items() if mark.in_score]
    inside = [marks.get(kind, {}).get(name, 0) for kind in in_score]
    counts = {kind: marks[kind][name] for kind, mark in own.items() if mark.word}
    words = [
        f"{count} × {word}" if count > 1 else word
        for kind, count in counts.items()
        for word in [gettext(game.marks[kind].word)]
    ]
    apart = [row["scores"][name] - sum(inside), *inside]
    return cell._replace(apart=tuple(map(format_points, apart)), mark=", ".join(words))


def _said(game: Game, entered: Row) -> Said | None:
    said = None
    for field in game.row:
        value: Any = entered.get(field.key)
        if drawing := field.drawn.get(value):
            name = gettext(drawing.name)
            said = Said(translate(drawing.words), drawing.suit, name)
        elif said and value is not None and field.kind == "player":
            said = said._replace(by=value)
        elif said and value is not None and field.counted:
            counted = ngettext(*field.counted, value) % {field.key: value}
            said = said._replace(number=value, counted=counted)
    return said


# What can be checked on paper


def has_dashes(game: Game) -> bool:
    """Return whether every game's winner gets a dash: not where the tiles can run out."""
    return game.dash and "end" not in game.row_fields


def _controls(game: Game, data: SheetData, result: Outcome) -> Iterator[str]:
    scored = [row for row in result["rows"] if "scores" in row]
    if not scored:
        return
    entries = [data["games"][row["game"] - 1].get("entries") or {} for row in scored]
    outs = [[*cells.values()].count(DASH) for cells in entries]
    if has_dashes(game) and outs == [1] * len(scored):
        text = _("Dashes together: %(dashes)s. Games scored: %(games)s.")
        yield translate(Text(text, dashes=sum(outs), games=len(scored)))
    count = game.value("games") if game.entry == TOTALS else len(scored)
    if all(sum(row["scores"].values()) == 0 for row in scored):
        yield gettext("All totals together: 0.")
    elif game.adds_to and count:
        sides = [side[0] for side in game.list_sides(data["players"])]
        marks = result.get("marks", {})
        inside = {
            kind: sum(marks[kind][name] for name in sides)
            for kind, mark in game.marks.items()
            if mark.in_score
        }
        points = sum(result["totals"][name] for name in sides) - sum(inside.values())
        text = _("Points together: %(points)s = %(games)s × %(each)s.")
        each = format_points(game.adds_to)
        yield translate(Text(text, points=format_points(points), games=count, each=each))
        for kind, total in inside.items():
            words = gettext("%(what)s together: %(total)s.")
            yield capfirst(words % {"what": gettext(game.marks[kind].label), "total": total})
