"""A night and a season as workbooks: the figures of their pages, and what was typed."""

from datetime import UTC, datetime, timedelta
from io import BytesIO
from random import Random

import pytest
from openpyxl import load_workbook

from clubsite.demo.dealing import play
from scoring.browser.sync import build_sheet_state
from scoring.games.sheet import score
from scoring.sheets import lifecycle
from tests.scoring.files.parts import wrong_in
from tests.tournaments.evenings import THURSDAY, club_with, drawn, evening, people, playing
from tournaments.files.exports import workbooks
from tournaments.members import members
from tournaments.models import Member, Season, Table
from tournaments.names import NameDetail
from tournaments.standings import calculate

pytestmark = pytest.mark.usefixtures("english")


def two_nights(**more):
    """Of five people; who comes fifth only to the second night."""
    season = club_with(**more)
    who = people(season, 5)
    Member.objects.update(created=datetime(2026, 9, 1, tzinfo=UTC))
    evening(season, who[:4], count=2)
    evening(season, who[:3] + who[4:], THURSDAY + timedelta(7))
    return season


def opened(book):
    content = book.build_content()
    assert wrong_in(content) == []
    return load_workbook(BytesIO(content))


def read(season):
    return opened(workbooks.build_season_workbook(season, NameDetail.FULL))


def rows(sheet, first=2):
    return [[cell.value for cell in row] for row in sheet.iter_rows(min_row=first)]


def test_standing_is_that_of_the_page_and_strikes_through_what_does_not_count():
    season = two_nights()
    Season.objects.update(counting="best", counted=1)
    season.refresh_from_db()
    book = read(season)
    (division,) = calculate.compute_season_standing(season)
    heads, *lines = rows(book["Standing"], 1)
    columns = [heads.index(head) for head in ("Place", "Total", "3/9", "10/9")]
    found = [[line[column] for column in columns] for line in lines]
    assert found == [
        [row.rank, row.points, *(tally.points for tally in row.tallies)] for row in division.rows
    ]
    struck = [cell.font.strike for row in book["Standing"].iter_rows(min_row=2) for cell in row]
    assert sum(map(bool, struck)) == 5


def test_every_night_and_member_has_a_line_and_every_pair_two():
    book = read(two_nights())
    nights = rows(book["Per night"], 1)
    assert nights[0] == ["Day", "Name", "Points", "Round 1", "Round 2", "Dashes", "Remarks"]
    assert [line[0].day for line in nights[1:]] == [3] * 5 + [10] * 5
    absent = next(line for line in nights if line[1] == "Speler 04")
    assert [*absent[3:5], absent[6]] == [None, None, "not there, the worst score of that night"]
    member = rows(book["Per member"])[4]
    assert [member[0], *member[3:6]] == ["Speler 04", 1, 1, 10]
    found = {(line[0], line[1]): line[2:] for line in rows(book["Head to head"])}
    assert len(found) == 2 * 9  # the fourth and the fifth never met
    for (player, other), (together, ahead, behind, equal) in found.items():
        assert found[other, player] == [together, behind, ahead, equal]
        assert together == ahead + behind + equal
    assert max(line[0] for line in found.values()) == 3
    found = {line[0]: line[1] for line in rows(book["Settings"]) if line[0]}
    assert found["The standing"] == "all nights added up"
    assert found["As played"] == "Jokeren"
    assert found["Forms"] == "3, 3 September 2026 – 10 September 2026"


def test_members_are_in_order_whatever_accents_they_have():
    season = club_with()
    who = members.add_many(club=season.club, text="Zoë Bos\nÉmile Bos\nAns Bos\nFem Bos")
    evening(season, who)
    named = [line[0] for line in rows(read(season)["Per member"], 1)[1:]]
    assert named == ["Ans Bos", "Émile Bos", "Fem Bos", "Zoë Bos"]


@pytest.mark.parametrize(
    ("options", "first", "last"),
    [
        ({}, "1. set of 3", "7. everything at once"),
        ({"contract_by": "round"}, "Round 1: set of 3", "Round 7: everything at once"),
    ],
)
def test_settings_say_whether_contracts_are_of_a_game_or_of_a_round(options, first, last):
    season = club_with(game="amerikaans-jokeren", options=options)
    drawn(playing(season, people(season, 4)), 1)
    book = read(season)
    found = [line[1] for line in rows(book["Settings"]) if line[0] == "Contract"]
    assert [found[0], found[-1], len(found)] == [first, last, 7]


def test_season_of_which_nothing_is_played_can_be_taken_along():
    book = read(club_with())
    assert book.sheetnames == ["Per night", "Per member", "Head to head", "Settings"]


def test_night_has_its_result_and_each_form():
    season = club_with()
    night = playing(season, people(season, 7), rounds=2)
    for table in Table.objects.filter(round__night=night):
        play(table.sheet, 10, Random(table.pk))
    table = night.rounds.first().tables.first()
    fined = table.sheet.seats.last().name
    lifecycle.penalize(sheet=table.sheet, player=fined, points=20, reason="=late", signed="Wim")
    book = opened(workbooks.build_night_workbook(night))
    assert book.sheetnames == ["Result", "R1 T1", "R1 T2", "R2 T1", "R2 T2"]
    heads, *lines = rows(book["Result"], 1)
    total = heads.index("Total")
    expected = [[row.rank, row.points] for row in calculate.compute_night_standing(night).rows]
    assert [[line[0], line[total]] for line in lines] == expected
    result = score(build_sheet_state(table.sheet)["data"])
    form = {line[0]: line[1:] for line in rows(book["R1 T1"])}
    assert form["Total"][2:] == [*result["totals"].values()]
    assert form["Penalty"][0] == "=late (Wim)"


def test_night_of_which_nothing_is_played_yet_can_be_taken_along():
    season = club_with()
    night = playing(season, people(season, 7), rounds=2)
    book = opened(workbooks.build_night_workbook(night))
    assert [cell.value for cell in book["Result"][1]][:2] == ["Place", "Name"]
    assert len(book.sheetnames) == 5


def test_names_that_are_formulas_or_very_long_are_text():
    season = club_with()
    night = playing(season, people(season, 4), rounds=1)
    seat = night.rounds.get().tables.get().sheet.seats.first()
    type(seat).objects.filter(pk=seat.pk).update(name="=1+1|'" + "x" * 50)
    Member.objects.update(first="=cmd|' /C calc'!A0")
    book = opened(workbooks.build_night_workbook(night))
    kinds = {cell.data_type for row in [book["R1 T1"][5], book["Result"][2]] for cell in row}
    assert "f" not in kinds
