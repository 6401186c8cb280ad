"""The second judge proves itself on examples worked by hand, without the first."""

from collections import Counter
from itertools import pairwise, product

import pytest

from tests.second import judge


def laid(system, cards, **options):
    answer = judge.meld(system, cards.split(), options)
    return answer["kind"], answer["value"]


NONE = (None, None)
# fmt: off
MELDS = [
    ("jokeren", "10h 10d 10s", {}, ("set", None)),
    ("jokeren", "10h 10d 10h", {}, NONE),
    ("jokeren", "10h 10d", {}, NONE),
    ("jokeren", "Ah 2h 3h", {}, ("run", None)),
    ("jokeren", "3h 2h Ah", {}, ("run", None)),
    ("jokeren", "Qh Kh Ah", {}, ("run", None)),
    ("jokeren", "Kh Ah 2h", {}, NONE),
    ("jokeren", "Qh Kh Ah", {"first_meld": 40}, ("run", 30)),
    ("jokeren", "Ah 2h 3h", {"first_meld": 40}, ("run", 15)),
    ("jokeren", "Ah * *", {"first_meld": 40}, ("set", 30)),      # A K Q is 30 as well
    ("jokeren", "9h * *", {"first_meld": 40}, ("run", 29)),
    ("jokeren", "* * 9h", {"first_meld": 40}, ("run", 29)),      # J 10 9
    ("jokeren", "* 9h *", {"first_meld": 40}, ("set", 27)),
    ("jokeren", "9h * *", {}, ("set", None)),
    ("jokeren", "9h * * *", {}, ("set", None)),
    ("jokeren", "9h * * * *", {}, ("run", None)),
    ("jokeren", "9h * * * * *", {}, NONE),                       # five jokers
    ("jokeren", "* * *", {}, NONE),
    ("jokeren", "* Ah 2h", {}, NONE),
    ("jokeren", "Ah 2h 3h 4h 5h 6h 7h 8h 9h 10h Jh Qh Kh Ah", {}, ("run", None)),
    ("jokeren", "Ah 2h 3h 4h 5h 6h 7h 8h 9h 10h Jh Qh Kh Ah *", {}, NONE),
    ("jokeren", "4h 5h 7h", {}, NONE),
    ("jokeren", "4h 6h 5h", {}, NONE),
    ("jokeren", "4h 5d 6h", {}, NONE),
    ("amerikaans-jokeren", "* 5h *", {}, ("set", None)),
    ("amerikaans-jokeren", "* * 5h", {}, ("set", None)),         # a set lies in any order
    ("amerikaans-jokeren", "* * 5h 5d", {}, ("set", None)),
    ("amerikaans-jokeren", "5h * * 8h", {}, NONE),
    ("amerikaans-jokeren", "* 5h * 7h", {}, ("run", None)),
    ("amerikaans-jokeren", "* 5h * *", {}, NONE),                # three jokers
    ("jolly", "Ah Ad As", {}, ("set", 75)),
    ("jolly", "Ah 2h 3h", {}, ("run", 6)),
    ("jolly", "Qh Kh Ah", {}, ("run", 31)),
    ("jolly", "Ah Kh Qh", {}, ("run", 31)),
    ("jolly", "* 2h 3h", {}, ("run", 6)),
    ("jolly", "* * 4h 5h", {}, ("run", 14)),
    ("jolly", "6h * 6d", {}, ("set", 18)),
    ("jolly", "Qh * *", {}, NONE),
    ("jolly", "Ah * * * * * 7h", {}, ("run", 28)),
    ("jolly", "Ah * * * * * * 8h", {}, ("run", 36)),
    ("rummy", "5k * 7k", {}, ("run", 12)),
    ("rummy", "5k * 5r", {}, ("set", 10)),
    ("rummy", "5k * *", {}, ("set", 5)),
    ("rummy", "* * 9k 10k 11k", {}, ("run", 30)),
    ("rummy", "5k 5r * *", {}, ("set", 10)),
    ("rummy", "12k 13k 1k", {}, NONE),
    ("rummy", "1k 2k 3k 4k 5k 6k 7k 8k 9k 10k 11k 12k 13k", {}, ("run", 91)),
    ("rummikub", "1k 2k 3k", {}, ("run", 6)),
    ("rummikub", "12k 13k *", {}, NONE),
    ("rummikub", "13k 12k *", {}, ("run", 36)),
    ("rummikub", "12k * *", {}, ("set", 36)),                    # 12 11 10 is only 33
    ("rummikub", "11k * *", {}, ("run", 36)),
    ("rummikub", "* * *", {}, NONE),
    ("rummikub", "1k * *", {}, ("run", 6)),
    ("rummikub-american", "12k 13k 1k", {}, ("run", 26)),
    ("rummikub-american", "13k 1k 2k", {}, NONE),
    ("rummikub-american", "1k * *", {}, ("run", 26)),            # 1 13 12
    ("rummikub-american", "1k 1r 1b", {}, ("set", 3)),
    ("rummikub-international", "1k 2k 3k 4k 5k 6k 7k 8k 9k 10k 11k 12k 13k 1k", {}, ("run", 92)),
    ("rummikub-international", "12k 13k *", {}, ("run", 26)),
    ("rummikub-international", "5k 6k 5k", {}, NONE),
]
# fmt: on


