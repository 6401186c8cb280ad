"""Imports of members: saved as a draft for a day, previewed, then applied as a whole."""

from collections.abc import Callable, Iterable, Mapping
from datetime import date, timedelta
from typing import Any, NamedTuple, TypeVar

from django.core.files import File
from django.db import transaction
from django.utils import timezone

from scoring.toolkit.problems import UserError, user_error
from tournaments import problems
from tournaments.club import clubs
from tournaments.files import readers
from tournaments.files.imports import guess_columns, matching
from tournaments.files.imports.guess_columns import PastedList
from tournaments.files.imports.matching import (
    ADD,
    CHANGE,
    DOUBT,
    Candidate,
    FieldChange,
    Plan,
    Step,
)
from tournaments.files.readers.cells import MOST_BYTES, Book
from tournaments.files.readers.find_table import Table
from tournaments.files.readers.member_columns import MOST, Entry
from tournaments.members import members, past_imports
from tournaments.models import Club, ImportDraft, Member
from tournaments.names import Name, normalize

KEPT = timedelta(days=1)
MOST_KEPT = 5  # drafts of a club
MOST_DOUBTS = 300  # doubtful lines shown at once; the others are skipped

Done = TypeVar("Done")
Choices = Mapping[int, str]  # keyed by line: "add", the id of a member, or empty to skip


class Taken(NamedTuple):
    added: int
    changed: int


def read_file(*, file: "File[bytes]") -> str:
    return guess_columns.write_text(open_book(file))


def save_draft(*, club: Club, listed: PastedList, name: str) -> ImportDraft:
    entries = [line.entry for line in listed.lines]
    if not entries:
        raise user_error(problems.EMPTY_LIST)
    if len(entries) > MOST:
        raise user_error(problems.MANY_LINES, most=MOST)
    return create_draft(club, name, listed.book, listed.table, entries)


def open_book(file: "File[bytes]") -> Book:
    if (file.size or 0) > MOST_BYTES:
        raise user_error(problems.LARGE_FILE, most=MOST_BYTES // 1_000_000)
    return readers.read(bytes(file.read()))


def create_draft(
    club: Club, name: str, book: Book, table: Table, entries: Iterable[Entry], **more: Any
) -> ImportDraft:
    """Keep only the latest few drafts of the club."""
    draft = ImportDraft(
        club=club,
        name="".join(letter for letter in normalize(name) if letter.isprintable())[:100],
        worksheet=normalize(table.worksheet),
        read=table.read,
        unread=table.unread,
        remarks=[check.number for check in book.remarks],
        rows=[_stored(entry) for entry in entries],
        **more,
    )
    with transaction.atomic():
        clubs.lock_and_invalidate(club)
        draft.save()
        of_club = ImportDraft.objects.filter(club=club).order_by("-pk")
        older = [*of_club.values_list("pk", flat=True)[MOST_KEPT:]]
        ImportDraft.objects.filter(pk__in=older).delete()
    return draft


def preview(draft: ImportDraft) -> Plan:
    return matching.plan(draft.club, map(_entry, draft.rows))


@transaction.atomic
def apply(*, draft: ImportDraft, choices: Choices, seen: str, by: str = "") -> Taken:
    """`seen` is the digest of the preview; `by` tells the log who it was, such as "user 12"."""
    plan = check_plan(draft, choices, seen)
    new: list[Member] = []
    changed: list[tuple[Member, past_imports.Before]] = []
    doubts = plan.list_steps(DOUBT)[:MOST_DOUBTS]
    for step in (*plan.list_steps(CHANGE), *doubts, *plan.list_steps(ADD)):
        chosen = choices.get(step.entry.line, "") if step.kind == DOUBT else ""
        if step.kind == ADD or (chosen == ADD and step.may_add):
            new.append(import_line(step, add, draft.club, step.entry))
        elif candidate := find_candidate(step, chosen):
            changed.append(import_line(step, _change, *candidate, step.entry.name))
    if not new and not changed:
        raise user_error(problems.EMPTY_LIST)
    past_imports.save_import(draft.club, new, changed, by)
    draft.delete()
    return Taken(len(new), len(changed))


def check_plan(draft: ImportDraft, choices: Choices, seen: str) -> Plan:
    """Lock the club; refuse what is not in the preview or changes a member by two lines."""
    clubs.lock_and_invalidate(draft.club)
    plan = preview(draft)
    if plan.digest != seen:
        raise user_error(problems.LIST_CHANGED)
    met = {step.member.pk: step.entry.line for step in plan.steps if step.member}
    for step in plan.list_steps(DOUBT)[:MOST_DOUBTS]:
        if candidate := find_candidate(step, choices.get(step.entry.line, "")):
            first = met.setdefault(candidate.member.pk, step.entry.line)
            if first != step.entry.line:
                names = {"line": first, "other": step.entry.line, "name": str(candidate.member)}
                raise user_error(problems.ONE_PERSON, **names)
    return plan


def purge_expired() -> int:
    return ImportDraft.objects.filter(created__lt=timezone.now() - KEPT).delete()[0]


def find_candidate(step: Step, chosen: str) -> Candidate | None:
    if step.kind == CHANGE and step.member:
        return Candidate(step.member, step.changes)
    return next(
        (candidate for candidate in step.candidates if str(candidate.member.pk) == chosen), None
    )


def add(club: Club, entry: Entry) -> Member:
    return members.add(club=club, another=True, **entry.name._asdict(), **_typed(entry.said))


def _typed(said: Mapping[str, Any]) -> dict[str, Any]:
    joined = {"joined": date.fromisoformat(said["joined"])} if "joined" in said else {}
    return {**said, **joined}


def _change(
    member: Member, changes: tuple[FieldChange, ...], name: Name
) -> tuple[Member, past_imports.Before]:
    said: dict[str, Any] = {change.field: change.after for change in changes}
    if said.pop("name", None):
        said |= name._asdict()
    fields = [*said, *(["archived"] if member.archived else [])]
    before = past_imports.convert_to_json(member, fields)
    if said:
        member = members.change(member=member, another=True, **_typed(said))
    if member.archived:
        member = members.restore(member=Member.objects.get(pk=member.pk))
    return member, before


def import_line(step: Step, verb: Callable[..., Done], *given: Any) -> Done:
    """Put the number of the line before what the verb refuses."""
    try:
        return verb(*given)
    except UserError as error:
        what = error.problems[0]["message"]
        raise user_error(problems.AT_LINE, line=step.entry.line, what=what) from None


def _stored(entry: Entry) -> dict[str, Any]:
    told = {"wrong": entry.wrong, "aside": entry.aside}
    return entry._asdict() | {key: why and (why[0].number, why[1]) for key, why in told.items()}


def _entry(row: dict[str, Any]) -> Entry:
    told = {key: row.get(key) for key in ("wrong", "aside")}
    kept = {key: why and (problems.numbered(why[0]), why[1]) for key, why in told.items()}
    return Entry(**row | kept | {"name": Name(*row["name"])})
