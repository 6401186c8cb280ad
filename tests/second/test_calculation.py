"""Sheets worked out by hand from the rules: they prove the second calculation itself."""

import random

import pytest

from tests.second.calculation import HANDS, best_type, calculate, is_type
from tests.second.sheets import GAMES, random_sheet

ABCD = ["Ans", "Bob", "Cor", "Dik"]
ABC = ABCD[:3]
AB = ABCD[:2]


def sheet(game, players, rows, **more):
    return calculate({"game": game, "players": players, "games": rows, **more})


def cells(players, *given):
    return {"entries": dict(zip(players, given))}


def racks(players, end, *given, **more):
    return {"entries": dict(zip(players, given)), "end": end, **more}


def scores(answer, number):
    return answer["rows"][number - 1].get("scores")


def places(answer):
    return [
        (place["rank"], "+".join(place["players"]), place["total"]) for place in answer["ranking"]
    ]


def words(answer):
    return sorted({word for _, _, word in answer["wrong"]})


def dealers(answer):
    return [row.get("dealer") for row in answer["rows"]]


def starters(answer):
    return [row.get("starter") for row in answer["rows"]]


def test_names_that_look_the_same_are_two_of_one_name():
    same = sheet("jokeren", ["Ans", "Zo\u00eb", "Zoe\u0308"], [])
    assert not same["valid"] and words(same) == ["setup players"]
    assert sheet("jokeren", ["Ans", "Zoe\u0308", "Zoe"], [])["valid"]


# --- jokeren


def test_jokeren_ten_games_with_subtotal_dashes_and_winner():
    rows = [cells(ABCD, "-", 3, 5, 13), cells(ABCD, 4, "-", 6, 1)] * 5
    paper = {
        "dashes": {"Ans": 5, "Bob": 5, "Cor": 0},
        "subtotals": {"5": {"Ans": 8, "Dik": 41}},
        "totals": {"Ans": 20, "Bob": 15, "Cor": 55, "Dik": 70},
    }
    answer = sheet("jokeren", ABCD, rows, paper=paper)
    assert answer["valid"] and answer["complete"] and answer["finished"]
    assert answer["subtotals"] == [
        {"after": 5, "totals": {"Ans": 8, "Bob": 9, "Cor": 27, "Dik": 41}}
    ]
    assert answer["totals"] == {"Ans": 20, "Bob": 15, "Cor": 55, "Dik": 70}
    assert answer["dashes"] == {"Ans": 5, "Bob": 5, "Cor": 0, "Dik": 0}
    assert answer["winner"] == "Bob" and answer["next"] is None
    assert places(answer) == [(1, "Bob", 15), (2, "Ans", 20), (3, "Cor", 55), (4, "Dik", 70)]


def test_jokeren_deal_starts_left_of_the_scribe_and_passes_over_an_x():
    rows = [cells(ABCD, "-", 1, 1, 1), cells(ABCD, "-", 1, "x", 1), cells(ABCD, "-", 1, 1, 1)]
    answer = sheet("jokeren", ABCD, rows)
    assert dealers(answer) == ["Bob", "Dik", "Ans"]
    assert starters(answer) == ["Cor", "Ans", "Bob"]
    assert answer["next"] == {"game": 4, "dealer": "Bob", "starter": "Cor"}
    assert places(answer) == [(1, "Ans", 0), (2, "Bob+Dik", 3), (None, "Cor", 2)]
    assert "Cor" not in scores(answer, 2)


def test_jokeren_jokers_count_only_when_they_could_be_laid():
    could = {"cards": 7, "jokers": 2, "could_meld": True}
    could_not = {"cards": 7, "jokers": 2, "could_meld": False}
    unsaid = {"cards": 7}
    answer = sheet(
        "jokeren", ABCD, [cells(ABCD, "-", could, could_not, unsaid)], options={"joker_points": 5}
    )
    assert scores(answer, 1) == {"Ans": 0, "Bob": 15, "Cor": 7, "Dik": 7} and answer["warned"] == []
    answer = sheet(
        "jokeren", AB, [cells(AB, "-", {"cards": 7, "jokers": 2})], options={"joker_points": 5}
    )
    assert scores(answer, 1) == {"Ans": 0, "Bob": 7} and answer["warned"] == [
        [1, "Bob", "could_meld"]
    ]


def test_jokeren_two_dashes_are_wrong_at_once_and_no_dash_when_full():
    two = sheet("jokeren", ABC, [cells(ABC, "-", "-", None)])
    none = sheet("jokeren", ABC, [cells(ABC, 3, 4, 5)])
    open_still = sheet("jokeren", ABC, [cells(ABC, 3, 4, None)])
    assert words(two) == ["row dashes"] and words(none) == ["row dashes"]
    assert open_still["valid"] and scores(open_still, 1) is None and open_still["next"]["game"] == 2


@pytest.mark.parametrize(
    "value", [0, 14, -1, 2.5, "5", True, [], {"cards": 2, "jokers": 3}, {"cards": 3, "x": 1}]
)
def test_jokeren_refused_cells(value):
    answer = sheet("jokeren", ABC, [cells(ABC, "-", value, 3)])
    assert [(game, player) for game, player, _ in answer["wrong"]] == [(1, "Bob")]
    assert scores(answer, 1) is None and answer["totals"] == {"Ans": 0, "Bob": 0, "Cor": 0}


def test_jokeren_void_counts_as_played_and_has_no_dash():
    answer = sheet(
        "jokeren",
        AB,
        [{"void": "ruzie"}, cells(AB, 3, "-")],
        options={"games": 2, "subtotal_after": 1},
    )
    assert answer["complete"] and answer["dashes"] == {"Ans": 0, "Bob": 1}
    assert answer["subtotals"] == [{"after": 1, "totals": {"Ans": 0, "Bob": 0}}]
    assert dealers(answer) == ["Bob", "Ans"]


