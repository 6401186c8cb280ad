import random
from collections import Counter

import pytest

from scoring.games.core.cards import CARDS, COLOURS, JOKER, SUITS, TILES, Card, Pack, read
from scoring.games.melds import (
    Coming,
    Contract,
    JokerRule,
    MeldRules,
    Part,
    Verdict,
    contract_words,
    could_meld,
    judge,
    make_values,
    parse_contract,
)
from scoring.toolkit.texts import Text

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


def cards(text: str) -> list[Card]:
    """Cards as written; a hand never mixes them with tiles."""
    parsed = [read(PACK, token) or read(BOX, token) for token in text.split()]
    assert None not in parsed
    return [card for card in parsed if card is not None]


def lie(laying: MeldRules, text: str) -> Verdict:
    return judge(laying, cards(text))


def reasons(laying: MeldRules, text: str) -> list[str]:
    verdict = lie(laying, text)
    assert verdict[:3] == (False, None, None)
    return [english(reason) for reason in verdict.reasons]


def english(text: object) -> object:
    if not isinstance(text, Text):
        return text
    return text.msgid % {name: english(param) for name, param in text.params.items()}


def come(laying: MeldRules, hand: str, contract: str = "", first_meld: int = 0) -> Coming:
    parsed = parse_contract(contract)
    assert parsed is not None
    return could_meld(laying, cards(hand), parsed, first_meld)


def comes(laying: MeldRules, hand: str, contract: str = "", first_meld: int = 0) -> list[str]:
    coming = come(laying, hand, contract, first_meld)
    assert coming.could_meld
    assert coming.reasons == []
    pack = laying.pack
    return sorted(" ".join(map(pack.write, meld)) for meld in coming.melds)


def lacks(laying: MeldRules, hand: str, contract: str = "", first_meld: int = 0) -> list[object]:
    coming = come(laying, hand, contract, first_meld)
    assert not coming.could_meld
    assert coming.melds == []
    return [english(reason) for reason in coming.reasons]


# Sets


@pytest.mark.parametrize("text", ["8h 8c 8s", "8h 8c 8d 8s", "* 8h 8c", "8h * 8c *", "* * 8h"])
def test_set_is_one_rank_in_different_suits(text: str) -> None:
    assert lie(JOKEREN, text) == (True, "set", None, [])


def test_set_with_a_suit_twice() -> None:
    expected = "A set holds a suit or colour only once; 8h lies 2 times."
    assert reasons(JOKEREN, "8h 8c 8h") == [expected]


def test_set_of_five() -> None:
    expected = "A set has at most 4 cards; these are 5."
    assert reasons(JOKEREN, "8h 8c 8d 8s *") == [expected]


def test_neither_one_rank_nor_one_suit() -> None:
    assert reasons(JOKEREN, "8h 9h 9c") == [
        "A set is of one rank, a run of one suit or colour; these cards are neither."
    ]


# Runs


@pytest.mark.parametrize("text", ["4h 5h 6h", "6h 5h 4h", "4h * 6h", "* 7h * 9h *"])
def test_run_goes_up_or_down(text: str) -> None:
    assert lie(AMERIKAANS, text) == (True, "run", None, [])


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("4h 6h 7h", "in place 2 belongs 3h / 5h, not 6h."),
        ("4h 5h 7h", "in place 3 belongs 6h, not 7h."),
        ("9h 8h 8h", "in place 3 belongs 7h, not 8h."),
        ("4h * 8h", "in place 3 belongs 2h / 6h, not 8h."),
        ("5h 4h 6h", "in place 3 belongs 3h, not 6h."),
    ],
)
def test_run_with_a_gap(text: str, right: str) -> None:
    assert reasons(JOKEREN, text) == ["The cards of a run follow on: " + right]


@pytest.mark.parametrize("text", ["Ah 2h 3h", "3h 2h Ah", "Qh Kh Ah", "Ah Kh Qh", "Qh Kh *"])
def test_ace_lies_low_or_high(text: str) -> None:
    assert lie(JOKEREN, text) == (True, "run", None, [])


