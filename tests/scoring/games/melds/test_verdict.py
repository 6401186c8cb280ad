import pytest

from scoring.games.core.cards import CARDS, SUITS, Card, Pack, read
from scoring.games.melds import MeldRules, could_meld, judge, make_values, parse_contract
from tests.scoring.games.asking import english

PACK = Pack(CARDS, SUITS, jokers=4)
JOKEREN = MeldRules(PACK, True, "any")
FORTY = MeldRules(PACK, True, "any", make_values(10, 10, 10, court=10))


def cards(text: str) -> list[Card]:
    parsed = [read(PACK, token) for token in text.split()]
    return [card for card in parsed if card is not None]


def lacks(laying: MeldRules, hand: str, contract: str, first_meld: int = 0) -> list[str]:
    parsed = parse_contract(contract)
    assert parsed is not None
    coming = could_meld(laying, cards(hand), parsed, first_meld)
    assert not coming.could_meld
    return [english(reason) for reason in coming.reasons]


def test_pack_without_jokers() -> None:
    laying = MeldRules(PACK._replace(jokers=0), True, "any")
    assert judge(laying, cards("5h 5d 5c")).legal
    assert [english(reason) for reason in judge(laying, cards("5h 5d *")).reasons] == [
        "There are 0 jokers in the game; here lie 1."
    ]


def test_parts_are_there_but_not_everything() -> None:
    hand = "2h 3h 4h 7d 8d 9d 10d Ks Js 4c"
    assert lacks(JOKEREN, hand, "R3+R4+all") == [
        "Not all cards meld, nor all but the one that is discarded."
    ]


def test_everything_melds_but_not_with_the_contract() -> None:
    sets = "2h 2d 2c 3h 3c 3s 4h 4d 4s 5h 5d 5c 6h 6c 6s"
    everything = parse_contract("all")
    assert everything is not None
    assert could_meld(JOKEREN, cards(sets), everything, 0, turn=False).could_meld
    assert lacks(JOKEREN, sets, "R5+all") == [
        "Not all cards meld, nor all but the one that is discarded."
    ]


def test_points_are_those_that_the_contract_leaves() -> None:
    hand = "2h 2d 2c 3h 4h"
    assert lacks(FORTY, hand, "S3", 40) == ["At least 40 points are needed; this hand can lay 6."]
    assert lacks(FORTY, hand, "", 40) == ["At least 40 points are needed; this hand can lay 9."]
    assert lacks(FORTY, hand, "R3", 40) == ["At least 40 points are needed; this hand can lay 9."]


def test_points_beside_the_contract_only() -> None:
    """The run would bring 18, but leaves no set."""
    assert lacks(FORTY, "5h 5d 5c 6h 7h", "S3", 18) == [
        "At least 18 points are needed; this hand can lay 15."
    ]


@pytest.mark.parametrize("contract", ["", "S3"])
def test_points_are_enough_with_cards_left(contract: str) -> None:
    parsed = parse_contract(contract)
    assert parsed is not None
    coming = could_meld(FORTY, cards("Jh Jd Jc 2h 3h 4h 6s 8s 10d"), parsed, 39)
    assert coming.could_meld
    assert sorted(len(meld) for meld in coming.melds) == [3, 3]
