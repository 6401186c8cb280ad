"""A sheet as a worksheet: a column for each player, a line for each game, and formulas. Scores that
do not count yet are in brackets, so that formulas ignore them.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from django.utils.translation import gettext

from scoring.files.grid_columns import DASH, Played, describe_line, list_blocks, list_heads
from scoring.pages.grid import GridLine
from scoring.pages.state import SheetState
from scoring.pages.words import OR
from scoring.toolkit.spreadsheets import formulas
from scoring.toolkit.spreadsheets.csv_lists import Listing, Value
from scoring.toolkit.spreadsheets.formulas import (
    Cell,
    Formula,
    Placed,
    Ranked,
    Span,
    TieBreaker,
    build_places,
    build_side_places,
)
from scoring.toolkit.spreadsheets.workbook import Book, Page, Setup, Styled

PLAYERS = 4  # their first column
DASHES, NAMES, GAMES = 5, 6, 7  # the rows where these begin
SHARE = [17.0, 26.0]  # widths of columns before the players


class Total(NamedTuple):
    """Where a worksheet has a player's total and dashes, and their values."""

    cell: Cell
    points: float
    dashes: Cell
    won: int


def write(book: Book, name: str, title: Sequence[str], state: SheetState) -> dict[str, Total]:
    """Add a worksheet called `name`, with the texts of `title` above the scores. Return each
    player's total.
    """
    return Form(state).write(book, name, title)


def make_listing(state: SheetState) -> Listing:
    """Return a line for each game, and the totals as the last line."""
    played = Played(state)
    rows: list[Sequence[Value]] = [
        [line.number, describe_line(line), line.turn, *played.list_shown(line)]
        for line in played.grid.lines
    ]
    rows.append([gettext("Total"), "", "", *played.list_totals()])
    return Listing(played.grid.title, [*list_heads(played), *played.names], rows)


