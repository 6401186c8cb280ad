"""A printed form typed in as a whole: its games as the lines of a grid, and the paper's own sums
beneath. What was typed is read, not judged: that is done by the verb.
"""

import re
import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from django.utils.translation import gettext

from scoring import games
from scoring.games.core.game import Game
from scoring.games.sheet.crosscheck import (
    PAPER_DASHES,
    PAPER_SUBTOTAL,
    PAPER_TOTAL,
    has_totals,
)
from scoring.games.sheet.scorer import MOST_ROWS
from scoring.games.sheet.typing_errors import PAPER_CHECKS, TypingError
from scoring.pages import grid
from scoring.pages.columns import AWAY, OUT, Before, Column, columns, read_row, write_row
from scoring.sheets.locked import OTHER_CONTENT
from scoring.sheets.rows import PAPER
from scoring.sheets.verdicts import find_open
from scoring.toolkit.numbered_forms import NumberedErrors, normalize, problem_words, sent_id
from scoring.toolkit.problems import Json
from scoring.toolkit.texts import Text
from scoring.toolkit.translation import translate

OPEN_END = 8  # so many lines at first where nobody knows how many games there will be
VOID = "void"
FAR = 99_999
DASHES, SUBTOTAL, TOTAL = (
    one.number for one in (PAPER_DASHES, PAPER_SUBTOTAL, PAPER_TOTAL)
)  # what the paper can say otherwise
NAME = re.compile(r"([0-9]{1,3})-was")

Typed = dict[str, str]


class Head(NamedTuple):
    """Of a player."""

    id: str
    words: list[str]  # of the name
    wide: int
    sat: str  # which games are theirs


class Cell(NamedTuple):
    """One field of the grid."""

    id: str
    name: str
    value: str
    label: str  # the ids of what names it
    caption: str  # above it, where there is no room for a table
    wide: int = 1
    wrong: bool = False
    suspect: bool = False
    shared: bool = False  # of the whole game, not of a player
    size: int = 4

    @property
    def kind(self) -> str:
        """As it is drawn."""
        signs = {OUT: "out", AWAY: "absent"}
        wrong, suspect, shared = self.wrong, self.suspect, self.shared
        told = {"wrong": wrong, "suspect": suspect, "shared": shared, "filled": self.value}
        kinds = [kind for kind, so in told.items() if so]
        return " ".join([*kinds, signs.get(self.value, "")]).strip()


@dataclass
class Line:
    """A game, or one of the paper's own lines."""

    number: int
    cells: list[Cell]
    part: str = ""  # of the paper
    label: str = ""
    reason: Cell | None = None  # why it was not played
    place: str = ""  # where it is kept, as far as the site knows
    refusals: NumberedErrors = field(default_factory=list)


class Kept(NamedTuple):
    """One game as it is to be recorded."""

    number: int
    row: Json
    seen: int | str
    event: uuid.UUID


