"""A game under one club's options, explained to who plays it."""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from django.utils.formats import number_format
from django.utils.translation import ngettext

from scoring.games.core.game import Game
from scoring.games.core.options import Option
from scoring.games.melds.closed_hands import TYPES, HandType
from scoring.games.sheet import score
from scoring.games.sheet.rows import DASH
from scoring.pages.card_faces import Face, faces
from scoring.pages.grid import figure
from scoring.toolkit.texts import Text, _
from scoring.toolkit.translation import translate

DEALER = _(
    "The player left of the scribe deals the first game, and the player left of the dealer starts."
    " After each game the deal goes one seat to the left."
)
BIDDER = _(
    "The player left of the scribe deals the first game, and the player left of the dealer bids"
    " first; whoever bid highest leads to the first trick. After each game the deal goes one seat"
    " to the left."
)
STARTER = {
    1: _("The scribe starts the first game; after each game it is the next seat to the left."),
    -1: _(
        "Lots say who starts the first game (where nobody wrote that down: the scribe); after each"
        " game it is the next seat to the right."
    ),
}
STARTED = {
    1: _("%(name)s starts the first game; after each game it is the next seat to the left."),
    -1: _("%(name)s starts the first game; after each game it is the next seat to the right."),
}


ROUNDS = _("All games of a round have the same contract; after the last the list begins again.")
BETWEEN_FIGURES = re.compile(r"(?<=\d)-(?=\d)")
UNBROKEN = "\u2011"  # a hyphen at which no line ends
PLAYERS = ("Ans", "Bob", "Cor", "Dik")  # where nobody has a cell of their own


class Setting(NamedTuple):
    """A rule that a club may set, in words; `own` when it is otherwise than usual."""

    label: str
    value: str
    own: bool
    key: str
    works: bool  # beside the other rules; one that is off as usual does nothing


class Counted(NamedTuple):
    """What a game came to for somebody, and how."""

    name: str
    points: str
    how: str  # empty where the points say it


class Example(NamedTuple):
    said: str  # of the whole game, such as how it ended
    lines: list[Counted]


class Hand(NamedTuple):
    """A closed hand, and what it is worth."""

    number: int
    name: str
    rule: str  # what makes it
    example: list[Face]
    values: tuple[int, ...]  # without a joker, with one, with two


class Rulebook(NamedTuple):
    game: str
    paragraphs: list[str]  # how it is played, and what costs what; the deal first
    counting: list[str]  # those of them that say what is counted when a game ends
    contracts: list[str]  # one a game, or a round of the night; empty where there are none
    rounds: str  # that a contract is of a round, in words; empty where it is of a game
    now: int | None  # the round that is played, where one is known: its place among the contracts
    turns: list[str]  # who deals and starts, and for how long
    settings: list[Setting]  # all that a club may set
    examples: list[Example]  # games as they would be scored by these rules
    hands: list[Hand]  # closed hands; empty where there are none

    @property
    def settled(self) -> list[Setting]:
        """What holds at a table."""
        return [setting for setting in self.settings if setting.works]


def build_rulebook(game: Game, round: int | None = None, starter: str = "") -> Rulebook:
    """`round` is that of the night, where a table is known; `starter` begins its first game, where
    somebody said so.
    """
    values = places(game)
    rules = [
        (_unbroken(translate(Text(each.text, **values))), each.counts)
        for each in game.rules_in_force()
    ]
    turns = [_turns(game, starter)]
    if game.games:
        words = ngettext("A form has %(games)s game.", "A form has %(games)s games.", game.games)
        turns.append(words % {"games": game.games})
    return Rulebook(
        game=translate(Text(game.name)),
        paragraphs=[words for words, _counts in rules],
        counting=[words for words, counts in rules if counts],
        contracts=_contracts(game),
        rounds=translate(Text(ROUNDS)) if game.by_round and any(game.contracts) else "",
        now=_place(game, round),
        turns=turns,
        settings=[
            _setting(game, key, option, values[key])
            for key, option in game.options.items()
            if not isinstance(option.default, list)
        ],
        examples=[Example(_said(game, row), _counted(game, row)) for row in game.examples],
        hands=[_hand(kind) for kind in hands_of(game)],
    )


def places(game: Game) -> dict[str, Any]:
    """What the places of a paragraph are filled in with: the options, and `after` so many games
    and at `least` so many points in words, since there may be one of each.
    """
    after = ngettext("after %(games)s game", "after %(games)s games", game.games or 0)
    least = ngettext("%(points)s point", "%(points)s points", game.first_meld)
    return {
        **{key: getattr(game, key) for key in game.options},
        "after": after % {"games": game.games},
        "least": least % {"points": game.first_meld},
    }


def _turns(game: Game, starter: str) -> str:
    """Who deals and who starts."""
    if starter:
        return translate(Text(STARTED[game.side], name=starter))
    if not game.has_dealer:
        return translate(Text(STARTER[game.side]))
    return translate(Text(BIDDER if game.bids else DEALER))


def _unbroken(words: str) -> str:
    """With a run such as 12-13-1 never broken at the end of a line."""
    return BETWEEN_FIGURES.sub(UNBROKEN, words)


def hands_of(game: Game) -> tuple[HandType, ...]:
    return TYPES if game.closed_hands else ()


def _hand(kind: HandType) -> Hand:
    name, rule = translate(Text(kind.name)), translate(Text(kind.rule))
    return Hand(kind.number, name, rule, faces(kind.example.split()), kind.values)


def _said(game: Game, row: Mapping[str, Any]) -> str:
    chosen = (field.choices.get(str(row.get(field.key))) for field in game.row)
    return ", ".join(translate(Text(words)) for words in chosen if words)


def _counted(game: Game, row: Mapping[str, Any]) -> list[Counted]:
    """Each on a form of its own, which neither ends nor begins anything."""
    entries = row.get("entries", dict.fromkeys(PLAYERS))
    options = {key: getattr(game, key) for key in game.options}
    data = {"game": game.key, "players": list(entries), "games": [row], "options": options}
    result = score(data)
    (found,) = result["rows"]
    lines = []
    for name, points in found.get("scores", {}).items():
        said = DASH if entries[name] == DASH and not points else figure(points)
        how = translate(found["explain"][name])
        every = ["" if how == said else how, _match_points(result["match_points"].get(name))]
        lines.append(Counted(name, said, ", ".join(filter(None, every))))
    return lines


def _match_points(points: float | None) -> str:
    """Where a game has them and won any."""
    if not points:
        return ""
    words = ngettext("%(points)s match point", "%(points)s match points", max(1, int(points)))
    return words % {"points": figure(points)}


def _contracts(game: Game) -> list[str]:
    if not any(game.contracts):
        return []
    count = len(game.contracts) if game.by_round else game.games or len(game.contracts)
    numbers = range(1, count + 1)
    return [translate(game.contract_in_words(number) or Text(_("none"))) for number in numbers]


def _place(game: Game, round: int | None) -> int | None:
    """From 1 on."""
    place = game.contract_place(round) if round and game.by_round else None
    return None if place is None else place + 1


def _setting(game: Game, key: str, option: Option, value: Any) -> Setting:
    own = bool(value != option.default)
    works = (own or bool(value)) and not game.does_nothing(key)
    return Setting(translate(Text(option.label)), _value(option, value), own, key, works)


def _value(option: Option, value: Any) -> str:
    if value in option.choices:
        return translate(Text(option.choices[value]))
    return translate(Text(_("not set"))) if value is None else number_format(value)
