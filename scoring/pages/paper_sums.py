"""The cells in which somebody types the sums on a paper form: dashes, subtotals and totals, and
parts of the totals such as points.
"""

from collections.abc import Sequence

from django.utils.text import capfirst
from django.utils.translation import gettext

from scoring.games.core.game import Game
from scoring.games.sheet.crosscheck import APART
from scoring.games.sheet.scorer import MOST_ROWS
from scoring.pages.paper_checks import has_dashes
from scoring.pages.typed_columns import Column
from scoring.toolkit.problems import Json
from scoring.toolkit.texts import Text
from scoring.toolkit.translation import translate

FAR = 99_999
Typed = dict[str, str]


def list_own_lines(game: Game) -> list[tuple[str, str]]:
    """Return the lines of sums that this game's paper form has, each with its key and label."""
    words, ruled = gettext("Subtotal after %(number)s"), game.ruled(game.games or MOST_ROWS)
    lines = [
        *((f"subtotals {after}", words % {"number": after}) for after in ruled),
        ("totals", gettext("Total")),
        *(
            (f"{APART} {kind}", capfirst(translate(Text(label))))
            for kind, label in game.parts_of_totals().items()
        ),
    ]
    if has_dashes(game):
        lines.insert(0, ("dashes", gettext("Dashes")))
    return lines


def build_sums(game: Game, players: Sequence[str]) -> list[Column]:
    every = []
    for part, label in list_own_lines(game):
        low, high = _bounds(game, part)
        for place, (player, *partners) in enumerate(game.sides(players), 1):
            name = f"{part.replace(' ', '-')}-p{place}"
            passes = part.startswith(APART)
            mine = Column(
                name, player, part, label, low, high, partners=tuple(partners), passes=passes
            )
            every.append(mine)
    return every


def _bounds(game: Game, part: str) -> tuple[int, int]:
    """Return the lowest and the highest value that one sum on a paper form can have. `part` is the
    kind of sum, such as "dashes" or "totals". The page uses these bounds to know when a typed
    number is complete.
    """
    if part == "dashes":
        return 0, game.games or MOST_ROWS
    if part.startswith(APART):
        return 0, FAR
    count = game.games if part == "totals" else int(part.partition(" ")[2])
    added = has_dashes(game) and getattr(game, "joker_points", 1) == 1
    return (0, count * game.short.high) if added and count and game.short else (-FAR, FAR)


def read_sums(made: Sequence[Column], typed: Typed) -> Json:
    """Return the sums typed from a paper form, in the format in which they are stored: as the row
    of game 0, which no real game has. `made` are the columns, `typed` the texts keyed by column.
    """
    paper: Json = {}
    for column in made:
        value = column.read(typed.get(column.name, ""))
        if value is not None:
            part, _, after = column.key.partition(" ")
            figures = paper.setdefault(part, {})
            figures = figures.setdefault(after, {}) if after else figures
            figures |= dict.fromkeys((column.player, *column.partners), value)
    return paper


def write_sums(made: Sequence[Column], paper: Json) -> Typed:
    typed = {}
    for column in made:
        part, _, after = column.key.partition(" ")
        figures = paper.get(part) or {}
        figures = (figures.get(after) or {}) if after else figures
        typed[column.name] = column.write(figures.get(column.player))
    return typed
