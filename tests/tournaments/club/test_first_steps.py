import re

import pytest
from django.utils import translation

from tests.tournaments.evenings import club_with, people
from tournaments.club import first_steps
from tournaments.draw.engine.request import LOTS
from tournaments.members import members
from tournaments.nights import at_the_door, closing, draw_rounds, nights


@pytest.fixture
def season():
    with translation.override("en"):
        yield club_with()


def to_do(club):
    """Which step it is, and where its button leads."""
    steps = first_steps.list_first_steps(club)
    (now,) = (step for step in steps if step.address)
    return steps.index(now), now.address.removeprefix("/de-hoop/")


def test_a_club_with_nothing_yet(season):
    club = season.club
    season.delete()
    club.reglementen.all().delete()
    assert to_do(club) == (0, "members/list/")


def test_who_went_again_does_not_make_a_table(season):
    first, _, last = people(season, 3)
    members.archive(member=last)
    assert to_do(season.club) == (0, "members/list/")
    members.restore(member=last)
    members.merge(double=last, keep=first)
    assert to_do(season.club) == (0, "members/list/")


def test_each_thing_done_leads_to_the_next(season):
    people(season, 4)
    club = season.club
    season_path = f"seasons/{season.pk}/"
    assert to_do(club) == (3, f"{season_path}nights/")
    (night,) = nights.plan(season=season, days=[season.first])
    path = f"nights/{night.pk}/"
    assert to_do(club) == (4, path)
    assert first_steps.list_first_steps(club)[4].then == "To the night"
    night = nights.set_state(night=night, to="check-in")
    assert to_do(club) == (4, f"{path}door/")
    at_the_door.check_in_all(night=night)
    night = nights.set_state(night=night, to="playing")
    assert to_do(club) == (5, f"{path}draw/")
    draw_rounds.draw_rounds(night=night, rounds=1, method=LOTS)
    assert to_do(club) == (6, f"{path}room/")


def test_a_season_of_couples_needs_them_first_and_a_pasted_list_makes_them(client):
    season = club_with("vijfhonderd", by_couple=True)
    club, path = season.club, f"/de-hoop/seasons/{season.pk}/couples/"
    client.force_login(club.roles.get(kind="owner").user)
    text = "Annie Bos & Bep Jansen\nCor Smit & Dirk Vos"
    listed = client.post("/de-hoop/members/list/", {"text": text, "do": "add"})
    assert listed["Location"] == path
    assert "Cor Smit &amp; Dirk Vos</textarea>" in client.get(path).content.decode()
    wrong = client.post(path, {"text": f"{text}\nEls Prins"})
    assert 'data-number="C313"' in wrong.content.decode() and not season.couples.exists()
    more = {"text": f"{text}\nEls Prins & Fien Mulder"}
    asked = client.post(path, more)  # two of them are not in the club yet
    assert 'data-number="C365"' in asked.content.decode() and not season.couples.exists()
    done = client.post(path, more | {"new": "on"})
    assert done["Location"] == f"/de-hoop/seasons/{season.pk}/nights/"
    client.post(path, {"text": text})
    assert [str(couple) for couple in season.couples.all()] == [
        "Annie Bos & Bep Jansen",
        "Cor Smit & Dirk Vos",
        "Els Prins & Fien Mulder",
    ]
    assert members.list_members(club).count() == 6


@pytest.mark.parametrize(
    ("text", "suggested"), [("Annie Bos & Bep Jansen", True), ("Annie Bos\nBep Jansen", False)]
)
def test_a_season_for_couples_is_suggested_while_a_list_of_them_waits(client, text, suggested):
    season = club_with("vijfhonderd")
    client.force_login(season.club.roles.get(kind="owner").user)
    client.post("/de-hoop/members/list/", {"text": text, "do": "add"})
    page = client.get(f"/de-hoop/seasons/new/?rules={season.reglement_id}").content.decode()
    assert bool(re.search('name="by_couple"[^>]* checked', page)) == suggested


def test_the_night_that_goes_on_comes_before_the_next(season):
    people(season, 4)
    night, _next = nights.plan(season=season, days=[season.first, season.last])
    nights.set_state(night=night, to="check-in")
    assert to_do(season.club) == (4, f"nights/{night.pk}/door/")


def test_the_page_of_the_club_shows_the_way_until_a_night_is_closed(client, season):
    client.cookies["streepje_language"] = "en"
    client.force_login(season.club.roles.get(kind="owner").user)
    assert "step by step" in client.get("/de-hoop/").content.decode()
    (night,) = nights.plan(season=season, days=[season.first])
    for state in ("check-in", "playing"):
        night = nights.set_state(night=night, to=state)
    closing.close(night=night)
    assert "step by step" not in client.get("/de-hoop/").content.decode()
