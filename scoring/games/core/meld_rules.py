"""The rules of one game for laying melds, and their values."""

from typing import Literal, NamedTuple

from scoring.games.core.cards import Pack

JokerRule = Literal["any", "separated", "two_naturals"]

LEAST, SET_MOST = 3, 4  # cards in a meld
LOW, HIGH = 1, 14  # the two places of the ace (or the 1) in a run


class Values(NamedTuple):
    """Values of cards: in a set by rank 0..13, in a run by place 0..14 (0 is not used)."""

    sets: tuple[int, ...]
    runs: tuple[int, ...]


def values(ace_set: int, ace_low: int, ace_high: int, court: int | None = None) -> Values:
    """Return values: 2..10 count their rank; jack, queen and king `court`, or 11, 12 and 13."""
    middle = tuple(rank if rank <= 10 or court is None else court for rank in range(2, 14))
    return Values((0, ace_set, *middle), (0, ace_low, *middle, ace_high))


class MeldRules(NamedTuple):
    """The melds of one game; `values` is None if a meld scores nothing."""

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
        """The last place of a run, which is also its greatest length."""
        return HIGH if self.one_high else HIGH - 1

    @property
    def splits_anywhere(self) -> bool:
        """Whether a run cut in two is always two runs: true if one real card is enough."""
        return self.joker_rule != "two_naturals"

    def most_jokers(self, reals: int) -> int:
        """Return the most jokers beside so many real cards, as far as numbers alone decide."""
        if self.joker_rule == "separated":
            return reals + 1
        return 0 if self.joker_rule == "two_naturals" and reals < 2 else HIGH
