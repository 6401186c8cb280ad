"""The web form for typing in a whole paper form: its games as lines of a grid, and below them the
sums that the paper gives. The form reads what was typed. The function that saves it,
`entries.record`, also checks it.
"""

import re
import uuid
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from django.utils.translation import gettext

from scoring import games
from scoring.forms.paper_lines import Cell, Head, PaperLine
from scoring.games.sheet.crosscheck import (
    APART,
    PAPER_APART,
    PAPER_DASHES,
    PAPER_SUBTOTAL,
    PAPER_TOTAL,
    has_totals,
)
from scoring.games.sheet.data import Row
from scoring.games.sheet.scorer import MOST_ROWS
from scoring.games.sheet.typing_errors import PAPER_CHECKS, TypingError, find_differences
from scoring.pages import grid
from scoring.pages.paper_sums import Typed, build_sums, list_own_lines, read_sums, write_sums
from scoring.pages.state import SheetState
from scoring.pages.typed_columns import OPEN_END, Column, build_columns
from scoring.pages.typed_rows import Before, read_row, write_row
from scoring.sheets.locked import OTHER_CONTENT
from scoring.sheets.row_names import PAPER
from scoring.sheets.verdicts import find_open
from scoring.toolkit.numbered_forms import NumberedErrors, normalize, problem_in_words, read_sent_id
from scoring.toolkit.problems import Json, Problem
from scoring.toolkit.texts import Text
from scoring.toolkit.translation import translate

VOID = "void"
# Where the paper may differ: which line each of these problems is about.
DIFFERING = {
    PAPER_DASHES.number: "dashes",
    PAPER_SUBTOTAL.number: "subtotals {game}",
    PAPER_TOTAL.number: "totals",
    PAPER_APART.number: APART,
}
NAME = re.compile(r"([0-9]{1,3})-was")


class Kept(NamedTuple):
    """A changed game that is to be saved. `row` is its new content, `seen` the version that the
    page showed, and `event` the id of the new entry.
    """

    number: int
    row: Row
    seen: int | str
    event: uuid.UUID


