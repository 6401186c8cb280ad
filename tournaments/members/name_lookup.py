"""All current and former members of a club, read by a single query. From this list, a page of a
night looks up people's names, which records are merged duplicates, and who is still a member.
"""

from collections.abc import Collection, Mapping
from typing import NamedTuple

from tournaments.members.members import Known
from tournaments.models import Club, Member
from tournaments.names import Name


class Enrolled(NamedTuple):
    """A current or former member of a club: whether they are a guest, were merged into another
    member or erased, and their name.
    """

    guest: bool
    merged_into: int | None
    is_gone: bool  # merged into another member, or erased
    known: Known


def read_roll(club: Club) -> dict[int, Enrolled]:
    """Return all current and former members of this club, keyed by id and sorted by id. From this,
    a page looks up people's names, which records are merged duplicates, and who is still a member.
    So it needs no other query for these.
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
    """Return the names of these members and of everybody else in their club, keyed by id. The
    others are needed so that every page tells namesakes apart in the same way. The names come from
    `roll`, the list of the club's members that was already read.
    """
    return {
        pk: enrolled.known for pk, enrolled in roll.items() if pk in ids or not enrolled.is_gone
    }
