from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.games.core.cards import CARDS, COLOURS, SUITS, TILES, Card, Pack, read
from scoring.games.melds import MeldRules, make_values, parse_contract
from scoring.games.melds import coming_out as search

PACK = Pack(CARDS, SUITS, jokers=6)
BOX = Pack(TILES, COLOURS, jokers=2)
FACE = make_values(1, 1, 1)

JOKEREN = MeldRules(PACK, True, "any")
FORTY = MeldRules(PACK, True, "any", make_values(10, 10, 10, court=10))
AMERIKAANS = MeldRules(PACK, True, "separated")
JOLLY = MeldRules(PACK, True, "two_naturals", make_values(25, 1, 11, court=10))
RUMMY = MeldRules(BOX, False, "any", FACE, joker_counts=False, most_tiles=12)
SABRA = MeldRules(BOX, False, "any", FACE)

HANDS = {
    "jokeren": (JOKEREN, "2h 3h 4h 5h 6h 7h 8h 2d 3d 4d 5d 6d *"),
    "mixed": (JOKEREN, "2h 3h 4h 4d 4c 5h 6h 7h 7d 7c 9s 10s *"),
    "forty": (FORTY, "2h 3h 4h 4d 4c 4s 5h 6h 7h 7d 7c 7s Qh Kh Ah *"),
    "jolly": (JOLLY, "2h 3h 4h 4d 4c 5h 6h 7h 7d 7c 9s * *"),
    "amerikaans": (AMERIKAANS, "2h 3h 5h 5d 5c 6h 8h 8d 8s 9h Kh * *"),
    "rummy": (RUMMY, "1k 2k 3k 4k 4b 4r 5k 5b 6b 7b 9o 10o 11o *"),
    "sabra": (SABRA, "1k 2k 3k 3k 3b 3r 4k 4b 5b 6b 9o 10o 11o * *"),
    "hopeless": (JOKEREN, "2h 3h 4h 9c Kd *"),
}


def cards(laying: MeldRules, text: str) -> list[Card]:
    parsed = [read(laying.pack, token) for token in text.split()]
    return [card for card in parsed if card is not None]


class Effort(NamedTuple):
    """What a search came to: its points, the hands it tried melds on, those melds, the price."""

    points: int
    hands: int
    melds: int
    price: int


@pytest.fixture
def looked(monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str, str, int], Effort]:
    made: list[Any] = []

    def watched(kind: type) -> type:
        class Watched(kind):
            tried = 0

            def __init__(self, *given: Any) -> None:
                super().__init__(*given)
                made.append(self)

            def _lay_first(self, *given: Any) -> bool:
                self.tried += 1
                return bool(super()._lay_first(*given))

        return Watched

    def measure(name: str, hand: str, contract: str, goal: int) -> Effort:
        laying, text = HANDS[hand]
        parsed = parse_contract(contract)
        assert parsed is not None
        more = () if name in ("meet", "most") else (goal,)
        verb = search.find_most_points if name == "most" else getattr(search, name)
        verb(laying, cards(laying, text), parsed.parts, *more)
        sheet = made.pop()
        melds = {id(options): len(options) for options in sheet.options.values()}
        return Effort(sheet.best.points, sheet.tried, sum(melds.values()), sheet.margin)

    for kind in ("_Parts", "_Points", "_AllButOne", "_Most"):
        monkeypatch.setattr(search, kind, watched(getattr(search, kind)))
    return measure


