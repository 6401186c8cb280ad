import json
from io import StringIO

import pytest
from django.core.management import call_command

from tests.tournaments.accounts.test_second_step import NONCE, PASSWORD, code
from tournaments.accounts import second_step
from tournaments.club import clubs
from tournaments.models import AccessLogEntry, User

pytestmark = pytest.mark.django_db


@pytest.fixture
def ans():
    clubs.create_club_with_owner(
        name="De Hoop", slug="de-hoop", owner_name="Ans", login="ans", password=PASSWORD
    )
    user = User.objects.get()
    second_step.add_app(user=user, nonce=NONCE, code=code(user))
    return user


def secondstep(*args):
    out = StringIO()
    call_command("secondstep", *args, stdout=out)
    return json.loads(out.getvalue())


def test_it_tells_and_ends_it(client, ans):
    assert secondstep("ans") == {"login": "ans", "second_step": True}
    client.force_login(ans)
    assert secondstep(" Ans", "--off") == {"login": "ans", "second_step": False}
    assert client.get("/account/").status_code == 302
    last = AccessLogEntry.objects.first()
    assert (last.kind, last.by) == ("reset", None)


def test_new_key_of_the_site_ends_the_apps(ans, monkeypatch):
    monkeypatch.setattr("tournaments.site_key.replace", lambda: None)
    call_command("newkey", stdout=StringIO())
    assert not second_step.is_on(ans)