class PaperForm:
    """`state` is the sheet as phones know it, `sent` what came in."""

    def __init__(self, state: Json, sent: Mapping[str, str] | None = None) -> None:
        self.state, self.data, self.seen = state, state["data"], state["seen"]
        system = games.find(self.data["game"])
        assert system is not None, "a stored sheet has a known game"
        self.game, self.players = system(self.data["options"]), self.data["players"]
        self.columns = columns(self.game, self.players)
        self.sums = sums(self.game, self.players)
        self.scores = {row["game"]: row.get("scores", {}) for row in state["result"]["rows"]}
        self.sent = dict(sent.items()) if sent else {}
        self.event = sent_id(self.sent.get("event"))
        self.problems: dict[int, Sequence[Json]] = {}
        self.suspected: set[str] = set()  # the ids of cells to look at
        self.waits = False  # nothing is kept yet of what was sent

    # To show

    @property
    def title(self) -> str:
        return translate(Text(self.game.name))

    @property
    def width(self) -> int:
        """In columns: the number of the game, the cells, and why it was not played."""
        own = sum(head.wide for head in self.heads())
        return 1 + max(len(self.columns) + 1, own + 1)

    @property
    def beyond(self) -> int:
        """So many columns wide is the reason, or what is empty beside the paper's own lines."""
        return self.width - 1 - len(self.columns)

    @property
    def beyond_own(self) -> int:
        return self.width - 1 - sum(head.wide for head in self.heads())

    @property
    def signable(self) -> bool:
        """Whether the paper can be said to be signed."""
        result, open_ = self.state["result"], self.state["closed"] or self.state["conflicts"]
        right = result["complete"] and result["valid"] and not open_ and not find_open(result)
        return bool(right and has_totals(self.data))

    def heads(self) -> Iterator[Head]:
        for place, player in enumerate(self.players, 1):
            mine = [column for column in self.columns if column.player == player]
            words, sat = grid.Column(player, 0, False).words, self.state["sat"].get(player, "")
            yield Head(f"head-p{place}", words, max(len(mine), 1), sat)

    def parts(self) -> list[Column]:
        """What stands beneath a name, where that is more than one thing."""
        several = len(self.columns) > len(self.once()) + len(self.players)
        return [column for column in self.columns if column.player] if several else []

    def once(self) -> list[Column]:
        return [column for column in self.columns if not column.player]

    def lines(self) -> Iterator[Line]:
        for number in range(1, self._last() + 1):
            typed, wrong = self._typed(number), self._wrong(number)
            cells = [
                self._cell(number, column, typed[column.name], column.name in wrong)
                for column in self.columns
            ]
            reason = self._reason(number, typed[VOID])
            place = "approved" if self.state["approved"] else "club"
            is_kept = str(number) in self.seen and self._row(number)
            line = Line(number, cells, reason=reason, place=place if is_kept else "")
            line.refusals = [problem_words(one) for one in self._problems(number)]
            yield line

    def _reason(self, number: int, typed: str) -> Cell:
        label, caption = f"g{number} head-void", gettext("Not played, because")
        return Cell(f"g{number}-void", f"{number}-void", typed, label, caption, size=12)

    def _problems(self, number: int) -> Sequence[Json]:
        """What was refused just now, or what is to be said of what stands there."""
        told = [one for one in self.state["result"]["problems"] if one["game"] == number]
        kept = [one for one in told if int(one["code"][1:]) not in PAPER_CHECKS]
        return self.problems.get(number, kept)

    def own_lines(self) -> Iterator[Line]:
        """Of the paper itself."""
        typed = self._typed(PAPER)
        for part, label in own_lines(self.game):
            mine = [column for column in self.sums if column.key == part]
            wides = [head.wide for head in self.heads()]
            cells = [
                Cell(
                    id=f"g0-{column.name}",
                    name=f"0-{column.name}",
                    value=typed[column.name],
                    label=f"g0-{part.replace(' ', '-')} head-p{place}",
                    caption=str(column.player),
                    wide=wide,
                    wrong=not column.fits(typed[column.name]),
                    suspect=f"g0-{column.name}" in self.suspected,
                )
                for place, (column, wide) in enumerate(zip(mine, wides, strict=True), 1)
            ]
            yield Line(PAPER, cells, part.replace(" ", "-"), label)

    def own_refusals(self) -> NumberedErrors:
        return [problem_words(one) for one in self.problems.get(PAPER, ())]

    def hidden(self) -> Iterator[tuple[str, str]]:
        """What tells, when it is sent, which lines were typed in and what they were made on."""
        for number in range(self._last() + 1):
            again = self.waits or number in self.problems
            seen, was = str(self.seen.get(str(number), 0)), _joined(self._now(number))
            yield f"{number}-seen", self.sent.get(f"{number}-seen", seen) if again else seen
            yield f"{number}-was", self.sent.get(f"{number}-was", was) if again else was

    def differences(self) -> list[tuple[str, str]]:
        """What the paper says otherwise: the id of the cell, and in words."""
        parts = {DASHES: "dashes", TOTAL: "totals", SUBTOTAL: "subtotals {game}"}
        found = []
        for problem in self.state["result"]["problems"]:
            if part := parts.get(int(problem["code"][1:])):
                key = part.format(**problem)
                mine = [
                    one for one in self.sums if (one.key, one.player) == (key, problem["player"])
                ]
                found += [(f"g0-{one.name}", problem["message"]) for one in mine]
        return found

    def places_of(self, suspect: TypingError) -> list[str]:
        """The ids of the cells to look at; the first is gone to."""
        players = [one for one in (suspect.player, suspect.other) if one]
        made = self.columns if suspect.game else self.sums
        mine = [one for one in made if one.player in players or not players]
        exact = [one for one in made if one.key == suspect.part and one in mine] or [
            one for one in made if one.key == suspect.part and not one.player
        ]
        return [f"g{suspect.game}-{one.name}" for one in exact or mine]

    def _last(self) -> int:
        rows = len(self.data["games"])
        sent = [int(one[1]) for key in self.sent if (one := NAME.fullmatch(key))]
        most = max([self.game.games or max(OPEN_END, rows + 2), rows, *sent])
        return min(most, MOST_ROWS)

    def _cell(self, number: int, column: Column, typed: str, wrong: bool) -> Cell:
        place = self.players.index(column.player) + 1 if column.player else 0
        head = f"head-p{place}" if place else f"head-{column.name}"
        several = place and column in self.parts()
        part = f" head-{column.name}" if several else ""
        said = [column.player] if column.player else []
        said += [column.label] if several or not place else []
        return Cell(
            id=f"g{number}-{column.name}",
            name=f"{number}-{column.name}",
            value=typed,
            label=f"g{number} {head}{part}",
            caption=": ".join(said),
            wrong=wrong or not column.fits(typed),
            suspect=f"g{number}-{column.name}" in self.suspected,
            shared=not place,
        )

    def _wrong(self, number: int) -> set[str]:
        """What was refused at a player; where a cell itself can't be read that says enough."""
        found = set()
        typed = self._typed(number)
        for problem in self.problems.get(number, ()):
            mine = [one for one in self.columns if one.player == problem["player"]]
            if problem["player"] and all(one.fits(typed[one.name]) for one in mine):
                found |= {one.name for one in mine}
        return found

    # What stands there, and what was typed

    def _now(self, number: int) -> Typed:
        """As it would be typed."""
        if number == PAPER:
            return write_sums(self.sums, self.data.get("paper") or {})
        row = self._row(number)
        typed = write_row(self.columns, row, self.scores.get(number, {}))
        return typed | {VOID: row.get(VOID, "")}

    def _typed(self, number: int) -> Typed:
        now = self._now(number)
        return {name: self.sent.get(f"{number}-{name}", value) for name, value in now.items()}

    def _row(self, number: int) -> Json:
        rows = self.data["games"]
        row: Json = rows[number - 1] if number <= len(rows) else {}
        return row

    # To read

    def changed(self) -> Iterator[Kept]:
        """Every line in which something else was typed than stood there."""
        numbers = sorted(int(one[1]) for key in self.sent if (one := NAME.fullmatch(key)))
        for number in numbers:
            typed, was = self._typed(number), self.sent[f"{number}-was"]
            if number <= MOST_ROWS and _joined(typed) != was:
                yield Kept(number, self._read(number, typed, was), *self._made_on(number))

    def _read(self, number: int, typed: Typed, was: str) -> Json:
        if number == PAPER:
            return read_sums(self.sums, typed)
        now = self._now(number)
        before = Before(self._row(number), now) if _joined(now) == was else None
        row = read_row(self.game, self.columns, typed, before)
        reason = normalize(typed[VOID])
        return row | {VOID: reason} if reason else row

    def _made_on(self, number: int) -> tuple[int | str, uuid.UUID]:
        seen = self.sent.get(f"{number}-seen", "")
        known = int(seen) if re.fullmatch(r"[0-9]{1,9}", seen) else str(sent_id(seen))
        return known, self._event(number)

    def _event(self, number: int) -> uuid.UUID:
        """The same when the same page is sent twice."""
        return uuid.uuid5(self.event, str(number))

    def take(self, number: int, problems: Sequence[Json]) -> None:
        """What the verb refused; what is sent next is another entry."""
        self.problems[number] = problems
        if any(one["code"].endswith(str(OTHER_CONTENT.number)) for one in problems):
            self.sent[f"{number}-seen"] = str(self._event(number))

    def anew(self, state: Json) -> "PaperForm":
        """What was typed, on the sheet as it stands by now."""
        form = PaperForm(state, self.sent)
        form.problems, form.event = self.problems, uuid.uuid4()
        return form


