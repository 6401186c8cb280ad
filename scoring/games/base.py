"""What every game system answers: its options, what is entered, the checks, the score, the end, the ranking."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple

from scoring.games.cards import JOKER, Card, Pack, read
from scoring.games.contracts import Contract, contract_words, parse_contract
from scoring.games.laying import Laying
from scoring.games.text import Text, _

DASH = "-"
ABSENT = "x"
MOST_GAMES = 50


class Check(NamedTuple):
    """A numbered refusal or warning; the number means the same in every game system."""

    number: int
    text: str
    severity: str = "error"


NOT_USED = Check(9, _("%(given)s has no meaning here and is left out."), "warning")
UNREADABLE = Check(21, _("%(given)s can't be read here: enter %(right)s."))
OUT_OF_BOUNDS = Check(22, _("%(given)s is not possible for %(what)s: enter %(low)s to %(high)s."))
NOT_ZERO = Check(
    23, _("0 is only for who went out, and is written as a dash (-): enter the dash or what is left.")
)
TWO_OUT = Check(24, _("%(names)s are both out; only one player can be: keep one dash."))
NONE_OUT = Check(25, _("nobody is out: give the winner of this game a dash (-)."))
BOTH_WAYS = Check(26, _("%(one)s and %(other)s are both entered: enter one of the two."))
UNKNOWN_KEY = Check(27, _("%(given)s is not known here: use %(right)s."))
TOO_MANY_JOKERS = Check(28, _("%(count)s jokers are entered, the pack has %(most)s: count again."))
TOO_MANY_COPIES = Check(
    29, _("%(card)s is entered %(count)s times, the packs hold it %(most)s times: look again.")
)
NO_VERDICT = Check(
    30,
    _("a joker is left: say whether this hand could have come out; until then it counts as no."),
    "warning",
)


def shown(value: object) -> object:
    """A typed value as a message may repeat it: short, and never a whole structure."""
    if type(value) not in (str, int, float):
        return Text(_("this kind of value"))
    text = str(value)
    return text if len(text) <= 40 else text[:39] + "…"


class Option(NamedTuple):
    """One rule that a club may set: its default, its bounds and its words."""

    default: Any
    label: str
    allows: Callable[[Any], bool]
    bounds: Text
    choices: tuple[Any, ...] = ()
    low: int | None = None
    high: int | None = None
    step: int | None = None


def whole(
    default: int | None, low: int, high: int, label: str, *, step: int = 1, none: bool = False
) -> Option:
    def allows(value: Any) -> bool:
        if value is None:
            return none
        return type(value) is int and low <= value <= high and (value - low) % step == 0

    if step > 1:
        bounds = Text(_("%(low)s to %(high)s in steps of %(step)s"), low=low, high=high, step=step)
    elif none:
        bounds = Text(_("%(low)s to %(high)s, or nothing"), low=low, high=high)
    else:
        bounds = Text(_("%(low)s to %(high)s"), low=low, high=high)
    return Option(default, label, allows, bounds, (), low, high, step)


def one_of(default: Any, choices: Sequence[Any], label: str) -> Option:
    def allows(value: Any) -> bool:
        return any(type(value) is type(choice) and value == choice for choice in choices)

    words = ", ".join("null" if choice is None else str(choice) for choice in choices)
    bounds = Text(_("one of %(choices)s"), choices=words)
    return Option(default, label, allows, bounds, tuple(choices))


def halves(default: float, high: int, label: str) -> Option:
    def allows(value: Any) -> bool:
        return type(value) in (int, float) and 0 <= value <= high and value * 2 == int(value * 2)

    return Option(default, label, allows, Text(_("0 to %(high)s in halves"), high=high))


def contract_list(default: Sequence[str], label: str) -> Option:
    def allows(value: Any) -> bool:
        return (
            type(value) in (list, tuple)
            and len(value) <= MOST_GAMES
            and all(type(one) is str and parse_contract(one) is not None for one in value)
        )

    bounds = Text(_("a list, one per game, such as S3 (set), R4 (run), M3 (either), R3+R4 or all"))
    return Option(tuple(default), label, allows, bounds)


class Field(NamedTuple):
    """One thing that is entered; enough for a form or a phone to ask for it."""

    key: str
    kind: str  # number, flag, hand, choice or player
    label: str
    low: int = 0
    high: int = 0
    choices: tuple[str, ...] = ()
    who: str = "all"  # all, out (who won) or left (the others)


@dataclass(slots=True)
class Deal:
    """One game of a sheet: what was entered, and what came of it."""

    number: int
    players: list[str] = field(default_factory=list)  # who play it, by seat
    cells: dict[str, Any] = field(default_factory=dict)
    extras: dict[str, Any] = field(default_factory=dict)
    out: list[str] = field(default_factory=list)
    absent: list[str] = field(default_factory=list)
    missing: bool = False
    wrong: bool = False
    void: str | None = None
    empty: bool = False
    dealer: str | None = None
    starter: str | None = None
    scores: dict[str, Any] = field(default_factory=dict)
    explain: dict[str, Text | str] = field(default_factory=dict)
    won: list[str] = field(default_factory=list)
    match_points: dict[str, float] = field(default_factory=dict)
    problems: list[tuple[Check, str | None, dict[str, Any]]] = field(default_factory=list)
    unsettled: bool = False

    def refuse(self, check: Check, player: str | None = None, **params: Any) -> None:
        self.problems.append((check, player, params))
        if check.severity == "error":
            self.wrong = True

    @property
    def done(self) -> bool:
        """Scored or void, so that the next game can count on it."""
        return self.void is not None or bool(self.scores)


@dataclass(slots=True)
class Play:
    """A sheet as far as it is played."""

    players: list[str]
    totals: dict[str, Any]
    won: dict[str, int]
    match_points: dict[str, float]
    scored: list[Deal] = field(default_factory=list)
    away: set[str] = field(default_factory=set)  # had an x: no rank
    going_on: list[str] = field(default_factory=list)  # Jolly's play-off
    winners: list[str] = field(default_factory=list)
    ended: bool = False
    complete: bool = False


class Group(NamedTuple):
    rank: int | None
    players: list[str]
    total: Any


TIE_BREAKS = ("shared", "dashes", "best_game", "last_game")


class Game:
    """A game system with a club's options; one class a system, one object a reglement."""

    key: ClassVar[str]
    name: ClassVar[str]
    letter: ClassVar[str]  # begins the codes of its problems
    version: ClassVar[int] = 1
    rules: ClassVar[tuple[str, ...]]  # how it is played and scored, a paragraph each
    seats: ClassVar[tuple[int, int]] = (2, 4)
    lowest_wins: ClassVar[bool] = True
    dash: ClassVar[bool] = True  # "-" is an entry
    has_dealer: ClassVar[bool] = True
    side: ClassVar[int] = 1  # 1: the turn goes to the left; -1: to the right
    has_cells: ClassVar[bool] = True  # every player has an entry of their own
    closed_hands: ClassVar[bool] = False  # fourteen tiles may form one of the forty types
    pack: ClassVar[Pack | None] = None
    options: ClassVar[Mapping[str, Option]] = {
        "games": whole(None, 1, MOST_GAMES, _("Number of games on a sheet"), none=True),
        "tie_break": one_of("shared", TIE_BREAKS, _("How equal totals are split")),
    }
    short: Field | None = None  # what a bare number means
    entry: tuple[Field, ...] = ()
    row: tuple[Field, ...] = ()  # what is entered once for the whole game

    games: int | None
    tie_break: str
    subtotal_after: int = 0
    contracts: Sequence[str] = ()
    first_meld: int = 0

    def __init__(self, options: Mapping[str, Any]) -> None:
        """`options` must have been checked with `wrong_options`."""
        for key, option in self.options.items():
            setattr(self, key, options.get(key, option.default))
        self.set_up()
        self.entry_fields = {one.key: one for one in self.entry}
        self.row_fields = {one.key: one for one in self.row}
        self.contract_texts = [self._in_words(code) for code in self.contracts]

    def set_up(self) -> None:
        """Whatever follows from the options: fields with bounds, values of cards."""

    @staticmethod
    def _in_words(code: str) -> Text | str:
        parsed = parse_contract(code) if code else None
        return contract_words(parsed) if parsed else ""

    # What the judge and the form need to know

    def laying(self) -> Laying | None:
        """How melds are laid; None where the game has none."""
        return None

    def contract_number(self, deal: Deal, before: int) -> int:
        """Which of the contracts this game asks for; `before`: the last game's."""
        return deal.number

    def contract_code(self, number: int) -> str:
        return self.contracts[number - 1] if 0 < number <= len(self.contracts) else ""

    def contract(self, number: int) -> Contract:
        parsed = parse_contract(self.contract_code(number))
        assert parsed is not None, "options were checked"
        return parsed

    def contract_in_words(self, number: int) -> Text | str:
        return self.contract_texts[number - 1] if 0 < number <= len(self.contract_texts) else ""

    # Entering

    def read_entry(self, deal: Deal, player: str, given: dict[str, Any]) -> dict[str, Any]:
        """The parts of an entry that were filled in and make sense."""
        return self._read_fields(deal, player, self.entry_fields, given)

    def _read_fields(
        self, deal: Deal, player: str | None, fields: Mapping[str, Field], given: Mapping[str, Any]
    ) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for key, value in given.items():
            if value is None:
                continue
            one = fields.get(key)
            if one is None:
                right = ", ".join(fields) or Text(_("nothing"))
                deal.refuse(UNKNOWN_KEY, player, given=shown(key), right=right)
            elif (kept := READERS[one.kind](self, deal, player, one, value)) is not None:
                found[key] = kept
        return found

    def refuse_bounds(self, deal: Deal, player: str | None, one: Field, value: int) -> None:
        if value == 0 and self.dash and player is not None:
            deal.refuse(NOT_ZERO, player)
        else:
            bounds = {"low": one.low, "high": one.high}
            deal.refuse(OUT_OF_BOUNDS, player, given=shown(value), what=Text(one.label), **bounds)

    def check_entry(self, deal: Deal, player: str, entry: dict[str, Any]) -> None:
        """What can't be right in one player's entry, whatever the others have."""

    def lacks(self, deal: Deal, player: str, entry: dict[str, Any]) -> bool:
        """Whether something of this player's entry is still to be entered."""
        return False

    def lacks_row(self, deal: Deal) -> bool:
        return False

    # Checking and scoring

    def check(self, deal: Deal) -> None:
        """What is wrong at once, also in a row that is not full yet."""
        if len(deal.out) > 1:
            deal.refuse(TWO_OUT, deal.out[1], names=" + ".join(deal.out))

    def check_full(self, deal: Deal, play: Play) -> None:
        """What can only be told of a full row."""
        if not deal.out:
            deal.refuse(NONE_OUT)

    def check_jokers(self, deal: Deal, jokers: int) -> None:
        assert self.pack is not None
        if jokers > self.pack.jokers:
            deal.refuse(TOO_MANY_JOKERS, count=jokers, most=self.pack.jokers)

    def check_copies(self, deal: Deal, hands: Iterable[list[Card]]) -> None:
        """No card lies on the table more often than the packs hold it."""
        assert self.pack is not None
        counts: dict[Card, int] = {}
        for hand in hands:
            for card in hand:
                counts[card] = counts.get(card, 0) + 1
                if card.suit:
                    rank = Card(card.rank, "")
                    counts[rank] = counts.get(rank, 0) + 1
        most = {True: self.pack.copies, False: self.pack.copies * len(self.pack.suits)}
        for card, count in counts.items():
            if card != JOKER and count > most[bool(card.suit)]:
                name = self.pack.write(card)
                deal.refuse(TOO_MANY_COPIES, card=name, count=count, most=most[bool(card.suit)])

    def score(self, deal: Deal, play: Play) -> None:
        """Fill in the scores of a full row without errors, an explanation each, and who won."""
        raise NotImplementedError

    def after(self, play: Play) -> None:
        """After a scored game: does the game system itself end here?"""

    # The outcome

    def ranking(self, play: Play) -> list[Group]:
        ranked = [[name] for name in play.players if name not in play.away]
        groups = grouped(ranked, lambda unit: self.order(play, unit[0]), play.totals)
        return groups + self.unranked(play)

    def unranked(self, play: Play) -> list[Group]:
        """Who missed a game stands last, by points, without a rank."""
        last = [[name] for name in play.players if name in play.away]
        sign = 1 if self.lowest_wins else -1
        groups = grouped(last, lambda unit: (sign * play.totals[unit[0]],), self.figures(play))
        return [group._replace(rank=None) for group in groups]

    def figures(self, play: Play) -> Mapping[str, Any]:
        """What the ranking goes by."""
        return play.totals

    def order(self, play: Play, player: str) -> tuple[Any, ...]:
        """Smaller stands higher."""
        sign = 1 if self.lowest_wins else -1
        return (sign * play.totals[player], *self.tie_order(play, player))

    def tie_order(self, play: Play, player: str) -> tuple[Any, ...]:
        if self.tie_break == "shared":
            return ()
        if self.tie_break == "dashes":
            return (-play.won[player],)
        scores = [deal.scores[player] for deal in play.scored if player in deal.scores]
        if not scores:
            return (0,)
        if self.tie_break == "last_game":
            return (scores[-1] if self.lowest_wins else -scores[-1],)
        return (max(scores) if self.lowest_wins else -max(scores),)

    def winner(self, play: Play, ranking: list[Group]) -> str | list[str] | None:
        first = ranking[0] if ranking else None
        alone = first is not None and first.rank == 1 and len(first.players) == 1
        return first.players[0] if first is not None and alone else None

    def match_points(self, play: Play) -> Mapping[str, float]:
        return {}

    def settlement(self, play: Play) -> dict[str, int]:
        return {}


