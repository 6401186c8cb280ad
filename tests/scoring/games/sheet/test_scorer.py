from typing import Any

import pytest

from scoring.games.sheet import build_refusal, score
from scoring.toolkit.problems import ProblemCode
from tests.scoring.games.asking import FOUR, list_problems, row, sheet

TWO = ("Ans", "Bob")
WON = row(Ans="-", Bob=3)
VOID = {"void": "cards fell"}
EMPTY_ANSWER = {
    "complete": False,
    "finished": False,
    "rows": [],
    "next": None,
    "subtotals": [],
    "totals": {},
    "dashes": {},
    "match_points": {},
    "ranking": [],
    "winner": None,
    "continue_with": [],
    "settlement": {},
}


def jokeren(*games: Any, **options: Any) -> Any:
    return sheet("jokeren", *games, players=TWO, options=options)


@pytest.mark.parametrize("data", [None, [], 3, {"game": "poker"}, {"game": "jokeren"}])
def test_sheet_that_can_not_be_scored(data: Any) -> None:
    answer = score(data)
    assert len(answer.pop("problems")) == 1
    assert answer == {"valid": False, **EMPTY_ANSWER}


def test_text_that_can_not_be_read() -> None:
    answer = build_refusal(ProblemCode(1, "this is nothing (%(why)s)."), why="at all")
    assert list_problems(answer) == [("S01", None, None, {"why": "at all"})]
    assert {key: answer[key] for key in EMPTY_ANSWER} == EMPTY_ANSWER
    assert answer["valid"] is False


# Rows


@pytest.mark.parametrize("games", [5, "none", {}, True, [None] * 501])
def test_games_that_are_no_list(games: Any) -> None:
    answer = score({"game": "jokeren", "players": list(TWO), "games": games})
    assert list_problems(answer) == [("J10", None, None, {"most": 500})]
    assert answer["rows"] == []


def test_longest_list_of_games() -> None:
    answer = score({"game": "jokeren", "players": list(TWO), "games": [None] * 500})
    assert list_problems(answer) == []


def test_empty_rows_at_the_end_do_not_count() -> None:
    answer = jokeren(None, WON, {}, {"entries": {"Ans": None}})
    assert [row["game"] for row in answer["rows"]] == [1, 2]
    assert answer["next"]["game"] == 3


@pytest.mark.parametrize("extra", [WON, VOID])
def test_row_beyond_the_last(extra: Any) -> None:
    answer = jokeren(WON, WON, None, extra, games=2)
    assert list_problems(answer) == [("J14", 4, None, {"most": 2})]
    assert len(answer["rows"]) == 2
    assert answer["totals"] == {"Ans": 0, "Bob": 6}


def test_row_after_the_end() -> None:
    game = row(Ans={"meld": 200, "out": True}, Bob={"meld": 0, "hand": 5})
    answer = sheet("jolly", game, None, game, players=TWO, options={"target": 100})
    assert list_problems(answer) == [("Y13", 3, None, {"most": None})]
    assert len(answer["rows"]) == 1


def test_row_of_one_player() -> None:
    answer = jokeren(row(Ans="-", Bob="x"))
    assert list_problems(answer) == [("J15", 1, None, {"count": 1})]
    assert "scores" not in answer["rows"][0]


def test_row_of_nobody() -> None:
    answer = jokeren(row(Ans="x", Bob="x"))
    assert list_problems(answer) == [("J15", 1, None, {"count": 0})]


def test_row_of_two() -> None:
    assert list_problems(sheet("jokeren", row(Ans="-", Bob="x", Cor=3, Dik="x"))) == []


def test_row_with_a_fault_and_a_gap() -> None:
    answer = sheet("jokeren", row(Ans="-", Bob=99), WON)
    assert [problem[:3] for problem in list_problems(answer)] == [("J22", 1, "Bob")]
    assert answer["totals"] == dict.fromkeys(FOUR, 0)


def test_row_with_a_warning_counts() -> None:
    answer = sheet("amerikaans-jokeren", row(Ans="-", Bob=200), players=TWO)
    assert answer["valid"]
    assert answer["totals"]["Bob"] == 200


def test_who_missed_a_row_has_no_rank_even_while_that_row_is_wrong() -> None:
    games = [row(Ans="-", Bob=3, Cor="x", Dik=99), row(Ans="-", Bob=1, Cor=1, Dik=1)]
    answer = sheet("jokeren", *games)
    assert answer["ranking"][-1] == {"rank": None, "players": ["Cor"], "total": 1}
    games[0]["entries"]["Dik"] = 9
    answer = sheet("jokeren", *games)
    assert answer["ranking"][-1] == {"rank": None, "players": ["Cor"], "total": 1}


def test_what_a_row_shows() -> None:
    scored, void, open_row = jokeren(WON, VOID, row(Ans="-"))["rows"]
    assert scored["scores"] == scored["running"] == {"Ans": 0, "Bob": 3}
    assert scored.keys() >= {"explain", "game", "contract", "dealer", "starter"}
    assert "void" not in scored
    assert void["void"] == "cards fell"
    assert void["running"] == {"Ans": 0, "Bob": 3}
    assert "scores" not in void
    assert open_row.keys() == {"game", "contract", "dealer", "starter"}


