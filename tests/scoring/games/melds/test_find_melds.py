from collections.abc import Iterator
from itertools import combinations, pairwise

import pytest

from scoring.games.core.cards import JOKER, Card
from scoring.games.core.meld_options import HIGH, LOW, JokerRule, MeldRules, Values, make_values
from scoring.games.melds.find_melds import (
    Shape,
    _rows,
    count_points,
    find_card,
    lay_out,
    list_shapes,
)
from scoring.games.melds.judge_meld import judge
from tests.scoring.games.melds.rules import AMERIKAANS, BOX, JOKEREN, JOLLY, PACK, RUMMY, read_cards

LAYINGS = [JOKEREN, AMERIKAANS, JOLLY, RUMMY]

every_laying = pytest.mark.parametrize("laying", LAYINGS, ids=lambda laying: laying.joker_rule)


def allowed(laying: MeldRules, hand: list[Card], jokers: int) -> Iterator[Shape]:
    """Every choice of cards, and how many jokers the judge allows beside it."""
    for size in range(1, len(hand) + 1):
        for reals in combinations(hand, size):
            numbers = [
                count
                for count in range(jokers + 1)
                if "set" in legal(laying, [*reals, *[JOKER] * count])
            ]
            yield from as_shape("S", reals, (), numbers)
            if len({card.suit for card in reals}) == 1:
                yield from runs(laying, reals, jokers)


def runs(laying: MeldRules, reals: tuple[Card, ...], jokers: int) -> Iterator[Shape]:
    low = {card.rank: card for card in reals}
    readings = [low]
    if laying.one_high and 1 in low:
        readings.append({HIGH if rank == 1 else rank: card for rank, card in low.items()})
    for at in readings:
        numbers = [count for count in range(jokers + 1) if lies(laying, at, len(at) + count)]
        places = tuple(sorted(at))
        yield from as_shape("R", tuple(at[place] for place in places), places, numbers)


def lies(laying: MeldRules, at: dict[int, Card], length: int) -> bool:
    """Is there a run of this length with each card in its place?"""
    return any(
        "run" in legal(laying, [at.get(place, JOKER) for place in range(start, start + length)])
        for start in range(1, laying.top + 2 - length)
        if start <= min(at) and max(at) < start + length
    )


def legal(laying: MeldRules, meld: list[Card]) -> set[str]:
    """As which kinds: a set of one rank, a run where the places are known to fit."""
    if not judge(laying, meld).legal:
        return set()
    if len({card.rank for card in meld if card != JOKER}) > 1 or len(meld) > 4:
        return {"run"}
    if laying.joker_rule == "separated" and (JOKER, JOKER) in pairwise(meld):
        return {"set"}
    return {"set", "run"}


def as_shape(
    kind: str, reals: tuple[Card, ...], places: tuple[int, ...], numbers: list[int]
) -> Iterator[Shape]:
    if numbers:
        assert numbers == list(range(numbers[0], numbers[-1] + 1))
        yield Shape(kind, reals, places, numbers[0], numbers[-1])


def list_shapes_once(laying: MeldRules, hand: list[Card], jokers: int) -> set[Shape]:
    """But for those with an ace at both ends, which takes two of them."""
    listed = list(list_shapes(laying, hand, jokers, HIGH))
    assert len(set(listed)) == len(listed)
    return {
        shape._replace(splits=0, reals=ordered(shape))
        for shape in listed
        if not {LOW, HIGH} <= set(shape.places)
    }


def ordered(shape: Shape) -> tuple[Card, ...]:
    return shape.reals if shape.kind == "R" else tuple(sorted(shape.reals))


@every_laying
@pytest.mark.parametrize("jokers", [0, 1, 2])
def test_shapes_are_what_the_judge_allows(laying: MeldRules, jokers: int) -> None:
    first, two, three, _four = laying.pack.suits
    text = f"A{first} 2{first} 3{first} 5{first} K{first} Q{first} 3{two} 3{three}"
    if laying.pack is BOX:
        text = text.replace("A", "1").replace("Q", "12").replace("K", "13")
    hand = read_cards(laying, text)
    expected = {
        shape._replace(reals=ordered(shape))
        for shape in allowed(laying, hand, jokers)
        if shape.kind == "R" or len({card.rank for card in shape.reals}) == 1
    }
    assert list_shapes_once(laying, hand, jokers) == expected


@every_laying
def test_long_runs_stay_on_the_table(laying: MeldRules) -> None:
    suit = laying.pack.suits[0]
    for ranks in (range(1, 13), range(2, 14)):
        hand = [Card(rank, suit) for rank in ranks]
        for jokers in (0, 2):
            long = {
                meld for meld in list_shapes_once(laying, hand, jokers) if len(meld.reals) >= 11
            }
            expected = {
                shape
                for size in (11, 12)
                for reals in combinations(hand, size)
                for shape in runs(laying, reals, jokers)
            }
            assert long == expected


@pytest.mark.parametrize("size", [3, 4, 5, 6])
def test_runs_that_fall_in_two_are_left_out(size: int) -> None:
    hand = [Card(rank, "h") for rank in range(2, 14)]
    lengths = {len(shape.reals) for shape in list_shapes(JOKEREN, hand, 0, size)}
    assert lengths == set(range(3, size + 3))
    assert {len(shape.reals) for shape in list_shapes(JOLLY, hand, 0, size)} == set(range(3, 13))


def test_runs_for_a_shorter_part_are_those_for_three() -> None:
    hand = [Card(rank, "h") for rank in range(2, 14)]
    assert list(list_shapes(JOKEREN, hand, 0, 1)) == list(list_shapes(JOKEREN, hand, 0, 3))


