import csv
import re
from datetime import timedelta
from io import BytesIO

import pytest
from openpyxl import load_workbook

from tests import printed
from tests.tournaments.evenings import THURSDAY, evening, people, playing, tonight
from tournaments.club import clubs
from tournaments.members import members
from tournaments.models import Role, Season, User
from tournaments.standings import divisions

pytestmark = pytest.mark.usefixtures("at_the_laptop")


def as_text(client, path):
    answer = client.get(path)
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    text = answer.content.decode("utf-8-sig")
    return list(csv.reader(text.splitlines(), delimiter=";"))


def as_book(client, path):
    answer = client.get(path)
    assert answer["Content-Disposition"].endswith('.xlsx"')
    (sheet,) = load_workbook(BytesIO(answer.content)).worksheets
    return [[cell.value for cell in row] for row in sheet.rows]


def somebody(club, kind):
    user = User.objects.create(login=kind, name=kind)
    Role.objects.create(user=user, club=club, kind=kind)
    return user


def test_all_pages_of_a_list_are_in_its_file_sorted_and_searched_as_it_is(
    client, season, monkeypatch
):
    monkeypatch.setattr("tournaments.views.sort_and_page.A_PAGE", 1)
    for first, number in (("Bob", "10"), ("Ans", "9"), ("Cor", "7")):
        members.add(club=season.club, first=first, family="Bos", number=number)
    members.add(club=season.club, first="Els")
    heads, *rows = as_text(client, "/de-hoop/members/?q=bos&sort=-number&page=2&as=csv")
    assert heads[:3] == ["Name", "No.", "Keeps score"]
    assert [row[0] for row in rows] == ["Bob Bos", "Ans Bos", "Cor Bos"]
    assert [row[:2] for row in as_book(client, "/de-hoop/members/?q=bos&sort=name&as=xlsx")] == [
        ["Name", "No."], ["Ans Bos", "9"], ["Bob Bos", "10"], ["Cor Bos", "7"],
    ]  # fmt: skip


def test_list_is_printed_as_it_is_sorted_and_searched(client, season):
    for number, name in enumerate(("Ans Bos", "Bob Dam", "Cor Bos")):
        members.add(club=season.club, first=name[:3], family=name[4:], number=str(number))
    page = client.get("/de-hoop/members/?q=bos&sort=-number").content.decode()
    address = re.search(r'href="([^"]*as=pdf[^"]*)"', page)[1].replace("&amp;", "&")
    answer = client.get(f"/de-hoop/members/{address}")
    assert answer["Content-Type"] == "application/pdf"
    assert "no-store" in answer["Cache-Control"]
    (found,) = printed.read(answer.content)
    assert [line for line in found.said if line[3:] in (" Bos", " Dam")] == ["Cor Bos", "Ans Bos"]


def test_contact_is_for_who_organises(client, season):
    members.add(
        club=season.club, first="Ans", email="ans@club.nl", phone="06 1234", joined=THURSDAY
    )
    client.force_login(somebody(season.club, "helper"))
    assert "ans@club.nl" not in str(as_text(client, "/de-hoop/members/?as=csv"))
    assert "2026-09-03" not in str(as_text(client, "/de-hoop/members/?as=csv"))
    assert "ans@club.nl" not in str(as_book(client, "/de-hoop/members/?as=xlsx"))
    client.force_login(somebody(season.club, "organiser"))
    assert as_text(client, "/de-hoop/members/?as=csv")[1][-4:] == [
        *("ans@club.nl", "06 1234", "2026-09-03", "")
    ]


def test_a_name_that_is_a_formula_is_text(client, season):
    members.add(club=season.club, first='=HYPERLINK("http://x";"y")')
    assert as_text(client, "/de-hoop/members/?as=csv")[1][0] == '\'=HYPERLINK("http://x";"y")'
    answer = client.get("/de-hoop/members/?as=xlsx").content
    cell = load_workbook(BytesIO(answer)).active["A2"]
    assert (cell.value, cell.data_type) == ('=HYPERLINK("http://x";"y")', "s")


def test_standing_has_the_figures_of_its_page_in_its_order(client, season):
    evening(season, people(season, 4))
    path = f"/de-hoop/seasons/{season.pk}/standing/"
    assert as_book(client, f"{path}?as=xlsx")[0] == [
        *("Place", "Name", "Total", "Average", "Nights", "Dashes", "3/9"),
    ]  # fmt: skip
    _heads, *rows = as_book(client, f"{path}?sort=-points&as=xlsx")
    assert [row[2] for row in rows] == [30, 20, 10, 0]
    assert [row[:1] + row[2:] for row in rows][-1] == [1, 0, 0, 1, 10, 0]


