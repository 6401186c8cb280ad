from typing import Any

import pytest

from tests.scoring.games.asking import list_problems, row, sheet

TWO = ("Ans", "Bob")
GAMES = (row(Ans="-", Bob=3), {"void": "cards fell"}, row(Ans=2, Bob="-"), row(Ans=1))
# After game 1, 2 and 3: Ans 0, 0, 2 and Bob 3, 3, 3. Game 4 is not full yet.


def compared(paper: Any, *games: Any, **head: Any) -> list[Any]:
    return list_problems(sheet("jokeren", *(games or GAMES), players=TWO, paper=paper, **head))


@pytest.mark.parametrize(
    "paper",
    [
        None,
        {},
        {"dashes": None, "subtotals": None, "totals": None},
        {"dashes": {}, "subtotals": {}, "totals": {}},
        {"dashes": {"Ans": 1, "Bob": 1}, "totals": {"Ans": 2, "Bob": 3}},
        {"totals": {"Ans": None, "Bob": 3}},
        {"subtotals": {"1": {"Ans": 0, "Bob": 3}, "2": {"Ans": 0}, "3": {"Ans": 2, "Bob": 3}}},
        {"subtotals": {"1": None, "4": {"Ans": 2, "Bob": 3}}},
    ],
)
def test_paper_that_agrees(paper: Any) -> None:
    assert compared(paper) == []


def test_dashes_that_differ() -> None:
    assert compared({"dashes": {"Ans": 1, "Bob": 2}}) == [
        ("J18", None, "Bob", {"paper": "2", "ours": 1})
    ]


def test_totals_that_differ() -> None:
    assert compared({"totals": {"Ans": 3, "Bob": 0}}) == [
        ("J20", None, "Ans", {"paper": "3", "ours": 2}),
        ("J20", None, "Bob", {"paper": "0", "ours": 3}),
    ]


@pytest.mark.parametrize(("after", "ours"), [("1", 0), ("2", 0), ("3", 2), ("4", 2)])
def test_subtotal_that_differs(after: str, ours: int) -> None:
    assert compared({"subtotals": {after: {"Ans": 7, "Bob": 3}}}) == [
        ("J19", int(after), "Ans", {"paper": "7", "ours": ours})
    ]


def test_subtotal_before_any_game_is_scored() -> None:
    games = [{"void": "cards fell"}, row(Ans="-", Bob=3)]
    paper = {"subtotals": {"1": {"Ans": 0, "Bob": 1}}}
    assert compared(paper, *games) == [("J19", 1, "Bob", {"paper": "1", "ours": 0})]
    assert compared(paper, row(Ans="-")) == [("J19", 1, "Bob", {"paper": "1", "ours": 0})]


@pytest.mark.parametrize("after", ["5", "10"])
def test_subtotal_too_early(after: str) -> None:
    answer = sheet("jokeren", *GAMES, players=TWO, paper={"subtotals": {after: {"Ans": 7}}})
    assert list_problems(answer) == [("J31", int(after), None, {})]
    assert answer["valid"]


@pytest.mark.parametrize(("games", "codes"), [(10, ["J17"]), (11, ["J31"])])
def test_subtotal_beyond_the_form(games: int, codes: list[str]) -> None:
    head = {"paper": {"subtotals": {"11": {"Ans": 7}}}, "options": {"games": games}}
    answer = sheet("jokeren", *GAMES, players=TWO, **head)
    assert [problem[0] for problem in list_problems(answer)] == codes


@pytest.mark.parametrize(("after", "code"), [("51", "K31"), ("100", "K31"), ("1000", "K17")])
def test_subtotal_of_a_sheet_with_an_open_end(after: str, code: str) -> None:
    game = {**row(Ans="-", Bob=3), "end": "out"}
    answer = sheet("rummikub", game, players=TWO, paper={"subtotals": {after: {"Ans": 7}}})
    assert [problem[0] for problem in list_problems(answer)] == [code]


def test_a_difference_is_no_error_while_a_game_is_open() -> None:
    paper = {"dashes": {"Ans": 2}, "subtotals": {"3": {"Bob": 4}, "4": {"Bob": 4}}}
    answer = sheet("jokeren", *GAMES, players=TWO, paper={**paper, "totals": {"Ans": 5}})
    assert [
        (problem["code"], problem["severity"], problem["game"]) for problem in answer["problems"]
    ] == [
        ("J18", "warning", None),
        ("J19", "error", 3),
        ("J19", "warning", 4),
        ("J20", "warning", None),
    ]


@pytest.mark.parametrize("key", ["0", "00", "", "-1", "1.0", "one", "1000", "²", "٣"])
def test_subtotal_after_no_game(key: str) -> None:
    assert compared({"subtotals": {"1": {"Ans": 5}, key: {"Ans": 7}}}) == [
        ("J17", None, None, {"what": "subtotals"}),
        ("J19", 1, "Ans", {"paper": "5", "ours": 0}),
    ]


@pytest.mark.parametrize("paper", [[], 3, "yes", True, False, 0])
def test_paper_that_is_no_object(paper: Any) -> None:
    assert compared(paper) == [("J17", None, None, {"what": "figures"})]


@pytest.mark.parametrize("part", ["dashes", "subtotals", "totals"])
@pytest.mark.parametrize("figures", [[], 3, "yes", False, 0])
def test_part_that_is_no_object(part: str, figures: Any) -> None:
    assert compared({part: figures}) == [("J17", None, None, {"what": part})]


