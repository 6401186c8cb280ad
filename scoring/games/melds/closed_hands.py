"""Which types of closed hand 14 tiles form (source S004 in tests/rule_texts.md)."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import permutations
from typing import NamedTuple

from scoring.games.core.cards import JOKER, Card
from scoring.games.melds.closed_hand_types import GRAND_BLITZ, LITTLE_BLITZ, TYPES, HandType
from scoring.games.melds.hand_melds import Shape, list_divisions, pack_tiles

# The circumstances that, beside its tiles, decide a hand's type.
WHEN = ("first_turn", "dealt", "starter")


def find_best(
    tiles: Sequence[Card], *, first_turn: bool = False, dealt: bool = False, starter: bool = False
) -> HandType | None:
    """Return the most valuable type; of equal ones the lowest number."""
    return next(list_fitting(tiles, first_turn=first_turn, dealt=dealt, starter=starter), None)


def list_fitting(
    tiles: Sequence[Card], *, first_turn: bool = False, dealt: bool = False, starter: bool = False
) -> Iterator[HandType]:
    """Yield the types that fit, the most valuable first."""
    hand = _read_hand(tiles)
    # S004: a hand that was complete as dealt is laid in the first turn; 40 is not for the starter.
    in_time = {LITTLE_BLITZ: first_turn or dealt, GRAND_BLITZ: dealt and not starter}
    for kind in _BY_VALUE[hand.jokers]:
        if in_time.get(kind.number, True) and _is_of_type(hand, kind.number):
            yield kind


_BY_VALUE = tuple(
    tuple(sorted(TYPES, key=lambda kind: (-kind.values[jokers], kind.number)))
    for jokers in range(3)
)


# Rules about a division into melds: its shape, and the lowest total of that shape.
_MELDED: Mapping[int, Callable[[Shape, int], bool]] = {
    1: lambda shape, total: True,
    2: lambda shape, total: shape.minor,
    3: lambda shape, total: shape.minor and total <= 51,
    4: lambda shape, total: not shape.runs and total <= 51,
    5: lambda shape, total: not shape.groups and total <= 51,
    7: lambda shape, total: total <= 41,
    8: lambda shape, total: not shape.groups and total <= 41,
    9: lambda shape, total: not shape.runs and total <= 41,
    11: lambda shape, total: shape.major,
    13: lambda shape, total: _each_own_colour(shape, 4),
    14: lambda shape, total: _each_own_colour(shape, 4) and shape.minor,
    15: lambda shape, total: _each_own_colour(shape, 4) and shape.major,
    16: lambda shape, total: _each_own_colour(shape, 3),
    17: lambda shape, total: _each_own_colour(shape, 3) and shape.minor,
    18: lambda shape, total: _each_own_colour(shape, 3) and shape.major,
    19: lambda shape, total: _runs_in(shape, 2),
    20: lambda shape, total: _runs_in(shape, 2) and shape.minor,
    21: lambda shape, total: _runs_in(shape, 2) and shape.major,
    23: lambda shape, total: _runs_in(shape, 1) and shape.runs > 1,
    25: lambda shape, total: not shape.runs,  # 14 tiles in groups of 3 or 4 are always four
    26: lambda shape, total: not shape.runs and shape.minor,
    27: lambda shape, total: not shape.runs and shape.major,
    LITTLE_BLITZ: lambda shape, total: True,
    GRAND_BLITZ: lambda shape, total: True,
}


def _runs_in(shape: Shape, colours: int) -> bool:
    return not shape.groups and shape.colours == colours


def _each_own_colour(shape: Shape, runs: int) -> bool:
    return _runs_in(shape, runs) and shape.runs == runs


class _Hand(NamedTuple):
    """`ranks` has the colours of the real tiles of each rank."""

    packed: int
    ranks: Mapping[int, Sequence[str]]
    copies: Sequence[int]  # of each real tile
    colours: int
    jokers: int

    def is_within(self, ranks: Iterable[int]) -> bool:
        return self.ranks.keys() <= set(ranks)


def _read_hand(tiles: Sequence[Card]) -> _Hand:
    copies = Counter(tile for tile in tiles if tile != JOKER)
    ranks: dict[int, list[str]] = {}
    for tile in copies.elements():
        ranks.setdefault(tile.rank, []).append(tile.suit)
    colours = len({tile.suit for tile in copies})
    jokers = len(tiles) - copies.total()
    return _Hand(pack_tiles(tiles), ranks, tuple(copies.values()), colours, jokers)


def _is_of_type(hand: _Hand, number: int) -> bool:
    if number in _WHOLE:
        return _WHOLE[number](hand)
    fits = _MELDED[number]
    return any(fits(shape, total) for shape, total in list_divisions(hand.packed).items())


_MINOR = range(1, 10)
_MAJOR = (10, 11, 12, 13, 1)
_LITTLE_WAVE = range(1, 8)
_BIG_WAVE = (8, 9, 10, 11, 12, 13, 1)

# If each real tile has a place among the 14 of a type, the jokers just fill the other places.


def _lowest_total(hand: _Hand) -> int:
    """Each joker counts as a one: this type needs no melds."""
    return sum(rank * len(suits) for rank, suits in hand.ranks.items()) + hand.jokers


def _is_pairs(hand: _Hand) -> bool:
    """Jokers pair with single tiles, or with each other."""
    return sum(copies % 2 for copies in hand.copies) <= hand.jokers


def _is_wave(hand: _Hand, ranks: Iterable[int], colours: int) -> bool:
    """In two colours no tile may occur twice; in one, it may."""
    return hand.colours == colours and max(hand.copies) * colours <= 2 and hand.is_within(ranks)


def _is_sequence(hand: _Hand) -> bool:
    """Only the 1 may be there twice, once at each end."""
    return all(len(suits) <= 1 + (rank == 1) for rank, suits in hand.ranks.items())


def _is_mosaic(hand: _Hand) -> bool:
    if not _is_sequence(hand):
        return False
    ends = permutations(_padded(hand.ranks.get(1, ()), 2))
    middle = [_padded(hand.ranks.get(rank, ()), 1) for rank in range(2, 14)]
    return any(_can_alternate([[low], *middle, [high]]) for low, high in ends)


def _is_mixed_wave(hand: _Hand, ranks: Iterable[int]) -> bool:
    if not hand.is_within(ranks) or max(map(len, hand.ranks.values())) > 2:
        return False
    return _can_alternate([_padded(hand.ranks.get(rank, ()), 2) for rank in ranks])


_ANY = ""  # the colour of a joker: of four colours one always fits between two neighbours


def _padded(suits: Sequence[str], length: int) -> list[str]:
    return [*suits, *[_ANY] * (length - len(suits))]


def _can_alternate(columns: Sequence[Sequence[str]]) -> bool:
    """Whether the columns can be ordered so that no neighbours in a row are alike."""
    ends = {tuple(_ANY for _suit in columns[0])}
    for column in columns:
        ends = {
            after
            for before in ends
            for after in permutations(column)
            if all(suit == _ANY or suit != last for last, suit in zip(before, after, strict=True))
        }
    return bool(ends)


# Rules about all 14 tiles together.
_WHOLE: Mapping[int, Callable[[_Hand], bool]] = {
    6: lambda hand: _lowest_total(hand) <= 41,
    10: lambda hand: hand.is_within(_MAJOR),
    12: lambda hand: max(map(len, hand.ranks.values())) + hand.jokers >= 8,
    22: lambda hand: hand.colours == 1,
    24: lambda hand: hand.colours == 1 and _is_sequence(hand),
    28: _is_mosaic,
    29: lambda hand: _is_mixed_wave(hand, _LITTLE_WAVE),
    30: lambda hand: _is_mixed_wave(hand, _BIG_WAVE),
    31: lambda hand: _is_wave(hand, _LITTLE_WAVE, 1),
    32: lambda hand: _is_wave(hand, _BIG_WAVE, 1),
    33: lambda hand: _is_wave(hand, _LITTLE_WAVE, 2),
    34: lambda hand: _is_wave(hand, _BIG_WAVE, 2),
    35: _is_pairs,
    36: lambda hand: _is_pairs(hand) and hand.is_within(_MINOR),
    37: lambda hand: _is_pairs(hand) and hand.is_within(_MAJOR),
    38: lambda hand: _is_pairs(hand) and hand.colours == 1,
}
