"""Which types of closed hand 14 tiles form (source S004 in tests/rule_texts.md)."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, permutations
from typing import NamedTuple

from scoring.games.core.cards import COLOURS, JOKER, Card
from scoring.games.melds.closed_hand_types import GRAND_BLITZ, LITTLE_BLITZ, TYPES, HandType

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


# Every way to divide tiles into groups and runs

# A hand is one number with four bits for the copies of each tile: ones first, jokers last. Taking
# tiles from it and caching it are fast.
_JOKER = 52
_ONE = tuple(1 << 4 * tile for tile in range(_JOKER + 1))
_HIGH = 14  # the place of a 1 above 13 in a run


class Shape(NamedTuple):
    """What decides the type of a divided hand; `minor`: all melds low, `major`: all high."""

    groups: int
    runs: int
    suits: int  # of the runs, one bit each
    minor: bool
    major: bool

    @property
    def colours(self) -> int:
        return self.suits.bit_count()

    def join_shape(self, other: "Shape") -> "Shape":
        return Shape(
            self.groups + other.groups,
            self.runs + other.runs,
            self.suits | other.suits,
            self.minor and other.minor,
            self.major and other.major,
        )


class _Meld(NamedTuple):
    shape: Shape
    total: int
    left: int


_NOTHING = Shape(0, 0, 0, True, True)
# A 1 is low in the minor types and high in the major ones; a group of ones fits both.
_GROUP = {rank: Shape(1, 0, 0, rank <= 9, rank in {1, 10, 11, 12, 13}) for rank in range(1, 14)}


def pack_tiles(tiles: Iterable[Card]) -> int:
    return sum(
        _ONE[_JOKER if tile == JOKER else _tile_at(tile.rank, COLOURS.index(tile.suit))]
        for tile in tiles
    )


def _tile_at(place: int, colour: int) -> int:
    return (place - 1) % 13 * 4 + colour


@lru_cache(maxsize=8192)
def list_divisions(hand: int) -> Mapping[Shape, int]:
    """Return the lowest total of each way in which a packed hand divides."""
    if not hand:
        return {_NOTHING: 0}
    # The lowest tile must be in some meld: trying only its melds finds each division once.
    tile = ((hand & -hand).bit_length() - 1) // 4
    totals: dict[Shape, int] = {}
    if tile == _JOKER:  # a meld needs a real tile
        return totals
    for meld in _melds(hand - _ONE[tile], tile):
        for rest, rest_total in list_divisions(meld.left).items():
            shape = meld.shape.join_shape(rest)
            total = meld.total + rest_total
            totals[shape] = min(total, totals.get(shape, total))
    return totals


def _melds(hand: int, tile: int) -> Iterator[_Meld]:
    """Yield the melds of this tile with tiles of `hand`, none of which is lower."""
    place, colour = tile // 4 + 1, tile % 4
    yield from _groups(hand, place, colour)
    for below in range(min(_jokers(hand), place - 1) + 1):
        for left, end in _extend(hand - below * _ONE[_JOKER], colour, place, 1):
            yield from _run(left, colour, place - below, end)
    if place == 1:
        for left, start in _extend(hand, colour, _HIGH, -1):
            yield from _run(left, colour, start, _HIGH)


def _jokers(hand: int) -> int:
    return hand >> 4 * _JOKER


def _groups(hand: int, rank: int, colour: int) -> Iterator[_Meld]:
    """Of groups that differ only in the colours of their jokers, yield one."""
    others = (_tile_at(rank, other) for other in range(4) if other != colour)
    available = [_ONE[tile] for tile in others if hand >> 4 * tile & 15]
    for size in (3, 4):
        for real in range(max(0, size - 1 - _jokers(hand)), min(size - 1, len(available)) + 1):
            left = hand - (size - 1 - real) * _ONE[_JOKER]
            for chosen in combinations(available, real):
                yield _Meld(_GROUP[rank], rank * size, left - sum(chosen))


def _extend(hand: int, colour: int, place: int, step: int) -> Iterator[tuple[int, int]]:
    """Yield the rest of the hand and the last place of each longer run, itself included."""
    yield hand, place
    place += step
    if 1 <= place <= _HIGH:
        for tile in (_tile_at(place, colour), _JOKER):
            if hand >> 4 * tile & 15:
                yield from _extend(hand - _ONE[tile], colour, place, step)


def _run(left: int, colour: int, start: int, end: int) -> Iterator[_Meld]:
    if end - start >= 2:
        total = sum(range(start, end + 1)) - (13 if end == _HIGH else 0)
        yield _Meld(Shape(0, 1, 1 << colour, end <= 9, start >= 10), total, left)


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
    # Each joker counts as a one: this type needs no melds.
    6: lambda hand: sum(rank * len(on) for rank, on in hand.ranks.items()) + hand.jokers <= 41,
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