def grouped(
    units: list[list[str]],
    order: Callable[[list[str]], tuple[Any, ...]],
    figures: Mapping[str, Any],
) -> list[Group]:
    """Units (a player, or the partners of a side) in order; equal ones share a rank (1, 1, 3)."""
    groups: list[Group] = []
    last: tuple[Any, ...] | None = None
    for place, (key, unit) in enumerate(
        sorted(((order(unit), unit) for unit in units), key=lambda pair: pair[0]), 1
    ):
        if key == last:
            groups[-1].players.extend(unit)
        else:
            groups.append(Group(place, list(unit), figures[unit[0]]))
        last = key
    return groups


def _read_number(
    game: Game, deal: Deal, player: str | None, one: Field, value: object
) -> int | None:
    if type(value) is not int:
        right = Text(_("a whole number"))
        deal.refuse(UNREADABLE, player, given=shown(value), right=right)
        return None
    if not one.low <= value <= one.high:
        game.refuse_bounds(deal, player, one, value)
        return None
    return value


def _read_flag(
    game: Game, deal: Deal, player: str | None, one: Field, value: object
) -> bool | None:
    if type(value) is bool:
        return value
    deal.refuse(UNREADABLE, player, given=shown(value), right=Text(_("yes or no")))
    return None


def _read_hand(
    game: Game, deal: Deal, player: str | None, one: Field, value: object
) -> list[Card] | None:
    assert game.pack is not None
    if type(value) is not list:
        deal.refuse(UNREADABLE, player, given=shown(value), right=Text(_("a list of cards")))
        return None
    hand = [read(game.pack, token) for token in value]
    known = [card for card in hand if card is not None]
    if len(known) < len(hand):
        wrong = shown(value[hand.index(None)])
        deal.refuse(UNREADABLE, player, given=wrong, right=game.pack.example())
        return None
    return known


def _read_choice(
    game: Game, deal: Deal, player: str | None, one: Field, value: object
) -> str | None:
    if isinstance(value, str) and value in one.choices:
        return value
    deal.refuse(UNREADABLE, player, given=shown(value), right=", ".join(one.choices))
    return None


def _read_player(
    game: Game, deal: Deal, player: str | None, one: Field, value: object
) -> str | None:
    if isinstance(value, str) and value in deal.players:
        return value
    right = Text(_("one of the players of this game"))
    deal.refuse(UNREADABLE, player, given=shown(value), right=right)
    return None


READERS: Mapping[str, Callable[[Game, Deal, str | None, Field, Any], Any]] = {
    "number": _read_number,
    "flag": _read_flag,
    "hand": _read_hand,
    "choice": _read_choice,
    "player": _read_player,
}
