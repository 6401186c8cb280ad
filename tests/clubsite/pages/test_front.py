import re
from datetime import date, datetime
from types import SimpleNamespace

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.html import strip_tags

from clubsite.config import program
from clubsite.demo import make_clubs, server
from clubsite.demo.make_clubs import DemoPlan
from scoring.browser import recent_sheets
from scoring.models import Sheet
from scoring.sheets import lifecycle, links
from tests.tournaments.evenings import club_with, people, playing
from tournaments.accounts import accounts
from tournaments.club import clubs
from tournaments.models import Table

CLUB = {"owner_name": "Ans", "login": "ans", "password": "drie losse woorden"}


@pytest.fixture
def client():
    """Somebody at the machine itself."""
    return Client(HTTP_HOST="127.0.0.1:8000")


@pytest.fixture
def offered(monkeypatch):
    monkeypatch.setattr(server, "_port", 8000)


def make_sheets(count: int, *, loose: bool = False) -> list[str]:
    paths = []
    for _ in range(count):
        sheet = lifecycle.open(game="jokeren", names=["Ans", "Bob"], loose=loose)
        lifecycle.record(sheet=sheet, number=1, row={"entries": {"Ans": "-", "Bob": 5}})
        paths.append(links.build_path(sheet))
    return paths


def test_under_another_server_the_line_to_type_is_told(client):
    page = client.get("/").content.decode()
    assert "python3 manage.py start --demo" in strip_tags(page)
    assert "look-around" not in page
    assert client.post("/look-around/").status_code == 404


@pytest.mark.parametrize(
    "other",
    [
        {"REMOTE_ADDR": "192.168.1.20"},
        {"HTTP_X_FORWARDED_FOR": "192.168.1.20"},
        {"HTTP_HOST": "192.168.1.5:8000"},
    ],
)
def test_from_elsewhere_the_demo_is_explained_and_not_started(settings, offered, other):
    settings.ALLOWED_HOSTS = ["*"]
    away = Client(**{"HTTP_HOST": "localhost:8000"} | other)
    page = away.get("/", headers={"accept-language": "en"}).content.decode()
    assert "walk over to that one" in page
    assert "python3 manage.py" not in page
    assert away.post("/look-around/")["Location"] == "/"
    assert server._child is None


def test_looking_around_takes_a_post_with_its_token(offered):
    strict = Client(enforce_csrf_checks=True)
    assert strict.get("/look-around/").status_code == 405
    assert strict.post("/look-around/").status_code == 403


@pytest.mark.parametrize(
    ("site", "demo"),
    [("127.0.0.1", "localhost"), ("localhost", "127.0.0.1"), ("[::1]", "localhost")],
)
def test_demo_has_another_name_than_the_site_beside_it(offered, monkeypatch, site, demo):
    """Else its pages would get the site's cookies, and what the site stored in the browser."""
    monkeypatch.setattr(server, "_child", SimpleNamespace(poll=lambda: None))
    monkeypatch.setattr(server, "_demo_port", 8001)
    answer = Client(HTTP_HOST=f"{site}:8000").post("/look-around/")
    assert answer["Location"] == f"http://{demo}:8001/"


def test_demo_that_does_not_start_is_told(client, offered, monkeypatch, tmp_path):
    monkeypatch.setattr(program, "ROOT", tmp_path)  # no manage.py there
    page = client.post("/look-around/")
    assert page.status_code == 503
    assert "python3 manage.py start --demo" in strip_tags(page.content.decode())


def test_site_where_only_a_kitchen_table_plays_is_still_welcoming(client, offered):
    path = make_sheets(1, loose=True)[0]
    client.get(path)
    page = client.get("/").content.decode()
    assert "Welkom bij Streepje" in page
    assert path in page