class PaperForm:
    """The web form for typing in a whole paper form. `state` is the sheet's state as phones get it;
    `sent` are the submitted fields, if any.
    """

    def __init__(self, state: SheetState, sent: Mapping[str, str] | None = None) -> None:
        self.state, self.data, self.seen = state, state["data"], state["seen"]
        self.game, self.players = games.build_sheet_game(self.data), self.data["players"]
        self.columns = build_columns(self.game, self.players)
        self.sums = build_sums(self.game, self.players)
        self.scores = {row["game"]: row.get("scores", {}) for row in state["result"]["rows"]}
        self.sent = dict(sent.items()) if sent else {}
        self.event = read_sent_id(self.sent.get("event"))
        self.problems: dict[int, Sequence[Problem]] = {}
        self.suspected: set[str] = set()  # ids of cells where a typing error may be
        self.waits = False  # nothing that was sent is saved yet

    # To show

    @property
    def title(self) -> str:
        return translate(Text(self.game.name))

    @property
    def width(self) -> int:
        """Return the number of columns of the grid. They hold the game's number, its cells, and the
        reason why a game was not played.
        """
        return 1 + max(len(self.columns) + 1, self.shown_wide + 1)

    @property
    def shown_wide(self) -> int:
        """Return how many columns of the grid the headings of all players span together."""
        return sum(head.wide for head in self.heads())

    @property
    def beyond(self) -> int:
        """Return how many columns follow the cells of a game. They hold the reason why it was not
        played.
        """
        return self.width - 1 - len(self.columns)

    @property
    def beyond_own(self) -> int:
        return self.width - 1 - self.shown_wide

    @property
    def signable(self) -> bool:
        """Return whether the user may tick that the players signed the paper. The sheet must be
        open, complete, valid and free of conflicts, and the paper's totals must be typed in.
        """
        result, open_ = self.state["result"], self.state["closed"] or self.state["conflicts"]
        right = result["complete"] and result["valid"] and not open_ and not find_open(result)
        return bool(right and has_totals(self.data))

    def heads(self) -> Iterator[Head]:
        for place, side in enumerate(self.game.sides(self.players), 1):
            mine = [column for column in self.columns if column.player == side[0]]
            sat = self.state["sat"]
            people = [grid.Column(player, 0, False, sat.get(player, "")) for player in side]
            yield Head(f"head-p{place}", people, max(len(mine), len(side)))

    @property
    def has_names(self) -> bool:
        """Return whether the grid has columns of players or sides. If not, each game is entered
        once for the whole table, and names stand only above the sums that the paper gives.
        """
        return any(column.player for column in self.columns)

    def parts(self) -> list[Column]:
        """Return the columns that need a second line of headings below the names. The list is empty
        if every player has only one column.
        """
        mine = [column for column in self.columns if column.player]
        several = len(mine) > len({column.player for column in mine})
        return mine if several else []

    def once(self) -> list[Column]:
        return [column for column in self.columns if not column.player]

    def rows_with_errors(self) -> Iterator[PaperLine]:
        for number in range(1, self._last() + 1):
            typed, wrong = self._typed(number), self._wrong(number)
            cells = [
                self._cell(number, column, typed[column.name], column.name in wrong)
                for column in self.columns
            ]
            reason = self._reason(number, typed[VOID])
            place = "approved" if self.state["approved"] else "club"
            is_kept = str(number) in self.seen and self._row(number)
            line = PaperLine(number, cells, reason=reason, place=place if is_kept else "")
            line.refusals = [problem_in_words(problem) for problem in self._problems(number)]
            yield line

    def _reason(self, number: int, typed: str) -> Cell:
        label, caption = f"g{number} head-void", gettext("Not played, because")
        return Cell(f"g{number}-void", f"{number}-void", typed, label, caption, size=12)

    def _problems(self, number: int) -> Sequence[Problem]:
        """Return the problems to show at this game. If its new entry was just refused, these are
        the reasons. Otherwise they are the problems of the stored row.
        """
        problems = [
            problem for problem in self.state["result"]["problems"] if problem["game"] == number
        ]
        of_game = [problem for problem in problems if int(problem["code"][1:]) not in PAPER_CHECKS]
        return self.problems.get(number, of_game)

    def own_lines(self) -> Iterator[PaperLine]:
        """Yield the lines of the paper form that are not games, such as subtotals and totals."""
        typed = self._typed(PAPER)
        for part, label in list_own_lines(self.game):
            mine = [column for column in self.sums if column.key == part]
            wides = [head.wide for head in self.heads()]
            cells = [
                Cell(
                    id=f"g0-{column.name}",
                    name=f"0-{column.name}",
                    value=typed[column.name],
                    label=f"g0-{part.replace(' ', '-')} head-p{place}",
                    caption=grid.AND.join([str(column.player), *column.partners]),
                    wide=wide,
                    wrong=not column.can_hold(typed[column.name]),
                    suspect=f"g0-{column.name}" in self.suspected,
                )
                for place, (column, wide) in enumerate(zip(mine, wides, strict=True), 1)
            ]
            yield PaperLine(PAPER, cells, part.replace(" ", "-"), label)

    def own_refusals(self) -> NumberedErrors:
        return [problem_in_words(problem) for problem in self.problems.get(PAPER, ())]

    def hidden(self) -> Iterator[tuple[str, str]]:
        """Yield the name and value of each hidden field. They hold, for each line, the values and
        the revision that the page showed, so that changed lines are recognised on submit.
        """
        for number in range(self._last() + 1):
            again = self.waits or number in self.problems
            seen, was = str(self.seen.get(str(number), 0)), _joined(self._now(number))
            yield f"{number}-seen", self.sent.get(f"{number}-seen", seen) if again else seen
            yield f"{number}-was", self.sent.get(f"{number}-was", was) if again else was

    def places(self) -> list[grid.Place]:
        return grid.list_places(self.data, self.state["result"])

    def differences(self) -> list[tuple[str, str]]:
        """Return the sums on the paper form, such as totals, that differ from those of the typed
        games. Each has the id of its cell and a message.
        """
        differing = []
        apart = self._parts_that_differ()
        for problem in self.state["result"]["problems"]:
            number = int(problem["code"][1:])
            if part := DIFFERING.get(number):
                key = next(apart) if number == PAPER_APART.number else part.format(**problem)
                mine = [
                    column
                    for column in self.sums
                    if (column.key, column.player) == (key, problem["player"])
                ]
                differing += [
                    (f"g0-{column.name}", translate(problem["message"])) for column in mine
                ]
        return differing

    def _parts_that_differ(self) -> Iterator[str]:
        """Yield the key of each part of the totals, such as the points or roem in klaverjassen,
        that is wrong on the paper form. A key is yielded once for each player whose figure differs
        from the games.
        """
        if not self.data.get("paper"):
            return
        differences = find_differences(self.data, self.state["result"])
        for kind in self.game.parts_of_totals():
            key = f"{APART} {kind}"
            yield from (key for name in self.players if (key, 0, name) in differences)

    def places_of(self, suspect: TypingError) -> list[str]:
        """Return the ids of the cells where the suspected typing error may be; the page scrolls to
        the first.
        """
        players = [candidate for candidate in (suspect.player, suspect.other) if candidate]
        group = self.columns if suspect.game else self.sums
        mine = [candidate for candidate in group if candidate.player in players or not players]
        exact = [
            candidate for candidate in group if candidate.key == suspect.part and candidate in mine
        ] or [
            candidate
            for candidate in group
            if candidate.key == suspect.part and not candidate.player
        ]
        return [f"g{suspect.game}-{candidate.name}" for candidate in exact or mine]

    def _last(self) -> int:
        rows = len(self.data["games"])
        sent = [int(match[1]) for key in self.sent if (match := NAME.fullmatch(key))]
        most = max([self.game.games or max(OPEN_END, rows + 2), rows, *sent])
        return min(most, MOST_ROWS)

    def _cell(self, number: int, column: Column, typed: str, wrong: bool) -> Cell:
        place = self.players.index(column.player) + 1 if column.player else 0
        head = f"head-p{place}" if place else f"head-{column.name}"
        several = place and column in self.parts()
        part = f" head-{column.name}" if several else ""
        captions = [grid.AND.join([column.player, *column.partners])] if column.player else []
        captions += [column.label] if several or not place else []
        return Cell(
            id=f"g{number}-{column.name}",
            name=f"{number}-{column.name}",
            value=typed,
            label=f"g{number} {head}{part}",
            caption=": ".join(captions),
            wrong=wrong or not column.can_hold(typed),
            suspect=f"g{number}-{column.name}" in self.suspected,
            shared=not place,
            size=column.size,
        )

    def _wrong(self, number: int) -> set[str]:
        """Return the names of the columns to mark in a refused game. They are all columns of each
        player whom a problem names.

        A player with a cell that can't be read is left out, because that cell is already marked.
        """
        names = set()
        typed = self._typed(number)
        for problem in self.problems.get(number, ()):
            mine = [column for column in self.columns if column.player == problem["player"]]
            if problem["player"] and all(column.can_hold(typed[column.name]) for column in mine):
                names |= {column.name for column in mine}
        return names

    # The row so far, and what was typed

    def _now(self, number: int) -> Typed:
        """Return the stored row of this game as somebody would type it, keyed by column name."""
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
        row: Row = rows[number - 1] if number <= len(rows) else {}
        return row

    # To read

    def changed(self) -> Iterator[Kept]:
        """Yield the lines in which the user changed something, ready to be saved."""
        numbers = sorted(int(match[1]) for key in self.sent if (match := NAME.fullmatch(key)))
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
        known = int(seen) if re.fullmatch(r"[0-9]{1,9}", seen) else str(read_sent_id(seen))
        return known, self._event(number)

    def _event(self, number: int) -> uuid.UUID:
        """Return the id of the entry for this game. It is the same if the same page is sent twice,
        so nothing is saved twice.
        """
        return uuid.uuid5(self.event, str(number))

    def add_problems(self, number: int, problems: Sequence[Problem]) -> None:
        """Show why the entry of this game was refused. The reason may be that another entry with
        the same id is already stored. Then the stored entry counts as the version that the user
        saw, and the next submission corrects it.
        """
        self.problems[number] = problems
        if any(problem["code"].endswith(str(OTHER_CONTENT.number)) for problem in problems):
            self.sent[f"{number}-seen"] = str(self._event(number))

    def refill_from(self, state: SheetState) -> "PaperForm":
        """Return a new form for the sheet as it is now. Fill it in with what the user typed in this
        form.
        """
        form = PaperForm(state, self.sent)
        form.problems, form.event = self.problems, uuid.uuid4()
        return form


def _joined(typed: Typed) -> str:
    return "|".join(" ".join(value.split()) for value in typed.values())