# Which search, hand, contract and goal; then the points it finds, on how many hands it tries how
# many melds, and what the prices make of the whole hand. Less is better, but for the points.
EFFORT = """
meet   jokeren    R3+S3       0    0    3   65   13500
meet   jokeren    R4+R3       0    0    2  120   13000
meet   jokeren    M3+M3+M3    0    0    3   65   13500
meet   jokeren    S4+R4       0   -1   75   52   13000
meet   jokeren    S4+S4       0   -1    0    0       0
meet   jokeren    R5+R5       0    0    2   38   13250
meet   jokeren    M4+M4+M4    0    0    3   52   13000
meet   jokeren    S3+S3+S3    0   -1    0    5    3000
go_out jokeren    -           0    0    5   83    1000
go_out jokeren    R4+S3       0    0  229  152    1000
meet   mixed      R3+S3       0    0    2   39   13000
meet   mixed      R4+R3       0    0    2   61    9000
meet   mixed      M3+M3+M3    0    0    3   39   13000
meet   mixed      S4+R4       0    0   10   28   10000
meet   mixed      S4+S4       0   -1    0    2    4000
meet   mixed      R5+R5       0   -1    0   16    7250
meet   mixed      M4+M4+M4    0   -1    0   28   10000
meet   mixed      S3+S3+S3    0   -1    0    8    7500
go_out mixed      -           0   -1   20   50     500
go_out mixed      R4+S3       0   -1   46   92     500
meet   forty      R3+S3       0   51    2   66   16500
meet   forty      R4+R3       0   52    4   90   10000
meet   forty      M3+M3+M3    0   66    4   66   16500
meet   forty      S4+R4       0   68    2   50   16000
meet   forty      S4+S4       0   44    7   10    9000
meet   forty      R5+R5       0   -1    0   32    8250
meet   forty      M4+M4+M4    0   86    3   50   16000
meet   forty      S3+S3+S3    0   -1    9   22    9500
earn   forty      -          60   66    5   87  107500
earn   forty      -          45   51    3   87  107500
earn   forty      S3         70   78    6  117  107500
earn   forty      -         100  100    9   87  107500
most   forty      -           0  100  109   87  107500
most   forty      M4          0  100  180  146  107500
go_out forty      -           0   93    6   87    1000
go_out forty      R3         50   93    6  144    1000
go_out forty      R4+S3       0   87   22  166    1000
meet   jolly      R3+S3       0   39    4   51   12750
meet   jolly      R4+R3       0   40    3  108   10000
meet   jolly      M3+M3+M3    0   51    5   51   12750
meet   jolly      S4+R4       0   46    4   60   12000
meet   jolly      S4+S4       0   44    7    8    8000
meet   jolly      R5+R5       0   -1    0   38    8500
meet   jolly      M4+M4+M4    0   -1   17   60   12000
meet   jolly      S3+S3+S3    0   -1    0    8    8250
earn   jolly      -          60   60    5   98   73142
earn   jolly      -          45   51    4   98   73142
earn   jolly      S3         70   42   22  114   73142
earn   jolly      -         100    0    0   98   73142
most   jolly      -           0   60  102   98   73142
most   jolly      M4          0   60  219  190   73750
go_out jolly      -           0   57    5   98    2000
go_out jolly      R3         50   57    5  180    2000
go_out jolly      R4+S3       0   57   13  198    2000
meet   amerikaans R3+S3       0    0   10   41   12000
meet   amerikaans R4+R3       0    0    5   39    8000
meet   amerikaans M3+M3+M3    0    0    5   41   12000
meet   amerikaans S4+R4       0    0    5   20    8000
meet   amerikaans S4+S4       0    0    7    8    8000
meet   amerikaans R5+R5       0   -1    0    9    8128
meet   amerikaans M4+M4+M4    0   -1    0   20    8000
meet   amerikaans S3+S3+S3    0    0    5   19    9000
go_out amerikaans -           0   -1    6   60    1000
go_out amerikaans R4+S3       0   -1    9  105    1000
meet   rummy      R3+S3       0   40    4   39   14500
meet   rummy      R4+R3       0   43    3   59   13000
meet   rummy      M3+M3+M3    0   60    3   39   14500
meet   rummy      S4+R4       0   -1   40   20   13000
meet   rummy      S4+S4       0   -1    0    1    4000
meet   rummy      R5+R5       0   37    5    7   10000
meet   rummy      M4+M4+M4    0   66    3   20   13000
meet   rummy      S3+S3+S3    0   -1    0    5    6000
earn   rummy      -          60   61   38   50   80084
earn   rummy      -          45   51    4   50   80084
earn   rummy      S3         70   68   82   56   80084
earn   rummy      -         100    0    0   50   80084
most   rummy      -           0   68  119   50   80084
most   rummy      M4          0   67  253   74   80084
go_out rummy      -           0   -1  106   50    1000
go_out rummy      R3         50   -1  210   94    1000
go_out rummy      R4+S3       0   -1  188   79    1000
meet   sabra      R3+S3       0   48    2   55   16000
meet   sabra      R4+R3       0   54    4   82   15000
meet   sabra      M3+M3+M3    0   54    3   55   16000
meet   sabra      S4+R4       0   54   14   31   15000
meet   sabra      S4+S4       0   -1    0    5    6668
meet   sabra      R5+R5       0   40    5   11   10000
meet   sabra      M4+M4+M4    0   74    4   31   15000
meet   sabra      S3+S3+S3    0   -1    0   17    8500
earn   sabra      -          60   60    5   91   96834
earn   sabra      -          45   51    4   91   96834
earn   sabra      S3         70   70   10  113   96834
earn   sabra      -         100    0    0   91   96834
most   sabra      -           0   89   31   91   96834
most   sabra      M4          0   89   51  135   96834
go_out sabra      -           0   67   22   91    2000
go_out sabra      R3         50   67   22  160    2000
go_out sabra      R4+S3       0   67   35  152    2000
go_out hopeless   -           0   -1    0    5   -1000
go_out hopeless   R4+S3       0   -1    0    6   -1000
"""


