from typing import Any

import pytest

from tests.scoring.games.asking import FOUR, explained, list_problems, row, sheet

SABRA, AMERICAN = "rummikub", "rummikub-american"
SETTLED = "the organiser"


def out(**entries: Any) -> Any:
    return {**row(**entries), "end": "out"}


def pool(**entries: Any) -> Any:
    return {**row(**entries), "end": "pool"}


# Racks


def test_jokers_of_all_racks() -> None:
    racks = {"Ans": {"tiles": ["*", "*"]}, "Bob": {"tiles": ["5", "*"]}}
    answer = sheet(SABRA, out(**racks, Cor="-", Dik=5))
    assert list_problems(answer) == [("K28", 1, None, {"count": 3, "most": 2})]
    racks["Bob"] = {"tiles": ["5"]}
    assert list_problems(sheet(SABRA, out(**racks, Cor="-", Dik=5))) == []


def test_copies_over_all_racks() -> None:
    racks = {"Ans": {"tiles": ["7r", "7r"]}, "Bob": {"tiles": ["7r"]}}
    answer = sheet(SABRA, out(**racks, Cor="-", Dik=5))
    assert list_problems(answer) == [("K29", 1, None, {"card": "7r", "count": 3, "most": 2})]


def test_empty_rack() -> None:
    answer = sheet(SABRA, out(Ans="-", Bob={"tiles": []}, Cor=3, Dik=5))
    assert list_problems(answer) == [("K42", 1, "Bob", {})]


def test_dash_at_an_exhausted_pool() -> None:
    answer = sheet(SABRA, pool(Ans="-", Bob=4, Cor="-", Dik=5))
    assert list_problems(answer) == [
        ("K24", 1, "Cor", {"names": "Ans + Cor"}),
        ("K41", 1, "Ans", {}),
        ("K41", 1, "Cor", {}),
    ]


def test_nobody_out_is_told_at_out_only() -> None:
    assert list_problems(sheet(SABRA, out(Ans=1, Bob=4, Cor=3, Dik=5))) == [("K25", 1, None, {})]
    assert list_problems(sheet(SABRA, pool(Ans=1, Bob=4, Cor=3, Dik=5))) == []


def test_row_without_its_end_waits() -> None:
    answer = sheet(SABRA, row(Ans="-", Bob=4, Cor=3, Dik=5))
    assert list_problems(answer) == []
    assert "scores" not in answer["rows"][0]


@pytest.mark.parametrize(("key", "joker"), [(SABRA, 30), ("rummy", 25)])
def test_rack_is_counted_and_explained(key: str, joker: int) -> None:
    game = pool(Ans={"tiles": ["13k", "1", "*"]}, Bob=60)
    answer = sheet(key, game, players=FOUR[:2])
    if key == "rummy":
        assert answer["totals"] == {"Ans": 14 + joker, "Bob": 60}
        assert explained(answer) == {"Ans": f"13 + 1 + {joker}", "Bob": "60"}
    else:
        assert answer["totals"] == {"Ans": 16, "Bob": -16}


# Sabra and American


def test_winner_gains_what_the_others_have_left() -> None:
    answer = sheet(SABRA, out(Ans=10, Bob="-", Cor={"tiles": ["5", "*"]}, Dik=7))
    assert answer["totals"] == {"Ans": -10, "Bob": 52, "Cor": -35, "Dik": -7}
    assert answer["dashes"] == {"Ans": 0, "Bob": 1, "Cor": 0, "Dik": 0}
    assert explained(answer) == {
        "Ans": "−10",
        "Bob": "gains 10 + 35 + 7",
        "Cor": "−(5 + 30)",
        "Dik": "−7",
    }


def test_lowest_rack_gains_what_the_others_have_more() -> None:
    answer = sheet(SABRA, pool(Ans=10, Bob=4, Cor={"tiles": ["5", "*"]}, Dik=7))
    assert answer["totals"] == {"Ans": -6, "Bob": 40, "Cor": -31, "Dik": -3}
    assert answer["dashes"] == {"Ans": 0, "Bob": 1, "Cor": 0, "Dik": 0}
    assert explained(answer) == {
        "Ans": "−(10 − 4)",
        "Bob": "gains 6 + 31 + 3",
        "Cor": "−(5 + 30 − 4)",
        "Dik": "−(7 − 4)",
    }


@pytest.mark.parametrize(
    ("key", "first", "shares"),
    [
        (SABRA, "Ans", "Bob 4, Cor 3, Dik 3"),
        (SABRA, "Cor", "Cor 4, Dik 3, Bob 3"),
        (AMERICAN, "Ans", "Dik 4, Cor 3, Bob 3"),
        (AMERICAN, "Cor", "Cor 4, Bob 3, Dik 3"),
    ],
)
def test_odd_points_go_in_turn_order_from_the_starter(key: str, first: str, shares: str) -> None:
    answer = sheet(key, pool(Ans=15, Bob=5, Cor=5, Dik=5), first_starter=first)
    names = " + ".join(share.split()[0] for share in shares.split(", "))
    code = "K43" if key == SABRA else "M43"
    assert list_problems(answer) == [
        (code, 1, None, {"names": names, "points": 10, "shares": shares})
    ]
    assert answer["valid"]
    won = {name: int(points) for name, points in map(str.split, shares.split(", "))}
    assert answer["totals"] == {"Ans": -10, **won}
    assert answer["dashes"] == {"Ans": 0, "Bob": 1, "Cor": 1, "Dik": 1}
    shared = dict.fromkeys(("Bob", "Cor", "Dik"), "a share of 10")
    assert explained(answer) == {"Ans": "−(15 − 5)", **shared}


