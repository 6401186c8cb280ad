"""The form for one game in a browser without scripts, built from the game system's list of fields.
The form only reads what was typed. The function that saves it, `entries.record`, also checks it.
"""

import re
import uuid
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from django.utils.translation import gettext

from scoring import games
from scoring.browser.game_description import WHO_BEGINS
from scoring.forms.typed_values import read_cards, read_number
from scoring.games.core.fields import Field
from scoring.games.core.game import BOTH_WAYS, Game
from scoring.games.melds import closed_hand_types
from scoring.games.sheet.data import Row, SheetData
from scoring.games.sheet.rows import ABSENT, DASH
from scoring.pages.figures import OR
from scoring.pages.grid import AND, COULD_HAVE, GridLine, is_starter_known
from scoring.pages.state import SheetState
from scoring.sheets import verdicts
from scoring.sheets.locked import OTHER_CONTENT
from scoring.toolkit.numbered_forms import NumberedErrors, normalize, problem_in_words, read_sent_id
from scoring.toolkit.problems import Json, Problem, Problems, UserError
from scoring.toolkit.texts import Text
from scoring.toolkit.translation import translate

LEFT, OUT, AWAY = "left", "out", "away"
DASHES, CROSSES = {"-", "–", "—", "−"}, {"x", "X", "×"}
FLAGS = {"yes": True, "no": False, "on": True, "on_table": True}
SMALL = 20  # upper bounds up to this are shown as a hint
FEW = 4  # up to so many choices are buttons, more are a list


class Choice(NamedTuple):
    value: str
    words: str
    chosen: bool


class Part(NamedTuple):
    """One input field of the web form for a game, ready to be shown."""

    name: str
    kind: str  # text, tick, list or open
    label: str
    who: str
    value: str = ""
    figure: bool = False
    hint: str = ""
    choices: tuple[Choice, ...] = ()


@dataclass
class Seat:
    """The input fields of one player in the web form for a game."""

    player: str
    ways: Part  # has cards left, is out, does not play
    main: list[Part]
    more: list[Part]
    refusals: NumberedErrors = field(default_factory=list)
    either: str = ""  # both scores, if it is undecided which one counts

    @property
    def opened(self) -> bool:
        return any(part.value for part in self.more)


