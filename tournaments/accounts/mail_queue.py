from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, F, Min, OuterRef, Q, QuerySet
from django.utils import timezone, translation

from tournaments.models import (
    Club,
    EmailConfirmation,
    Invitation,
    Member,
    Night,
    QueuedMail,
    TableSeat,
    User,
)
from tournaments.models.member import MAIN

FIRST, LONGEST = 30, 3600  # seconds between tries; doubled each time
HELD = timedelta(minutes=10)  # how long a sender owns a letter; after a crash another takes it
Kind = QueuedMail.Kind
USEFUL = {  # how long a letter without a link is
    **dict.fromkeys((Kind.MOVED, Kind.CHANGED, Kind.GUESSED), timedelta(days=2)),
    **dict.fromkeys((Kind.RESULT, Kind.LINK), timedelta(days=3)),
}
# The field in which a member says whether, and in which language, such a letter is welcome.
CHOICES = {Kind.RESULT: "letters", Kind.COME: "reminders", Kind.PLACE: "reminders"}
KEPT = timedelta(days=30)  # how long a failed letter is kept


IS_LOST = Exists(QueuedMail.objects.filter(invitation=OuterRef("pk"), gave_up__isnull=False))


class Waiting(NamedTuple):
    letters: int
    given_up: int
    last: QueuedMail | None  # the last one given up


def queue(
    *, kind: Kind, user: User | None, to: str, until: datetime | None = None, **about: Any
) -> None:
    """Queue an e-mail in the language of the page, unless there is no address or no mail server. It
    is `about` a link, a confirmation or an invitation, as long as that works, or a member's night.
    """
    if not (settings.MAIL and to):
        return
    now = timezone.now()
    works = about.get("link") or about.get("confirmation") or about.get("invitation")
    QueuedMail.objects.create(
        kind=kind,
        user=user,
        to=to,
        until=works.expires if works else until or now + USEFUL[kind],
        language=translation.get_language() or settings.LANGUAGE_CODE,
        due=now,
        **about,
    )


def queue_result(*, night: Night) -> None:
    possible = Member.objects.filter(club=night.season.club_id)
    if night.season.open_evening:
        stayed = night.attendances.filter(present=True).values_list(MAIN)
        played = TableSeat.objects.filter(round__night=night).values_list(MAIN)  # and went home
        possible = possible.filter(Q(pk__in=stayed) | Q(pk__in=played))
    queue_to_members(kind=Kind.RESULT, people=possible, night=night)


def queue_to_members(
    *, kind: Kind, people: QuerySet[Member], night: Night, until: datetime | None = None
) -> None:
    """Only to those who chose such letters, where the club sends any."""
    choice = CHOICES[kind]
    reached = people.filter(club__letters=True, archived=None, merged_into=None)
    for member in reached.exclude(**{choice: ""}).exclude(email="").order_by("pk"):
        with translation.override(getattr(member, choice)):
            to = member.email
            queue(kind=kind, user=None, to=to, until=until, member=member, night=night)


@transaction.atomic
def ask_letters(*, member: Member, language: str, choice: str = "letters") -> Member:
    """With an empty `language`, the member gets no more, also none that still wait."""
    setattr(member, choice, language)
    if language:
        member.no_mail = False
    member.save(update_fields=[choice, "no_mail"])
    if not language:
        kinds = [kind for kind, of in CHOICES.items() if of == choice]
        QueuedMail.objects.filter(member=member, kind__in=kinds).delete()
    return member


@transaction.atomic
def refuse_mail(*, member: Member) -> Member:
    member.letters, member.reminders, member.no_mail = "", "", True
    member.save(update_fields=["letters", "reminders", "no_mail"])
    QueuedMail.objects.filter(member=member).delete()
    return member


def withdraw(*, kind: Kind, **about: Any) -> None:
    _waiting().filter(kind=kind, **about).delete()


def claim() -> QueuedMail | None:
    """A conditional UPDATE postpones it, so that no second caller gets the same one."""
    now = timezone.now()
    # A due time so far ahead means that the clock was wrong.
    due_now = Q(due__lte=now) | Q(due__gt=now + 2 * timedelta(seconds=LONGEST))
    for pk, due in _waiting().filter(due_now).order_by("due", "pk").values_list("pk", "due"):
        letter_row = _waiting().filter(pk=pk, due=due)
        if letter_row.update(due=now + HELD, tries=F("tries") + 1):
            letters = QueuedMail.objects.select_related(
                *("user", "link__user", "confirmation", "invitation__club", "invitation__by"),
                *("member__club", "night__season__club", "night__season__reglement"),
            )
            return letters.filter(pk=pk).first()
    return None


def mark_sent(letter: QueuedMail) -> None:
    if letter.invitation_id:
        Invitation.objects.filter(pk=letter.invitation_id).update(mailed=timezone.now())
    if letter.kind == Kind.LINK and letter.member_id:
        Member.objects.filter(pk=letter.member_id).update(link_mailed=timezone.now())
    QueuedMail.objects.filter(pk=letter.pk).delete()


def mark_failed(letter: QueuedMail, why: str, *, for_good: bool = False) -> bool:
    """Return whether it was given up: `for_good`, or because the next try would be too late."""
    due = timezone.now() + find_pause(letter.tries)
    given_up = for_good or due >= letter.until
    if given_up:
        changed = {"gave_up": timezone.now(), "to": "", "why": why, "link": None}
        QueuedMail.objects.filter(pk=letter.pk).update(**changed)
    else:
        QueuedMail.objects.filter(pk=letter.pk).update(due=due)
    return given_up


def find_pause(tries: int) -> timedelta:
    return timedelta(seconds=min(FIRST * 2 ** (max(tries, 1) - 1), LONGEST))


def find_next_due() -> datetime | None:
    first_due: datetime | None = _waiting().aggregate(first=Min("due"))["first"]
    return first_due


def count_waiting() -> Waiting:
    lost = QueuedMail.objects.filter(gave_up__isnull=False)
    return Waiting(_waiting().count(), lost.count(), lost.order_by("gave_up").last())


def find_invitation(invitation: Invitation) -> QueuedMail | None:
    return QueuedMail.objects.filter(invitation=invitation).last()


def list_lost(club: Club) -> QuerySet[QueuedMail]:
    """Letters to members that were given up, the last one first."""
    lost = QueuedMail.objects.filter(member__club=club, gave_up__isnull=False)
    return lost.select_related("member", "night").order_by("-gave_up", "-pk")


def has_failed(confirmation: EmailConfirmation) -> bool:
    return QueuedMail.objects.filter(confirmation=confirmation, gave_up__isnull=False).exists()


def purge_expired() -> int:
    return QueuedMail.objects.filter(gave_up__lt=timezone.now() - KEPT).delete()[0]


def _waiting() -> "QuerySet[QueuedMail]":
    return QueuedMail.objects.filter(gave_up=None)
