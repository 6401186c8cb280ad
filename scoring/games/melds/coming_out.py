"""An exact search whether a hand can lay its first melds; no card is used twice.

A hand is one integer of bit fields: one for each different card, more for the jokers, the tiles
that may still be laid, the card that stays behind, and the parts of the contract. A meld is such
an integer too: it fits if no field gets negative, and is laid by subtraction.

The search tries every meld with the first card of the hand, then goes on without that card. To
prune it, each card has a price such that no meld gains more than its cards cost together: a hand
that is too cheap to reach the goal is given up.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from operator import attrgetter, itemgetter
from typing import NamedTuple

from scoring.games.core.cards import JOKER, Card
from scoring.games.core.meld_options import LEAST, MeldRules, Part
from scoring.games.melds.find_melds import Shape, count_points, lay_out, list_shapes

ANY_MELD = Part("M", LEAST)
SCALE = 1000  # of prices, which are integers, rounded up
PATIENCE = 4000  # the most hands to search for the most points


class Found(NamedTuple):
    """The points are -1 if the hand can't come out."""

    points: int
    melds: list[list[Card]]


def meet(laying: MeldRules, hand: Sequence[Card], parts: Sequence[Part]) -> Found:
    """Search for the melds of the contract alone."""
    return _Parts(laying, hand, parts, 0).find_best()


def earn(laying: MeldRules, hand: Sequence[Card], parts: Sequence[Part], goal: int) -> Found:
    """Search for the contract and other melds, together worth at least `goal` points."""
    return _Points(laying, hand, parts, goal).find_best()


def go_out(
    laying: MeldRules, hand: Sequence[Card], parts: Sequence[Part], goal: int, *, stay: bool = True
) -> Found:
    """Use the whole hand but, with `stay`, the discard; below `goal`, return the most points."""
    return (_AllButOne if stay else _AllOut)(laying, hand, parts, goal).find_best()


def find_most_points(laying: MeldRules, hand: Sequence[Card], parts: Sequence[Part]) -> int | None:
    """Return None if the search takes too long."""
    search = _Most(laying, hand, parts, 0)
    points = search.find_best().points
    return None if search.gave_up else points


class Meld(NamedTuple):
    shape: Shape
    jokers: int
    value: int
    need: int  # the cards it takes, as bit fields

    def can_serve(self, part: Part) -> bool:
        long_enough = len(self.shape.reals) + self.jokers >= part.size
        # A run that splits in two melds, one of which serves the part, is never needed whole.
        return long_enough and self.shape.splits < part.size and part.kind in ("M", self.shape.kind)


class Play(NamedTuple):
    """One use of a meld: for a part of the contract, or beside it. `gain` counts in this search."""

    gain: int
    need: int
    meld: Meld


class Option(NamedTuple):
    """A meld to try; `loss` is its gain minus the price of its cards, at most 0."""

    loss: int
    need: int
    meld: Meld


class Fields:
    def __init__(self, order: Sequence[Card], counts: Counter[Card], jokers: int, parts: int):
        self.width = max(counts.values(), default=0).bit_length() + 1
        self.unit = {card: 1 << self.width * place for place, card in enumerate(order)}
        self.every = {card: unit * ((1 << self.width) - 1) for card, unit in self.unit.items()}
        self.card = {bit: card for card in order for bit in self.list_firsts(card)}
        base, large = self.width * len(order), (counts.total() + jokers).bit_length() + 4
        ends = [1 << base + large * place for place in range(4 + parts)]
        self.joker, self.tile, self.stay, *self.parts = ends
        self.reals, self.guard = self.joker - 1, sum(unit << large - 1 for unit in ends)
        self.guard += sum(unit << self.width - 1 for unit in self.unit.values())

    def has_all(self, need: int, hand: int) -> bool:
        """The top bit of each field is spare: a field that had too little borrows it."""
        return ((hand | self.guard) - need) & self.guard == self.guard

    def count_jokers(self, hand: int) -> int:
        return hand % self.tile // self.joker

    def list_firsts(self, card: Card) -> list[int]:
        """If a hand's lowest set bit is one of these, this card is the first that it has."""
        return [self.unit[card] << bit for bit in range(self.width - 1)]


