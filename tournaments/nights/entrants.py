"""Who takes part in a draw: everybody present or, in a season of couples, each couple of whom both
are present, or one and a substitute. standings/who_played.py decides for whom that one plays.
"""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from django.db.models import Q

from scoring.toolkit.problems import user_error
from tournaments import problems
from tournaments.locks import lock_night_alone
from tournaments.members import couples, members
from tournaments.members.couples import Partners
from tournaments.models import Couple, Member, Night, NightLogEntry, Substitute
from tournaments.models.night import AHEAD, AT_THE_DOOR
from tournaments.names import NameDetail
from tournaments.nights.nights import add_log_entry

PENS = {Member.Writes.YES: 0, Member.Writes.ANY: 1, Member.Writes.NO: 2}


class Pair(NamedTuple):
    """A couple as it plays tonight. A substitute is always the second of the two people."""

    partners: Partners
    people: tuple[Member, Member]
    stands: Member
    substitute: bool = False

    @property
    def seated(self) -> tuple[Member, Member]:
        """Return the two in the order of their seats: who likes keeping score more comes first."""
        first, second = sorted(self.people, key=lambda member: PENS[Member.Writes(member.writes)])
        return first, second


class Half(NamedTuple):
    partners: Partners
    here: Member
    away: Member


class Tonight(NamedTuple):
    pairs: list[Pair]
    halves: list[Half]
    alone: list[Member]  # present, and neither of a couple nor a substitute

    @property
    def can_stand_in(self) -> bool:
        return bool(self.alone or self.halves[1:])

    @property
    def replaced(self) -> set[int]:
        """Return who is away while somebody stands in, with the partner who is here."""
        return {pk for pair in self.pairs if pair.substitute for pk in pair.partners[1:]}

    @property
    def undrawn(self) -> list[Member]:
        return [*(half.here for half in self.halves), *self.alone]

    def lacks(self, couple: int, member: Member) -> bool:
        """Return whether one of the couple is alone, and `member` can play with that one."""
        own = {half.here.pk: half.partners.couple for half in self.halves}
        free = {person.pk for person in self.undrawn}
        return couple in own.values() and member.pk in free and own.get(member.pk) != couple


def list_present_people(night: Night) -> list[Member]:
    attendances = night.attendances.filter(present=True).select_related("member__merged_into")
    people = {attendance.member.main for attendance in attendances}
    return members.label_people(sorted(people, key=lambda member: member.pk))


def list_present(night: Night) -> list[Member]:
    """In a season of couples, these are the members who stand for them, named after both."""
    if not night.season.by_couple:
        return list_present_people(night)
    couples_here = sorted(
        (pair.stands for pair in load_tonight(night).pairs), key=lambda member: member.pk
    )
    return couples.label_entrants(night.season, couples_here)


def load_tonight(night: Night) -> Tonight:
    here = {member.pk: member for member in list_present_people(night)}
    rows = Substitute.objects.filter(night=night).select_related("member__merged_into")
    stood_in = {row.couple_id: row.member.main for row in rows}
    tonight, free = Tonight([], [], []), dict(here)
    partners = couples.list_couples(night.season)
    known = Member.objects.in_bulk({pk for couple in partners for pk in couple[1:]})
    members.label_people(known.values())
    busy = {
        other.pk
        for couple in partners
        if (other := stood_in.get(couple.couple)) and len(here.keys() & couple[1:]) == 1
    }
    for couple in partners:
        there = [here[pk] for pk in couple[1:] if pk in here and pk not in busy]
        other, stands = stood_in.get(couple.couple), known[couple.first]
        if len(there) == 2:
            tonight.pairs.append(Pair(couple, (there[0], there[1]), stands))
        elif there and other and other.pk in here:
            free.pop(other.pk, None)
            tonight.pairs.append(Pair(couple, (there[0], here[other.pk]), stands, True))
        elif there:
            tonight.halves.append(Half(couple, there[0], known[couple.find_other(there[0].pk)]))
        for member in there:
            free.pop(member.pk, None)
    tonight.alone.extend(members.sort_by_name(free.values()))
    return tonight


def load_pairs(night: Night, entrants: Iterable[Member]) -> dict[int, Pair]:
    """Return the couples by who stands for them. Refuse if one of the entrants' cannot play."""
    wanted = {member.pk for member in entrants}
    pairs = {pair.partners.first: pair for pair in load_tonight(night).pairs}
    if gone := wanted - pairs.keys():
        names = couples.load_names(night.season, gone, NameDetail.FULL)
        raise user_error(problems.NOT_HERE, names=", ".join(names.values()))
    return pairs


def count_entrants(night: Night, people: int) -> int:
    """Before check-in, nobody knows which couples come: then half of the people count."""
    if not night.season.by_couple:
        return people
    return people // 2 if night.state in AHEAD else len(load_tonight(night).pairs)


def list_people(night: Night, entrants: Sequence[Member]) -> list[tuple[Member, int]]:
    if not night.season.by_couple:
        return [(member, number) for number, member in enumerate(entrants)]
    pairs = load_pairs(night, entrants)
    return [
        (person, number)
        for number, member in enumerate(entrants)
        for person in pairs[member.pk].people
    ]


def set_substitute(*, night: Night, couple: Couple, member: Member | None, by: str = "") -> None:
    """Rounds that are drawn already do not change."""
    with lock_night_alone(night, *AT_THE_DOOR) as now:
        now.substitutes.filter(couple=couple).delete()
        if member:
            tonight = load_tonight(now)
            if couple.pk not in {half.partners.couple for half in tonight.halves}:
                raise user_error(problems.NOBODY_AWAY, names=str(couple))
            if not tonight.lacks(couple.pk, member):
                raise user_error(problems.NO_SUBSTITUTE, name=str(member))
        put_substitute(now, couple.pk, member.pk if member else None, by)


def put_substitute(night: Night, couple: int, member: int | None, by: str) -> None:
    night.substitutes.filter(Q(couple=couple) | Q(member=member)).delete()
    if member:
        Substitute.objects.create(night=night, couple_id=couple, member_id=member)
    who: dict[str, Any] = {"member": member} if member else {}
    add_log_entry(night, NightLogEntry.Kind.SUBSTITUTE, by, couple=couple, **who)