@pytest.mark.parametrize("text", ["Kh Ah 2h", "2h Ah Kh", "* Ah 2h", "Kh Ah *"])
def test_ace_not_round_the_corner(text: str) -> None:
    assert reasons(JOKEREN, text) == [
        "A run doesn't go round the corner: Ah lies at one end, low or high."
    ]


@pytest.mark.parametrize("text", ["12k 13k 1k", "1k 13k 12k", "12k 13k *", "2k 1k *"])
def test_one_that_is_always_low(text: str) -> None:
    if text == "1k 13k 12k":
        assert reasons(SABRA, text) == [
            "The cards of a run follow on: in place 2 belongs 2k, not 13k."
        ]
    else:
        assert reasons(SABRA, text) == [
            "A run doesn't go round the corner: it begins at 1k and ends at 13k."
        ]


def test_longest_run_is_from_ace_to_ace() -> None:
    full = "Ah 2h 3h 4h 5h 6h 7h 8h 9h 10h Jh Qh Kh Ah"
    assert lie(JOKEREN, full).kind == "run"
    assert reasons(JOKEREN, full + " *") == ["A run has at most 14 cards; these are 15."]


def test_longest_run_where_the_one_is_low() -> None:
    full = " ".join(f"{number}k" for number in range(1, 14))
    assert lie(SABRA, full).value == 91
    assert reasons(SABRA, full + " *") == ["A run has at most 13 cards; these are 14."]


# What is no meld at all


def test_fewer_than_three_cards() -> None:
    assert reasons(JOKEREN, "8h 8c") == ["A meld has at least 3 cards; these are 2."]


def test_only_jokers() -> None:
    assert reasons(JOKEREN, "* * *") == [
        "A meld needs at least one real card; these are only jokers."
    ]


def test_more_jokers_than_the_pack_holds() -> None:
    assert reasons(SABRA, "5k * * *") == ["There are 2 jokers in the game; here lie 3."]


def test_more_of_a_card_than_the_pack_holds() -> None:
    assert reasons(SABRA, "5k 5k 5k") == ["5k is 2 times in the game; here it lies 3 times."]


# Joker rules


@pytest.mark.parametrize(
    ("rule", "legal"),
    [
        ("any", ["8h * *", "8h 8c * *", "8h * * Jh", "* 8h * 10h", "8h * * *"]),
        ("separated", ["8h * *", "8h 8c * *", "* 8h * 10h"]),
        ("two_naturals", ["8h 8c * *", "8h * * Jh", "* 8h * 10h"]),
    ],
)
def test_joker_rule(rule: JokerRule, legal: list[str]) -> None:
    laying = MeldRules(PACK, True, rule)
    tried = ["8h * *", "8h 8c * *", "8h * * Jh", "* 8h * 10h", "8h * * *"]
    assert [text for text in tried if lie(laying, text).legal] == legal


def test_two_naturals_may_be_far_apart() -> None:
    assert lie(JOLLY, "5h * * * 9h").value == 35


@pytest.mark.parametrize(
    ("rule", "text", "reason"),
    [
        ("separated", "8h * * Jh", "Two jokers in one meld need a real card between them."),
        ("separated", "8h * * *", "Two jokers in one meld need a real card between them."),
        ("two_naturals", "8h * *", "A meld needs at least two real cards; here lies one."),
    ],
)
def test_joker_rule_is_named(rule: JokerRule, text: str, reason: str) -> None:
    assert reason in reasons(MeldRules(PACK, True, rule), text)


def test_separated_jokers_in_a_set_need_no_order() -> None:
    assert lie(AMERIKAANS, "* * 8h").kind == "set"
    assert lie(AMERIKAANS, "* * 8h 8c").kind == "set"


def test_one_fault_of_both_kinds_is_told_once() -> None:
    assert reasons(JOLLY, "8h * *") == ["A meld needs at least two real cards; here lies one."]


# Values


