import pytest

from scoring import games
from scoring.pages import grid

pytestmark = pytest.mark.usefixtures("english")

NAMES = ["Ans", "Bob", "Cor", "Dik"]


def given(game="jokeren", rows=(), names=NAMES, **more):
    return {
        "game": game,
        "options": {},
        "players": names,
        "scribe": names[0],
        "games": rows,
        **more,
    }


def made(*sheet, **more):
    return grid.build_grid(given(*sheet, **more))


def row(*entries):
    return {"entries": dict(zip(NAMES, entries, strict=False))}


def kinds(line):
    return [cell.kind for cell in line.cells]


def figures(page, kind):
    return [text for sum_ in page.sums if sum_.kind == kind for text, _ in sum_.figures]


def test_dash_is_a_dash_and_never_0():
    page = made(rows=[row("-", 5, 13, 1)])
    first = page.lines[0]
    assert kinds(first) == ["dash", "score", "score", "score"]
    assert [cell.score for cell in first.cells] == ["", "5", "13", "1"]
    assert [column.dashes for column in page.columns] == [1, 0, 0, 0]


def test_ten_ruled_lines_of_which_the_next_is_marked():
    page = made(rows=[row("-", 5, 13, 1)])
    assert [line.number for line in page.lines] == list(range(1, 11))
    assert [line.number for line in page.lines if line.next] == [2]
    assert [line.turn for line in page.lines[:3]] == ["Bob", "Cor", ""]


@pytest.mark.parametrize(("games", "figures"), [(5, ("0", "25", "65", "5")), (4, ("",) * 4)])
def test_subtotal_is_ruled_before_it_is_reached(games, figures):
    page = made(rows=[row("-", 5, 13, 1)] * games)
    assert {line.number: line.subtotals for line in page.lines if line.subtotals} == {5: figures}


def test_partners_share_a_column():
    data = given("vijfhonderd", rows=[{"bid": "7H", "by": "Bob", "tricks": 8}])
    page = grid.join_partners(grid.build_grid(data))
    assert [column.names for column in page.columns] == ["Ans + Cor", "Bob + Dik"]
    assert [cell.score for cell in page.lines[0].cells] == ["20", "200"]
    assert (page.lines[0].running, page.lines[1].running) == (("20", "200"), ())
    assert (figures(page, "total"), page.leaders) == (["20", "200"], ["Bob + Dik"])
    assert kinds(grid.build_line(data, 1, data["games"][0])) == ["score", "score"]
    paper = grid.build_line(data, 0, {"totals": {"Ans": 20, "Bob": 201}})
    assert [cell.score for cell in paper.cells] == ["20", "201"]
    alone = made()
    assert grid.join_partners(alone) is alone


def test_totals_places_and_who_leads():
    page = made(rows=[row("-", 5, 13, 1), row(7, "-", 2, 3)])
    assert figures(page, "total") == ["7", "5", "15", "4"]
    assert figures(page, "place") == ["3", "2", "4", "1"]
    assert [column.name for column in page.columns if column.leads] == ["Dik"]
    assert (page.leaders, page.winners, page.finished) == (["Dik"], [], False)


def test_finished_sheet_has_a_winner_and_no_more_lines_and_an_empty_one_no_leader():
    page = made(rows=[row("-", 5, 13, 1)] * 10)
    assert (page.winners, page.finished, page.played) == (["Ans"], True, 10)
    assert len(page.lines) == 10
    assert made().leaders == []


def test_absent_and_not_entered_yet_differ():
    page = made(rows=[row("-", "x", 3, 4), row("-", 4)])
    assert kinds(page.lines[0]) == ["dash", "absent", "score", "score"]
    assert kinds(page.lines[1]) == ["dash", "entered", "empty", "empty"]


def test_contract_and_its_number_in_words():
    page = made("amerikaans-jokeren")
    assert page.lines[0].contract
    assert len({line.contract for line in page.lines}) == 7


@pytest.mark.parametrize("name", ["Ans", "Cor"])
def test_half_of_an_open_game_stands_in_the_column_of_its_pair(name):
    options = {"sides": True, "halves": True}
    page = grid.join_partners(made("punten", [{"entries": {name: 2.5}}], options=options))
    assert [cell.score for cell in page.lines[0].cells] == ["2½", ""]


def test_pair_is_out_where_either_partner_has_the_dash():
    rows = [{"entries": {"Cor": "-", "Dik": 5}}]
    page = grid.join_partners(made("punten", rows, options={"sides": True, "dash": True}))
    assert kinds(page.lines[0]) == ["dash", "score"]
    assert [cell.won for cell in page.lines[0].cells] == [True, False]


def test_control_of_halves_is_written_as_a_whole_number():
    options = {"halves": True, "control": 10}
    page = made("punten", [row(2.5, 7.5)], NAMES[:2], options=options)
    assert page.controls == ["Points together: 10 = 1 × 10."]


def test_control_counts_the_dashes_or_adds_up():
    page = made(rows=[row("-", 5, 13, 1), {"void": "stok op"}])
    assert page.lines[1].void == "stok op"
    assert page.controls == ["Dashes together: 1. Games scored: 1."]
    page = made("rummikub", [{"end": "pool", **row(20, 8, 9, 30)}])
    assert page.controls == ["All totals together: 0."]
    roem = made("klaverjassen", [{"points_13": 100, "roem_13": 20}]).controls[1]
    assert roem == "Roem together: 20."
    assert figures(page, "total") == ["−12", "35", "−1", "−22"]


def test_winner_with_points_keeps_the_figure_and_is_marked():
    page = made("rummikub", [{"end": "out", **row("-", 8, 9, 30)}])
    first = page.lines[0].cells[0]
    assert (first.kind, first.score, first.won) == ("score", "47", True)


