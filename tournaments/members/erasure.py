import sqlite3
import uuid
from collections.abc import Container, Sequence
from contextlib import closing, suppress
from datetime import timedelta
from functools import partial
from typing import NamedTuple

from django.db import connection, transaction
from django.db.models import Q
from django.utils import timezone

from scoring.models import FormerName, Seat
from scoring.sheets import lifecycle, sittings
from scoring.toolkit.problems import UserError
from tournaments.accounts import roles
from tournaments.club import clubs
from tournaments.locks import lock_nights_of
from tournaments.members import erasure_marks, members
from tournaments.models import (
    Club,
    ImportDraft,
    ImportedMember,
    Member,
    Pair,
    QueuedMail,
    TableSeat,
    User,
)
from tournaments.names import LONGEST, NOBODY, Label, NameDetail, list_marks

GUESTS_KEPT = timedelta(days=731)  # how long guests are kept after their last night
WIPING_WAITS = 1  # seconds; reads rarely take longer


@transaction.atomic
def ask_erasure(*, member: Member, asks: bool = True) -> Member:
    member.erasure_asked = (member.erasure_asked or timezone.now()) if asks else None
    member.save(update_fields=["erasure_asked"])
    if not asks:
        member.doubles.update(erasure_asked=None)
    return member


def list_erasure_requests(club: Club) -> list[Member]:
    waiting = members.list_members(club).filter(erasure_asked__isnull=False)
    return members.label_people(waiting.order_by("erasure_asked", "pk"))


@transaction.atomic
def erase(*, member: Member) -> None:
    people = _with_doubles(member)
    note_erased(*people)
    _erase(people)


def purge_guests(most: int) -> int:
    """Their results stay. Guests who are expected on a coming night are kept."""
    day = (timezone.now() - GUESTS_KEPT).date()
    due = Member.objects.filter(guest=True, erased=None, merged_into=None, created__date__lt=day)
    for of_whom in ("", "doubles__"):
        for night in ("attendances__night", "seats__round__night", "imported_results__night"):
            seen_since = {f"{of_whom}{night}__day__gte": day}
            due = due.exclude(**seen_since)
    expired = list(due.order_by("pk")[:most])
    for member in expired:
        erase(member=member)
    return len(expired)


def note_erased(*gone: Member | User) -> None:
    """Save a mark of each, by which restoring an older back-up erases them again."""
    marks = [mark for person in gone for mark in erasure_marks.list_marks(person)]
    erasure_marks.save_marks(marks)
    transaction.on_commit(partial(erasure_marks.note, marks))
    transaction.on_commit(wipe_log)


def wipe_log() -> None:
    """Empty SQLite's write-ahead log: `secure_delete` overwrites the database file alone. While
    another process reads, `manage.py purge` does it later.
    """
    if connection.vendor == "sqlite" and not connection.in_atomic_block:
        path = connection.settings_dict["NAME"]
        with (
            suppress(sqlite3.Error),
            closing(sqlite3.connect(path, timeout=WIPING_WAITS)) as beside,
        ):
            beside.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _with_doubles(member: Member) -> list[Member]:
    """Lock them: meanwhile nobody can merge, rename or seat them."""
    lock_nights_of(member, *member.doubles.all())
    clubs.lock_and_invalidate(member.club)
    return list(Member.objects.filter(Q(pk=member.pk) | Q(merged_into=member)).order_by("pk"))


def _erase(gone: Sequence[Member]) -> None:
    for member in gone:
        _blank_forms(member)
        member.first, member.joined = NOBODY, None
        for name in ("particle", "family", "nickname", "number", "email", "phone"):
            setattr(member, name, "")
        member.letters = member.reminders = ""
        member.shown, member.public_id = Member.Shown.NOT, uuid.uuid4()
        member.writes, member.table, member.household = Member.Writes.ANY, None, ""
        member.erased = member.archived = timezone.now()
        member.erasure_asked = None
        member.index()
        member.save()
        Pair.objects.filter(Q(first=member) | Q(second=member)).delete()
    QueuedMail.objects.filter(member__in=gone).delete()
    # Imports may contain the name.
    ImportedMember.objects.filter(member__in=gone).delete()
    ImportDraft.objects.filter(club__in=[member.club_id for member in gone]).delete()


def _blank_forms(member: Member) -> None:
    """This includes seats that the member left and somebody else took over."""
    seats = list(TableSeat.objects.filter(member=member).select_related("seat__sheet"))
    sat = sittings.load_sittings(stint.seat.sheet for stint in seats)
    for stint in seats:
        for sitting in sat[stint.seat.sheet_id][stint.seat_id]:
            if sitting.since == stint.since:
                lifecycle.erase_name(seat=stint.seat, blank=NOBODY, name=sitting.name)
    names = _names_on_forms(member)
    former = FormerName.objects.filter(
        sheet__table__round__night__season__club=member.club_id, name__in=names
    )
    for former_name in former.exclude(sheet__seats__name__in=names).select_related("sheet"):
        if seat := former_name.sheet.seats.first():
            lifecycle.erase_name(seat=seat, blank=NOBODY, name=former_name.name)
    # A player who left before the first game left only a name on the seat.
    of_club = Seat.objects.filter(sheet__table__round__night__season__club=member.club_id)
    for seat in of_club.filter(name__in=names, sat_on=None).select_related("sheet").order_by("pk"):
        lifecycle.erase_name(seat=seat, blank=NOBODY)


def _names_on_forms(member: Member) -> list[str]:
    """Plain, or with a mark that tells namesakes apart."""
    additions = list_marks(NameDetail.FULL, member.nickname, member.number)
    name_labels = [member.label, *(Label(member.name, f" ({mark})") for mark in additions)]
    return [label.fit_into(LONGEST) for label in name_labels]


@transaction.atomic
def erase_account(*, user: User) -> None:
    """Refuse if a club would lose its only owner."""
    note_erased(user)
    _erase_account(user)


def _erase_account(user: User) -> None:
    for role in user.roles.order_by("club"):
        clubs.lock_and_invalidate(role.club)
        roles.leave(role=role)
    user.delete()


class Again(NamedTuple):
    erased: int
    left: int  # accounts kept: the only owner of a club


def reapply_erasures(*, marks: Container[str], secrets: Sequence[str]) -> Again:
    """After a restore, erase those again whom the older back-up brought back."""
    erased = left = 0
    for member in Member.objects.filter(erased=None):
        if erasure_marks.is_marked(member, marks, secrets):
            with transaction.atomic():
                _erase(_with_doubles(member))
            erased += 1
    for user in User.objects.all():
        if erasure_marks.is_marked(user, marks, secrets):
            try:
                with transaction.atomic():
                    _erase_account(user)
                erased += 1
            except UserError:
                left += 1
    return Again(erased, left)
