from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.games.core.cards import CARDS, Card
from scoring.games.core.meld_options import parse_contract
from scoring.games.melds import coming_out as search
from tests.scoring.games.melds.rules import (
    AMERIKAANS,
    FORTY,
    JOKEREN,
    JOLLY,
    RUMMY,
    SABRA,
    read_cards,
)

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
        verb(laying, read_cards(laying, text), parsed.parts, *more)
        sheet = made.pop()
        melds = {id(options): len(options) for options in sheet.options.values()}
        return Effort(sheet.best.points, sheet.tried, sum(melds.values()), sheet.margin)

    for kind in ("_Parts", "_Points", "_AllButOne", "_Most"):
        monkeypatch.setattr(search, kind, watched(getattr(search, kind)))
    return measure


# Which search, hand, contract and goal; then the points it finds, on how many hands it tries how
# many melds, and what the prices make of the whole hand. Less is better, but for the points.
EFFORT = Path(__file__).with_name("effort.txt").read_text(encoding="ascii").splitlines()


@pytest.mark.parametrize("line", EFFORT)
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
        assert search.find_most_points(laying, read_cards(laying, hand), ()) == points


def test_hand_that_needs_every_joker_and_its_discard() -> None:
    hand = read_cards(JOKEREN, "Kh 4d * *")
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
    hand = read_cards(JOKEREN, "Kh 4d 2s")
    assert search.meet(JOKEREN, hand, [search.ANY_MELD]) == search.Found(-1, [])
