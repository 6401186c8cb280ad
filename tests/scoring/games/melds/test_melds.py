import random
from collections import Counter

import pytest

from scoring.games.core.cards import JOKER, Card
from scoring.games.core.meld_options import Contract, Part, contract_words, parse_contract
from scoring.games.melds.judge_meld import could_meld, judge
from tests.scoring.games.asking import english
from tests.scoring.games.melds.rules import RULES, read_cards


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


def test_first_meld_without_values() -> None:
    laying = RULES["JOKEREN"]
    with pytest.raises(ValueError, match="values"):
        could_meld(laying, read_cards(laying, "Jh Qh Kh"), Contract(), 40)


def test_figure_that_would_take_long_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scoring.games.melds.coming_out.PATIENCE", 1)
    laying = RULES["SABRA"]
    coming = could_meld(laying, read_cards(laying, "2k 3k 4k 2r 2b 5k"), Contract(), 30)
    assert [*map(english, coming.reasons)] == [
        "At least 30 points are needed; this hand can't lay so many."
    ]


@pytest.mark.parametrize("rules", ["JOKEREN", "FORTY", "AMERIKAANS", "JOLLY", "RUMMY", "SABRA"])
def test_melds_shown_are_melds_of_the_hand(rules: str) -> None:
    laying = RULES[rules]
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
