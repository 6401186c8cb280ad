"""The queue of e-mails in the database, shared by all workers. All database writes for letters are
in this module.
"""

from datetime import datetime, timedelta
from typing import NamedTuple

from django.conf import settings
from django.db.models import Exists, F, Min, OuterRef, Q, QuerySet
from django.utils import timezone, translation

from tournaments.models import EmailConfirmation, Invitation, LogInLink, QueuedMail, User

FIRST, LONGEST = 30, 3600  # seconds between tries; doubled each time
HELD = timedelta(minutes=10)  # how long a sender owns a letter; after a crash another takes it
MOVED_WORKS = timedelta(days=2)
KEPT = timedelta(days=30)  # how long a failed letter is kept


# On invitations: whether the letter was given up.
IS_LOST = Exists(QueuedMail.objects.filter(invitation=OuterRef("pk"), gave_up__isnull=False))


class Waiting(NamedTuple):
    letters: int
    given_up: int
    last: QueuedMail | None  # the last one given up


def log_in(*, link: LogInLink) -> None:
    _put(QueuedMail.Kind.LOG_IN, link.user, link.email, link.expires, link=link)


def confirm(*, asked: EmailConfirmation) -> None:
    _put(QueuedMail.Kind.CONFIRM, asked.user, asked.email, asked.expires, confirmation=asked)


def moved(*, user: User, before: str) -> None:
    _put(QueuedMail.Kind.MOVED, user, before, timezone.now() + MOVED_WORKS)


def invited(*, invitation: Invitation, by: User) -> None:
    until = invitation.expires
    _put(QueuedMail.Kind.INVITED, by, invitation.email, until, invitation=invitation)


def _put(
    kind: str,
    user: User,
    to: str,
    until: datetime,
    *,
    link: LogInLink | None = None,
    confirmation: EmailConfirmation | None = None,
    invitation: Invitation | None = None,
) -> None:
    """Queue a letter. Its language is that of the current page."""
    if settings.MAIL:
        language = translation.get_language() or settings.LANGUAGE_CODE
        about = {"link": link, "confirmation": confirmation, "invitation": invitation}
        QueuedMail.objects.create(
            kind=kind, user=user, to=to, until=until, language=language, due=timezone.now(), **about
        )


def claim() -> QueuedMail | None:
    """Claim a letter that is due. A conditional UPDATE moves the time it is due, so that no second
    caller gets the letter.
    """
    now = timezone.now()
    # A due time so far ahead means that the clock was wrong.
    due_now = Q(due__lte=now) | Q(due__gt=now + 2 * timedelta(seconds=LONGEST))
    for pk, due in _waiting().filter(due_now).order_by("due", "pk").values_list("pk", "due"):
        letter_row = _waiting().filter(pk=pk, due=due)
        if letter_row.update(due=now + HELD, tries=F("tries") + 1):
            letters = QueuedMail.objects.select_related(
                "user", "link__user", "confirmation", "invitation__club", "invitation__by"
            )
            return letters.filter(pk=pk).first()
    return None


def sent(letter: QueuedMail) -> None:
    if letter.invitation_id:
        Invitation.objects.filter(pk=letter.invitation_id).update(mailed=timezone.now())
    QueuedMail.objects.filter(pk=letter.pk).delete()


def failed(letter: QueuedMail, why: str, *, for_good: bool = False) -> bool:
    """Delay a letter that could not be sent, or give the letter up. Return whether it was given up.
    Give up if `for_good` is set or if the next try would come too late.
    """
    due = timezone.now() + pause(letter.tries)
    given_up = for_good or due >= letter.until
    if given_up:
        changed = {"gave_up": timezone.now(), "to": "", "why": why, "link": None}
        QueuedMail.objects.filter(pk=letter.pk).update(**changed)
    else:
        QueuedMail.objects.filter(pk=letter.pk).update(due=due)
    return given_up


def pause(tries: int) -> timedelta:
    return timedelta(seconds=min(FIRST * 2 ** (max(tries, 1) - 1), LONGEST))


def next_due() -> datetime | None:
    """Return when the next letter is due, or None if no letter waits."""
    first_due: datetime | None = _waiting().aggregate(first=Min("due"))["first"]
    return first_due


def queue_status() -> Waiting:
    lost = QueuedMail.objects.filter(gave_up__isnull=False)
    return Waiting(_waiting().count(), lost.count(), lost.order_by("gave_up").last())


def to_invite(invitation: Invitation) -> QueuedMail | None:
    """Return the letter of an invitation if the letter waits or was given up. Return None once the
    letter was sent.
    """
    return QueuedMail.objects.filter(invitation=invitation).last()


def never_came(asked: EmailConfirmation) -> bool:
    return QueuedMail.objects.filter(confirmation=asked, gave_up__isnull=False).exists()


def purge_expired() -> int:
    """Delete letters that were given up long ago. Return how many were deleted."""
    return QueuedMail.objects.filter(gave_up__lt=timezone.now() - KEPT).delete()[0]


def _waiting() -> "QuerySet[QueuedMail]":
    return QueuedMail.objects.filter(gave_up=None)
