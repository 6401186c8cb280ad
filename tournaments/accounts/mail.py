"""Letters by e-mail: short, plain, in the language of the page that they were asked on. They leave
beside the page, which would tell by its slowness that there was somebody to write to, and wait in
the database meanwhile (postbox.py).
"""

import logging
import smtplib
from threading import Event, Lock, Thread
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import DatabaseError, connection
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.formats import date_format
from django.utils.translation import gettext

from tournaments import links
from tournaments.accounts import mail_queue, roles
from tournaments.models import Confirmation, Invitation, Letter, LogInLink, User

log = logging.getLogger(__name__)

LONGEST = 60.0  # seconds: another worker may have put one in


class MailThread:
    """One thread of a process, as long as there are letters."""

    def __init__(self) -> None:
        self._lock, self._news = Lock(), Event()
        self._thread: Thread | None = None

    def wake(self) -> Thread:
        with self._lock:
            self._news.set()
            if self._thread is None or not self._thread.is_alive():
                self._thread = Thread(target=self._run, name="letters", daemon=True)
                self._thread.start()
            return self._thread

    def _run(self) -> None:
        while True:
            self._news.clear()
            pause = _round()
            with self._lock:
                if pause is None and not self._news.is_set():
                    self._thread = None
                    break
            self._news.wait(pause or 0)
        connection.close()  # of this thread


def _round() -> float | None:
    """In how many seconds there is something to do again; None when nothing waits."""
    try:
        deliver()
        due = mail_queue.next_due()
    except DatabaseError as error:
        log.error("Letters can't be looked up: %s", type(error).__name__)
        connection.close()
        return LONGEST
    if due is None:
        return None
    return min(max((due - timezone.now()).total_seconds(), 0), LONGEST)


postman = MailThread()


def wake() -> None:
    """There may be letters to send: after one was asked for, and when a process begins."""
    if settings.MAIL:
        postman.wake()


def deliver() -> int:
    """All whose time it is; how many left."""
    left = 0
    while letter := mail_queue.claim():
        left += _deliver(letter)
    return left


def _deliver(letter: Letter) -> bool:
    """What goes wrong is told without the address: a server's words may name it."""
    with translation.override(letter.language):
        said = written(letter)
    if said is None or letter.until < timezone.now():
        _note(letter, mail_queue.failed(letter, Letter.Why.LATE, for_good=True))
        return False
    try:
        said.send()
    except Exception as error:
        why, for_good = _told(error)
        log.error("A letter could not be sent: %s", type(error).__name__)
        _note(letter, mail_queue.failed(letter, why, for_good=for_good))
        return False
    mail_queue.sent(letter)
    return True


def _note(letter: Letter, given_up: bool) -> None:
    if given_up:
        log.error("A letter was given up", extra={"times": letter.tries})


def _told(error: Exception) -> tuple[str, bool]:
    """Why, and whether another try can't be any better."""
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        codes = [code for code, _words in error.recipients.values()]
        if all(500 <= code < 600 for code in codes):
            return Letter.Why.ADDRESS, True
        return Letter.Why.REFUSED, False
    if isinstance(error, smtplib.SMTPAuthenticationError):
        return Letter.Why.UNKNOWN, False
    if isinstance(error, smtplib.SMTPResponseException):
        return Letter.Why.REFUSED, False
    return Letter.Why.AWAY, False


# What they say


def written(letter: Letter) -> EmailMessage | None:
    """None where what it leads to is gone by now."""
    if letter.kind == Letter.Kind.LOG_IN:
        return log_in(letter, letter.link) if letter.link else None
    if letter.kind == Letter.Kind.CONFIRM:
        return confirm(letter, letter.confirmation) if letter.confirmation else None
    if letter.kind == Letter.Kind.INVITED:
        works = letter.invitation and roles.works(letter.invitation)
        return invited(letter, letter.invitation) if letter.invitation and works else None
    return moved(letter, letter.user)


def log_in(letter: Letter, link: LogInLink) -> EmailMessage:
    return _letter(
        letter,
        gettext("Log in to Streepje"),
        gettext("Hello %(name)s,") % {"name": link.user.name},
        gettext("This link logs you in, once, within 20 minutes:"),
        address("tournaments:back", link),
        gettext("You did not ask for it? Then somebody typed your name; nothing happens."),
    )


def confirm(letter: Letter, asked: Confirmation) -> EmailMessage:
    """No name: this may be a stranger's address."""
    return _letter(
        letter,
        gettext("Is this your e-mail address?"),
        gettext("Hello,"),
        gettext("Somebody wants to log in to Streepje by this address. Is that you? Open this:"),
        address("tournaments:confirm", asked),
        gettext("It works once, for one day. If it is not you, do nothing."),
    )


def invited(letter: Letter, invitation: Invitation) -> EmailMessage:
    """Somebody typed this address, so it says who did."""
    who = {"name": letter.user.name, "club": invitation.club.name}
    words = gettext("%(name)s invites you to take part in %(club)s as %(kind)s. Open this:")
    return _letter(
        letter,
        gettext("Invitation to %(club)s") % who,
        gettext("Hello,"),
        words % {**who, "kind": invitation.get_kind_display()},
        address("tournaments:join", invitation),
        gettext("It works once, until %(day)s. You don't know this club? Then do nothing.")
        % {"day": date_format(timezone.localtime(invitation.expires))},
    )


def moved(letter: Letter, user: User) -> EmailMessage:
    """To the address that was: whoever took it away may not be its owner."""
    return _letter(
        letter,
        gettext("Your e-mail address in Streepje"),
        gettext("Hello %(name)s,") % {"name": user.name},
        gettext("Your account in Streepje no longer has this e-mail address."),
        gettext("Was it not you? Ask whoever runs your club for a link to log in, and change it."),
    )


def address(name: str, thing: links.Linked) -> str:
    """By no name that whoever asks could choose."""
    return f"{settings.PUBLIC_URL}{reverse(name, args=[links.key(thing)])}"


def _letter(letter: Letter, subject: str, *parts: str) -> EmailMessage:
    machine = {
        "Auto-Submitted": "auto-generated",  # no answer from who is on holiday
        # The same in each try: who gets it twice after all is shown it once.
        "Message-ID": f"<{letter.public_id}@{urlsplit(settings.PUBLIC_URL).hostname}>",
    }
    return EmailMessage(subject, "\n\n".join(parts) + "\n", to=[letter.to], headers=machine)
