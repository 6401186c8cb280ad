"""Stores sessions in the database as Django does. For each session of a logged-in user it also
saves a row that names this user, and the last day on which the session was used.
"""

from contextlib import suppress
from datetime import date, timedelta
from typing import Any

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.base import UpdateError
from django.contrib.sessions.backends.db import SessionStore as InDatabase
from django.contrib.sessions.models import Session
from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from tournaments.models import UserSession

UNUSED = timedelta(days=8)  # a log-in that is not used for so long ends: docs/security.md

# Plain SQL, as each page for a logged-in user begins with it.
DATA = """SELECT session_data, used < %s FROM django_session
    LEFT JOIN tournaments_usersession ON session_id = session_key
    WHERE session_key = %s AND expire_date > %s AND (used IS NULL OR used >= %s)"""


def find_oldest_use() -> date:
    """Return the earliest day on which a session may have been used last. A session that was last
    used before that day is no longer valid.
    """
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
        """Save that the session is used today. This happens at the first page of each day. If the
        database accepts no writes at the moment, the error is ignored, so that the page is shown
        all the same.
        """
        with suppress(DatabaseError), transaction.atomic():
            UserSession.objects.filter(session_id=self.session_key).update(used=today)

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
        """Save the data of an existing session, without changing when the session ends. Django's
        own method would start its full term again.
        """
        data = self.encode(dict(self.items()))
        if not Session.objects.filter(session_key=self.session_key).update(session_data=data):
            raise UpdateError
