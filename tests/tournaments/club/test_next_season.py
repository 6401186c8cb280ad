import re
from datetime import date

import pytest

from tournaments.club import reglementen, seasons
from tournaments.club.seasons import suggest_season
from tournaments.models import Season, User


@pytest.fixture
def today(monkeypatch):
    def is_on(day):
        monkeypatch.setattr("tournaments.club.seasons.timezone.localdate", lambda: day)

    return is_on


def plan(club, **said):
    rules = reglementen.make(club=club, game="jokeren", name="Zo", options={}, approval="one")
    season = {"name": "2026–2027", "first": date(2026, 9, 3), "last": date(2027, 5, 27)}
    season |= {"signed_off": "worst", "no_show": "fixed", "no_show_points": [80], "rounds": 2}
    return seasons.plan(club=club, reglement=rules, before_joining="absent", **season | said)


@pytest.mark.parametrize(
    ("day", "name", "first"),
    [
        (date(2026, 11, 23), "2026–2027", date(2026, 9, 1)),
        (date(2027, 2, 1), "2026–2027", date(2026, 9, 1)),
        (date(2027, 7, 5), "2027–2028", date(2027, 7, 5)),
    ],
)
def test_first_season_has_today_in_it(club, today, day, name, first):
    today(day)
    found = suggest_season(club)
    assert (found["name"], found["first"]) == (name, first)
    assert found["first"] <= day <= found["last"]
    assert "signed_off" not in found


def test_next_season_is_as_the_last_one_a_year_later(club, today):
    before = plan(club)
    today(date(2027, 8, 20))
    found = suggest_season(club)
    assert found["name"] == "2027–2028"
    assert (found["first"], found["last"]) == (date(2027, 9, 3), date(2028, 5, 27))
    assert (found["reglement"], found["rounds"]) == (before.reglement_id, 2)
    assert (found["signed_off"], found["no_show_points"]) == ("worst", [80])


def test_season_long_ago_gives_its_choices_only(club, today):
    plan(club, name="Zomer")
    today(date(2029, 10, 1))
    found = suggest_season(club)
    assert (found["name"], found["first"]) == ("2029–2030", date(2029, 9, 1))
    assert found["no_show"] == "fixed"


def test_periods_that_begin_on_a_day_do_so_in_the_next_season(club, today):
    plan(club, name="Zomer", periods=["2026-12-01", "2027-03-01"])
    today(date(2027, 8, 20))
    assert suggest_season(club)["periods"] == ["2027-12-01", "2028-03-01"]
    today(date(2029, 10, 1))
    assert suggest_season(club)["periods"] == ["2029-12-01", "2030-03-01"]
    seasons.change(season=Season.objects.get(), periods=["2027-05-20"])
    today(date(2030, 3, 1))
    assert suggest_season(club)["periods"] == ["2030-05-20"]
    seasons.change(season=Season.objects.get(), periods=[6])
    assert suggest_season(club)["periods"] == [6]


def test_name_that_is_taken_is_not_proposed(club, today):
    plan(club, name="Zomer")
    today(date(2027, 8, 20))
    assert suggest_season(club)["name"] == ""
    make = {"club": club, "options": {}, "approval": "one"}
    other = reglementen.make(game="klaverjassen", name="Klaverjassen", **make)
    assert suggest_season(club, other)["name"] == "2027–2028"
    Season.objects.update(name="2027–2028")
    assert suggest_season(club, other)["name"] == ""


@pytest.mark.parametrize(
    ("name", "later"),
    [
        ("2026-27", "2027-28"),
        ("Seizoen 2026/27", "Seizoen 2027/28"),
        ("1998–99", "1999–00"),
        ("Najaar 2026", "Najaar 2027"),
    ],
)
def test_name_is_that_of_a_year_later(club, today, name, later):
    plan(club, name=name)
    today(date(2027, 8, 20))
    assert suggest_season(club)["name"] == later


def test_season_of_another_game_takes_nothing_over_from_it(club, client):
    before = plan(club, sitting_out="fixed", sit_out=160)
    make = {"club": club, "options": {}, "approval": "one"}
    other = reglementen.make(game="klaverjassen", name="Klaverjassen", **make)
    alike = reglementen.make(game="jokeren", name="Met vijf", **make)
    found = suggest_season(club, other)
    assert found["reglement"] == other.pk
    assert not {"signed_off", "no_show_points", "sit_out"} & found.keys()
    found = suggest_season(club, alike)
    assert (found["reglement"], found["no_show_points"]) == (alike.pk, [80])
    client.force_login(User.objects.get())
    page = client.get("/de-hoop/seasons/new/").content.decode()
    assert f'href="?rules={other.pk}"' in page
    assert re.findall(r'<option value="(\d+)"', page) == [str(alike.pk), str(before.reglement_id)]
    page = client.get(f"/de-hoop/seasons/new/?rules={other.pk}").content.decode()
    assert 'value="80"' not in page
    assert re.findall(r'<option value="(\d+)"', page) == [str(other.pk)]
    rikken, bridge = (reglementen.make(game="punten", name=name, **make) for name in "RB")
    days = {"first": before.first, "last": before.last, "rounds": 1, "before_joining": "skip"}
    seasons.plan(club=club, reglement=bridge, name="B", signed_off="skip", no_show="skip", **days)
    assert "signed_off" not in suggest_season(club, rikken)
