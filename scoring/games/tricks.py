from collections.abc import Sequence
from typing import NamedTuple

from scoring.games.core.cards import FROM_SEVEN, RANKS, Card
from scoring.games.core.trick_rules import MOST, TrickRules
from scoring.toolkit.texts import Text, _

PAIR, ALIKE = "stuk", "four_alike"
CARDS_COUNT = _("Points: %(sum)s.")
LAST_COUNTS = _("Points: %(sum)s, of which %(last)s for the last trick.")

PLAIN = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2}
KLAVERJAS = TrickRules(
    FROM_SEVEN,
    trumps={**PLAIN, "J": 20, "9": 14},
    plain=PLAIN,
    last_trick=10,
    runs={3: 20, 4: 50},
    pair=("K", "Q"),
    pair_value=20,
)


def count_alike(jacks: int, *, from_ten: bool) -> TrickRules:
    """With `from_ten`, four sevens, eights or nines are worth nothing."""
    ranks = ("10", "J", "Q", "K", "A") if from_ten else RANKS
    return KLAVERJAS._replace(alike={**dict.fromkeys(ranks, 100), "J": jacks})


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
