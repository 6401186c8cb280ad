"""What the program that reads photos of paper forms must know of a form: which cells it reads, and
the rules of the form's game.
"""

from scoring.games.core.game import Game
from scoring.printing.geometry import FormCell, FormPage
from tournaments.photo.engine.decoder import Rules
from tournaments.photo.engine.readings import Key


def is_readable(game: Game) -> bool:
    """Return whether the program can read photos of paper forms of this game. It can if every cell
    of a form holds a number or a dash, and nothing else.
    """
    return bool(game.short and game.dash and not game.partners)


def find_readable_cells(page: FormPage, last: int) -> dict[Key, FormCell]:
    """Return the cells of this page of a paper form that the program can read from a photo, each by
    its key. `last` is the last game of the form; the totals stand below it.
    """
    return {key: cell for cell in page.cells if (key := _name_cell(cell, last))}


def _name_cell(cell: FormCell, last: int) -> Key | None:
    if cell.kind == "sum":
        return None if cell.part else Key("sum", last, cell.place)
    if cell.kind == "subtotal":
        return Key("sum", cell.game, cell.place)
    if cell.kind == "dashes":
        return Key("dashes", 0, cell.place)
    return Key(("game", "score")[cell.part], cell.game, cell.place) if cell.part < 2 else None


def build_rules(game: Game) -> Rules:
    """Return the rules of this game that help to decide what the cells of a photographed paper form
    hold, such as the lowest and the highest score.
    """
    short = game.short
    assert short is not None
    last = game.games or 0
    sums = (*game.ruled(last), last) if game.games and game.lowest_wins else ()
    high = min(short.high, int(game.constants.get("warn_above", short.high)))
    return Rules(short.low, high, one_dash=True, sums=sums)