@pytest.mark.parametrize(
    ("laying", "text", "value"),
    [
        (JOLLY, "Ah Ac As", 75),
        (JOLLY, "Ah 2h 3h", 6),
        (JOLLY, "Qh Kh Ah", 31),
        (JOLLY, "Jh Qh *", 30),
        (JOLLY, "Qh Kh *", 31),
        (JOLLY, "9h 9c *", 27),
        (FORTY, "Ah 2h 3h", 15),
        (SABRA, "1k 2k 3k", 6),
        (SABRA, "13k 13b *", 39),
        (AMERICAN, "12k 13k 1k", 26),
        (RUMMY, "12k 13k *", None),
        (RUMMY, "11k * 13k", 24),
        (RUMMY, "13k 13b *", 26),
    ],
)
def test_value(laying: MeldRules, text: str, value: int | None) -> None:
    assert lie(laying, text).value == value


def test_reading_that_is_worth_most_counts() -> None:
    assert lie(SABRA, "* * 5k") == (True, "run", 18, [])  # 7 6 5, rather than 3 4 5
    assert lie(SABRA, "* * 13k") == (True, "set", 39, [])  # rather than 11 12 13


def test_set_where_set_and_run_are_worth_the_same() -> None:
    assert lie(SABRA, "* 5k *") == (True, "set", 15, [])
    assert lie(JOKEREN, "* * 5h") == (True, "set", None, [])


# Contracts


@pytest.mark.parametrize(
    ("text", "parts", "everything"),
    [
        ("", (), False),
        ("all", (), True),
        ("S4", (Part("S", 4),), False),
        ("M14", (Part("M", 14),), False),
        ("R3+R4", (Part("R", 3), Part("R", 4)), False),
        ("R5+all", (Part("R", 5),), True),
        ("all+R5", (Part("R", 5),), True),
        ("S3+S3+S3+S3+S3+S3", (Part("S", 3),) * 6, False),
    ],
)
def test_contract(text: str, parts: tuple[Part, ...], everything: bool) -> None:
    assert parse_contract(text) == Contract(parts, everything)


@pytest.mark.parametrize(
    "text",
    [
        *("S2", "S5", "R2", "R15", "M2", "R03", "X3", "s4", "R", "3", "S4 ", "S4\n", "R٣"),
        *("+", "S4+", "+S4", "S4++S4", "S4, R3", "all+all", "ALL", "+".join(["S3"] * 7)),
    ],
)
def test_no_contract(text: str) -> None:
    assert parse_contract(text) is None


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "any meld"),
        ("M3", "set or run of 3"),
        ("R5+S4", "run of 5 and set of 4"),
        ("R5+all", "run of 5 and everything at once"),
    ],
)
def test_contract_in_words(text: str, words: str) -> None:
    contract = parse_contract(text)
    assert contract is not None
    assert english(contract_words(contract)) == words


# Coming out: contracts


@pytest.mark.parametrize(
    ("contract", "melds"),
    [
        ("", ["8d 8c 8s"]),
        ("S3", ["8d 8c 8s"]),
        ("R3+S3", ["4h 5h 6h", "8d 8c 8s"]),
        ("M3+M3", ["4h 5h 6h", "8d 8c 8s"]),
    ],
)
def test_contract_is_met(contract: str, melds: list[str]) -> None:
    assert comes(JOKEREN, "4h 5h 6h 8c 8d 8s Kd", contract) == melds


def test_jokers_lie_in_their_places() -> None:
    assert comes(JOKEREN, "4h * 6h 7h 2c", "R4") == ["4h * 6h 7h"]
    assert comes(AMERIKAANS, "8h * *", "S3") == ["* 8h *"]
    assert comes(AMERIKAANS, "8c 8h * *", "S4") == ["8h * 8c *"]


def test_melds_of_a_contract_share_no_card() -> None:
    assert lacks(JOKEREN, "4h 5h 6h 6c 6s", "R3+S3") == [
        "This hand has no run of 3 and set of 3 that share no card."
    ]
    assert comes(JOKEREN, "4h 5h 6h 6h 6c 6s", "R3+S3") == ["4h 5h 6h", "6h 6c 6s"]


