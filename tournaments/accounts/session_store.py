"""Stores sessions in the database as Django does. For each session of a logged-in user it also
saves a row that names this user, and the last day on which the session was used.
"""

from contextlib import suppress
from datetime import date, timedelta
from typing import Any

from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.base import UpdateError
from django.contrib.sessions.backends.db import SessionStore as InDatabase
from django.contrib.sessions.models import Session
from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from scoring.toolkit import seals
from tournaments.models import User, UserSession

UNUSED = timedelta(days=8)  # a log-in that is not used for so long ends: docs/security.md

# Plain SQL, as each page for a logged-in user begins with it.
DATA = """SELECT session_data, used < %s FROM django_session
    LEFT JOIN tournaments_usersession ON session_id = session_key
    WHERE session_key = %s AND expire_date > %s AND (used IS NULL OR used >= %s)"""


def find_oldest_use() -> date:
    """Return the day since which a session must have been used."""
    return timezone.localdate() - UNUSED


class SessionStore(InDatabase):
    def load(self) -> dict[str, Any]:
        today, oldest = timezone.localdate(), find_oldest_use()
        first, last = (connection.ops.adapt_datefield_value(day) for day in (oldest, today))
        now = connection.ops.adapt_datetimefield_value(timezone.now())
        with connection.cursor() as cursor:
            cursor.execute(DATA, [last, self.session_key, now, first])
            row = cursor.fetchone()
        if not row:
            self._session_key = None
            return {}
        if row[1]:
            self._note_use(today)
        return dict(self.decode(row[0]))

    def _note_use(self, today: date) -> None:
        """Save that the session is used today, at the first page of the day. A database that takes
        no writes just now shows that page all the same.
        """
        with suppress(DatabaseError), transaction.atomic():
            UserSession.objects.filter(session_id=self.session_key).update(used=today)

    def cycle_key(self) -> None:
        """Give the session another key, as Django asks. It also asks that for a session that was
        sealed with the site's former secret. Such a session keeps its key, since other requests of
        the same browser that are on their way would find none, and log it out.
        """
        if not self._has_former_seal():
            super().cycle_key()

    def _has_former_seal(self) -> bool:
        seal, user_id = self.get(HASH_SESSION_KEY), self.get(SESSION_KEY)
        if not (seal and user_id and len(seals.list_ways()) > 1):
            return False
        user = User.objects.filter(pk=user_id).first()
        return user is not None and seal in user.get_session_auth_fallback_hash()

    def save(self, must_create: bool = False) -> None:
        with transaction.atomic():
            if must_create or self.session_key is None:
                super().save(must_create)
            else:
                self._save_data()
            if (user := self.get(SESSION_KEY)) and self.session_key:
                row = UserSession(session_id=self.session_key, user_id=int(user))
                UserSession.objects.bulk_create([row], ignore_conflicts=True)

    def _save_data(self) -> None:
        """Save the data of a session that exists. It ends when it was to end: Django would begin
        its term anew.
        """
        data = self.encode(dict(self.items()))
        if not Session.objects.filter(session_key=self.session_key).update(session_data=data):
            raise UpdateError
