import re

import pytest

from scoring.browser import sync
from scoring.sheets import lifecycle, links
from tests.tournaments.evenings import drawn, people, play, playing
from tournaments import links as club_links
from tournaments.models import Role, Table, TableSeat

pytestmark = pytest.mark.usefixtures("at_the_laptop")


@pytest.fixture
def tables(season):
    drawn(playing(season, people(season, 16)), 1)
    return list(Table.objects.order_by("number"))


def path(table):
    return links.build_path(table.sheet) + "paper/"


def shown(client, table, query=""):
    return client.get(path(table) + query).content.decode()


def test_open_tables_are_told_with_their_state(client, tables):
    play(tables[0])
    play(tables[1], *range(1, 11))
    lifecycle.close(sheet=tables[3].sheet)
    page = shown(client, tables[2])
    assert "Still open: 3" in page
    assert "0 of 4 in" in page
    states = re.findall(r"<b>(\d)</b>(?:<small>(.*?)</small>)?", page)
    assert states == [("1", "game 1"), ("2", "approved?"), ("3", "empty")]
    assert "/room/?round=1" in page


@pytest.mark.parametrize(("here", "before", "after"), [(0, 4, 2), (1, 1, 3), (3, 3, 1)])
def test_next_and_previous_open_table(client, tables, here, before, after):
    page = shown(client, tables[here])
    assert f"‹ Table {before}" in page
    assert f"Table {after} ›" in page
    assert f"Save, on to table {after}" in page


def test_last_open_table_leads_back_to_the_room(client, tables):
    for table in tables[1:]:
        lifecycle.close(sheet=table.sheet)
    assert "Save, back to the room" in shown(client, tables[0])


@pytest.mark.parametrize("typed", ["3", " 3 ", "https://192.168.1.5:8000{path}", "{path}"])
def test_number_or_scanned_code_leads_to_that_table(client, tables, typed):
    paths = typed.format(path=links.build_path(tables[2].sheet))
    assert client.get(path(tables[0]), {"to": paths}).url == path(tables[2])


@pytest.mark.parametrize("typed", ["9", "x", "A" * links.LENGTH])
def test_table_that_is_not_there_is_said(client, tables, typed):
    assert f"There is no table {typed} in this round." in shown(client, tables[0], f"?to={typed}")


def test_other_tables_are_nobodys_but_a_helpers(client, tables):
    Role.objects.update(kind=Role.Kind.MEMBER)
    other = links.make_key(tables[1].sheet)
    assert other not in shown(client, tables[0])
    assert client.get(path(tables[0]), {"to": "2"}).status_code == 200
    client.logout()
    page = shown(client, tables[0])
    assert other not in page
    assert "Tafel 1 · ronde 1" in page


def test_signed_form_of_a_night_offers_no_empty_loose_form(client, tables):
    play(tables[0], *range(1, 11))
    sheet = tables[0].sheet
    names = [seat.name for seat in sheet.seats.all()]
    totals = dict.fromkeys(names, 50) | {names[0]: 0}
    lifecycle.record(sheet=sheet, number=0, row={"totals": totals})
    lifecycle.approve(sheet=sheet, player=None, read=sync.build_sheet_state(sheet)["digest"])
    assert "paper=yes" not in shown(client, tables[0])


def way_back(client, table):
    path = links.build_path(table.sheet)
    page = client.get(path, headers={"accept-language": "en"}).content.decode()
    return re.findall(r'<p class="back"><a href="(.*?)">(.*?)</a>', page)


@pytest.mark.parametrize("visible_to", ["open", "members"])
def test_form_leads_to_its_night_for_whoever_may_see_it(client, tables, visible_to):
    night = tables[0].round.night
    night.season.club.visible_to = visible_to
    night.season.club.save()
    to_night = [(night.get_absolute_url(), "To this night")]
    assert way_back(client, tables[0]) == to_night
    client.logout()
    assert way_back(client, tables[0]) == (to_night if visible_to == "open" else [])
    member = tables[0].seats.first().member
    own = f"/m/{club_links.make_key(member)}/"
    client.get(own)
    assert way_back(client, tables[0]) == [(own, "To your own page")]


def test_form_of_no_night_leads_to_none(client):
    sheet = lifecycle.open(game="jokeren", names=["Ans", "Bob"], loose=True)
    assert 'class="back"' not in client.get(links.build_path(sheet)).content.decode()


def next_tables(client, table):
    return client.get(f"{links.build_path(table.sheet)}next/").json()["lines"]


def test_once_the_next_round_is_drawn_a_form_names_the_next_table_of_each(client, season):
    night = playing(season, people(season, 8), rounds=1)
    first = Table.objects.get(number=1)
    client.logout()
    assert next_tables(client, first) == []
    drawn(night, 1)
    seats = {seat.member: seat for seat in TableSeat.objects.filter(round__number=2)}
    here = [seat.member for seat in first.seats.order_by("seat__position")]
    assert next_tables(client, first) == [
        ["Ronde 2:", ""],
        *([f"{member} tafel {seats[member].table.number}", ""] for member in here),
    ]
    mine = seats[here[2]]
    client.get(f"/m/{club_links.make_key(here[2])}/")
    form = links.build_path(mine.table.sheet)
    assert next_tables(client, first) == [[f"Ronde 2: jij tafel {mine.table.number}", form]]
    mine.delete()
    assert next_tables(client, first) == [["Ronde 2: jij geen tafel", ""]]
