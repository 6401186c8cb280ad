import re
from datetime import date, timedelta

import pytest
from django.utils import timezone

from tests.tournaments import evenings
from tournaments import links
from tournaments.club import clubs, reglementen
from tournaments.members import members
from tournaments.models import Member, Table, User
from tournaments.nights import nights

TODAY = date(2026, 10, 15)


@pytest.fixture
def season(client, monkeypatch):
    monkeypatch.setattr(timezone, "localdate", lambda *_when: TODAY)
    client.cookies["streepje_language"] = "en"
    season = evenings.club_with()
    clubs.set_visibility(club=season.club, visible_to="open")
    return season


def played(season, who, points, weeks=1):
    return evenings.brought_in(season, who, points, TODAY - timedelta(weeks=weeks))


def ahead(season, **more):
    return nights.plan(season=season, days=[TODAY + timedelta(7)], **more)[0]


def front(client):
    return client.get("/de-hoop/").content.decode()


def places(page):
    line = r'<li value="(\d+)" class="[^"]*"><span><[^>]*>(.*?)</.*?<strong>(.*?)<'
    return re.findall(line, page)


def button(page):
    return re.findall(r'<a class="main" href="(.*?)">(.*?)</a>', page)


def test_visitor_finds_who_leads_and_the_last_night_by_chosen_names(client, season):
    who = evenings.people(season, 6)
    Member.objects.filter(pk=who[1].pk).update(shown="not")
    played(season, who, (5, 6, 6, 8, 9, 10), weeks=2)
    last = played(season, who, (1, 2, 3, 3, 5, 6))
    page, nameless = front(client), "…"
    assert places(page) == [
        *(("1", "Speler 00", "6"), ("2", nameless, "8"), ("3", "Speler 02", "9")),
        *(("4", "Speler 03", "11"), ("5", "Speler 04", "14")),
        *(("1", "Speler 00", "1"), ("2", nameless, "2")),
        *(("3", "Speler 02", "3"), ("3", "Speler 03", "3"), ("5", "Speler 04", "5")),
    ]
    assert f'href="/de-hoop/nights/{last.pk}/result/">Thursday 8 October 2026<' in page
    assert f'href="/de-hoop/players/{who[0].pk}/" translate="no">Speler 00<' in page
    assert f"/players/{who[1].pk}/" not in page  # nobody finds a hidden name by its page
    assert f'href="/de-hoop/seasons/{season.pk}/standing/">The whole standing<' in page
    assert button(page) == []


def test_member_stands_below_the_first_five_and_each_night_has_its_winner(client, season):
    who = evenings.people(season, 8)
    played(season, who, (8, 1, 6, 5, 4, 3, 2, 7), weeks=2)
    played(season, who, range(1, 9))
    assert "Speler 07" not in front(client)
    client.get(f"/m/{links.make_key(who[7])}/")
    page = front(client)
    assert ("8", "Speler 07", "15") in places(page)
    assert page.count('class="you"') == 1
    won = re.findall(r'result/">(\w+ \d+ \w+)</a>\s*<span><a [^>]*>(.*?)<', page)
    assert won == [("Thu 8 Oct", "Speler 00"), ("Thu 1 Oct", "Speler 01")]
    said = {"game": "klaverjassen", "name": "Klaverjassen", "options": {}, "approval": "one"}
    other = evenings.one_more_season(season, reglement=reglementen.make(club=season.club, **said))
    assert "<small>jokeren" not in page
    played(other, who[:4], range(4))
    assert front(client).count("<small>jokeren") == 2 and "<small>Klaverjassen" in front(client)


def test_tonight_comes_first_with_how_far_it_is_and_who_leads(client, season):
    night = evenings.playing(season, evenings.people(season, 8), TODAY, rounds=1)
    page = front(client)
    assert "Round 1: 0&nbsp;of&nbsp;2&nbsp;in" in page
    assert "In the lead:" not in page  # nobody has finished
    evenings.finish(Table.objects.first())
    page = front(client)
    assert "Round 1: 1&nbsp;of&nbsp;2&nbsp;in" in page
    assert re.findall(r'<li( class="open")?></li>', page) == ["", ' class="open"']
    lead = re.search(r"In the lead:(.*?)</ol>", page, re.DOTALL)
    assert lead
    assert 1 <= lead.group(1).count("/de-hoop/players/") <= 4
    result = f"/de-hoop/nights/{night.pk}/result/"
    assert button(page) == [(result, "Follow the night")]


