"""Couples of a season. In draws, results and standings the first of a couple stands for both;
`standings/who_played.py` adds up what they played.
"""

from collections.abc import Collection, Iterable, Mapping
from typing import Any, NamedTuple

from django.db import transaction

from scoring.toolkit.problems import user_error
from tournaments import problems
from tournaments.club import clubs
from tournaments.members import members
from tournaments.members.members import MemberNames
from tournaments.models import Couple, Member, Night, Season, TableSeat
from tournaments.names import LONGEST, NO_BREAK, NOBODY, Label, Name, NameDetail, glue_particles

AND = " & "
LONG = 17


class Partners(NamedTuple):
    """Ids of two members; of a merged duplicate, the id of the record that was kept."""

    couple: int
    first: int
    second: int

    def find_other(self, member: int) -> int:
        return self.second if member == self.first else self.first


def list_couples(season: Season) -> list[Partners]:
    if not season.by_couple:
        return []
    fields = ("pk", "first", "first__merged_into", "second", "second__merged_into")
    rows = Couple.objects.filter(season=season).order_by("pk").values_list(*fields)
    return [
        Partners(pk, first_kept or first, second_kept or second)
        for pk, first, first_kept, second, second_kept in rows
    ]


def list_expected(night: Night) -> set[int]:
    """Return who is in a couple that was not made at the door of this night; empty: everybody."""
    season = night.season
    if not (season.by_couple and season.couples.exclude(made_at=night).exists()):
        return set()
    return {pk for couple in list_couples(season) for pk in couple[1:]}


def find_couple(season: Season, member: Member) -> Partners | None:
    pk = member.main_id
    return next((couple for couple in list_couples(season) if pk in couple[1:]), None)


def stand_ins(season: Season) -> dict[int, int]:
    """Map the second of each couple, and their doubles, to the first, who stands for both."""
    firsts = {couple.second: couple.first for couple in list_couples(season)}
    if firsts:
        doubles = Member.objects.filter(merged_into__in=firsts).order_by("pk")
        pairs = doubles.values_list("pk", "merged_into")
        firsts |= {double: firsts[keep] for double, keep in pairs if keep}
    return firsts


def list_stood_in(season: Season, seats: Collection[TableSeat]) -> dict[int, list[int]]:
    """Map who sits here for somebody of a couple to who of that couple does not."""
    partners = {couple.couple: couple[1:] for couple in list_couples(season)}
    sits = {seat.member_id for seat in seats}
    return {
        seat.member_id: [pk for pk in partners[seat.couple_id] if pk not in sits]
        for seat in seats
        if seat.couple_id in partners and seat.member_id not in partners[seat.couple_id]
    }


def include_partners(season: Season, ids: Collection[int]) -> set[int]:
    seconds = {couple.second for couple in list_couples(season) if couple.first in ids}
    return {*ids, *seconds}


def find_entrants(season: Season, ids: Collection[int]) -> set[int]:
    substitutes = stand_ins(season)
    return {substitutes.get(pk, pk) for pk in ids}


def find_entrant(season: Season, member: Member) -> int:
    return stand_ins(season).get(member.pk, member.pk)


# What they are called


def load_labels(
    season: Season,
    ids: Collection[int],
    detail: NameDetail,
    known: Mapping[int, MemberNames] | None = None,
) -> dict[int, Label]:
    """`known` has the names of the club's members, if the caller has read them already."""
    partners = {couple.first: couple.second for couple in list_couples(season)}
    wanted = {*ids, *(partners[pk] for pk in ids if pk in partners)}
    if known is None or not wanted <= known.keys():
        known = members.load_known(wanted)
    labels = members.select_labels(members.label_all(known, detail), wanted)
    return {
        pk: join(labels[pk], labels[partners[pk]]) if partners.get(pk) in labels else labels[pk]
        for pk in ids
        if pk in labels
    }


def load_names(season: Season, ids: Collection[int], detail: NameDetail) -> dict[int, str]:
    return {pk: label.full for pk, label in load_labels(season, ids, detail).items()}


def label_both(season: Season, labels: Mapping[int, Label]) -> Mapping[int, Label]:
    both = {
        couple.first: join(labels[couple.first], labels[couple.second])
        for couple in list_couples(season)
        if {couple.first, couple.second} <= labels.keys()
    }
    return {**labels, **both}


