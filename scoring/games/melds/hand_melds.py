"""Every way to divide tiles into groups and runs (source S004 in tests/rule_texts.md)."""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from scoring.games.core.cards import COLOURS, JOKER, Card

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
    return sum(_ONE[_tile_index(tile)] for tile in tiles)


def _tile_index(tile: Card) -> int:
    return _JOKER if tile == JOKER else _tile_at(tile.rank, COLOURS.index(tile.suit))


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
