import json
from io import StringIO
from unittest.mock import Mock

import pytest
from django.core.management import CommandError, call_command
from django.utils import translation

from clubsite.management.commands import changepassword
from tests.tournaments.accounts.test_second_step import NONCE, code
from tournaments.accounts import second_step
from tournaments.club import clubs
from tournaments.models import AccessLogEntry, Club, User

pytestmark = pytest.mark.django_db
OLD, NEW = "drie losse woorden", "vier blauwe paarden"


@pytest.fixture(autouse=True)
def ans():
    clubs.create_club_with_owner(
        name="De Hoop", slug="de-hoop", owner_name="Ans", login="ans", password=OLD
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
    now = {"name": "De Wens", "slug": "de-hoop"}
    assert run("renameclub", "de-hoop", "--name", "De Wens") == now
    assert run("renameclub", "de-hoop", "--slug", "de-wens")["slug"] == "de-wens"
    assert Club.objects.get().results_version != before.results_version


@pytest.mark.parametrize("words", [("de-hoop", "--slug", "site"), ("de-boom", "--name", "X")])
def test_address_of_a_page_and_unknown_club_are_refused(words):
    with pytest.raises(CommandError):
        run("renameclub", *words)
    assert Club.objects.get().slug == "de-hoop"


# A new password, typed at the machine


@pytest.fixture
def typed(monkeypatch):
    def types(*words):
        waiting = iter(words)
        monkeypatch.setattr(changepassword, "getpass", lambda question: next(waiting))

    return types


def change(login="ans"):
    err = StringIO()
    call_command("changepassword", login, stderr=err)
    return err.getvalue()


def test_password_that_is_typed_twice_is_the_new_one(ans, typed):
    typed(NEW, NEW)
    assert change(" Ans") == "ans heeft een nieuw wachtwoord.\n"
    assert User.objects.get().check_password(NEW)


def test_slip_and_weak_password_are_told_and_asked_once_more(ans, typed):
    typed(NEW, "vier blauwe paard", "kort", "kort", NEW, NEW)
    with translation.override("en"):
        told = change().splitlines()
    assert told[0] == "Dat was niet twee keer hetzelfde."
    assert "te kort" in told[1]
    assert User.objects.get().check_password(NEW)


def test_after_three_times_or_without_an_answer_nothing_is_changed(ans, typed, monkeypatch):
    typed(*"abcdef")
    with pytest.raises(CommandError, match="niets veranderd"):
        change()
    monkeypatch.setattr(changepassword, "getpass", Mock(side_effect=EOFError))
    with pytest.raises(CommandError, match="niets veranderd"):
        change()
    assert User.objects.get().check_password(OLD)


def test_nobody_of_that_name():
    with pytest.raises(CommandError, match="els"):
        change("els")


# The second step


@pytest.fixture
def app(ans):
    second_step.add_app(user=ans, nonce=NONCE, code=code(ans))


def test_second_step_is_told_and_ended(client, ans, app):
    assert run("secondstep", "ans") == {"login": "ans", "second_step": True}
    client.force_login(ans)
    assert run("secondstep", " Ans", "--off") == {"login": "ans", "second_step": False}
    assert client.get("/account/").status_code == 302
    last = AccessLogEntry.objects.first()
    assert (last.kind, last.by) == ("reset", None)


def test_new_key_of_the_site_ends_the_apps(ans, app, monkeypatch):
    monkeypatch.setattr("tournaments.site_key.replace", lambda: None)
    call_command("newkey", stdout=StringIO())
    assert not second_step.is_on(ans)
