import html
import re
from datetime import date, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from scoring.sheets import lifecycle
from tests.tournaments.evenings import (
    by_seat,
    evening,
    fill,
    one_more_season,
    people,
    playing,
    shut,
)
from tournaments import links
from tournaments.club import clubs, reglementen
from tournaments.members import couples, members
from tournaments.models import Season, User, UserSession
from tournaments.standings import divisions

pytestmark = pytest.mark.usefixtures("at_the_laptop")

WEEK = timedelta(weeks=1)
LATER = date(2027, 9, 2)


def read(client, query=""):
    page = html.unescape(client.get(f"/de-hoop/records/{query}").content.decode())
    page = page.replace("\N{NO-BREAK SPACE}", " ")
    page = re.sub(r"\s+(?=<)|(?<=>)\s+", "", page)
    sections = {}
    for part in re.split("<h2>|<summary>(?=[A-Z][^<]*</summary><dl)", page)[1:]:
        heading, rest = re.split("</h2>|</summary>", part, maxsplit=1)
        lines = re.findall(r"<dt>(.*?)</dt><dd><strong>(.*?)</strong>(.*?)</dd>", rest, re.DOTALL)
        sections[heading] = [
            (re.sub("<.*?>", "", words), value, re.findall(r'(?:no">|<span>)([^<]+)', who))
            for words, value, who in lines
        ]
    return sections


def test_records_are_of_all_seasons_or_of_one(client, season):
    who = people(season, 4)
    numbers = {member.pk: str(member) for member in who}
    first = [numbers[pk] for pk in by_seat(evening(season, who))]
    later = one_more_season(season)
    second = [numbers[pk] for pk in by_seat(evening(later, who, LATER))]
    both = read(client)
    assert list(both) == ["Jokeren", "Nights"]
    assert both["Jokeren"] == [
        ("Lowest total on a form, 10 games", "0", [first[0], second[0]]),
        ("Biggest win at a table", "10", [first[0], second[0]]),
        ("Most dashes on a night", "10", [first[0], second[0]]),
        ("Highest total on a form, 10 games", "30", [first[3], second[3]]),
    ]
    assert both["Nights"][-1][:2] == ("Most nights played", "2")
    only = read(client, f"?season={later.pk}")
    assert only["Jokeren"][0] == ("Lowest total on a form, 10 games", "0", [second[0]])
    assert read(client, "?season=99") == both
    last = next(member for member in who if str(member) == second[3])
    User.objects.update(email="ans@example.org")
    season.club.members.filter(pk=last.pk).update(email="ans@example.org")
    page = client.get(f"/de-hoop/records/?season={later.pk}").content.decode()
    assert re.findall(r"you</span> (\d+)</em>", page) == ["30"]  # but for what is theirs already
    past = one_more_season(season, date(2025, 9, 4))
    night = past.nights.create(day=past.first, state="closed", digest="x")  # brought in, no forms
    night.imported_results.create(member=last, points=41)
    assert list(read(client, f"?season={past.pk}")) == ["Champions", "Nights"]


def test_champions_are_of_seasons_that_are_over_in_each_division(client, season, monkeypatch):
    who = people(season, 4)
    ids = by_seat(evening(season, who))
    Season.objects.update(divisions=2)
    divisions.divide(season=season, divisions=dict(zip(ids, (1, 1, 2, 2), strict=True)))
    UserSession.objects.update(used=season.last)  # else unused for too long
    monkeypatch.setattr(timezone, "localdate", lambda *_: season.last)
    assert "Champions" not in read(client)
    monkeypatch.setattr(timezone, "localdate", lambda *_: season.last + timedelta(1))
    names = {member.pk: str(member) for member in who}
    assert read(client)["Champions"] == [
        ("2026, division 1", "0", [names[ids[0]]]),
        ("2026, division 2", "20", [names[ids[2]]]),
    ]


def test_who_shows_no_name_has_the_record_without_one(client, season):
    who = people(season, 4)
    ids = by_seat(evening(season, who))
    best = next(member for member in who if member.pk == ids[0])
    members.show_as(member=best, shown="not")
    assert read(client)["Jokeren"][0][2] == [str(best)]
    User.objects.get().roles.update(kind="member")
    assert read(client)["Jokeren"][0][2] == ["S. 0."]  # as on each other page for members
    page = client.get("/de-hoop/records/").content.decode()
    assert str(best) not in page and f"/players/{best.pk}/" not in page
    clubs.set_visibility(club=season.club, visible_to="open")
    assert read(Client(headers={"accept-language": "en"}))["Jokeren"][0][2] == ["…"]


def test_many_who_share_a_record_are_counted(client, season):
    assert "as soon as the first night" in client.get("/de-hoop/records/").content.decode()
    evening(season, people(season, 8))
    assert "shared by 8" in client.get("/de-hoop/records/").content.decode()


