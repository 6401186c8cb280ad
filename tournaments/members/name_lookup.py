"""All current and former members of a club, read by a single query."""

from collections.abc import Collection, Mapping
from typing import NamedTuple

from tournaments.members.members import Known
from tournaments.models import Club, Member
from tournaments.names import Name


class Enrolled(NamedTuple):
    guest: bool
    merged_into: int | None
    is_gone: bool  # merged into another member, or erased
    known: Known


def read_roll(club: Club) -> dict[int, Enrolled]:
    fields = ("pk", "guest", "merged_into", "erased", "shown", "nickname", "number", *Name._fields)
    rows = Member.objects.filter(club=club).order_by("pk").values_list(*fields)
    return {
        pk: Enrolled(
            guest,
            merged_into,
            bool(merged_into or erased),
            Known(shown, nickname, number, Name(*name)),
        )
        for pk, guest, merged_into, erased, shown, nickname, number, *name in rows
    }


def find_known(roll: Mapping[int, Enrolled], ids: Collection[int]) -> dict[int, Known]:
    """As `members.load_known`, from the roll."""
    return {
        pk: enrolled.known for pk, enrolled in roll.items() if pk in ids or not enrolled.is_gone
    }