def test_subtotal_that_is_no_object() -> None:
    assert compared({"subtotals": {"1": [0, 3]}}) == [("J17", 1, None, {"what": "subtotals"})]


@pytest.mark.parametrize("figure", ["3", 3.0, True, [], "-"])
def test_figure_that_is_no_whole_number(figure: Any) -> None:
    for part in ("dashes", "totals"):
        assert compared({part: {"Bob": figure}}) == [("J17", None, "Bob", {"what": part})]
    paper = {"subtotals": {"1": {"Bob": figure}}}
    assert compared(paper) == [("J17", 1, "Bob", {"what": "subtotals"})]


def test_stranger_on_paper() -> None:
    words = {"given": "Eef", "right": "use Ans, Bob"}
    assert compared({"totals": {"Eef": 3, "Bob": 4}}) == [
        ("J27", None, None, words),
        ("J20", None, "Bob", {"paper": "4", "ours": 3}),
    ]
    assert compared({"subtotals": {"1": {"Eef": 3}}}) == [("J27", 1, None, words)]


def test_differences_stand_by_game_and_seat_however_they_were_typed() -> None:
    paper = {
        "totals": {"Bob": 9, "Ans": 9},
        "subtotals": {"3": {"Bob": 9, "Ans": 9}, "1": {"Bob": 9}, "a": {}},
    }
    list_problems = [(code, number, player) for code, number, player, _ in compared(paper)]
    assert list_problems == [
        ("J17", None, None),
        ("J19", 1, "Bob"),
        ("J19", 3, "Ans"),
        ("J19", 3, "Bob"),
        ("J20", None, "Ans"),
        ("J20", None, "Bob"),
    ]


def test_unknown_part_of_the_paper() -> None:
    assert compared({"sum": 3, "totals": {"Bob": 4}}) == [
        ("J09", None, None, {"given": "sum"}),
        ("J20", None, "Bob", {"paper": "4", "ours": 3}),
    ]


SIDES = ("Ans", "Bob", "Cor", "Dik")
PLAYED = ({"points_13": 100, "roem_13": 20}, {"pit": "24"})
# Game 1: 100 + 20 to 62; game 2, Bob and Dik play, and make a pit: 0 to 162 + 100.


def compared_apart(apart: Any, *games: Any) -> list[Any]:
    head = {"players": SIDES, "first_dealer": "Dik", "options": {"games": 2}}
    rows = games or PLAYED
    return list_problems(sheet("klaverjassen", *rows, paper={"apart": apart}, **head))


def apart(player: str, kind: str, what: str, paper: str, ours: int) -> Any:
    words = {"paper": paper, "ours": ours, "what": what, "kind": kind}
    return ("L37", None, player, words)


@pytest.mark.parametrize(
    "figures",
    [
        None,
        {},
        {"points": None, "roem": {}},
        {"points": {"Ans": 100, "Bob": 224}, "roem": {"Cor": 20, "Dik": 100}},
        {"pit": {"Ans": 0, "Bob": 1}, "nat": {"Ans": None}, "revoke": {"Bob": 0}},
    ],
)
def test_points_roem_and_marks_that_agree(figures: Any) -> None:
    assert compared_apart(figures) == []


def test_points_and_roem_that_differ_where_the_total_agrees() -> None:
    figures = {"points": {"Ans": 80, "Bob": 224}, "roem": {"Ans": 40}}
    assert compared_apart(figures) == [
        apart("Ans", "points", "points", "80", 100),
        apart("Ans", "roem", "roem", "40", 20),
    ]


def test_marks_that_differ() -> None:
    figures = {"pit": {"Bob": 2}, "counter_pit": {"Bob": 1, "Dik": 0}}
    assert compared_apart(figures) == [
        apart("Bob", "pit", "pits", "2", 1),
        apart("Bob", "counter_pit", "counter pits", "1", 0),
    ]


def test_points_apart_while_a_game_is_open() -> None:
    answer = sheet("klaverjassen", PLAYED[0], {}, PLAYED[1], players=SIDES)
    assert answer["valid"]
    paper = {"apart": {"roem": {"Ans": 40}}}
    answer = sheet("klaverjassen", PLAYED[0], {}, PLAYED[1], players=SIDES, paper=paper)
    assert [problem["severity"] for problem in answer["problems"]] == ["warning"]


@pytest.mark.parametrize(
    ("figures", "codes"),
    [
        ([], ["L17"]),
        ({"roem": 20}, ["L17"]),
        ({"roem": {"Ans": "20"}}, ["L17"]),
        ({"stars": {"Ans": 1}}, ["L27"]),
        ({"roem": {"Nobody": 1}}, ["L27"]),
    ],
)
def test_points_apart_that_cannot_be_read(figures: Any, codes: list[str]) -> None:
    assert [problem[0] for problem in compared_apart(figures)] == codes


def test_a_game_without_marks_has_nothing_apart() -> None:
    told_codes = [problem[0] for problem in compared({"apart": {"points": {"Ans": 2}}})]
    assert told_codes == [problem[0] for problem in compared({"strange": {}})]


@pytest.mark.parametrize("figure", [2.25, float("inf"), float("nan")])
def test_figure_that_halves_do_not_make_is_not_readable(figure: float) -> None:
    game = row(Ans=2.5, Bob=1)
    paper = {"totals": {"Ans": figure}}
    typed = sheet("punten", game, players=TWO, options={"halves": True}, paper=paper)
    assert [problem[0] for problem in list_problems(typed)] == ["P17"]