@pytest.mark.parametrize(("system", "cards", "options", "expected"), MELDS)
def test_melds_worked_by_hand(system, cards, options, expected):
    assert laid(system, cards, **options) == expected
    assert judge.meld(system, cards.split(), options)["legal"] == (expected != NONE)


def naked(system, cards):
    """The kinds of real cards, read straight from the rules, and their worth."""
    patterns = {}
    suits = [suit for _, suit in cards]
    ranks = [rank for rank, _ in cards]
    if len(cards) in (3, 4) and len(set(ranks)) == 1 and len(set(suits)) == len(suits):
        patterns["set"] = ranks
    if len(cards) >= 3 and len(set(suits)) == 1:
        for high in (False, True) if judge.PACKS[system][3] else (False,):
            for end in (0, -1):
                places = list(ranks)
                if high and places[end] == 1:
                    places[end] = 14
                steps = {b - a for a, b in pairwise(places)}
                if steps in ({1}, {-1}):
                    patterns["run", tuple(places)] = places
    return patterns


@pytest.mark.parametrize("system", judge.SYSTEMS)
def test_a_joker_is_every_card_of_the_pack_in_turn(system):
    suits = judge.PACKS[system][0]
    pack = list(product(range(1, 14), suits))
    names = {card: name for name, card in all_names(system)}
    some = [(1, suits[0]), (2, suits[0]), (13, suits[0]), (2, suits[1]), (12, suits[0]), (0, "")]
    for size in (2, 3, 4):
        for cards in product(some, repeat=size):
            if cards.count((0, "")) > 2 - (size == 4) or not any(rank for rank, _ in cards):
                continue
            expected = {}
            pattern = [rank == 0 for rank, _ in cards]
            for reading in product(*([card] if card[0] else pack for card in cards)):
                for key, places in naked(system, reading).items():
                    kind = key if key == "set" else key[0]
                    if judge.jokers_allowed(system, kind, pattern):
                        value = judge.total(system, kind, places, pattern)
                        expected[kind] = max(expected.get(kind, 0), value)
            answer = judge.meld(system, [names[card] for card in cards], {"first_meld": 30})
            if not judge.in_pack(system, cards):
                expected = {}
            assert answer["legal"] == bool(expected)
            if answer["legal"] and answer["value"] is not None:
                assert answer["value"] == max(expected.values())
                assert expected[answer["kind"]] == answer["value"]


def all_names(system):
    suits, ranks, _, _ = judge.PACKS[system]
    yield "*", (0, "")
    for name, rank in ranks.items():
        for suit in suits:
            yield name + suit, (rank, suit)


