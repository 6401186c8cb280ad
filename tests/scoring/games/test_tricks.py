import pytest

from scoring.games.core.cards import FROM_SEVEN, Card
from scoring.games.core.tricks import Trick, TrickRules, judge_trick
from tests.scoring.games.asking import english

RULES = TrickRules(
    FROM_SEVEN,
    trumps={"J": 21, "A": 12},
    plain={"J": 2, "A": 11},
    last_trick=7,
    runs={3: 30, 4: 60},
    pair=("K", "Q"),
    pair_value=25,
    alike={"7": 200},
)


def trick(text: str, trump: str = "h", last: bool = False) -> Trick:
    return judge_trick(
        RULES, [FROM_SEVEN.spellings[name] for name in text.split()], trump, last=last
    )


def parts(text: str, trump: str = "h") -> list[tuple[str, str, int]]:
    return [
        (part.kind, " ".join(map(FROM_SEVEN.write, part.cards)), part.value)
        for part in trick(text, trump).parts
    ]


def reasons(text: str, last: bool = False) -> list[str]:
    return [english(reason) for reason in trick(text, last=last).reasons]


def test_points_by_trumps() -> None:
    assert trick("Jh Js As 7h").value == 21 + 2 + 11
    assert trick("Jh Js As 7h", "s").value == 2 + 21 + 12
    assert trick("Jh Js As 7h", last=True).value == 21 + 2 + 11 + 7


@pytest.mark.parametrize(
    ("cards", "last", "words"),
    [
        ("", False, "Points: 0."),
        ("7s", False, "Points: 0."),
        ("Jh", False, "Points: 21."),
        ("Jh 7s", False, "Points: 21 + 0 = 21."),
        ("Jh", True, "Points: 21 + 7 = 28, of which 7 for the last trick."),
        ("", True, "Points: 7, of which 7 for the last trick."),
    ],
)
def test_sum_is_shown(cards: str, last: bool, words: str) -> None:
    assert reasons(cards, last) == [words]


@pytest.mark.parametrize(
    ("cards", "found"),
    [
        ("7s 8s", []),
        ("9s 7s 8s", [("run_of_3", "7s 8s 9s", 30)]),
        ("Ks As Qs", [("run_of_3", "Qs Ks As", 30)]),
        ("9s 7s 8s 8h", [("run_of_3", "7s 8s 9s", 30)]),
        ("9s 7s 10s 8s", [("run_of_4", "7s 8s 9s 10s", 60)]),
        ("9s 7s Js 8s", [("run_of_3", "7s 8s 9s", 30)]),
        ("As 7s 8s", []),
        ("Ks As 7s 8s", []),
        ("7s 8s 10s Js", []),
        ("7s 8s 9h", []),
        ("Kh Qh", [("stuk", "Kh Qh", 25)]),
        ("Ks Qs", []),
        ("Ks Qh", []),
        ("Qh Ah Kh", [("run_of_3", "Qh Kh Ah", 30), ("stuk", "Kh Qh", 25)]),
        ("7h 7d 7c 7s", [("four_alike", "7h 7d 7c 7s", 200)]),
        ("7h 7d 7c", []),
        ("Jh Jd Jc Js", []),
        ("7h 7d 7c 8s", []),
        ("", []),
    ],
)
def test_roem(cards: str, found: list[tuple[str, str, int]]) -> None:
    assert parts(cards) == found
    assert trick(cards).roem == sum(value for _kind, _cards, value in found)


def test_run_keeps_its_suit() -> None:
    (run,) = trick("9d 7d 8d").parts
    assert run.cards == [Card(7, "d"), Card(8, "d"), Card(9, "d")]
