"""The signs and words that can be typed in a game, with their meanings."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from django.utils.translation import gettext

from scoring.games.core.game import Game
from scoring.pages.typed_columns import Column, build_columns
from scoring.toolkit.texts import Text
from scoring.toolkit.translation import translate


class Hint(NamedTuple):
    """Something that can be typed in this game, and its meaning."""

    keys: str
    words: str = ""
    rest: str = ""  # the rest of a word that need not be typed whole
    column: str = ""  # label of the column that it explains


def list_hints(game: Game, players: Sequence[str]) -> Iterator[Hint]:
    """Yield what each sign that can be typed in this game means (such as - and x), in as few words
    as possible.
    """
    every = build_columns(game, players)
    if game.goes_out:
        yield Hint("-", gettext("is out"))
    if any(column.instead for column in every):
        yield Hint(gettext("no"), gettext("has not melded"))
    if game.has_cells and not game.all_play:
        yield Hint("x", gettext("does not play"))
    jokers = next((column for column in every if column.jokers), None)
    if jokers and jokers.jokers:
        number, value = min(29, jokers.high // 2 + 1), jokers.jokers.high
        words = gettext(
            "%(number)s and two jokers, at %(value)s each: could have come out, or lay there"
            " already"
        )
        yield Hint(f"{number}+2x{value}", words % {"number": number, "value": value})
    for column in every:
        if not column.player:
            yield from _once_hints(game, column)
    marks = next((column.words for column in every if column.in_row), ())
    for word, _meant in marks:
        prefix = find_shortest(word, [other for other, _value in marks])
        yield Hint(prefix, rest=word[len(prefix) :])


def _once_hints(game: Game, column: Column) -> Iterator[Hint]:
    fields = {**game.entry_fields, **game.row_fields}
    entry_field = fields[column.key]
    if entry_field.right:
        yield Hint("", translate(Text(entry_field.right)), column=column.label)
    elif entry_field.kind == "choice":
        words = [word for word, _value in column.words]
        for word in words:
            prefix = find_shortest(word, words)
            yield Hint(prefix, rest=word[len(prefix) :])
    elif entry_field.kind == "player":
        yield Hint("", gettext("the number of the seat, or the name"), column=column.label)
    elif entry_field.kind == "flag":
        yield Hint("1", column=column.label)


def find_shortest(word: str, words: Sequence[str]) -> str:
    """Return the shortest prefix that distinguishes this word from the others."""
    for end in range(1, len(word)):
        matching = [
            candidate
            for candidate in words
            if candidate.casefold().startswith(word[:end].casefold())
        ]
        if len(matching) == 1:
            return word[:end]
    return word