def test_two_odd_points() -> None:
    answer = sheet(SABRA, pool(Ans=10, Bob=5, Cor=5, Dik=5))
    assert answer["totals"] == {"Ans": -5, "Bob": 2, "Cor": 2, "Dik": 1}


def test_all_racks_equal() -> None:
    answer = sheet(SABRA, pool(Ans=5, Bob=5, Cor=5, Dik=5), options={"pool_tie": "organiser"})
    assert list_problems(answer) == []
    assert answer["totals"] == dict.fromkeys(FOUR, 0)
    assert answer["dashes"] == dict.fromkeys(FOUR, 0)
    assert explained(answer) == dict.fromkeys(FOUR, "all racks are equal")


def test_organiser_is_asked() -> None:
    options = {"pool_tie": "organiser"}
    answer = sheet(SABRA, pool(Ans=15, Bob=5, Cor=7, Dik=5), options=options)
    assert list_problems(answer) == [("K44", 1, None, {"names": "Bob + Dik"})]
    assert answer["valid"]
    assert "scores" not in answer["rows"][0]


def test_organiser_gives_it_to_one_of_the_lowest() -> None:
    game = {**pool(Ans=15, Bob=5, Cor=7, Dik=5), "settled": "Dik"}
    answer = sheet(SABRA, game, options={"pool_tie": "organiser"})
    assert list_problems(answer) == []
    assert answer["totals"] == {"Ans": -10, "Bob": 0, "Cor": -2, "Dik": 12}
    assert answer["dashes"] == {"Ans": 0, "Bob": 0, "Cor": 0, "Dik": 1}
    assert explained(answer)["Bob"] == "−(5 − 5)"


def test_organiser_gives_it_to_another() -> None:
    game = {**pool(Ans=15, Bob=5, Cor=7, Dik=5), "settled": "Cor"}
    answer = sheet(SABRA, game, options={"pool_tie": "organiser"})
    assert list_problems(answer) == [("K45", 1, "Cor", {"right": "Bob, Dik"})]


@pytest.mark.parametrize(
    ("game", "tie"),
    [
        (pool(Ans=15, Bob=5, Cor=7, Dik=5), "share"),
        (out(Ans=15, Bob="-", Cor=7, Dik=5), "organiser"),
        (out(Ans=15, Bob="-", Cor=7, Dik=5), "share"),
    ],
)
def test_nothing_to_settle(game: Any, tie: str) -> None:
    answer = sheet(SABRA, {**game, "settled": "Bob"}, options={"pool_tie": tie})
    assert list_problems(answer) == [("K46", 1, None, {})]


def test_nothing_to_settle_is_told_at_once() -> None:
    game = {**out(Ans=15, Bob=4, Cor=None, Dik=5), "settled": "Bob"}
    assert list_problems(sheet(SABRA, game)) == [("K46", 1, None, {})]


# Rummy


def test_win_and_draw() -> None:
    games = [out(Ans="-", Bob=7), pool(Ans=9, Bob=4), pool(Ans=5, Bob=5)]
    answer = sheet("rummy", *games, players=FOUR[:2])
    assert answer["totals"] == {"Ans": 14, "Bob": 16}
    assert answer["match_points"] == {"Ans": 1.5, "Bob": 1.5}
    assert answer["dashes"] == {"Ans": 1, "Bob": 1}
    assert explained(answer) == {"Ans": "out", "Bob": "7"}
    assert [(place["players"], place["total"]) for place in answer["ranking"]] == [
        (["Ans"], 1.5),
        (["Bob"], 1.5),
    ]


def test_match_points_are_whole_where_they_can_be() -> None:
    games = [pool(Ans=5, Bob=5), pool(Ans=5, Bob=5), pool(Ans=9, Bob=5)]
    answer = sheet("rummy", *games, players=FOUR[:2])
    assert answer["match_points"] == {"Ans": 1, "Bob": 2}
    assert [type(points) for points in answer["match_points"].values()] == [int, int]


def test_match_points_go_with_the_options() -> None:
    games = [out(Ans="-", Bob=7), pool(Ans=5, Bob=5)]
    options = {"win_points": 3, "draw_points": 1}
    answer = sheet("rummy", *games, players=FOUR[:2], options=options)
    assert answer["match_points"] == {"Ans": 4, "Bob": 1}


def test_match_points_stand_before_points_left() -> None:
    games = [out(Ans="-", Bob=7), pool(Ans=200, Bob=1), out(Ans="-", Bob=7)]
    answer = sheet("rummy", *games, players=FOUR[:2])
    assert [place["players"] for place in answer["ranking"]] == [["Ans"], ["Bob"]]
