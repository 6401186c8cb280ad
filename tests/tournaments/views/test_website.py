import json
from datetime import timedelta
from pathlib import Path

import pytest

from tests.tournaments.evenings import THURSDAY, by_seat, evening, people, refused
from tournaments import links
from tournaments.club import clubs, seasons
from tournaments.members import members
from tournaments.models import ImportedResult, Member, Night
from tournaments.nights import nights

PATHS = [f"/de-hoop/web/{at}" for at in ("standing/", "nights/", "result/")]
FEEDS = ["/de-hoop/web/club.json", "/de-hoop/web/results.atom"]
SITE = "https://www.kaartclub.nl"
PAGE = "/de-hoop/website/"


@pytest.fixture
def club(season):
    clubs.set_website(club=season.club, framed_by=SITE)
    return clubs.set_visibility(club=season.club, visible_to="open")


def ancestors(answer):
    rules = answer["Content-Security-Policy"].split("; ")
    return [rule.split()[1:] for rule in rules if rule.startswith("frame-ancestors")]


def test_standing_of_a_period_is_shown_too(client, season, club):
    most = {"name": "Most", "counting": "sum", "counted": None, "least": 0, "prizes": []}
    seasons.change(season=season, periods=[1], further=[most])
    for week in range(2):
        evening(season, list(season.club.members.all()) or people(season, 4),
                THURSDAY + timedelta(7 * week))  # fmt: skip
    found = json.loads(client.get(FEEDS[0] + "?language=nl").content)
    assert [(other["key"], other["name"]) for other in found["standings"]] == [
        *(("p1", "Periode 1"), ("p2", "Periode 2"), ("f1", "Most"))
    ]
    assert found["standings"][2]["standing"] == found["standing"]
    assert "<h1>Periode 2</h1>" in client.get(PATHS[0] + "?language=nl&of=p").content.decode()
    assert client.get(PATHS[0] + "?of=f2").status_code == 404


def test_days_are_written_as_the_language_does(client, season, club):
    evening(season, people(season, 4))
    nights.plan(season=season, days=[season.last])
    _standing, coming, result = (client.get(path + "?language=de").content for path in PATHS)
    assert b"<li>Donnerstag, 27. Mai 2027" in coming
    assert b"<h2>Donnerstag, 3. September 2026</h2>" in result


def test_only_the_websites_that_the_club_names_may_frame_it(client, club):
    for path in PATHS:
        answer = client.get(path)
        assert (answer.status_code, ancestors(answer)) == (200, [[SITE]])
        assert "X-Frame-Options" not in answer
        assert b"<script" not in answer.content
    other = client.get("/de-hoop/nights/")
    assert (ancestors(other), other["X-Frame-Options"]) == ([["'none'"]], "DENY")
    clubs.set_website(club=club, framed_by="")
    assert [ancestors(client.get(path)) for path in PATHS] == [[["'none'"]]] * 3


def test_frame_of_sixty_with_long_names_stays_below_ten_kilobytes(client, club):
    season = club.seasons.get()
    text = "\n".join(f"Anna-Elisabeth van den Broek {number:02}" for number in range(60))
    who = members.add_many(club=club, text=text)
    played = {"day": season.first, "state": "closed", "digest": "x"}
    night = Night.objects.create(season=season, **played)
    for points, member in enumerate(who):
        ImportedResult.objects.create(night=night, member=member, points=points * 101)
    css = Path("tournaments/static/tournaments/frame.css").stat().st_size
    for path in PATHS:
        assert len(client.get(path).content) + css <= 10_000, path


