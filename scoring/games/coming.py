"""Is there a way to come out of this hand? An exact search over melds that share no card.

A hand is one whole number: a field for every different card, then one each for the jokers, the
tiles that may still be laid and the card that may stay behind. A meld is such a number too: it
fits when no field runs short, and laying it is a subtraction. The top bit of a field guards it.

The search lays the parts of the contract, then takes the first card left, tries every meld that
begins with it, and goes on without that card. It skips hands seen before with as many points,
and hands whose price shows that they can't do better.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import NamedTuple

from scoring.games.cards import JOKER, Card
from scoring.games.contracts import Contract, Part
from scoring.games.laying import LEAST, Laying
from scoring.games.shapes import Shape, laid, shapes, value

ANY_MELD = Part("M", LEAST)
SCALE = 360360  # 1..14 divide it: a card's share of a meld's price stays a whole number


class Meld(NamedTuple):
    shape: Shape
    jokers: int
    value: int
    need: int  # the cards it takes, as fields

    def serves(self, part: Part) -> bool:
        long_enough = len(self.shape.reals) + self.jokers >= part.size
        return long_enough and part.kind in ("M", self.shape.kind)


class Option(NamedTuple):
    """A meld to try; `loss` (0 or less) is what it lacks against the price of its cards."""

    loss: int
    need: int
    meld: Meld


class Fields:
    """Where each card has its field in the number that stands for a hand."""

    def __init__(self, order: Sequence[Card], counts: Counter[Card], jokers: int) -> None:
        self.width = max(counts.values(), default=0).bit_length() + 1
        self.one = {card: 1 << self.width * at for at, card in enumerate(order)}
        self.all_of = {card: one * ((1 << self.width) - 1) for card, one in self.one.items()}
        base = self.width * len(order)
        self.large = (counts.total() + jokers).bit_length() + 2
        self.joker, self.tile, self.stay = (1 << base + self.large * at for at in range(3))
        self.reals = self.joker - 1
        self.guard = sum(one << self.width - 1 for one in self.one.values()) + sum(
            one << self.large - 1 for one in (self.joker, self.tile, self.stay)
        )

    def fits(self, need: int, hand: int) -> bool:
        return ((hand | self.guard) - need) & self.guard == self.guard

    def jokers_in(self, hand: int) -> int:
        return (hand % self.tile) // self.joker

    def hand(self, counts: Counter[Card], jokers: int, most_tiles: int | None) -> int:
        tiles = min(most_tiles or 0, counts.total() + jokers)
        cards = sum(self.one[card] * count for card, count in counts.items())
        return cards + jokers * self.joker + tiles * self.tile

    def firsts(self, card: Card) -> list[int]:
        """The lowest bits that a hand can have when this is its first card."""
        return [self.one[card] << bit for bit in range(self.width - 1)]


class Found(NamedTuple):
    """The best way out: its points, -1 when there is none."""

    points: int
    melds: list[list[Card]]


def search(laying: Laying, hand: Sequence[Card], contract: Contract, goal: int) -> Found:
    """The first way found that brings `goal` points, else the one that brings the most."""
    kind = _AllOut if contract.everything else _Points if goal else _Search
    found = kind(laying, hand, contract, goal)
    found.run()
    return Found(found.points, [laid(laying, meld.shape, meld.jokers) for meld in found.best])


def can_lay(laying: Laying, hand: Sequence[Card], part: Part) -> bool:
    return search(laying, hand, Contract((part,)), 0).points >= 0


class _Search:
    """One hand under one contract; `points` and `best` are the best way out found so far."""

    def __init__(self, laying: Laying, hand: Sequence[Card], contract: Contract, goal: int) -> None:
        self.laying, self.goal = laying, goal
        self.points = -1
        self.best: list[Meld] = []
        self.path: list[Meld] = []
        self.seen: dict[int, int] = {}
        self.counts = Counter(hand)
        self.jokers = self.counts.pop(JOKER, 0)
        self.parts = self._sorted_parts(contract)
        self._find_melds()
        self._set_prices()
        self.options = {part: self._options(part) for part in self.parts}

    def _sorted_parts(self, contract: Contract) -> list[Part]:
        return sorted(contract.parts or (ANY_MELD,), key=lambda part: (-part.size, part.kind))

    def _numbers(self, shape: Shape) -> Iterable[int]:
        """How many jokers to try: only as many as a part of the contract needs."""
        reals = len(shape.reals)
        numbers = {max(shape.least, part.size - reals) for part in self.parts}
        return sorted(number for number in numbers if number <= shape.most)

    def _set_prices(self) -> None:
        """Prices such that no meld gains more than the price of its cards together.

        What a hand can still gain is then at most the price of all its cards, the `margin`.
        """
        self.price = dict.fromkeys(self.counts, 0)
        self.joker_price, self.margin = 0, 0

    def _gain(self, meld: Meld) -> int:
        return 0

    def _enough(self, margin: int, hand: int) -> bool:
        return True

    def _lay_rest(self, hand: int, points: int, margin: int) -> bool:
        """Go on after the contract; True when the goal is reached."""
        self._keep(points)
        return True

    # The melds of this hand

    def _find_melds(self) -> None:
        found = list(shapes(self.laying, self.counts, self.jokers))
        often = Counter(chain.from_iterable([shape.reals for shape in found]))
        order = sorted(self.counts, key=lambda card: (often[card], -card.rank, card.suit))
        self.fields = Fields(order, self.counts, self.jokers)
        self.start = self.fields.hand(self.counts, self.jokers, self.laying.most_tiles)
        best: dict[tuple[int, str], Meld] = {}
        for meld in chain.from_iterable(map(self._melds, found)):
            key = meld.need, meld.shape.kind
            if key not in best or best[key].value < meld.value:
                best[key] = meld
        self.melds = list(best.values())

    def _melds(self, shape: Shape) -> Iterable[Meld]:
        fields, laying = self.fields, self.laying
        tile = fields.tile if laying.most_tiles is not None else 0
        need = sum([fields.one[card] + tile for card in shape.reals])
        for jokers in self._numbers(shape):
            full = need + (fields.joker + tile) * jokers
            if fields.fits(full, self.start):
                yield Meld(shape, jokers, value(laying, shape, jokers), full)

    def _options(self, part: Part) -> list[Option]:
        melds = [meld for meld in self.melds if meld.serves(part)]
        return sorted(map(self._option, melds), key=lambda option: -option.loss)

    def _option(self, meld: Meld) -> Option:
        price = sum([self.price[card] for card in meld.shape.reals])
        return Option(self._gain(meld) - price - self.joker_price * meld.jokers, meld.need, meld)

    # The search

    def run(self) -> None:
        self._lay_part(0, 0, self.start, 0, self.margin)

    def _lay_part(self, at: int, first: int, hand: int, points: int, margin: int) -> bool:
        """Lay the parts from `at` on; equal parts in the order of their options from `first`."""
        if at == len(self.parts):
            return self._lay_rest(hand, points, margin)
        options = self.options[self.parts[at]]
        again = self.parts[at + 1 : at + 2] == self.parts[at : at + 1]
        for number in range(first, len(options)):
            loss, need, meld = options[number]
            if self.fields.fits(need, hand) and self._enough(margin + loss, hand):
                self.path.append(meld)
                after = hand - need, points + meld.value, margin + loss
                if self._lay_part(at + 1, number if again else 0, *after):
                    return True
                self.path.pop()
        return False

    def _keep(self, points: int) -> None:
        if points > self.points:
            self.points, self.best = points, self.path[:]


class _Rest(_Search):
    """A search that goes on after the contract."""

    def __init__(self, laying: Laying, hand: Sequence[Card], contract: Contract, goal: int) -> None:
        super().__init__(laying, hand, contract, goal)
        self.starting = self._starting()
        self.card_of = {bit: card for card in self.counts for bit in self.fields.firsts(card)}

    def _sorted_parts(self, contract: Contract) -> list[Part]:
        return super()._sorted_parts(contract) if contract.parts else []

    def _numbers(self, shape: Shape) -> Iterable[int]:
        return range(shape.least, shape.most + 1)

    def _starting(self) -> dict[int, list[Option]]:
        """The melds to try for each first card, those that lose least first."""
        starting: dict[int, list[Option]] = {}
        by_first: dict[Card, list[Option]] = {card: [] for card in self.counts}
        for meld in self.melds:
            first = min(meld.shape.reals, key=self.fields.one.__getitem__)
            by_first[first].append(self._option(meld))
        for card, options in by_first.items():
            options.sort(key=lambda option: -option.loss)
            starting.update(dict.fromkeys(self.fields.firsts(card), options))
        return starting

    def _shares(self, gains: list[int], least: int) -> dict[Card, int]:
        """Each card's greatest share in the gain of a meld."""
        shares = dict.fromkeys(self.counts, least * SCALE)
        for meld, gain in zip(self.melds, gains, strict=True):
            share = gain * SCALE // len(meld.shape.reals)
            for card in meld.shape.reals:
                shares[card] = max(shares[card], share)
        return shares

    def _total(self, price: dict[Card, int]) -> int:
        return sum([price[card] * count for card, count in self.counts.items()])

    def _lay_first(self, low: int, hand: int, points: int, margin: int) -> bool:
        """Try every meld that begins with the first card; True when the goal is reached."""
        guarded, guard = hand | self.fields.guard, self.fields.guard
        for loss, need, meld in self.starting[low]:
            if not self._enough(margin + loss, hand):
                return False
            if (guarded - need) & guard == guard:
                self.path.append(meld)
                if self._lay_rest(hand - need, points + meld.value, margin + loss):
                    return True
                self.path.pop()
        return False

    def _known(self, hand: int, points: int) -> bool:
        """Was this hand reached before with as many points?"""
        if self.seen.get(hand, -1) >= points:
            return True
        self.seen[hand] = points
        return False


