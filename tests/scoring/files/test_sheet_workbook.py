"""Every formula of a form comes to what the site says, for every game system."""

import random
from io import BytesIO

import pytest
from openpyxl import load_workbook

from scoring import games
from scoring.files import sheet_workbook
from scoring.games.sheet import score
from scoring.toolkit.spreadsheets.workbook import Book
from tests.by_day import by_chance
from tests.scoring.files.worked_out import Sheet, differences
from tests.scoring.games import golden
from tests.scoring.typists import PRESETS, SYSTEMS, paper_form

pytestmark = pytest.mark.usefixtures("english")
KEYS = [system.key for system in games.GAMES]


def state_of(data, **more):
    data = {"options": {}, "scribe": None, "games": []} | data
    known = {"data": data, "result": score(data), "sat": {}, "penalties": [], "approved": False}
    return known | more


def written(*states):
    """A workbook of these forms, read as formulas and as what stands beside them; the totals."""
    book = Book("forms")
    totals = [
        sheet_workbook.write(book, f"{n}", ["De Hoop", "table 1"], state)
        for n, state in enumerate(states)
    ]
    content = book.build_content()
    return *(load_workbook(BytesIO(content), data_only=only) for only in (False, True)), totals


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
def test_formulas_come_to_what_the_site_says(key):
    rng = random.Random(key)
    states = [state_of(golden_sheet) for golden_sheet in golden_sheets(key)]
    states += [state_of(paper_form(rng, key)) for _ in range(by_chance(1, 5))]
    book, known, totals = written(*states)
    wrong, count = differences(book, known)
    assert wrong == []
    assert count > 4 * len(states)
    worked = Sheet(book)
    for found, state in zip(totals, states, strict=True):
        expected = state["result"]["match_points"] or state["result"]["totals"]
        cells = {name: sheet_.cell for name, sheet_ in found.items()}
        assert expected == {
            name: worked.value(cell.sheet, cell.row, cell.column) for name, cell in cells.items()
        }


@pytest.mark.parametrize("key", KEYS)
def test_a_form_says_dashes_subtotals_and_settlement(key):
    state = state_of(paper_form(random.Random(key), key))
    result, names = state["result"], state["data"]["players"]
    book, _known, _totals = written(state)
    worked, sheet = Sheet(book), book["0"]
    labels = {"Dashes": result["dashes"], "Games won": result["dashes"]}
    for subtotal in result["subtotals"][:1]:
        labels["Subtotal"] = subtotal["totals"]
    labels |= {"Settlement": result["settlement"], "Total": result["totals"]}
    there = [row[0].value for row in sheet.iter_rows() if row[0].value in labels]
    for label in there:
        cells = line(sheet, label)[: len(names)]
        found = [worked.value("0", cell.row, cell.column) for cell in cells]
        assert found == [labels[label][name] for name in names], label
    assert {"Total"} <= set(there)
    assert ("Subtotal" in there) == bool(result["subtotals"])
    assert ("Settlement" in there) == bool(result["settlement"])


def row(*cells):
    return {"entries": dict(zip("ABCD", cells, strict=True))}


def jokeren(*rows, **more):
    return state_of({"game": "jokeren", "players": list("ABCD"), "games": list(rows)}, **more)


def test_what_is_not_counted_yet_stands_in_brackets_and_counts_nowhere():
    state = jokeren(row("-", 3, 4, 5), row(7, "-", None, "x"), {"void": "=misdeal"})
    book, known, _totals = written(state)
    sheet = book["0"]
    assert [cell.value for cell in sheet[8]][3:7] == ["(7)", "(-)", None, "x"]
    assert differences(book, known)[0] == []
    assert [known["0"].cell(line(sheet, "Total")[0].row, 4 + n).value for n in range(4)] == [
        0,
        3,
        4,
        5,
    ]
    assert sheet["B9"].value == "Not played: =misdeal"


def test_an_open_verdict_shows_both_figures_and_adds_up_the_first():
    open = {"cards": 14, "jokers": 1}
    options = {"joker_points": 5, "hand_max": 15, "subtotal_after": 1}
    state = jokeren(row("-", 3, open, 5))
    state = state_of(state["data"] | {"options": options})
    book, known, _totals = written(state)
    sheet = book["0"]
    assert (sheet["F7"].value, sheet["F7"].number_format) == (14, '[=14]"14/18";General')
    sums = [line(sheet, label)[2].number_format for label in ("Subtotal", "Total")]
    assert sums == ['[=14]"14/18";General'] * 2
    assert sheet["E7"].number_format == "General"
    assert sheet["A4"].value == (
        "Where two figures stand the first is added up until this is said: could C have come out?"
    )
    assert "Place" not in [iter_row[0].value for iter_row in sheet.iter_rows()]
    assert differences(book, known)[0] == []
    listed = sheet_workbook.make_listing(state)
    assert (listed.rows[0][3:], listed.rows[-1][3:]) == (
        ["-", 3, "14 or 18", 5],
        [0, 3, "14 or 18", 5],
    )


