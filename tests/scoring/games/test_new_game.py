from typing import Any

import pytest
from django.utils import translation

from scoring import games
from scoring.browser.game_description import describe_game
from scoring.games.sheet import score
from scoring.pages.entry_columns import build_columns
from scoring.printing.printed_sheet import build_blank
from scoring.toolkit.translation import translate
from tests.scoring.games.toy import HoogsteKaart

PLAYERS = ["Ans", "Bob", "Cor"]
SHEET = {
    "game": "hoogste-kaart",
    "players": PLAYERS,
    "games": [
        {"entries": {"Ans": 10, "Bob": 3, "Cor": {"card": 7}}},
        {"entries": {"Ans": 2, "Bob": 9, "Cor": "x"}},
        {"void": "card on the floor"},
        {"entries": {"Ans": 9, "Bob": 0, "Cor": 8}},
    ],
}


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "GAMES", (*games.GAMES, HoogsteKaart))


def test_a_new_game_scores_a_sheet() -> None:
    result = score(SHEET)
    assert result["problems"] == []
    assert result["valid"] and result["complete"] and result["finished"]
    assert result["totals"] == {"Ans": 21, "Bob": 12, "Cor": 15}
    assert result["winner"] == "Ans"
    assert [row["dealer"] for row in result["rows"]] == ["Bob", "Ans", "Bob", "Cor"]
    assert result["ranking"] == [
        {"rank": 1, "players": ["Ans"], "total": 21},
        {"rank": 2, "players": ["Bob"], "total": 12},
        {"rank": None, "players": ["Cor"], "total": 15},
    ]


@pytest.mark.parametrize(
    ("cells", "code", "player"),
    [
        ((11, 3, 7), "H22", "Ans"),
        ((1, "-", 7), "H21", "Bob"),
        ((1, 3, {"colour": "red"}), "H27", "Cor"),
        ((0, 0, 0), "H41", None),
    ],
)
def test_a_new_game_refuses(cells: tuple[Any, ...], code: str, player: str | None) -> None:
    result = score({**SHEET, "games": [{"entries": dict(zip(PLAYERS, cells, strict=True))}]})
    (problem,) = result["problems"]
    assert (problem["code"], problem["game"], problem["player"]) == (code, 1, player)
    with translation.override("en"):
        assert translate(problem["message"]).startswith("Game 1")


def test_a_new_game_has_options_and_an_end() -> None:
    result = score({**SHEET, "options": {"goal": 10}})
    assert [problem["code"] for problem in result["problems"]] == ["H13", "H13", "H13"]
    assert result["totals"] == {"Ans": 10, "Bob": 3, "Cor": 7}
    assert score({**SHEET, "options": {"goal": 0}})["problems"][0]["code"] == "H04"


def test_phone_laptop_and_paper_ask_for_a_new_game() -> None:
    game = HoogsteKaart({}, len(PLAYERS))
    with translation.override("en"):
        described, form = describe_game(game)["short"], build_blank(game, len(PLAYERS))
        cells = build_columns(game, PLAYERS)
    assert (described["label"], described["low"], described["high"]) == ("card", 0, 10)
    laptop = [(cell.name, cell.low, cell.high, cell.words[0][0]) for cell in cells]
    assert laptop == [(name, 0, 10, "×") for name in ("p1", "p2", "p3")]
    assert form.parts == ["Card", "Score"]
    assert [label for label, _figures in form.sums] == ["Total", "Place"]
    assert form.notes[1] == "x does not play"