# fmt: off
HANDS = [
    ("jokeren", "5h 6h 7h 9c", "R3", 0, True),
    ("jokeren", "5h 6h 7h 9c", "S3", 0, False),
    ("jokeren", "5h 6h 7h 9c", "M3", 0, True),
    ("jokeren", "5h 6h 7h 9c", "R4", 0, False),
    ("jokeren", "5h 6h * 9c 2d", "R4", 0, False),
    ("jokeren", "5h 6h * 8h 2d", "R4", 0, True),
    ("jokeren", "5h 6h 7h 8h 9h 10h", "R3+R4", 0, False),        # six cards, seven asked
    ("jokeren", "5h 6h 7h 8h 9h 10h Jh", "R3+R4", 0, True),      # one long run laid as two
    ("jokeren", "5h 6h 7h 7d 7c 2s 3s", "R3+S3", 0, False),      # one 7h for two
    ("jokeren", "5h 6h 7h 7d 7c 2s 3s 4s", "R3+S3", 0, True),
    ("jokeren", "5h 6h 7h 7d 7c 2s 3s 4s", "R3+R3", 0, True),
    ("jokeren", "5h 6h 7h 7d 7c 7s", "R3+S3", 0, True),
    ("jokeren", "5h 6h 7h 7d 7c 7s", "R3+S4", 0, False),
    ("jokeren", "5h 6h 7h 7d 7c 7s 9s", "all", 0, True),
    ("jokeren", "5h 6h 7h 7d 7c 7s 9d", "all", 0, True),
    ("jokeren", "5h 6h 7h 7d 7c 7s 9d 9c", "all", 0, False),
    ("jokeren", "5h 6h 7h 7d 7c 7s *", "all", 0, True),
    ("jokeren", "5h 6h 7h 8h 9h 7d 7c 7s 2c", "R5+all", 0, True),
    ("jokeren", "5h 6h 7h 8h 7d 7c 7s 2c", "R5+all", 0, False),
    ("jokeren", "5h 6h 7h 8h 9h 7d 7c 3s 2c", "R5+all", 0, False),
    ("jokeren", "Qh Kh Ah 2h 3h", "R5", 0, False),
    ("jokeren", "Qh Kh Ah 2h", "", 30, True),
    ("jokeren", "Qh Kh Ah 2h", "", 31, False),
    ("jokeren", "Qh Kh Ah 2h 3h 4h", "R3", 39, True),            # Q K A 30 + 2 3 4 9
    ("jokeren", "Qh Kh Ah 2h 3h 4h", "R3", 40, False),
    ("jokeren", "Qh Kh Ah 2h 3h 4h", "R4", 0, True),             # A 2 3 4
    ("jokeren", "Qh Kh Ah 2h 3h 4h", "R4", 30, False),           # worth 19
    ("jokeren", "2h 9h * *", "", 29, True),                      # 9 10 J
    ("jokeren", "2h 9h * *", "", 30, False),
    ("jokeren", "2h 2d 2s 2c Kh Qh Ah", "S3", 38, True),
    ("jokeren", "2h * * 5d", "S3+R3", 0, False),
    ("amerikaans-jokeren", "5h 8h * * 2c", "R4", 0, False),
    ("amerikaans-jokeren", "5h 7h * * 2c", "R4", 0, True),
    ("amerikaans-jokeren", "5h 7h * * 2c", "R5", 0, False),
    ("amerikaans-jokeren", "5h 7h 9h * *", "R5", 0, True),
    ("amerikaans-jokeren", "2h * *", "S3", 0, True),
    ("amerikaans-jokeren", "2h * *", "R3", 0, True),             # A 2 3
    ("amerikaans-jokeren", "5h 5d * *", "S4", 0, True),
    ("amerikaans-jokeren", "Ah 3h * 5h 6h", "R6", 0, False),
    ("jolly", "Kh Qh Ah 2c", "", 30, True),
    ("jolly", "Kh Qh * 2c", "", 31, True),                       # the joker as ace: 11
    ("jolly", "Kh Qh * 2c", "", 32, False),
    ("jolly", "Kh * * 2c", "", 0, False),
    ("jolly", "Ah Ad * 2c", "", 75, True),
    ("rummy", "10k 11k * 2b", "", 21, True),
    ("rummy", "10k 11k * 2b", "", 22, False),
    ("rummy", "10k 11k * 9b 9r 9o", "", 30, True),
    ("rummy", "10k * * 9b", "", 10, True),
    ("rummy", "10k * * 9b", "", 11, False),
    ("rummy", "1k 1b 1r 1o 1k 1b 1r 1o 2k 2b 2r 2o 2k 2b 2r 2o", "", 20, True),
    ("rummy", "1k 1b 1r 1o 1k 1b 1r 1o 2k 2b 2r 2o 2k 2b 2r 2o", "", 21, False),  # 12 tiles
    ("rummikub", "9k 10k 11k", "", 30, True),
    ("rummikub", "9k 9r 9b", "", 30, False),
    ("rummikub", "10k * * 1b", "", 33, True),
    ("rummikub", "10k * * 1b", "", 34, False),
    ("rummikub", "12k 13k 1k 5r", "", 0, False),
    ("rummikub-american", "12k 13k 1k 5r", "", 26, True),
    ("rummikub-american", "12k 13k 1k 5r", "", 27, False),
    ("rummikub-international", "12k 13k 1k 8r 8o 8b", "", 50, True),
    ("rummikub-international", "12k 13k 1k 7r 7o 7b", "", 50, False),
]
# fmt: on


