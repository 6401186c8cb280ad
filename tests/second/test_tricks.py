"""The judge of klaverjassen against the second one: by day tricks by chance, at night all 35,960 with
every suit as trumps. STREEPJE_SEED draws other ones.
"""

import os
import random

import pytest

from scoring.games.judge import answer
from tests.second import tricks

SEED = os.environ.get("STREEPJE_SEED", "streepje")
TRICKS = list(tricks.every_trick())
ROEM = [0, 20, 40, 50, 60, 70, 90, 100, 120, 200]


def chance(what):
    return random.Random(f"{SEED} {what}")


def differs(cards, trump, last):
    """The question, if the two judges answer it differently; else nothing."""
    question = {"game": "klaverjassen", "question": "roem"}
    question |= {"cards": list(cards), "trump": trump, "last": last}
    first = answer(question)
    parts = [(part["kind"], part["value"], set(part["cards"])) for part in first["parts"]]
    second = tricks.roem(cards, trump)
    same = (
        first["problems"] == []
        and parts == second
        and first["roem"] == sum(value for _kind, value, _cards in second)
        and first["value"] == tricks.points(cards, trump, last)
    )
    return None if same else (question, first, second)


def compare(questions):
    differences = [difference for each in questions if (difference := differs(*each))]
    assert not differences, f"{len(differences)} differences: {differences[:5]}"


def in_any_order(luck, cards):
    return luck.sample(cards, len(cards))


def test_five_thousand_tricks():
    luck = chance("tricks")
    compare(
        (in_any_order(luck, trick), luck.choice(tricks.SUITS), luck.random() < 0.2)
        for trick in luck.choices(TRICKS, k=5000)
    )


def test_every_trick_with_roem():
    """By chance they are rare."""
    luck = chance("roem")
    with_roem = [trick for trick in TRICKS if tricks.roem(trick, "h")]
    compare((in_any_order(luck, trick), "h", False) for trick in with_roem)
    runs = [sorted(cards) for cards in tricks.FOURS + tricks.THREES + tricks.ALIKE]
    compare((cards, trump, False) for cards in runs for trump in tricks.SUITS)
    assert len(with_roem) > 1000


@pytest.mark.wide
def test_every_trick_with_every_trump():
    assert len(TRICKS) == 35_960
    compare((trick, trump, False) for trick in TRICKS for trump in tricks.SUITS)


@pytest.mark.parametrize("size", [1, 2, 3])
def test_tricks_so_far(size):
    luck = chance(size)
    few = list(tricks.every_trick(size))
    compare(
        (in_any_order(luck, cards), luck.choice(tricks.SUITS), luck.random() < 0.5)
        for cards in luck.sample(few, min(len(few), 500))
    )


def test_all_points_are_152_and_the_last_trick():
    for trump in tricks.SUITS:
        assert tricks.points(tricks.THE_32, trump, True) == 162


@pytest.mark.parametrize("tie", ["nat", "made"])
def test_nat_with_all_points(tie):
    luck, found = chance(tie), []
    for points in range(163):
        if points in (1, 161):
            continue
        plays, ours, theirs = luck.choice(("13", "24")), luck.choice(ROEM), luck.choice(ROEM)
        if luck.random() < 0.5 and abs(162 - 2 * points) in ROEM:  # a tie
            ours, theirs = sorted((0, abs(162 - 2 * points)), reverse=points < 81)
        question = {"game": "klaverjassen", "question": "nat", "options": {"tie": tie}}
        figures = {"plays": plays, "points_13": points, "roem_13": ours, "roem_24": theirs}
        first = answer(question | figures)
        gets = first["reasons"][-1].params
        told = (first["nat"], first["ours"], first["theirs"], gets["ours"], gets["theirs"])
        second = tricks.nat(plays, points, ours, theirs, tie)
        if told != second or first["problems"]:
            found.append((figures, first, second))
    assert found == []
