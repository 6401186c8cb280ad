import pytest

from scoring.games.jokeren import Jokeren
from tests.scoring.games.asking import explained, list_problems, row, sheet


def test_bound_is_named() -> None:
    answer = sheet("jokeren", row(Ans="-", Bob=14, Cor=1, Dik=0), options={"hand_max": 13})
    assert list_problems(answer) == [
        ("J22", 1, "Bob", {"given": "14", "what": "cards left", "low": 1, "high": 13}),
        ("J23", 1, "Dik", {}),
    ]


def test_two_dashes_name_who_has_them() -> None:
    answer = sheet("jokeren", row(Ans=3, Bob="-", Cor="-", Dik="-"))
    assert list_problems(answer) == [("J24", 1, "Cor", {"names": "Bob + Cor + Dik"})]


def test_jokers_among_fewer_cards() -> None:
    answer = sheet("jokeren", row(Ans="-", Bob={"cards": 2, "jokers": 3}, Cor=1, Dik=1))
    assert list_problems(answer) == [("J41", 1, "Bob", {"jokers": 3, "cards": 2})]


def test_every_card_may_be_a_joker() -> None:
    answer = sheet("jokeren", row(Ans="-", Bob={"cards": 2, "jokers": 2}, Cor=1, Dik=1))
    assert list_problems(answer) == []
    assert answer["totals"]["Bob"] == 2


def test_jokers_without_cards_wait() -> None:
    answer = sheet("jokeren", row(Ans="-", Bob={"jokers": 2}, Cor=1, Dik=1))
    assert list_problems(answer) == []
    assert "scores" not in answer["rows"][0]


def test_more_jokers_than_the_pack_holds() -> None:
    cell = {"cards": 5, "jokers": 3}
    answer = sheet("jokeren", row(Ans="-", Bob=cell, Cor=cell, Dik=1))
    assert list_problems(answer) == [("J28", 1, None, {"count": 6, "most": 4})]


def test_all_jokers_of_the_pack_may_be_left() -> None:
    cell = {"cards": 5, "jokers": 2}
    assert list_problems(sheet("jokeren", row(Ans="-", Bob=cell, Cor=cell, Dik={"cards": 1}))) == []


@pytest.mark.parametrize(
    ("joker_points", "cell", "codes"),
    [
        (2, {"cards": 5, "jokers": 1}, ["J30"]),
        (2, {"cards": 5, "jokers": 1, "could_meld": False}, []),
        (2, {"cards": 5, "jokers": 0}, []),
        (2, {"cards": 5}, []),
        (1, {"cards": 5, "jokers": 1}, []),
    ],
)
def test_verdict_is_missed_where_a_joker_counts_more(
    joker_points: int, cell: object, codes: list[str]
) -> None:
    answer = sheet(
        "jokeren",
        row(Ans=cell, Bob="-"),
        players=["Ans", "Bob"],
        options={"joker_points": joker_points},
    )
    assert [problem[0] for problem in list_problems(answer)] == codes
    assert answer["totals"]["Ans"] == 5


@pytest.mark.parametrize(
    ("cell", "points", "words"),
    [
        ("-", 0, "out"),
        (1, 1, "1 card left"),
        (2, 2, "2 cards left"),
        (60, 60, "60 cards left"),
        ({"cards": 1}, 1, "1 card left"),
        ({"cards": 7, "jokers": 2}, 7, "7 cards left"),
        ({"cards": 7, "jokers": 2, "could_meld": False}, 7, "7 cards left"),
        ({"cards": 7, "could_meld": True}, 7, "7 cards left"),
        (
            {"cards": 7, "jokers": 2, "could_meld": True},
            15,
            "5 + 2 × 5 (jokers that could have been laid)",
        ),
    ],
)
def test_figure_is_explained(cell: object, points: int, words: str) -> None:
    other = "-" if cell != "-" else 1
    answer = sheet(
        "jokeren",
        row(Ans=cell, Bob=other),
        players=["Ans", "Bob"],
        options={"hand_max": 60, "joker_points": 5},
    )
    assert answer["totals"]["Ans"] == points
    assert explained(answer)["Ans"] == words


def test_joker_worth_a_card_is_a_card() -> None:
    cell = {"cards": 7, "jokers": 2, "could_meld": True}
    answer = sheet("jokeren", row(Ans=cell, Bob="-"), players=["Ans", "Bob"])
    assert explained(answer) == {"Ans": "7 cards left", "Bob": "out"}


def test_joker_worth_two_points() -> None:
    cell = {"cards": 7, "jokers": 2, "could_meld": True}
    options = {"joker_points": 2}
    answer = sheet("jokeren", row(Ans=cell, Bob="-"), players=["Ans", "Bob"], options=options)
    assert answer["totals"]["Ans"] == 9


@pytest.mark.parametrize("joker_points", [1, 2])
def test_jokers_are_asked_where_they_count_more(joker_points: int) -> None:
    _short, jokers, could = Jokeren({"joker_points": joker_points}).entry
    assert jokers.in_use == could.in_use == (joker_points > 1)


@pytest.mark.parametrize(
    ("options", "nothing"),
    [
        ({}, {"joker_points"}),
        ({"joker_points": 2}, set()),
        ({"games": 5, "joker_points": 2}, set()),
        ({"games": 4}, {"joker_points", "subtotal_after"}),
    ],
)
def test_options_without_meaning(options: dict[str, int], nothing: set[str]) -> None:
    game = Jokeren(options)
    assert {key for key in game.options if game.does_nothing(key)} == nothing
