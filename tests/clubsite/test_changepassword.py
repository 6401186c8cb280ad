from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.utils import translation

from clubsite.management.commands import changepassword
from tournaments.accounts import accounts
from tournaments.models import User

pytestmark = pytest.mark.django_db
NEW = "vier blauwe paarden"


@pytest.fixture
def ans():
    return accounts.create_account(name="Ans", login="ans", password="drie losse woorden")


@pytest.fixture
def typed(monkeypatch):
    """`typed(…)`: what is typed at each question."""

    def types(*words):
        waiting = iter(words)
        monkeypatch.setattr(changepassword, "getpass", lambda question: next(waiting))

    return types


def run_command(login="ans"):
    err = StringIO()
    call_command("changepassword", login, stderr=err)
    return err.getvalue()


def test_password_that_is_typed_twice_is_the_new_one(ans, typed):
    typed(NEW, NEW)
    assert run_command(" Ans") == "ans heeft een nieuw wachtwoord.\n"
    assert User.objects.get().check_password(NEW)


def test_slip_and_weak_password_are_told_and_asked_once_more(ans, typed):
    typed(NEW, "vier blauwe paard", "kort", "kort", NEW, NEW)
    with translation.override("en"):
        told = run_command().splitlines()
    assert told[0] == "Dat was niet twee keer hetzelfde."
    assert "te kort" in told[1]
    assert User.objects.get().check_password(NEW)


def test_after_three_times_nothing_is_changed(ans, typed):
    typed(*"abcdef")
    with pytest.raises(CommandError, match="niets veranderd"):
        run_command()
    assert User.objects.get().check_password("drie losse woorden")


def test_nobody_of_that_name():
    with pytest.raises(CommandError, match="els"):
        run_command("els")
