import re
from collections import Counter

from scoring.games.core.cards import CARDS, COLOURS, JOKER, SUITS, TILES, Card, Pack, read
from scoring.games.core.meld_options import MeldRules, make_values

PACK = Pack(CARDS, SUITS, jokers=6)
BOX = Pack(TILES, COLOURS, jokers=2)
FACE = make_values(1, 1, 1)

JOKEREN = MeldRules(PACK, True, "any")
FORTY = MeldRules(PACK, True, "any", make_values(10, 10, 10, court=10))
AMERIKAANS = MeldRules(PACK, True, "separated")
JOLLY = MeldRules(PACK, True, "two_naturals", make_values(25, 1, 11, court=10))
RUMMY = MeldRules(BOX, False, "any", FACE, joker_counts=False, most_tiles=12)
SABRA = MeldRules(BOX, False, "any", FACE)
AMERICAN = MeldRules(BOX, True, "any", FACE)
NO_JOKERS = MeldRules(PACK._replace(jokers=0), True, "any")
TWO_NATURALS = MeldRules(PACK, True, "two_naturals")
LOW = MeldRules(BOX, False, "separated")

RULES = {name: rules for name, rules in globals().items() if isinstance(rules, MeldRules)}


def read_cards(laying: MeldRules, text: str) -> list[Card]:
    cards = [read(laying.pack, token) for token in text.split()]
    assert None not in cards, text
    return [card for card in cards if card is not None]


def read_tiles(text: str) -> list[Card]:
    """`5-7kb` is 5, 6 and 7 in black and in blue; `*` a joker."""
    hand = [JOKER] * text.count("*")
    for low, high, colours in re.findall(r"(\d+)(?:-(\d+))?([kbro]+)", text):
        ranks = range(int(low), int(high or low) + 1)
        hand += [Card(rank, colour) for rank in ranks for colour in colours]
    assert len(hand) == 14
    assert all(copies <= 2 for copies in Counter(hand).values())
    return hand
