"""Find out whether a hand can come out, that is, lay its first melds as the contract asks. The
search is exact, and no card is used in two melds.

A hand is one integer that consists of bit fields. Every different card has a field. More fields
count the jokers, the tiles that may still be laid, the card that has to stay behind, and the parts
of the contract. A meld is such an integer too. It fits if no field becomes negative, and laying it
is a subtraction.

The search takes the first card of the hand, tries every meld that begins with it, and then goes on
without that card. It skips a hand that it has seen before with as many points.

To prune the search, each card has a price. The prices are such that no meld gains more than its
cards cost together. So a hand can be given up if its cards are too cheap to reach the goal.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from operator import attrgetter, itemgetter
from typing import NamedTuple

from scoring.games.core.cards import JOKER, Card
from scoring.games.core.contracts import Part
from scoring.games.core.meld_rules import LEAST, MeldRules
from scoring.games.melds.find_melds import Shape, count_points, lay_out, list_shapes

ANY_MELD = Part("M", LEAST)
SCALE = 1000  # of prices, which are integers, rounded up
PATIENCE = 4000  # the most hands to search for the most points


class Found(NamedTuple):
    """The best melds that a search found for coming out, and their points. The points are -1 if the
    hand can't come out.
    """

    points: int
    melds: list[list[Card]]


def meet(laying: MeldRules, hand: Sequence[Card], parts: Sequence[Part]) -> Found:
    """Search this hand for the melds that the contract demands. `parts` lists those melds, each
    with its kind and size. The points of the melds and the cards left over do not matter.
    """
    return _Parts(laying, hand, parts, 0).find_best()


def earn(laying: MeldRules, hand: Sequence[Card], parts: Sequence[Part], goal: int) -> Found:
    """Search for the melds that the contract demands (`parts`) and for any other melds beside them.
    Together they must be worth at least `goal` points.
    """
    return _Points(laying, hand, parts, goal).find_best()


def go_out(
    laying: MeldRules, hand: Sequence[Card], parts: Sequence[Part], goal: int, *, stay: bool = True
) -> Found:
    """Search for melds that use the whole hand and include those that the contract demands
    (`parts`). With `stay`, exactly one card is kept, the discard. If no such melds are worth `goal`
    points, return those worth the most.
    """
    return (_AllButOne if stay else _AllOut)(laying, hand, parts, goal).find_best()


def find_most_points(laying: MeldRules, hand: Sequence[Card], parts: Sequence[Part]) -> int | None:
    """Return the most points that the hand can lay. It has to lay the melds that the contract
    demands (`parts`), and may lay others as well. Return None if the search takes too long.
    """
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
    """One way to use a meld in the search: as one of the melds that the contract demands, or as a
    meld beside them. `gain` is how much that counts in this search. `need` is the number to
    subtract from the hand, which is an integer packed in bit fields, one for each kind of card.
    """

    gain: int
    need: int
    meld: Meld


class Option(NamedTuple):
    """A meld to try in the search. `loss` is its gain (how much it counts in the search) minus the
    price of its cards. Prices are chosen such that no meld gains more than its cards cost, so
    `loss` is at most 0. `need` is the number to subtract from the hand, which is an integer packed
    in bit fields, one for each kind of card.
    """

    loss: int
    need: int
    meld: Meld


class Fields:
    """The layout of the bit fields in the integer that represents a hand. Each kind of card has a
    field. More fields count the jokers, the tiles that may still be laid, the card that may stay
    behind, and each demand of the contract.
    """

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
        """Return whether the hand has everything that `need` takes from it. Both are integers
        packed in bit fields, one for each kind of card and for each other thing that is counted,
        such as jokers. The top bit of each field (its guard) is spare. The guards of the hand are
        set, and `need` is subtracted: a field that had too little loses its guard.
        """
        return ((hand | self.guard) - need) & self.guard == self.guard

    def count_jokers(self, hand: int) -> int:
        return hand % self.tile // self.joker

    def list_firsts(self, card: Card) -> list[int]:
        """Return the values of the bits in this card's field. A hand is one integer. For each card
        of the pack it has a field, which is a few bits that count the copies of that card. So if
        the lowest set bit of a hand is among these values, the hand has this card, and none whose
        field is lower.
        """
        return [self.unit[card] << bit for bit in range(self.width - 1)]


class _Search:
    """The search for melds in one hand under one contract; the base class of all searches here."""

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
        """Return every number of jokers with which these real cards form a meld. The search tries
        each of these numbers.
        """
        return range(shape.least, shape.most + 1)

    def _plays(self, melds: Iterable[Meld]) -> Iterator[Play]:
        """Yield every way to use each of these melds (a `Play`): once for each demand of the
        contract that the meld meets, and once as an extra meld beside the contract. There are no
        extra melds in a search for the contract alone. A run that can be cut into two melds is
        never used as an extra meld, because the two melds do as well.
        """
        for meld in melds:
            for part, field in self.part_field.items():
                if meld.can_serve(part):
                    yield Play(self._gain(meld, part.size), meld.need + field, meld)
            if self.beside and not meld.shape.splits:
                yield Play(self._gain(meld, 0), meld.need, meld)

    def _gain(self, meld: Meld, size: int) -> int:
        """Return how much a meld counts in the search; in this class, that is its points. `size` is
        the size of meld that the contract demands here, or 0 for a meld beside the contract.
        """
        return meld.value * SCALE

    # Prices

    def _set_prices(self, plays: list[Play]) -> None:
        """Set a price for each card and for a joker, so that no meld gains more in the search than
        its cards cost together. A hand whose cards are too cheap to reach the goal can then be
        given up. Several prices are tried for the joker. The one that makes the whole hand cheapest
        is kept, because it lets the search give up the most hands. `plays` are the ways to use a
        meld.
        """
        dear = max([play.gain // play.meld.jokers for play in plays if play.meld.jokers], default=0)
        offers = []
        for joker in sorted({dear * quarter // 4 for quarter in range(5)}):
            price = self._shares(plays, joker, 0)
            offers.append((self._total(price) + joker * self.jokers, joker, price))
        self.margin, self.joker_price, self.price = min(offers, key=itemgetter(0))

    def _shares(self, plays: list[Play], joker: int, least: int) -> dict[Card, int]:
        """Return a price for each card, for giving up hands that are too cheap to reach the goal.
        The gain of each meld (how much it counts in the search), minus the price `joker` of each of
        its jokers, is divided equally among its other cards. The price of a card is the largest
        share that it gets in any meld, but at least `least`.
        """
        shares = dict.fromkeys(self.counts, least)
        for gain, _need, meld in plays:
            share = -((joker * meld.jokers - gain) // len(meld.shape.reals))
            for card in meld.shape.reals:
                shares[card] = max(shares[card], share)
        return shares

    def _total(self, price: dict[Card, int]) -> int:
        return sum([price[card] * count for card, count in self.counts.items()])

    def _set_options(self, plays: list[Play]) -> None:
        """Store in `options`, for each card, the melds to try while that card is the first that is
        left in the hand. All these melds contain the card. What a meld loses is the price of its
        cards minus its gain (how much it counts in the search). The melds that lose least come
        first.
        """
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
        """Try every meld that can still be laid from this hand. Return whether the goal is reached,
        so that the search can end. `hand` is packed in bit fields, one for each kind of card.
        `points` are the points laid so far. `margin` is the most that all melds together, those
        laid and those to come, can gain (count) in the search. If that is too little, the hand is
        given up.
        """
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
        """Drop all copies of a card from the hand, because no further meld will use it. `hand` is
        packed in bit fields, one for each kind of card. `margin` is the most that all melds
        together, those laid and those to come, can gain (count) in the search. Return the smaller
        hand, and `margin` reduced by the prices of the dropped copies. A price is the most that a
        copy could have added.
        """
        copies = hand & self.fields.every[card]
        return hand - copies, margin - self.price[card] * (copies // self.fields.unit[card])

    def _done(self, hand: int, points: int) -> bool:
        """Return whether the melds laid so far meet the contract and are worth at least the goal,
        which is a number of points. If they meet the contract and are worth more points than the
        best ones found before, keep them as the best. `hand` is what is left, packed in bit fields,
        one for each kind of card and for each demand of the contract that is not met yet. `points`
        are the points laid so far.
        """
        if hand >= self.fields.parts[0]:
            return False
        self._keep(points)
        return points >= self.goal

    def _keep(self, points: int) -> None:
        if points > self.best.points:
            melds = [lay_out(self.laying, meld.shape, meld.jokers) for meld in self.path]
            self.best = Found(points, melds)


class _Parts(_Search):
    """Search for the melds that the contract demands. Their points and any other melds do not
    matter, so a meld counts in the search for no more than the size that the contract demands of
    it.
    """

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
    """Search for melds that meet the contract and together are worth `goal` points; cards may be
    left over.
    """

    def __init__(self, laying: MeldRules, hand: Sequence[Card], parts: Iterable[Part], goal: int):
        super().__init__(laying, hand, parts, goal)
        self.floor = SCALE * goal


class _Most(_Points):
    """Search for the melds that meet the contract and are worth the most points; it gives up if
    this takes too long.
    """

    gave_up = False

    def _done(self, hand: int, points: int) -> bool:
        if super()._done(hand, points):
            self.floor = SCALE * (self.best.points + 1)
        self.gave_up = len(self.seen) > PATIENCE
        return self.gave_up


class _AllOut(_Search):
    """Search for melds that use every card of the hand."""

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
    """Search for melds that use every card of the hand but one, the discard."""

    def _set_prices(self, plays: list[Play]) -> None:
        super()._set_prices(plays)
        self.dearest = min(self.price.values(), default=0)  # the most that a discard can save
        self.margin -= self.dearest
        self.start += self.fields.stay