def test_jokeren_paper_differences_name_the_player():
    rows = [cells(AB, "-", 3)]
    paper = {
        "dashes": {"Ans": 2},
        "totals": {"Bob": 4},
        "subtotals": {"1": {"Bob": 2}, "9": {"Bob": 1}},
    }
    answer = sheet("jokeren", AB, rows, paper=paper)
    assert [[place, player] for place, player, _ in answer["wrong"]] == [
        [None, "Ans"],
        [None, "Bob"],
        [1, "Bob"],
    ]
    assert answer["warned"] == [[None, None, "paper subtotals"]]


# --- jokeren-potjes


def test_potjes_has_six_contracts_in_six_games():
    answer = sheet("jokeren-potjes", AB, [cells(AB, "-", 2)] * 6)
    assert [row["contract_code"] for row in answer["rows"]] == [
        "M3",
        "S4",
        "R3+R4",
        "R4+R5",
        "R5+S4",
        "R5+all",
    ]
    assert answer["finished"] and answer["winner"] == "Ans" and answer["subtotals"] == []


def test_potjes_a_seventh_game_is_refused_and_an_empty_one_ignored():
    filled = sheet("jokeren-potjes", AB, [cells(AB, "-", 2)] * 7)
    empty = sheet("jokeren-potjes", AB, [cells(AB, "-", 2)] * 6 + [{"entries": {"Ans": None}}])
    assert (
        filled["wrong"] == [[7, None, "row refused"]]
        and filled["totals"]["Bob"] == 12
        and filled["complete"]
    )
    assert empty["valid"] and empty["complete"]


def test_potjes_equal_totals_share_and_dashes_split_them():
    rows = [cells(ABC, "-", 2, 9), cells(ABC, "-", 2, 9), cells(ABC, 4, "-", 9)]
    shared = sheet("jokeren-potjes", ABC, rows, options={"games": 3})
    split = sheet("jokeren-potjes", ABC, rows, options={"games": 3, "tie_break": "dashes"})
    assert places(shared) == [(1, "Ans+Bob", 4), (3, "Cor", 27)] and shared["winner"] is None
    assert (
        places(split) == [(1, "Ans", 4), (2, "Bob", 4), (3, "Cor", 27)] and split["winner"] == "Ans"
    )


def test_potjes_best_game_is_the_smaller_worst_and_last_game_the_smaller():
    rows = [cells(ABC, "-", 2, 9), cells(ABC, "-", 2, 9), cells(ABC, 4, "-", 9)]
    best = sheet("jokeren-potjes", ABC, rows, options={"games": 3, "tie_break": "best_game"})
    last = sheet("jokeren-potjes", ABC, rows, options={"games": 3, "tie_break": "last_game"})
    assert best["winner"] == "Bob" and last["winner"] == "Bob"


def test_potjes_next_is_the_gap_when_the_last_game_is_entered():
    rows = [cells(AB, "-", 2), {}, cells(AB, "-", 2)]
    gap = sheet("jokeren-potjes", AB, rows, options={"games": 3}, first_dealer="Ans")
    assert gap["next"] == {"game": 2, "dealer": "Bob", "starter": "Ans"} and not gap["finished"]
    assert sheet("jokeren-potjes", AB, rows)["next"]["game"] == 4


# --- jokeren-vijf


def test_vijf_five_games_five_contracts():
    answer = sheet("jokeren-vijf", ABC, [cells(ABC, 1, "-", 13)] * 5)
    assert answer["totals"] == {"Ans": 5, "Bob": 0, "Cor": 65} and answer["complete"]
    assert [row["contract_code"] for row in answer["rows"]] == [
        "M3",
        "S4",
        "R3+R4",
        "R4+R5",
        "R5+S4",
    ]


def test_vijf_hand_max_of_a_club_that_buys():
    row = cells(AB, "-", 20)
    assert not sheet("jokeren-vijf", AB, [row])["valid"]
    assert scores(sheet("jokeren-vijf", AB, [row], options={"hand_max": 20}), 1) == {
        "Ans": 0,
        "Bob": 20,
    }


def test_vijf_no_more_than_four_jokers_over_all_hands():
    def hand_of(jokers):
        return {"cards": 6, "jokers": jokers, "could_meld": False}

    assert sheet("jokeren-vijf", ABC, [cells(ABC, "-", hand_of(2), hand_of(2))])["valid"]
    assert words(sheet("jokeren-vijf", ABC, [cells(ABC, "-", hand_of(3), hand_of(2))])) == [
        "row jokers"
    ]


def test_vijf_one_player_alone_does_not_play():
    assert words(sheet("jokeren-vijf", AB, [cells(AB, "-", "x")])) == ["row players"]


def test_vijf_unknown_names_keys_and_options():
    assert words(sheet("jokeren-vijf", AB, [cells(["Ans", "Zed"], "-", 3)])) == ["row name"]
    assert words(
        sheet("jokeren-vijf", AB, [{"entries": {"Ans": "-", "Bob": 3}, "end": "out"}])
    ) == ["row key"]
    assert words(sheet("jokeren-vijf", AB, [], options={"target": 100})) == ["setup options"]
    assert sheet("jokeren-vijf", AB, [], note="x")["valid"]


# --- amerikaans-jokeren


