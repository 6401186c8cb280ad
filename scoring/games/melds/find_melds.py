from collections.abc import Collection, Iterator
from functools import lru_cache
from itertools import combinations, zip_longest
from operator import attrgetter
from typing import NamedTuple

from scoring.games.core.cards import JOKER, Card
from scoring.games.core.meld_options import HIGH, LEAST, LOW, SET_MOST, MeldRules

_NOTHING = (0,) * (HIGH + 1)


class Shape(NamedTuple):
    """Real cards that form a meld with `least` to `most` jokers."""

    kind: str  # "S" or "R", as in a contract
    reals: tuple[Card, ...]
    places: tuple[int, ...]  # of the real cards in a run; empty for a set
    least: int
    most: int
    splits: int = 0  # length of the longer half, if a run can be two melds as well; else 0


class _Span(NamedTuple):
    low: int
    high: int
    value: int


def list_shapes(
    laying: MeldRules, hand: Collection[Card], jokers: int, size: int
) -> Iterator[Shape]:
    """Leave out runs that can be cut so that one half still has the `size` of the contract."""
    yield from _sets(laying, hand, jokers)
    for suit in laying.pack.suits:
        row = [place for place in range(LOW, laying.top + 1) if find_card(place, suit) in hand]
        yield from _runs(laying, suit, _rows(laying, row, jokers, size), jokers)


def find_card(place: int, suit: str) -> Card:
    return Card(LOW if place == HIGH else place, suit)


def _sets(laying: MeldRules, hand: Collection[Card], jokers: int) -> Iterator[Shape]:
    for rank in sorted({card.rank for card in hand}):
        cards = [card for suit in laying.pack.suits if (card := Card(rank, suit)) in hand]
        for size in range(1, len(cards) + 1):
            least = max(0, LEAST - size)
            most = min(jokers, SET_MOST - size, laying.count_most_jokers(size))
            if least <= most:
                for reals in combinations(cards, size):
                    yield Shape("S", reals, (), least, most)


def _rows(laying: MeldRules, row: list[int], jokers: int, size: int) -> list[tuple[int, ...]]:
    """Return the places of every choice of real cards that one run can hold; ace 1 or 14."""
    widest = min(jokers, 1) if laying.joker_rule == "separated" else jokers
    longest = max(size, LEAST) + LEAST - 1 if laying.splits_anywhere else laying.top
    rows: list[tuple[tuple[int, ...], int]] = []
    for place in reversed(row):
        rows += [
            ((place, *places), left - gap)
            for places, left in rows
            if (gap := places[0] - place - 1) <= widest
            and gap <= left
            and places[-1] - place < longest
        ]
        rows.append(((place,), jokers))
    return [places for places, _left in rows]


def _runs(
    laying: MeldRules, suit: str, rows: list[tuple[int, ...]], jokers: int
) -> Iterator[Shape]:
    for places in rows:
        gaps = places[-1] - places[0] + 1 - len(places)
        least = max(gaps, LEAST - len(places))
        room = gaps + sum(_room(laying, places[0], places[-1]))
        most = min(jokers, room, laying.count_most_jokers(len(places)))
        if least <= most:
            reals = tuple([find_card(place, suit) for place in places])
            yield Shape("R", reals, places, least, most, _longest_half(laying, places, most - gaps))


def _longest_half(laying: MeldRules, places: tuple[int, ...], extra: int) -> int:
    """Return 0 if no cut leaves both halves valid, wherever `extra` jokers go."""
    low, high = places[0], places[-1]
    halves = [
        max(cut - low, high + 1 - cut)
        for cut in range(low + LEAST, high + 2 - LEAST)
        if _both_lie(laying, places, cut, extra)
    ]
    return max(halves, default=0)


def _both_lie(laying: MeldRules, places: tuple[int, ...], cut: int, extra: int) -> bool:
    if laying.splits_anywhere:
        return True
    below = sum([place < cut for place in places])
    above = len(places) - below
    gaps_below, gaps_above = cut - places[0] - below, places[-1] + 1 - cut - above
    return gaps_below + extra <= laying.count_most_jokers(
        below
    ) and gaps_above + extra <= laying.count_most_jokers(above)


def _room(laying: MeldRules, low: int, high: int) -> tuple[int, int]:
    """Return how many jokers fit below and above a run's real cards."""
    below, above = low - LOW, laying.top - high
    if laying.joker_rule == "separated":
        return min(below, 1), min(above, 1)
    return below, above


@lru_cache(maxsize=2**14)
def _widened(
    runs: tuple[int, ...], low: int, high: int, extra: int, room: tuple[int, int]
) -> _Span:
    """Put each joker at the end where it is worth more, or above if both are equal."""
    below, above = room
    ups = range(min(extra, above), max(0, extra - below) - 1, -1)
    spans = [(low - extra + up, high + up) for up in ups]
    best = [_Span(start, end, sum(runs[start : end + 1])) for start, end in spans]
    return max(best, key=attrgetter("value"))


def _span(laying: MeldRules, shape: Shape, jokers: int) -> _Span:
    low, high = shape.places[0], shape.places[-1]
    extra = jokers - (high - low + 1 - len(shape.places))
    runs = laying.values.runs if laying.values else _NOTHING
    return _widened(runs, low, high, extra, _room(laying, low, high))


def count_points(laying: MeldRules, shape: Shape, jokers: int) -> int:
    if laying.values is None:
        return 0
    if shape.kind == "S":
        counted = len(shape.reals) + (jokers if laying.joker_counts else 0)
        return laying.values.sets[shape.reals[0].rank] * counted
    if laying.joker_counts:
        return _span(laying, shape, jokers).value
    return sum([laying.values.runs[place] for place in shape.places])


def lay_out(laying: MeldRules, shape: Shape, jokers: int) -> list[Card]:
    """Return the cards in the order in which a player lays them."""
    if shape.kind == "S":
        fill = (JOKER,) * jokers
        rows = (fill, shape.reals) if jokers > len(shape.reals) else (shape.reals, fill)
        return [card for pair in zip_longest(*rows) for card in pair if card is not None]
    span = _span(laying, shape, jokers)
    cards = dict(zip(shape.places, shape.reals, strict=True))
    return [cards.get(place, JOKER) for place in range(span.low, span.high + 1)]
