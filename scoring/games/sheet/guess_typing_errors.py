"""Where to look if the sums on paper differ from the games: undo one slip at a time, score again.

A slip that explains all differences comes before one that explains some; then the likelier kind.
"""

from collections.abc import Iterable, Iterator, Mapping
from enum import IntEnum
from itertools import combinations, pairwise
from typing import NamedTuple, TypeGuard

from scoring import games
from scoring.games.core.fields import Field
from scoring.games.core.game import has_halves
from scoring.games.sheet import paper_sums, score
from scoring.games.sheet.data import Figures, Outcome, Row, SheetData
from scoring.games.sheet.rows import ABSENT, DASH, is_empty
from scoring.toolkit.figures import format_points, is_with_half, simplify
from scoring.toolkit.problems import IN_GAME, IN_GAME_OF, ProblemCode
from scoring.toolkit.texts import Text, _

MOST = 3
WIDE = 41  # fields with smaller bounds are not points: there every likely slip is tried

MAY_BE = _("%(old)s may be %(new)s")
PART_MAY_BE = _("%(part)s: %(old)s may be %(new)s")
OTHER_WAY = _("%(one)s and %(other)s may be the other way round")
WHICH_JOKER = _("%(old)s may be %(new)s: does a joker count %(low)s or %(high)s?")
NOT_FILLED = _("is not filled in")
NOT_COMPLETE = _("is not complete")
THE_DASH = _("the dash")
YES, NO = _("yes"), _("no")
LINE_OF = _("%(line)s, %(player)s: %(what)s")
IN_LINE = _("%(line)s: %(what)s")
LINES = {"dashes": _("Dashes"), "subtotals": _("Subtotal after %(after)s"), "totals": _("Total")}
APART = paper_sums.APART
PAPER_CHECKS = {
    check.number for check in vars(paper_sums).values() if isinstance(check, ProblemCode)
}


class Slip(IntEnum):
    """Of two that explain a difference, the smaller value is likelier."""

    CELLS = 1  # two cells of a game exchanged, dashes included
    FIGURES = 2  # two figures of the paper exchanged
    SIGN = 3  # a minus missing, or one too many
    VERDICT = 4  # jokers entered as jokers, counted at the other of their two values
    DIGITS = 5  # two digits exchanged
    DOUBLED = 6  # a digit typed twice, or a double one typed once
    LOST = 7  # a digit too few, or one too many
    MISREAD = 8  # a digit that looks like another, or is next to it on the keys
    PARTS = 9  # two numbers of one player exchanged
    CHOICE = 10  # another choice from a short list
    JOKER = 11  # a number that may include jokers, counted at the other of their two values
    OFF = 12  # any other number that explains the difference


class TypingError(NamedTuple):
    """`part`: the key of a field, "" for the whole cell; of game 0, a line of sums on paper."""

    game: int
    player: str | None
    part: str
    words: Text | str
    other: str | None = None  # the other player, if two cells may be exchanged


Place = tuple[str, int, str]  # part of the paper, the game it comes after, player
GAME = "games"  # instead of a part: the game itself does not count


class _Edit(NamedTuple):
    slip: Slip
    suspect: TypingError
    row: Row
    more: bool = False  # the new number would be the largest of its part on the sheet


class _Guess(NamedTuple):
    slip: Slip
    suspect: TypingError
    cleared: frozenset[Place]
    moved: int = 0  # the number of other differences that changed
    more: bool = False

    @property
    def order(self) -> tuple[int, Slip, bool]:
        return self.moved - 2 * len(self.cleared), self.slip, self.more


def find_typing_errors(data: SheetData) -> list[TypingError]:
    """Return at most three, the likeliest first. Games without a score, if nothing explains all."""
    search = _Search(data)
    if not search.differ:
        return []
    guesses = search.list_guesses()
    whole = [guess for guess in guesses if guess.cleared == search.wrong]
    if whole or not search.not_right:
        return [guess.suspect for guess in (whole or _spread(guesses))[:MOST]]
    return [search.name_place(number) for number in search.not_right[:MOST]]


def find_differences(data: SheetData, result: Outcome) -> dict[Place, float]:
    """By how much each figure on paper exceeds that of the games."""
    paper: Row = data.get("paper") or {}
    running = {str(row["game"]): row["running"] for row in result["rows"] if "running" in row}
    sides: list[tuple[str, int, Figures, Mapping[str, float]]] = [
        ("dashes", 0, paper.get("dashes") or {}, result["dashes"]),
        ("totals", 0, paper.get("totals") or {}, result["totals"]),
    ]
    for after, figures in (paper.get("subtotals") or {}).items():
        sides.append(("subtotals", int(after), figures or {}, running.get(after, {})))
    game = games.build_sheet_game(data)
    ours_apart = game.split_totals(result["totals"], result.get("marks", {}))
    for kind, figures in (paper.get(APART) or {}).items():
        sides.append((f"{APART} {kind}", 0, figures or {}, ours_apart.get(kind, {})))
    can_be = _is_number if has_halves(game) else _is_whole
    return {
        (part, after, name): simplify(figures[name] - ours[name])
        for part, after, figures, ours in sides
        for name in ours
        if can_be(figures.get(name)) and can_be(ours[name]) and figures[name] != ours[name]
    }


