from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

import scoring.sheets.links
from clubsite.maintenance.daily import purge
from clubsite.pages import privacy
from scoring.models import Sheet
from tests.lifting import triggers_lifted
from tests.scoring.sheets import test_casual
from tournaments import links, models
from tournaments.accounts import invitations, login_links, mail_queue, throttle
from tournaments.club import clubs
from tournaments.members import members

pytestmark = pytest.mark.django_db

PASSWORD = "drie losse woorden"
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


@pytest.fixture
def ans():
    whose = {"owner_name": "Ans", "login": "ans", "password": PASSWORD}
    return clubs.create_club_with_owner(name="De Boom", slug="boom", **whose)[1]


@pytest.fixture(autouse=True)
def folders(settings, tmp_path):
    settings.DATA, settings.LOGS, settings.MAIL = tmp_path, tmp_path / "logs", True
    settings.BACKUPS = tmp_path / "back-ups"
    for folder in (settings.LOGS, settings.BACKUPS):
        folder.mkdir()


def forms(ans, age):
    sheet = test_casual.opened()
    with triggers_lifted():
        sheet.events.update(time=timezone.now() - age)
    Sheet.objects.update(created=timezone.now() - age)
    return Sheet.objects.count


def guests(ans, age):
    members.add(club=models.Club.objects.get(), first="Gé", guest=True)
    models.Member.objects.update(created=timezone.now() - age)
    return models.Member.objects.filter(erased=None).count


def sessions(ans, age):
    Client().force_login(ans)
    return over_at(models.UserSession.objects, "expire_date", age)


def unused(ans, age):
    Client().force_login(ans)
    models.UserSession.objects.update(used=timezone.localdate(timezone.now() - age))
    return models.UserSession.objects.count


def let_in(ans, age):
    invitations.invite(club=models.Club.objects.get(), kind="helper", name="", by=ans)
    models.AccessLogEntry.objects.update(time=timezone.now() - age)
    return models.AccessLogEntry.objects.count


def over_at(rows, field, age):
    rows.update(**{field: getattr(rows.get(), field) - age})
    return rows.count


def an_invitation(ans, age):
    invitations.invite(club=models.Club.objects.get(), kind="helper", name="", by=ans)
    return over_at(models.Invitation.objects, "expires", age)


def handed(ans, age):
    bob = models.User.objects.create(login="bob", name="Bob")
    role = bob.roles.create(club=models.Club.objects.get(), kind="helper")
    login_links.create_login_link(role=role, by=ans)
    return over_at(models.LogInLink.objects, "expires", age)


def mailed(ans, age):
    models.User.objects.update(email="ans@club.nl")
    login_links.mail_links(who="ans", ip="192.0.2.1")
    return over_at(models.LogInLink.objects, "expires", age)


def letters(ans, age):
    mail_queue.queue(kind="moved", user=ans, to="ans@club.nl")
    mail_queue.mark_failed(models.QueuedMail.objects.get(), "away", for_good=True)
    models.QueuedMail.objects.update(gave_up=timezone.now() - age)
    return models.QueuedMail.objects.count


def tries(ans, age):
    throttle.count_attempt(login="ans", ip="192.0.2.1")
    models.LoginAttempt.objects.update(last=timezone.now() - age)
    return models.LoginAttempt.objects.count


def lists(ans, age):
    models.ImportDraft.objects.create(club=models.Club.objects.get(), rows=[])
    models.ImportDraft.objects.update(created=timezone.now() - age)
    return models.ImportDraft.objects.count


def months(ans, age):
    folder = Path(settings.BACKUPS)
    for old in (age, *(n * HOUR for n in range(10))):
        (folder / f"streepje-{datetime.now(UTC) - old:%Y%m%dT%H%M%S}Z.backup").touch()
    return lambda: len([*folder.iterdir()]) - 10


# By term: how long one of it says, how it is made, and how much later at most it is gone.
TERMS = {
    "forms": (DAY, forms, HOUR),
    "guests": (365 * DAY, guests, 3 * DAY),
    "session": (DAY, sessions, HOUR),
    "unused": (DAY, unused, DAY),
    "let_in": (30 * DAY, let_in, 7 * DAY),
    "invitation": (DAY, an_invitation, HOUR),
    "handed": (HOUR, handed, HOUR),
    "mailed": (timedelta(minutes=1), mailed, HOUR),
    "letters": (DAY, letters, HOUR),
    "tries": (DAY, tries, HOUR),
    "lists": (HOUR, lists, HOUR),
    "months": (30 * DAY, months, 7 * DAY),
}
# In test_renewing.py, test_logs.py, test_after_night.py, and below.
ELSEWHERE = ("phone", "log", "copies", "links")


def test_every_term_is_tested_here_or_elsewhere():
    assert {*privacy.list_terms()} == {*TERMS, *ELSEWHERE}


@pytest.mark.parametrize("term", TERMS)
@pytest.mark.parametrize("over", [False, True])
def test_goes_by_itself_once_its_time_is_over_and_not_before(term, over, ans):
    unit, make, later = TERMS[term]
    said = privacy.list_terms()[term] * unit
    there = make(ans, said + later if over else said - timedelta(seconds=30))
    assert there()
    purge()
    assert bool(there()) == (not over)


def test_no_cookie_stays_longer_than_is_said(client, ans):
    club = clubs.set_visibility(club=models.Club.objects.get(), visible_to="link")
    client.post("/login/", {"username": "ans", "password": PASSWORD})
    client.post("/i18n/setlang/", {"language": "de"})
    client.get(f"/club/{links.make_key(club)}/")
    client.get(scoring.sheets.links.build_path(test_casual.opened()))
    client.get("/login/")
    ages = {name: cookie["max-age"] for name, cookie in client.cookies.items()}
    kinds = ("", "_csrf", "_language", "_links", "_sheets")
    assert ages.keys() == {f"streepje{kind}" for kind in kinds}
    assert max(ages.values()) == privacy.list_terms()["links"] * 24 * 3600