def test_parts_that_are_missing() -> None:
    assert lacks(JOKEREN, "4h 5h 6h 9c", "R4+S3+R3") == [
        "This hand has no run of 4.",
        "This hand has no set of 3.",
    ]
    assert lacks(JOKEREN, "4h 5h 9c") == ["This hand has no set or run of 3."]
    assert lacks(JOKEREN, "") == ["This hand has no set or run of 3."]


def test_longer_run_for_the_joker_rule() -> None:
    # Two real cards far apart: only with five cards is there a run, and it holds one of three.
    assert comes(JOLLY, "5h 9h * * *", "R3") == ["5h * * * 9h"]


def test_separated_rule_bounds_a_run() -> None:
    assert comes(AMERIKAANS, "5h 7h * * *", "R5") == ["* 5h * 7h *"]
    assert lacks(AMERIKAANS, "5h 8h * *", "R4") == ["This hand has no run of 4."]
    assert comes(AMERIKAANS, "Kh * *", "R3") == ["* Kh *"]
    low = MeldRules(BOX, False, "separated")
    assert lacks(low, "13k * *", "R3") == ["This hand has no run of 3."]


def test_ace_at_both_ends() -> None:
    assert comes(JOKEREN, "Ah Kh Qh 2c", "R3") == ["Qh Kh Ah"]
    full = "Ah Ah 2h 3h 4h 5h 6h 7h 8h 9h 10h Jh Qh Kh"
    assert comes(JOKEREN, full, "R14") == ["Ah 2h 3h 4h 5h 6h 7h 8h 9h 10h Jh Qh Kh Ah"]
    assert lacks(JOKEREN, full.removeprefix("Ah "), "R14") == ["This hand has no run of 14."]


# Coming out: everything at once


@pytest.mark.parametrize("discard", ["", "Kd", "*"])
def test_all_but_the_discard(discard: str) -> None:
    hand = f"4h 5h 6h 8h 8c 8d 8s {discard}".rstrip()
    coming = come(AMERIKAANS, hand, "all")
    assert coming.could_meld
    laid = Counter(card for meld in coming.melds for card in meld)
    assert (Counter(cards(hand)) - laid).total() <= 1


def test_all_but_two_is_not_all() -> None:
    assert lacks(AMERIKAANS, "4h 5h 6h 9c Kd", "all") == [
        "Not all cards meld, nor all but the one that is discarded."
    ]


def test_jokers_that_find_no_place() -> None:
    assert lacks(AMERIKAANS, "8h 8c * * * * * *", "all") == [
        "Not all cards meld, nor all but the one that is discarded."
    ]
    assert comes(JOKEREN, "8h * * * * *", "all") == ["8h * * * *"]


@pytest.mark.parametrize("hand", ["", "8h", "*", "8h 8c", "* *"])
def test_all_needs_a_meld(hand: str) -> None:
    assert not come(JOKEREN, hand, "all").could_meld


def test_run_of_five_and_everything() -> None:
    assert comes(AMERIKAANS, "4h 5h 6h 7h * 9c 9d 9s Kh", "R5+all") == ["4h 5h 6h 7h *", "9d 9c 9s"]
    assert lacks(AMERIKAANS, "4h 5h 6h 7h 9c 9d 9s Kh", "R5+all") == ["This hand has no run of 5."]
    assert lacks(AMERIKAANS, "4h 5h 6h 7h 8h 9c Kd", "R5+all") == [
        "Not all cards meld, nor all but the one that is discarded."
    ]


def test_exactly_one_card_is_kept_back() -> None:
    hand = "8s 3h 2d 3c 6s 9s Ad Ks 7s 3d Kc 3d Kd 10s"
    assert len(comes(JOKEREN, hand, "all")) == 4  # the run of five can spare one
    assert lacks(JOKEREN, hand, "R5+all") == [
        "All cards meld, but one has to be kept for the discard."
    ]


def test_everything_and_a_first_meld() -> None:
    assert comes(FORTY, "Jh Qh Kh 4c 4d 4s 9d", "R3+all", 40) == ["4d 4c 4s", "Jh Qh Kh"]
    assert lacks(FORTY, "2h 3h 4h 5c 5d 5s 9d", "all", 40) == [
        "At least 40 points are needed; this hand can lay 24."
    ]