def _joined(typed: Typed) -> str:
    return "|".join(" ".join(value.split()) for value in typed.values())


# The paper's own lines


def own_lines(game: Game) -> list[tuple[str, str]]:
    """Each with what it is called."""
    after = game.subtotal_after
    found = [("totals", gettext("Total"))]
    if 0 < after <= (game.games or after):
        words = gettext("Subtotal after %(number)s") % {"number": after}
        found.insert(0, (f"subtotals {after}", words))
    if grid.has_dashes(game):
        found.insert(0, ("dashes", gettext("Dashes")))
    return found


def sums(game: Game, players: Sequence[str]) -> list[Column]:
    found = []
    for part, label in own_lines(game):
        low, high = _bounds(game, part)
        for place, player in enumerate(players, 1):
            name = f"{part.replace(' ', '-')}-p{place}"
            found.append(Column(name, player, part, label, low, high))
    return found


def _bounds(game: Game, part: str) -> tuple[int, int]:
    """What a sum can be, so that a cell knows when it is full."""
    if part == "dashes":
        return 0, game.games or MOST_ROWS
    count = game.games if part == "totals" else game.subtotal_after
    added = grid.has_dashes(game) and getattr(game, "joker_points", 1) == 1
    return (0, count * game.short.high) if added and count and game.short else (-FAR, FAR)


