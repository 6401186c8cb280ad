"""A sheet as a worksheet: a column for each player, a line for each game. Scores that do not count
yet are in brackets.
"""

from collections.abc import Iterable, Iterator, Sequence

from django.utils.translation import gettext

from scoring.files.grid_columns import SheetGrid, describe_line, list_entered, list_heads
from scoring.pages.state import SheetState
from scoring.toolkit.spreadsheets.csv_lists import Listing, Value
from scoring.toolkit.spreadsheets.workbook import Book, Setup, Styled

HEADS = 5  # their row
LABELS = 3  # columns before the first player
SHARE = [17.0, 26.0]  # widths of columns before the players


def write(book: Book, name: str, title: Sequence[str], state: SheetState) -> None:
    played = SheetGrid(state)
    typed_heads, typed = list_entered(played)
    heads = [*list_heads(played), *played.names]
    turn = min(max(10.0, *(len(head) + 2 for head in heads[LABELS - 1 :])), 30.0)
    beside = [3.0, *(max(10.0, min(len(head) + 2, 24)) for head in typed_heads)] if typed else []
    widths = [*SHARE, turn, *[14.0] * len(played.names), *beside]
    page = book.add_page(name, Setup(widths, f"D{HEADS + 1}", f"{HEADS}:{HEADS}", tall=HEADS))
    first, *more = title
    page.add([Styled(first, "title")])
    page.add([" · ".join(more)])
    approved = [gettext("approved")] if state["approved"] else []
    page.add([" · ".join([played.grid.title, *approved])])
    page.add([" ".join(_list_notes(played))])
    page.add(_line([Styled(head, "head") for head in heads], typed_heads if typed else (), "head"))
    for line in played.grid.lines:
        cells = [
            Styled(line.number, "label"),
            Styled(describe_line(line), "line"),
            Styled(line.turn, "line"),
            *(Styled(shown, "cell") for shown in played.list_shown(line)),
        ]
        page.add(_line(cells, typed.get(line.number, ()), "cell"))
        if subtotals := played.list_subtotals(line):
            page.add(_sums(gettext("Subtotal"), subtotals))
    for label, reason, sums in _list_sums(played, state):
        page.add(_sums(label, sums, reason))


def make_listing(state: SheetState) -> Listing:
    played = SheetGrid(state)
    rows: list[Sequence[Value]] = [
        [line.number, describe_line(line), line.turn, *played.list_shown(line)]
        for line in played.grid.lines
    ]
    rows.append([gettext("Total"), "", "", *played.list_totals()])
    return Listing(played.grid.title, [*list_heads(played), *played.names], rows)


def _list_notes(played: SheetGrid) -> Iterator[str]:
    if any("(" in str(cell) for line in played.grid.lines for cell in played.list_cells(line)):
        yield gettext("In brackets: not counted yet.")
    yield from dict.fromkeys(played.grid.undecided)


def _line(cells: list[Styled], typed: Iterable[Value], look: str) -> list[Styled | None]:
    """Return the cells with what was typed beside them, after an empty column."""
    beside = [Styled(value, look) for value in typed]
    return [*cells, None, *beside] if beside else [*cells]


def _sums(label: str, sums: Iterable[Value], reason: str = "") -> list[Styled]:
    labels = [Styled(label, "label"), Styled(reason, "words"), Styled("", "label")]
    return [*labels, *(Styled(value, "sum") for value in sums)]


def _list_sums(played: SheetGrid, state: SheetState) -> Iterator[tuple[str, str, Sequence[Value]]]:
    """Yield each line under the games: its label, a penalty's reason, everybody's figure."""
    result, names = played.result, played.names
    yield gettext("Total"), "", played.list_totals()
    won = gettext("Dashes") if played.grid.dashes_are_written else gettext("Games won")
    for label, figures in (
        (won, result["dashes"]),
        (gettext("Settlement"), result["settlement"] if result["finished"] else {}),
        (gettext("Match points"), result["match_points"]),
    ):
        if figures:
            yield label, "", [figures.get(name, 0) for name in names]
    sign = 1 if played.game.lowest_wins else -1
    ends, penalties = dict(result["totals"]), state["penalties"]
    for penalty in penalties:
        points, fined = penalty["points"] * sign, penalty["player"]
        ends[fined] += points
        reason = f"{penalty['reason']} ({penalty['signed']})"
        yield gettext("Penalty"), reason, [points if name == fined else None for name in names]
    if penalties:
        yield gettext("With penalties"), "", [ends[name] for name in names]
    if any("scores" in row for row in result["rows"]) and not played.grid.undecided:
        places = {name: group["rank"] for group in result["ranking"] for name in group["players"]}
        yield gettext("Place"), "", [places.get(name) for name in names]
