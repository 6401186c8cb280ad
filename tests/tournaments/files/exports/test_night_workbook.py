"""A night as a workbook: its formulas come to what the site says, whatever is played."""

from io import BytesIO
from random import Random

import pytest
from openpyxl import load_workbook

from clubsite.demo.dealing import play
from scoring import games
from scoring.sheets import lifecycle
from tests.scoring.files.parts import wrong_in
from tests.scoring.files.worked_out import Sheet, differences
from tests.tournaments.evenings import club_with, drawn, people, playing
from tournaments.files.exports import night_workbook
from tournaments.models import Member, Season
from tournaments.nights import changes_in_play
from tournaments.standings import calculate

pytestmark = pytest.mark.usefixtures("english")

KEYS = [system.key for system in games.GAMES]


def played(key="jokeren", count=7, rounds=2, games=3):
    season = club_with(key)
    night = playing(season, people(season, count))
    drawn(night, rounds)
    for each in night.rounds.all():
        for table in each.tables.all():
            play(table.sheet, games, Random(table.pk))
    return night


def read(evening):
    content = night_workbook.build_night_workbook(evening).build_content()
    assert wrong_in(content) == []
    return [load_workbook(BytesIO(content), data_only=only) for only in (False, True)]


def result(book, worked):
    """By name: the rounds and the total, worked out."""
    sheet = book["Result"]
    heads = [cell.value for cell in sheet[4]]
    wide = heads.index("Total")
    return {
        row[1].value: [worked.value("Result", row[0].row, n) for n in range(3, wide + 2)]
        for row in sheet.iter_rows(min_row=5)
    }


def places(book, worked):
    """By the family name."""
    rows = book["Result"].iter_rows(min_row=5, max_col=2)
    return {row[1].value.split()[-1]: worked.value("Result", row[0].row, 1) for row in rows}


@pytest.mark.parametrize("key", ["jokeren", "jolly", "rummy", "vijfhonderd"])  # all: office.py
def test_formulas_of_every_sheet_come_to_what_the_site_says(key):
    count = {"rummy": 4, "vijfhonderd": 8}.get(key, 7)
    night = played(key, count, games=2)
    book, known = read(night)
    assert book.sheetnames == ["Result", "R1 T1", "R1 T2", "R2 T1", "R2 T2"]
    wrong, formulas = differences(book, known)
    assert wrong == []
    assert formulas > 4 * 8
    names = dict(Member.objects.values_list("pk", "family"))
    expected = {
        names[row.player]: row.points for row in calculate.compute_night_standing(night).rows
    }
    found = result(book, Sheet(book))
    assert {name.split()[-1]: line[-1] for name, line in found.items()} == expected
    assert places(book, Sheet(book)) == {
        names[row.player]: row.rank for row in calculate.compute_night_standing(night).rows
    }


def test_a_cell_that_is_changed_changes_the_result():
    night = played(games=10)
    book, _known = read(night)
    before = result(book, Sheet(book))
    name = book["R1 T1"]["D6"].value
    cell = next(
        book["R1 T1"].cell(row, 4)
        for row in range(7, 18)
        if book["R1 T1"].cell(row, 4).value != "-"
    )
    cell.value += 100
    after = result(book, Sheet(book))
    assert after[name] == [before[name][0] + 100, before[name][1], before[name][2] + 100]
    totals = sorted(line[-1] for line in after.values())
    assert places(book, Sheet(book)) == {
        name.split()[-1]: totals.index(line[-1]) + 1 for name, line in after.items()
    }


def test_dashes_tell_apart_who_is_equal_where_the_season_says_so():
    night = played(count=4, rounds=1, games=0)
    sheet = night.rounds.get().tables.get().sheet
    names = [seat.name for seat in sheet.seats.all()]
    games = [*[("-", 3, 5, 9)] * 4, *[(4, "-", 5, 9)] * 3, *[(1, 1, "-", 9)] * 3]
    for number, cells in enumerate(games, 1):
        row = {"entries": dict(zip(names, cells, strict=True))}
        lifecycle.record(sheet=sheet, number=number, row=row)
    Season.objects.update(tie_break="dashes")
    night.season.refresh_from_db()
    book, known = read(night)
    assert differences(book, known)[0] == []
    assert list(places(book, Sheet(book)).values()) == [1, 2, 3, 4]
    page = book["R1 T1"]
    page["D7"], page["E7"], page["D14"] = 3, "-", 1  # a dash from the first to the second
    assert list(places(book, Sheet(book)).values()) == [2, 1, 3, 4]


def test_who_left_and_a_penalty_count_as_in_the_standing():
    night = played(games=5)
    table = night.rounds.first().tables.first()
    seats = list(table.sheet.seats.all())
    member = table.seats.get(seat=seats[1]).member
    lifecycle.penalize(
        sheet=table.sheet, player=seats[2].name, points=20, reason="late", signed="Wim"
    )
    changes_in_play.leave(table=table, member=member, since=6)
    book, known = read(night)
    assert differences(book, known)[0] == []
    names = dict(Member.objects.values_list("pk", "family"))
    expected = {
        names[row.player]: row.points for row in calculate.compute_night_standing(night).rows
    }
    assert {
        name.split()[-1]: line[-1] for name, line in result(book, Sheet(book)).items()
    } == expected


def test_points_for_places_are_not_taken_from_the_forms():
    night = played(count=8, games=10)
    Season.objects.update(counting="places", place_points=[4, 2, 1, 0.5])
    night.season.refresh_from_db()
    book, known = read(night)
    assert differences(book, known)[0] == []
    assert max(line[-1] for line in result(book, Sheet(book)).values()) <= 8


def test_night_of_which_nothing_is_played_yet_can_be_taken_along():
    night = played(games=0)
    book, known = read(night)
    assert differences(book, known)[0] == []
    assert [cell.value for cell in book["Result"][4]] == [
        "Place",
        "Name",
        "Total",
        "Dashes",
        "Remarks",
    ]


def test_names_that_are_formulas_or_very_long_are_text():
    night = played(count=4, rounds=1, games=1)
    seat = night.rounds.get().tables.get().sheet.seats.first()
    type(seat).objects.filter(pk=seat.pk).update(name="=1+1|'" + "x" * 50)
    Member.objects.update(first="=cmd|' /C calc'!A0")
    book, known = read(night)
    assert differences(book, known)[0] == []
    assert book["R1 T1"]["D6"].data_type == "s"
    assert book["Result"]["B5"].data_type == "s"