def test_running_totals_of_a_row_stay() -> None:
    rows = jokeren(WON, WON, WON)["rows"]
    assert [row["running"]["Bob"] for row in rows] == [3, 6, 9]


# The end


@pytest.mark.parametrize(
    ("games", "complete"),
    [
        ([WON, WON], True),
        ([WON, VOID], True),
        ([WON], False),
        ([WON, row(Ans="-")], False),
        ([row(Ans="-"), WON], False),
        ([None, WON], False),
    ],
)
def test_complete(games: list[Any], complete: bool) -> None:
    answer = jokeren(*games, games=2)
    assert (answer["complete"], answer["finished"]) == (complete, complete)
    assert (answer["next"] is None) is complete
    assert answer["winner"] == ("Ans" if complete else None)


def test_open_end_is_never_complete() -> None:
    answer = sheet("rummikub", {**row(Ans="-", Bob=3), "end": "out"}, players=TWO)
    assert (answer["complete"], answer["finished"], answer["winner"]) == (False, False, None)


def test_own_end_with_a_gap_before_it() -> None:
    game = row(Ans={"meld": 200, "out": True}, Bob={"meld": 0, "hand": 5})
    answer = sheet("jolly", None, game, players=TWO, options={"target": 100})
    assert (answer["complete"], answer["finished"], answer["winner"]) == (False, True, "Ans")
    answer = sheet("jolly", game, players=TWO, options={"target": 100})
    assert (answer["complete"], answer["finished"], answer["next"]) == (True, True, None)


def test_nobody_wins_alone() -> None:
    answer = jokeren(WON, row(Ans=3, Bob="-"), games=2)
    assert answer["finished"] is True
    assert answer["winner"] is None


def test_nobody_with_a_rank_wins() -> None:
    answer = sheet(
        "jokeren",
        row(Ans="x", Bob="-", Cor=1),
        row(Ans="-", Bob="x", Cor=2),
        row(Ans="-", Bob=2, Cor="x"),
        players=FOUR[:3],
        options={"games": 3},
    )
    assert [place["rank"] for place in answer["ranking"]] == [None, None, None]
    assert [place["players"] for place in answer["ranking"]] == [["Ans"], ["Bob"], ["Cor"]]
    assert answer["winner"] is None


# What comes next


def test_next_is_the_game_after_the_last_entered() -> None:
    answer = jokeren(WON, row(Ans="-"), WON)
    assert answer["next"] == {"game": 4, "contract": "", "dealer": "Ans", "starter": "Bob"}


@pytest.mark.parametrize(
    ("games", "number", "dealer"),
    [
        ([row(Ans="-"), WON, WON], 1, "Bob"),
        ([WON, row(Ans="-"), WON], 2, "Ans"),
        ([WON, row(Ans="-"), row(Ans="-")], 2, "Ans"),
        ([WON, WON, row(Ans=99, Bob="-")], 3, "Bob"),
    ],
)
def test_next_at_the_end_of_the_form_is_the_first_open_one(
    games: list[Any], number: int, dealer: str
) -> None:
    answer = jokeren(*games, games=3)
    assert (answer["next"]["game"], answer["next"]["dealer"]) == (number, dealer)


def test_contract_of_an_open_game_is_the_one_it_had() -> None:
    options = {"contract_by": "round", "games": 2}
    games = [{**row(Ans="-"), "round": 3}, {**row(Ans="-", Bob=5), "round": 4}]
    answer = sheet("amerikaans-jokeren", *games, players=TWO, options=options)
    assert answer["next"]["game"] == 1
    assert answer["next"]["contract"] == answer["rows"][0]["contract"]
    assert answer["next"]["contract"] != answer["rows"][1]["contract"]


def test_next_of_a_play_off_is_for_those_who_play_it() -> None:
    game = row(
        Ans={"meld": 150, "hand": 2},
        Bob={"meld": 30, "hand": 2},
        Cor={"meld": 118, "out": True},
        Dik={"meld": 30, "hand": 2},
    )
    answer = sheet("jolly", game, options={"target": 100})
    assert answer["continue_with"] == ["Ans", "Cor"]
    assert answer["next"] == {"game": 2, "contract": "", "dealer": "Cor", "starter": "Ans"}
    entries = game["entries"]
    second = sheet("jolly", game, row(**{**entries, "Dik": "x"}), options={"target": 100})
    assert list_problems(second) == [("Y16", 2, "Bob", {})]


# Subtotals


@pytest.mark.parametrize(
    ("games", "after", "expected"),
    [
        ([WON, WON], 2, [{"after": 2, "totals": {"Ans": 0, "Bob": 6}}]),
        ([WON, WON, WON], 2, [{"after": 2, "totals": {"Ans": 0, "Bob": 6}}]),
        ([WON, VOID], 2, [{"after": 2, "totals": {"Ans": 0, "Bob": 3}}]),
        ([WON], 1, [{"after": 1, "totals": {"Ans": 0, "Bob": 3}}]),
        ([WON], 2, []),
        ([WON, row(Ans="-")], 2, []),
        ([row(Ans="-"), WON], 2, []),
        ([WON, WON], 0, []),
    ],
)
def test_subtotal(games: list[Any], after: int, expected: list[Any]) -> None:
    assert jokeren(*games, subtotal_after=after)["subtotals"] == expected
