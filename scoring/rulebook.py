"""A game under one club's options, explained to who plays it."""

from typing import Any, NamedTuple

from django.utils.formats import number_format
from django.utils.translation import ngettext

from scoring.games.base import Game
from scoring.games.options import Option
from scoring.games.text import Text, _
from scoring.words import render

DEALER = _(
    "The player left of who keeps score deals the first game, and the player left of the dealer"
    " starts. After each game the deal goes one seat to the left."
)
STARTER = {
    1: _("Who keeps score starts the first game; after each game it is the next seat to the left."),
    -1: _(
        "Who keeps score starts the first game; after each game it is the next seat to the right."
    ),
}


class Setting(NamedTuple):
    """A rule that a club may set, in words; `own` when it is otherwise than usual."""

    label: str
    value: str
    own: bool
    key: str


class Rulebook(NamedTuple):
    game: str
    paragraphs: list[str]  # how it is played, and what costs what
    contracts: list[str]  # one a game; empty where there are none
    turns: list[str]  # who deals and starts, and for how long
    settings: list[Setting]


def of(game: Game) -> Rulebook:
    values = {key: getattr(game, key) for key in game.options}
    turns = [render(Text(DEALER if game.has_dealer else STARTER[game.side]))]
    if game.games:
        words = ngettext("A form has %(games)s game.", "A form has %(games)s games.", game.games)
        turns.append(words % {"games": game.games})
    return Rulebook(
        game=render(Text(game.name)),
        paragraphs=[render(Text(paragraph, **values)) for paragraph in game.rules],
        contracts=_contracts(game),
        turns=turns,
        settings=[
            Setting(render(Text(option.label)), _value(option, values[key]), own, key)
            for key, option in game.options.items()
            if not isinstance(option.default, list)
            for own in [values[key] != option.default]
        ],
    )


def _contracts(game: Game) -> list[str]:
    if not any(game.contracts):
        return []
    numbers = range(1, (game.games or len(game.contracts)) + 1)
    return [render(game.contract_in_words(number) or Text(_("none"))) for number in numbers]


def _value(option: Option, value: Any) -> str:
    if value in option.choices:
        return render(Text(option.choices[value]))
    return render(Text(_("not set"))) if value is None else number_format(value)
