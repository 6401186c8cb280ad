"""What imports of members changed, kept for a year so that one can be taken back."""

import json
from collections.abc import Iterable, Mapping
from datetime import date, timedelta
from hashlib import sha256
from typing import Any

from django.db.models import Count, Exists, OuterRef, Q
from django.utils import timezone

from tournaments.accounts import accounts
from tournaments.models import Club, ImportedMember, ImportedResult, Member, MemberImport, TableSeat

KEPT = timedelta(days=366)
MOST_SHOWN = 5
REPLACED = (  # fields that an import can change
    *("first", "particle", "family", "nickname", "number", "email", "phone"),
    *("joined", "household", "archived"),
)
COMPARED = (*REPLACED, "guest", "writes", "table", "shown")

Before = dict[str, Any]  # values of fields, as JSON


def save_import(
    club: Club, added: Iterable[Member], changed: Iterable[tuple[Member, Before]] = (), by: str = ""
) -> None:
    """`by` is who does it, such as "user 12"."""
    rows = [ImportedMember(member=member, added=True) for member in added]
    rows += [ImportedMember(member=member, added=False, before=was) for member, was in changed]
    if not rows:
        return
    made = MemberImport.objects.create(club=club, actor=by)
    for row in rows:
        row.member_import, row.digest = made, digest_member(row.member)
    ImportedMember.objects.bulk_create(rows, batch_size=500)


def open_imports(club: Club) -> list[tuple[MemberImport, str]]:
    """Return those of which nobody has played, with who made them. `adds` and `changes` are numbers
    of members.
    """
    added = ImportedMember.objects.filter(member_import=OuterRef("pk"), added=True)
    played = [
        Exists(added.filter(Exists(model.objects.filter(member=OuterRef("member")))))
        for model in (TableSeat, ImportedResult)
    ]
    imports = list(
        MemberImport.objects.filter(~played[0], ~played[1], club=club)
        .annotate(
            adds=Count("people", filter=Q(people__added=True)),
            changes=Count("people", filter=Q(people__added=False)),
        )
        .exclude(adds=0, changes=0)
        .order_by("-pk")[:MOST_SHOWN]
    )
    names = accounts.load_names(made.actor for made in imports)
    return [(made, names.get(made.actor, "")) for made in imports]


def purge_expired() -> int:
    old = MemberImport.objects.filter(time__lt=timezone.now() - KEPT)
    return old.delete()[1].get(MemberImport._meta.label, 0)


def convert_to_json(member: Member, fields: Iterable[str]) -> Before:
    values = ((field, getattr(member, field)) for field in fields)
    return {
        field: value.isoformat() if isinstance(value, date) else value for field, value in values
    }


def convert_from_json(before: Mapping[str, Any]) -> dict[str, Any]:
    field: Any = Member._meta.get_field
    return {name: field(name).to_python(value) for name, value in before.items()}


def digest_member(member: Member) -> str:
    values = convert_to_json(member, COMPARED) | {"archived": bool(member.archived)}
    return sha256(json.dumps(values, sort_keys=True).encode()).hexdigest()[:32]