def test_each_has_one_thing_to_do(client, season):
    ans = members.add(club=season.club, first="Ans")
    night = ahead(season)
    assert button(front(client)) == []
    for state in ("check-in", "playing"):
        nights.set_state(night=night, to=state)
    client.get(f"/m/{links.make_key(ans)}/")
    assert [words for _address, words in button(front(client))] == ["Where everybody sits"]
    played(season, [ans], [3])
    client.force_login(User.objects.get())
    assert button(front(client)) == [(f"/de-hoop/nights/{night.pk}/draw/", "Draw the tables")]
    evenings.reopened(night)
    assert button(front(client)) == [(f"/de-hoop/nights/{night.pk}/closing/", "Close the night")]
    night.delete()
    planned = f"/de-hoop/seasons/{season.pk}/nights/"
    assert button(front(client)) == [(planned, "Plan the nights")]


def test_calendar_of_the_club_names_nobody_and_follows_who_may_look(client, season):
    ahead(season, sign_up=True)
    text = client.get("/de-hoop/calendar.ics").content.decode()
    assert ("DTSTART;VALUE=DATE:20261022" in text, "DESCRIPTION" in text) == (True, False)
    club = clubs.set_visibility(club=season.club, visible_to="link")
    assert client.get("/de-hoop/calendar.ics").status_code == 404
    by_link = f"/club/{links.make_key(club)}/calendar.ics"
    assert client.get(by_link).content.decode().count("BEGIN:VEVENT") == 1
    assert by_link not in front(client)
    client.get(by_link.removesuffix("calendar.ics"))
    assert f'href="webcal://testserver{by_link}"' in front(client)


TOLD = {
    "starts": "19:30",
    "venue": "De Brink, Dorpsstraat 4",
    "about": "Every Sunday <b>we</b> play.",
    "guests": "Always welcome.",
    "costs": "",
    "contact": "Wim",
    "phone": "+31 6 (12) 34",
    "email": "wim&x?@example.org",
}
ON_MAP = "https://www.openstreetmap.org/search?query=De+Brink%2C+Dorpsstraat+4"
FOR_STRANGERS = (
    *("Every Sunday &lt;b&gt;we&lt;/b&gt; play.", "Always welcome.", ON_MAP, "Wim"),
    *('href="tel:+3161234"', 'href="mailto:wim%26x%3F@example.org"'),
)


def test_what_the_owner_tells_is_for_strangers_also_of_a_closed_club(client, season, visitor):
    season.member_fee = season.guest_fee = 350
    season.save()
    ahead(season)
    assert "openstreetmap" not in front(client)  # nothing is said yet, and nothing stands empty
    client.force_login(User.objects.get())
    settings = "/de-hoop/time-and-place/"
    wrong = client.post(settings, TOLD | {"phone": "ask Wim"}).content.decode()
    assert "Use digits and spaces only." in wrong
    assert "Always welcome." in wrong
    assert "Saved.</p>" in client.post(settings, TOLD, follow=True).content.decode()
    page = front(visitor)
    assert [text for text in FOR_STRANGERS if text not in page] == []
    assert "3.50 each" in page and "Thursday 22 October<" in page
    assert "Every Sunday" in visitor.get("/").content.decode()
    clubs.set_visibility(club=season.club, visible_to="members")
    page = front(visitor)
    assert [text for text in FOR_STRANGERS if text not in page] == []
    assert "<a" not in page.partition("Thursday 22 October</p>")[0].partition("<h1>")[2]
    hidden = visitor.get("/de-hoop/players/")
    assert hidden.status_code == 404 and "<h1>De Hoop</h1>" in hidden.content.decode()
    assert "Next night: Thursday 22 October 2026" in visitor.get("/").content.decode()
    tonight = nights.plan(season=season, days=[TODAY])[0]
    nights.set_state(night=tonight, to="check-in")
    assert re.findall(r'<h2 class="kind">(.*?)</h2>\s*<p class="far">(.*?)<', front(visitor)) == [
        ("Now", "Thursday 15 October")
    ]
    assert "After this: Thursday 22 October 2026" in front(visitor)
    assert button(front(visitor)) == [("mailto:wim%26x%3F@example.org", "Write to the club")]
    assert "Write to the club" in front(visitor).partition('class="terms"')[0]
    clubs.set_visibility(club=season.club, visible_to="open")
    first = front(visitor).partition("What it costs")[0]
    assert "The next night" in first and "Thursday 22 October<" in first
    open_one = nights.plan(season=season, days=[TODAY + timedelta(14)])[0]
    nights.set_state(night=open_one, to="sign-up")
    first, _, then = front(visitor).partition("What it costs")
    assert "Open for signing up" in first and "Thursday 29 October<" in first
    assert "22 October" not in first and "22 October" in then and "29 October" not in then
    nights.call_off(night=open_one)
    clubs.set_visibility(club=season.club, visible_to="members")
    assert "Next night: today" in visitor.get("/").content.decode()
    clubs.introduce(club=season.club, **dict.fromkeys(TOLD, "") | {"starts": None})
    assert " October" not in front(visitor) + visitor.get("/").content.decode()