def test_site_with_a_club_neither_welcomes_nor_offers_the_demo(client, offered):
    clubs.create_club_with_owner(name="De Hoop", slug="de-hoop", **CLUB)
    page = client.get("/").content.decode()
    assert 'href="/de-hoop/"' in page
    assert "look-around" not in page
    assert client.post("/look-around/").status_code == 404


def test_sheet_opened_last_stands_first_and_eight_are_kept(client):
    paths = make_sheets(9)
    for path in paths:
        client.get(path)
    found = re.findall(r'href="(/s/[^"]*)"', client.get("/").content.decode())
    assert found == paths[:0:-1]


def test_sheet_that_is_gone_or_has_a_new_link_is_left_out(client):
    first, other, third = make_sheets(3)
    for path in (first, other, third):
        client.get(path)
    lifecycle.renew_link(sheet=links.find(first.split("/")[2]))
    lifecycle.erase(sheet=links.find(other.split("/")[2]))
    assert re.findall(r'href="(/s/[^"]*)"', client.get("/").content.decode()) == [third]


def test_shelf_that_was_tampered_with_is_empty(client):
    client.get(make_sheets(1)[0])
    client.cookies[recent_sheets.COOKIE] = client.cookies[recent_sheets.COOKIE].value[:-1] + "?"
    assert 'href="/s/' not in client.get("/").content.decode()


def test_shelf_is_read_by_no_script_and_sent_from_no_other_site(client):
    cookie = client.get(make_sheets(1)[0]).cookies[recent_sheets.COOKIE]
    assert (cookie["httponly"], cookie["samesite"], cookie["max-age"]) == (True, "Lax", 7776000)


@pytest.mark.parametrize(
    ("language", "when"),
    [("nl", "do 5 mrt., 20:15"), ("de", "Do., 5. März, 20:15"), ("en", "Thu 5 Mar, 20:15")],
)
def test_day_of_a_sheet_is_written_as_the_language_does(client, language, when):
    clubs.create_club_with_owner(name="De Boom", slug="boom", **CLUB)
    client.get(make_sheets(1)[0])
    began = timezone.make_aware(datetime(2026, 3, 5, 20, 15))
    Sheet.objects.update(created=began)
    page = client.get("/", headers={"accept-language": language}).content.decode()
    assert when in " ".join(strip_tags(page).split())


@pytest.mark.parametrize("loose", [True, False])
def test_how_long_sheets_of_no_club_are_kept_is_told(client, loose):
    clubs.create_club_with_owner(name="De Boom", slug="boom", **CLUB)
    client.get(make_sheets(1, loose=loose)[0])
    page = client.get("/", headers={"accept-language": "en"}).content.decode()
    assert ("A form of no club is kept for 90 days" in page) == loose


def test_sheets_of_a_night_name_it_in_few_queries(client, django_assert_num_queries):
    season = club_with()
    night = playing(season, people(season, 12), rounds=1)
    for table in Table.objects.filter(round__night=night):
        client.get(links.build_path(table.sheet))
    with django_assert_num_queries(8):
        page = client.get("/", headers={"accept-language": "en"}).content.decode()
    assert page.count(f"De Hoop · {night} · Table ") == 3
    assert "Table 1 · round 1" in page and "kept for" not in page


@pytest.mark.parametrize("on_laptop", [True, False])
def test_demo_says_what_this_is_and_how_to_begin_for_the_own_club(client, settings, on_laptop):
    settings.DEMO = True
    settings.OPEN_TO_NETWORK = (lambda: True) if on_laptop else None
    make_sheets(1)
    page = strip_tags(client.get("/", headers={"accept-language": "nl"}).content.decode())
    assert "Streepje regelt de speelavond van je kaartclub" in page
    assert ("start --lan" in page) == on_laptop


def test_demo_shows_all_its_sheets_in_few_queries(client, settings, django_assert_num_queries):
    settings.DEMO = True
    paths = make_sheets(3)
    with django_assert_num_queries(11):
        page = client.get("/").content.decode()
    assert re.findall(r'href="(/s/[^"]*)"', page) == paths[::-1]
    assert page.index("<details") < page.index('href="/s/')  # folded, so that clubs are not drowned