def test_jokers_run_out() -> None:
    row = [2, 4, 6, 7]
    assert set(_rows(JOKEREN, row, 1, HIGH)) == {
        *((2,), (4,), (6,), (7,)),
        *((2, 4), (4, 6), (6, 7), (4, 6, 7)),
    }


def test_gaps_count_for_the_length_of_a_run() -> None:
    hand = read_cards(JOKEREN, "2h 3h 6h 7h")
    found = [shape.places for shape in list_shapes(JOKEREN, hand, 2, 3) if shape.kind == "R"]
    assert (2, 3, 6) in found
    assert (2, 3, 6, 7) not in found
    assert (2, 3, 6, 7) in [shape.places for shape in list_shapes(JOKEREN, hand, 2, 4)]


# Where a run falls in two

ENOUGH = {
    "any": lambda reals, jokers: True,
    "separated": lambda reals, jokers: True,
    "two_naturals": lambda reals, jokers: reals >= 2 or jokers == 0,
}


def longer_half(rule: JokerRule, places: tuple[int, ...], extra: int) -> int:
    """The longest half of two, each a meld wherever the jokers lie that are not between."""
    low, high = places[0], places[-1]
    longest = 0
    for cut in range(low + 1, high + 1):  # the first place of the upper half
        lower = [place for place in places if place < cut]
        upper = [place for place in places if place >= cut]
        sizes = cut - low, high - cut + 1
        jokers = sizes[0] - len(lower) + extra, sizes[1] - len(upper) + extra
        enough = ENOUGH[rule]
        if min(sizes) >= 3 and enough(len(lower), jokers[0]) and enough(len(upper), jokers[1]):
            longest = max(longest, *sizes)
    return longest


@every_laying
@pytest.mark.parametrize("jokers", [0, 1, 2, 3, 4])
def test_longer_half_of_a_run(laying: MeldRules, jokers: int) -> None:
    suit = laying.pack.suits[0]
    split = 0
    for missing in combinations(range(3, 11), 2):
        hand = [Card(rank, suit) for rank in range(2, 12) if rank not in missing]
        for shape in list_shapes(laying, hand, jokers, HIGH):
            if shape.kind == "R":
                gaps = shape.places[-1] - shape.places[0] + 1 - len(shape.places)
                extra = shape.most - gaps
                assert shape.splits == longer_half(laying.joker_rule, shape.places, extra)
                split += shape.splits > 0
    assert split > 0


# Values and how a meld is laid


def test_values_of_cards() -> None:
    middle = (2, 3, 4, 5, 6, 7, 8, 9, 10)
    assert make_values(25, 1, 11, court=7) == Values(
        (0, 25, *middle, 7, 7, 7), (0, 1, *middle, 7, 7, 7, 11)
    )
    assert make_values(3, 1, 2) == Values(
        (0, 3, *middle, 11, 12, 13), (0, 1, *middle, 11, 12, 13, 2)
    )


@pytest.mark.parametrize(
    ("rule", "most"),
    [("any", (14, 14, 14)), ("separated", (2, 3, 4)), ("two_naturals", (0, 14, 14))],
)
def test_most_jokers(rule: JokerRule, most: tuple[int, ...]) -> None:
    laying = MeldRules(PACK, True, rule)
    assert tuple(laying.count_most_jokers(reals) for reals in (1, 2, 3)) == most
    assert laying.splits_anywhere == (rule in ("any", "separated"))
    assert (laying.top, laying._replace(one_high=False).top) == (14, 13)


SET = Shape("S", (Card(9, "h"), Card(9, "d")), (), 1, 2)
RUN = Shape("R", (Card(12, "h"), Card(1, "h")), (12, 14), 1, 2)


@pytest.mark.parametrize(
    ("laying", "shape", "jokers", "points"),
    [
        (JOKEREN, SET, 1, 0),
        (JOKEREN, RUN, 1, 0),
        (JOLLY, SET, 1, 27),
        (JOLLY, SET, 2, 36),
        (JOLLY, RUN, 1, 10 + 10 + 11),
        (JOLLY, RUN, 2, 10 + 10 + 10 + 11),
        (RUMMY, Shape("S", (Card(9, "k"), Card(9, "b")), (), 1, 2), 1, 18),
        (RUMMY, Shape("R", (Card(4, "k"), Card(6, "k")), (4, 6), 1, 2), 1, 10),
        (RUMMY, Shape("R", (Card(4, "k"), Card(6, "k")), (4, 6), 1, 2), 2, 10),
    ],
)
def test_value_of_a_shape(laying: MeldRules, shape: Shape, jokers: int, points: int) -> None:
    assert count_points(laying, shape, jokers) == points


@pytest.mark.parametrize(
    ("shape", "jokers", "meld"),
    [
        (SET, 0, "9h 9d"),
        (SET, 1, "9h * 9d"),
        (SET, 2, "9h * 9d *"),
        (Shape("S", (Card(9, "h"),), (), 2, 3), 2, "* 9h *"),
        (RUN, 1, "Qh * Ah"),
        (RUN, 2, "* Qh * Ah"),
        (Shape("R", (Card(5, "h"), Card(6, "h")), (5, 6), 1, 2), 2, "5h 6h * *"),
        (Shape("R", (Card(1, "h"), Card(2, "h")), (1, 2), 1, 2), 1, "Ah 2h *"),
    ],
)
def test_meld_as_it_is_laid(shape: Shape, jokers: int, meld: str) -> None:
    assert " ".join(map(PACK.write, lay_out(JOKEREN, shape, jokers))) == meld


def test_card_at_its_place() -> None:
    assert [find_card(place, "h") for place in (1, 2, 13, 14)] == [
        *(Card(1, "h"), Card(2, "h"), Card(13, "h"), Card(1, "h"))
    ]
