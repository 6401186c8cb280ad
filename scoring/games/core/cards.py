from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from scoring.toolkit.texts import _


class Card(NamedTuple):
    """Ace = 1, king = 13; a joker has rank 0. The suit or colour is "" where it was not given."""

    rank: int
    suit: str


JOKER = Card(0, "")
SUITS = "hdcs"
COLOURS = "kbro"
SUIT_NAMES = {"S": _("spades"), "C": _("clubs"), "D": _("diamonds"), "H": _("hearts")}
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


def _spellings(ranks: Iterable[str], suits: str) -> dict[str, Card]:
    plain = {name: Card(rank, "") for rank, name in enumerate(ranks, 1)}
    full = {name + suit: Card(card.rank, suit) for name, card in plain.items() for suit in suits}
    return {"*": JOKER, **plain, **full}


HOW_CARDS = _(
    "a rank (A, 2 to 10, J, Q or K) with its suit (h, d, c or s), such as 10h; * is a joker"
)
HOW_FROM_SEVEN = _(
    "a rank (7 to 10, J, Q, K or A) with its suit (h, d, c or s), such as 10h; there are no jokers"
)
HOW_TILES = _("a number (1 to 13) with its colour (k, b, r or o), such as 10r; * is a joker")


class Pack(NamedTuple):
    """`copies` of each card that has a suit."""

    spellings: Mapping[str, Card]
    suits: str
    jokers: int
    copies: int = 2
    how: str = HOW_CARDS  # its cards are written

    def write(self, card: Card) -> str:
        return next(name for name, known in self.spellings.items() if known == card)


CARDS = _spellings(RANKS, SUITS)
TILES = _spellings((str(number) for number in range(1, 14)), COLOURS)
FROM_SEVEN = Pack(  # of 32 cards, in the order of each suit
    {rank + suit: CARDS[rank + suit] for suit in ("", *SUITS) for rank in (*RANKS[6:], RANKS[0])},
    SUITS,
    jokers=0,
    copies=1,
    how=HOW_FROM_SEVEN,
)


def sum_in_words(figures: Sequence[int]) -> str:
    """In brackets if it is more than one."""
    words = " + ".join(map(str, figures))
    return f"({words})" if len(figures) > 1 else words


def read(pack: Pack, token: object) -> Card | None:
    """A number alone is a card of that rank."""
    if type(token) is int:
        token = str(token)
    return pack.spellings.get(token) if isinstance(token, str) else None