@pytest.mark.parametrize(("system", "hand", "contract", "first_meld", "expected"), HANDS)
def test_hands_worked_by_hand(system, hand, contract, first_meld, expected):
    assert judge.could_meld(system, hand.split(), contract, first_meld, False, True) is expected


@pytest.mark.parametrize(
    ("melds", "contract", "first_meld", "right"),
    [
        ("5h 6h 7h", "R3", 0, True),
        ("5h 6h 7h", "S3", 0, False),
        ("5h 7h 6h", "R3", 0, False),
        ("5h 6h 7h", "R3", 19, False),
        ("5h 6h 7h / 7d 7c *", "R3+S3", 39, True),
        ("5h 6h 7h / 7d 7c 7s", "R3+S3", 0, False),
        ("5h 6h 7h / 7d 7c *", "all", 0, True),
        ("7d 7c *", "all", 0, False),
        ("", "", 0, False),
    ],
)
def test_melds_that_are_shown_are_checked(melds, contract, first_meld, right):
    hand = ["5h", "6h", "7h", "7d", "7c", "*", "2c"]
    shown = [meld.split() for meld in melds.split(" / ") if meld]
    wrong = judge.shown_is_wrong("jokeren", hand, contract, first_meld, shown, turn=True)
    assert (wrong == "") is right
    if contract == "all":  # the two can't be thrown away by who has drawn nothing
        assert judge.shown_is_wrong("jokeren", hand, contract, first_meld, shown, turn=False)


@pytest.mark.parametrize(
    ("hand", "turn", "expected"),
    [
        ("4h 5h 6h 7h 9h 9c 9s Kd Kc Ks Jd Jc Js", None, True),
        ("4h 5h 6h 7h 9h 9c 9s Kd Kc Ks Jd Jc 2s", None, False),
        ("4h 5h 6h 9h 9c 9s Kd Kc Ks Jd Jc Js 2s", None, False),
        ("4h 5h 6h 9h 9c 9s Kd Kc Ks Jd Jc Js 2s", True, True),
        ("4h 5h 6h 7h 9h 9c 9s Kd Kc Ks Jd Jc Js 2s", None, True),
        ("4h 5h 6h 7h 9h 9c 9s Kd Kc Ks Jd Jc Js 2s", False, False),
        ("4h 5h 6h 9h 9c 9s Kd Kc Ks Jd Jc Js", None, True),  # twelve: on the table
        ("4h 5h 2d", None, True),
    ],
)
def test_everything_by_whose_turn_it_was(hand, turn, expected):
    assert judge.could_meld("amerikaans-jokeren", hand.split(), "all", 0, None, turn) is expected


