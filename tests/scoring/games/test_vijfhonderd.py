from typing import Any

import pytest

from scoring.games.vijfhonderd import Vijfhonderd
from scoring.toolkit.texts import Text
from tests.scoring.games.asking import FOUR, english, explained, list_problems, sheet

KEY = "vijfhonderd"


def bid(what: str, tricks: int, by: str = "Ans", **more: Any) -> Any:
    return {"bid": what, "by": by, "tricks": tricks, **more}


def test_tricks_that_do_not_make_ten() -> None:
    answer = sheet(KEY, bid("7H", 7, opponent_tricks=4))
    assert list_problems(answer) == [("V41", 1, "Ans", {"ours": 7, "theirs": 4})]
    answer = sheet(KEY, {"bid": "7H", "tricks": 7, "opponent_tricks": 2})
    assert list_problems(answer) == [("V41", 1, None, {"ours": 7, "theirs": 2})]
    assert list_problems(sheet(KEY, bid("7H", 7, opponent_tricks=3))) == []


RIGHT = "6 to 10 with S, C, D, H or NT, such as 7H; M, OM, BM; or P when all pass"


@pytest.mark.parametrize("what", ["5H", "11S", "7h", "X"])
def test_bid_that_does_not_exist(what: str) -> None:
    answer = sheet(KEY, bid(what, 7))
    assert list_problems(answer) == [("V21", 1, None, {"given": what, "right": RIGHT})]


def test_bid_is_asked_for_in_words() -> None:
    field = Vijfhonderd({}).row_fields["bid"]
    assert english(Text(field.right)) == RIGHT


@pytest.mark.parametrize("more", [{"by": "Ans"}, {"tricks": 3}, {"opponent_tricks": 3}])
def test_all_passed_and_more(more: Any) -> None:
    assert list_problems(sheet(KEY, {"bid": "P", **more})) == [("V42", 1, None, {})]


def test_all_passed() -> None:
    answer = sheet(KEY, {"bid": "P"})
    assert list_problems(answer) == []
    assert answer["rows"][0]["scores"] == dict.fromkeys(FOUR, 0)
    assert explained(answer) == dict.fromkeys(FOUR, "all passed")
    assert answer["dashes"] == dict.fromkeys(FOUR, 0)


@pytest.mark.parametrize("key", ["bid", "by", "tricks"])
def test_row_waits_for_every_part(key: str) -> None:
    game = bid("7H", 7)
    del game[key]
    answer = sheet(KEY, game)
    assert list_problems(answer) == []
    assert "scores" not in answer["rows"][0]


@pytest.mark.parametrize(
    ("what", "tricks", "ours", "theirs", "words"),
    [
        ("6S", 6, 40, 40, ("6♠ made: 40", "4 tricks × 10")),
        ("6S", 5, -40, 50, ("6♠ failed: −40", "5 tricks × 10")),
        ("7C", 9, 160, 10, ("7♣ made: 160", "1 trick × 10")),
        ("6S", 10, 250, 0, ("6♠ made with all ten tricks: 250", "0 tricks × 10")),
        ("9D", 10, 380, 0, ("9♦ made: 380", "0 tricks × 10")),
        ("10NT", 10, 520, 0, ("10 no trump made: 520", "0 tricks × 10")),
        ("10NT", 9, -520, 10, ("10 no trump failed: −520", "1 trick × 10")),
        ("M", 0, 250, 0, ("Misère made: 250", "nothing on a misère")),
        ("OM", 1, -500, 0, ("Open misère failed: −500", "nothing on a misère")),
        ("BM", 0, 500, 0, ("Blind misère made: 500", "nothing on a misère")),
    ],
)
def test_sides_score(what: str, tricks: int, ours: int, theirs: int, words: Any) -> None:
    answer = sheet(KEY, bid(what, tricks))
    assert answer["rows"][0]["scores"] == {"Ans": ours, "Bob": theirs, "Cor": ours, "Dik": theirs}
    assert explained(answer) == dict(zip(FOUR, words * 2, strict=True))


@pytest.mark.parametrize("by", FOUR)
def test_partner_sits_opposite(by: str) -> None:
    answer = sheet(KEY, bid("6S", 6, by))
    won = [name for name, games in answer["dashes"].items() if games]
    assert by in won
    assert won in (["Ans", "Cor"], ["Bob", "Dik"])
    answer = sheet(KEY, bid("6S", 5, by))
    assert by not in [name for name, games in answer["dashes"].items() if games]


@pytest.mark.parametrize(("stop", "tricks"), [(480, 0), (490, 0), (None, 10)])
def test_defenders_stop(stop: int | None, tricks: int) -> None:
    games = [bid("9NT", 9), bid("6D", 9), bid("6S", 9, "Bob"), bid("6S", 9, "Bob")]
    answer = sheet(KEY, *games, options={"defenders_stop_at": stop})
    assert answer["rows"][1]["running"]["Ans"] == 420 + 80
    assert answer["finished"] is True  # 500, and won by their own contract


def test_defenders_who_stood_high_get_nothing() -> None:
    games = [bid("9NT", 9), bid("6C", 9), bid("6S", 9, "Bob")]
    for stop, points in ((480, 0), (490, 10)):
        answer = sheet(KEY, *games, options={"defenders_stop_at": stop})
        assert answer["rows"][1]["running"]["Ans"] == 480
        assert answer["rows"][2]["scores"]["Ans"] == points
        words = "stood at 480 or more" if stop == 480 else "1 trick × 10"
        assert explained(answer, 3)["Ans"] == words


def test_five_hundred_by_an_own_contract_ends_it() -> None:
    answer = sheet(KEY, bid("9NT", 9), bid("6D", 9))
    assert answer["totals"] == {"Ans": 500, "Bob": 20, "Cor": 500, "Dik": 20}
    assert answer["finished"] is True
    assert answer["winner"] == ["Ans", "Cor"]
    assert answer["ranking"] == [
        {"rank": 1, "players": ["Ans", "Cor"], "total": 500},
        {"rank": 2, "players": ["Bob", "Dik"], "total": 20},
    ]


def test_five_hundred_on_tricks_alone_plays_on() -> None:
    answer = sheet(KEY, bid("9NT", 9), bid("6C", 9), bid("6S", 8, "Bob"))
    assert answer["totals"]["Ans"] == 500
    assert answer["finished"] is False


def test_contract_that_fails_above_five_hundred_plays_on() -> None:
    games = [bid("10NT", 9, "Bob"), bid("6S", 6, "Bob")]
    assert sheet(KEY, *games)["winner"] == ["Ans", "Cor"]


@pytest.mark.parametrize(("what", "ended"), [("10D", False), ("10H", True)])
def test_five_hundred_below_nothing_loses(what: str, ended: bool) -> None:
    answer = sheet(KEY, bid(what, 9, "Dik"))
    assert answer["totals"]["Dik"] == -480 - 20 * ended
    assert answer["finished"] is ended
    assert answer["winner"] == (["Ans", "Cor"] if ended else None)


def test_both_sides_level() -> None:
    answer = sheet(KEY, {"bid": "P"})
    assert answer["ranking"] == [{"rank": 1, "players": list(FOUR), "total": 0}]


def test_every_bid_is_drawn_with_its_suit() -> None:
    bids = Vijfhonderd({}).row_fields["bid"]
    assert bids.drawn.keys() == bids.choices.keys()
    assert {bid for bid, drawing in bids.drawn.items() if drawing.suit} == {
        f"{level}{suit}" for level in range(6, 11) for suit in "SCDH"
    }
