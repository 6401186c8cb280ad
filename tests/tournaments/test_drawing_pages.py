import hashlib
import re

import pytest

from tournaments import members, night, rounds
from tournaments.models import Drawing, Round, User

from .test_night import club_with
from .test_rounds import drawn, people, playing

pytestmark = pytest.mark.django_db


@pytest.fixture
def season(client):
    season = club_with()
    client.force_login(User.objects.get())
    client.cookies["streepje_language"] = "en"
    return season


def codes(answer):
    return re.findall(r'<p class="problem"><strong>(\w+)', answer.content.decode())


@pytest.mark.parametrize("count", [4, 24])
def test_seating_takes_the_same_queries(client, season, django_assert_num_queries, count):
    one = playing(season, people(season, count))
    drawn(one)
    with django_assert_num_queries(13):
        page = client.get(f"/de-hoop/nights/{one.pk}/rounds/").content.decode()
    assert page.count("/s/") == count / 4


def test_rounds_are_drawn_and_read(client, season):
    one = playing(season, people(season, 8))
    path = f"/de-hoop/nights/{one.pk}/draw/"
    page = client.get(path).content.decode()
    assert "2 tables of 4" in page
    assert hashlib.sha256(one.drum.encode()).hexdigest() in page
    assert one.drum not in page
    assert 'name="rounds" value="3"' in page
    answer = client.post(path, {"rounds": "", "method": "mix"})
    assert answer["Location"] == f"/de-hoop/nights/{one.pk}/rounds/"
    assert Round.objects.count() == 3
    page = client.get(f"{answer['Location']}?round=2").content.decode()
    assert "Round 2, by table" in page
    assert len(re.findall(r"Speler 0\d</span> <strong>[12]<", page)) == 8
    assert one.drum in client.get(path).content.decode()


def test_what_can_not_be_drawn_is_told(client, season):
    one = playing(season)
    path = f"/de-hoop/nights/{one.pk}/draw/"
    assert codes(client.post(path, {"rounds": "1", "method": "mix"})) == ["C61"]
    assert codes(client.post(path, {"rounds": "9", "method": "mix"})) == ["C50"]
    assert codes(client.post(path, {"rounds": "x", "method": "magic"})) == ["C51", "C36"]


def test_there_is_no_draw_before_the_door_has_closed(client, season):
    one = playing(season, people(season, 4))
    night.move_on(night=one, to="check-in")
    path = f"/de-hoop/nights/{one.pk}/draw/"
    assert '<button class="main">' not in client.get(path).content.decode()
    assert codes(client.post(path, {"rounds": "1", "method": "mix"})) == ["C56"]


def test_draw_is_taken_back_with_a_reason(client, season):
    one = playing(season, people(season, 4))
    path = f"/de-hoop/nights/{one.pk}/draw/"
    assert client.get(f"{path}back/")["Location"] == path
    drawn(one, 1)
    assert codes(client.post(f"{path}back/", {})) == ["C64"]
    assert client.post(f"{path}back/", {"reason": "Bob left"})["Location"] == path
    assert Drawing.objects.get().taken_back
    assert "Taken back: Bob left" in client.get(path).content.decode()


def test_latecomer_is_let_in_for_the_next_round(client, season):
    one = playing(season, people(season, 4))
    drawn(one, 1)
    late = members.add(club=season.club, first="Laat")
    client.post(f"/de-hoop/nights/{one.pk}/door/", {"in": late.pk})
    assert late in rounds.present(one)
