import re

import pytest
from django.forms import BaseForm, PasswordInput
from django.urls import get_resolver

from scoring.sheets import lifecycle
from tournaments.club import clubs, first_club
from tournaments.models import Club, Role
from tournaments.models.club import RESERVED, SLUG


def every_form(base=BaseForm):
    kinds = {base} if hasattr(base, "base_fields") else set()
    return kinds.union(*(every_form(form) for form in base.__subclasses__()))


@pytest.fixture
def filled_in(monkeypatch):
    monkeypatch.setattr(first_club, "_code", None)
    return {
        "name": "Kaartclub ’t Streepje",
        "slug": "",
        "owner_name": "Ans Willemse",
        "login": "Ans",
        "password": "drie losse woorden",
        "code": first_club.make_code().lower(),
    }


def test_founder_is_logged_in_and_lands_on_the_clubs_page(client, filled_in):
    answer = client.post("/new-club/", filled_in, follow=True)
    assert answer.redirect_chain == [("/kaartclub-t-streepje/", 302)]
    page = answer.content.decode()
    assert "Jouw rol hier: eigenaar" in page
    assert 'href="/kaartclub-t-streepje/members/"' in page
    assert Role.objects.get().user.login == "ans"
    assert client.get("/account/second/app/").status_code == 200  # no password once more


def test_no_form_gives_a_password_back():
    assert get_resolver().url_patterns  # all views are there, with their forms
    widgets = {
        (form.__name__, name): field.widget
        for form in every_form()
        for name, field in form.base_fields.items()
        if isinstance(field.widget, PasswordInput)
    }
    assert ("FirstClubForm", "password") in widgets
    assert [
        where for where, widget in widgets.items() if "geheim" in widget.render("", "geheim!")
    ] == []


def test_code_is_spent_and_the_page_is_gone(client, filled_in):
    client.post("/new-club/", filled_in)
    assert not first_club.is_code(filled_in["code"])
    client.logout()
    assert client.get("/new-club/").status_code == 404
    assert client.post("/new-club/", filled_in | {"name": "B", "login": "b"}).status_code == 404
    assert Club.objects.count() == 1


def test_who_owns_a_club_makes_another(client, filled_in):
    client.post("/new-club/", filled_in)
    assert 'href="/new-club/"' in client.get("/account/").content.decode()
    answer = client.post("/new-club/", {"name": "Rummi Goes"}, follow=True)
    assert answer.redirect_chain == [("/rummi-goes/", 302)]
    assert "Jouw rol hier: eigenaar" in answer.content.decode()
    taken = client.post("/new-club/", {"name": "Other", "slug": "rummi-goes"}).content.decode()
    assert 'data-number="unique"' in taken
    assert client.post("/new-club/", {"name": "Rummi, Goes"})["Location"] == "/rummi-goes-2/"
    assert [role.user.login for role in Role.objects.all()] == ["ans"] * 3


@pytest.mark.parametrize("kind", ["organiser", "helper", "member"])
def test_who_owns_none_makes_none(client, filled_in, kind):
    client.post("/new-club/", filled_in)
    Role.objects.update(kind=kind)
    assert client.post("/new-club/", {"name": "Rummi Goes"}).status_code == 404
    assert "/new-club/" not in client.get("/account/").content.decode()


def test_site_with_sheets_is_not_fresh(client, filled_in):
    lifecycle.open(game="jokeren", names=["Ans", "Bob"])
    assert client.post("/new-club/", filled_in).status_code == 404


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"name": ""}, "required"),
        ({"name": "x" * 61}, "max_length"),
        ({"slug": "login"}, "reserved"),
        ({"slug": "De Hoop"}, "invalid"),
        ({"slug": "de_hoop"}, "invalid"),
        ({"slug": "Hoop"}, "invalid"),
        ({"slug": "-hoop"}, "invalid"),
        ({"owner_name": ""}, "required"),
        ({"login": "Ans!"}, "invalid"),
        ({"login": ""}, "required"),
        ({"password": ""}, "required"),
        ({"password": "kort"}, "password_too_short"),
        ({"password": "wachtwoord1"}, "password_own_word"),
        ({"password": "password1"}, "password_too_common"),
        ({"password": "8236591734"}, "password_entirely_numeric"),
        ({"code": "AAAA-AAAA"}, "wrong_code"),
        ({"code": ""}, "required"),
        ({"owner_name": "Ans\0"}, "null_characters_not_allowed"),
    ],
)
def test_refusal_keeps_what_was_typed(client, filled_in, wrong, code):
    answer = client.post("/new-club/", filled_in | wrong)
    page = answer.content.decode()
    assert page.count("data-number=") == 1
    assert f'data-number="{code}"' in page
    assert not Club.objects.exists()
    if typed := (filled_in | wrong)["owner_name"]:
        assert f'value="{typed}"' in page
    assert "no-store" in answer["Cache-Control"]


def test_failure_after_the_code_was_right_leaves_it_working(client, filled_in, monkeypatch):
    client.raise_request_exception = False
    with monkeypatch.context() as broken:
        broken.setattr(clubs, "create_club_with_owner", lambda **_: 1 / 0)
        assert client.post("/new-club/", filled_in).status_code == 500
    assert client.post("/new-club/", filled_in).status_code == 302


@pytest.mark.parametrize(
    ("name", "slug"), [("Login", "login-club"), ("♠♥♦♣", "club-club"), ("Gé & Co", "ge-co")]
)
def test_address_is_suggested_from_the_name(client, filled_in, name, slug):
    assert client.post("/new-club/", filled_in | {"name": name})["Location"] == f"/{slug}/"


def test_no_club_can_take_an_address_of_the_site():
    routes = {str(url_pattern.pattern).split("/")[0] for url_pattern in get_resolver().url_patterns}
    inner = get_resolver("tournaments.urls").url_patterns
    routes |= {str(page.pattern).split("/")[0] for page in inner}
    assert {route for route in routes if re.fullmatch(SLUG, route)} <= RESERVED
    assert "static" in RESERVED


def test_log_in_and_out(client, filled_in):
    client.post("/new-club/", filled_in)
    assert client.post("/logout/")["Location"] == "/"
    wrong = client.post("/login/", {"username": "ans", "password": "fout"}).content.decode()
    assert "Deze inlognaam en dit wachtwoord horen niet bij elkaar." in wrong
    assert 'data-number="invalid_login"' in wrong
    right = client.post("/login/", {"username": "ANS", "password": filled_in["password"]})
    assert right["Location"] == "/kaartclub-t-streepje/"


def test_empty_log_in_is_refused_by_the_site_and_not_by_the_browser(client):
    assert "novalidate" in client.get("/login/").content.decode()
    page = client.post("/login/", {"username": "", "password": ""}).content.decode()
    assert 'data-number="required"' in page


@pytest.mark.parametrize("demo", [False, True])
def test_only_owner_who_lost_the_password_is_told_the_line_to_type(client, settings, demo):
    settings.DEMO = demo
    assert ("python3 manage.py changepassword" in client.get("/login/").content.decode()) != demo
