"""What a trick is worth: the points of its cards, and roem."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from scoring.games.core.cards import RANKS, Card, Pack
from scoring.toolkit.texts import Text, _

MOST = 4  # cards in a trick
PAIR, ALIKE = "stuk", "four_alike"
CARDS_COUNT = _("Points: %(sum)s.")
LAST_COUNTS = _("Points: %(sum)s, of which %(last)s for the last trick.")


class TrickRules(NamedTuple):
    """By rank; a rank that is not listed counts nothing."""

    pack: Pack  # its spellings go from the lowest card of a suit to the highest
    trumps: Mapping[str, int]
    plain: Mapping[str, int]
    last_trick: int
    runs: Mapping[int, int]  # cards in a row of one suit, by how many
    pair: tuple[str, ...]  # of trumps
    pair_value: int
    alike: Mapping[str, int] = {}  # four cards of one rank


class Roem(NamedTuple):
    """Cards of one trick that together earn extra points."""

    kind: str
    cards: list[Card]
    value: int


class Trick(NamedTuple):
    """`value` includes what the last trick counts, but not the roem."""

    value: int
    parts: list[Roem]
    reasons: list[Text]

    @property
    def roem(self) -> int:
        return sum(part.value for part in self.parts)


def judge_trick(rules: TrickRules, cards: Sequence[Card], trump: str, *, last: bool) -> Trick:
    points = [_points(rules, card, trump) for card in cards]
    reason = Text(CARDS_COUNT, sum=_sum(points))
    if last:
        points.append(rules.last_trick)
        reason = Text(LAST_COUNTS, sum=_sum(points), last=rules.last_trick)
    parts = [*_runs(rules, cards), *_pair(rules, cards, trump), *_alike(rules, cards)]
    return Trick(sum(points), parts, [reason])


def _rank(card: Card) -> str:
    return RANKS[card.rank - 1]


def _points(rules: TrickRules, card: Card, trump: str) -> int:
    return (rules.trumps if card.suit == trump else rules.plain).get(_rank(card), 0)


def _sum(points: Sequence[int]) -> str:
    words = " + ".join(map(str, points))
    return f"{words} = {sum(points)}" if len(points) > 1 else words or "0"


def _runs(rules: TrickRules, cards: Sequence[Card]) -> list[Roem]:
    """A trick is too small for two runs."""
    order = [card.rank for card in rules.pack.spellings.values() if not card.suit]
    for length in sorted(rules.runs, reverse=True):
        for lowest in cards:
            start = order.index(lowest.rank)
            run = [Card(rank, lowest.suit) for rank in order[start : start + length]]
            if len(run) == length and set(run) <= set(cards):
                return [Roem(f"run_of_{length}", run, rules.runs[length])]
    return []


def _pair(rules: TrickRules, cards: Sequence[Card], trump: str) -> list[Roem]:
    pair = [rules.pack.spellings[rank + trump] for rank in rules.pair]
    return [Roem(PAIR, pair, rules.pair_value)] if set(pair) <= set(cards) else []


def _alike(rules: TrickRules, cards: Sequence[Card]) -> list[Roem]:
    if len(cards) < MOST or len({card.rank for card in cards}) > 1:
        return []
    value = rules.alike.get(_rank(cards[0]))
    return [Roem(ALIKE, list(cards), value)] if value else []