def _is_whole(value: object) -> bool:
    return type(value) is int


def _is_number(value: object) -> TypeGuard[float]:
    return type(value) is int or is_with_half(value)


class _Search:
    def __init__(self, data: SheetData) -> None:
        self.data, self.result = data, score(data)
        self.game, self.players = games.build_sheet_game(data), data["players"]
        self.answered = {field.instead for field in self.game.parts}
        counts_cards = self.game.short in self.game.parts  # jokers too, whatever they are worth
        self.jokers = (0, 0) if counts_cards else self.game.joker_values
        self.differ = find_differences(data, self.result)
        self.not_right = self._not_right(data["games"], self.result)
        self.wrong = self.differ.keys() | {(GAME, number, "") for number in self.not_right}
        self.shifts = {
            name: {
                shift
                for (part, _after, player), shift in self.differ.items()
                if player == name and part != "dashes"
            }
            for name in self.players
        }
        self.known = _largest(data["games"])

    def _not_right(self, rows: list[Row], result: Outcome) -> list[int]:
        done = {row["game"] for row in result["rows"] if "running" in row}
        most = len(rows) if result["finished"] else max(self.game.games or 0, len(rows))
        return [number for number in range(1, most + 1) if number not in done]

    # Guessing

    def list_guesses(self) -> list[_Guess]:
        """Return the best guess for each cell, the likeliest first."""
        best: dict[tuple[int, str | None, str], _Guess] = {}
        for guess in sorted(self._try_all(), key=lambda guess: guess.order):
            best.setdefault(guess.suspect[:3], guess)
        return [*best.values()]

    def _try_all(self) -> Iterator[_Guess]:
        for number, row in enumerate(self.data["games"], 1):
            for edit in self._edits(number, row):
                cleared, moved = self._outcome(number, edit.row)
                if cleared:
                    yield _Guess(edit.slip, edit.suspect, cleared, moved, edit.more)
        yield from self._figures()

    def _outcome(self, number: int, row: Row) -> tuple[frozenset[Place], int]:
        """Which differences vanish with this row, none if it is wrong; how many others change."""
        rows = [*self.data["games"]]
        rows[number - 1] = row
        data = self.data | {"games": rows}
        result = score(data)
        differ = find_differences(data, result)
        left = {(GAME, key, "") for key in self._not_right(rows, result)} | differ.keys()
        if not left <= self.wrong:
            return frozenset(), 0
        moved = [key for key, shift in differ.items() if shift != self.differ[key]]
        return frozenset(self.wrong - left), len(moved)

    # Slips in one game

    def _edits(self, number: int, row: Row) -> Iterator[_Edit]:
        if row.get("void") is not None:
            return
        entries = row.get("entries") or {}
        free = number in self.not_right  # its scores are unknown, so no player is ruled out
        odd = {name for _part, _after, name in self.differ}
        names = [name for name in self.players if free or name in odd]
        for name in names:
            if entries.get(name) is not None:
                yield from self._in_cell(number, row, name)
        for first, second in combinations(names, 2):
            if entries.get(first) != entries.get(second):
                swapped = {first: entries.get(second), second: entries.get(first)}
                words = Text(IN_GAME, number=number, what=Text(OTHER_WAY, one=first, other=second))
                suspect = TypingError(number, first, "", words, second)
                yield _Edit(Slip.CELLS, suspect, row | {"entries": entries | swapped})
        for key, field in self.game.row_fields.items():
            for slip, new in self._alternatives(field, row.get(key), set(), True):
                suspect = _in_game(number, None, key, _part_words(field, row.get(key), new))
                yield _Edit(slip, suspect, row | {key: new})

    def _in_cell(self, number: int, row: Row, name: str) -> Iterator[_Edit]:
        old, shifts = row["entries"][name], self.shifts[name]
        # If nobody is out the lowest counts for all; a game that does not count has no scores.
        free = number in self.not_right or row.get("end") == "pool"
        edits: Iterable[tuple[Slip, str, Text, object]]
        if isinstance(old, dict):
            edits = [*self._in_parts(old, shifts, free), *self._exchanges(old)]
        else:
            others = self._cell_alternatives(old, shifts, free)
            edits = [(slip, "", self._cell_words(slip, old, new), new) for slip, new in others]
        for slip, part, words, new in edits:
            changed = row | {"entries": row["entries"] | {name: new}}
            more = self._more(part, _number(old, part), _number(new, part))
            yield _Edit(slip, _in_game(number, name, part, words), changed, more)

    def _more(self, part: str, old: float, new: float) -> bool:
        known = self.known.get(part, [0])
        return new > (known[1] if old == known[0] and len(known) > 1 else known[0])

    def _cell_alternatives(
        self, old: object, shifts: set[float], free: bool
    ) -> Iterator[tuple[Slip, object]]:
        """With `free`, the score is not the number: try every likely slip."""
        short = self.game.short
        if _is_number(old) and short:
            low, high = self.jokers
            near = {old + many * (high - low) for many in (-2, -1, 1, 2)}
            for slip, new in _numbers(short, old, shifts, free):
                joker = slip == Slip.OFF and new in near and min(old, new) >= low
                yield Slip.JOKER if joker else slip, new
        elif short:
            yield from ((Slip.OFF, shift) for shift in shifts if short.low <= shift <= short.high)
        yield from ((Slip.OFF, sign) for sign in (DASH, ABSENT) if sign != old)

    def _in_parts(
        self, old: Row, shifts: set[float], free: bool
    ) -> Iterator[tuple[Slip, str, Text, object]]:
        for key, field in self.game.entry_fields.items():
            for slip, new in self._alternatives(field, old.get(key), shifts, free):
                yield slip, key, _part_words(field, old.get(key), new), old | {key: new}

    def _exchanges(self, old: Row) -> Iterator[tuple[Slip, str, Text, object]]:
        fields = self.game.entry_fields
        wide = [key for key in fields if type(old.get(key)) is int and fields[key].high >= WIDE]
        for first, second in pairwise(wide):
            words = Text(OTHER_WAY, one=str(old[first]), other=str(old[second]))
            yield Slip.PARTS, first, words, old | {first: old[second], second: old[first]}

    def _alternatives(
        self, field: Field, old: object, shifts: set[float], free: bool
    ) -> Iterator[tuple[Slip, object]]:
        """With `free`, also try numbers that explain no difference."""
        if field.kind == "number" and type(old) is int:
            yield from _numbers(field, old, shifts, free or field.high < WIDE)
        elif field.kind == "flag" and field.key not in ("out", *self.answered):
            yield Slip.VERDICT if field.key == self.game.verdict else Slip.CHOICE, not old
        elif field.kind in ("choice", "player", "side") and old is not None:
            others = self.players if field.kind == "player" else field.choices
            yield from ((Slip.CHOICE, choice) for choice in others if choice != old)

    # Slips in the paper's own lines

    def _figures(self) -> Iterator[_Guess]:
        typed = {place: _figure(self.data["paper"] or {}, place) for place in self.differ}
        right = {place: simplify(typed[place] - shift) for place, shift in self.differ.items()}
        for place in self.differ:
            if slip := _slip_of(typed[place], right[place]):
                words = Text(MAY_BE, old=_shown(typed[place]), new=_shown(right[place]))
                yield _Guess(slip, self._in_line(place, words), frozenset({place}))
        for place, second in combinations(self.differ, 2):
            crossed = (typed[place], typed[second]) == (right[second], right[place])
            if crossed and place[:2] == second[:2]:
                words = Text(OTHER_WAY, one=place[2], other=second[2])
                suspect = self._in_line((*place[:2], ""), words)._replace(
                    player=place[2], other=second[2]
                )
                yield _Guess(Slip.FIGURES, suspect, frozenset({place, second}))

    # In words

    def _in_line(self, place: Place, what: Text) -> TypingError:
        part, after, player = place
        label = LINES.get(part) or self.game.parts_of_totals()[part.removeprefix(f"{APART} ")]
        line = Text(label, after=after)
        words = Text(LINE_OF if player else IN_LINE, line=line, player=player, what=what)
        return TypingError(0, player or None, f"{part} {after}" if after else part, words)

    def name_place(self, number: int) -> TypingError:
        """Name the game's first problem, or what is missing, without a guess."""
        for problem in self.result["problems"]:
            if problem["game"] == number and int(problem["code"][1:]) not in PAPER_CHECKS:
                return TypingError(number, problem["player"], "", problem["message"])
        row = (self.data["games"] + [{}] * number)[number - 1]
        entries = row.get("entries") or {}
        empty = [name for name in self.players if entries.get(name) is None]
        if is_empty(row):
            return _in_game(number, None, "", Text(NOT_FILLED))
        if empty and self.game.has_cells:
            return _in_game(number, empty[0], "", Text(NOT_FILLED))
        return _in_game(number, None, "", Text(NOT_COMPLETE))

    def _cell_words(self, slip: Slip, old: object, new: object) -> Text:
        low, high = self.jokers
        if slip == Slip.JOKER:
            return Text(WHICH_JOKER, old=str(old), new=str(new), low=low, high=high)
        return Text(MAY_BE, old=_shown(old), new=_shown(new))


