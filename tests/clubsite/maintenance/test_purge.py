import json
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.utils import timezone

from clubsite.maintenance import daily
from scoring.models import Sheet
from scoring.sheets import lifecycle
from tests.scoring.sheets.test_casual import laid_ready
from tournaments.accounts import roles, throttle
from tournaments.club import clubs
from tournaments.models import (
    EmailConfirmation,
    Invitation,
    LoginAttempt,
    LogInLink,
    User,
    UserSession,
)

PAST = timedelta(days=-1, seconds=-1)
KINDS = "sheets guests sessions links attempts files letters machines logs copies"
NOTHING = dict.fromkeys(KINDS.split(), 0)


def lay_ready(when):
    time = timezone.now() + when
    whose = {"owner_name": "Ans", "login": "ans", "password": "drie losse woorden"}
    club, user = clubs.create_club_with_owner(name="De Boom", slug="boom", **whose)
    LogInLink.objects.create(user=user, by=user, club=club, expires=time)
    EmailConfirmation.objects.create(user=user, email="ans@club.example", expires=time)
    roles.invite(club=club, kind="helper", name="Bob", by=user)
    Invitation.objects.update(expires=time)
    throttle.count_attempt(login="ans", address="192.0.2.1")
    LoginAttempt.objects.update(last=time)
    UserSession.objects.create(session_key="one", session_data="", expire_date=time)


def kept():
    counted = LogInLink, EmailConfirmation, Invitation, LoginAttempt, UserSession
    return [model.objects.count() for model in counted]


def said():
    out = StringIO()
    call_command("purge", stdout=out)
    return json.loads(out.getvalue())


@pytest.mark.django_db
def test_what_is_over_goes_and_the_account_stays():
    lay_ready(PAST)
    assert said() == NOTHING | {"sessions": 1, "links": 3, "attempts": 3}
    assert kept() == [0] * 5
    assert User.objects.count() == 1
    assert said() == NOTHING


@pytest.mark.django_db
@pytest.mark.parametrize("count", [1, 5])
def test_all_loose_sheets_that_are_due_go_however_many(count, monkeypatch):
    monkeypatch.setattr(daily, "AT_ONCE", 2)
    laid_ready(count)
    kept = lifecycle.open(game="jokeren", names=["Ans", "Bob"])
    assert said() == NOTHING | {"sheets": count}
    assert list(Sheet.objects.all()) == [kept]
