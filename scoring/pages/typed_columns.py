"""The columns of the grid in which games are typed from paper: what their cells may hold, and how
the text of one cell is read and written.

The columns follow from the game system's description. Each player has one column, or more if a
player has several numbers. Further columns are for what is entered once for the whole game, and for
what only the winner of the game has. The page's scripts read and write the same columns in the same
way (static/scoring/paper/notation.js).
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from django.utils.translation import gettext

from scoring.games.core.fields import SIDES, Field
from scoring.games.core.game import Game
from scoring.games.sheet.rows import ABSENT, DASH
from scoring.pages.field_words import head_in_words, label_in_words
from scoring.toolkit.texts import Text
from scoring.toolkit.translation import translate

Json = dict[str, Any]

WINNER = "winner"  # in place of a player
OPEN_END = 8  # so many lines at first if the number of games is not fixed
OUT, AWAY = "—", "×"  # as shown
SIGNS = {**dict.fromkeys("-–—−", OUT), **dict.fromkeys("xX×*", AWAY)}  # * is on every keypad
JOKERS = re.compile(r"(?:([0-9]{1,4})\+)?([0-9])(?:[x×*]([0-9]{1,3}))?", re.IGNORECASE)
NUMBER = re.compile(r"([-–−]?)([0-9]{1,6})")


class Jokers(NamedTuple):
    """How a number with jokers is typed in a game in which a joker left in the hand is worth `low`
    or `high` points. 29+2x20 stands for the number 29 and two jokers at 20 each. 29+2 does not say
    what the two jokers are worth.

    In some games the number before the + counts the other cards left in the hand, not points.
    Then 5+2 can be enough. A player with fewer cards than were dealt has already laid melds, and so
    the jokers are worth `high`.
    """

    low: int
    high: int
    beside: str  # key of the entry that holds the number
    within: bool  # whether that number includes the jokers
    verdict: str  # key of the entry that says which value counts
    dealt: int = 0  # a player with fewer cards has come out


class Column(NamedTuple):
    """A column of the grid for typing games: one cell in every game."""

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

    @property
    def once(self) -> bool:
        """Return whether this column's entry is stored once for the whole game."""
        return self.in_row or not self.player

    @property
    def size(self) -> int:
        """Return how many characters its cell has room for."""
        longest = max((len(word) for word, _ in self.words), default=0)
        return 4 if self.player or longest < 6 else 12 if longest < 13 else 20

    def read(self, typed: str) -> Any:
        """Return the value that this text stands for, or None if it is empty. Text that can't be
        read is returned unchanged, and saving refuses it.
        """
        text = typed.strip()
        if not text:
            return None
        number = NUMBER.fullmatch(text) if self.low <= self.high else None
        if number and (self.low < 0 or not number[1]):
            return int(f"-{number[2]}" if number[1] else number[2])
        if self.jokers and (match := JOKERS.fullmatch("".join(text.split()))):
            return self._with_jokers(match) or text
        return self._word(text)

    def _word(self, text: str) -> Any:
        plain = SIGNS.get(text) or text.casefold()
        exact = [value for word, value in self.words if word.casefold() == plain]
        prefixed = [value for word, value in self.words if word.casefold().startswith(plain)]
        matches = exact or prefixed
        return matches[0] if len(matches) == 1 else text

    def _with_jokers(self, match: re.Match[str]) -> Json | None:
        """Return the entry for a matched number with jokers, such as 29+2x20. Return None if the
        value given for a joker is not one of the two possible ones.
        """
        assert self.jokers
        low, high, beside, within, verdict, dealt = self.jokers
        number, count, value = (None if part is None else int(part) for part in match.groups())
        left = (number or 0) + (count or 0) * within
        cell = {beside: left, "jokers": count}
        if value is None:
            return cell | ({verdict: True} if count and left < dealt else {})
        return cell | {verdict: value == high} if value in (low, high) else None

    def can_hold(self, typed: str) -> bool:
        """Return whether a cell of this column can hold this text. It can if the text is empty or
        can be read, and a number lies between the column's lowest and highest value.
        """
        value = self.read(typed)
        if type(value) is int:
            return self.low <= value <= self.high
        return (
            value is None or isinstance(value, dict) or value in [meant for _, meant in self.words]
        )

    def write(self, value: Any) -> str:
        """Return the text that somebody would type for this value."""
        if value is None:
            return ""
        if isinstance(value, list):
            return " ".join(str(card) for card in value)
        words = (
            word for word, meant in self.words if meant == value and type(meant) is type(value)
        )
        if isinstance(value, dict):
            return next(words, "") or self._write_jokers(value)
        return next(words, str(value))

    def _write_jokers(self, cell: Json) -> str:
        """Return the text that somebody would type for an entry with jokers, such as 29+2x20."""
        number = next((value for key, value in cell.items() if key in ("cards", "points")), "")
        count = cell.get("jokers", 0)
        if not self.jokers or not count or number == "":
            return str(number)
        could = cell.get(self.jokers.verdict)
        worth = self.jokers.high if could else self.jokers.low
        alone = number - count * self.jokers.within
        if could is None:
            return f"{alone}+{count}"
        return (f"{alone}+" if alone else "") + f"{count}x{worth}"