def group_by_names(
    seasons: Iterable[tuple[Season, Collection[int]]],
) -> dict[int, tuple[Season, set[int]]]:
    """Group the players of several seasons whose names can be looked up together. All seasons
    without couples are one group (key 0), each season of couples is one of its own (its id).
    """
    groups: dict[int, tuple[Season, set[int]]] = {}
    for season, ids in seasons:
        groups.setdefault(find_name_key(season), (season, set()))[1].update(ids)
    return groups


def find_name_key(season: Season) -> int:
    return season.pk if season.by_couple else 0


def join(first: Label, second: Label) -> Label:
    if first.full == second.full == NOBODY:
        return Label(Name(NOBODY))
    full = AND.join([first.full, second.full])
    return Label(Name(full), both=AND.join([first.first, second.first]))


def keep_together(name: str) -> str:
    """No line ends within a family name, or within one name of a couple unless it is long."""
    pieces = [
        each.replace(" ", NO_BREAK) if AND in name and len(each) < LONG else glue_particles(each)
        for each in name.split(AND)
    ]
    return f"{NO_BREAK}& ".join(pieces)


def label_entrants(season: Season, people: Iterable[Member]) -> list[Member]:
    entrants = list(people)
    labels = load_labels(season, [member.pk for member in entrants], NameDetail.FULL)
    for member in entrants:
        member.apart = labels[member.pk]
    return entrants


# Verbs


@transaction.atomic
def form_couple(
    *, season: Season, first: Member, second: Member, made_at: Night | None = None
) -> Couple:
    clubs.lock_and_invalidate(season.club)
    if not season.by_couple:
        raise user_error(problems.NO_COUPLES)
    if first.pk == second.pk or {first.club_id, second.club_id} != {season.club_id}:
        raise user_error(problems.SELF_PAIR)
    for member in map(members.read_again, (first, second)):
        if member.merged_into_id:
            raise user_error(problems.GONE)
        if taken := find_couple(season, member):
            other = Member.objects.get(pk=taken.find_other(member.pk))
            raise user_error(problems.HAS_PARTNER, name=str(member), other=str(other))
    return Couple.objects.create(season=season, first=first, second=second, made_at=made_at)


@transaction.atomic
def form_listed(*, season: Season, text: str, new: bool = False, by: str = "") -> dict[str, Any]:
    """Two names a line; what stands there already stays so. Who is not known yet is a guest of an
    open evening; `new` says that they become members. Return the names of what was done.
    """
    clubs.lock_and_invalidate(season.club)
    text = "\n".join(" & ".join(members.split_couple(line)) for line in text.splitlines())
    reading = members.preview_list(club=season.club, text=text)
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and sum(read.number == number for read in reading.lines) != 2:
            raise user_error(problems.NOT_TWO, line=line.strip()[:LONGEST])
    names = [line.name.full for line in reading.adds]
    if names and not (reading.wrong or new or season.open_evening):
        raise user_error(problems.NEW_MEMBERS, names=", ".join(names))
    if names or reading.wrong:
        members.add_many(club=season.club, text=text, guests=season.open_evening, by=by)
    here = season.club.members.filter(erased=None).select_related("merged_into")
    doubles_first = sorted(here, key=lambda member: member.merged_into is None)
    known = {bytes(member.sort_key): member.main for member in doubles_first}
    people = [known[read.name.sort_key] for read in reading.lines]
    made, there = [], []
    for first, second in zip(people[::2], people[1::2], strict=True):
        couple = find_couple(season, first)
        if couple and second.pk in couple[1:]:
            there.append(f"{first}{AND}{second}")
        else:
            made.append(str(form_couple(season=season, first=first, second=second)))
    return {"made": made, "there": there, "new": names}


@transaction.atomic
def split(*, couple: Couple) -> None:
    clubs.lock_and_invalidate(couple.season.club)
    if couple.seats.exists():
        raise user_error(problems.COUPLE_PLAYED, names=str(couple))
    couple.delete()


def list_without_partner(season: Season) -> list[Member]:
    taken = {pk for couple in list_couples(season) for pk in couple[1:]}
    free = members.list_members(season.club).filter(archived=None).exclude(pk__in=taken)
    return members.sort_by_name(members.label_people(free))
