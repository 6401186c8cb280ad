import sqlite3
import uuid
from collections.abc import Container, Sequence
from contextlib import closing, suppress
from datetime import timedelta
from functools import partial
from typing import Any, NamedTuple

from django.db import connection, transaction
from django.db.models import Q
from django.utils import timezone

from scoring.models import FormerName, Seat
from scoring.sheets import lifecycle, sittings
from scoring.toolkit.figures import simplify
from scoring.toolkit.problems import UserError
from tournaments.accounts import mail_queue, roles, second_step
from tournaments.club import clubs
from tournaments.locks import lock_nights_of
from tournaments.members import erasure_marks, members
from tournaments.models import (
    Club,
    EmailConfirmation,
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
CAME = ("said", "waiting_since", "present", "paid", "amount", "by_card")
EXPORTED = (
    *("first", "particle", "family", "nickname", "number", "email", "phone"),
    *("joined", "writes", "shown", "household", "letters", "reminders"),
    *("no_mail", "link_mailed"),
)


@transaction.atomic
def show_as(*, member: Member, shown: str) -> Member:
    clubs.lock_and_invalidate(member.club)
    member.shown = shown
    member.save(update_fields=["shown"])
    return member


@transaction.atomic
def ask_letters(*, member: Member, language: str, choice: str = "letters") -> Member:
    """With an empty `language`, the member gets no more, also none that still wait."""
    setattr(member, choice, language)
    if language:
        member.no_mail = False
    member.save(update_fields=[choice, "no_mail"])
    if not language:
        kinds = [kind for kind, of in mail_queue.CHOICES.items() if of == choice]
        QueuedMail.objects.filter(member=member, kind__in=kinds).delete()
    return member


@transaction.atomic
def refuse_mail(*, member: Member) -> Member:
    member.letters, member.reminders, member.no_mail = "", "", True
    member.save(update_fields=["letters", "reminders", "no_mail"])
    QueuedMail.objects.filter(member=member).delete()
    return member


@transaction.atomic
def renew_link(*, member: Member) -> Member:
    member.link_version += 1
    member.link_mailed = None  # what was mailed works no more
    member.save(update_fields=["link_version", "link_mailed"])
    return member


@transaction.atomic
def ask_erasure(*, member: Member, asks: bool = True) -> Member:
    member.erasure_asked = (member.erasure_asked or timezone.now()) if asks else None
    member.save(update_fields=["erasure_asked"])
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
        member.particle = member.family = member.nickname = member.number = member.email = (
            member.phone
        ) = member.letters = member.reminders = ""
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


def collect_own_data(member: Member) -> dict[str, Any]:
    return {
        "club": member.club.name,
        **{name: getattr(member, name) for name in EXPORTED},
        "guest": member.guest,
        "fixed_table": member.table,
        "archived": member.archived,
        "created": member.created,
        "nights": [
            {"day": row.night.day, **{name: getattr(row, name) for name in CAME}}
            for row in member.attendances.select_related("night").order_by("night__day", "pk")
        ],
        "seats": _collect_seats(member),
        "results_brought_in": [
            {"day": row.night.day, "points": str(row.points), "dashes": row.dashes}
            for row in member.imported_results.select_related("night").order_by("night__day")
        ],
        "paid_beforehand": [
            {
                "season": row.season.name,
                "day": row.day,
                "nights": row.nights,
                "amount": row.amount,
            }
            for row in member.prepayments.select_related("season")
        ],
        "divisions": [
            {"season": row.season.name, "division": row.division}
            for row in member.divisions.select_related("season").order_by("season__first", "pk")
        ],
        "imports": [
            {"time": row.member_import.time, "added": row.added, "before": row.before}
            for row in member.imports.select_related("member_import")
        ],
        "merged": [collect_own_data(double) for double in member.doubles.all()],
    }


def _collect_seats(member: Member) -> list[dict[str, Any]]:
    stints = member.seats.select_related("round__night", "table", "seat")
    return [
        {
            "day": stint.round.night.day,
            "round": stint.round.number,
            "table": stint.table.number,
            "from_game": stint.since,
            "to_game": stint.until,
            "total": simplify(stint.seat.total),
        }
        for stint in stints.order_by("round__night__day", "round__number", "pk")
    ]


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


def collect_account_data(user: User) -> dict[str, Any]:
    """Secrets are left out: the site does not store them in readable form."""
    confirmation = EmailConfirmation.objects.filter(user=user).first()
    return {
        "login": user.login,
        "name": user.name,
        "email": user.email,
        "email_to_confirm": confirmation.email if confirmation else "",
        "letters_waiting": [
            {"to": letter.to, "until": letter.until}
            for letter in QueuedMail.objects.filter(user=user, gave_up=None).order_by("until", "pk")
        ],
        "created": user.created,
        "is_site_admin": user.is_site_admin,
        "last_login": user.last_login,
        "second_step": _describe_second_step(user),
        "let_in_by_links": [
            {"club": entry.club.name, "what": entry.kind, "part": entry.part, "time": entry.time}
            for entry in user.access_log.select_related("club")
        ],
        "clubs": [
            {"club": role.club.name, "part": role.kind}
            for role in user.roles.select_related("club").order_by("club__name")
        ],
    }


def _describe_second_step(user: User) -> dict[str, Any]:
    step = second_step.load_ways(user)
    return {
        "app_since": step.app and step.app.since,
        "passkeys": [
            {
                "name": passkey.name,
                "address": passkey.host,
                "created": passkey.created,
                "used": passkey.used,
            }
            for passkey in step.passkeys
        ],
        "paper_codes_left": step.paper_codes,
    }