def test_amerikaans_the_sheet_of_the_interface():
    row = cells(
        ABCD,
        "-",
        {"points": 29, "jokers": 2, "could_meld": True},
        43,
        {"cards": ["9h", "9c", "5s"], "could_meld": False},
    )
    paper = {"dashes": {"Ans": 1}, "subtotals": {}, "totals": {"Ans": 0, "Bob": 69}}
    answer = sheet("amerikaans-jokeren", ABCD, [row], scribe="Ans", paper=paper)
    assert answer["valid"] and scores(answer, 1) == {"Ans": 0, "Bob": 69, "Cor": 43, "Dik": 23}
    assert (answer["rows"][0]["dealer"], answer["rows"][0]["starter"]) == ("Bob", "Cor")
    assert answer["next"] == {"game": 2, "dealer": "Cor", "starter": "Dik"}
    assert places(answer) == [(1, "Ans", 0), (2, "Dik", 23), (3, "Cor", 43), (4, "Bob", 69)]


def test_amerikaans_values_of_cards():
    hand = {"cards": ["A", "K", "Q", "J", "10", "9", "2", "*"], "could_meld": True}
    low = {"cards": ["2h", "*"], "could_meld": False}
    answer = sheet("amerikaans-jokeren", ABC, [cells(ABC, "-", hand, low)])
    assert scores(answer, 1) == {"Ans": 0, "Bob": 81, "Cor": 12}


@pytest.mark.parametrize(
    "value",
    [
        0,
        1,
        793,
        {"points": 0, "jokers": 0},
        {"points": 3, "jokers": 3},
        {"cards": []},
        {"cards": ["1h"]},
        {"cards": ["9h"], "could_meld": 1},
        "x1",
        -2,
        2.5,
    ],
)
def test_amerikaans_refused_cells(value):
    answer = sheet("amerikaans-jokeren", ABC, [cells(ABC, "-", value, 30)])
    assert [(game, player) for game, player, _ in answer["wrong"]] == [(1, "Bob")]


def test_amerikaans_what_the_packs_hold():
    def both(first, other):
        return words(
            sheet("amerikaans-jokeren", ABC, [cells(ABC, "-", {"cards": first}, {"cards": other})])
        )

    assert both(["9h", "9h"], ["9c"]) == [] and both(["9h", "9h"], ["9h"]) == ["row cards"]
    assert both(["9"] * 5, ["9"] * 3) == [] and both(["9"] * 5, ["9"] * 3 + ["9h"]) == ["row cards"]
    assert both(["*", "2"], ["*"]) == [] and both(["*", "2"], ["*", "*"]) == ["row cards"]


def test_amerikaans_contract_by_game_and_by_round():
    row = cells(AB, "-", 5)
    by_game = sheet("amerikaans-jokeren", AB, [row] * 7)
    assert [r["contract_code"] for r in by_game["rows"]] == [
        "S3",
        "R3",
        "S4",
        "R4",
        "R5",
        "R6",
        "all",
    ]
    rows = [row, {**row, "round": 3}, row]
    by_round = sheet("amerikaans-jokeren", AB, rows, options={"contract_by": "round"})
    assert [r["contract_code"] for r in by_round["rows"]] == ["S3", "S4", "S4"]
    assert sheet("amerikaans-jokeren", AB, rows)["warned"] == [[2, None, "round"]]


def test_amerikaans_seven_games_and_more_than_four_players():
    answer = sheet("amerikaans-jokeren", AB, [cells(AB, 151, "-")] * 7)
    assert (
        answer["complete"]
        and answer["totals"] == {"Ans": 1057, "Bob": 0}
        and len(answer["warned"]) == 7
    )
    assert dealers(answer) == ["Bob", "Ans", "Bob", "Ans", "Bob", "Ans", "Bob"]
    assert words(sheet("amerikaans-jokeren", ABCD + ["Eef"], [])) == ["setup players"]


# --- jolly


def test_jolly_an_ordinary_game_and_a_handglatt():
    rows = [
        cells(ABC, {"meld": 60, "out": True}, {"meld": 45, "hand": 20}, {"meld": 0, "hand": 31}),
        cells(
            ABC,
            {"meld": 30, "hand": 10},
            {"meld": 110, "out": True, "handglatt": True},
            {"meld": 0, "hand_cards": ["*", "A", "K", "9h"]},
        ),
    ]
    answer = sheet("jolly", ABC, rows)
    assert scores(answer, 1) == {"Ans": 90, "Bob": 25, "Cor": -31}
    assert scores(answer, 2) == {"Ans": 10, "Bob": 170, "Cor": -188}
    assert (
        answer["totals"] == {"Ans": 100, "Bob": 195, "Cor": -219} and answer["dashes"]["Bob"] == 1
    )
    assert answer["valid"] and not answer["finished"] and answer["next"]["game"] == 3


def test_jolly_exactly_on_the_target_plays_on_and_above_ends():
    on = [cells(AB, {"meld": 70, "out": True}, {"meld": 0, "hand": 9})]
    above = [cells(AB, {"meld": 71, "out": True}, {"meld": 0, "hand": 9})]
    assert not sheet("jolly", AB, on, options={"target": 100})["finished"]
    answer = sheet("jolly", AB, above, options={"target": 100})
    assert (
        answer["finished"]
        and answer["complete"]
        and answer["winner"] == "Ans"
        and answer["next"] is None
    )


def test_jolly_a_tie_on_top_is_played_off():
    tie = cells(ABC, {"meld": 90, "out": True}, {"meld": 130, "hand": 10}, {"meld": 0, "hand": 5})
    first = sheet("jolly", ABC, [tie], options={"target": 100})
    assert (
        first["continue_with"] == ["Ans", "Bob"]
        and not first["finished"]
        and first["winner"] is None
    )
    assert places(first) == [(1, "Ans+Bob", 120), (3, "Cor", -5)]
    assert first["next"] == {"game": 2, "dealer": "Ans", "starter": "Bob"}
    decider = cells(ABC, {"meld": 0, "hand": 40}, {"meld": 30, "out": True}, "x")
    second = sheet("jolly", ABC, [tie, decider], options={"target": 100})
    assert second["winner"] == "Bob" and places(second) == [
        (1, "Bob", 180),
        (2, "Ans", 80),
        (3, "Cor", -5),
    ]
    assert second["valid"] and second["complete"] and second["continue_with"] == []


