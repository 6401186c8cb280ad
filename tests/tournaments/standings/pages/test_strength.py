"""How strong players are, on their pages."""

import re
from datetime import timedelta

import pytest

from tests.tournaments.evenings import THURSDAY, people
from tests.tournaments.files.exports.test_lists import as_text
from tests.tournaments.standings.test_calculate import evening
from tournaments.club import clubs
from tournaments.members import members
from tournaments.models import Reglement
from tournaments.standings.pages import strength

pytestmark = pytest.mark.django_db

WEEK = timedelta(weeks=1)
LIST = "/de-hoop/players/"


@pytest.fixture
def who(season, at_the_laptop):
    who = people(season, 4)
    for week in range(2):
        evening(season, who, THURSDAY + week * WEEK)
    clubs.show_strength(club=season.club, shown=True)
    season.club.refresh_from_db()
    return who


def see(client, address):
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def shown(page):
    row = r'data-sought="(.*?)".*?<td>(\d) ?</td><td>\(?(\d+)\u00a0±\u00a0(\d+)\)?<'
    return re.findall(row, page)


def test_strength_is_shown_only_if_the_club_asked(client, season, who):
    clubs.show_strength(club=season.club, shown=False)
    page, own = see(client, LIST), see(client, f"{LIST}{who[0].pk}/")
    assert "±" not in page + own
    assert "Strength" not in as_text(client, f"{LIST}?as=csv")[0]
    assert client.post(f"{LIST}strength/", {"shown": "on"}).url == LIST
    page, own = see(client, LIST), see(client, f"{LIST}{who[0].pk}/")
    assert len(shown(page)) == 4
    assert "Strength after each night" in own
    assert "Of 100 rounds" in own


def test_list_sorts_by_strength_and_is_a_file(client, season, who):
    lines = shown(see(client, f"{LIST}?sort=-strength"))
    assert [int(line[2]) for line in lines] == sorted(
        (int(line[2]) for line in lines), reverse=True
    )
    assert lines != shown(see(client, f"{LIST}?sort=strength"))
    rows = as_text(client, f"{LIST}?as=csv&sort=-strength")
    assert rows[0] == ["Name", "Place", "Division", "Strength", "Give or take", "Nights", "Remarks"]
    assert [row[3] for row in rows[1:]] == [line[2] for line in lines]
    assert {row[5] for row in rows[1:]} == {"2"}


def test_who_shows_no_name_has_no_strength_for_others(client, season, who):
    members.change(member=who[1], shown="not")
    client.logout()
    clubs.set_visibility(club=season.club, visible_to="open")
    assert len(shown(see(client, LIST))) == 3
    assert "Speler 01" not in see(client, LIST)
    assert client.get(f"{LIST}{who[1].pk}/").status_code == 404


def test_strength_of_a_season_counts_earlier_seasons_of_the_same_game(season, who):
    assert strength.load_last_strengths(season)[who[0].pk].nights == 2
    Reglement.objects.update(game="vijfhonderd")
    season.refresh_from_db()
    assert season.reglement.game == "vijfhonderd"


def test_a_corrected_night_changes_what_came_after_it_alone(season, who):
    found, rated = strength.rate_season(season)
    again, _same = strength.rate_season(season)
    assert again is found
    evening(season, who, THURSDAY + 2 * WEEK)
    season.club.refresh_from_db()
    _later, more = strength.rate_season(season)
    assert [more[number] is rated[number] for number in (1, 2)] == [True, True]
    assert 3 in more
