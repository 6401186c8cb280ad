import random
from io import BytesIO

import pytest
from openpyxl import load_workbook

from scoring import games
from scoring.files import sheet_workbook
from scoring.games.sheet import score
from scoring.sheets.verdicts import find_open
from scoring.toolkit.spreadsheets.workbook import Book
from tests.by_day import by_chance
from tests.scoring.games import golden
from tests.scoring.typists import PRESETS, SYSTEMS, paper_form

pytestmark = pytest.mark.usefixtures("english")
KEYS = [system.key for system in games.GAMES]


def state_of(data, **more):
    data = {"options": {}, "scribe": None, "games": []} | data
    known = {"data": data, "result": score(data), "sat": {}, "penalties": [], "approved": False}
    return known | more


def written(*states):
    book = Book("forms")
    for n, state in enumerate(states):
        sheet_workbook.write(book, f"{n}", ["De Hoop", "table 1"], state)
    return load_workbook(BytesIO(book.build_content()))


def golden_sheets(key):
    read = [golden.read(path) for path in golden.paths(key)]
    sheets = [sheet_["sheet"] for sheet_ in read if "sheet" in sheet_]
    return [_stored(sheet) for sheet in sheets if score(sheet)["valid"]]


def _stored(sheet):
    """Totals are stored as the one line of their sheet."""
    others = {key: value for key, value in sheet.items() if key != "totals_only"}
    return others if others == sheet else others | {"games": [{"entries": sheet["totals_only"]}]}


def line(sheet, label):
    """What stands behind a label, in the columns of the players."""
    first, *_later = [row for row in sheet.iter_rows() if row[0].value == label]
    return [cell for cell in first[3:] if cell.value is not None]


def test_all_game_systems_are_tried():
    assert sorted(SYSTEMS | PRESETS) == sorted(KEYS)


@pytest.mark.parametrize("key", KEYS)
def test_a_form_says_what_the_site_says(key):
    rng = random.Random(key)
    states = [state_of(golden_sheet) for golden_sheet in golden_sheets(key)]
    states += [state_of(paper_form(rng, key)) for _ in range(by_chance(1, 5))]
    book = written(*states)
    for n, state in enumerate(states):
        result, names = state["result"], state["data"]["players"]
        ranks = {name: group["rank"] for group in result["ranking"] for name in group["players"]}
        scored = any("scores" in row for row in result["rows"])
        expected = {
            "Total": result["totals"],
            "Match points": result["match_points"],
            "Settlement": result["settlement"] if result["finished"] else {},
            "Place": ranks if scored else {},
        }
        if find_open(result):
            continue  # its figures are two: see below
        labels = {row[0].value for row in book[f"{n}"].iter_rows()}
        for label, figures in expected.items():
            assert (label in labels) == bool(figures), (n, label)
            if figures:
                found = [cell.value for cell in line(book[f"{n}"], label)]
                assert found == [figures[name] for name in names if figures.get(name) is not None]


def row(*cells):
    return {"entries": dict(zip("ABCD", cells, strict=True))}


def jokeren(*rows, **more):
    return state_of({"game": "jokeren", "players": list("ABCD"), "games": list(rows)}, **more)


def test_what_is_not_counted_yet_stands_in_brackets_and_counts_nowhere():
    book = written(jokeren(row("-", 3, 4, 5), row(7, "-", None, "x"), {"void": "=misdeal"}))
    sheet = book["0"]
    assert [cell.value for cell in sheet[7]][3:7] == ["(7)", "(-)", None, "x"]
    assert [cell.value for cell in line(sheet, "Total")] == [0, 3, 4, 5]
    assert sheet["B8"].value == "Not played: =misdeal"
    assert sheet["A4"].value == "In brackets: not counted yet."
    assert (sheet.freeze_panes, sheet.print_title_rows) == ("D6", "$5:$5")


def test_an_open_verdict_shows_both_figures():
    open = {"cards": 14, "jokers": 1}
    options = {"joker_points": 5, "hand_max": 15, "subtotal_after": 1}
    state = jokeren(row("-", 3, open, 5))
    state = state_of(state["data"] | {"options": options})
    sheet = written(state)["0"]
    assert sheet["F6"].value == "14 or 18"
    sums = [[cell.value for cell in line(sheet, label)] for label in ("Subtotal", "Total")]
    assert sums == [[0, 3, "14 or 18", 5]] * 2
    assert sheet["A4"].value == "could C have come out?"
    assert "Place" not in [iter_row[0].value for iter_row in sheet.iter_rows()]
    listed = sheet_workbook.make_listing(state)
    assert (listed.rows[0][3:], listed.rows[-1][3:]) == (
        ["-", 3, "14 or 18", 5],
        [0, 3, "14 or 18", 5],
    )


def test_subtotal_stands_under_its_game():
    sheet = written(jokeren(*[row("-", 3, 4, 5)] * 7))["0"]
    assert [cell.value for cell in line(sheet, "Subtotal")] == [0, 15, 20, 25]
    assert sheet["A11"].value == "Subtotal"


def test_what_was_typed_stands_beside_scores_that_differ_from_it():
    sheet = written(state_of({"game": "rummy", "players": list("AB")}))["0"]
    heads = [cell.value for cell in sheet[5] if cell.value]
    assert heads[-3:] == ["A: Points left", "B: Points left", "How the game ended"]


def test_penalties_stand_under_the_totals_and_count_in_the_end():
    penalties = [{"player": "B", "points": 20, "reason": "=late", "signed": "Wim"}]
    sheet = written(jokeren(*[row("-", 3, 4, 5)] * 10, penalties=penalties))["0"]
    assert [cell.value for cell in line(sheet, "Penalty")] == [20]
    assert [cell.value for cell in line(sheet, "With penalties")] == [0, 50, 40, 50]


def test_half_points_are_figures_and_stand_there_once():
    rows = [{"entries": {"Ans": 27.5, "Bob": -0.5}}]
    data = {"game": "punten", "options": {"halves": True}, "players": ["Ans", "Bob"], "games": rows}
    values = written(state_of(data))
    texts = [cell for row in values["0"].iter_rows(values_only=True) for cell in row]
    assert 27.5 in texts
    assert not [text for text in texts if text == "As entered" or "½" in str(text)]