# fmt: off
CLOSED = {
    1: "1k 2k 3k 5r 5b 5o 9r 10r 11r 12o 12b 12k 12r *",
    2: "9k 9r 9b 9o 8k 8r 8b 8o 6k 6r 6b 5o 6o 7o",
    3: "1k 1r 1b 1o 2k 2r 2b 6o 7o 8o 3r 4r 5r *",
    4: "1k 1r 1b 1o 2k 2r 2b 2o 3k 3r 3b 6k 6r 6b",
    5: "1k 2k 3k 1r 2r 3r 4b 5b 6b 1o 2o 3o 4o 5o",
    6: "1k 1r 1b 1k 1r 1b 2o 2k 3k 4k 5k 5r 6b 7r",
    7: "1k 2k 3k 1r 2r 3r 4r 2b 3b 4b 4k 4r 4b 4o",
    10: "1k 1r 10k 10k 10r 10b 11k 11k 11r 12k 12k 13k 13r 13r",
    11: "12k 13k 1k 12r 13r 1r 1b 1o 1k 10k 10r 10b 10o *",
    12: "5k 5k 5r 5r 5b 5b 5o 5o 1k 3r 9b 10r 12k 13o",
    13: "1k 2k 3k 4r 5r 6r 7b 8b 9b 9o 10o 11o 12o 13o",
    14: "4k 5k 6k 5r 6r 7r 6b 7b 8b 9b 5o 6o 7o 8o",
    16: "1k 2k 3k 4k 5k 9r 10r 11r 12r 13r 4b 5b 6b 7b",
    17: "1k 2k 3k 4k 5k 5r 6r 7r 8r 9r 4b 5b 6b 7b",
    19: "1k 2k 3k 4k 5k 9k 10k 11k 12k 4b 5b 6b 7b 8b",
    20: "1k 2k 3k 4k 5k 5k 6k 7k 8k 9k 4b 5b 6b 7b",
    22: "1k 1k 3k 4k 4k 6k 7k 8k 8k 10k 11k 11k 13k 13k",
    23: "1k 2k 3k 4k 5k 6k 5k 6k 7k 8k 9k 10k 11k 12k",
    24: "1k 2k 3k 4k 5k 6k 7k 8k 9k 10k 11k 12k 13k 1k",
    25: "7k 7r 7b 7o 8k 8r 8b 8o 9k 9r 9b 12k 12r 12b",
    26: "7k 7r 7b 7o 8k 8r 8b 8o 9k 9r 9b 6k 6r 6b",
    28: "1k 2r 3k 4b 5o 6k 7r 8b 9o 10k 11r 12b 13o 1r",
    29: "1k 2r 3k 4b 5o 6k 7r 1r 2b 3o 4k 5k 6b *",
    30: "8k 9r 10k 11b 12o 13k 1r 8r 9b 10o 11k 12r 13b 1o",
    31: "1k 2k 3k 4k 5k 6k 7k 1k 2k 3k 4k 5k 6k 7k",
    32: "8k 9k 10k 11k 12k 13k 1k 8k 9k 10k 11k 12k 13k *",
    33: "1k 2k 3k 4k 5k 6k 7k 1b 2b 3b 4b 5b 6b *",
    34: "8k 9k 10k 11k 12k 13k 1k 8b 9b 10b 11b 12b 13b 1b",
    35: "1k 1k 13r 13r 4b 4b 7o 7o 8k 8k 5r 5r * *",
    36: "1k 1k 9r 9r 4b 4b 7o 7o 8k 8k 5r 5r 6b *",
    37: "1k 1k 10r 10r 11b 11b 12o 12o 13k 13k 13r 13r 1b 1b",
    38: "1k 1k 3k 3k 5k 5k 7k 7k 8k 8k 9k 9k 12k 12k",
    None: "1k 2k 4k 5k 7r 7r 9r 10r 11b 12b 13b 3o 6o 8o",
}
# fmt: on


