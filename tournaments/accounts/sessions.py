"""Where an account is logged in: none but its own sessions are opened to find out."""

from datetime import datetime, timedelta
from typing import NamedTuple

from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.models import Session
from django.db import transaction
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

from tournaments.models import User


class Open(NamedTuple):
    name: str  # by which it is ended; it opens nothing
    since: datetime
    here: bool


def list_sessions(user: User, here: str | None) -> list[Open]:
    """The newest first; `here` is the key of the session that asks."""
    age = timedelta(seconds=settings.SESSION_COOKIE_AGE)
    return [
        Open(_name(one), one.expire_date - age, one.session_key == here) for one in _found(user)
    ]


@transaction.atomic
def end(*, user: User, session: str) -> None:
    for one in _found(user):
        if constant_time_compare(_name(one), session):
            one.delete()


def _found(user: User) -> list[Session]:
    every = Session.objects.filter(of_user__user=user, expire_date__gt=timezone.now())
    return [one for one in every.order_by("-expire_date") if _is_of(user, one)]


def _is_of(user: User, session: Session) -> bool:
    told = session.get_decoded()
    seal = told.get(HASH_SESSION_KEY, "")
    theirs = told.get(SESSION_KEY) == str(user.pk)
    return theirs and constant_time_compare(seal, user.get_session_auth_hash())


def _name(session: Session) -> str:
    said = salted_hmac("tournaments.people.sessions", session.session_key, algorithm="sha256")
    return said.hexdigest()[:32]
