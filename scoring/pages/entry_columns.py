"""The columns of a grid in which games are typed from paper, and a game as it would be typed in
them. The form on paper and the workbook have the same columns. What is typed is read by
static/scoring/paper/notation.js, which writes it in the same way too.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from django.utils.text import capfirst
from django.utils.translation import gettext

from scoring.games.core.fields import SIDES, Field
from scoring.games.core.game import Game, has_halves
from scoring.games.core.options import TOTALS
from scoring.games.sheet.paper_sums import APART
from scoring.games.sheet.rows import ABSENT, DASH
from scoring.games.sheet.scorer import MOST_ROWS
from scoring.pages.grid import has_dashes
from scoring.pages.words import head_in_words
from scoring.toolkit.figures import simplify
from scoring.toolkit.problems import Json

Typed = dict[str, str]  # the texts of a line, keyed by column

OPEN_END = 8  # so many lines at first if the number of games is not fixed
OUT, AWAY = "—", "×"  # as shown
FAR = 99_999


class Jokers(NamedTuple):
    """How a number with jokers is typed in a game in which a joker left in the hand is worth `low`
    or `high` points. 29+2x20 stands for the number 29 and two jokers at 20 each. 29+2 does not say
    what the two jokers are worth.
    """

    low: int
    high: int
    beside: str  # key of the entry that holds the number
    within: bool  # whether that number includes the jokers
    verdict: str  # key of the entry that says which value counts
    dealt: int = 0  # a player with fewer cards has come out, so that its jokers count `high`


class Column(NamedTuple):
    name: str
    player: str | None  # None: entered once a game, or only for its winner
    key: str  # of the part entered; empty for a bare number
    label: str
    low: int = 0
    high: int = -1  # below `low` if no number can be entered
    words: tuple[tuple[str, Any], ...] = ()  # what can be typed (a prefix is enough) and its value
    jokers: Jokers | None = None  # if jokers can be entered separately
    of_winner: bool = False
    optional: bool = False
    after: tuple[str, Sequence[str], bool] | None = None  # a cell, its values, whether it has one
    partners: tuple[str, ...] = ()  # players for whom the same is stored
    instead: str = ""  # key of the part that is "no" where a word stands for no number
    in_row: bool = False  # of a side, under its first player, but stored with the game
    answered_by: tuple[str, ...] = ()  # names of columns that answer it as well
    passes: bool = False  # may be left empty, which stands for a usual value
    halves: bool = False

    @property
    def once(self) -> bool:  # is stored once for the whole game
        return self.in_row or not self.player


def build_columns(game: Game, players: Sequence[str]) -> list[Column]:
    """Return those of the players first, optional ones last."""
    every = [
        *_list_player_columns(game, players),
        *_list_side_columns(game, players),
        *_list_game_columns(game, players),
        *_list_winner_columns(game),
    ]
    return sorted(every, key=lambda column: column.optional and not column.player)


def _list_player_columns(game: Game, players: Sequence[str]) -> Iterator[Column]:
    if not game.has_cells:
        return
    of_all = [field for field in game.parts if field.kind == "number" and field.who != "out"]
    fields = [game.short] if game.short else of_all
    marks: list[tuple[str, Any]] = [(OUT, DASH)] if game.goes_out else []
    if any(field.instead for field in fields):
        marks.append((gettext("no"), False))
    away = () if game.all_play else ((AWAY, ABSENT),)
    for place, (player, *partners) in enumerate(game.list_sides(players), 1):
        for number, field in enumerate(fields):
            last = number == len(fields) - 1
            yield Column(
                name=f"p{place}" + (f"-{field.key}" if len(fields) > 1 else ""),
                player=player,
                key="" if field is game.short else field.key,
                label=head_in_words(field),
                low=field.low,
                high=field.high,
                words=(*away, *(marks if last else ())),
                jokers=_jokers(game) if field is game.short else None,
                instead=field.instead,
                answered_by=tuple(key for key, values in field.when.items() if None in values),
                partners=tuple(partners),
                halves=field.halves,
                passes=field.if_passed is not None,
                optional=field.optional,
            )


def _jokers(game: Game) -> Jokers | None:
    low, high = game.joker_values
    if "jokers" not in game.entry_fields or not game.verdict or low == high:
        return None
    number = next(field for field in game.parts if field.kind == "number")
    within = number is game.short
    return Jokers(low, high, number.key, within, game.verdict, game.dealt if within else 0)


def _list_side_columns(game: Game, players: Sequence[str]) -> Iterator[Column]:
    """Yield the columns of each two partners. In the first one, the word for a mark (a rare event
    such as that they took all tricks) can be typed in place of a number.
    """
    if not game.partners:
        return
    for place, (side, partners) in enumerate(zip(SIDES, game.list_sides(players), strict=True)):
        words: tuple[tuple[str, Any], ...] = tuple(
            (gettext(field.label), {field.key: field.kind != "side" or side})
            for field in game.row
            if _is_mark(game, field)
        )
        for field in game.row:
            if field.side == place:
                yield _once(game, field, players)._replace(
                    player=partners[0],
                    partners=tuple(partners[1:]),
                    words=words,
                    in_row=True,
                    answered_by=field.answered_by,
                    passes=field.if_passed is not None,
                )
                words = ()


def _is_mark(game: Game, field: Field) -> bool:
    return field.kind in ("flag", "side") and any(other.side is not None for other in game.row)


def _list_game_columns(game: Game, players: Sequence[str]) -> Iterator[Column]:
    for field in game.row:
        of_side = field.side is not None or _is_mark(game, field)
        if field.in_use and not field.said_before and not of_side:
            yield _once(game, field, players)


def _list_winner_columns(game: Game) -> Iterator[Column]:
    """Yield the columns of what the winner has, without what is only for tiles that were entered
    one by one, as nobody types these from paper.
    """
    hands = [field.key for field in game.parts if field.kind == "hand"]
    for field in game.parts:
        if field.who == "out" and not any(None in field.unless.get(key, ()) for key in hands):
            column = _once(game, field, ())
            yield column._replace(of_winner=True, name=f"winner-{field.key}")


def _after(game: Game, field: Field) -> tuple[str, Sequence[str], bool] | None:
    """Return when this field is to be entered: the key of another field of the game, some values,
    and whether that field has one of them (True) or none (False).
    """
    for conditions, has in ((field.when, True), (field.unless, False)):
        for key, values in conditions.items():
            named = tuple(str(value) for value in values if value is not None)
            if key in game.row_fields and named:
                return key, named, has
    return None


def _once(game: Game, field: Field, players: Sequence[str]) -> Column:
    low, high = (field.low, field.high) if field.kind == "number" else (0, -1)
    return Column(
        name=field.key,
        player=None,
        key=field.key,
        label=head_in_words(field),
        low=low,
        high=high,
        words=tuple(_words(field, players)),
        optional=field.optional,
        after=_after(game, field),
    )


def _words(field: Field, players: Sequence[str]) -> Iterator[tuple[str, Any]]:
    if field.kind == "flag":
        yield from ((gettext("yes"), True), (gettext("no"), False), ("1", True), ("0", False))
    elif field.kind == "player":
        yield from ((name, name) for name in players)
        yield from ((str(seat), name) for seat, name in enumerate(players, 1))
    elif field.kind == "side":
        for side, seats in zip(SIDES, (players[0::2], players[1::2]), strict=True):
            yield from ((word, side) for word in (side, *seats))
    elif field.kind == "choice":
        # With too many choices to name, people know their abbreviations.
        for value, words in field.choices.items():
            yield (value if field.right else gettext(words)), value


# The sums that a form on paper has of its own


def build_sums(game: Game, players: Sequence[str]) -> list[Column]:
    """Return the cells of dashes, subtotals and totals, and of parts of the totals such as points.
    The key of each is its line, such as "subtotals 5".
    """
    subtotal, ruled = gettext("Subtotal after %(number)s"), game.ruled(game.games or MOST_ROWS)
    lines = [("dashes", gettext("Dashes"))] if has_dashes(game) else []
    lines += [(f"subtotals {after}", subtotal % {"number": after}) for after in ruled]
    is_entered = game.entry == TOTALS  # together with its parts, but for their sum
    if not is_entered or game.marks:
        lines.append(("totals", gettext("Total")))
    for kind, label in () if is_entered else game.parts_of_totals().items():
        lines.append((f"{APART} {kind}", capfirst(gettext(label))))
    return [
        Column(
            f"{line.replace(' ', '-')}-p{place}",
            player,
            line,
            label,
            *_bounds(game, line),
            partners=tuple(partners),
            passes=line.startswith(APART),
            halves=has_halves(game) and line != "dashes",
        )
        for line, label in lines
        for place, (player, *partners) in enumerate(game.list_sides(players), 1)
    ]


def _bounds(game: Game, line: str) -> tuple[int, int]:
    """Return the bounds of a sum, by which the page knows when a typed number is complete."""
    if line == "dashes":
        return 0, game.games or MOST_ROWS
    if line.startswith(APART):
        return 0, FAR
    count = game.games if line == "totals" else int(line.partition(" ")[2])
    added = has_dashes(game) and getattr(game, "joker_points", 1) == 1
    return (0, count * game.short.high) if added and count and game.short else (-FAR, FAR)


# What somebody would type


def write_row(columns: Sequence[Column], row: Json, scores: Mapping[str, float]) -> Typed:
    """Return the texts of a game. A player's score takes the place of cards that were entered one
    by one, as on paper.
    """
    entries = row.get("entries") or {}
    marks = _marked_columns(columns, row, scores)
    out = next(
        (entry for entry in entries.values() if isinstance(entry, dict) and entry.get("out")), {}
    )
    last = {column.player: column for column in columns if not column.once}
    typed = {}
    for column in columns:
        cell = _of_side(column, entries)
        if column.once:
            value = marks.get(column.name) or (out if column.of_winner else row).get(column.key)
        elif isinstance(cell, dict):
            value = _part(column, cell, column is last[column.player])
        else:
            value = cell if column is last[column.player] or cell == ABSENT else None
        score = scores.get(column.player or "")
        if isinstance(value, list) and not column.key and score is not None:
            value = abs(score)  # the scores of cards left may be negative
        typed[column.name] = _write(column, value)
    return typed


def write_sums(columns: Sequence[Column], paper: Json) -> Typed:
    typed = {}
    for column in columns:
        part, _, after = column.key.partition(" ")
        figures = paper.get(part) or {}
        figures = (figures.get(after) or {}) if after else figures
        typed[column.name] = _write(column, _of_side(column, figures))
    return typed


def _of_side(column: Column, figures: Json) -> Any:
    """Return what either partner has."""
    names = (column.player or "", *column.partners)
    return next((figures[name] for name in names if figures.get(name) is not None), None)


def _marked_columns(
    columns: Sequence[Column], row: Json, scores: Mapping[str, float]
) -> dict[str, Mapping[str, Any]]:
    """Return the mark of this game, keyed by the column in which it is typed. One that names no
    side is typed at the side that got nothing, or else at the first.
    """
    nothing = [column.name for column in columns if scores.get(column.player or "") == 0]
    found = [
        (column.name, meant)
        for column in columns
        for _word, meant in column.words
        if column.in_row and meant.items() <= row.items()
    ]
    # A counter pit says that they were nat.
    found = [mark for mark in found if True not in mark[1].values()] or found
    return dict([mark for mark in found if mark[0] in nothing][:1] or found[:1])


def _part(column: Column, cell: Json, last: bool) -> Any:
    """Return the part of a player's entry in this column. What is no number (a dash, a "no", or
    cards that were entered one by one) stands in the player's last column.
    """
    if last and cell.get("out"):
        return DASH
    if last and column.instead and cell.get(column.instead) is False:
        return False
    cards = next((value for value in cell.values() if isinstance(value, list)), None)
    if last and cards is not None:
        return cards
    return cell.get(column.key) if column.key else cell


def _write(column: Column, value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, list):
        return " ".join(str(card) for card in value)
    words = (word for word, meant in column.words if meant == value and type(meant) is type(value))
    if isinstance(value, dict):
        return next(words, "") or _write_jokers(column.jokers, value)
    number = simplify(value) if isinstance(value, float) else value
    return next(words, str(number).replace(".5", "½"))


def _write_jokers(jokers: Jokers | None, cell: Json) -> str:
    """Return the text for an entry with jokers, such as 29+2x20."""
    number = next((value for key, value in cell.items() if key in ("cards", "points")), "")
    count = cell.get("jokers", 0)
    if not jokers or not count or number == "":
        return str(number)
    could = cell.get(jokers.verdict)
    alone = number - count * jokers.within
    if could is None:
        return f"{alone}+{count}"
    return (f"{alone}+" if alone else "") + f"{count}x{jokers.high if could else jokers.low}"


# What the signs and words mean


class Hint(NamedTuple):
    keys: str
    words: str = ""
    rest: str = ""  # the rest of a word that need not be typed whole
    column: str = ""  # label of the column that it explains


def list_hints(game: Game, players: Sequence[str]) -> Iterator[Hint]:
    every = build_columns(game, players)
    if game.goes_out:
        yield Hint("-", gettext("is out"))
    if any(column.instead for column in every):
        yield Hint(gettext("no"), gettext("has not melded"))
    if game.has_cells and not game.all_play:
        yield Hint("x", gettext("does not play"))
    for column in [column for column in every if column.jokers][:1]:
        assert column.jokers
        number, value = min(29, column.high // 2 + 1), column.jokers.high
        words = gettext(
            "%(number)s and two jokers, at %(value)s each: could have come out, or lay there"
            " already"
        )
        yield Hint(f"{number}+2x{value}", words % {"number": number, "value": value})
    fields = {**game.entry_fields, **game.row_fields}
    for column in every:
        if not column.player:
            yield from _once_hints(fields[column.key], column)
    yield from _shorten(next((column.words for column in every if column.in_row), ()))


def _once_hints(field: Field, column: Column) -> Iterator[Hint]:
    if field.right:
        yield Hint("", gettext(field.right), column=column.label)
    elif field.kind == "choice":
        yield from _shorten(column.words)
    elif field.kind == "player":
        yield Hint("", gettext("the number of the seat, or the name"), column=column.label)
    elif field.kind == "flag":
        yield Hint("1", column=column.label)


def _shorten(words: Sequence[tuple[str, Any]]) -> Iterator[Hint]:
    every = [word for word, _meant in words]
    for word in every:
        prefix = find_shortest(word, every)
        yield Hint(prefix, rest=word[len(prefix) :])


def find_shortest(word: str, words: Sequence[str]) -> str:
    for end in range(1, len(word)):
        begun = word[:end].casefold()
        if sum(other.casefold().startswith(begun) for other in words) == 1:
            return word[:end]
    return word
