from collections.abc import Mapping
from typing import Literal, NamedTuple

from scoring.games.core.cards import Pack

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
    most_tiles: int | None = (
        None  # that may be laid in the turn of coming out (S003: 12); None: no limit
    )

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
