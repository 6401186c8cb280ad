"""Django's database sessions, with a row beside each that names its user."""

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore as InDatabase
from django.db import transaction

from tournaments.models import UserSession


class SessionStore(InDatabase):
    def save(self, must_create: bool = False) -> None:
        with transaction.atomic():
            super().save(must_create)
            if (user := self.get(SESSION_KEY)) and self.session_key:
                row = UserSession(session_id=self.session_key, user_id=int(user))
                UserSession.objects.bulk_create([row], ignore_conflicts=True)
