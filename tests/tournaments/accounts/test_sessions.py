from datetime import timedelta

import pytest
from django.contrib.sessions.backends.base import UpdateError
from django.db import OperationalError, connection
from django.db.models import QuerySet
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from clubsite.maintenance.daily import purge_site
from tournaments.accounts import sessions
from tournaments.models import User, UserSession


@pytest.fixture
def opened(monkeypatch):
    keys, get_decoded = [], UserSession.get_decoded

    def noted(session):
        keys.append(session.session_key)
        return get_decoded(session)

    monkeypatch.setattr(UserSession, "get_decoded", noted)
    return keys


def log_in(user, times=1):
    clients = [Client() for _ in range(times)]
    for client in clients:
        client.force_login(user)
    return clients


@pytest.mark.parametrize("others", [1, 30])
def test_only_its_own_sessions_are_opened_however_many_others_there_are(
    ans, opened, others, django_assert_num_queries
):
    for number in range(others):
        log_in(User.objects.create(login=f"x{number}", name="X"), 2)
    log_in(ans, 2)
    with django_assert_num_queries(1):
        found = sessions.list_sessions(ans, None)
    assert (len(found), len(opened)) == (2, 2)
    sessions.end(user=ans, session=found[0].name)
    assert len(opened) == 4
    assert [list_session.name for list_session in sessions.list_sessions(ans, None)] == [
        found[1].name
    ]
    assert UserSession.objects.count() == 2 * others + 1


def test_session_ends_thirteen_days_after_the_log_in_however_often_it_is_used(ans):
    (client,) = log_in(ans)
    begun = timezone.now() - timedelta(days=13) + timedelta(hours=1)
    UserSession.objects.update(expire_date=begun + timedelta(days=13))
    session = client.session
    session["said"] = "something"
    session.save()
    assert client.session["said"] == "something"
    assert sessions.list_sessions(ans, None)[0].since == begun
    said = {"username": "ans", "password": "drie losse woorden"}
    before = client.session.session_key
    client.post("/login/", said)  # anew
    assert client.session.session_key != before
    assert sessions.list_sessions(ans, None)[0].since > timezone.now() - timedelta(hours=1)


@pytest.mark.parametrize("has_password", [True, False])
def test_only_a_proof_begins_the_term_anew(ans, has_password):
    """An account without a password is asked nothing, and its log-in ends when it was to end."""
    if not has_password:
        ans.set_unusable_password()
        ans.save()
    (client,) = log_in(ans)
    begun = timezone.now() - timedelta(days=12)
    UserSession.objects.update(expire_date=begun + timedelta(days=13))
    client.get("/account/second/prove/")
    assert sessions.list_sessions(ans, None)[0].since == begun
    client.post("/account/second/prove/", {"current": "drie losse woorden"})
    assert (sessions.list_sessions(ans, None)[0].since == begun) == (not has_password)


def test_session_that_was_ended_meanwhile_is_not_saved_again(ans):
    (client,) = log_in(ans)
    late = client.session
    late["said"] = "something"
    UserSession.objects.all().delete()
    with pytest.raises(UpdateError):
        late.save()
    assert UserSession.objects.count() == 0


def test_cookie_that_no_database_can_look_up_is_nobodys_session(ans, settings):
    odd = {"cookie": f'{settings.SESSION_COOKIE_NAME}="aaaaaaaa\\000"'}  # PostgreSQL takes no NUL
    assert Client().get("/account/", headers=odd).status_code == 302


@pytest.fixture
def days_later(monkeypatch):
    def wait(days):
        today = timezone.localdate() + timedelta(days=days)
        monkeypatch.setattr(sessions.timezone, "localdate", lambda: today)

    return wait


def test_log_in_that_is_not_used_for_eight_days_ends(ans, days_later):
    (client,) = log_in(ans)
    days_later(7)  # from one club night to the next, and a day more
    assert client.get("/account/").status_code == 200
    days_later(8)
    assert client.get("/account/").status_code == 200
    assert len(sessions.list_sessions(ans, None)) == 1
    days_later(9)
    assert sessions.list_sessions(ans, None) == []
    assert client.get("/account/").status_code == 302
    assert purge_site()["sessions"] == 1


def test_use_is_noted_once_a_day(ans, days_later, django_assert_num_queries):
    (client,) = log_in(ans)
    days_later(1)
    with CaptureQueriesContext(connection) as first:
        client.get("/account/")
    with CaptureQueriesContext(connection) as second:
        client.get("/account/")
    wrote = [[q["sql"] for q in said if "UPDATE" in q["sql"]] for said in (first, second)]
    assert ["usersession" in sql for sql in wrote[0]] == [True]
    assert wrote[1] == []
    assert UserSession.objects.get().used == timezone.localdate()


def test_database_that_takes_no_writes_still_shows_a_page(ans, days_later, monkeypatch):
    (client,) = log_in(ans)
    days_later(1)

    def refuse(*_args, **_more):
        raise OperationalError("read-only")

    monkeypatch.setattr(QuerySet, "update", refuse)
    assert client.get("/account/").status_code == 200


def test_who_was_erased_takes_their_sessions_along(ans):
    (client,) = log_in(ans)
    ans.delete()
    assert UserSession.objects.count() == 0
    assert client.get("/").status_code == 200
