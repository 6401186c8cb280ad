from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from scoring.games.core.cards import Card, Pack, read
from scoring.games.core.sheet_state import Deal
from scoring.toolkit.problems import (
    UNKNOWN_KEY,
    UNREADABLE,
    ProblemCode,
    shorten_value,
    suggest_known,
)
from scoring.toolkit.texts import Text, _

OUT_OF_BOUNDS = ProblemCode(
    22, _("%(given)s is not possible for %(what)s: enter %(low)s to %(high)s.")
)
NOT_ZERO = ProblemCode(
    23,
    _(
        "0 is only for whoever went out, and is written as a dash (-): enter the dash or what is"
        " left."
    ),
)
NOT_A_STEP = ProblemCode(
    36, _("%(given)s is not possible for %(what)s: enter a multiple of %(step)s.")
)
NEVER = ProblemCode(35, _("no cards make %(given)s %(what)s: count again."))
RIGHT = {  # what can be entered, keyed by the kind of field
    "number": _("a whole number"),
    "flag": _("true or false"),
    "player": _("one of the players of this game"),
    "hand": _("a list of cards"),
    "side": _("13 or 24, for the seats of a side"),
}
SIDES = {"13": _("seats 1 and 3"), "24": _("seats 2 and 4")}  # who sit across from each other


Known = Mapping[str, Sequence[str | int | None]]


class Drawing(NamedTuple):
    """A choice on the sheet (`words`, suit) and on a small button (number, suit or mark)."""

    words: Text
    suit: str = ""  # S, C, D or H
    name: str = ""  # of the suit
    number: str = ""
    mark: str = ""  # instead of a suit


class Field(NamedTuple):
    """How phones ask it follows from kind and bounds, or stands in the game's twin: `asks`."""

    key: str
    kind: str  # number, flag, hand, choice, player or side
    label: str
    low: int = 0
    high: int = 0
    choices: Mapping[str, str] = {}  # each with its label
    who: str = "all"  # for all players, out (the winner) or left (the others)
    dashed: bool = False  # a 0 is written as a dash
    right: str = ""  # what can be entered, if there are too many choices to list
    when: Known = {}  # phones ask only while all of these other values are among the listed ones,
    unless: Known = {}  # and not while all of these are; None stands for a value not entered yet
    instead: str = ""  # key of a flag: a "no" there answers this, too
    if_passed: int | None = None  # the value if nothing is entered
    optional: bool = False  # may stay empty in a game typed from paper
    in_use: bool = True  # False: the house rules leave no use for it
    verdict: bool = False  # a flag without default: the judge can say it, asked by its key
    drawn: Mapping[str, Drawing] = {}  # what the line of a game says of each choice, and who chose
    counted: tuple[str, str] | None = None  # how that line says this number: a text and its plural
    said_before: bool = False  # with the whole sheet: nobody types it game by game
    step: int = 1  # only multiples of it are possible,
    halves: bool = False  # of a bare number in a cell: halves are possible
    never: tuple[int, ...] = ()  # and these are not, as no cards make them
    side: int | None = None  # the figure of one side: 0 is that of seats 1 and 3
    answered_by: tuple[str, ...] = ()  # one of these answers it, too; phones keep the last answer


NO_JOKERS: Known = {"jokers": [0]}  # counted, or among the cards of a hand
ROUND = Field("round", "number", _("round"), 1, 50, said_before=True)  # of the night


def read_fields(
    deal: Deal,
    player: str | None,
    fields: Mapping[str, Field],
    given: Mapping[str, object],
    pack: Pack | None,
) -> dict[str, Any]:
    """Return the valid values; report every other one to `deal`. `player` is None for the table."""
    accepted: dict[str, Any] = {}
    for key, value in given.items():
        field = fields.get(key)
        if field is None:
            refuse_key(deal, player, key, fields)
            continue
        if value is None:
            continue
        kept: object = None
        if field.kind == "hand":
            kept = _hand(deal, player, value, pack) if pack else None
        elif field.kind == "number":
            kept = _number(deal, player, field, value)
        else:
            kept = _choice(deal, player, field, value)
        if kept is not None:
            accepted[key] = kept
    return accepted


def refuse_key(deal: Deal, player: str | None, key: str, fields: Mapping[str, Field]) -> None:
    deal.refuse(UNKNOWN_KEY, player, given=shorten_value(key), right=suggest_known(fields))


def refuse_bounds(deal: Deal, player: str | None, field: Field, value: float) -> None:
    if value == 0 and field.dashed:
        deal.refuse(NOT_ZERO, player)
    else:
        words = {"what": Text(field.label), "low": field.low, "high": field.high}
        deal.refuse(OUT_OF_BOUNDS, player, given=shorten_value(value), **words)


def _number(deal: Deal, player: str | None, field: Field, value: object) -> int | None:
    if type(value) is not int:
        deal.refuse(UNREADABLE, player, given=shorten_value(value), right=Text(RIGHT["number"]))
    elif not field.low <= value <= field.high:
        refuse_bounds(deal, player, field, value)
    elif value % field.step:
        words = {"what": Text(field.label), "step": field.step}
        deal.refuse(NOT_A_STEP, player, given=shorten_value(value), **words)
    elif value in field.never:
        deal.refuse(NEVER, player, given=shorten_value(value), what=Text(field.label))
    else:
        return value
    return None


def _choice(deal: Deal, player: str | None, field: Field, value: object) -> object:
    """Also a flag, or a player."""
    known = deal.players if field.kind == "player" else field.choices
    if type(value) is bool if field.kind == "flag" else isinstance(value, str) and value in known:
        return value
    words = field.right or RIGHT.get(field.kind)
    right = Text(words) if words else ", ".join(field.choices)
    deal.refuse(UNREADABLE, player, given=shorten_value(value), right=right)
    return None


def _hand(deal: Deal, player: str | None, value: object, pack: Pack) -> list[Card] | None:
    if type(value) is not list:
        deal.refuse(UNREADABLE, player, given=shorten_value(value), right=Text(RIGHT["hand"]))
        return None
    hand = [card for token in value if (card := read(pack, token)) is not None]
    if len(hand) == len(value):
        return hand
    strange = next(token for token in value if read(pack, token) is None)
    deal.refuse(UNREADABLE, player, given=shorten_value(strange), right=Text(pack.how))
    return None


def mark_field(key: str, label: str, kind: str = "flag") -> Field:
    """Return a field for what happens now and then; with `kind` "side", to that side."""
    choices, right = (SIDES, RIGHT["side"]) if kind == "side" else ({}, "")
    return Field(key, kind, label, choices=choices, right=right, optional=True)


def answer_each_other(*fields: Field) -> list[Field]:
    """Once one of these fields is entered, the others may stay empty."""
    keys = [field.key for field in fields]
    return [
        field._replace(answered_by=tuple(key for key in keys if key != field.key))
        for field in fields
    ]


def make_side_fields(key: str, label: str, low: int, high: int, **more: Any) -> tuple[Field, Field]:
    """Return fields such as points_13 (seats 1 and 3) and points_24."""
    first, second = (
        Field(f"{key}_{side}", "number", label, low, high, side=place, **more)
        for place, side in enumerate(SIDES)
    )
    return first, second