class EntryForm:
    """The web form for one game. `row` is the stored entry, with which the form begins, and `seen`
    the revision of that entry. `sent` has the submitted fields, if any. `line` is the game as the
    sheet's page shows it.
    """

    def __init__(
        self,
        data: SheetData,
        row: Row,
        seen: int,
        sent: Mapping[str, str] | None = None,
        line: GridLine | None = None,
    ) -> None:
        self.game, self.players = games.build_sheet_game(data), data["players"]
        filled = _filled(self.game, self.players, row) | {"seen": str(seen)}
        self.typed: dict[str, str] = filled if sent is None else dict(sent.items())
        self.before = row.get("entries") or {}
        self.event = read_sent_id(self.typed.get("event"))
        self.problems: list[Problem] = []
        self.cells = line.cells if line else ()

    # To show

    @property
    def seen(self) -> int | str:
        """Return the version of the game that the user was looking at. It is normally the revision
        of the stored entry. If this form was sent before and saved with other content, it is the id
        of that entry.
        """
        typed = self.typed.get("seen", "")
        return int(typed) if re.fullmatch(r"[0-9]{1,9}", typed) else str(read_sent_id(typed))

    def void(self) -> str:
        return self.typed.get("void", "")

    def shared(self) -> list[Part]:
        """Return the fields that are filled in once for the whole table, not once for each
        player.
        """
        return [self._part("row", entry_field) for entry_field in _list_fields_in_use(self.game)]

    def seats(self) -> Iterator[Seat]:
        if not self.game.has_cells:
            return
        for place, player in enumerate(self.players, 1):
            main = [self._part(f"p{place}", entry_field) for entry_field in _main(self.game)]
            more = self._beside(f"p{place}")
            refusals, either = self._refusals(player), self._either(place - 1, player)
            yield Seat(player, self._ways(place), main, more, refusals, either)

    def _beside(self, prefix: str) -> list[Part]:
        """Return a player's optional fields. Their HTML names begin with `prefix`. A field for
        which the house rules have no use is left out unless it has a value.
        """
        parts = ((field, self._part(prefix, field)) for field in _more(self.game))
        return [part for field, part in parts if part.value or field.in_use]

    def _either(self, at: int, player: str) -> str:
        cell = self.cells[at] if self.cells else None
        if not cell or cell.kind != "open":
            return ""
        low, high = cell.score.split(OR)
        question = translate(Text(COULD_HAVE, name=player))
        words = gettext("%(low)s or %(high)s: %(question)s")
        return words % {"low": low, "high": high, "question": question}

    def form_errors(self) -> NumberedErrors:
        seats = self.players if self.game.has_cells else ()
        return [
            problem_in_words(problem) for problem in self.problems if problem["player"] not in seats
        ]

    def add_problems(self, problems: Iterable[Problem]) -> None:
        """Show why the entry was refused. Give the form a new id, because the next submission is a
        different entry.

        The reason may be that an entry with the form's old id is already stored with other content.
        Then that stored entry counts as the version that the user saw, and the next submission
        corrects it.
        """
        self.problems.extend(problems)
        if any(problem["code"].endswith(str(OTHER_CONTENT.number)) for problem in self.problems):
            self.typed["seen"] = str(self.event)
        self.event = uuid.uuid4()

    def _refusals(self, player: str) -> NumberedErrors:
        return [
            problem_in_words(problem) for problem in self.problems if problem["player"] == player
        ]

    def _ways(self, place: int) -> Part:
        name = f"p{place}-is"
        chosen = self.typed.get(name, LEFT)
        ways = {
            LEFT: gettext("not out"),
            OUT: gettext("out"),
            AWAY: gettext("not playing"),
        }
        choices = [Choice(value, words, value == chosen) for value, words in ways.items()]
        return Part(name, "open", "", "all", choices=tuple(choices))

    def _part(self, prefix: str, field: Field) -> Part:
        name = _input(prefix, self.game, field)
        label, value = self._label(field), self.typed.get(name, "")
        if field.kind == "hand":
            assert self.game.pack is not None
            return Part(
                name, "text", label, field.who, value, hint=translate(Text(self.game.pack.how))
            )
        if field.kind == "flag" and field.who == OUT:
            return Part(name, "tick", label, field.who, value)
        choices = _choices(self.game, self.players, field)
        if not choices:
            hint = _bounds(field) if field.high <= SMALL else ""
            return Part(name, "text", label, field.who, value, figure=True, hint=hint)
        options = [Choice(key, words, key == value) for key, words in choices.items()]
        few = prefix == "row" and len(options) <= FEW
        if not few:
            options.insert(0, Choice("", "–", not value))
        return Part(
            name, "open" if few else "list", label, field.who, value, choices=tuple(options)
        )

    def _label(self, field: Field) -> str:
        if field.side is None:
            return _label(field)
        return f"{_label(field)}: {AND.join(self.game.sides(self.players)[field.side])}"

    # To read

    def row(self) -> Json:
        """Return the submitted game in the format that `entries.record` takes. Text that can't be
        read is passed on unchanged, and `record` refuses it.
        """
        values = {
            entry_field.key: self._read("row", entry_field)
            for entry_field in _list_fields_in_use(self.game)
        }
        row: Row = {key: value for key, value in values.items() if value is not None}
        if self.game.has_cells:
            cells = {
                name: self._with_verdict(self._cell(place, name), name)
                for place, name in enumerate(self.players, 1)
            }
            row["entries"] = {name: cell for name, cell in cells.items() if cell is not None}
        if reason := normalize(self.void()):
            row["void"] = reason
        return row

    def _cell(self, place: int, player: str) -> Any:
        way = self.typed.get(f"p{place}-is", LEFT)
        short = self._read(f"p{place}", self.game.short) if self.game.short else None
        if way == AWAY or short in CROSSES:
            return ABSENT
        if self.game.dash and (way == OUT or short in DASHES):
            return DASH
        parts: Json = {"out": True} if way == OUT else {}
        for entry_field in self.game.entry:
            if (
                entry_field is not self.game.short
                and entry_field.key != "out"
                and entry_field.who in ("all", way)
            ):
                value = self._read(f"p{place}", entry_field)
                parts |= {} if value is None else {entry_field.key: value}
        if short is None or not parts:
            return short if short is not None else parts or None
        assert self.game.short is not None
        if self.game.short in self.game.entry:
            return {self.game.short.key: short} | parts
        raise self._both_ways(player, self.game.short, self.game.entry_fields[next(iter(parts))])

    def _with_verdict(self, cell: Any, player: str) -> Any:
        """Return a player's entry with the verdict on whether the remaining hand could have laid
        melds. Phones add the same verdict to the entries that they send.

        A verdict that somebody gave is kept. A verdict that was inferred from the number of cards
        left is inferred anew.
        """
        key = self.game.verdict
        if not isinstance(cell, dict) or not key:
            return cell
        old_cell, given = self.before.get(player), cell.get(key)
        before: Json = old_cell if isinstance(old_cell, dict) else {}
        was_inferred = given == before.get(key) == verdicts.infer_verdict(self.game, before)
        if given is not None and not was_inferred:
            return cell
        verdict = verdicts.infer_verdict(self.game, cell)
        rest = {part: value for part, value in cell.items() if part != key}
        return rest | ({} if verdict is None else {key: verdict})

    def _both_ways(self, player: str, field: Field, other: Field) -> UserError:
        problems = Problems(self.game.letter)
        words = {"one": Text(field.label), "other": Text(other.label)}
        problems.refuse(BOTH_WAYS, None, player, **words)
        return UserError(problems.found)

    def _read(self, prefix: str, field: Field) -> Any:
        typed = self.typed.get(_input(prefix, self.game, field), "").strip()
        if not typed:
            return None
        if field.kind == "flag":
            return FLAGS.get(typed, typed)
        if field.kind == "hand":
            assert self.game.pack is not None
            return read_cards(typed, self.game.pack)
        return read_number(typed) if field.kind == "number" else typed


