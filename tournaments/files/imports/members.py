"""Imports members from a file: saved as a draft for a day, previewed, then applied as a whole."""

from collections.abc import Callable, Iterable, Mapping
from datetime import date, timedelta
from typing import Any, NamedTuple, TypeVar

from django.core.files import File
from django.db import transaction
from django.utils import timezone

from scoring.toolkit.problems import UserError
from tournaments import problems
from tournaments.club import clubs
from tournaments.files import readers
from tournaments.files.imports import matching
from tournaments.files.imports.matching import ADD, CHANGE, DOUBT, Candidate, Change, Plan, Step
from tournaments.files.readers import Book, member_list
from tournaments.files.readers.cells import MOST_BYTES
from tournaments.files.readers.headings import Table
from tournaments.files.readers.member_list import Entry
from tournaments.members import members
from tournaments.models import Club, ImportDraft, Member
from tournaments.names import Name, normalize
from tournaments.problems import user_error

KEPT = timedelta(days=1)
MOST_KEPT = 5  # drafts of a club
MOST_DOUBTS = 300  # doubtful lines shown at once; the others are skipped

Done = TypeVar("Done")
Choices = Mapping[int, str]  # keyed by line: "add", the id of a member, or empty to skip


class Taken(NamedTuple):
    added: int
    changed: int


def save_draft(*, club: Club, file: "File[bytes]") -> ImportDraft:
    """Read a file and save its content, so that nobody has to choose the file again."""
    book = opened(file)
    people_list = member_list.read(book)
    return create_draft(club, file, book, people_list.table, people_list.entries)


def opened(file: "File[bytes]") -> Book:
    return readers.read(content(file))


def content(file: "File[bytes]") -> bytes:
    if (file.size or 0) > MOST_BYTES:
        raise user_error(problems.LARGE_FILE, most=MOST_BYTES // 1_000_000)
    return bytes(file.read())


def create_draft(
    club: Club,
    file: "File[bytes]",
    book: Book,
    table: Table,
    entries: Iterable[Entry],
    **more: Any,
) -> ImportDraft:
    return store(
        club,
        file,
        worksheet=normalize(table.worksheet),
        read=table.read,
        unread=table.unread,
        remarks=[check.number for check in book.remarks],
        rows=[_stored(entry) for entry in entries],
        **more,
    )


def store(club: Club, file: "File[bytes]", **said: Any) -> ImportDraft:
    """Save a draft. Delete all but the latest few drafts of the club."""
    name = "".join(letter for letter in normalize(file.name or "") if letter.isprintable())[:100]
    draft = ImportDraft(club=club, name=name, **said)
    with transaction.atomic():
        clubs.lock_and_invalidate(club)
        draft.save()
        of_club = ImportDraft.objects.filter(club=club).order_by("-pk")
        older = [*of_club.values_list("pk", flat=True)[MOST_KEPT:]]
        ImportDraft.objects.filter(pk__in=older).delete()
    return draft


def preview(draft: ImportDraft) -> Plan:
    """Return the current plan for a draft. The plan changes only if the club's members change."""
    return matching.plan(draft.club, map(_entry, draft.rows))


@transaction.atomic
def apply(*, draft: ImportDraft, choices: Choices, seen: str) -> Taken:
    """Apply a draft and delete it. `seen` is the digest of the plan that the user saw."""
    plan = checked(draft, choices, seen)
    added = changed = 0
    doubts = plan.steps_of(DOUBT)[:MOST_DOUBTS]
    for step in (*plan.steps_of(CHANGE), *doubts, *plan.steps_of(ADD)):
        chosen = choices.get(step.entry.line, "") if step.kind == DOUBT else ""
        if step.kind == ADD or (chosen == ADD and step.may_add):
            at_line(step, add, draft.club, step.entry)
            added += 1
        elif candidate := _changed(step, chosen):
            at_line(step, _change, *candidate, step.entry.name)
            changed += 1
    if not added and not changed:
        raise user_error(problems.EMPTY_LIST)
    draft.delete()
    return Taken(added, changed)


def checked(draft: ImportDraft, choices: Choices, seen: str) -> Plan:
    """Lock the club and return the current plan. Refuse if this is not the plan that the user
    saw.
    """
    clubs.lock_and_invalidate(draft.club)
    plan = preview(draft)
    if plan.digest != seen:
        raise user_error(problems.LIST_CHANGED)
    _refuse_two_lines(plan, choices)
    return plan


def purge_expired() -> int:
    """Delete drafts that nobody applied within a day. Return how many rows were deleted."""
    return ImportDraft.objects.filter(created__lt=timezone.now() - KEPT).delete()[0]


# One line


def _changed(step: Step, chosen: str) -> Candidate | None:
    """Return the member that this line changes, with the changes. Return None if the line changes
    no member.
    """
    if step.kind == CHANGE and step.member:
        return Candidate(step.member, step.changes)
    return next(
        (candidate for candidate in step.candidates if str(candidate.member.pk) == chosen), None
    )


def _refuse_two_lines(plan: Plan, choices: Choices) -> None:
    """Refuse a file in which two lines change the same member."""
    met = {step.member.pk: step.entry.line for step in plan.steps if step.member}
    for step in plan.steps_of(DOUBT)[:MOST_DOUBTS]:
        if candidate := _changed(step, choices.get(step.entry.line, "")):
            first = met.setdefault(candidate.member.pk, step.entry.line)
            if first != step.entry.line:
                names = {"line": first, "other": step.entry.line, "name": str(candidate.member)}
                raise user_error(problems.ONE_PERSON, **names)


def add(club: Club, entry: Entry) -> Member:
    return members.add(club=club, another=True, **entry.name._asdict(), **_typed(entry.said))


def _typed(said: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields with the types that a member has. The day of joining becomes a date."""
    joined = {"joined": date.fromisoformat(said["joined"])} if "joined" in said else {}
    return {**said, **joined}


def _change(member: Member, changes: tuple[Change, ...], name: Name) -> None:
    said: dict[str, Any] = {change.field: change.after for change in changes}
    if said.pop("name", None):
        said |= name._asdict()
    if said:
        members.change(member=member, another=True, **_typed(said))
    if member.archived:
        members.restore(member=Member.objects.get(pk=member.pk))


def at_line(step: Step, verb: Callable[..., Done], *given: Any) -> Done:
    """Call a function for a line of the file. Add the line's number to a refusal."""
    try:
        return verb(*given)
    except UserError as error:
        what = error.problems[0]["message"]
        raise user_error(problems.AT_LINE, line=step.entry.line, what=what) from None


# Drafts as JSON


def _stored(entry: Entry) -> dict[str, Any]:
    wrong = entry.wrong and (entry.wrong[0].number, entry.wrong[1])
    return entry._asdict() | {"wrong": wrong}


def _entry(row: dict[str, Any]) -> Entry:
    wrong = row["wrong"] and (problems.numbered(row["wrong"][0]), row["wrong"][1])
    return Entry(**row | {"name": Name(*row["name"]), "wrong": wrong})
