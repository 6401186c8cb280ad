import json
from urllib.parse import urlencode

import pytest
from django.test.client import FakePayload
from django.urls import reverse

from scoring.browser.sync import MOST_BYTES
from scoring.models import Sheet
from scoring.sheets import lifecycle, links
from tournaments.club import clubs

pytestmark = pytest.mark.django_db

FORM = "application/x-www-form-urlencoded"
MUCH = b"text=" + b"x" * MOST_BYTES
ENGLISH = {"accept-language": "en"}


class Unread(FakePayload):
    def read(self, *_args):
        raise AssertionError("it was read")

    readline = readlines = read


def sent(client, path, body=MUCH, **how):
    return client.generic("POST", path, body, content_type=FORM, headers=ENGLISH, **how)


@pytest.fixture
def sheet():
    return lifecycle.open(game="jokeren", names=["Ans", "Bob"])


def addresses(sheet):
    path = links.build_path(sheet)
    below = [f"{path}{part}/" for part in ("game/1", "paper", "manage")]
    there = ["/sheets/new/?game=jokeren", "/login/", "/", "/i18n/setlang/"]
    return [*below, *there, "/nowhere/", f"/s/{'x' * 46}/game/1/"]


def test_too_much_is_refused_everywhere_unread(client, sheet):
    before = sheet.events.count()
    for path in addresses(sheet):
        answer = sent(client, path, **{"wsgi.input": Unread(MUCH)})
        assert answer.status_code == 413, path
        assert "This is too much in one go" in answer.content.decode()
        assert "default-src 'self'" in answer["Content-Security-Policy"]
    assert (Sheet.objects.count(), sheet.events.count()) == (1, before)


def test_as_much_as_may_be_is_read(client, sheet):
    path = f"{links.build_path(sheet)}manage/"
    body = MUCH[:MOST_BYTES]
    assert sent(client, path, body).status_code != 413
    assert sent(client, path, body + b"x").status_code == 413


@pytest.mark.parametrize("length", ["", "many", "-1", "٣"])
def test_length_that_is_none_does_no_harm(client, length):
    assert sent(client, "/login/", b"", CONTENT_LENGTH=length).status_code in (200, 403)


def test_phones_are_told_in_their_own_way(client, sheet):
    answer = client.generic(
        "POST",
        reverse("scoring:sync"),
        b" " * (MOST_BYTES + 1),
        content_type="application/json",
        headers={"Streepje-Link": links.make_key(sheet)},
        **{"wsgi.input": Unread(b"")},
    )
    assert answer.status_code == 413
    assert json.loads(answer.content)["problems"][0]["code"] == "S81"


# A list of members


@pytest.fixture
def pasting(client):
    words = {"owner_name": "Ans", "login": "ans", "password": "drie losse woorden"}
    club, user = clubs.create_club_with_owner(name="De Hoop", slug="de-hoop", **words)
    client.force_login(user)
    return club


def listed(client, text):
    body = urlencode({"text": text, "do": "add"}).encode()
    return len(body), sent(client, "/de-hoop/members/list/", body)


@pytest.mark.wide
def test_ten_thousand_members_are_pasted_in_one_go(client, pasting):
    text = "\n".join(f"Zoë-Anaïs {n} van der Grootenhuijsen" for n in range(10_000))
    length, answer = listed(client, text)
    assert length > 3 * MOST_BYTES
    assert answer["Location"] == "/de-hoop/rules/new/"
    assert pasting.members.count() == 10_000