def test_jolly_in_a_play_off_the_others_must_have_an_x():
    tie = cells(ABC, {"meld": 90, "out": True}, {"meld": 130, "hand": 10}, {"meld": 0, "hand": 5})
    figure = cells(ABC, {"meld": 0, "hand": 40}, {"meld": 30, "out": True}, {"meld": 0, "hand": 5})
    absent = cells(ABC, {"meld": 0, "hand": 40}, {"meld": 30, "out": True})
    assert sheet("jolly", ABC, [tie, figure], options={"target": 100})["wrong"] == [
        [2, "Cor", "not playing on"]
    ]
    answer = sheet("jolly", ABC, [tie, absent], options={"target": 100})
    assert (
        answer["valid"] and scores(answer, 2) is None and answer["continue_with"] == ["Ans", "Bob"]
    )


@pytest.mark.parametrize(
    "value",
    [
        {"meld": 29, "hand": 5},
        {"meld": 40, "hand": 1},
        {"meld": 40, "hand": 561},
        {"meld": 40, "hand_cards": ["3"] * 21},
        {"meld": 40, "hand_cards": []},
        "-",
        5,
        {"meld": 1023, "hand": 5},
        {"meld": 40, "hand": 5, "handglatt": True},
    ],
)
def test_jolly_refused_cells(value):
    answer = sheet("jolly", AB, [cells(AB, {"meld": 30, "out": True}, value)])
    assert (1, "Bob") in [(game, player) for game, player, _ in answer["wrong"]]


def test_jolly_the_ender():
    low = {"meld": 29, "out": True}
    with_cards = {"meld": 30, "out": True, "hand": 2}
    other = {"meld": 0, "hand": 9}
    assert words(sheet("jolly", AB, [cells(AB, low, other)])) == ["bounds"]
    assert words(sheet("jolly", AB, [cells(AB, with_cards, other)])) == ["ender with cards"]
    assert words(sheet("jolly", AB, [cells(AB, other, other)])) == ["row enders"]
    ender = {"meld": 30, "out": True}
    assert words(sheet("jolly", AB, [cells(AB, ender, ender)])) == ["row enders"]


def test_jolly_with_games_the_target_is_off():
    row = cells(AB, {"meld": 300, "out": True}, {"meld": 0, "hand": 9})
    answer = sheet("jolly", AB, [row, row], options={"games": 2, "target": 100})
    assert (
        answer["valid"]
        and answer["totals"] == {"Ans": 660, "Bob": -18}
        and answer["winner"] == "Ans"
    )


# --- rummy


def test_rummy_out_wins_a_point_and_points_left_decide_after():
    rows = [racks(AB, "out", "-", 30), racks(AB, "out", 12, "-")]
    answer = sheet("rummy", AB, rows, options={"games": 2})
    assert answer["match_points"] == {"Ans": 1, "Bob": 1} and answer["totals"] == {
        "Ans": 12,
        "Bob": 30,
    }
    assert places(answer) == [(1, "Ans", 1), (2, "Bob", 1)] and answer["winner"] == "Ans"
    assert answer["dashes"] == {"Ans": 1, "Bob": 1}


def test_rummy_pool_the_most_points_lose_and_equal_is_a_draw():
    rows = [racks(AB, "pool", 5, 9), racks(AB, "pool", 7, {"tiles": [3, "4r"]})]
    answer = sheet("rummy", AB, rows)
    assert answer["match_points"] == {"Ans": 1.5, "Bob": 0.5} and answer["dashes"] == {
        "Ans": 1,
        "Bob": 0,
    }
    assert not answer["complete"] and answer["next"] == {
        "game": 3,
        "dealer": None,
        "starter": "Ans",
    }


def test_rummy_joker_counts_25_and_the_points_of_a_club():
    row = racks(AB, "out", "-", {"tiles": ["*", 13]})
    answer = sheet(
        "rummy", AB, [row, racks(AB, "pool", 4, 4)], options={"win_points": 3, "draw_points": 1}
    )
    assert scores(answer, 1) == {"Ans": 0, "Bob": 38} and answer["match_points"] == {
        "Ans": 4,
        "Bob": 1,
    }
    assert answer["totals"] == {"Ans": 4, "Bob": 42}


def test_rummy_end_and_dashes_must_agree():
    assert words(sheet("rummy", AB, [racks(AB, "pool", "-", 3)])) == ["row dashes"]
    assert words(sheet("rummy", AB, [racks(AB, "out", 2, 3)])) == ["row dashes"]
    assert words(sheet("rummy", AB, [racks(AB, None, "-", "-")])) == ["row dashes"]
    assert words(sheet("rummy", AB, [racks(AB, "open", "-", 3)])) == ["row end"]
    missing = sheet("rummy", AB, [racks(AB, None, "-", 3)])
    assert missing["valid"] and scores(missing, 1) is None


def test_rummy_two_players_three_jokers_and_an_x():
    assert words(sheet("rummy", ABC, [])) == ["setup players"]
    assert words(sheet("rummy", AB, [racks(AB, "out", "-", {"tiles": ["*"] * 3})])) == ["row tiles"]
    assert words(sheet("rummy", AB, [racks(AB, "out", "-", {"tiles": ["7r"] * 3})])) == [
        "row tiles"
    ]
    assert words(sheet("rummy", AB, [racks(AB, "out", "-", "x")])) == ["row players"]
    assert words(sheet("rummy", AB, [racks(AB, "out", "-", 779)])) == ["bounds"]


