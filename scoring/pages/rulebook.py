import re
from collections.abc import Mapping
from math import ceil
from typing import Any, NamedTuple

from django.utils.formats import number_format
from django.utils.translation import gettext, ngettext

from scoring.games.core.game import Game
from scoring.games.core.options import MOST_GAMES, TOTALS, Option
from scoring.games.melds.closed_hand_types import TYPES, HandType
from scoring.games.sheet import score
from scoring.games.sheet.rows import DASH
from scoring.pages.card_faces import Face, list_faces
from scoring.toolkit.figures import format_points
from scoring.toolkit.texts import Text, _
from scoring.toolkit.translation import translate

DEALER = _(
    "The player left of the scribe deals the first game, and the player left of the dealer starts."
    " After each game the deal goes one seat to the left."
)
DEALS = _(
    "The player left of the scribe deals the first game; after each game the deal goes one seat to"
    " the left."
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
DEALT = _("%(name)s deals the first game; after each game the deal goes one seat to the left.")
STARTED = {
    1: _("%(name)s starts the first game; after each game it is the next seat to the left."),
    -1: _("%(name)s starts the first game; after each game it is the next seat to the right."),
}


ROUNDS = _("All games of a round have the same contract; after the last the list begins again.")
BETWEEN_FIGURES = re.compile(r"(?<=\d)-(?=\d)")
UNBROKEN = "\u2011"  # a non-breaking hyphen
PLAYERS = ("Ans", "Bob", "Cor", "Dik")  # in games without a cell a player


class Setting(NamedTuple):
    """A house rule in words. `own` is true if the club changed it from the default."""

    label: str
    value: str
    own: bool
    key: str
    works: bool  # has an effect next to the other rules; one that is off by default has none


class Counted(NamedTuple):
    name: str
    points: str
    how: str  # empty if the points speak for themselves


class Example(NamedTuple):
    said: str  # about the whole game, such as how it ended
    lines: list[Counted]


class Hand(NamedTuple):
    """A closed hand: fourteen tiles laid at once that score as a pattern."""

    number: int
    name: str
    rule: str  # what makes it
    example: list[Face]
    values: tuple[int, ...]  # without a joker, with one, with two


class Rulebook(NamedTuple):
    game: str
    paragraphs: list[str]  # how to play and what costs points; the deal first
    counting: list[str]  # those of them about counting at the end of a game
    contracts: list[str]  # one a game, or one a round of the night; may be empty
    rounds: str  # that a contract holds for a round; empty if it holds for a game
    now: int | None  # the place of the round's contract among them, from 1, if known
    turns: list[str]  # who deals and starts, and for how long
    settings: list[Setting]  # everything a club may set
    examples: list[Example]  # games scored by these rules
    hands: list[Hand]  # closed hands; may be empty

    @property
    def settled(self) -> list[Setting]:
        """Return the rules that have an effect: not one that is off by default, nor one that others
        make meaningless.
        """
        return [setting for setting in self.settings if setting.works]


def build_rulebook(game: Game, round: int | None = None, starter: str = "") -> Rulebook:
    """`round` (of the night) and `starter` (of the first game) are those of a known table."""
    values = build_placeholders(game)
    rules = [
        (BETWEEN_FIGURES.sub(UNBROKEN, translate(Text(rule.text, **values))), rule.counts)
        for rule in game.rules_in_force()
    ]
    turns = [_turns(game, starter)]
    place = game.contract_place(round) if round and game.by_round else None
    if games := game.value("games"):
        words = ngettext("A form has %(games)s game.", "A form has %(games)s games.", games)
        if game.entry == TOTALS:
            words = ngettext("A round has %(games)s game.", "A round has %(games)s games.", games)
        turns.append(words % {"games": games})
    if game.subtotal_every and game.ruled(game.games or MOST_GAMES):
        words = ngettext(
            "A subtotal is made after every game.",
            "A subtotal is made after every %(count)s games.",
            game.subtotal_every,
        )
        turns.append(words % {"count": game.subtotal_every})
    return Rulebook(
        game=gettext(game.name),
        paragraphs=[words for words, _counts in rules],
        counting=[words for words, counts in rules if counts],
        contracts=_contracts(game),
        rounds=gettext(ROUNDS) if game.by_round and any(game.contracts) else "",
        now=None if place is None else place + 1,
        turns=turns,
        settings=[
            _setting(game, key, option, game.value(key))
            for key, option in game.options.items()
            if not isinstance(option.default, list)
        ],
        examples=[
            Example(_said(game, row), _counted(game, row, number))
            for number, row in enumerate(game.examples, 1)
        ],
        hands=[_hand(kind) for kind in TYPES if game.closed_hands],
    )


def build_placeholders(game: Game) -> dict[str, Any]:
    """Return the values for the placeholders in the texts: each option, and the phrases `after`
    ("after 8 games") and `least` ("30 points"), whose noun depends on the number.
    """
    games = game.value("games")
    after = ngettext("after %(games)s game", "after %(games)s games", games or 0)
    least = ngettext("%(points)s point", "%(points)s points", game.first_meld)
    return {
        "after": after % {"games": games},
        "least": least % {"points": game.first_meld},
        **{key: _placed(option, game.value(key)) for key, option in game.options.items()},
    }


def _placed(option: Option, value: Any) -> Any:
    words = next((words for choice, words in option.choices.items() if choice == value), None)
    return _signed(value) if words is None else gettext(words)


def _signed(value: Any) -> Any:
    """With a real minus sign."""
    return format_points(value) if type(value) is int and value < 0 else value


def _turns(game: Game, starter: str) -> str:
    if starter and game.has_dealer:
        return translate(Text(DEALT, name=starter))
    if starter:
        return translate(Text(STARTED[game.side], name=starter))
    if not game.has_dealer:
        return gettext(STARTER[game.side])
    return gettext(BIDDER if game.bids else DEALS if game.leads else DEALER)


def _hand(kind: HandType) -> Hand:
    name, rule = gettext(kind.name), gettext(kind.rule)
    return Hand(kind.number, name, rule, list_faces(kind.example.split()), kind.values)


def _said(game: Game, row: Mapping[str, Any]) -> str:
    chosen = (field.choices.get(str(row.get(field.key))) for field in game.row)
    return ", ".join(gettext(words) for words in chosen if words)


def _counted(game: Game, row: Mapping[str, Any], number: int) -> list[Counted]:
    """Score an example as game `number` of a sheet, so that the turn to play is that game's."""
    entries = row.get("entries", dict.fromkeys(PLAYERS))
    options = {key: game.value(key) for key in game.options}
    if game.games is not None:
        options["games"] = max(number, game.games)
    rows = [*[{"void": "-"}] * (number - 1), row]
    data = {"game": game.key, "players": list(entries), "games": rows, "options": options}
    result = score(data)
    scored = result["rows"][-1]
    lines = []
    for name, points in scored.get("scores", {}).items():
        score_shown = DASH if entries[name] == DASH and not points else format_points(points)
        how = translate(scored["explain"][name])
        every = [] if how == score_shown else [how]
        if won := result["match_points"].get(name):
            words = ngettext("%(points)s match point", "%(points)s match points", ceil(won))
            every.append(words % {"points": format_points(won)})
        lines.append(Counted(name, score_shown, ", ".join(every)))
    return lines


def _contracts(game: Game) -> list[str]:
    if not any(game.contracts):
        return []
    count = len(game.contracts) if game.by_round else game.games or len(game.contracts)
    numbers = range(1, count + 1)
    return [translate(game.contract_in_words(number) or Text(_("none"))) for number in numbers]


def _setting(game: Game, key: str, option: Option, value: Any) -> Setting:
    own = bool(value != option.default)
    usual = not own and key in ("entry", "write")  # that all is written down goes without saying
    works = (own or bool(value)) and not (usual or game.does_nothing(key))
    return Setting(gettext(option.label), _value(option, value), own, key, works)


def _value(option: Option, value: Any) -> str:
    if value in option.choices:
        return gettext(option.choices[value])
    return gettext("not set") if value is None else number_format(_signed(value))
