"""The search for a way to come out: what it finds, and how little it looks at for that."""

import pytest

from scoring.games.cards import CARDS, COLOURS, SUITS, TILES, Card, Pack, read
from scoring.games.melds import Laying, parse_contract, values
from scoring.games.melds import coming as search

PACK = Pack(CARDS, SUITS, jokers=6)
BOX = Pack(TILES, COLOURS, jokers=2)
FACE = values(1, 1, 1)

JOKEREN = Laying(PACK, True, "any")
FORTY = Laying(PACK, True, "any", values(10, 10, 10, court=10))
AMERIKAANS = Laying(PACK, True, "separated")
JOLLY = Laying(PACK, True, "two_naturals", values(25, 1, 11, court=10))
RUMMY = Laying(BOX, False, "no_majority", FACE, joker_counts=False, most_tiles=12)
SABRA = Laying(BOX, False, "any", FACE)

HANDS = {
    "jokeren": (JOKEREN, "2h 3h 4h 5h 6h 7h 8h 2d 3d 4d 5d 6d *"),
    "mixed": (JOKEREN, "2h 3h 4h 4d 4c 5h 6h 7h 7d 7c 9s 10s *"),
    "forty": (FORTY, "2h 3h 4h 4d 4c 4s 5h 6h 7h 7d 7c 7s Qh Kh Ah *"),
    "jolly": (JOLLY, "2h 3h 4h 4d 4c 5h 6h 7h 7d 7c 9s * *"),
    "amerikaans": (AMERIKAANS, "2h 3h 5h 5d 5c 6h 8h 8d 8s 9h Kh * *"),
    "rummy": (RUMMY, "1k 2k 3k 4k 4b 4r 5k 5b 6b 7b 9o 10o 11o *"),
    "sabra": (SABRA, "1k 2k 3k 3k 3b 3r 4k 4b 5b 6b 9o 10o 11o * *"),
}


def cards(laying: Laying, text: str) -> list[Card]:
    found = [read(laying.pack, token) for token in text.split()]
    return [card for card in found if card is not None]


def looked(kind: str, name: str, contract: str, goal: int) -> tuple[int, int, int]:
    """The points found, the hands looked at, and the price that was put on the whole hand."""
    laying, hand = HANDS[name]
    parsed = parse_contract(contract)
    assert parsed is not None
    one = getattr(search, kind)(laying, cards(laying, hand), parsed.parts, goal)
    return one.found().points, len(one.seen), one.margin


# Which search, hand, contract and goal; then the points it finds, how many hands it looks at for
# that, and what the prices make of the whole hand. Fewer hands and a lower price are better.
EFFORT = """
_Parts   jokeren    R3+S3       0    0    3   13500
_Parts   jokeren    R4+R3       0    0    2   13000
_Parts   jokeren    M3+M3+M3    0    0    3   13500
_Parts   jokeren    S4+R4       0   -1   75   13000
_AllOut  jokeren    -           0    0    5    1000
_AllOut  jokeren    R4+S3       0    0   32    1000
_Parts   mixed      R3+S3       0    0    2   13000
_Parts   mixed      R4+R3       0    0    2    9000
_Parts   mixed      M3+M3+M3    0    0    3   13000
_Parts   mixed      S4+R4       0    0   10   10000
_AllOut  mixed      -           0   -1   20     500
_AllOut  mixed      R4+S3       0   -1   46     500
_Parts   forty      R3+S3       0   51    2   16500
_Parts   forty      R4+R3       0   52    4   10000
_Parts   forty      M3+M3+M3    0   66    4   16500
_Parts   forty      S4+R4       0   68    2   16000
_Points  forty      -          60   66    5  107500
_Points  forty      -          45   51    3  107500
_Points  forty      S3         70   78    6  107500
_Points  forty      -         100  100    9  107500
_Most    forty      -           0  100   62  107500
_Most    forty      M4          0  100  102  107500
_AllOut  forty      -           0   93    6    1000
_AllOut  forty      R3         50   93    6    1000
_AllOut  forty      R4+S3       0   87   22    1000
_Parts   jolly      R3+S3       0   39    4   12750
_Parts   jolly      R4+R3       0   40    3   10000
_Parts   jolly      M3+M3+M3    0   51    5   12750
_Parts   jolly      S4+R4       0   46    4   12000
_Points  jolly      -          60   60    5   73142
_Points  jolly      -          45   51    4   73142
_Points  jolly      S3         70   42   22   73142
_Points  jolly      -         100    0    0   73142
_Most    jolly      -           0   60   96   73142
_Most    jolly      M4          0   60  196   73750
_AllOut  jolly      -           0   57    5    2000
_AllOut  jolly      R3         50   57    5    2000
_AllOut  jolly      R4+S3       0   57   13    2000
_Parts   amerikaans R3+S3       0    0   10   12000
_Parts   amerikaans R4+R3       0    0    5    8000
_Parts   amerikaans M3+M3+M3    0    0    5   12000
_Parts   amerikaans S4+R4       0    0    5    8000
_AllOut  amerikaans -           0   -1    6    1000
_AllOut  amerikaans R4+S3       0   -1    9    1000
_Parts   rummy      R3+S3       0   40    4   14500
_Parts   rummy      R4+R3       0   43    3   13000
_Parts   rummy      M3+M3+M3    0   60    3   14500
_Parts   rummy      S4+R4       0   -1   40   13000
_Points  rummy      -          60   61   31   80084
_Points  rummy      -          45   51    4   80084
_Points  rummy      S3         70   68   81   80084
_Points  rummy      -         100    0    0   80084
_Most    rummy      -           0   68  102   80084
_Most    rummy      M4          0   67  202   80084
_AllOut  rummy      -           0   -1  104    1000
_AllOut  rummy      R3         50   -1  206    1000
_AllOut  rummy      R4+S3       0   -1  186    1000
_Parts   sabra      R3+S3       0   48    2   16000
_Parts   sabra      R4+R3       0   54    4   15000
_Parts   sabra      M3+M3+M3    0   54    3   16000
_Parts   sabra      S4+R4       0   54   14   15000
_Points  sabra      -          60   60    5   96834
_Points  sabra      -          45   51    4   96834
_Points  sabra      S3         70   70   10   96834
_Points  sabra      -         100    0    0   96834
_Most    sabra      -           0   89   14   96834
_Most    sabra      M4          0   89   25   96834
_AllOut  sabra      -           0   66    5    2000
_AllOut  sabra      R3         50   66    5    2000
_AllOut  sabra      R4+S3       0   67   33    2000
"""


