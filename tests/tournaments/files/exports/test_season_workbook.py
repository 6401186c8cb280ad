"""A season as a workbook: the figures of its standing, and the names that its reader may see."""

from datetime import UTC, datetime, timedelta
from io import BytesIO

import pytest
from django.core.cache import cache
from openpyxl import load_workbook

from tests.scoring.files.parts import wrong_in
from tests.scoring.files.worked_out import differences
from tests.tournaments.evenings import THURSDAY, club_with, drawn, evening, people, playing
from tournaments.files.exports import season_workbook as writing
from tournaments.models import Member, Season, User
from tournaments.names import NameDetail
from tournaments.standings import calculate, divisions
from tournaments.views import downloads

pytestmark = pytest.mark.usefixtures("english")


def two_nights(**more):
    """Of five people; who comes fifth only to the second night."""
    season = club_with(**more)
    who = people(season, 5)
    Member.objects.update(created=datetime(2026, 9, 1, tzinfo=UTC))
    evening(season, who[:4], count=2)
    evening(season, who[:3] + who[4:], THURSDAY + timedelta(7))
    return season


def read(season, *, seen=NameDetail.FULL):
    content = writing.build_season_workbook(season, seen).build_content()
    assert wrong_in(content) == []
    return [load_workbook(BytesIO(content), data_only=only) for only in (False, True)]


def rows(sheet, first=2):
    return [[cell.value for cell in row] for row in sheet.iter_rows(min_row=first)]


def test_standing_is_that_of_the_page_and_its_totals_are_formulas():
    season = two_nights()
    book, known = read(season)
    wrong, count = differences(book, known)
    assert (wrong, count) == ([], 5)
    (division,) = calculate.compute_season_standing(season)
    expected = [[row.rank, row.points, row.nights] for row in division.rows]
    assert [[line[0], *line[2:4]] for line in rows(known["Standing"], 4)] == expected
    assert rows(book["Standing"], 3)[0] == [
        "Place", "Name", "Total", "Nights", "Dashes", "3/9", "10/9", "Remarks",
    ]  # fmt: skip
    assert book["Standing"]["C4"].value == "=SUM(F4:G4)"
    assert book["Standing"].freeze_panes == "C4"


def test_what_does_not_count_is_struck_through_and_not_added_up():
    season = two_nights()
    Season.objects.update(counting="best", counted=1)
    season.refresh_from_db()
    book, _known = read(season)
    struck = [cell.font.strike for row in book["Standing"]["F4:G8"] for cell in row]
    assert sum(map(bool, struck)) == 5
    assert {cell.data_type for cell in book["Standing"]["C"][3:]} == {"n"}


def test_every_night_and_member_has_a_line_and_every_pair_two():
    book, _known = read(two_nights())
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
    book, _known = read(season)
    found = [line[1] for line in rows(book["Settings"]) if line[0] == "Contract"]
    assert [found[0], found[-1], len(found)] == [first, last, 7]


def test_divisions_have_a_sheet_each_and_a_chart():
    season = two_nights(divisions=2)
    who = divisions.list_people(season)
    divisions.divide(
        season=season, divisions={member.pk: 1 + n % 2 for n, member in enumerate(who)}
    )
    book, _known = read(season)
    assert book.sheetnames == [
        "Division 1", "Division 2", "Chart",
        "Per night", "Per member", "Head to head", "Settings",
    ]  # fmt: skip
    assert len(book["Chart"]._charts) == 2


def test_season_of_which_nothing_is_played_can_be_taken_along():
    book, _known = read(club_with())
    assert book.sheetnames == ["Per night", "Per member", "Head to head", "Settings"]


def test_what_takes_long_tells_how_far_it_is_and_then_the_file_comes(client, monkeypatch):
    season = two_nights()
    cache.clear()
    monkeypatch.setattr(downloads, "AT_ONCE", 1)
    path = f"/de-hoop/seasons/{season.pk}/workbook/"
    client.force_login(User.objects.get())
    client.cookies["streepje_language"] = "en"
    first = client.get(path)
    lines = [line.decode() for line in first]
    assert "Night 1 of 2 is counted." in lines[1]
    assert '<progress value="2" max="2"' in lines[2]
    assert f'content="0;url={path}"' in lines[3]
    assert load_workbook(BytesIO(client.get(path).content)).sheetnames[0] == "Standing"