# The clubs, and in the demo a way in


def test_clubs_where_they_play_stand_first_and_only_a_demo_logs_anybody_in_as_their_organiser(
    client, settings, monkeypatch, django_assert_num_queries
):
    monkeypatch.setattr(make_clubs, "fill_casual_sheets", lambda _chance: [])
    plan = DemoPlan(clubs=2, members=4, nights=0, seed="x", today=date(2026, 11, 19))
    filled = make_clubs.fill(plan, str).clubs
    clubs.create_club_with_owner(name="Aan Zet", slug="aan-zet", **CLUB)
    with django_assert_num_queries(8):  # the first look reads how far they are
        client.get("/")
    with django_assert_num_queries(4):
        page = client.get("/", headers={"accept-language": "en"}).content.decode()
    slugs = [row.club.slug for row in filled]
    assert re.findall(r'<li><a href="/([^/]+)/"><span><b', page) == [*slugs, "aan-zet"]
    said = r" 2026 · round&nbsp;\d of&nbsp;\d · [^<]+<.*?<strong.*?>\d+ of \d+ in<"
    assert len(re.findall(said, page)) == 2
    assert "look-around" not in page
    assert client.post("/look-around/organiser/").status_code == 404
    assert settings.SESSION_COOKIE_NAME not in client.cookies
    settings.DEMO = True
    page = client.get("/").content.decode()
    assert 'action="/look-around/organiser/"' in page and page.count('class="main"') == 1
    answer = client.post("/look-around/organiser/")
    assert answer["Location"] == filled[0].tonight.get_absolute_url()
    assert 'id="room"' in client.get(answer["Location"]).content.decode()


def test_many_clubs_stand_on_pages_and_are_found_by_name(client, django_assert_num_queries):
    owner = accounts.create_account(name="Ans", login="ans", password="drie losse woorden")
    for number in range(42):
        clubs.create_club(name=f"Club {number:02}", slug=f"club-{number}", owner=owner)
    for number, name in enumerate(("Zwaluw", "de Hoop", "Élan"), 42):
        clubs.create_club(name=name, slug=f"club-{number}", owner=owner)
    paths = ["/", "/?clubs=2", "/?club=lub+2", "/?club=nergens", "/?club=&clubs=99"]
    with django_assert_num_queries(5 * 3):
        pages = [client.get(path, headers={"accept-language": "en"}).content for path in paths]
    counts = [len(re.findall(r'<li><a href="/club-', page.decode())) for page in pages]
    assert counts == [40, 5, 10, 0, 5]
    ends = re.findall(r'<li><a href="/club-(\d+)', pages[1].decode())
    assert ends == ["40", "41", "43", "44", "42"]
    assert 'href="/club-44/' in client.get("/?club=elan").content.decode()
    assert 'href="?club=&amp;clubs=2"' in pages[0].decode()
    assert "No club is called like that." in pages[3].decode()


def test_long_list_of_the_demo_has_pages(client, settings):
    settings.DEMO = True
    make_sheets(25)
    assert client.get("/").content.decode().count('href="/s/') == 24
    assert client.get("/?page=2").content.decode().count('href="/s/') == 1
    assert client.get("/?page=nonsense").status_code == 200


@pytest.mark.parametrize(
    ("language", "words"),
    [("nl", "wedstrijdformulier"), ("de", "Spielzettel"), ("en", "score form")],
)
def test_language_is_chosen_on_the_page_and_kept(client, settings, language, words):
    settings.DEMO = True
    make_sheets(1)
    answer = client.post("/i18n/setlang/", {"language": language, "next": "/"})
    assert answer["Location"] == "/"
    page = client.get("/").content.decode()
    assert f'<html lang="{language}">' in page
    assert words in page
