"""What members decide about their own data. Everything that is written is written here."""

import uuid
from collections.abc import Container, Sequence
from datetime import timedelta
from functools import partial
from typing import Any, NamedTuple

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from scoring.models import FormerName, Seat
from scoring.sheets import lifecycle, sittings
from scoring.toolkit.problems import UserError
from tournaments.accounts import roles
from tournaments.club import clubs
from tournaments.locks import lock_nights_of
from tournaments.members import erasures, wipe
from tournaments.models import Confirmation, Intake, Letter, Member, Pair, TableSeat, User
from tournaments.models.member import marks
from tournaments.names import LONGEST, NOBODY, Label, NameDetail

GUESTS_KEPT = timedelta(days=731)  # after their last night
TOLD = (
    *("first", "particle", "family", "nickname", "number", "email", "phone"),
    *("joined", "writes", "shown"),
)


@transaction.atomic
def show_as(*, member: Member, shown: str) -> Member:
    clubs.lock_and_invalidate(member.club)
    member.shown = shown
    member.save(update_fields=["shown"])
    return member


@transaction.atomic
def renew_link(*, member: Member) -> Member:
    """The old one stops working."""
    member.generation += 1
    member.save(update_fields=["generation"])
    return member


@transaction.atomic
def ask_erasure(*, member: Member) -> Member:
    """An organiser does it, or talks about it first."""
    member.erasure_asked = member.erasure_asked or timezone.now()
    member.save(update_fields=["erasure_asked"])
    return member


@transaction.atomic
def withdraw_erasure(*, member: Member) -> Member:
    member.erasure_asked = None
    member.save(update_fields=["erasure_asked"])
    return member


@transaction.atomic
def erase(*, member: Member) -> None:
    """Name and contact are gone for good, also of who was merged; there is no way back."""
    gone = _with_doubles(member)
    note_erased(*gone)
    _erase(gone)


def purge_guests(most: int) -> int:
    """So many of those who were not seen for long: their names go, what they played stays; how
    many that were. Who is expected on a night to come was not here for the last time.
    """
    day = (timezone.now() - GUESTS_KEPT).date()
    due = Member.objects.filter(guest=True, erased=None, merged_into=None, created__date__lt=day)
    for of_whom in ("", "doubles__"):
        for night in ("attendances__night", "seats__round__night", "brought__night"):
            since = {f"{of_whom}{night}__day__gte": day}
            due = due.exclude(**since)
    gone = list(due.order_by("pk")[:most])
    for member in gone:
        erase(member=member)
    return len(gone)


def note_erased(*gone: Member | User) -> None:
    """For older back-ups; outside the database once it is done."""
    marks = [erasures.mark(one, str(settings.SECRET_KEY)) for one in gone]
    erasures.record(marks)
    transaction.on_commit(partial(erasures.note, marks))
    wipe.wipe_afterwards()


def _with_doubles(member: Member) -> list[Member]:
    """As they are now, while nobody merges or renames them, nor seats them anywhere."""
    lock_nights_of(member, *member.doubles.all())
    clubs.lock_and_invalidate(member.club)
    return list(Member.objects.filter(Q(pk=member.pk) | Q(merged_into=member)).order_by("pk"))


def _erase(gone: Sequence[Member]) -> None:
    for one in gone:
        _blank_forms(one)
        one.first, one.joined = NOBODY, None
        one.particle = one.family = one.nickname = one.number = one.email = one.phone = ""
        one.shown, one.public_id = Member.Shown.NOT, uuid.uuid4()
        one.writes, one.table = Member.Writes.ANY, None
        one.erased = one.archived = timezone.now()
        one.erasure_asked = None
        one.index()
        one.save()
        Pair.objects.filter(Q(one=one) | Q(other=one)).delete()
    # Lists that were not taken in yet may have the name.
    Intake.objects.filter(club=gone[0].club_id).delete()


