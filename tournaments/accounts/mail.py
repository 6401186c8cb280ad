"""Plain-text e-mails. A thread sends them, so that the response time does not show whether an
account exists.
"""

import logging
import smtplib
from collections.abc import Callable, Sequence
from email.utils import formataddr, parseaddr
from threading import Event, Lock, Thread
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import DatabaseError, connection
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation

from tournaments import links
from tournaments.accounts import invitations, mail_queue
from tournaments.accounts.lifetimes import LETTER_MINUTES
from tournaments.accounts.mail_queue import Kind
from tournaments.models import QueuedMail

log = logging.getLogger(__name__)

LONGEST = 60.0  # seconds between checks: another worker may add a letter


class MailThread:
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
    """Return the seconds until the next e-mail is due, or None if none is waiting."""
    try:
        deliver()
        due = mail_queue.find_next_due()
    except DatabaseError as error:
        log.error("Letters can't be looked up: %s", type(error).__name__)
        connection.close()
        return LONGEST
    if due is None:
        return None
    return min(max((due - timezone.now()).total_seconds(), 0), LONGEST)


postman = MailThread()


def wake() -> None:
    if settings.MAIL:
        postman.wake()


def deliver() -> int:
    sent_count = 0
    while letter := mail_queue.claim():
        sent_count += _deliver(letter)
    return sent_count


def _deliver(letter: QueuedMail) -> bool:
    """The log omits the mail server's words, which may contain the recipient's address."""
    with translation.override(letter.language):
        message = write_letter(letter)
    if message is None and letter.member_id:  # no longer wanted, or it has come to nothing
        letter.delete()
        return False
    if message is None or letter.until < timezone.now():
        _note(letter, mail_queue.mark_failed(letter, QueuedMail.Why.LATE, for_good=True))
        return False
    try:
        message.send()
    except Exception as error:
        why, for_good = _explain_failure(error)
        log.error("A letter could not be sent: %s", type(error).__name__)
        _note(letter, mail_queue.mark_failed(letter, why, for_good=for_good))
        return False
    mail_queue.mark_sent(letter)
    return True


def _note(letter: QueuedMail, given_up: bool) -> None:
    if given_up:
        log.error("A letter was given up", extra={"times": letter.tries})


def _explain_failure(error: Exception) -> tuple[str, bool]:
    """Return the kind of failure, and whether trying again would be pointless."""
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        codes = [code for code, _words in error.recipients.values()]
        if all(500 <= code < 600 for code in codes):
            return QueuedMail.Why.ADDRESS, True
        return QueuedMail.Why.REFUSED, False
    if isinstance(error, smtplib.SMTPAuthenticationError):
        return QueuedMail.Why.UNKNOWN, False
    if isinstance(error, smtplib.SMTPResponseException):
        return QueuedMail.Why.REFUSED, False
    return QueuedMail.Why.AWAY, False


# Who writes a letter about something that this room does not know; publishing/letter_texts.py.
writers: dict[str, Callable[[QueuedMail], EmailMessage | None]] = {}


def write_letter(letter: QueuedMail) -> EmailMessage | None:
    """Return None if its link no longer works, or the recipient no longer wants it."""
    if write := writers.get(letter.kind):
        return write(letter)
    parts = _word(letter)
    return compose(letter, *parts) if parts else None


def _word(letter: QueuedMail) -> Sequence[str]:
    """Return the subject and the paragraphs, or nothing if the link no longer works."""
    invitation = letter.invitation
    opens: dict[str, tuple[str, links.Linked | None]] = {
        Kind.LOG_IN: ("tournaments:back", letter.link),
        Kind.CONFIRM: ("tournaments:confirm", letter.confirmation),
        Kind.INVITED: ("tournaments:join", invitation),
    }
    address = f"{settings.PUBLIC_URL}{reverse('tournaments:account')}"
    if letter.kind in opens:
        page, thing = opens[letter.kind]
        if not thing or (thing == invitation and not invitations.can_be_accepted(thing)):
            return ()
        address = build_address(page, thing)
    words = {
        "minutes": LETTER_MINUTES,
        "name": letter.user.name if letter.user else "",
        "invitation": invitation,
        "club": invitation.club.name if invitation else "",
        "address": address,
    }
    name = Kind(letter.kind).name.lower()
    return render_to_string(f"tournaments/letters/{name}.txt", words).strip().split("\n\n")


def build_address(name: str, thing: links.Linked) -> str:
    """The host comes from the settings, because a forged request can name another."""
    return f"{settings.PUBLIC_URL}{reverse(name, args=[links.make_key(thing)])}"


def compose(letter: QueuedMail, subject: str, *parts: str, **more: str) -> EmailMessage:
    """`more` are further headers: each underscore in a name stands for a hyphen."""
    headers = {
        "Auto-Submitted": "auto-generated",  # suppresses automatic replies
        # The same in each try, so that a mail program shows a letter delivered twice only once.
        "Message-ID": f"<{letter.public_id}@{urlsplit(settings.PUBLIC_URL).hostname}>",
    }
    headers |= {name.replace("_", "-"): value for name, value in more.items()}
    sender = letter.member or letter.invitation  # each of a club, which reads what is answered
    answered = [sender.club.email] if sender and sender.club.email else []
    text = "\n\n".join(parts) + "\n"
    name, address = parseaddr(settings.DEFAULT_FROM_EMAIL)
    by = formataddr((sender.club.name if sender else name, address))
    return EmailMessage(subject, text, by, [letter.to], reply_to=answered, headers=headers)