GAMES = [
    ("jokeren", row("-", 5, 13, 1)),
    ("rummikub", {"end": "pool", **row(20, 8, 9, 30)}),
    ("rummikub", {"end": "pool", **row(8, 8, 9, 30)}),
    ("rummikub-american", {"end": "pool", **row(20, 8, 9, 30)}),
    ("rummikub-international", {"end": "open", **row({"out": True}, *[{"melded": False}] * 3)}),
    ("rummy", {"end": "pool", **row(5, 9)}),
    ("rummy", {"end": "pool", **row(5, 5)}),
    ("vijfhonderd", {"bid": "7H", "by": "Ans", "tricks": 8, "entries": {}}),
    ("vijfhonderd", {"bid": "7H", "by": "Ans", "tricks": 6, "entries": {}}),
    ("jolly", row({"meld": 40, "out": True}, *[{"meld": 0, "hand": 12}] * 3)),
]


@pytest.mark.parametrize(("game", "played"), GAMES)
def test_marked_cells_and_the_count_above_them_agree(game, played):
    names = NAMES[:2] if game == "rummy" else NAMES
    page = made(game, [played, {"void": "stok op"}, played], names)
    marked = [
        sum(line.cells[place].won for line in page.lines if line.cells)
        for place in range(len(names))
    ]
    assert marked == [column.dashes for column in page.columns]


def test_dashes_are_called_so_only_where_every_win_is_one():
    written = {
        game.key
        for game in games.GAMES
        if made(game.key, names=NAMES[: game.seats[1]]).dashes_are_written
    }
    assert written == {"jokeren", "jokeren-potjes", "jokeren-vijf", "amerikaans-jokeren"}


def test_match_points_have_halves():
    rows = [{"end": "pool", "entries": {"Ans": 5, "Bob": 5}}]
    assert figures(made("rummy", rows, NAMES[:2]), "match_points") == ["½", "½"]


def test_settlement_waits_for_the_end():
    rows = [{"end": "open", **row({"out": True}, *[{"melded": True, "points": 10}] * 3)}]
    data = given("rummikub-international", rows)
    assert figures(grid.build_grid(data), "settlement") == []
    ended = grid.build_grid(data | {"options": {"games": 1}})
    assert figures(ended, "settlement") == ["330", "−110", "−110", "−110"]


@pytest.mark.parametrize(
    ("bid", "words", "suit"), [("7H", "7", "H"), ("10S", "10", "S"), ("6NT", "6 no trump", "")]
)
def test_bid_is_read_out(bid, words, suit):
    rows = [{"bid": bid, "by": "Ans", "tricks": 10, "entries": {}}]
    line = made("vijfhonderd", rows).lines[0]
    assert line.said[:2] == (words, suit)
    assert line.said[3:] == ("Ans", 10, "10 tricks")


def test_who_begins_is_named_only_where_it_was_said_or_the_rules_say_it():
    data = {"game": "rummikub-american", "options": {}, "players": ["Ans", "Bob"], "scribe": "Ans"}
    assert {line.turn for line in grid.build_grid(data | {"games": []}).lines} == {""}
    page = grid.build_grid(data | {"games": [], "first_starter": "Bob"})
    assert [(line.turn, line.starter) for line in page.lines] == [("Bob", "Bob")]
    sabra = grid.build_grid(data | {"games": [], "game": "rummikub"})
    assert [line.turn for line in sabra.lines] == ["Ans"]


OPEN = {"points": 41, "jokers": 1}


def test_an_open_verdict_shows_both_figures_and_nobody_leads():
    rows = [row("-", 29, OPEN, 8), row(9, "-", 4, {"cards": ["9h", "*"], "could_meld": False})]
    page = made("amerikaans-jokeren", rows, options={"games": 2})
    assert page.lines[0].cells == (
        grid.Cell("dash", won=True),
        grid.Cell("score", "29"),
        grid.Cell("open", "51/\u200b61"),
        grid.Cell("score", "8"),
    )
    assert page.lines[1].cells[3] == grid.Cell("score", "19")
    (total,) = page.sums
    assert total.figures == [("9", False), ("29", False), ("55/\u200b65", False), ("27", False)]
    assert not any(column.leads for column in page.columns)
    said = rows[0] | {"entries": rows[0]["entries"] | {"Cor": OPEN | {"could_meld": True}}}
    (total, place) = made("amerikaans-jokeren", [said, rows[1]]).sums
    assert total.figures[2] == ("65", False)
    assert place.figures[0] == ("1", True)


def test_an_open_verdict_shows_both_in_the_subtotal():
    entered = row("-", 2, {"cards": 14, "jokers": 1}, 3)
    options = {"joker_points": 5, "subtotal_after": 1, "hand_max": 15}
    page = made(rows=[entered], options=options)
    assert page.lines[0].subtotals == ("0", "2", "14/\u200b18", "3")


def test_with_other_names_nothing_tells_the_names_on_the_sheet():
    open_ = {"points": 41, "jokers": 1}
    page = made("amerikaans-jokeren", [row("-", 29, open_, 8), row(9, "-", 4, 19)])
    shown = grid.rename(page, {name: f"reader {seat}" for seat, name in enumerate(NAMES)})
    assert [column.name for column in shown.columns] == [f"reader {seat}" for seat in range(4)]
    assert (page.lines[0].turn, shown.lines[0].turn) == ("Bob", "reader 1")
    assert [name for name in NAMES if name in repr(shown)] == []
    bid = grid.rename(made("vijfhonderd", [{"bid": "7H", "by": "Bob", "tricks": 8}]), {})
    assert [name for name in NAMES if name in repr(bid)] == []