class _Search:
    beside = True  # whether melds may be laid beside the contract

    def __init__(self, laying: MeldRules, hand: Sequence[Card], parts: Iterable[Part], goal: int):
        self.laying, self.goal, self.parts = laying, goal, Counter(parts)
        self.counts = Counter(hand)
        self.jokers = self.counts.pop(JOKER, 0)
        self.best = Found(-1, [])
        self.path: list[Meld] = []
        self.seen: dict[int, int] = {}
        self.floor = 0  # the margin below which a hand is pruned
        self._set_fields()
        longest = max([part.size for part in self.parts], default=LEAST)
        shapes = list_shapes(laying, self.counts, self.jokers, longest)
        plays = list(self._plays(self._melds(shapes)))
        self._set_prices(plays)
        self._set_options(plays)

    def find_best(self) -> Found:
        self._go_on(self.start, 0, self.margin)
        return self.best

    # Melds, and the parts that they serve

    def _set_fields(self) -> None:
        order = sorted(self.counts, reverse=True)
        self.fields = fields = Fields(order, self.counts, self.jokers, len(self.parts))
        self.part_field = dict(zip(self.parts, fields.parts, strict=False))
        self.start = self.jokers * fields.joker
        self.start += sum(fields.unit[card] * count for card, count in self.counts.items())
        self.start += sum(self.part_field[part] * count for part, count in self.parts.items())
        if self.laying.most_tiles is not None:
            tiles = min(self.laying.most_tiles, self.counts.total() + self.jokers)
            self.start += tiles * fields.tile

    def _melds(self, shapes: Iterable[Shape]) -> Iterable[Meld]:
        best: dict[tuple[int, str], Meld] = {}
        for meld in chain.from_iterable(map(self._sizes, shapes)):
            key = meld.need, meld.shape.kind
            if key not in best or best[key].value < meld.value:  # the ace may be low or high
                best[key] = meld
        return best.values()

    def _sizes(self, shape: Shape) -> Iterator[Meld]:
        fields, laying = self.fields, self.laying
        tile = fields.tile if laying.most_tiles is not None else 0
        need = sum([fields.unit[card] + tile for card in shape.reals])
        for jokers in self._numbers(shape):
            full = need + (fields.joker + tile) * jokers
            if fields.has_all(full, self.start):
                yield Meld(shape, jokers, count_points(laying, shape, jokers), full)

    def _numbers(self, shape: Shape) -> Iterable[int]:
        """Return the numbers of jokers to try with these cards."""
        return range(shape.least, shape.most + 1)

    def _plays(self, melds: Iterable[Meld]) -> Iterator[Play]:
        """A run that can be cut in two melds is never needed beside the contract."""
        for meld in melds:
            for part, field in self.part_field.items():
                if meld.can_serve(part):
                    yield Play(self._gain(meld, part.size), meld.need + field, meld)
            if self.beside and not meld.shape.splits:
                yield Play(self._gain(meld, 0), meld.need, meld)

    def _gain(self, meld: Meld, size: int) -> int:
        """`size` is that of the contract's part; 0: beside the contract."""
        return meld.value * SCALE

    # Prices

    def _set_prices(self, plays: list[Play]) -> None:
        """Of several prices of a joker, the one that makes the hand cheapest prunes most."""
        dear = max([play.gain // play.meld.jokers for play in plays if play.meld.jokers], default=0)
        offers = []
        for joker in sorted({dear * quarter // 4 for quarter in range(5)}):
            price = self._shares(plays, joker, 0)
            offers.append((self._total(price) + joker * self.jokers, joker, price))
        self.margin, self.joker_price, self.price = min(offers, key=itemgetter(0))

    def _shares(self, plays: list[Play], joker: int, least: int) -> dict[Card, int]:
        """A card costs the largest share that it gets of any meld's gain, at least `least`."""
        shares = dict.fromkeys(self.counts, least)
        for gain, _need, meld in plays:
            share = -((joker * meld.jokers - gain) // len(meld.shape.reals))
            for card in meld.shape.reals:
                shares[card] = max(shares[card], share)
        return shares

    def _total(self, price: dict[Card, int]) -> int:
        return sum([price[card] * count for card, count in self.counts.items()])

    def _set_options(self, plays: list[Play]) -> None:
        """List by first card the melds to try, the smallest loss first."""
        by_first: dict[Card, list[Option]] = {card: [] for card in self.counts}
        for gain, need, meld in plays:
            price = sum([self.price[card] for card in meld.shape.reals])
            first = min(meld.shape.reals, key=self.fields.unit.__getitem__)
            loss = gain - price - self.joker_price * meld.jokers
            by_first[first].append(Option(loss, need, meld))
        self.options: dict[int, list[Option]] = {}
        for card, options in by_first.items():
            options.sort(key=attrgetter("loss"), reverse=True)
            self.options.update(dict.fromkeys(self.fields.list_firsts(card), options))

    # The search

    def _go_on(self, hand: int, points: int, margin: int) -> bool:
        """Return whether the goal is reached. `margin`: the most that all melds can gain."""
        while not self._done(hand, points):
            reals = hand & self.fields.reals
            if not reals or margin < self.floor or self.seen.get(hand, -1) >= points:
                return False
            self.seen[hand] = points
            first = reals & -reals
            if self._lay_first(first, hand, points, margin):
                return True
            hand, margin = self._without(self.fields.card[first], hand, margin)
        return True

    def _lay_first(self, first: int, hand: int, points: int, margin: int) -> bool:
        guard = self.fields.guard
        guarded = hand | guard
        for loss, need, meld in self.options[first]:
            if margin + loss < self.floor:
                return False
            if (guarded - need) & guard == guard:
                self.path.append(meld)
                if self._go_on(hand - need, points + meld.value, margin + loss):
                    return True
                self.path.pop()
        return False

    def _without(self, card: Card, hand: int, margin: int) -> tuple[int, int]:
        """Drop all copies of a card, which no further meld will use."""
        copies = hand & self.fields.every[card]
        return hand - copies, margin - self.price[card] * (copies // self.fields.unit[card])

    def _done(self, hand: int, points: int) -> bool:
        """Keep the best melds that meet the contract; return whether they reach the goal."""
        if hand >= self.fields.parts[0]:
            return False
        if points > self.best.points:
            melds = [lay_out(self.laying, meld.shape, meld.jokers) for meld in self.path]
            self.best = Found(points, melds)
        return points >= self.goal


class _Parts(_Search):
    beside = False

    def __init__(self, laying: MeldRules, hand: Sequence[Card], parts: Iterable[Part], goal: int):
        super().__init__(laying, hand, parts, goal)
        self.floor = SCALE * sum(part.size * count for part, count in self.parts.items())

    def _numbers(self, shape: Shape) -> Iterable[int]:
        sizes = {max(shape.least, part.size - len(shape.reals)) for part in self.parts}
        return sorted(jokers for jokers in sizes if jokers <= shape.most)

    def _gain(self, meld: Meld, size: int) -> int:
        return size * SCALE


class _Points(_Search):
    def __init__(self, laying: MeldRules, hand: Sequence[Card], parts: Iterable[Part], goal: int):
        super().__init__(laying, hand, parts, goal)
        self.floor = SCALE * goal


class _Most(_Points):
    gave_up = False

    def _done(self, hand: int, points: int) -> bool:
        if super()._done(hand, points):
            self.floor = SCALE * (self.best.points + 1)
        self.gave_up = len(self.seen) > PATIENCE
        return self.gave_up


class _AllOut(_Search):
    dearest = 0

    def _set_prices(self, plays: list[Play]) -> None:
        # A meld "gains" minus its jokers, so the margin is the number of spare jokers.
        self.price, self.joker_price = self._shares(plays, 0, -SCALE * (self.jokers + 1)), 0
        self.margin = self._total(self.price) + SCALE * self.jokers

    def _gain(self, meld: Meld, size: int) -> int:
        return -meld.jokers * SCALE

    def _without(self, card: Card, hand: int, margin: int) -> tuple[int, int]:
        if not hand & self.fields.stay:
            return hand, -1
        left = hand - self.fields.unit[card] - self.fields.stay
        return left, margin - self.price[card] + self.dearest

    def _done(self, hand: int, points: int) -> bool:
        must_stay = 1 if hand & self.fields.stay else 0
        if hand & self.fields.reals or self.fields.count_jokers(hand) != must_stay or not self.path:
            return False
        return super()._done(hand, points)


class _AllButOne(_AllOut):
    def _set_prices(self, plays: list[Play]) -> None:
        super()._set_prices(plays)
        self.dearest = min(self.price.values(), default=0)  # the most that a discard can save
        self.margin -= self.dearest
        self.start += self.fields.stay
