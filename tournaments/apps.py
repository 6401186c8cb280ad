"""When the app starts, it hands functions of higher modules to lower ones that must not import
them.
"""

from typing import TYPE_CHECKING

from django.apps import AppConfig

if TYPE_CHECKING:
    from django.core.mail import EmailMessage

    from tournaments.models import QueuedMail


class Tournaments(AppConfig):
    name = "tournaments"

    def ready(self) -> None:
        from tournaments.accounts import mail
        from tournaments.models import QueuedMail

        kinds = QueuedMail.Kind
        for kind in (kinds.RESULT, kinds.COME, kinds.PLACE, kinds.LINK):
            mail.writers[kind] = _write_letter


# Imports late what it calls: it knows most of the site, and commands start sooner without it.


def _write_letter(letter: "QueuedMail") -> "EmailMessage | None":
    from tournaments.publishing import letter_texts

    return letter_texts.write_letter(letter)