def build_columns(game: Game, players: Sequence[str]) -> list[Column]:
    """Return the columns for typing a game of this kind: those of the players first, optional ones
    last.
    """
    every = [
        *_list_player_columns(game, players),
        *_list_side_columns(game, players),
        *_list_game_columns(game, players),
        *_list_winner_columns(game),
    ]
    return sorted(every, key=lambda column: column.optional and not column.player)


def _list_player_columns(game: Game, players: Sequence[str]) -> Iterator[Column]:
    """Yield the columns of each player: one for each number that is typed for a player in a game of
    this system.
    """
    if not game.has_cells:
        return
    fields = (
        [game.short]
        if game.short
        else [entry_field for entry_field in game.entry if _is_typed(entry_field)]
    )
    out = [(OUT, DASH)] if game.goes_out else []
    no = [(gettext("no"), False)] if any(field.instead for field in fields) else []
    marks: list[tuple[str, Any]] = [*out, *no]
    away = () if game.all_play else ((AWAY, ABSENT),)
    for place, player in enumerate(players, 1):
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
            )


def _jokers(game: Game) -> Jokers | None:
    """Return how a number with jokers is typed in this game; None if a joker cannot have two
    values.
    """
    low, high = game.joker_values
    if "jokers" not in game.entry_fields or not game.verdict or low == high:
        return None
    number = next(entry_field for entry_field in game.entry if entry_field.kind == "number")
    within = number is game.short
    return Jokers(low, high, number.key, within, game.verdict, game.dealt if within else 0)


def _is_typed(field: Field) -> bool:
    """Return whether this field has a column of its own in the grid. It has one if it is a number
    that every player has, or every player except the winner.
    """
    return field.kind == "number" and field.who != "out"


def _list_side_columns(game: Game, players: Sequence[str]) -> Iterator[Column]:
    """Yield the columns of each side (two partners), one for each number that is entered for it,
    such as points and roem in klaverjassen. There are none in a game without partners.

    In a side's first column one can also type the word for a mark (a rare event, such as that the
    side took all tricks). Players write that word in place of a number.
    """
    if not game.partners:
        return
    for place, (side, partners) in enumerate(zip(SIDES, game.sides(players), strict=True)):
        words: tuple[tuple[str, Any], ...] = tuple(_mark_words(game, side))
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


def _mark_words(game: Game, side: str) -> Iterator[tuple[str, Any]]:
    for field in game.row:
        if _is_mark(game, field):
            yield label_in_words(field), {field.key: field.kind != "side" or side}


def _is_mark(game: Game, field: Field) -> bool:
    """Return whether this field is a mark (a rare event in a game), which is typed as a word in the
    columns of the sides.
    """
    return field.kind in ("flag", "side") and any(other.side is not None for other in game.row)


def _list_game_columns(game: Game, players: Sequence[str]) -> Iterator[Column]:
    for field in game.row:
        of_side = field.side is not None or _is_mark(game, field)
        if field.in_use and not field.said_before and not of_side:
            yield _once(game, field, players)


def _list_winner_columns(game: Game) -> Iterator[Column]:
    for field in game.entry:
        if field.who == "out" and not _is_about_hand(game, field):
            column = _once(game, field, ())
            yield column._replace(of_winner=True, name=f"{WINNER}-{field.key}")


def _is_about_hand(game: Game, field: Field) -> bool:
    """Return whether this field is only for tiles entered one by one, which nobody types from
    paper.
    """
    hands = [other.key for other in game.entry if other.kind == "hand"]
    return any(None in field.unless.get(key, ()) for key in hands)


def _after(game: Game, field: Field) -> tuple[str, Sequence[str], bool] | None:
    """Return the condition under which this field has to be entered, or None if there is none. The
    condition has the key of another field of the game, some values of that field, and a flag. If
    the flag is true, the other field must have one of these values; if false, it must have none of
    them.
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
            yield (value if field.right else translate(Text(words))), value
