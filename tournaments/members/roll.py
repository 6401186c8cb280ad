"""All members of a club, as the pages of a night need them: read once, for several purposes."""

from collections.abc import Collection, Mapping
from typing import NamedTuple

from tournaments.members.members import Known
from tournaments.models import Club, Member
from tournaments.names import Name


class Enrolled(NamedTuple):
    """A member, or somebody who was one."""

    guest: bool
    merged_into: int | None
    is_gone: bool  # merged into another member, or erased
    known: Known


def read_roll(club: Club) -> dict[int, Enrolled]:
    """Return everybody who is or was a member of this club, keyed by id, in the order of the ids.
    Who played, merged duplicates and names all follow from it, so a page needs no other query.
    """
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
    """Return the same as `load_known` does, from a roll that was read already."""
    return {
        pk: enrolled.known for pk, enrolled in roll.items() if pk in ids or not enrolled.is_gone
    }