class _Points(_Rest):
    """The contract and any further melds, for the most points; the rest of the hand may stay."""

    def _set_prices(self) -> None:
        dear = max([meld.value // meld.jokers for meld in self.melds if meld.jokers], default=0)
        self.margin = -1
        for price in {dear * quarter // 4 for quarter in range(5)}:
            shares = self._shares([meld.value - price * meld.jokers for meld in self.melds], 0)
            margin = self._total(shares) + price * SCALE * self.jokers
            if self.margin < 0 or margin < self.margin:
                self.price, self.joker_price, self.margin = shares, price * SCALE, margin

    def _gain(self, meld: Meld) -> int:
        return meld.value * SCALE

    def _enough(self, margin: int, hand: int) -> bool:
        return margin > self.points * SCALE

    def _lay_rest(self, hand: int, points: int, margin: int) -> bool:
        self._keep(points)
        if points >= self.goal:
            return True
        while (reals := hand & self.fields.reals) and self._enough(margin, hand):
            low = reals & -reals
            if self._known(hand, points):
                return False
            if self._lay_first(low, hand, points, margin):
                return True
            card = self.card_of[low]
            held = hand & self.fields.all_of[card]
            margin -= self.price[card] * (held // self.fields.one[card])
            hand -= held
        return False


class _AllOut(_Rest):
    """Every card in a meld, or every card but one, the discard."""

    def _set_prices(self) -> None:
        # A meld "gains" minus its jokers, so that the margin is what the jokers have to spare.
        self.price = self._shares([-meld.jokers for meld in self.melds], -self.jokers - 1)
        self.joker_price = 0
        self.margin = self._total(self.price) + self.jokers * SCALE
        self.dearest = -min(self.price.values(), default=0)
        self.start += self.fields.stay

    def _gain(self, meld: Meld) -> int:
        return -meld.jokers * SCALE

    def _enough(self, margin: int, hand: int) -> bool:
        return margin >= (-self.dearest if hand & self.fields.stay else 0)

    def _lay_rest(self, hand: int, points: int, margin: int) -> bool:
        while (reals := hand & self.fields.reals) and self._enough(margin, hand):
            low = reals & -reals
            if self._known(hand, points):
                return False
            if self._lay_first(low, hand, points, margin):
                return True
            if not hand & self.fields.stay:
                return False
            card = self.card_of[low]
            margin -= self.price[card]
            hand -= self.fields.one[card] + self.fields.stay
        return not reals and self._out(hand, points)

    def _out(self, hand: int, points: int) -> bool:
        may_stay = 1 if hand & self.fields.stay else 0
        if self.path and self.fields.jokers_in(hand) <= may_stay:
            self._keep(points)
        return 0 <= self.goal <= self.points