def test_name_that_is_withdrawn_is_gone_at_the_next_answer(client, club):
    night = evening(club.seasons.get(), people(club.seasons.get(), 4))
    winner = Member.objects.get(pk=by_seat(night)[0])
    known = {}
    for path in PATHS + FEEDS:
        before = client.get(path)
        known[path] = {"If-None-Match": before["ETag"]}
        assert (winner.name.full in before.content.decode()) == ("nights" not in path)
        assert before["Cache-Control"] == "private, no-cache"
        assert client.get(path, headers=known[path]).status_code == 304
    members.show_as(member=winner, shown="not")
    for path, tag in known.items():
        assert winner.name.full not in client.get(path, headers=tag).content.decode()
    clubs.set_visibility(club=club, visible_to="members")
    assert {client.get(path, headers=tag).status_code for path, tag in known.items()} == {404}


def test_language_is_that_of_the_site_whatever_the_browser_asks_for(client, club):
    german = {"Accept-Language": "de"}
    assert b'lang="nl"' in client.get(PATHS[0], headers=german).content
    assert b'lang="en"' in client.get(PATHS[0], {"language": "en"}).content
    assert b'lang="nl"' in client.get(PATHS[0], {"language": "xx"}).content


def test_programs_of_named_websites_only_may_read_the_json(client, club):
    for origin, allowed in ((SITE, SITE), ("https://evil.example", None)):
        answer = client.get(FEEDS[0], headers={"origin": origin})
        assert answer.headers.get("Access-Control-Allow-Origin") == allowed
        assert "Origin" in answer["Vary"]


def test_by_link_everything_needs_the_link_and_leads_to_it(client, club):
    evening(club.seasons.get(), people(club.seasons.get(), 4))
    club = clubs.set_visibility(club=club, visible_to="link")
    door = f"/club/{links.make_key(club)}/"
    for path in PATHS + FEEDS:
        assert client.get(path).status_code == 404
        answer = client.get(path.replace("/de-hoop/", door))
        assert (answer.status_code, door in answer.content.decode()) == (200, True)
    assert json.loads(client.get(f"{door}web/club.json").content)["result"]["address"].endswith(
        door
    )
    clubs.renew_link(club=club)
    assert client.get(f"{door}web/standing/").status_code == 404


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("www.kaartclub.nl", SITE),
        ("https://www.kaartclub.nl/stand/?x=1, HTTPS://WWW.KAARTCLUB.NL", SITE),
        ("http://localhost:8080\nhttps://a.nl", "http://localhost:8080 https://a.nl"),
        ("", ""),
    ],
)
def test_websites_are_kept_as_scheme_and_host(club, typed, kept):
    assert clubs.set_website(club=club, framed_by=typed).framed_by == kept


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        *((typed, "C285") for typed in ("*", "https://*.nl", "javascript://x", "a.nl;script-src")),
        *((typed, "C285") for typed in ("https://", "ftp://a.nl", "'self'", f"{'a' * 100}.nl")),
        ("a.nl b.nl c.nl d.nl e.nl f.nl", "C286"),
    ],
)
def test_nothing_else_gets_into_the_header(club, typed, code):
    assert refused(clubs.set_website, club=club, framed_by=typed) == [code]


def test_page_gives_lines_for_a_website_and_keeps_what_is_typed(client, at_the_laptop, club):
    evening(club.seasons.get(), people(club.seasons.get(), 4))
    assert client.get(PAGE).content.decode().count("&lt;iframe src=") == 3
    answer = client.post(PAGE, {"framed_by": "https://*"}).content.decode()
    assert "C285" in answer and "https://*</textarea>" in answer
    assert client.post(PAGE, {"framed_by": "a.nl"}).status_code == 302
    assert "a.nl" in client.get("/de-hoop/visitors/").content.decode()


def test_page_of_a_club_that_is_not_open_says_so(client, at_the_laptop, club):
    clubs.set_visibility(club=club, visible_to="members")
    page = client.get(PAGE).content.decode()
    assert "/de-hoop/visitors/" in page and "iframe" not in page
    club = clubs.set_visibility(club=club, visible_to="link")
    assert f"/club/{links.make_key(club)}/web/" in client.get(PAGE).content.decode()