# Coming out: points


def test_first_meld_of_several_melds() -> None:
    hand = "1k 2k 3k 4k 7r 7b 7k 13o"
    assert comes(SABRA, hand, "", 31) == ["1k 2k 3k 4k", "7k 7b 7r"]
    assert lacks(SABRA, hand, "", 32) == ["At least 32 points are needed; this hand can lay 31."]


def test_joker_counts_what_it_stands_for() -> None:
    assert comes(SABRA, "12k 13k * 2r", "", 36) == ["* 12k 13k"]
    assert come(JOLLY, "Qh Kh *", "", 31).could_meld
    assert lacks(JOLLY, "Qh Kh *", "", 32) == [
        "At least 32 points are needed; this hand can lay 31."
    ]


def test_joker_that_counts_nothing() -> None:
    assert lacks(RUMMY, "12k 13k * 2r", "", 30) == [
        "30 points are needed; with 12 tiles this hand can lay 25."
    ]
    assert lacks(RUMMY, "10k 10b * 2r", "", 30) == [
        "30 points are needed; with 12 tiles this hand can lay 20."
    ]


def test_most_tiles_that_may_be_laid() -> None:
    hand = "1k 1b 1r 2k 2b 2r 3k 3b 3r 4k 4b 4r 5k 5b 5r"
    assert come(SABRA, hand, "", 45).could_meld
    assert lacks(RUMMY, hand, "", 45) == [
        "45 points are needed; with 12 tiles this hand can lay 42."
    ]
    assert lacks(RUMMY, hand, "all") == [
        "Not all cards meld, nor all but the one that is discarded."
    ]


def test_contract_with_a_first_meld() -> None:
    assert comes(FORTY, "2h 3h 4h Jc Qc Kc", "R3", 39) == ["2h 3h 4h", "Jc Qc Kc"]
    assert lacks(FORTY, "2h 3h 4h Jc Qc Kc", "R3+R3", 40) == [
        "At least 40 points are needed; this hand can lay 39."
    ]
    assert lacks(FORTY, "2h 3h 4h Jc Qc Kc", "S3", 10) == ["This hand has no set of 3."]


def test_first_meld_with_nothing_to_lay() -> None:
    assert lacks(SABRA, "2k 5r 9b", "", 30) == ["This hand has no set or run of 3."]


def test_first_meld_without_values() -> None:
    with pytest.raises(ValueError, match="values"):
        come(JOKEREN, "Jh Qh Kh", "", 40)


def test_figure_that_would_take_long_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scoring.games.melds.coming_out.PATIENCE", 1)
    assert lacks(SABRA, "2k 3k 4k 2r 2b 5k", "", 30) == [
        "At least 30 points are needed; this hand can't lay so many."
    ]


# Coming out: any hand


@pytest.mark.parametrize("laying", [JOKEREN, FORTY, AMERIKAANS, JOLLY, RUMMY, SABRA, AMERICAN])
def test_melds_shown_are_melds_of_the_hand(laying: MeldRules) -> None:
    chance = random.Random(laying.joker_rule + laying.pack.suits)
    deck = [Card(rank, suit) for rank in range(1, 14) for suit in laying.pack.suits] * 2
    for contract in ["", "all", "S4", "R3+R4", "M3+S3", "R5+all"] * 10:
        hand = [JOKER] * chance.choice([0, 2]) + chance.sample(deck, 14)
        first_meld = chance.choice([0, 30]) if laying.values else 0
        coming = could_meld(laying, hand, parse_contract(contract) or Contract(), first_meld)
        assert coming.could_meld != bool(coming.reasons)
        assert not Counter(card for meld in coming.melds for card in meld) - Counter(hand)
        verdicts = [judge(laying, meld) for meld in coming.melds]
        assert all(verdict.legal for verdict in verdicts)
        assert not coming.could_meld or sum(v.value or 0 for v in verdicts) >= first_meld