def test_standing_marks_what_was_missed_and_what_is_left_out(client, season):
    """In a workbook by their look, so that the figures stay numbers."""
    Season.objects.update(counting="drop", counted=1)
    season.refresh_from_db()
    *who, late = people(season, 5)
    evening(season, who)
    evening(season, [*who[1:], late], THURSDAY + timedelta(7))
    path = f"/de-hoop/seasons/{season.pk}/standing/?as="
    heads, *rows = as_text(client, path + "csv")
    assert heads[-2:] == ["3/9", "10/9"]
    by_name = {row[1]: row[-2:] for row in rows}
    assert by_name["Speler 04"][0] == "[30†]"
    assert by_name["Speler 00"][1] == "[30†]"
    counted = [cell for row in rows for cell in row[-2:] if "[" not in cell]
    assert len(counted) == 5
    assert all(cell.isdecimal() for cell in counted)
    averages = [row[heads.index("Average")] for row in rows]
    assert all(re.fullmatch(r"\d+\.\d\d", average) for average in averages)
    sheet = load_workbook(BytesIO(client.get(path + "xlsx").content)).active
    looks = {row[1].value: row[len(heads) - 2] for row in list(sheet.rows)[1:]}
    missed = looks["Speler 04"]
    assert (missed.value, missed.font.italic, missed.font.strike) == (30, True, True)


def test_games_of_a_night_have_the_names_of_its_page(client, season):
    who = people(season, 4)
    members.show_as(member=who[0], shown="not")
    night = evening(season, who)
    path = f"/de-hoop/nights/{night.pk}/result/"
    client.force_login(somebody(season.club, "organiser"))
    assert "?as=csv&amp;list=games" in client.get(path).content.decode()
    heads, *rows = as_book(client, f"{path}?list=games&as=xlsx")
    assert len(heads) == 6
    assert [row[:3] for row in rows] == [[1, 1, n] for n in range(1, 11) for _player in range(4)]
    assert {row[4] for row in rows} == {str(member) for member in who}
    client.logout()
    clubs.set_visibility(club=season.club, visible_to="open")
    shown = as_text(client, f"{path}?list=games&as=csv")
    assert str(who[0]) not in str(shown)
    assert [row[5] for row in shown[1:]] == [str(row[5]) for row in rows]
    (page,) = printed.read(client.get(f"{path}?list=games&as=pdf").content)
    assert page.wrong() == []
    assert str(who[0]) not in page.words
    assert {str(member) for member in who[1:]} <= {*page.said}
    assert {"Totaal", *map(str, range(1, 11))} <= {*page.said}


def test_standing_with_divisions_says_which(client, season):
    Season.objects.update(divisions=2)
    season.refresh_from_db()
    who = people(season, 4)
    divisions.divide(
        season=season, divisions={member.pk: 1 + n % 2 for n, member in enumerate(who)}
    )
    evening(season, who)
    _heads, *rows = as_text(client, f"/de-hoop/seasons/{season.pk}/standing/?as=csv")
    assert [row[:2] for row in rows] == [["1", "1"], ["1", "2"], ["2", "1"], ["2", "2"]]
    listed = as_text(client, f"/de-hoop/seasons/{season.pk}/divisions/?as=csv")
    assert sorted(row[2] for row in listed[1:]) == ["1", "1", "2", "2"]


def test_lists_of_the_club_can_be_taken_along(client, season):
    night = tonight(season, "check-in")
    assert as_book(client, "/de-hoop/seasons/?as=xlsx")[1][0] == "2026"
    assert as_text(client, "/de-hoop/nights/?as=csv")[1][2:] == ["2026", "checking in"]
    assert as_text(client, "/de-hoop/rules/?as=csv") == [["Name", "Game"], ["jokeren", "Jokeren"]]
    people(season, 2)
    found = as_text(client, f"/de-hoop/nights/{night.pk}/door/?q=01&as=csv")
    assert found[1:] == [["01, Speler", "", "", "", "", ""]]


def test_lists_of_a_night_can_be_taken_along(client, season):
    night = playing(season, people(season, 7), rounds=2)
    seated = as_text(client, f"/de-hoop/nights/{night.pk}/rounds/?round=2&as=csv")[1:]
    assert [row[0] for row in seated] == ["1"] * 4 + ["2"] * 3
    assert [row[3] for row in seated].count("yes") == 2


def test_another_kind_is_the_page_itself(client, season):
    page = client.get("/de-hoop/seasons/?as=exe")
    assert page["Content-Type"].startswith("text/html")
    assert "?as=xlsx" in page.content.decode()