def read_sums(made: Sequence[Column], typed: Typed) -> Json:
    """As game 0 is recorded."""
    paper: Json = {}
    for column in made:
        value = column.read(typed.get(column.name, ""))
        if value is not None:
            part, _, after = column.key.partition(" ")
            figures = paper.setdefault(part, {})
            (figures.setdefault(after, {}) if after else figures)[column.player] = value
    return paper


def write_sums(made: Sequence[Column], paper: Json) -> Typed:
    typed = {}
    for column in made:
        part, _, after = column.key.partition(" ")
        figures = paper.get(part) or {}
        figures = (figures.get(after) or {}) if after else figures
        typed[column.name] = column.write(figures.get(column.player))
    return typed


# How it is typed


class Hint(NamedTuple):
    """What to type, and what it means."""

    keys: str
    words: str = ""
    rest: str = ""  # of a word that need not be typed whole
    column: str = ""  # of which something is to be said


def hints(game: Game, players: Sequence[str]) -> Iterator[Hint]:
    """What the signs mean, in as few words as can be."""
    made = columns(game, players)
    if game.dash or "out" in game.entry_fields:
        yield Hint("-", gettext("is out"))
    if "melded" in game.entry_fields:
        yield Hint(gettext("no"), gettext("has not melded"))
    if game.has_cells:
        yield Hint("x", gettext("does not play"))
    jokers = next((column for column in made if column.jokers), None)
    if jokers and jokers.jokers:
        number, value = min(29, jokers.high // 2 + 1), jokers.jokers.high
        words = gettext(
            "%(number)s and two jokers, at %(value)s each: could have come out, or lay there"
            " already"
        )
        yield Hint(f"{number}+2x{value}", words % {"number": number, "value": value})
    for column in made:
        if not column.player:
            yield from _once_hints(game, column)


def _once_hints(game: Game, column: Column) -> Iterator[Hint]:
    fields = {**game.entry_fields, **game.row_fields}
    one = fields[column.key]
    if one.right:
        yield Hint("", translate(Text(one.right)), column=column.label)
    elif one.kind == "choice":
        words = [word for word, _value in column.words]
        for word in words:
            begun = shortest(word, words)
            yield Hint(begun, rest=word[len(begun) :])
    elif one.kind == "player":
        yield Hint("", gettext("the number of the seat, or the name"), column=column.label)
    elif one.kind == "flag":
        yield Hint("1", column=column.label)


def shortest(word: str, words: Sequence[str]) -> str:
    """As much of a word as tells it from the others."""
    for end in range(1, len(word)):
        begun = [one for one in words if one.casefold().startswith(word[:end].casefold())]
        if len(begun) == 1:
            return word[:end]
    return word
