"""The season that a club means: of the night going on, or of the last one."""

import re
from datetime import timedelta

import pytest

from tests.tournaments.evenings import THURSDAY, evening, people
from tournaments.club import seasons
from tournaments.members import members
from tournaments.nights import nights
from tournaments.publishing.website_content import read_public_club

pytestmark = pytest.mark.usefixtures("at_the_laptop")
WEEK = timedelta(weeks=1)


@pytest.fixture
def side(season):
    who = people(season, 9)
    missed = {"signed_off": "worst", "no_show": "worst", "before_joining": "absent"}
    days = {"first": THURSDAY + timedelta(1), "last": THURSDAY + 2 * WEEK}
    rules = season.reglement
    side = seasons.plan(
        club=season.club, reglement=rules, name="Eén avond", rounds=1, **days, **missed
    )
    evening(season, who[:4])
    evening(side, who[5:], THURSDAY + timedelta(2))
    return side


def see(client, address):
    return client.get(address).content.decode()


def standing_in_the_bar(client):
    return see(client, "/de-hoop/").partition(">Standing<")[0].rpartition('href="')[2].split('"')[0]


def test_the_season_of_the_last_night_leads(client, season, side):
    assert standing_in_the_bar(client) == f"/de-hoop/seasons/{side.pk}/standing/"
    evening(season, season.club.members.all()[:4], THURSDAY + WEEK)
    assert standing_in_the_bar(client) == f"/de-hoop/seasons/{season.pk}/standing/"
    assert f'<summary class="button">{season}</summary>' in see(client, "/de-hoop/players/")
    played_both = season.club.members.all()[0]
    assert "2026" in see(client, f"/de-hoop/players/{played_both.pk}/")
    assert 'value="2027"' in see(client, "/de-hoop/seasons/new/")
    found = see(client, "/de-hoop/players/?q=speler+08")
    assert "Speler 08</a>" in found and "Speler 01" not in found


def test_the_season_of_a_night_going_on_leads(client, season, side):
    (night,) = nights.plan(season=season, days=[THURSDAY + WEEK])
    nights.set_state(night=night, to="check-in")
    assert standing_in_the_bar(client) == f"/de-hoop/seasons/{season.pk}/standing/"
    assert read_public_club(season.club).season == season
    whose = f'<a href="/de-hoop/seasons/{season.pk}/">{season}</a> · after 1 night'
    assert whose in see(client, "/de-hoop/")


def test_no_place_brings_a_prize_before_the_last_night(client, season):
    seasons.change(season=season, season_prizes=[1])
    evening(season, people(season, 4))
    (to_come,) = nights.plan(season=season, days=[THURSDAY + WEEK])
    standing = f"/de-hoop/seasons/{season.pk}/standing/"
    assert "<small>prize</small>" not in see(client, standing)
    nights.call_off(night=to_come)
    assert "<small>prize</small>" in see(client, standing)


def test_a_guest_is_shown_without_a_place_where_guests_have_none(client, season):
    who = people(season, 4)
    members.change(member=who[1], guest=True)
    night = evening(season, who)
    page = see(client, f"/de-hoop/nights/{night.pk}/result/")
    assert "<small>guest</small>" in page
    places = re.findall(r'<tr id="p\d"[^>]*>\s*<td>(\d|–)</td>', page)
    assert places == ["1", "2", "3", "–"]
