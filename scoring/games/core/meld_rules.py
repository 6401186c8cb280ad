"""The rules of one game for laying melds, and the points that melds score."""

from collections.abc import Mapping
from typing import Literal, NamedTuple

from scoring.games.core.cards import Pack

JokerRule = Literal["any", "separated", "two_naturals"]

ABOUT_MELDS: Mapping[str, tuple[str, ...]] = {"meld": (), "could_meld": ()}  # for the judge
LEAST, SET_MOST = 3, 4  # cards in a meld
LOW, HIGH = 1, 14  # the two places of the ace (or the 1) in a run


class Values(NamedTuple):
    """The points of a card in a meld, by its rank. `sets` has the points in a set, and `runs` those
    in a run. In `runs`, rank 1 is a low ace and 14 a high ace. Index 0 is not used.
    """

    sets: tuple[int, ...]
    runs: tuple[int, ...]


def make_values(ace_set: int, ace_low: int, ace_high: int, court: int | None = None) -> Values:
    """Return the points of cards in melds. The first three parameters are the points of an ace: in
    a set, low in a run, and high in a run. 2 to 10 count their rank. Jack, queen and king count
    `court`, or 11, 12 and 13 if it is None.
    """
    middle = tuple(rank if rank <= 10 or court is None else court for rank in range(2, 14))
    return Values((0, ace_set, *middle), (0, ace_low, *middle, ace_high))


class MeldRules(NamedTuple):
    """The rules by which cards of one game form melds. `values` is None if melds score nothing."""

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
        """The highest rank in a run: 14 if an ace may be high, else 13. As runs may begin at 1, it
        is also the greatest length of a run.
        """
        return HIGH if self.one_high else HIGH - 1

    @property
    def splits_anywhere(self) -> bool:
        """Whether every cut through a run gives two valid runs, if both are long enough. This is
        not so if the rules demand two real cards (no jokers) in each run.
        """
        return self.joker_rule != "two_naturals"

    def count_most_jokers(self, reals: int) -> int:
        """Return the highest number of jokers in a meld with this number of real cards."""
        if self.joker_rule == "separated":
            return reals + 1
        return 0 if self.joker_rule == "two_naturals" and reals < 2 else HIGH