class Form:
    def __init__(self, state: SheetState) -> None:
        self.played = Played(state, spare=True)
        self.state, self.result = state, self.played.result
        self.grid, self.game = self.played.grid, self.played.game
        self.names, self.scores = self.played.names, self.played.scores
        self.last_column = PLAYERS + len(self.names) - 1
        self.zero_sum = any(self.scores.values()) and all(
            sum(scores.values()) == 0 for scores in self.scores.values()
        )
        self.rows: dict[int, int] = {}  # of each game; a subtotal takes a row of its own
        self.last_row = row = GAMES
        for line in self.grid.lines:
            self.rows[line.number] = self.last_row = row
            row += 2 if line.subtotals else 1
        self.blocks = list_blocks(self.played, self.last_column + (3 if self.judged else 2))

    @property
    def judged(self) -> bool:
        """Return whether a column checks each game: one dash, or scores that add up to 0."""
        return self.grid.dashes_are_written or self.zero_sum

    def _spans(self, column: int, last: int | None = None) -> list[Span]:
        """Return the ranges of cells in this column that hold games, without subtotals."""
        ends = [self.rows[line.number] for line in self.grid.lines if line.subtotals]
        last = self.last_row if last is None else last
        begins = [GAMES, *(end + 2 for end in ends if end < last)]
        return [
            formulas.down(column, begin, end)
            for begin, end in zip(begins, [*(end for end in ends if end < last), last], strict=True)
        ]

    def _columns(self) -> Iterator[tuple[int, str]]:
        return enumerate(self.names, PLAYERS)

    # Writing

    def write(self, book: Book, name: str, title: Sequence[str]) -> dict[str, Total]:
        page = book.add_page(name, self._setup())
        self._head(page, title)
        for line in self.grid.lines:
            page.add(self.build_line(line))
            if line.subtotals:
                page.add(self._subtotals(line))
        totals = self._under(page)
        end = Cell(self.last_column + self.judged, page.rows)
        page.sheet.print_area = str(Span(Cell(1, 1), end))
        return {
            player: total._replace(
                cell=total.cell._replace(sheet=page.name),
                dashes=total.dashes._replace(sheet=page.name),
            )
            for player, total in totals.items()
        }

    def _total(self, name: str, row: int, points: float) -> Total:
        column, won = PLAYERS + self.names.index(name), self.result["dashes"].get(name, 0)
        return Total(Cell(column, row), points, Cell(column, DASHES), won)

    def _setup(self) -> Setup:
        turn = max(map(len, [*self.names, list_heads(self.played)[2]])) + 2
        widths = [
            *SHARE,
            min(max(turn, 10.0), 30.0),
            *[14.0] * len(self.names),
            *[9.0] * self.judged,
        ]
        for block in self.blocks:
            widths += [3.0, *(max(10.0, min(len(head) + 2, 24)) for head in block.heads)]
        return Setup(widths, str(Cell(PLAYERS, GAMES)), f"{DASHES}:{NAMES}", tall=NAMES)

    def _head(self, page: Page, title: Sequence[str]) -> None:
        first, *more = title
        page.add([Styled(first, "title")])
        page.add([" · ".join(more)])
        approved = [gettext("approved")] if self.state["approved"] else []
        page.add([" · ".join([self.grid.title, *approved])])
        lines, notes = self.grid.lines, []
        if any("(" in str(cell) for line in lines for cell in self.played.list_cells(line)):
            notes.append(gettext("In brackets: not counted yet."))
        if self.grid.undecided:
            words = gettext("Where two figures stand the first is added up until this is said:")
            notes += [words, *dict.fromkeys(self.grid.undecided)]
        page.add([" ".join(notes)])
        label = gettext("Dashes") if self.grid.dashes_are_written else gettext("Games won")
        dashes = [Styled(label, "label"), None, None, *self._dashes(), *self._control()]
        page.add(self._with_blocks(dashes, lambda block: [Styled(block.title, "label")]))
        page.add(self.list_heads())

    def list_heads(self) -> list[Any]:
        texts = [*list_heads(self.played), *self.names, *([gettext("Control")] * self.judged)]
        return self._with_blocks(
            [Styled(head, "head") for head in texts],
            lambda block: [Styled(head, "head") for head in block.heads],
        )

    def _dashes(self) -> Iterator[Styled]:
        for column, name in self._columns():
            shows = self.result["dashes"].get(name, 0)
            if self.grid.dashes_are_written:
                where = formulas.down(column, GAMES, self.last_row)
                yield Styled(formulas.count(where, DASH, shows), "sum")
            else:
                won = self.blocks[0].first + column - PLAYERS
                yield Styled(formulas.total(self._spans(won), shows), "sum")

    def _control(self) -> list[Styled]:
        if not self.judged:
            return []
        if not self.grid.dashes_are_written:
            return [Styled("", "sum")]
        dashes = formulas.across(DASHES, PLAYERS, self.last_column)
        marks = formulas.down(self.last_column + 1, GAMES, self.last_row)
        right = sum(self.result["dashes"].values()) == len(self.played.done)
        shows = formulas.RIGHT if right else formulas.WRONG
        return [Styled(formulas.control(dashes, marks, shows), "sum")]

    def _with_blocks(self, cells: Sequence[Any], part: Any) -> list[Any]:
        row = list(cells)
        for block in self.blocks:
            row += [None] * (block.first - 1 - len(row))
            row += part(block)
        return row

    def build_line(self, line: GridLine) -> list[Any]:
        cells = [
            Styled(line.number, "label"),
            Styled(describe_line(line), "line"),
            Styled(line.turn, "line"),
            *(
                Styled(cell, "cell", _both(shown.score if shown.kind == "open" else ""))
                for cell, shown in zip(self.played.list_cells(line), line.cells, strict=True)
            ),
            *([Styled(self._judge(line), "cell")] * self.judged),
        ]
        return self._with_blocks(
            cells,
            lambda block: [Styled(shown, "cell") for shown in block.rows.get(line.number, ())],
        )

    def _judge(self, line: GridLine) -> Formula | None:
        cells = self.played.list_cells(line)
        scored = bool(self.scores.get(line.number))
        if line.void or (not scored and any(cell is not None for cell in cells)):
            return None
        where = formulas.across(self.rows[line.number], PLAYERS, self.last_column)
        if self.grid.dashes_are_written:
            right = cells.count(DASH) == 1
            shows = (formulas.RIGHT if right else formulas.WRONG) if scored else ""
            return formulas.one_dash(where, len(self.names), DASH, shows)
        shows = formulas.RIGHT if scored else ""  # the game has checked it
        return formulas.adds_up(where, len(self.names), shows)

    def _subtotals(self, line: GridLine) -> list[Styled]:
        row = self.rows[line.number]
        sums = [
            Styled(
                formulas.total(self._spans(column, row), self._sum(name, line.number)),
                "sum",
                _both(line.subtotals[column - PLAYERS]),
            )
            for column, name in self._columns()
        ]
        return [*_label(gettext("Subtotal")), *sums]

    def _sum(self, name: str, last: int | None = None) -> float:
        return sum(
            scores.get(name, 0)
            for number, scores in self.scores.items()
            if last is None or number <= last
        )

    # Under the games

    def _under(self, page: Page) -> dict[str, Total]:
        figures = next((line.figures for line in self.grid.sums if line.kind == "total"), ())
        shown = dict(zip(self.names, figures, strict=False))
        sums = [
            Styled(
                formulas.total(self._spans(column), self._sum(name)),
                "sum",
                _both(shown.get(name, ("", False))[0]),
            )
            for column, name in self._columns()
        ]
        row = page.rows + 1
        control: list[Styled] = []
        if self.zero_sum and not self.grid.dashes_are_written:
            where = formulas.across(row, PLAYERS, self.last_column)
            control = [Styled(formulas.nothing_over(where, formulas.RIGHT), "sum")]
        page.add([*_label(gettext("Total")), *sums, *control])
        totals = {name: self._total(name, row, self._sum(name)) for name in self.names}
        self._settlement(page, row)
        if self.result["match_points"]:
            totals = self._match_sums(page)
        self._place(page, totals)
        return totals if self.result["match_points"] else self._penalties(page, totals)

    def _place(self, page: Page, totals: Mapping[str, Total]) -> None:
        """Add the places, and what breaks ties beneath them. An empty sheet has formulas that show
        the places once games are typed in, if they can be. While places are undecided there are
        none.
        """
        if self.grid.undecided:
            return
        played = any("scores" in row for row in self.result["rows"])
        if not played and self.played.has_more:
            return
        groups = self.result["ranking"]
        ranks = {name: group["rank"] for group in groups for name in group["players"]}
        everybody = [
            Ranked(totals[name].cell, totals[name].points, rank)
            for name in self.names
            if (rank := ranks.get(name))
        ]
        every = range(PLAYERS, self.last_column + 1)
        columns = [item.cell.column for item in everybody]
        given = self._placed(everybody, page.rows + 2)
        places = dict(zip(columns, given.places, strict=True))
        if not played:
            games = [
                Span(item.first, item.last._replace(column=self.last_column))
                for item in self._spans(PLAYERS)
            ]
            places = {column: formulas.once_played(games, item) for column, item in places.items()}
        self._add_sums(page, gettext("Place"), map(places.get, every))
        if given.apart:
            tie_breaks = dict(zip(columns, given.apart.figures, strict=True))
            self._add_sums(page, gettext("Tie-break"), map(tie_breaks.get, every))

    def _add_sums(self, page: Page, label: str, cells: Iterable[Formula | float | None]) -> None:
        page.add([*_label(label), *(Styled(cell, "sum") for cell in cells)])

    def _placed(self, here: Sequence[Ranked], more: int) -> Placed:
        low = self.game.lowest_wins
        if self.game.partners:
            return build_side_places(here, low)
        columns = [ranked.cell.column for ranked in here]
        dashes = [self.result["dashes"].get(self.names[column - PLAYERS], 0) for column in columns]
        usual = TieBreaker([Cell(column, DASHES) for column in columns], dashes)
        by_dashes = self.game.tie_break == "dashes"
        return build_places(
            here, low, [Cell(column, more) for column in columns], usual if by_dashes else None
        )

    def _penalties(self, page: Page, totals: dict[str, Total]) -> dict[str, Total]:
        """Add a row for each penalty and the totals with them. Return where these are."""
        given = self.state["penalties"]
        if not given:
            return totals
        sign = 1 if self.game.lowest_wins else -1
        first = page.rows + 1
        for penalty in given:
            reason = f"{penalty['reason']} ({penalty['signed']})"
            cells = [
                penalty["points"] * sign if name == penalty["player"] else None
                for name in self.names
            ]
            label, _reason, turn = _label(gettext("Penalty"))
            row = [label, Styled(reason, "words"), turn]
            page.add([*row, *(Styled(cell, "cell") for cell in cells)])
        last, totals_with = page.rows, {}
        for column, name in self._columns():
            extra = sum(penalty["points"] for penalty in given if penalty["player"] == name) * sign
            points = totals[name].points + extra
            totals_with[name] = totals[name]._replace(cell=Cell(column, last + 1), points=points)
        sums = [
            formulas.total(
                [totals[name].cell, formulas.down(column, first, last)], totals_with[name].points
            )
            for column, name in self._columns()
        ]
        self._add_sums(page, gettext("With penalties"), sums)
        return totals_with

    def _settlement(self, page: Page, row: int) -> None:
        nets = self.result["settlement"]
        if not (nets and self.result["finished"]):
            return
        everybody = formulas.across(row, PLAYERS, self.last_column)
        count = len(self.names)
        cells = [
            formulas.settled(Cell(column, row), everybody, count, nets[name])
            for column, name in self._columns()
        ]
        self._add_sums(page, gettext("Settlement"), cells)

    def _match_sums(self, page: Page) -> dict[str, Total]:
        points, first = self.result["match_points"], self.blocks[1].first
        totals = {name: self._total(name, page.rows + 1, points[name]) for name in self.names}
        sums = [
            formulas.total(self._spans(first + n), points[name])
            for n, name in enumerate(self.names)
        ]
        self._add_sums(page, gettext("Match points"), sums)
        return totals


def _both(words: str) -> str:
    """Return both figures of an undecided cell, such as "5/10"; "" for one that is decided."""
    return words.replace(OR, "/") if OR in words else ""


def _label(words: str) -> list[Styled]:
    return [Styled(words, "label"), Styled("", "label"), Styled("", "label")]
