"""What stands on the wedstrijdformulier, the paper form of a sheet. draw_form.py draws it."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import repeat
from typing import NamedTuple

from django.utils.translation import gettext

from scoring import games
from scoring.games.core.game import Game
from scoring.games.core.options import TOTALS
from scoring.games.sheet.data import SheetData
from scoring.pages import grid, rulebook
from scoring.pages.entry_columns import AWAY, OUT, Column, build_columns, write_row
from scoring.pages.words import choice_in_words
from scoring.printing.small_print import list_notes, list_rules
from scoring.toolkit.problems import Json
from scoring.toolkit.translation import translate

LONGEST = 50  # lines at most on a form whose number of games is not fixed
TELLING = 5  # the first notes: the deal, and the values of cards and jokers


class Head(NamedTuple):
    """The text above the form; an empty field becomes a line to write on."""

    club: str = ""
    night: str = ""
    table: str = ""
    round: str = ""


EMPTY = Head()


class ScoreColumn(NamedTuple):
    seats: tuple[int, ...]
    names: tuple[str, ...]  # empty: to be written by hand
    scribe: tuple[bool, ...]
    dashes: str = ""

    @property
    def side(self) -> str:
        """Return the label of two partners, with their seats; "" for a player alone."""
        if len(self.seats) == 1:
            return ""
        return gettext("Side %(seats)s") % {"seats": " + ".join(map(str, self.seats))}


class PrintedLine(NamedTuple):
    number: int
    label: str = ""
    contract: str = ""
    dealer: str = ""
    starter: str = ""
    cells: tuple[tuple[str, ...], ...] = ()  # for each place its parts, such as points laid
    once: tuple[str, ...] = ()
    void: str = ""
    subtotals: tuple[str, ...] | None = None  # a line under this game; None: there is none


class PrintedSheet(NamedTuple):
    key: str  # of the game system
    title: str
    head: Head
    places: list[ScoreColumn]
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


def build_blank(game: Game, seats: int, head: Head = EMPTY, title: str = "") -> PrintedSheet:
    """Return an empty form for this number of players, with the scribe at seat 1."""
    low, high = game.seats
    seated = [str(seat) for seat in range(1, max(low, min(seats, high)) + 1)]
    options = {key: game.value(key) for key in game.options}
    data: SheetData = {
        "game": game.key,
        "options": options,
        "players": seated,
        "scribe": "1",
        "games": [],
        "title": title,
    }
    form = build_sheet(data, head)
    places = [place._replace(names=tuple("" for _ in place.names)) for place in form.places]
    form = form._replace(places=places, signers=["" for _ in form.signers])
    if not game.by_round:
        return form
    # The round is not known yet, so its contract is written by hand.
    return form._replace(lines=[line._replace(contract="") for line in form.lines])


def build_played(data: SheetData, head: Head, names: Mapping[str, str]) -> PrintedSheet:
    """Return a form to read, without small print. `names` are those that its readers may see, keyed
    by those on the sheet.
    """
    form = build_sheet(data, head, names=names)
    return form._replace(lines=form.lines[: form.needed], notes=[], rules=[], hands=[])


def build_sheet(
    data: SheetData,
    head: Head = EMPTY,
    address: str | None = None,
    *,
    sheet: str = "",
    writes: str | None = None,
    names: Mapping[str, str] | None = None,
) -> PrintedSheet:
    """Return the printed form of a sheet. `address` is the link that it shows; a form without one
    has the sheet's id (`sheet`) in its QR code. `writes` is the present scribe, if it is not the
    first one. `names` are shown instead of the players' own.
    """
    players = data["players"]
    names = names or dict(zip(players, players, strict=True))
    writes = writes or data["scribe"]
    game = games.build_sheet_game(data)
    drawn = grid.join_partners(grid.build_grid(data))
    book = rulebook.build_rulebook(game)
    columns = build_columns(game, players)
    once = [column for column in columns if not column.player]
    return PrintedSheet(
        key=game.key,
        title=drawn.title,
        head=head if head.round else head._replace(round=str(data.get("round", ""))),
        places=[
            ScoreColumn(
                seats=tuple(seat + 1 for seat in seats),
                names=tuple(names[players[seat]] for seat in seats),
                scribe=tuple(players[seat] == writes for seat in seats),
                dashes=str(column.dashes) if drawn.dashes_are_written and drawn.finished else "",
            )
            for seats, column in zip(drawn.sides, drawn.columns, strict=True)
        ],
        parts=_parts(game, columns, players[0]),
        runs=game.has_end,
        once=[column.label for column in once],
        brief=[all(type(value) is bool for _word, value in column.words) for column in once],
        lines=list(_lines(game, data, drawn, columns, names)),
        needed=len(drawn.lines),
        sums=list(_sums(game, drawn)),
        apart=_apart(game, drawn),
        dashes=drawn.dashes_are_written,
        adds_to=game.adds_to,
        once_first=not game.has_cells,
        turn=_turn_heads(game),
        signers=[names[name] for name in players if name != writes],
        notes=list_notes(game, players, book),
        rules=list_rules(game, book),
        hands=book.hands,
        address=address,
        sheet=sheet,
    )


# The games


def _parts(game: Game, columns: Sequence[Column], player: str) -> list[str]:
    """Return the labels of the parts of a player's column: the entries, the score unless an entry
    is the score itself, and the running total in games that end at a total.
    """
    entered = [column.label for column in columns if column.player == player]
    score = [] if _is_score(game) or game.entry == TOTALS else [gettext("Score")]
    return [*entered, *score, *([gettext("Total so far")] * game.has_end)]


def _is_score(game: Game) -> bool:
    """Return whether the number that is written for a player is already the score."""
    return game.short is not None and (game.lowest_wins or game.settled_by_club)


def _lines(
    game: Game,
    data: SheetData,
    drawn: grid.Grid,
    columns: Sequence[Column],
    names: Mapping[str, str],
) -> Iterator[PrintedLine]:
    last = len(drawn.lines) if game.games or drawn.finished else LONGEST
    known = {line.number: line for line in drawn.lines}
    firsts = {player: shown.partition(" ")[0] for player, shown in names.items()}
    alike = Counter(firsts.values())
    short = {
        player: first if first[:1].isupper() and alike[first] == 1 else names[player]
        for player, first in firsts.items()
    }
    turns = _turns(game, data["players"], drawn.lines)
    if not (game.has_turns and grid.is_starter_known(game, data)):
        turns = repeat(("", ""))  # written by hand
    for number in range(1, max(last, len(drawn.lines)) + 1):
        contract = "" if game.by_round else translate(game.contract_in_words(number))
        empty = tuple(grid.Cell("empty") for _ in drawn.columns)
        line = known.get(number) or grid.GridLine(number, contract, cells=empty)
        entered = data["games"][number - 1] if number <= len(data["games"]) else {}
        typed = write_row(columns, entered, {})
        dealer, starter = next(turns)
        yield PrintedLine(
            number=number,
            label="" if game.entry == TOTALS else str(number),
            contract=line.contract,
            dealer=short.get(dealer, "") if game.has_dealer else "",
            starter=short.get(starter, ""),
            cells=tuple(_cells(game, drawn, columns, line, typed)),
            once=tuple(names.get(text, text) for text in _once(game, columns, entered, typed)),
            void=line.void,
            subtotals=(line.subtotals or tuple("" for _ in drawn.columns))
            if number in game.ruled(number)
            else None,
        )


def _turn_heads(game: Game) -> list[str]:
    deals, begins = gettext("deals"), gettext("begins")
    if not game.has_turns:
        return []
    if game.leads:
        return [deals]
    return [deals, begins] if game.has_dealer else [begins]


def _turns(
    game: Game, players: Sequence[str], lines: Sequence[grid.GridLine]
) -> Iterator[tuple[str, str]]:
    """Yield the dealer and the starter of game after game, without end. Of games to come it is
    assumed that everybody plays.
    """
    first = next((line for line in lines if line.next), None)
    yield from (
        (line.turn, line.starter) for line in lines if not first or line.number < first.number
    )
    seat = players.index(first.turn) if first and first.turn in players else 0
    side = 1 if game.has_dealer else game.side
    while True:
        begins = seat + 1 if game.has_dealer else seat
        starter = "" if game.leads else players[begins % len(players)]
        yield players[seat % len(players)], starter
        seat += side


def _cells(
    game: Game,
    drawn: grid.Grid,
    columns: Sequence[Column],
    line: grid.GridLine,
    typed: Mapping[str, str],
) -> Iterator[tuple[str, ...]]:
    running = line.running or tuple("" for _ in drawn.columns)
    for cell, person, total in zip(line.cells, drawn.columns, running, strict=True):
        shown = {"dash": OUT, "absent": AWAY, "score": cell.score, "open": cell.score}.get(
            cell.kind, ""
        )
        mine = [column.name for column in columns if column.player == person.name]
        runs = [total] * game.has_end
        if _is_score(game):
            yield (shown or typed[mine[0]], *runs)
        elif game.entry == TOTALS:
            yield tuple(typed[name] for name in mine)
        elif shown == AWAY:
            yield (*("" for _ in mine), AWAY, *runs)
        else:
            yield (*_entered(cell, [typed[name] for name in mine]), shown, *runs)


def _entered(cell: grid.Cell, typed: Sequence[str]) -> Iterator[str]:
    """Yield what stands in the entry cells of a player or a side: what was typed or, of a game
    whose score has parts such as points and roem, these.
    """
    if not cell.apart:
        yield from typed
        return
    points, *inside = cell.apart
    yield f"{points} {cell.mark}".strip()
    yield from (figure if figure != "0" else "" for figure in inside)


def _once(
    game: Game, columns: Sequence[Column], entered: Json, typed: Mapping[str, str]
) -> Iterator[str]:
    fields = {**game.entry_fields, **game.row_fields}
    for column in columns:
        if not column.player:
            field = fields[column.key]
            yield choice_in_words(field, entered.get(field.key)) or typed[column.name]


# Under the games, filled in once the sheet is finished


def _sums(game: Game, drawn: grid.Grid) -> Iterator[tuple[str, list[str]]]:
    shown = {line.kind: [words for words, _leads in line.figures] for line in drawn.sums}
    kinds = {"total": gettext("Total")}
    if "win_points" in game.options:
        kinds["match_points"] = gettext("Match points")
    if game.settles:
        kinds["settlement"] = gettext("Settlement")
    kinds["place"] = gettext("Place")
    empty = ["" for _ in drawn.columns]
    for kind, words in kinds.items():
        yield words, shown.get(kind, empty) if drawn.finished else empty


def _apart(game: Game, drawn: grid.Grid) -> list[tuple[str, ...]]:
    """Return for each place the figures beside its total, such as points and roem."""
    kinds = ["points", *(kind for kind, mark in game.marks.items() if mark.in_score)]
    beside = drawn.apart and game.entry != TOTALS  # there they are in the line of the round
    figures = [drawn.apart[kind] for kind in kinds] if beside else []
    return [
        tuple(str(part[column.name]) if drawn.finished else "" for part in figures)
        for column in drawn.columns
        if figures
    ]
