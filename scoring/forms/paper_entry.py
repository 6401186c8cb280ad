"""The grid in which a whole paper form is typed: its games as lines, and below them the sums that
the paper gives. Scripts read and send what is typed in it.
"""

from collections.abc import Iterator

from django.utils.translation import gettext

from scoring import games
from scoring.forms.paper_lines import Cell, Head, PaperLine
from scoring.games.sheet.crosscheck import (
    APART,
    PAPER_APART,
    PAPER_DASHES,
    PAPER_SUBTOTAL,
    PAPER_TOTAL,
)
from scoring.games.sheet.data import Row
from scoring.games.sheet.scorer import MOST_ROWS
from scoring.games.sheet.typing_errors import PAPER_CHECKS, TypingError, find_differences
from scoring.pages import grid
from scoring.pages.paper_sums import Typed, build_sums, list_own_lines, write_sums
from scoring.pages.state import SheetState
from scoring.pages.typed_columns import OPEN_END, Column, build_columns
from scoring.pages.typed_rows import write_row
from scoring.sheets.row_names import PAPER
from scoring.toolkit.numbered_forms import problem_in_words
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


class PaperForm:
    """The grid in which a whole paper form is typed. `state` is the sheet's state as phones get
    it.
    """

    def __init__(self, state: SheetState) -> None:
        self.state, self.data, self.seen = state, state["data"], state["seen"]
        self.game, self.players = games.build_sheet_game(self.data), self.data["players"]
        self.columns = build_columns(self.game, self.players)
        self.sums = build_sums(self.game, self.players)
        self.scores = {row["game"]: row.get("scores", {}) for row in state["result"]["rows"]}
        self.suspected: set[str] = set()  # ids of cells where a typing error may be

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
    def asks_starter(self) -> bool:
        """Return whether the page asks who begins the first game. It does not if that is known, or
        once the sheet is approved or closed: then only the page for rare changes asks, as it shows
        what the answer would change.
        """
        known = grid.is_starter_known(self.game, self.data)
        return not (known or self.state["approvals"] or self.state["closed"])

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

    def rows(self) -> Iterator[PaperLine]:
        for number in range(1, self._last() + 1):
            typed = self._written(number)
            cells = [self._cell(number, column, typed[column.name]) for column in self.columns]
            reason = self._reason(number, typed[VOID])
            place = "approved" if self.state["approved"] else "club"
            is_kept = str(number) in self.seen and self._row(number)
            line = PaperLine(number, cells, reason=reason, place=place if is_kept else "")
            line.refusals = [problem_in_words(problem) for problem in self._problems(number)]
            yield line

    def _reason(self, number: int, typed: str) -> Cell:
        label, caption = f"g{number} head-void", gettext("Not played, because")
        return Cell(f"g{number}-void", f"{number}-void", typed, label, caption, size=12)

    def _problems(self, number: int) -> list[Problem]:
        return [
            problem
            for problem in self.state["result"]["problems"]
            if problem["game"] == number and int(problem["code"][1:]) not in PAPER_CHECKS
        ]

    def own_lines(self) -> Iterator[PaperLine]:
        """Yield the lines of the paper form that are not games, such as subtotals and totals."""
        typed = self._written(PAPER)
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
                    suspect=f"g0-{column.name}" in self.suspected,
                )
                for place, (column, wide) in enumerate(zip(mine, wides, strict=True), 1)
            ]
            yield PaperLine(PAPER, cells, part.replace(" ", "-"), label)

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
        return min(max(self.game.games or max(OPEN_END, rows + 2), rows), MOST_ROWS)

    def _cell(self, number: int, column: Column, typed: str) -> Cell:
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
            suspect=f"g{number}-{column.name}" in self.suspected,
            shared=not place,
            size=column.size,
        )

    def _written(self, number: int) -> Typed:
        """Return the stored row of this game as somebody would type it, keyed by column name."""
        if number == PAPER:
            return write_sums(self.sums, self.data.get("paper") or {})
        row = self._row(number)
        typed = write_row(self.columns, row, self.scores.get(number, {}))
        return typed | {VOID: row.get(VOID, "")}

    def _row(self, number: int) -> Json:
        rows = self.data["games"]
        row: Row = rows[number - 1] if number <= len(rows) else {}
        return row