# --- rummikub


def test_rummikub_out_is_zero_sum():
    answer = sheet("rummikub", ABC, [racks(ABC, "out", 10, "-", {"tiles": ["*", 1, "13k"]})])
    assert scores(answer, 1) == {"Ans": -10, "Bob": 54, "Cor": -44}
    assert answer["dashes"] == {"Ans": 0, "Bob": 1, "Cor": 0}


def test_rummikub_pool_losers_pay_the_difference():
    answer = sheet("rummikub", ABC, [racks(ABC, "pool", 10, 4, 20)])
    assert scores(answer, 1) == {"Ans": -6, "Bob": 22, "Cor": -16}


def test_rummikub_a_shared_pool_gives_the_odd_point_in_turn_order_from_the_starter():
    rows = [racks(ABCD, "pool", 4, 9, 4, 4), racks(ABCD, "pool", 4, 4, 9, 4)]
    answer = sheet("rummikub", ABCD, rows)
    assert starters(answer) == ["Ans", "Bob"]
    assert scores(answer, 1) == {"Ans": 2, "Bob": -5, "Cor": 2, "Dik": 1}
    assert scores(answer, 2) == {"Ans": 1, "Bob": 2, "Cor": -5, "Dik": 2}
    assert answer["dashes"] == {"Ans": 2, "Bob": 1, "Cor": 1, "Dik": 2}


def test_rummikub_the_organiser_settles_a_tie():
    organiser = {"options": {"pool_tie": "organiser", "games": 1}}
    tied = sheet("rummikub", ABC, [racks(ABC, "pool", 4, 4, 9)], **organiser)
    assert tied["valid"] and scores(tied, 1) is None and not tied["complete"]
    assert tied["warned"] == [[1, None, "tie to settle"]]
    settled = sheet("rummikub", ABC, [racks(ABC, "pool", 4, 4, 9, settled="Bob")], **organiser)
    assert scores(settled, 1) == {"Ans": 0, "Bob": 5, "Cor": -5} and settled["complete"]
    assert settled["dashes"] == {"Ans": 0, "Bob": 1, "Cor": 0}
    assert words(
        sheet("rummikub", ABC, [racks(ABC, "pool", 4, 4, 9, settled="Cor")], **organiser)
    ) == ["row settled"]
    equal = sheet("rummikub", ABC, [racks(ABC, "pool", 4, 4, 4)], **organiser)
    assert scores(equal, 1) == {"Ans": 0, "Bob": 0, "Cor": 0} and equal["complete"]


def test_rummikub_settled_elsewhere_is_wrong():
    assert words(sheet("rummikub", AB, [racks(AB, "pool", 4, 5, settled="Ans")])) == ["row settled"]
    assert words(
        sheet(
            "rummikub",
            AB,
            [racks(AB, "out", "-", 5, settled="Ans")],
            options={"pool_tie": "organiser"},
        )
    ) == ["row settled"]


def test_rummikub_highest_wins_and_goes_clockwise_from_the_scribe():
    rows = [racks(ABC, "out", "-", 5, 6), {"void": "stuk"}, racks(ABC, "out", "-", 5, 6)]
    answer = sheet("rummikub", ABC, rows, scribe="Cor", options={"games": 3})
    assert starters(answer) == ["Cor", "Ans", "Bob"] and dealers(answer) == [None] * 3
    assert (
        places(answer) == [(1, "Ans", 22), (2, "Bob", -10), (3, "Cor", -12)]
        and answer["winner"] == "Ans"
    )


# --- rummikub-american


def test_american_the_start_goes_to_the_right():
    row = racks(ABCD, "out", "-", 1, 2, 3)
    answer = sheet("rummikub-american", ABCD, [row, row, row], first_starter="Bob")
    assert starters(answer) == ["Bob", "Ans", "Dik"] and answer["next"]["starter"] == "Cor"
    assert answer["totals"] == {"Ans": 18, "Bob": -3, "Cor": -6, "Dik": -9}


def test_american_odd_points_go_round_to_the_right():
    answer = sheet("rummikub-american", ABC, [racks(ABC, "pool", 9, 4, 4)])
    assert starters(answer) == ["Ans"]
    assert scores(answer, 1) == {"Ans": -5, "Bob": 2, "Cor": 3}


def test_american_an_x_is_passed_over_to_the_right():
    row = racks(ABCD, "out", "-", 1, 2, "x")
    answer = sheet("rummikub-american", ABCD, [row, row])
    assert starters(answer) == ["Ans", "Cor"] and places(answer)[-1] == (None, "Dik", 0)


def test_american_joker_of_25():
    row = racks(AB, "out", "-", {"tiles": ["*"]})
    assert scores(sheet("rummikub-american", AB, [row]), 1) == {"Ans": 30, "Bob": -30}
    assert scores(sheet("rummikub-american", AB, [row], options={"joker_value": 25}), 1) == {
        "Ans": 25,
        "Bob": -25,
    }


def test_american_refused_racks():
    for value in (
        0,
        -1,
        789,
        2.5,
        True,
        {"tiles": []},
        {"tiles": [14]},
        {"tiles": ["1x"]},
        {"points": 3},
    ):
        answer = sheet("rummikub-american", AB, [racks(AB, "out", "-", value)])
        assert [(game, player) for game, player, _ in answer["wrong"]] == [(1, "Bob")]
    assert words(sheet("rummikub-american", ABC, [racks(ABC, "out", "-", "-", 3)])) == [
        "row dashes"
    ]


