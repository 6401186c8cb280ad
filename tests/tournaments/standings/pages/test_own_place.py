"""Where the viewer stands, which nobody else finds in their copy of the page."""

import re
from datetime import timedelta

import pytest
from django.utils import translation
from django.utils.safestring import SafeString

from tests.tournaments.evenings import THURSDAY, people
from tests.tournaments.standings.test_calculate import evening
from tournaments import links
from tournaments.club import clubs
from tournaments.members import members
from tournaments.models import Member, User
from tournaments.standings.pages.own_place import OwnPlace, list_own_places, mark_own
from tournaments.standings.pages.place_tables import DivisionTable
from tournaments.standings.pages.standing_rows import StandingRow
from tournaments.standings.rules import Row


def board(*rows):
    lines = [
        StandingRow(n, f"Speler {row.player}", "", None, row, anchor=f"r1-{n}")
        for n, row in enumerate(rows, 1)
    ]
    return DivisionTable(None, lines, {}, {})


def describe_place(player, *rows):
    with translation.override("en"):
        (place,) = list_own_places([board(*rows)], [player])
    return place.place, place.gap


ROWS = Row(1, 10, rank=1), Row(2, 11, rank=2, tied=True), Row(3, 11, rank=2, tied=True)


@pytest.mark.parametrize(
    ("player", "rows", "words"),
    [
        (1, ROWS, ("You are in place 1", "1 point ahead of place 2")),
        (3, ROWS, ("You share place 2", "1 point behind place 1")),
        (4, (*ROWS, Row(4, 30, rank=4)), ("You are in place 4", "19 points behind place 2")),
        (4, (*ROWS, Row(4, 30)), ("You have no place yet", "")),
        (1, (Row(1, 10, rank=1),), ("You are in place 1", "")),
        (
            2,
            (Row(1, 10, rank=1), Row(2, 10, rank=2)),
            ("You are in place 2", "with as many points as place 1"),
        ),
    ],
)
def test_place_and_the_way_to_the_next_are_told(player, rows, words):
    assert describe_place(player, *rows) == words


def test_two_of_one_account_are_told_by_name():
    with translation.override("en"):
        found = list(list_own_places([board(*ROWS)], [1, 3]))
    assert [place.place for place in found] == ["Speler 1 is in place 1", "Speler 3 shares place 2"]


def test_row_is_marked_and_a_place_that_is_not_shown_changes_nothing():
    table = SafeString('<tr id="r1-1"><th>A</th></tr><tr id="r1-10" class="below"><th>B</th></tr>')
    with translation.override("en"):
        marked = mark_own(table, [OwnPlace("r1-10", "", "", None), OwnPlace("r2-1", "", "", None)])
    assert marked.startswith('<tr id="r1-1"><th>A</th></tr><tr id="r1-10" aria-current="true"')
    assert marked.endswith('<th>B <span class="you">you</span></th></tr>')


def main(answer):
    return answer.content.decode().split("<main")[1].split("</main>")[0]


@pytest.mark.django_db
@pytest.mark.usefixtures("at_the_laptop")
def test_own_row_is_marked_in_the_copy_of_that_viewer_alone(client, season):
    """By the personal link, and by the account."""
    evening(season, people(season, 4))
    clubs.set_visibility(club=season.club, visible_to="open")
    path = f"/de-hoop/seasons/{season.pk}/standing/"
    client.logout()
    plain = client.get(path)
    who = Member.objects.get(family="02")
    client.get(f"/m/{links.make_key(who)}/")
    own = client.get(path, headers={"If-None-Match": plain["ETag"]})
    assert own["ETag"] != plain["ETag"]
    page = own.content.decode()
    (row,) = re.findall(r'<tr id="(r1-\d)"[^>]*aria-current="true"', page)
    told = " ".join(page.split())
    assert f'<p class="own"> <a href="?page=1#{row}"> <strong> Jij ' in told  # in their language
    client.cookies.clear()
    assert main(client.get(path)) == main(plain)
    assert "aria-current" not in main(plain)
    client.force_login(User.objects.get())
    assert 'class="own"' not in client.get(path).content.decode()
    User.objects.update(email="cor@club.nl")
    members.change(member=who, email="cor@club.nl")
    page = client.get(path).content.decode()
    assert re.findall(r'<tr id="(r1-\d)"[^>]*aria-current="true"', page) == [row]
    evening(season, Member.objects.exclude(pk=who.pk), THURSDAY + timedelta(7))
    found = client.get(path, {"q": "Speler 01"}).content.decode()
    assert re.findall(r'<a href="\?page=1#r1-\d">', found)
