"""What the wedstrijdformulier says, on paper as on the screen: made from the game's own
description, for every game system. How it is drawn is in drawing.py.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import repeat
from typing import Any, NamedTuple

from django.utils.translation import gettext

from scoring import games
from scoring.forms.paper_entry import hints
from scoring.games.core.fields import Field
from scoring.games.core.game import Game
from scoring.pages import grid, rulebook
from scoring.pages.columns import AWAY, OUT, Column, columns, write_row
from scoring.toolkit.texts import Text
from scoring.toolkit.translation import translate

Json = dict[str, Any]

LONGEST = 50  # games that a form without an end is ruled for, at most
ON_THE_FORM = ("games", "subtotal_after")  # house rules that it shows without words
TELLING = 5  # of the notes: the deal, and what cards and jokers count


class Head(NamedTuple):
    """What stands above it, as plain text; empty is a line to write on."""

    club: str = ""
    night: str = ""
    table: str = ""
    round: str = ""


EMPTY = Head()


class Place(NamedTuple):
    """A column of scores: one player, or two who play together."""

    seats: tuple[int, ...]
    names: tuple[str, ...]  # empty to be written in
    scribe: tuple[bool, ...]
    dashes: str = ""


class Line(NamedTuple):
    """A game. Of each place its parts, such as what was laid and what is in hand."""

    number: int
    contract: str = ""
    dealer: str = ""
    starter: str = ""
    cells: tuple[tuple[str, ...], ...] = ()
    once: tuple[str, ...] = ()
    void: str = ""
    subtotals: tuple[str, ...] | None = None  # a line under this game; None: there is none


class PrintedSheet(NamedTuple):
    key: str  # of the game
    title: str
    head: Head
    places: list[Place]
    parts: list[str]  # what is written in each cell; one part needs no words
    once: list[str]  # what is written once for a game
    brief: list[bool]  # of each of those, whether a figure or a yes is all that is written
    lines: list[Line]
    needed: int  # so many of the lines at least: there are more where nothing ends the form
    sums: list[tuple[str, list[str]]]  # under the games, each with its figures
    dashes: bool  # whether who wins gets a dash, which is counted above the column
    adds_up: bool  # to nothing: every game, and the totals
    once_first: bool  # where nobody has an entry of their own, the scores follow from it
    has_dealer: bool
    signers: list[str]
    notes: list[str]  # in small print, the most telling first
    rules: list[str]  # in the order in which they are read, for a page behind it
    hands: list[rulebook.Hand]  # closed hands, for a table behind it; empty where there are none
    address: str | None

    @property
    def name(self) -> str:
        """What tells it from other forms."""
        names = ", ".join(name for place in self.places for name in place.names if name)
        table, round_ = self.head.table, self.head.round
        parts = [
            gettext("Table %(number)s") % {"number": table} if table else "",
            gettext("Round %(number)s") % {"number": round_} if round_ else "",
            names or self.title,
        ]
        return " · ".join(part for part in parts if part)


def blank(game: Game, seats: int, head: Head = EMPTY) -> PrintedSheet:
    """To be filled in by hand, names and all; who sits at 1 keeps score."""
    low, high = game.seats
    seated = [str(seat) for seat in range(1, max(low, min(seats, high)) + 1)]
    options = {key: getattr(game, key) for key in game.options}
    data = {"game": game.key, "options": options, "players": seated, "scribe": "1", "games": []}
    form = build_sheet(data, head, named=False)
    if not game.by_round:
        return form
    # Which round it will be is not known: its contract is written by hand.
    return form._replace(lines=[line._replace(contract="") for line in form.lines])


def build_sheet(
    data: Json,
    head: Head = EMPTY,
    address: str | None = None,
    *,
    writes: str | None = None,
    named: bool = True,
) -> PrintedSheet:
    """`data` is a sheet as `score` takes it; with no games it has names alone. `writes` is who
    keeps score now, where that is somebody else than at the opening.
    """
    writes = writes or data["scribe"]
    system = games.find(data["game"])
    assert system is not None, "a stored sheet has a known game"
    game = system(data["options"])
    drawn = grid.build_grid(data)
    book = rulebook.build_rulebook(game)
    once = [column for column in columns(game, data["players"]) if not column.player]
    return PrintedSheet(
        key=game.key,
        title=drawn.title,
        head=head if head.round else head._replace(round=str(data.get("round", ""))),
        places=_places(game, data, drawn, writes, named=named),
        parts=_parts(game, data["players"]),
        once=[column.label for column in once],
        brief=[all(type(value) is bool for _word, value in column.words) for column in once],
        lines=list(_lines(game, data, drawn)),
        needed=len(drawn.lines),
        sums=_sums(game, data, drawn),
        dashes=drawn.dashes_are_written,
        adds_up=game.adds_up,
        once_first=not game.has_cells,
        has_dealer=game.has_dealer,
        signers=_signers(data, writes, named=named),
        notes=_notes(game, data["players"], book),
        rules=[words for words in (_settled(book), *book.paragraphs, _values(game)) if words],
        hands=book.hands,
        address=address,
    )


# Who plays


def _places(game: Game, data: Json, drawn: grid.Grid, writes: str, *, named: bool) -> list[Place]:
    seated = _seats(game, data["players"])
    return [_place(data, drawn, seats, writes, named=named) for seats in seated]


def _seats(game: Game, players: Sequence[str]) -> list[tuple[int, ...]]:
    """A place each; where only sides score, who faces each other."""
    count = len(players)
    if game.has_cells:
        return [(seat,) for seat in range(count)]
    return [(seat, seat + count // 2) for seat in range(count // 2)]


def _place(
    data: Json, drawn: grid.Grid, seats: tuple[int, ...], writes: str, *, named: bool
) -> Place:
    players = [data["players"][seat] for seat in seats]
    counted = drawn.dashes_are_written and drawn.finished
    return Place(
        seats=tuple(seat + 1 for seat in seats),
        names=tuple(name if named else "" for name in players),
        scribe=tuple(name == writes for name in players),
        dashes=str(drawn.columns[seats[0]].dashes) if counted else "",
    )


def _signers(data: Json, writes: str, *, named: bool) -> list[str]:
    """Everybody but who wrote it."""
    others = [name for name in data["players"] if name != writes]
    return others if named else ["" for _ in others]


# The games


def _parts(game: Game, players: Sequence[str]) -> list[str]:
    """What is entered, and the score where that is something else."""
    first = players[0]
    entered = [one.label for one in columns(game, players) if one.player == first]
    return entered if _is_score(game) else [*entered, gettext("Score")]


def _is_score(game: Game) -> bool:
    """Whether what is entered is the score itself."""
    return game.short is not None and game.lowest_wins


def _lines(game: Game, data: Json, drawn: grid.Grid) -> Iterator[Line]:
    made = columns(game, data["players"])
    last = len(drawn.lines) if game.games or drawn.finished else LONGEST
    known = {line.number: line for line in drawn.lines}
    turns = _turns(game, data["players"], drawn.lines)
    if not grid.knows_starter(game, data):
        turns = repeat(("", ""))  # written by hand
    for number in range(1, max(last, len(drawn.lines)) + 1):
        contract = "" if game.by_round else translate(game.contract_in_words(number))
        line = known.get(number) or grid.Line(number, contract)
        entered = data["games"][number - 1] if number <= len(data["games"]) else {}
        typed = write_row(made, entered, {})
        dealer, starter = next(turns)
        yield Line(
            number=number,
            contract=line.contract,
            dealer=dealer if game.has_dealer else "",
            starter=starter,
            cells=tuple(_cells(game, data["players"], made, line, typed)),
            once=tuple(_once(game, made, entered, typed)),
            void=line.void,
            subtotals=_subtotals(game, data["players"], line),
        )


def _turns(
    game: Game, players: Sequence[str], lines: Sequence[grid.Line]
) -> Iterator[tuple[str, str]]:
    """Who deals and who begins: as it was, then as the turn goes on when everybody plays."""
    first = next((line for line in lines if line.next), None)
    played = [
        (line.turn, line.starter) for line in lines if not first or line.number < first.number
    ]
    yield from played
    seat = players.index(first.turn) if first and first.turn in players else 0
    side = 1 if game.has_dealer else game.side
    while True:
        begins = seat + 1 if game.has_dealer else seat
        yield players[seat % len(players)], players[begins % len(players)]
        seat += side


def _cells(
    game: Game,
    players: Sequence[str],
    made: Sequence[Column],
    line: grid.Line,
    typed: Mapping[str, str],
) -> Iterator[tuple[str, ...]]:
    for seat, *_others in _seats(game, players):
        shown = _shown(line.cells[seat]) if line.cells else ""
        mine = [one.name for one in made if one.player == players[seat]]
        if _is_score(game):
            yield (shown or typed[mine[0]],)
        elif shown == AWAY:
            yield (*("" for _ in mine), AWAY)
        else:
            points = shown if line.cells and line.cells[seat].score != "…" else ""
            yield (*(typed[name] for name in mine), points)


def _shown(cell: grid.Cell) -> str:
    return {"dash": OUT, "absent": AWAY, "score": cell.score, "open": cell.score}.get(cell.kind, "")


def _once(
    game: Game, made: Sequence[Column], entered: Json, typed: Mapping[str, str]
) -> Iterator[str]:
    fields = {**game.entry_fields, **game.row_fields}
    for one in made:
        if not one.player:
            yield _in_words(fields[one.key], entered, typed[one.name])


def _in_words(field: Field, entered: Json, typed: str) -> str:
    choice = str(entered.get(field.key))
    return translate(Text(field.choices[choice])) if choice in field.choices else typed


def _subtotals(game: Game, players: Sequence[str], line: grid.Line) -> tuple[str, ...] | None:
    if line.number != game.subtotal_after:
        return None
    figures = line.subtotals or tuple("" for _ in players)
    return tuple(figures[seat] for seat, *_others in _seats(game, players))


# Under the games


def _sums(game: Game, data: Json, drawn: grid.Grid) -> list[tuple[str, list[str]]]:
    """Filled in when there is nothing more to write above."""
    said = {one.kind: [words for words, _leads in one.figures] for one in drawn.sums}
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
        for figures in [said.get(kind, empty) if drawn.finished else empty]
    ]


def _notes(game: Game, players: Sequence[str], book: rulebook.Rulebook) -> list[str]:
    """What the club settled, how things are written, and the rules: the deal, what is counted at
    the end of a game, and then the rest.
    """
    signs = [f"{one.keys} {one.words}" for one in hints(game, players) if one.keys and one.words]
    deal, *others = book.paragraphs
    play = [words for words in others if words not in book.counting]
    rules = [deal, _values(game), *book.counting, *play]
    return [_settled(book), " · ".join(signs), *rules]


def _settled(book: rulebook.Rulebook) -> str:
    """What the club settled otherwise than usual."""
    return " · ".join(
        f"{one.label}: {one.value}"
        for one in book.settled
        if one.own and one.key not in ON_THE_FORM
    )


def _values(game: Game) -> str:
    """What bids are worth."""
    values = {**game.constants.get("bids", {}), **game.constants.get("miseres", {})}
    return " · ".join(
        f"{translate(Text(game.row_fields['bid'].choices[bid]))} {value}"
        for bid, value in values.items()
    )