# --- rummikub-international

MELDED = {"melded": True, "points": 12}
NOT = {"melded": False}
OUT = {"out": True}


def international(end, *given, **more):
    options = more.pop("options", {})
    return sheet("rummikub-international", ABC, [racks(ABC, end, *given, **more)], options=options)


def test_international_open_100_or_200():
    assert scores(international("open", OUT, MELDED, NOT), 1) == {
        "Ans": 100,
        "Bob": -12,
        "Cor": -100,
    }
    assert scores(international("open", OUT, NOT, NOT), 1) == {"Ans": 200, "Bob": -100, "Cor": -100}


def test_international_foot_needs_another_who_melded_and_fifty_points():
    assert scores(international("foot", OUT, MELDED, NOT), 1) == {
        "Ans": 200,
        "Bob": -12,
        "Cor": -100,
    }
    assert words(international("foot", OUT, NOT, NOT)) == ["row foot"]
    small = {"out": True, "tiles": [1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5]}  # 40
    enough = {"out": True, "tiles": ["*", 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5]}  # 39 + 13 = 52
    assert words(international("foot", small, MELDED, NOT)) == ["row end"]
    assert scores(international("foot", enough, MELDED, NOT), 1)["Ans"] == 200


def test_international_closed_by_type_and_the_doubling_joker():
    hand = {"out": True, "type": 29, "jokers": 1, "joker_discard": True}
    answer = international("closed", hand, MELDED, NOT, trump="Cor", options={"trump_bonus": 50})
    assert scores(answer, 1) == {"Ans": 2000, "Bob": -24, "Cor": -1950}
    assert answer["settlement"] == {"Ans": 5974, "Bob": -98, "Cor": -5876}
    assert words(international("closed", {**hand, "jokers": 2}, MELDED, NOT)) == ["row tiles"]


def test_international_nobody_out():
    answer = international("none", MELDED, NOT, {"melded": True, "tiles": [1, "13r", 9, "*"]})
    assert (
        scores(answer, 1) == {"Ans": -12, "Bob": -100, "Cor": -59} and answer["dashes"]["Ans"] == 0
    )
    assert words(international("none", OUT, NOT, NOT)) == ["row end"]
    assert words(international("open", NOT, NOT, NOT)) == ["row out"]
    assert words(international("open", OUT, OUT, None)) == ["row out"]


def test_international_grand_blitz_is_not_for_the_starter():
    blitz = {"out": True, "type": 40, "jokers": 0}
    assert words(international("closed", blitz, NOT, NOT)) == ["blitz"]
    assert scores(international("closed", NOT, blitz, NOT), 1) == {
        "Ans": -2000,
        "Bob": 2000,
        "Cor": -2000,
    }
    tiles = "1k 2k 3k 5b 6b 7b 8b 9r 10r 11r 12k 12b 12r 12o".split()
    dealt = {"out": True, "tiles": tiles, "first_turn": True, "dealt": True}
    assert (
        scores(international("closed", dealt, NOT, NOT), 1)["Ans"] == 1600
    )  # the starter: Little Blitz
    assert scores(international("closed", NOT, dealt, NOT), 1)["Bob"] == 2000
    basic = {"out": True, "tiles": tiles}
    assert scores(international("closed", NOT, basic, NOT), 1)["Bob"] == 500


def test_international_starts_to_the_right_and_settles_to_nothing():
    row = racks(ABC, "open", OUT, NOT, MELDED)
    answer = sheet("rummikub-international", ABC, [row, row], options={"games": 2})
    assert starters(answer) == ["Ans", "Cor"] and answer["totals"] == {
        "Ans": 200,
        "Bob": -200,
        "Cor": -24,
    }
    assert answer["settlement"] == {"Ans": 624, "Bob": -576, "Cor": -48}


def test_international_refused_cells():
    for value in (
        {"melded": True, "points": 1},
        {"melded": True, "tiles": []},
        {"melded": 1},
        5,
        "-",
        {"melded": True, "points": 9, "joker_discard": True},
        {"melded": True, "points": 813},
    ):
        answer = international("open", OUT, value, NOT)
        assert [(game, player) for game, player, _ in answer["wrong"]] == [(1, "Bob")]
    scrap = "1k 3b 5r 7o 9k 11b 13r 2o 4k 6b 8r 10o 12k 2b".split()
    assert words(international("closed", {"out": True, "tiles": scrap}, NOT, NOT)) == ["no type"]


def tiles(text):
    return [("*", "") if tile == "*" else (int(tile[:-1]), tile[-1]) for tile in text.split()]