@pytest.mark.parametrize("number", CLOSED)
def test_closed_hands_worked_by_hand(number):
    assert judge.best_type(CLOSED[number].split(), False, False) == number


@pytest.mark.parametrize(
    ("tiles", "also"),
    [
        # 8, 9, 15, 18, 21 and 27 never stand alone: 5, 4 and 11 are worth as much or more
        ("1k 2k 3k 4k 1r 2r 3r 4r 1b 2b 3b 1o 2o 3o", {1, 2, 3, 5, 6, 7, 8, 13, 14}),
        ("1k 1r 1b 1o 2k 2r 2b 2o 3k 3r 3b 4k 4r 4b", {1, 2, 3, 4, 6, 7, 9, 25, 26}),
        ("10k 11k 12k 13k 1k 10r 11r 12r 13r 1r 10b 11b 12b 13b", {1, 10, 11, 16, 18}),
        ("10k 11k 12k 13k 1k 10k 11k 12k 13k 10b 11b 12b 13b 1b", {1, 10, 11, 19, 21}),
        ("10k 10r 10b 10o 11k 11r 11b 11o 12k 12r 12b 1k 1r 1b", {1, 10, 11, 25, 27}),
        # types that a dearer one hides, or that tie with one of a lower number
        (CLOSED[13], {1, 13}),
        ("1k 2k 3k 4r 5r 6r 7b 8b 9b 5o 6o 7o 8o 9o", {1, 2, 13, 14}),
        ("10k 11k 12k 11r 12r 13r 12b 13b 1b 10o 11o 12o 13o 1o", {1, 10, 11, 13, 15}),
        ("1k 2k 3k 4k 5k 5r 6r 7r 8r 9r 4b 5b 6b 7b", {1, 2, 16, 17}),
        (
            "1k 2k 3k 4k 5k 5k 6k 7k 8k 9k 4b 5b 6b 7b",
            {1, 2, 19, 20},
        ),
        ("13k 13r 13b 12k 12r 12b 1k 1r 1b 1k 1r 1b 1o *", {1, 10, 11, 12, 25, 27}),
    ],
)
def test_every_type_of_a_hand_is_found(tiles, also):
    assert judge.types(tiles.split(), False, False) == also


def test_the_blitzes_need_their_moment():
    hand = CLOSED[1].split()
    assert judge.best_type(hand, True, False) == 39
    assert judge.best_type(hand, False, True) == 40
    assert judge.best_type(hand, True, True) == 40
    assert judge.best_type(hand, False, True, starter=True) == 39
    assert judge.best_type(hand, True, False, starter=True) == 39
    assert judge.best_type(hand, False, False, starter=True) == 1
    assert judge.best_type(CLOSED[None].split(), True, True) is None
    assert judge.best_type(CLOSED[31].split(), True, True) == 31


def test_a_hand_of_another_size_is_no_hand():
    assert judge.best_type(CLOSED[31].split()[:-1], True, True) is None
    assert judge.best_type([*CLOSED[31].split()[3:], "*", "*", "*"], True, True) is None


def all_of(tiles):
    return judge.partitions(tiles, judge.within_reach(tiles, 0))


def test_partitions_are_each_found_once():
    tiles = tuple(sorted((number, "k") for number in range(1, 7)))
    found = [sorted(meld[3] for meld in laid) for laid in all_of(tiles)]
    assert found == [[tiles[:3], tiles[3:]], [tiles]]
    square = tuple(sorted((n, c) for n in (1, 2, 3) for c in "kbr"))
    assert Counter(len(laid) for laid in all_of(square)) == {3: 2}
