import time
from types import SimpleNamespace

import pytest
from django.test import Client

from tests.tournaments.evenings import club_and_owner, club_with, make_or_put_back
from tournaments.accounts import mail as letters
from tournaments.accounts import second_step, throttle
from tournaments.models import User


@pytest.fixture(scope="session", autouse=True)
def refuse_at_once():
    """Let no wrong password wait for its answer."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(throttle, "PENALTY", 0)
        yield


@pytest.fixture
def mail(settings, monkeypatch, mailoutbox):
    """Letters leave at once, and not beside the page."""
    settings.MAIL, settings.PUBLIC_URL = True, "https://club.example"
    monkeypatch.setattr(letters, "wake", letters.deliver)
    return mailoutbox


@pytest.fixture
def club(db):
    return make_or_put_back("club", club_and_owner)[1]


@pytest.fixture
def ans(club):
    return User.objects.get(login="ans")


@pytest.fixture
def season():
    """Of a club whose owner is the only account."""
    return club_with()


@pytest.fixture
def at_the_laptop(client, season):
    """The owner is logged in, and reads English."""
    client.force_login(User.objects.get())
    client.cookies["streepje_language"] = "en"


@pytest.fixture
def visitor():
    """Nobody, who reads English."""
    return Client(headers={"accept-language": "en"})


@pytest.fixture
def stopped_clock(monkeypatch):
    """Stop the clock of second steps in the middle of a half minute, so that the code of no other
    one counts.
    """
    now = time.time() // 30 * 30 + 15
    monkeypatch.setattr(second_step, "time", SimpleNamespace(time=lambda: now))