@pytest.mark.parametrize(
    "text, kind",
    [
        ("1k 2k 3k 5b 6b 7b 8b 9r 10r 11r 12k 12b 12r 12o", 1),
        ("1k 2k 3k 9k 9b 9r 5b 6b 7b 8b 9o 8o 7o 6o", 2),
        ("1k 2k 3k 4k 1b 2b 3b 4b 5b 7k 7b 7r 2o 2r", None),
        ("1k 2k 3k 4k 1b 2b 3b 4b 4r 4o 4k 5r 6r 7r", 3),
        ("1k 1b 1r 1o 1k 1b 1r 1o 2k 2b 2r 12k 12b 12r", 4),
        ("1k 2k 3k 4k 1b 2b 3b 4b 4r 5r 6r 3o 4o 5o", 5),
        ("1k 1b 1r 1o 1k 2k 2b 3k 3b 4r 4o 4k 5b 5r", 6),
        ("1k 1b 1r 1o 2k 3k 4k 2b 3b 4b 2r 3r 4r 5r", 7),
        ("1k 2k 3k 4k 1b 2b 3b 1r 2r 3r 4r 2o 3o 4o", 8),
        ("1k 1b 1r 1o 2k 2b 2r 2o 3k 3b 3r 4k 4b 4r", 9),
        ("10k 10k 11b 11b 12r 12o 13k 13b 1r 1o 1k 10r 11o 12k", 10),
        ("10k 11k 12k 13k 1k 12b 12r 12o 13b 13r 13o 1b 1r 1o", 11),
        ("6k 6k 6b 6b 6r 6r 6o 6o 1k 13r 2b 9o 11k 4r", 12),
        ("1k 2k 3k 4b 5b 6b 7r 8r 9r 10r 10o 11o 12o 13o", 13),
        ("3k 4k 5k 4b 5b 6b 7r 8r 9r 6r 6o 7o 8o 9o", 14),
        ("10k 11k 12k 13k 11b 12b 13b 1b 10r 11r 12r 12o 13o 1o", 11),
        ("1k 2k 3k 4k 5k 8b 9b 10b 11b 12b 9r 10r 11r 12r", 16),
        ("1k 2k 3k 4k 5k 5b 6b 7b 8b 9b 3r 4r 5r 6r", 17),
        ("10k 11k 12k 13k 1k 10b 11b 12b 13b 1b 10r 11r 12r 13r", 11),
        ("1k 2k 3k 4k 8k 9k 10k 11k 5b 6b 7b 8b 9b 10b", 19),
        ("1k 2k 3k 4k 5k 6k 7k 8k 4b 5b 6b 7b 8b 9b", 20),
        ("10k 11k 12k 13k 10k 11k 12k 13k 1k 10b 11b 12b 13b 1b", 21),
        ("1k 2k 4k 5k 7k 8k 10k 11k 13k 13k 11k 8k 5k 2k", 22),
        ("1k 2k 3k 4k 8k 9k 10k 11k 12k 13k 1k 9k 10k 11k", 23),
        ("1k 2k 3k 4k 5k 6k 7k 8k 9k 10k 11k 12k 13k 1k", 24),
        ("5k 5b 5r 5o 7k 7b 7r 7o 11k 11b 11r 13k 13b 13r", 25),
        ("5k 5b 5r 5o 7k 7b 7r 7o 8k 8b 8r 9k 9b 9r", 26),
        ("10k 10b 10r 10o 1k 1b 1r 1o 11k 11b 11r 13k 13b 13r", 27),
        ("1k 2b 3k 4b 5k 6b 7k 8b 9k 10b 11k 12b 13r 1r", 28),
        ("1k 2b 3r 4o 5k 6b 7r 1b 2r 3o 4k 5b 6r 7o", 29),
        ("8k 9b 10r 11o 12k 13b 1r 8b 9r 10o 11k 12b 13r 1o", 30),
        ("1k 1k 2k 2k 3k 3k 4k 4k 5k 5k 6k 6k 7k 7k", 31),
        ("8k 8k 9k 9k 10k 10k 11k 11k 12k 12k 13k 13k 1k 1k", 32),
        ("1k 2k 3k 4k 5k 6k 7k 1r 2r 3r 4r 5r 6r 7r", 33),
        ("8k 9k 10k 11k 12k 13k 1k 8r 9r 10r 11r 12r 13r 1r", 34),
        ("1k 1k 3b 3b 5r 5r 7o 7o 9k 9k 11b 11b 13r 13r", 35),
        ("1k 1k 3b 3b 5r 5r 7o 7o 9k 9k 2b 2b 4r 4r", 36),
        ("10k 10k 11b 11b 12r 12r 13o 13o 1k 1k 10b 10b 11r 11r", 37),
        ("1k 1k 3k 3k 5k 5k 7k 7k 9k 9k 11k 11k 13k 13k", 38),
        ("2k 2b 2r 9k 9b 9r 9o 1o 2o 3o 4o 5o 6o 7o", 2),
        ("1k 2k 3k 4k 5k 6k 7k * 9k 10k 11k 12k * 1k", 24),
        ("7k 7b * 9o 9r 9b * 12k 12b 12r 12o 13k 13r 13o", 25),
        ("3k 3k 8r * 12o 12o 5b 5b 9k 9k 1r 1r 6o *", 35),
    ],
)
def test_the_best_of_the_forty_hands(text, kind):
    found = best_type(tiles(text), False, False)
    jokers = text.split().count("*")
    if kind is None:
        assert found is None
    else:
        assert HANDS[found][jokers] == HANDS[kind][jokers], (found, kind)


def test_four_and_three_colours_major_always_are_grand_sets_too():
    four = tiles("10k 11k 12k 13k 11b 12b 13b 1b 10r 11r 12r 12o 13o 1o")
    three = tiles("10k 11k 12k 13k 1k 10b 11b 12b 13b 1b 10r 11r 12r 13r")
    assert is_type(15, four, False, False) and not is_type(18, four, False, False)
    assert is_type(18, three, False, False) and not is_type(15, three, False, False)
    assert is_type(11, four, False, False) and is_type(11, three, False, False)


def test_the_blitzes_need_their_turn():
    hand = tiles("1k 2k 3k 5b 6b 7b 8b 9r 10r 11r 12k 12b 12r 12o")
    assert best_type(hand, True, False) == 39
    assert best_type(hand, False, True) == 40


# --- vijfhonderd


def bid(bid, by, tricks, **more):
    return {"bid": bid, "by": by, "tricks": tricks, **more}


def five_hundred(*rows, **more):
    return sheet("vijfhonderd", ABCD, list(rows), **more)


