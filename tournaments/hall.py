"""The hall page: what everybody in the hall may know of a night, on a big screen or a phone."""

from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import NamedTuple

from django.db.models import Count, Q
from django.utils.translation import get_language

from tournaments import agenda, door, members, room
from tournaments.models import Member, Night, Round
from tournaments.names import fold


class Line(NamedTuple):
    name: str  # as somebody wants to be known in the hall
    table: int | None  # None: sits out

    @property
    def sought(self) -> str:
        return fold(self.name)


class Sitting(NamedTuple):
    """A round as it is seated."""

    number: int
    people: list[Line]
    letters: list[str]  # with which a name begins
    tables: int
    count_in: int


class Hall(NamedTuple):
    state: str
    day: str
    signed_up: int
    present: int
    tables: str  # in words, at the door
    rounds: list[int]  # that are drawn
    sitting: Sitting | None
    coming: str  # the night after this one

    def seal(self) -> str:
        """What the page follows from, names included: another one when any of it is."""
        return sha256(repr((self, get_language())).encode()).hexdigest()[:32]


def of(one: Night, asked: int = 0, sought: str = "") -> Hall:
    """With `asked` one round, else the one that is being played."""
    counts = one.attendances.aggregate(
        signed_up=Count("pk", Q(said="on")), present=Count("pk", Q(present=True))
    )
    found = room.stands(one)
    drawn = sorted({stand.round for stand in found})
    number = asked if asked in drawn else room.current(found)
    seated = number and one.state != Night.State.CLOSED
    following = agenda.after(one)
    return Hall(
        state=one.state,
        day=str(one),
        tables=door.tables_in_words(one, counts["present"]),
        rounds=drawn,
        sitting=_sitting(one, number, found, sought) if seated else None,
        coming=str(following) if following else "",
        **counts,
    )


def _sitting(one: Night, number: int, found: Iterable[room.Stand], sought: str) -> Sitting:
    here = [stand.how for stand in found if stand.round == number]
    people = sorted(_people(one, number), key=_order)
    letters = {word[0] for line in people for word in _ends(line.sought.split())}
    return Sitting(
        number=number,
        people=[line for line in people if _begins(line.sought.split(), fold(sought).split())],
        letters=sorted(letters),
        tables=len(here),
        count_in=sum(how.approved for how in here),
    )


def _people(one: Night, number: int) -> list[Line]:
    this = Round.objects.select_related("drawing").get(night=one, number=number)
    seats = this.seats.filter(until=None).select_related("member__merged_into", "table")
    here = {each.member_id for each in seats}
    seated = [Line(_name(each.member), each.table.number) for each in seats]
    return seated + [Line(_name(one), None) for one in _out(this) if one.pk not in here]


def _out(this: Round) -> Iterable[Member]:
    """Who sits out; a draw holds its rounds in order."""
    record, people = this.drawing.record, this.drawing.people
    first = this.drawing.rounds.order_by("number").values_list("number", flat=True)[0]
    ids = [people[n] for n in record["sitting_out"][this.number - first]]
    return Member.objects.filter(pk__in=ids).select_related("merged_into")


def _order(line: Line) -> tuple[bool, str, int]:
    """As they are read; who shows only a number comes last."""
    return line.name[0].isdigit(), line.sought, line.table or 0


def _name(member: Member) -> str:
    return members.stands_for(member).hall_name


def _ends(words: list[str]) -> list[str]:
    """The first and the last word."""
    return words[:1] + words[-1:]


def _begins(words: list[str], typed: Sequence[str]) -> bool:
    """A letter alone is sought where people look: not among "van" and "de"."""
    where = {part: words if len(part) > 1 else _ends(words) for part in typed}
    return all(any(word.startswith(part) for word in found) for part, found in where.items())
