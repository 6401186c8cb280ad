"""The open sessions of an account. To find them, only this user's sessions are decoded."""

from datetime import datetime, timedelta
from typing import NamedTuple

from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from scoring.toolkit import seals
from tournaments.accounts.session_store import find_oldest_use
from tournaments.models import User


class Open(NamedTuple):
    name: str  # identifies the session to end it; it does not open it
    since: datetime
    here: bool


def list_sessions(user: User, here: str | None) -> list[Open]:
    """Return the user's sessions, the newest first. `here` is the key of the current session."""
    age = timedelta(seconds=settings.SESSION_COOKIE_AGE)
    return [
        Open(_name(session), session.expire_date - age, session.session_key == here)
        for session in _found(user)
    ]


@transaction.atomic
def end(*, user: User, session: str) -> None:
    """End one of the user's sessions. `session` is its name from `list_sessions`, not the session
    key.
    """
    for candidate in _found(user):
        if constant_time_compare(_name(candidate), session):
            candidate.delete()


@transaction.atomic
def purge_expired() -> int:
    """Delete the sessions that are over or were not used for long; return how many."""
    over = Q(expire_date__lt=timezone.now()) | Q(of_user__used__lt=find_oldest_use())
    _all, deleted = Session.objects.filter(over).delete()
    return deleted.get(Session._meta.label, 0)  # without what was deleted with them


def _found(user: User) -> list[Session]:
    in_use = Session.objects.filter(of_user__user=user, of_user__used__gte=find_oldest_use())
    current_sessions = in_use.filter(expire_date__gt=timezone.now()).order_by("-expire_date")
    return [session for session in current_sessions if _is_of(user, session)]


def _is_of(user: User, session: Session) -> bool:
    data = session.get_decoded()
    seal = data.get(HASH_SESSION_KEY, "")
    return data.get(SESSION_KEY) == str(user.pk) and user.has_sealed(seal)


def _name(session: Session) -> str:
    """Return a hash by which a page names the session that it asks to end."""
    return seals.make("tournaments.people.sessions", session.session_key).hex()[:32]
