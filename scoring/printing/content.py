"""The content of the wedstrijdformulier, the paper form of a sheet, for every game system. Like the
page on screen, it follows from the game's own description. drawing.py draws it.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import repeat
from typing import Any, NamedTuple

from django.utils.translation import gettext

from scoring import games
from scoring.games.core.game import Game
from scoring.games.sheet.data import SheetData
from scoring.pages import grid, rulebook
from scoring.pages.field_words import choice_in_words
from scoring.pages.typed_columns import AWAY, OUT, Column, build_columns
from scoring.pages.typed_rows import write_row
from scoring.printing.small_print import list_notes, list_rules
from scoring.toolkit.translation import translate

Json = dict[str, Any]

LONGEST = 50  # lines at most on a form whose number of games is not fixed
TELLING = 5  # the first notes: the deal, and the values of cards and jokers


class Head(NamedTuple):
    """The text above the form; an empty field becomes a line to write on."""

    club: str = ""
    night: str = ""
    table: str = ""
    round: str = ""


EMPTY = Head()


class Place(NamedTuple):
    """A column of scores on the form: for one player, or for the two partners of a side."""

    seats: tuple[int, ...]
    names: tuple[str, ...]  # empty: to be written by hand
    scribe: tuple[bool, ...]
    dashes: str = ""

    @property
    def side(self) -> str:
        """Return the label of this side, with its seats. Return "" if the column is for a player
        alone.
        """
        if len(self.seats) == 1:
            return ""
        return gettext("Side %(seats)s") % {"seats": " + ".join(map(str, self.seats))}


class PrintedLine(NamedTuple):
    """A line of the form: one game. `cells` has, for each column of scores, the texts of its parts,
    such as points laid and points in hand.
    """

    number: int
    contract: str = ""
    dealer: str = ""
    starter: str = ""
    cells: tuple[tuple[str, ...], ...] = ()
    once: tuple[str, ...] = ()
    void: str = ""
    subtotals: tuple[str, ...] | None = None  # a line under this game; None: there is none


class PrintedSheet(NamedTuple):
    key: str  # of the game system
    title: str
    head: Head
    places: list[Place]
    parts: list[str]  # labels of the parts of a cell; a single part needs none
    runs: bool  # whether the last part is the running total, for games that end at a total
    once: list[str]  # labels of what is written once a game
    brief: list[bool]  # for each of those: whether only a figure or a yes is written
    lines: list[PrintedLine]
    needed: int  # lines needed at least; there are more if the number of games is not fixed
    sums: list[tuple[str, list[str]]]  # lines below the games: label and figures
    apart: list[tuple[str, ...]]  # beside each total its points, roem and the like; may be empty
    dashes: bool  # whether every winner gets a dash, counted above the column
    adds_to: int | None  # what the scores of every game add up to, where that is fixed
    once_first: bool  # whether the scores follow from `once`, as players have no entries
    turn: list[str]  # heads of the column that names who deals and begins
    signers: list[str]
    notes: list[str]  # in small print, the most important first
    rules: list[str]  # in reading order, for a page behind the forms
    hands: list[rulebook.Hand]  # closed hands, for a table behind the forms; may be empty
    address: str | None
    sheet: str = ""  # its id, for the code of a form without a link

    @property
    def name(self) -> str:
        """Return a title by which this form is told from others: its table, round and players."""
        names = ", ".join(name for place in self.places for name in place.names if name)
        table, round_ = self.head.table, self.head.round
        parts = [
            gettext("Table %(number)s") % {"number": table} if table else "",
            gettext("Round %(number)s") % {"number": round_} if round_ else "",
            names or self.title,
        ]
        return " · ".join(part for part in parts if part)


def build_blank(game: Game, seats: int, head: Head = EMPTY) -> PrintedSheet:
    """Return an empty form for this number of players. The places for their names stay empty, to be
    filled in by hand. The player at seat 1 is the scribe.
    """
    low, high = game.seats
    seated = [str(seat) for seat in range(1, max(low, min(seats, high)) + 1)]
    options = {key: getattr(game, key) for key in game.options}
    data: SheetData = {
        "game": game.key,
        "options": options,
        "players": seated,
        "scribe": "1",
        "games": [],
    }
    form = build_sheet(data, head, named=False)
    if not game.by_round:
        return form
    # The round is not known yet, so its contract is written by hand.
    return form._replace(lines=[line._replace(contract="") for line in form.lines])


def build_sheet(
    data: SheetData,
    head: Head = EMPTY,
    address: str | None = None,
    *,
    sheet: str = "",
    writes: str | None = None,
    named: bool = True,
) -> PrintedSheet:
    """Return the printed form of a sheet (`data` in the format that `score` takes).

    `address` is the link that the form shows. A form without a link has the sheet's id (`sheet`) in
    its QR code instead. `writes` is the present scribe, if somebody else was the scribe at the
    opening. If `named` is false, the names stay empty.
    """
    writes = writes or data["scribe"]
    game = games.build_sheet_game(data)
    drawn = grid.build_grid(data)
    book = rulebook.build_rulebook(game)
    once = [column for column in build_columns(game, data["players"]) if not column.player]
    return PrintedSheet(
        key=game.key,
        title=drawn.title,
        head=head if head.round else head._replace(round=str(data.get("round", ""))),
        places=_places(game, data, drawn, writes, named=named),
        parts=_parts(game, data["players"]),
        runs=game.has_end,
        once=[column.label for column in once],
        brief=[all(type(value) is bool for _word, value in column.words) for column in once],
        lines=list(_lines(game, data, drawn)),
        needed=len(drawn.lines),
        sums=_sums(game, data, drawn),
        apart=_apart(game, data, drawn),
        dashes=drawn.dashes_are_written,
        adds_to=game.adds_to,
        once_first=not game.has_cells,
        turn=_turn_heads(game),
        signers=_signers(data, writes, named=named),
        notes=list_notes(game, data["players"], book),
        rules=list_rules(game, book),
        hands=book.hands,
        address=address,
        sheet=sheet,
    )


def show_names(form: PrintedSheet, names: Mapping[str, str]) -> PrintedSheet:
    """Return a form of played games with other names, for readers who may not see the real ones.
    `names` has the names to show, keyed by those on the sheet. The form has no small print, because
    nobody writes on it.
    """
    lines = [
        line._replace(
            dealer=names.get(line.dealer, ""),
            starter=names.get(line.starter, ""),
            once=tuple(names.get(words, words) for words in line.once),
        )
        for line in form.lines[: form.needed]
    ]
    places = [
        place._replace(names=tuple(names.get(name, "") for name in place.names))
        for place in form.places
    ]
    signers = [names.get(name, "") for name in form.signers]
    form = form._replace(lines=lines, places=places, signers=signers)
    return form._replace(notes=[], rules=[], hands=[])


# Who plays


def _places(
    game: Game, data: SheetData, drawn: grid.Grid, writes: str | None, *, named: bool
) -> list[Place]:
    seated = _seats(game, data["players"])
    return [_place(data, drawn, seats, writes, named=named) for seats in seated]


def _seats(game: Game, players: Sequence[str]) -> list[tuple[int, ...]]:
    """Return the seats that share each column of scores. It is one seat, or the seats of both
    partners.
    """
    return [tuple(map(players.index, side)) for side in game.sides(players)]


def _place(
    data: SheetData, drawn: grid.Grid, seats: tuple[int, ...], writes: str | None, *, named: bool
) -> Place:
    players = [data["players"][seat] for seat in seats]
    counted = drawn.dashes_are_written and drawn.finished
    return Place(
        seats=tuple(seat + 1 for seat in seats),
        names=tuple(name if named else "" for name in players),
        scribe=tuple(name == writes for name in players),
        dashes=str(drawn.columns[seats[0]].dashes) if counted else "",
    )


def _signers(data: SheetData, writes: str | None, *, named: bool) -> list[str]:
    """Return the names of those who sign the form: everybody except the scribe, who is `writes`. If
    `named` is false, each name is an empty text.
    """
    others = [name for name in data["players"] if name != writes]
    return others if named else ["" for _ in others]


# The games


def _parts(game: Game, players: Sequence[str]) -> list[str]:
    """Return the labels of the parts of a player's column. First come the entries. Then comes the
    score, unless the entry is the score itself. The running total comes last, in games that end at
    a certain total.
    """
    first = players[0]
    entered = [column.label for column in build_columns(game, players) if column.player == first]
    score = [] if _is_score(game) else [gettext("Score")]
    return [*entered, *score, *([gettext("Total so far")] * game.has_end)]


def _is_score(game: Game) -> bool:
    """Return whether the number that is written for a player is already the score, so that the form
    needs no separate column for scores.
    """
    return game.short is not None and game.lowest_wins


def _lines(game: Game, data: SheetData, drawn: grid.Grid) -> Iterator[PrintedLine]:
    every_column = build_columns(game, data["players"])
    last = len(drawn.lines) if game.games or drawn.finished else LONGEST
    known = {line.number: line for line in drawn.lines}
    turns = _turns(game, data["players"], drawn.lines)
    if not grid.is_starter_known(game, data):
        turns = repeat(("", ""))  # written by hand
    for number in range(1, max(last, len(drawn.lines)) + 1):
        contract = "" if game.by_round else translate(game.contract_in_words(number))
        line = known.get(number) or grid.GridLine(number, contract)
        entered = data["games"][number - 1] if number <= len(data["games"]) else {}
        typed = write_row(every_column, entered, {})
        dealer, starter = next(turns)
        yield PrintedLine(
            number=number,
            contract=line.contract,
            dealer=dealer if game.has_dealer else "",
            starter=starter,
            cells=tuple(_cells(game, data["players"], every_column, line, typed)),
            once=tuple(_once(game, every_column, entered, typed)),
            void=line.void,
            subtotals=_subtotals(game, data["players"], line),
        )


def _turn_heads(game: Game) -> list[str]:
    deals, begins = gettext("deals"), gettext("begins")
    if game.leads:
        return [deals]
    return [deals, begins] if game.has_dealer else [begins]


def _turns(
    game: Game, players: Sequence[str], lines: Sequence[grid.GridLine]
) -> Iterator[tuple[str, str]]:
    """Yield the dealer and the starter of game after game, without end. For games that were played
    these are the real ones. For later games it is assumed that everybody plays.
    """
    first = next((line for line in lines if line.next), None)
    played = [
        (line.turn, line.starter) for line in lines if not first or line.number < first.number
    ]
    yield from played
    seat = players.index(first.turn) if first and first.turn in players else 0
    side = 1 if game.has_dealer else game.side
    while True:
        begins = seat + 1 if game.has_dealer else seat
        starter = "" if game.leads else players[begins % len(players)]
        yield players[seat % len(players)], starter
        seat += side


def _cells(
    game: Game,
    players: Sequence[str],
    made: Sequence[Column],
    line: grid.GridLine,
    typed: Mapping[str, str],
) -> Iterator[tuple[str, ...]]:
    for seat, *_others in _seats(game, players):
        shown = _shown(line.cells[seat]) if line.cells else ""
        mine = [column.name for column in made if column.player == players[seat]]
        running = [line.running[seat] if line.running else ""] * game.has_end
        if _is_score(game):
            yield (shown or typed[mine[0]], *running)
        elif shown == AWAY:
            yield (*("" for _ in mine), AWAY, *running)
        else:
            points = shown if line.cells and line.cells[seat].score != "…" else ""
            yield (*_entered(line, seat, mine, typed), points, *running)


def _entered(
    line: grid.GridLine, seat: int, names: Sequence[str], typed: Mapping[str, str]
) -> Iterator[str]:
    """Yield the texts to print in the entry cells of a player or a side (`seat`) in one game.

    If the game is scored and its scores have several parts, such as points and roem in
    klaverjassen, these are the parts. Otherwise they are the texts that were typed (`typed`) in the
    columns with these names (`names`).
    """
    cell = line.cells[seat] if line.cells else grid.Cell("empty")
    if not cell.apart:
        yield from (typed[name] for name in names)
        return
    points, *inside = cell.apart
    yield f"{points} {cell.mark}".strip()
    yield from (figure if figure != "0" else "" for figure in inside)


def _shown(cell: grid.Cell) -> str:
    return {"dash": OUT, "absent": AWAY, "score": cell.score, "open": cell.score}.get(cell.kind, "")


def _once(
    game: Game, made: Sequence[Column], entered: Json, typed: Mapping[str, str]
) -> Iterator[str]:
    fields = {**game.entry_fields, **game.row_fields}
    for column in made:
        if not column.player:
            field = fields[column.key]
            yield choice_in_words(field, entered.get(field.key)) or typed[column.name]


def _subtotals(game: Game, players: Sequence[str], line: grid.GridLine) -> tuple[str, ...] | None:
    if line.number not in game.ruled(line.number):
        return None
    figures = line.subtotals or tuple("" for _ in players)
    return tuple(figures[seat] for seat, *_others in _seats(game, players))


# Under the games


def _sums(game: Game, data: SheetData, drawn: grid.Grid) -> list[tuple[str, list[str]]]:
    """Return the lines below the games, each with its label and figures. The figures are filled in
    only once the sheet is finished.
    """
    shown = {line.kind: [words for words, _leads in line.figures] for line in drawn.sums}
    kinds = {"total": gettext("Total")}
    if "win_points" in game.options:
        kinds["match_points"] = gettext("Match points")
    if game.settles:
        kinds["settlement"] = gettext("Settlement")
    kinds["place"] = gettext("Place")
    empty = ["" for _ in data["players"]]
    return [
        (words, [figures[seat] for seat, *_others in _seats(game, data["players"])])
        for kind, words in kinds.items()
        for figures in [shown.get(kind, empty) if drawn.finished else empty]
    ]


def _apart(game: Game, data: SheetData, drawn: grid.Grid) -> list[tuple[str, ...]]:
    """Return, for each player or side, the figures that stand beside the total, such as points and
    roem in klaverjassen. They stay empty until the sheet is finished.
    """
    kinds = ["points", *(kind for kind, mark in game.marks.items() if mark.in_score)]
    figures = [drawn.apart[kind] for kind in kinds] if drawn.apart else []
    return [
        tuple(str(part[name]) if drawn.finished else "" for part in figures)
        for name, *_partners in game.sides(data["players"])
        if figures
    ]
