import io
from datetime import date, datetime
from decimal import Decimal

import pytest
from openpyxl import Workbook

from tests.tournaments.evenings import refused
from tournaments.files import readers
from tournaments.files.readers import result_list
from tournaments.files.readers.cells import read_day

FIRST, LAST = date(2026, 9, 1), date(2027, 5, 31)
D3, D10, JAN = date(2026, 9, 3), date(2026, 9, 10), date(2027, 1, 7)


def read(data):
    book = readers.read(data.encode() if isinstance(data, str) else data)
    return result_list.read(book, FIRST, LAST)[1]


def came(data):
    return {
        line.entry.name.full: {
            day: (str(points), dashes) for day, (points, dashes) in line.came.items()
        }
        for line in read(data)
        if not line.entry.wrong
    }


def wrong(data):
    return [
        (line.entry.line, line.entry.wrong[0].number, line.entry.wrong[1].get("place"))
        for line in read(data)
        if line.entry.wrong
    ]


@pytest.mark.parametrize(
    ("text", "day"),
    [
        *(("3-9-2026", D3), ("03/09/26", D3), ("do. 3.9.", D3), ("3 sep", D3)),
        *(("Donderdag 3 september 2026", D3), ("2026-09-03", D3), ("7-1", JAN)),
        *(("7 Januar", JAN), ("7 März", date(2027, 3, 7)), ("7 maart '27", date(2027, 3, 7))),
        *(("31-2-2026", None), ("99-99", None), ("Totaal", None), ("Ronde 3", None)),
        *(("3", None), (D3, D3), (3, None)),
        *(("2026-09-03T19:30:00", D3), ("2026-9-3", D3), ("2026/09/03", D3)),
    ],
)
def test_days_as_people_write_them(text, day):
    assert read_day(text, FIRST, LAST) == day


@pytest.mark.parametrize(
    ("text", "points"),
    [
        *(("12", "12"), ("12,5", "12.5"), ("12.25", "12.25"), ("1.234", "1234")),
        *(("1.234,5", "1234.5"), ("−7", "-7"), (120, "120"), (Decimal("12.5"), "12.5")),
        *(("1,2,3", None), ("12 pt", None), ("=12", None), (True, None), (D3, None)),
        *(("99999999", None), (Decimal("1.234"), None)),
    ],
)
def test_points_as_people_write_them(text, points):
    assert result_list.read_points(text) == (None if points is None else Decimal(points))


def test_names_beside_nights():
    text = (
        "Stand na 2 avonden\n"
        "Nr;Naam;3-9;streepjes;10-9;str 10-9 strepen;Totaal;Streepjes\n"
        "1;Ans Bos;120;3;;;120;3\n"
        "2;Jan van den Berg;12,5;;-7;2;5,5;2\n"
        "3;Cor Dam;afw;;x;;;\n"
        ";Totaal;132,5;;;;;\n"
    )
    assert came(text) == {
        "Ans Bos": {D3: ("120", 3)},
        "Jan van den Berg": {D3: ("12.5", None), D10: ("-7", 2)},
    }


def test_days_and_their_dashes_are_read_and_totals_left_aside():
    text = "Nr;Naam;3-9;streepjes;Totaal;Streepjes\n1;Ans Bos;120;3;120;3\n"
    table, _found = result_list.read(readers.read(text.encode()), FIRST, LAST)
    assert table.read == ("Naam", "3-9", "streepjes")
    assert table.unread == ("Nr", "Totaal", "Streepjes")


def test_a_line_for_each_name_and_night():
    text = (
        "Datum;Voornaam;Achternaam;Punten;Streepjes\n"
        "3-9-2026;Ans;Bos;120;3\n"
        "10-9-2026;Ans;Bos;90;\n"
        "10-9-2026;ANS;bos;91;\n"
        "10-9-2026;Cor;Dam;;\n"
        "later;Cor;Dam;7;\n"
        "10-9-2026;Dik;Eik;7;1,5\n"
    )
    assert came(text) == {"Ans Bos": {D3: ("120", 3), D10: ("90", None)}}
    assert wrong(text) == [(4, 139, None), (6, 129, "A6"), (7, 138, "E7")]


def test_a_workbook_with_real_days_above():
    book = Workbook()
    book.active.append(["Naam", datetime(2026, 9, 3), D10])
    book.active.append(["Ans Bos", 120, 12.5])
    file = io.BytesIO()
    book.save(file)
    assert came(file.getvalue()) == {"Ans Bos": {D3: ("120", None), D10: ("12.5", None)}}


def test_what_is_wrong_says_where():
    text = "Naam;3-9;streepjes\nAns;tien;\nBob;10;-1\nCor;10;1\n;10;\n"
    assert wrong(text) == [(2, 138, "B2"), (3, 138, "C3")]
    assert came(text) == {"Cor": {D3: ("10", 1)}}


@pytest.mark.parametrize(
    ("text", "code"),
    [
        *(("Ans;3\n", "C130"), ("Naam;Punten\nAns;3\n", "C137")),
        *(("Naam;3-9;03-09-2026\nAns;3;4\n", "C139"), ("Naam;3-9\n;4\n", "C27")),
        ("Naam;3-9\nAns;\n", "C27"),
    ],
)
def test_lists_that_are_none(text, code):
    assert refused(read, text) == [code]


@pytest.mark.parametrize(
    ("text", "absent", "points"),
    [("25†", True, 25), ("[8,29‡]", True, Decimal("8.29")), ("[14]", False, 14), ("6°", False, 6)],
)
def test_marks_of_a_standing_of_this_site_are_read(text, absent, points):
    assert (result_list.is_absent(text), result_list.read_points(text)) == (absent, points)