def _numbers(
    field: Field, old: float, shifts: set[float], free: bool
) -> Iterator[tuple[Slip, float]]:
    """Within the field's bounds; with `free`, also those that explain no difference."""
    sign = -1 if old < 0 else 1
    slips = {sign * number: slip for number, slip in _list_near(abs(old)).items()}
    if old and field.low <= -old:
        slips[-old] = Slip.SIGN
    tried = {old + step for shift in shifts for step in (shift, -shift, shift // 2, -(shift // 2))}
    if free:
        tried |= slips.keys() | shifts
    for new in sorted(tried - {old}):
        if field.low <= new <= field.high and (field.halves or new % 1 == 0):
            yield slips.get(new, Slip.OFF), simplify(new)


def _largest(rows: list[Row]) -> dict[str, list[float]]:
    """The two largest numbers of each part, to tell an unlikely guess."""
    by_part: dict[str, list[float]] = {}
    for row in rows:
        for cell in (row.get("entries") or {}).values():
            for part in cell if isinstance(cell, dict) else ("",):
                by_part.setdefault(part, []).append(_number(cell, part))
    return {part: sorted(numbers)[:-3:-1] for part, numbers in by_part.items()}


def _number(cell: object, part: str) -> float:
    number = cell.get(part) if isinstance(cell, dict) else cell
    return number if _is_number(number) else 0


def _figure(paper: Row, place: Place) -> float:
    part, after, name = place
    part, _, kind = part.partition(" ")
    inner = kind or (str(after) if part == "subtotals" else "")
    figures: Figures = paper[part][inner] if inner else paper[part]
    return simplify(figures[name])


def _slip_of(typed: float, right: float) -> Slip | None:
    """Both may be negative."""
    if typed == -right:
        return Slip.SIGN
    return _list_near(abs(typed)).get(abs(right)) if typed * right >= 0 else None


def _spread(guesses: list[_Guess]) -> list[_Guess]:
    """Put the best guess for each difference first."""
    first: list[_Guess] = []
    explained: frozenset[Place] = frozenset()
    for guess in guesses:
        if not guess.cleared & explained:
            first.append(guess)
            explained |= guess.cleared
    return [*first, *(guess for guess in guesses if guess not in first)]


def _in_game(number: int, player: str | None, part: str, what: Text) -> TypingError:
    text = IN_GAME if player is None else IN_GAME_OF
    return TypingError(number, player, part, Text(text, number=number, player=player, what=what))


def _part_words(field: Field, old: object, new: object) -> Text:
    words = [
        Text(field.choices[value])
        if isinstance(value, str) and value in field.choices
        else _shown(value)
        for value in (old, new)
    ]
    return Text(PART_MAY_BE, part=Text(field.label), old=words[0], new=words[1])


def _shown(value: object) -> Text | str:
    if isinstance(value, bool) or value is None:
        return Text(YES if value else NO)
    if _is_number(value):
        return format_points(value)
    return Text(THE_DASH) if value == DASH else str(value)


# Slips in typing or reading a number


# Digits alike in handwriting, or neighbours on the keys.
ALIKE = frozenset(
    frozenset(pair)
    for pair in (
        *("17", "27", "38", "49", "56", "06", "35", "68", "79", "08", "89"),
        *("12", "23", "34", "45", "67", "78", "09"),
        *("14", "47", "25", "58", "36", "69", "01", "02"),
    )
)


def list_meant(typed: int) -> dict[int, Slip]:
    """Return what may have been meant instead of a number from 0 on, with the likeliest slip."""
    likeliest: dict[int, Slip] = {}
    for slip, text in _meant(str(typed)):
        number = int(text or 0)
        if text and number != typed:
            likeliest[number] = min(slip, likeliest.get(number, slip))
    return likeliest


def _list_near(typed: float) -> dict[float, Slip]:
    """Return the same of a number that may end in a half, which may be one too many or missing."""
    whole, half = divmod(typed, 1)
    near: dict[float, Slip] = {whole + 0.5 - half: Slip.LOST}
    return near | {meant + half: slip for meant, slip in list_meant(int(whole)).items()}


def _meant(text: str) -> Iterator[tuple[Slip, str]]:
    for place, digit in enumerate(text):
        before, after = text[:place], text[place + 1 :]
        yield Slip.DIGITS, before + after[:1] + digit + after[1:]
        yield Slip.DOUBLED if after[:1] == digit else Slip.LOST, before + after
        for other in "0123456789":
            slip = Slip.DOUBLED if other == digit else Slip.LOST
            yield slip, before + other + digit + after
            yield slip, before + digit + other + after
            if frozenset((digit, other)) in ALIKE:
                yield Slip.MISREAD, before + other + after