def _blank_forms(member: Member) -> None:
    """The name goes from all forms, also where somebody else sits on that seat by now."""
    seats = list(TableSeat.objects.filter(member=member).select_related("seat__sheet"))
    sat = sittings.sat_at(one.seat.sheet for one in seats)
    for one in seats:
        for told in sat[one.seat.sheet_id][one.seat_id]:
            if told.since == one.since:
                lifecycle.blank_name(seat=one.seat, blank=NOBODY, name=told.name)
    names = _names_on_forms(member)
    former = FormerName.objects.filter(
        sheet__table__round__night__season__club=member.club_id, name__in=names
    )
    for left in former.exclude(sheet__seats__name__in=names).select_related("sheet"):
        if seat := left.sheet.seats.first():
            lifecycle.blank_name(seat=seat, blank=NOBODY, name=left.name)
    # Who got up before the first game left a name there, and nothing else.
    of_club = Seat.objects.filter(sheet__table__round__night__season__club=member.club_id)
    for seat in of_club.filter(name__in=names, sat_on=None).select_related("sheet").order_by("pk"):
        lifecycle.blank_name(seat=seat, blank=NOBODY)


def _names_on_forms(member: Member) -> list[str]:
    """In full, and with any of what may tell somebody from namesakes."""
    told = marks(NameDetail.FULL, member.nickname, member.number)
    every = [member.label, *(Label(member.name, f" ({mark})") for mark in told)]
    return [one.fitted(LONGEST) for one in every]


def own_data(member: Member) -> dict[str, Any]:
    """All that is kept about somebody, to take along."""
    return {
        "club": member.club.name,
        **{name: getattr(member, name) for name in TOLD},
        "guest": member.guest,
        "fixed_table": member.table,
        "archived": member.archived,
        "created": member.created,
        "nights": [
            {"day": one.night.day, "said": one.said, "present": one.present, "paid": one.paid}
            for one in member.attendances.select_related("night").order_by("night__day", "pk")
        ],
        "seats": [
            {
                "day": one.round.night.day,
                "round": one.round.number,
                "table": one.table.number,
                "from_game": one.since,
                "to_game": one.until,
                "total": one.seat.total,
            }
            for one in member.seats.select_related("round__night", "table", "seat").order_by(
                "round__night__day", "round__number", "pk"
            )
        ],
        "results_brought_in": [
            {"day": one.night.day, "points": str(one.points), "dashes": one.dashes}
            for one in member.brought.select_related("night").order_by("night__day")
        ],
        "divisions": [
            {"season": one.season.name, "division": one.division}
            for one in member.divisions.select_related("season").order_by("season__first", "pk")
        ],
        "merged": [own_data(double) for double in member.doubles.all()],
    }


@transaction.atomic
def erase_account(*, user: User) -> None:
    """With all that belongs to it, for good. A club keeps an owner."""
    note_erased(user)
    _erase_account(user)


def _erase_account(user: User) -> None:
    for role in user.roles.order_by("club"):
        roles.leave(role=role)
    user.delete()


class Again(NamedTuple):
    erased: int
    left: int  # accounts of who is a club's only owner by now


def reapply_erasures(*, marks: Container[str], secret: str) -> Again:
    """Whom an older back-up brought back."""
    erased = left = 0
    for member in Member.objects.filter(erased=None):
        if erasures.mark(member, secret) in marks:
            with transaction.atomic():
                _erase(_with_doubles(member))
            erased += 1
    for user in User.objects.all():
        if erasures.mark(user, secret) in marks:
            try:
                with transaction.atomic():
                    _erase_account(user)
                erased += 1
            except UserError:
                left += 1
    return Again(erased, left)


def account_data(user: User) -> dict[str, Any]:
    """All that is kept about who logs in; a password is kept as no more than its hash."""
    asked = Confirmation.objects.filter(user=user).first()
    return {
        "login": user.login,
        "name": user.name,
        "email": user.email,
        "email_to_confirm": asked.email if asked else "",
        "letters_waiting": [
            {"to": letter.to, "until": letter.until}
            for letter in Letter.objects.filter(user=user, gave_up=None).order_by("until", "pk")
        ],
        "created": user.created,
        "keeps_site": user.keeps_site,
        "last_login": user.last_login,
        "let_in_by_links": [
            {"club": one.club.name, "what": one.kind, "part": one.part, "time": one.time}
            for one in user.let_in.select_related("club")
        ],
        "clubs": [
            {"club": role.club.name, "part": role.kind}
            for role in user.roles.select_related("club").order_by("club__name")
        ],
    }
