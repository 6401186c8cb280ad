from collections.abc import Collection, Iterable
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Q

from scoring.toolkit.problems import user_error
from tournaments import problems
from tournaments.club import clubs
from tournaments.locks import lock_nights_of
from tournaments.members import erasure, members, past_imports
from tournaments.models import (
    Attendance,
    Club,
    Couple,
    DrawRecord,
    ImportDraft,
    ImportedResult,
    Member,
    MemberImport,
    NightLogEntry,
    Prepayment,
    Substitute,
    TableSeat,
)

Kind = NightLogEntry.Kind
AT_THE_DOOR = (Kind.SAID, Kind.PRESENT, Kind.PAID)


@transaction.atomic
def delete_unplayed(*, club: Club, people: Collection[int]) -> int:
    """If one of them has played, delete nobody and refuse."""
    gone = list(Member.objects.filter(club=club, pk__in=people).order_by("pk"))
    if not gone:
        return 0
    lock_nights_of(*gone)
    clubs.lock_and_invalidate(club)
    if who := find_played(club, people):
        raise user_error(problems.HAS_PLAYED, name=str(next(m for m in gone if m.pk in who)))
    erasure.note_erased(*gone)
    Attendance.objects.filter(member__in=gone).delete()
    entries = NightLogEntry.objects.filter(night__season__club=club, kind__in=AT_THE_DOOR)
    signed = [entry.pk for entry in entries if _mentioned(entry.body) & set(people)]
    NightLogEntry.objects.filter(pk__in=signed).delete()
    Member.objects.filter(pk__in=[member.pk for member in gone]).delete()
    ImportDraft.objects.filter(club=club).delete()  # may contain a name
    return len(gone)


class Back(NamedTuple):
    deleted: list[Member]
    restored: list[tuple[Member, past_imports.Before]]
    kept: list[Member]  # changed or merged since


def preview_import(member_import: MemberImport) -> Back:
    back = Back([], [], [])
    doubles = Member.objects.exclude(merged_into=None).values("merged_into")
    merged = set(member_import.people.filter(member__in=doubles).values_list("member", flat=True))
    for row in member_import.people.select_related("member").order_by("member__sort_key", "pk"):
        member = row.member
        is_changed = row.digest != past_imports.digest_member(member)
        if is_changed or member.merged_into_id or member.pk in merged:
            back.kept.append(member)
        elif row.added:
            back.deleted.append(member)
        else:
            back.restored.append((member, row.before))
    return back


@transaction.atomic
def take_import_back(*, member_import: MemberImport) -> None:
    """Members changed or merged since stay. Refuse if an added one has played."""
    club = member_import.club
    if people := list(Member.objects.filter(imports__member_import=member_import)):
        lock_nights_of(*people)
    clubs.lock_and_invalidate(club)
    if not MemberImport.objects.filter(pk=member_import.pk).exists():
        raise user_error(problems.GONE)
    added = Member.objects.filter(imports__in=member_import.people.filter(added=True))
    if played := added.exclude(seats=None, imported_results=None).first():
        raise user_error(problems.HAS_PLAYED, name=str(played))
    back = preview_import(member_import)
    delete_unplayed(club=club, people=[member.pk for member in back.deleted])
    for member, stored in back.restored:
        before = past_imports.convert_from_json(stored)
        archived = before.pop("archived", None)
        members.change(member=member, another=True, **before)
        if archived:
            Member.objects.filter(pk=member.pk).update(archived=archived)
    member_import.delete()


def find_played(club: Club, people: Collection[int]) -> set[int]:
    """Return those on whom a result, a draw, money, a couple or another member depends."""
    candidates = set(people)
    used: set[int] = set()
    for model in (TableSeat, ImportedResult, Prepayment, Substitute):
        rows = model._default_manager.filter(member__in=candidates)
        used |= set(rows.values_list("member", flat=True))
    couples = Couple.objects.filter(Q(first__in=candidates) | Q(second__in=candidates))
    used |= {pk for both in couples.values_list("first", "second") for pk in both} & candidates
    doubles = Member.objects.filter(merged_into__in=candidates)
    used |= {pk for pk in doubles.values_list("merged_into", flat=True) if pk}
    left = Member.objects.filter(pk__in=candidates).exclude(merged_into=None, erased=None)
    used |= set(left.values_list("pk", flat=True))
    records = DrawRecord.objects.filter(night__season__club=club)
    for drawn in records.values_list("people", flat=True):
        used |= candidates.intersection(drawn)
    others = NightLogEntry.objects.filter(night__season__club=club).exclude(kind__in=AT_THE_DOOR)
    for body in others.values_list("body", flat=True):
        used |= candidates & _mentioned(body)
    return used


def _mentioned(body: dict[str, Any]) -> set[int]:
    named: Iterable[int] = (body[key] for key in ("member", "other") if key in body)
    return {*named, *body.get("members", [])}