@pytest.mark.parametrize("line", EFFORT.strip().splitlines())
def test_search_looks_at_few_hands(line: str, looked: Any) -> None:
    name, hand, contract, *figures = line.split()
    goal, points, *most = map(int, figures)
    found = looked(name, hand, contract.strip("-"), goal)
    assert found.points == points
    assert all(length <= bound for length, bound in zip(found[1:], most, strict=True)), found


@pytest.mark.parametrize("name", ["forty", "jolly", "sabra"])
def test_no_hand_brings_more_than_its_price(name: str, looked: Any) -> None:
    found = looked("most", name, "", 0)
    assert found.price >= found.points * search.SCALE


def test_most_points_give_up_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    laying, hand = HANDS["sabra"]
    for patience, points in ((14, 89), (13, None)):
        monkeypatch.setattr(search, "PATIENCE", patience)
        assert search.find_most_points(laying, cards(laying, hand), ()) == points


def test_hand_that_needs_every_joker_and_its_discard() -> None:
    hand = cards(JOKEREN, "Kh 4d * *")
    assert [len(meld) for meld in search.go_out(JOKEREN, hand, (), 0).melds] == [3]


@settings(max_examples=60, deadline=None)
@given(
    hand=st.lists(
        st.sampled_from(
            [CARDS[f"{rank}{suit}"] for rank in "3456" for suit in "hd"] + [CARDS["*"]]
        ),
        min_size=3,
        max_size=8,
    )
)
def test_one_card_is_kept_and_the_rest_goes_out(hand: list[Card]) -> None:
    """As when each card in turn is put aside first."""
    for parts in ((), (search.Part("R", 3),)):
        others = [hand[:place] + hand[place + 1 :] for place in range(len(hand))]
        goes = any(search.go_out(JOKEREN, rest, parts, 0, stay=False).melds for rest in others)
        assert bool(search.go_out(JOKEREN, hand, parts, 0).melds) == goes


def test_no_way_out() -> None:
    hand = cards(JOKEREN, "Kh 4d 2s")
    assert search.meet(JOKEREN, hand, [search.ANY_MELD]) == search.Found(-1, [])


# The number that stands for a hand


def test_hand_as_a_number() -> None:
    """Two nines and a five; two jokers; one part of a contract. From the top bits down."""
    nine, five = Card(9, "h"), Card(5, "h")
    fields = search.Fields([nine, five], search.Counter({nine: 2, five: 1}), 2, 1)
    assert fields.width == 3  # two bits for up to 2, and one that guards them
    assert fields.unit == {nine: 0b000_001, five: 0b001_000}
    assert fields.every == {nine: 0b000_111, five: 0b111_000}
    assert fields.card == {0b1: nine, 0b10: nine, 0b1_000: five, 0b10_000: five}
    places = [fields.joker, fields.tile, fields.stay, *fields.parts]
    assert places == [1 << 6 + 7 * at for at in range(5)]
    assert fields.reals == 0b111_111
    assert fields.guard == 0b100_100 + sum(1 << 6 + 7 * at + 6 for at in range(5))


def test_hand_without_real_cards() -> None:
    fields = search.Fields([], search.Counter(), 2, 0)
    assert (fields.width, fields.unit, fields.joker, fields.reals) == (1, {}, 1, 0)


def test_meld_fits_where_no_field_runs_short() -> None:
    nine, five = Card(9, "h"), Card(5, "h")
    fields = search.Fields([nine, five], search.Counter({nine: 2, five: 1}), 2, 0)
    hand = 2 * fields.unit[nine] + fields.unit[five] + 2 * fields.joker + 3 * fields.tile
    assert fields.count_jokers(hand) == 2
    assert type(fields.count_jokers(hand)) is int
    assert fields.has_all(hand, hand)
    for unit in (fields.unit[nine], fields.unit[five], fields.joker, fields.tile):
        assert not fields.has_all(hand + unit, hand)
        assert fields.has_all(hand - unit, hand)
    assert not fields.has_all(fields.stay, hand)