@pytest.mark.parametrize("line", EFFORT.strip().splitlines())
def test_search_looks_at_few_hands(line: str) -> None:
    kind, name, contract, *figures = line.split()
    goal, points, hands, price = map(int, figures)
    found = looked(kind, name, contract.strip("-"), goal)
    assert found[0] == points
    assert found[1] <= hands
    assert found[2] <= price


@pytest.mark.parametrize("name", ["forty", "jolly", "sabra"])
def test_no_hand_brings_more_than_its_price(name: str) -> None:
    points, _hands, price = looked("_Most", name, "", 0)
    assert price >= points * search.SCALE


def test_most_points_give_up_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    laying, hand = HANDS["sabra"]
    for patience, points in ((14, 89), (13, None)):
        monkeypatch.setattr(search, "PATIENCE", patience)
        assert search.most(laying, cards(laying, hand), ()) == points


# The number that stands for a hand


def test_hand_as_a_number() -> None:
    """Two nines and a five; two jokers; one part of a contract. From the top bits down."""
    nine, five = Card(9, "h"), Card(5, "h")
    fields = search.Fields([nine, five], search.Counter({nine: 2, five: 1}), 2, 1)
    assert fields.width == 3  # two bits for up to 2, and one that guards them
    assert fields.one == {nine: 0b000_001, five: 0b001_000}
    assert fields.every == {nine: 0b000_111, five: 0b111_000}
    assert fields.card == {0b1: nine, 0b10: nine, 0b1_000: five, 0b10_000: five}
    places = [fields.joker, fields.tile, fields.stay, *fields.parts]
    assert places == [1 << 6 + 7 * at for at in range(5)]
    assert fields.reals == 0b111_111
    assert fields.guard == 0b100_100 + sum(1 << 6 + 7 * at + 6 for at in range(5))


def test_hand_without_real_cards() -> None:
    fields = search.Fields([], search.Counter(), 2, 0)
    assert (fields.width, fields.one, fields.joker, fields.reals) == (1, {}, 1, 0)


def test_meld_fits_where_no_field_runs_short() -> None:
    nine, five = Card(9, "h"), Card(5, "h")
    fields = search.Fields([nine, five], search.Counter({nine: 2, five: 1}), 2, 0)
    hand = 2 * fields.one[nine] + fields.one[five] + 2 * fields.joker + 3 * fields.tile
    assert fields.jokers_in(hand) == 2
    assert type(fields.jokers_in(hand)) is int
    assert fields.fits(hand, hand)
    for one in (fields.one[nine], fields.one[five], fields.joker, fields.tile):
        assert not fields.fits(hand + one, hand)
        assert fields.fits(hand - one, hand)
    assert not fields.fits(fields.stay, hand)