def ask_starter(state: SheetState, typed: Mapping[str, str]) -> Part | None:
    """Return the field that asks who begins the first game. Its value is the answer in `typed` (the
    submitted fields), if any. Return None if the starter is known already, or is not decided by
    lot.

    Also return None once the sheet is approved or closed. From then on, only the page for rare
    changes of a sheet asks for the starter, because it shows what the answer would change.
    """
    data = state["data"]
    if (
        is_starter_known(games.build_sheet_game(data), data)
        or state["approvals"]
        or state["closed"]
    ):
        return None
    chosen = typed.get("starter", "")
    names = [Choice(name, name, name == chosen) for name in data["players"]]
    choices = (Choice("", gettext("not known yet"), not chosen), *names)
    return Part("starter", "list", translate(Text(WHO_BEGINS)), "all", chosen, choices=choices)


# The fields, and where they go


def _list_fields_in_use(game: Game) -> list[Field]:
    return [entry_field for entry_field in game.row if entry_field.in_use]


def _main(game: Game) -> list[Field]:
    """Return the fields that the web form always shows for each player. If a player's whole entry
    can be typed as one number (or a dash), the only such field is the one for this number.
    """
    if game.short:
        return [game.short]
    return [
        entry_field
        for entry_field in game.entry
        if entry_field.kind != "hand" and entry_field.key != "out"
    ]


def _more(game: Game) -> list[Field]:
    if game.short:
        return [entry_field for entry_field in game.entry if entry_field is not game.short]
    return [entry_field for entry_field in game.entry if entry_field.kind == "hand"]


def _input(prefix: str, game: Game, field: Field) -> str:
    """Return the name that the input for this field has in the HTML of the form. `prefix` is "row"
    for an entry of the whole table, or the prefix of a player.

    The name is normally the prefix and the field's key. For the field that takes a player's whole
    entry as one value, it is the prefix and "short", because another field of the player may have
    the same key.
    """
    return f"{prefix}-short" if field is game.short and prefix != "row" else f"{prefix}-{field.key}"


def _label(field: Field) -> str:
    words = translate(Text(field.label))
    return words[:1].upper() + words[1:]


def _bounds(field: Field) -> str:
    return gettext("%(low)s to %(high)s") % {"low": field.low, "high": field.high}


def _choices(game: Game, players: Sequence[str], field: Field) -> dict[str, str]:
    """Return the choices of a field: their words, keyed by value. The result is empty if the value
    is typed in.
    """
    if field.kind == "flag":
        lay = {"on_table": gettext("lay there already")} if field.key == game.verdict else {}
        return {"yes": gettext("yes"), "no": gettext("no")} | lay
    if field.kind == "player":
        return {player: player for player in players}
    if field.kind == "side":
        sides = game.sides(players)
        return {key: AND.join(side) for key, side in zip(field.choices, sides, strict=True)}
    if game.closed_hands and field.key == "type":
        kinds = closed_hand_types.TYPES
        return {str(kind.number): f"{kind.number}. {translate(Text(kind.name))}" for kind in kinds}
    return {value: translate(Text(words)) for value, words in field.choices.items()}


# The row so far, as it would be typed


def _filled(game: Game, players: Sequence[str], row: Row) -> dict[str, str]:
    typed = {
        _input("row", game, entry_field): _typed(row.get(entry_field.key))
        for entry_field in game.row
    }
    for place, player in enumerate(players, 1):
        cell = (row.get("entries") or {}).get(player)
        if cell == ABSENT:
            typed[f"p{place}-is"] = AWAY
        elif cell == DASH or (isinstance(cell, dict) and cell.get("out")):
            typed[f"p{place}-is"] = OUT
        elif isinstance(cell, int) and game.short:
            typed[f"p{place}-short"] = str(cell)
        if isinstance(cell, dict):
            fields = (
                (_input(f"p{place}", game, entry_field), cell.get(entry_field.key))
                for entry_field in game.entry
            )
            typed |= {name: _typed(value) for name, value in fields}
    return typed | ({"void": row["void"]} if "void" in row else {})


def _typed(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return " ".join(str(item) for item in value)
    return "" if value is None else str(value)