def test_a_changed_cell_changes_totals_and_the_control():
    book, _known, _totals = written(jokeren(*[row("-", 3, 4, 5)] * 10))
    sheet = book["0"]
    assert [Sheet(book).value("0", 5, column) for column in (4, 8)] == [10, "✓"]
    sheet["D7"], sheet["E7"] = 6, 2
    worked = Sheet(book)
    total = line(sheet, "Total")[0].row
    assert [worked.value("0", total, column) for column in (4, 5)] == [6, 29]
    place = line(sheet, "Place")[0].row
    assert [worked.value("0", place, column) for column in (4, 5, 6, 7)] == [1, 2, 3, 4]
    assert [worked.value("0", 7, 8), worked.value("0", 5, 4), worked.value("0", 5, 8)] == [
        "✗",
        9,
        "✗",
    ]


def test_an_empty_form_says_no_place_until_something_is_filled_in():
    book, known, _totals = written(jokeren(), state_of({"game": "rummy", "players": list("AB")}))
    assert differences(book, known)[0] == []
    sheet = book["0"]
    place = line(sheet, "Place")[0].row
    assert [Sheet(book).value("0", place, column) for column in range(4, 8)] == [""] * 4
    for column, figure in enumerate(("-", 3, 4, 3), 4):
        sheet.cell(7, column).value = figure
    assert [Sheet(book).value("0", place, column) for column in range(4, 8)] == [1, 2, 4, 2]
    assert "Place" not in {row[0].value for row in book["1"].iter_rows()}


def test_what_tells_equal_ones_apart_stands_beneath_their_places():
    book, known, _totals = written(
        jokeren(row("-", 4, 6, 9), row(4, "-", 6, 9), row(3, 3, "-", 9)),
        state_of({
            "game": "jokeren",
            "options": {"tie_break": "last_game"},
            "players": list("ABCD"),
            "games": [row("-", 5, 9, 9), row(7, 2, "-", 9)],
        }),
    )  # fmt: skip
    assert differences(book, known)[0] == []
    assert "Tie-break" not in {iter_row[0].value for iter_row in book["0"].iter_rows()}
    sheet = book["1"]
    assert [cell.value for cell in line(known["1"], "Place")] == [2, 1, 3, 4]
    assert [cell.value for cell in line(sheet, "Tie-break")] == [2, 1, 3, 4]
    sheet["D7"] = 1
    place = line(sheet, "Place")[0].row
    assert [Sheet(book).value("1", place, column) for column in range(4, 8)] == [2, 1, 3, 4]


def test_a_form_without_a_last_game_has_lines_to_go_on():
    book, _known, _totals = written(state_of({"game": "rummy", "players": list("AB")}))
    assert [row[0].value for row in book["0"].iter_rows(min_row=7, max_row=15)] == [
        *range(1, 9), "Total",
    ]  # fmt: skip
    heads = [cell.value for cell in book["0"][6] if cell.value]
    assert heads[-3:] == ["A: Points left", "B: Points left", "How the game ended"]


def test_penalties_stand_outside_the_control_and_count_in_the_end():
    penalties = [{"player": "B", "points": 20, "reason": "=late", "signed": "Wim"}]
    state = jokeren(*[row("-", 3, 4, 5)] * 10, penalties=penalties)
    book, known, (totals,) = written(state)
    assert differences(book, known)[0] == []
    assert [total.points for total in totals.values()] == [0, 50, 40, 50]
    assert [cell.value for cell in line(known["0"], "With penalties")] == [0, 50, 40, 50]
    assert known["0"]["H5"].value == "✓"


def test_frozen_and_printed_as_a_form():
    book, _known, _totals = written(jokeren(row("-", 3, 4, 5)))
    sheet = book["0"]
    assert (sheet.freeze_panes, sheet.print_title_rows) == ("D7", "$5:$6")
    assert sheet.print_area == "'0'!$A$1:$H$19"


def test_half_points_are_figures_and_stand_there_once():
    rows = [{"entries": {"Ans": 27.5, "Bob": -0.5}}]
    data = {"game": "punten", "options": {"halves": True}, "players": ["Ans", "Bob"], "games": rows}
    _formulas, values, _totals = written(state_of(data))
    texts = [cell for row in values["0"].iter_rows(values_only=True) for cell in row]
    assert 27.5 in texts
    assert not [text for text in texts if text == "As entered" or "½" in str(text)]
