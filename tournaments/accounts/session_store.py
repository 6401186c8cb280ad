"""Stores sessions in the database as Django does. For each session of a logged-in user it also
saves a row that names this user.
"""

from typing import Any

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore as InDatabase
from django.db import connection, transaction
from django.utils import timezone

from tournaments.models import UserSession

# Plain SQL, as each page for a logged-in user begins with it.
DATA = "SELECT session_data FROM django_session WHERE session_key = %s AND expire_date > %s"


class SessionStore(InDatabase):
    def load(self) -> dict[str, Any]:
        now = connection.ops.adapt_datetimefield_value(timezone.now())
        with connection.cursor() as cursor:
            cursor.execute(DATA, [self.session_key, now])
            row = cursor.fetchone()
        if not row:
            self._session_key = None
        return self.decode(row[0]) if row else {}

    def save(self, must_create: bool = False) -> None:
        with transaction.atomic():
            super().save(must_create)
            if (user := self.get(SESSION_KEY)) and self.session_key:
                row = UserSession(session_id=self.session_key, user_id=int(user))
                UserSession.objects.bulk_create([row], ignore_conflicts=True)