def test_each_game_system_has_records_of_its_own(client, season):
    who = people(season, 4)
    evening(season, who)
    rules = reglementen.make(
        club=season.club, game="jokeren-vijf", name="5", options={}, approval="one"
    )
    other = one_more_season(season, reglement=rules)
    assert evening_of(other, who).state == "closed"
    found = read(client)
    assert list(found) == ["Jokeren, five games with contracts", "Nights", "Jokeren"]
    lengths = [lines[0][0] for lines in list(found.values())[::2]]
    assert lengths == [f"Lowest total on a form, {n} games" for n in (5, 10)]
    page = client.get("/de-hoop/seasons/").content.decode()
    assert re.findall(r"<h3>(.*?)</h3>", page) == [*[*found][::2], "Nights"]


def evening_of(season, who):
    night = playing(season, who, LATER, rounds=1)
    fill(night.rounds.get().tables.get(), [range(4)] * 5)
    return shut(night)


def test_couples_hold_records_by_both_names(client, season, visitor):
    said = {"game": "vijfhonderd", "name": "500", "options": {"games": 2}, "approval": "one"}
    rules = reglementen.make(club=season.club, **said)
    season = one_more_season(season, reglement=rules, by_couple=True)
    who = people(season, 4)
    for first, second in (who[:2], who[2:]):
        couples.form_couple(season=season, first=first, second=second)
    night = playing(season, who, LATER, rounds=1)
    table = night.rounds.get().tables.get()
    names = [seat.name for seat in table.sheet.seats.all()]
    for number in (1, 2):
        row = {"bid": "7H", "by": names[0], "tricks": 7}
        lifecycle.record(sheet=table.sheet, number=number, row=row)
    shut(night)
    won = {names[0], names[2]}
    best = next(pair for pair in (who[:2], who[2:]) if {str(member) for member in pair} == won)
    found = read(client)
    assert found["Five Hundred"][0][2] == [f"{best[0]} & {best[1]}"]
    came = next(line for line in found["Nights"] if line[0] == "Most nights played")
    assert set(came[2]) == {f"{who[0]} & {who[1]}", f"{who[2]} & {who[3]}"}
    players = client.get("/de-hoop/players/").content.decode()
    places = re.findall(r'"no">([^<]+)</a> <strong>(\d)\w\w</strong>', players)
    assert {name for name, place in places if place == "1"} == won and len(places) == len(who)
    seconds = f"/de-hoop/players/{who[1].pk}/compare/{who[3].pk}/"
    assert str(season) in client.get(seconds).content.decode()
    page = client.get(f"/de-hoop/players/{who[1].pk}/?season={season.pk}").content.decode()
    assert f'href="/de-hoop/players/{who[1].pk}/compare/' in page
    visitor.get(f"/m/{links.make_key(who[0])}/")
    asked = [visitor.get(f"/de-hoop/players/{who[n].pk}/").content.decode() for n in (1, 3)]
    assert ["Compare with me" in seen for seen in asked] == [False, True]  # who[1] is the partner
    evening(Season.objects.exclude(pk=season.pk).get(), who)  # with another partner than now
    came = next(line for line in read(client)["Nights"] if line[0] == "Most nights played")
    assert set(came[2]) == set(map(str, who))
    for member in best:
        members.show_as(member=member, shown="not")
    clubs.set_visibility(club=season.club, visible_to="open")
    client = Client(headers={"accept-language": "en"})
    assert read(client)["Five Hundred"][0][2] == ["…"]
    members.show_as(member=best[1], shown="full")
    page = client.get("/de-hoop/records/").content.decode()
    assert read(client)["Five Hundred"][0][2] == [f"… & {best[1]}"]
    assert f"/players/{best[0].pk}/" not in page


def test_what_a_partner_played_alone_is_not_ones_own(client, season):
    who = people(season, 5)
    evening(season, who[:4])
    said = {"game": "vijfhonderd", "name": "500", "options": {"games": 2}, "approval": "one"}
    rules = reglementen.make(club=season.club, **said)
    later = one_more_season(season, reglement=rules, by_couple=True)
    couples.form_couple(season=later, first=who[0], second=who[4])
    couples.form_couple(season=later, first=who[1], second=who[2])
    playing(later, [who[0], who[4], *who[1:3]], LATER, rounds=1)
    shut(later.nights.get())
    User.objects.update(email="ans@example.org")
    season.club.members.filter(pk=who[4].pk).update(email="ans@example.org")
    for query in ("", f"?season={season.pk}"):
        page = client.get(f"/de-hoop/records/{query}").content.decode()
        jokeren = page[page.index("Jokeren") : page.index("<h2>Nights")]
        assert 'class="you"' not in jokeren