def test_five_hundred_made_failed_and_defence():
    answer = five_hundred(
        bid("7H", "Ans", 8), bid("8S", "Bob", 7, opponent_tricks=3), bid("6C", "Cor", 10)
    )
    assert scores(answer, 1) == {"Ans": 200, "Bob": 20, "Cor": 200, "Dik": 20}
    assert scores(answer, 2) == {"Ans": 30, "Bob": -240, "Cor": 30, "Dik": -240}
    assert scores(answer, 3) == {"Ans": 250, "Bob": 0, "Cor": 250, "Dik": 0}
    assert answer["totals"] == {"Ans": 480, "Bob": -220, "Cor": 480, "Dik": -220}
    assert answer["dashes"] == {"Ans": 3, "Bob": 0, "Cor": 3, "Dik": 0}
    assert (
        places(answer) == [(1, "Ans+Cor", 480), (2, "Bob+Dik", -220)] and answer["winner"] is None
    )


def test_five_hundred_misere():
    answer = five_hundred(bid("M", "Ans", 0), bid("OM", "Bob", 2), bid("P", None, None))
    assert scores(answer, 1) == {"Ans": 250, "Bob": 0, "Cor": 250, "Dik": 0}
    assert scores(answer, 2) == {"Ans": 0, "Bob": -500, "Cor": 0, "Dik": -500}
    assert answer["finished"] and answer["winner"] == ["Ans", "Cor"]
    assert answer["wrong"] == [[3, None, "row refused"]]


def test_five_hundred_ends_only_on_a_contract_of_ones_own():
    answer = five_hundred(bid("9NT", "Ans", 9), bid("7NT", "Bob", 1))
    assert answer["totals"]["Ans"] == 510 and not answer["finished"]
    won = five_hundred(bid("9NT", "Ans", 9), bid("7NT", "Bob", 1), bid("6S", "Cor", 6))
    assert (
        won["finished"]
        and won["complete"]
        and won["winner"] == ["Ans", "Cor"]
        and won["totals"]["Ans"] == 550
    )
    backwards = five_hundred(bid("10NT", "Bob", 0))  # Bob and Dik at -520
    assert backwards["winner"] == ["Ans", "Cor"] and places(backwards)[0] == (1, "Ans+Cor", 100)


def test_five_hundred_defenders_stop_at_480():
    rows = [bid("9H", "Ans", 9), bid("6C", "Bob", 2), bid("6S", "Bob", 6)]  # 400, + 80 = 480, + 40
    free = five_hundred(*rows)
    stopped = five_hundred(*rows, options={"defenders_stop_at": 480})
    not_yet = five_hundred(*rows, options={"defenders_stop_at": 490})
    assert free["rows"][1]["running"]["Ans"] == 480
    assert (
        free["totals"] == {"Ans": 520, "Bob": -10, "Cor": 520, "Dik": -10} and not free["finished"]
    )
    assert stopped["totals"] == {"Ans": 480, "Bob": -10, "Cor": 480, "Dik": -10}
    assert not_yet["totals"]["Ans"] == 520


def test_five_hundred_all_passed_and_the_deal_goes_on():
    answer = five_hundred({"bid": "P"}, bid("6D", "Dik", 5), {"void": "kaart kwijt"}, scribe="Dik")
    assert scores(answer, 1) == {"Ans": 0, "Bob": 0, "Cor": 0, "Dik": 0}
    assert dealers(answer) == ["Ans", "Bob", "Cor"] and starters(answer) == ["Bob", "Cor", "Dik"]
    assert answer["dashes"] == {"Ans": 1, "Bob": 0, "Cor": 1, "Dik": 0}
    assert answer["next"] == {"game": 4, "dealer": "Dik", "starter": "Ans"}


def test_five_hundred_refused_and_unfinished_rows():
    for row in (
        bid("5H", "Ans", 6),
        bid("7H", "Zed", 6),
        bid("7H", "Ans", 11),
        bid("7H", "Ans", 6, opponent_tricks=3),
        {"entries": {"Ans": "x"}},
        bid("7H", "Ans", 7, end="out"),
        bid("11S", None, None),
    ):
        assert not five_hundred(row)["valid"]
    for row in ({"bid": "7H"}, {"bid": "7H", "by": "Ans"}, {"by": "Ans", "tricks": 3}):
        answer = five_hundred(row)
        assert answer["valid"] and scores(answer, 1) is None and answer["next"]["game"] == 2


def test_five_hundred_games_reached_the_most_points_win():
    answer = five_hundred(bid("7H", "Ans", 7), options={"games": 1})
    assert answer["complete"] and answer["winner"] == ["Ans", "Cor"]
    tie = five_hundred({"bid": "P"}, options={"games": 1})
    assert tie["winner"] is None and places(tie) == [(1, "Ans+Bob+Cor+Dik", 0)]


# --- what must hold on any sheet


@pytest.mark.parametrize("game", GAMES)
def test_random_sheets_keep_their_sums(game):
    valid = 0
    for number in range(60):
        given = random_sheet(random.Random(f"sums {game} {number}"), game)
        assert given == random_sheet(random.Random(f"sums {game} {number}"), game)
        answer = calculate(given)
        valid = valid + answer["valid"]
        added = dict.fromkeys(answer["totals"], 0)
        for row in answer["rows"]:
            for player, score in row.get("scores", {}).items():
                added[player] = added[player] + score
            if "scores" in row and game in ("rummikub", "rummikub-american"):
                assert sum(row["scores"].values()) == 0
        assert added == answer["totals"]
        assert sum(answer["settlement"].values()) == 0
        assert sorted(answer["totals"]) == sorted(
            p for place in answer["ranking"] for p in place["players"]
        )
    assert 30 < valid < 60
