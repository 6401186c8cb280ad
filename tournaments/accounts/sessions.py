from contextlib import suppress
from datetime import date, datetime, timedelta
from typing import Any, NamedTuple

from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.base import UpdateError
from django.contrib.sessions.backends.db import SessionStore as InDatabase
from django.db import DatabaseError, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from scoring.toolkit import seals
from tournaments.accounts.lifetimes import UNUSED
from tournaments.models import User, UserSession


class SessionStore(InDatabase):
    @classmethod
    def get_model_class(cls) -> type[UserSession]:
        return UserSession

    def create_model_instance(self, data: dict[str, Any]) -> UserSession:
        return UserSession(
            session_key=self._get_or_create_session_key(),  # type: ignore[attr-defined]
            session_data=self.encode(data),
            expire_date=self.get_expiry_date(),
            user_id=_find_user(data),
        )

    def _validate_session_key(self, key: str | None) -> bool:
        """A cookie may hold anything, and PostgreSQL refuses a NUL."""
        return "\0" not in (key or "") and super()._validate_session_key(key)  # type: ignore[misc]

    def _get_session_from_db(self) -> UserSession | None:
        session: UserSession | None = super()._get_session_from_db()  # type: ignore[misc]
        if session is None or session.user_id is None:
            return session
        if session.used < find_oldest_use():
            self._session_key = None
            return None
        if session.used < (today := timezone.localdate()):
            # A page is shown even if the database accepts no writes at the moment.
            with suppress(DatabaseError), transaction.atomic():
                UserSession.objects.filter(pk=session.pk).update(used=today)
        return session

    def save(self, must_create: bool = False) -> None:
        """Unlike Django's, a session that is saved again does not begin its full term anew."""
        if must_create or self.session_key is None:
            return super().save(must_create)
        data = dict(self.items())
        stored = UserSession.objects.filter(session_key=self.session_key)
        if not stored.update(session_data=self.encode(data), user_id=_find_user(data)):
            raise UpdateError
        return None


def _find_user(data: dict[str, Any]) -> int | None:
    return int(data[SESSION_KEY]) if SESSION_KEY in data else None


def find_oldest_use() -> date:
    """A session that was last used before this day is over."""
    return timezone.localdate() - UNUSED


class Open(NamedTuple):
    name: str  # identifies the session to end it; it does not open it
    since: datetime
    here: bool


def list_sessions(user: User, here: str | None) -> list[Open]:
    """Return the user's sessions, the newest first. `here` is the key of the current session."""
    age = timedelta(seconds=settings.SESSION_COOKIE_AGE)
    return [
        Open(_name(session), session.expire_date - age, session.session_key == here)
        for session in _list_current(user)
    ]


@transaction.atomic
def end(*, user: User, session: str) -> None:
    """`session` is its name from `list_sessions`, not the session key."""
    for candidate in _list_current(user):
        if constant_time_compare(_name(candidate), session):
            candidate.delete()


def purge_expired() -> int:
    unused = Q(user__isnull=False, used__lt=find_oldest_use())
    return UserSession.objects.filter(unused | Q(expire_date__lt=timezone.now())).delete()[0]


def _list_current(user: User) -> list[UserSession]:
    sessions = user.sessions.filter(used__gte=find_oldest_use(), expire_date__gt=timezone.now())
    return [
        session
        for session in sessions.order_by("-expire_date")
        if user.has_sealed(session.get_decoded().get(HASH_SESSION_KEY, ""))
    ]


def _name(session: UserSession) -> str:
    return seals.make("tournaments.accounts.sessions", session.session_key).hex()[:32]
