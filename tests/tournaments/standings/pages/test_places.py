import re
from datetime import timedelta

import pytest
from django.template.loader import render_to_string
from django.utils import translation

from tests.tournaments.evenings import THURSDAY, evening, people
from tournaments import links
from tournaments.club import clubs
from tournaments.members import members
from tournaments.models import Member, User
from tournaments.standings.pages.places import PlacedRow, list_own_places


def place(order, points, rank=None, *, tied=False):
    name = f"Speler {order}"
    return PlacedRow(order, "", order, rank, tied, name, "", "", points, None, False, {})


def tell(rows, *own):
    places = list(list_own_places(rows, own))
    template = "tournaments/standings/_your_place.html"
    with translation.override("en"):
        words = [
            render_to_string(template, {"own_places": places, "own": own, "row": own.row})
            for own in places
        ]
    return [" ".join(re.sub(r"<.*?>", "", text).split()) for text in words]


ROWS = place(1, 10, 1), place(2, 11, 2, tied=True), place(3, 11, 2, tied=True)


@pytest.mark.parametrize(
    ("player", "rows", "words"),
    [
        (1, ROWS, "You are 1st · 1 point ahead of place 2"),
        (3, ROWS, "You share place 2 · 1 point behind place 1"),
        (4, (*ROWS, place(4, 30, 4)), "You are 4th · 19 points behind place 2"),
        (4, (*ROWS, place(4, 30)), "You have no place yet"),
        (1, ROWS[:1], "You are 1st"),
        (2, (place(1, 10, 1), place(2, 10, 2)), "You are 2nd · with as many points as place 1"),
    ],
)
def test_place_and_the_way_to_the_next_are_told(player, rows, words):
    assert tell(rows, player) == [words]


def test_two_of_one_account_are_told_by_name():
    found = [words.split(" ·")[0] for words in tell(ROWS, 1, 3)]
    assert found == ["Speler 1 is 1st", "Speler 3 shares place 2"]


def main(answer):
    return answer.content.decode().split("<main")[1].split("</main>")[0]


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
    assert f'<p class="own"><a href="?page=1#{row}"><strong>Jij ' in page  # in their language
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
