import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tournaments.club import clubs
from tournaments.models import Club, User

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def ans():
    clubs.create_club_with_owner(
        name="De Hoop", slug="de-hoop", owner_name="Ans", login="ans", password="drie losse woorden"
    )
    return User.objects.get()


def run(*words):
    out = StringIO()
    call_command(*words, stdout=out)
    return json.loads(out.getvalue())


def test_account_is_shut_with_its_log_ins_and_opened_again(client, ans):
    client.force_login(ans)
    assert run("shutaccount", " Ans") == {"login": "ans", "open": False}
    assert client.get("/account/").status_code == 302
    assert run("shutaccount", "ans", "--off") == {"login": "ans", "open": True}
    assert client.get("/account/").status_code == 302  # that session was ended
    with pytest.raises(CommandError, match="els"):
        run("shutaccount", "els")


def test_club_gets_another_name_and_address():
    before = Club.objects.get()
    assert run("renameclub", "de-hoop", "--name", "De Wens") == {
        "name": "De Wens",
        "slug": "de-hoop",
    }
    assert run("renameclub", "de-hoop", "--slug", "de-wens")["slug"] == "de-wens"
    assert Club.objects.get().results_version != before.results_version


@pytest.mark.parametrize("words", [("de-hoop", "--slug", "site"), ("de-boom", "--name", "X")])
def test_address_of_a_page_and_unknown_club_are_refused(words):
    with pytest.raises(CommandError):
        run("renameclub", *words)
    assert Club.objects.get().slug == "de-hoop"
