import re
from collections.abc import Mapping
from functools import reduce
from typing import Literal, NamedTuple

from scoring.games.core.cards import Pack
from scoring.toolkit.texts import Text, _

JokerRule = Literal["any", "separated", "two_naturals"]

ABOUT_MELDS: Mapping[str, tuple[str, ...]] = {"meld": (), "could_meld": ()}  # for the judge
LEAST, SET_MOST = 3, 4  # cards in a meld
LOW, HIGH = 1, 14  # the two places of the ace (or the 1) in a run


class Values(NamedTuple):
    """Points by rank: in `runs` 1 is a low ace and 14 a high one; index 0 is not used."""

    sets: tuple[int, ...]
    runs: tuple[int, ...]


def make_values(ace_set: int, ace_low: int, ace_high: int, court: int | None = None) -> Values:
    """Court cards count their rank if `court` is None."""
    middle = tuple(rank if rank <= 10 or court is None else court for rank in range(2, 14))
    return Values((0, ace_set, *middle), (0, ace_low, *middle, ace_high))


class MeldRules(NamedTuple):
    """`values` is None if melds score nothing."""

    pack: Pack
    one_high: bool
    joker_rule: JokerRule
    values: Values | None = None
    joker_counts: bool = True  # False: a joker counts nothing in the first meld (S003)
    most_tiles: int | None = None  # that may be laid in the turn of coming out; None: no limit

    @property
    def top(self) -> int:
        """The highest rank in a run, and so its greatest length."""
        return HIGH if self.one_high else HIGH - 1

    @property
    def splits_anywhere(self) -> bool:
        """Whether every cut through a long run gives two valid runs."""
        return self.joker_rule != "two_naturals"

    def count_most_jokers(self, reals: int) -> int:
        if self.joker_rule == "separated":
            return reals + 1
        return 0 if self.joker_rule == "two_naturals" and reals < 2 else HIGH


# Contracts: what a player must lay first, such as "R3+R4", "S4", "M3" or "R5+all"

MOST_PARTS = 6
_PART = re.compile(r"S[34]|[RM](?:[3-9]|1[0-4])")


class Part(NamedTuple):
    """A set (S), a run (R), or either of the two (M), of at least `size` cards."""

    kind: str
    size: int

    def describe_part(self) -> Text:
        if self.kind == "S":
            return Text(_("set of %(size)s"), size=self.size)
        if self.kind == "R":
            return Text(_("run of %(size)s"), size=self.size)
        return Text(_("set or run of %(size)s"), size=self.size)


class Contract(NamedTuple):
    """No card may be part of two melds. `everything`: the whole hand at once."""

    parts: tuple[Part, ...] = ()
    everything: bool = False


def parse_contract(text: str) -> Contract | None:
    if not text:
        return Contract()
    pieces = text.split("+")
    named = [piece for piece in pieces if piece != "all"]
    if len(named) < len(pieces) - 1 or len(named) > MOST_PARTS:
        return None
    if not all(_PART.fullmatch(piece) for piece in named):
        return None
    parts = tuple(Part(piece[0], int(piece[1:])) for piece in named)
    return Contract(parts, len(named) < len(pieces))


def contract_words(contract: Contract) -> Text:
    pieces = [part.describe_part() for part in contract.parts]
    if contract.everything:
        pieces.append(Text(_("everything at once")))
    both = _("%(first)s and %(second)s")
    if not pieces:
        return Text(_("any meld"))
    return reduce(lambda first, second: Text(both, first=first, second=second), pieces)
