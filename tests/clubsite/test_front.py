import pytest
from django.test import Client

from clubsite import beside
from scoring import sheets
from tournaments import clubs

pytestmark = pytest.mark.django_db

CLUB = {"owner_name": "Ans", "login": "ans", "password": "drie losse woorden"}


@pytest.fixture
def client():
    """Somebody at the machine itself."""
    return Client(HTTP_HOST="127.0.0.1:8000")


@pytest.fixture
def offered(monkeypatch):
    """As under `manage.py start`."""
    monkeypatch.setattr(beside, "_port", 8000)


def make_sheets(count: int) -> None:
    for _ in range(count):
        sheet = sheets.open(game="jokeren", names=["Ans", "Bob"])
        sheets.record(sheet=sheet, number=1, row={"entries": {"Ans": "-", "Bob": 5}})


def test_empty_site_welcomes_with_both_ways(client, offered):
    page = client.get("/", headers={"accept-language": "nl"}).content.decode()
    assert "Welkom bij Streepje" in page
    assert "Rondkijken in een democlub" in page
    assert "Een club maken" in page


def test_under_another_server_the_line_to_type_is_told(client):
    page = client.get("/").content.decode()
    assert "python3 manage.py start --demo" in page
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
    away = Client(**other)
    page = away.get("/", headers={"accept-language": "en"}).content.decode()
    assert "walk over to that one" in page
    assert "python3 manage.py" not in page
    assert away.post("/look-around/")["Location"] == "/"
    assert beside._child is None


def test_looking_around_takes_a_post_with_its_token(offered):
    strict = Client(enforce_csrf_checks=True)
    assert strict.get("/look-around/").status_code == 405
    assert strict.post("/look-around/").status_code == 403


def test_demo_that_does_not_start_is_told(client, offered, monkeypatch, settings, tmp_path):
    settings.BASE_DIR = tmp_path  # no manage.py there
    page = client.post("/look-around/")
    assert page.status_code == 503
    assert "python3 manage.py start --demo" in page.content.decode()


def test_site_with_a_club_neither_welcomes_nor_offers_the_demo(client, offered):
    clubs.found(name="De Hoop", slug="de-hoop", **CLUB)
    page = client.get("/").content.decode()
    assert 'href="/de-hoop/"' in page
    assert "look-around" not in page
    assert client.post("/look-around/").status_code == 404


@pytest.mark.parametrize("count", [1, 3])
def test_list_of_sheets_in_few_queries(client, django_assert_num_queries, count):
    make_sheets(count)
    client.get("/")
    with django_assert_num_queries(8):
        page = client.get("/")
    assert page.content.decode().count('href="/sheets/') == count


def test_long_list_has_pages(client):
    make_sheets(25)
    assert client.get("/").content.decode().count('href="/sheets/') == 24
    assert client.get("/?page=2").content.decode().count('href="/sheets/') == 1
    assert client.get("/?page=nonsense").status_code == 200


@pytest.mark.parametrize(
    ("language", "words"),
    [("nl", "Wedstrijdformulieren"), ("de", "Spielzettel"), ("en", "Score forms")],
)
def test_language_is_chosen_on_the_page_and_kept(client, language, words):
    make_sheets(1)
    answer = client.post("/i18n/setlang/", {"language": language, "next": "/"})
    assert answer["Location"] == "/"
    page = client.get("/").content.decode()
    assert f'<html lang="{language}">' in page
    assert words in page


def test_first_language_is_dutch(client):
    assert '<html lang="nl">' in client.get("/").content.decode()
