"""What a stranger tries from outside: leading people elsewhere, other names of the site, and what
browsers and proxies keep.
"""

import pytest
from django.test import Client

from tests.tournaments.test_permissions import Site, routes
from tournaments.accounts import accounts

pytestmark = pytest.mark.django_db

PASSWORD = "drie losse woorden"
ELSEWHERE = [
    "https://evil.example/",
    "//evil.example/",
    "/\\evil.example/",
    "///evil.example",
    "http:///evil.example/",
    "javascript:alert(1)",
    "\tjavascript:alert(1)",
    "https:evil.example",
]


def test_nobody_is_led_elsewhere(client):
    accounts.create_account(name="Ans", login="ans", password=PASSWORD)
    sent = {"username": "ans", "password": PASSWORD}
    assert client.post("/login/", sent | {"next": "/account/"})["Location"] == "/account/"
    for where in ELSEWHERE:
        led = [client.post("/logout/", {"next": where})]
        led += [client.post("/login/", sent | {"next": where}, query_params={"next": where})]
        led += [client.post("/i18n/setlang/", {"language": "en", "next": where})]
        assert [answer["Location"] for answer in led] == ["/"] * 3, where


NAMES = ["evil.example", "localhost.evil.example", "localhost@evil.example"]


@pytest.mark.parametrize("name", NAMES)
def test_site_does_not_answer_to_another_name(client, name):
    assert client.get("/", headers={"host": name}).status_code == 400
    forwarded = client.get("/login/", headers={"x-forwarded-host": name})
    assert name not in forwarded.content.decode()


# Kept by nobody but the site


NOBODYS = ["<slug:slug>/logo.png", "robots.txt"]  # nothing in them is anybody's
# Pages that follow an evening: the browser has to ask each time whether they are as they were.
ASKED = "private, no-cache"


def test_what_somebody_saw_who_was_logged_in_is_kept_by_no_proxy_and_shown_to_nobody_after():
    site = Site()
    ids, client = site.things["ours"], Client()
    client.force_login(site.users["ours-owner"])
    kept = []
    for route in routes():
        answer = client.get(site.path(route, ids))
        control = answer.get("Cache-Control", "")
        if answer.status_code == 200 and "no-store" not in control and control != ASKED:
            kept.append(route)
    assert sorted(kept) == NOBODYS
