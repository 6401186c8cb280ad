"""Letters by e-mail: short, plain, in the language of the page that they were asked on."""

import logging
from concurrent.futures import Future, ThreadPoolExecutor

from django.core.mail import EmailMessage
from django.utils.translation import gettext

from tournaments.models import Confirmation, LogInLink, User

log = logging.getLogger(__name__)

# Beside the page, which would tell by its slowness that there was somebody to write to.
_sending = ThreadPoolExecutor(max_workers=1, thread_name_prefix="letters")


def send(letter: EmailMessage) -> "Future[bool]":
    return _sending.submit(_send, letter)


def log_in(link: LogInLink, address: str) -> EmailMessage:
    return _letter(
        link.email,
        gettext("Log in to Streepje"),
        gettext("Hello %(name)s,") % {"name": link.user.name},
        gettext("This link logs you in, once, within 20 minutes:"),
        address,
        gettext("You did not ask for it? Then somebody typed your name; nothing happens."),
    )


def confirm(confirmation: Confirmation, address: str) -> EmailMessage:
    """No name: this may be a stranger's address."""
    return _letter(
        confirmation.email,
        gettext("Is this your e-mail address?"),
        gettext("Hello,"),
        gettext("Somebody wants to log in to Streepje by this address. Is that you? Open this:"),
        address,
        gettext("It works once, for one day. If it is not you, do nothing."),
    )


def moved(user: User, before: str) -> EmailMessage:
    """To the address that was: whoever took it away may not be its owner."""
    return _letter(
        before,
        gettext("Your e-mail address in Streepje"),
        gettext("Hello %(name)s,") % {"name": user.name},
        gettext("Your account in Streepje no longer has this e-mail address."),
        gettext("Was it not you? Ask an owner of your club for a link to log in, and change it."),
    )


def _letter(to: str, subject: str, *parts: str) -> EmailMessage:
    machine = {"Auto-Submitted": "auto-generated"}  # no answer from who is on holiday
    return EmailMessage(subject, "\n\n".join(parts) + "\n", to=[to], headers=machine)


def _send(letter: EmailMessage) -> bool:
    try:
        return bool(letter.send())
    except Exception as error:  # what it says may name whom it was for
        log.error("A letter could not be sent: %s", type(error).__name__)
        return False
