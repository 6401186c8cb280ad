"""Planning nights, their state, and who attends. All database writes for these are in this module;
each change at a night adds a `NightLogEntry`. `by` is an opaque actor id.
"""

import secrets
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.formats import date_format

from scoring.models import Sheet
from scoring.sheets import lifecycle
from tournaments import problems
from tournaments.club import clubs
from tournaments.club.reglementen import table_kind
from tournaments.club.seasons import MOST_NIGHTS
from tournaments.draw.engine import table_sizes
from tournaments.locks import GOING_ON, lock_night, lock_night_alone
from tournaments.members import members
from tournaments.models import Attendance, Club, Member, Night, NightLogEntry, Season
from tournaments.names import normalize, of_two
from tournaments.problems import user_error

State, Said = Night.State, Attendance.Said
NEXT = {  # the states that an organiser can set from each state
    State.PLANNED: (State.SIGN_UP, State.CHECK_IN),
    State.SIGN_UP: (State.PLANNED, State.CHECK_IN),
    State.CHECK_IN: (State.SIGN_UP, State.PLAYING),
    State.PLAYING: (State.CHECK_IN, State.CLOSING),
    State.CLOSING: (State.PLAYING,),
}
AT_THE_DOOR = (State.CHECK_IN, State.PLAYING)  # latecomers check in for the next round


def of_club(club: Club) -> QuerySet[Night]:
    return Night.objects.filter(season__club=club).select_related("season__club")


def going_on() -> QuerySet[Night]:
    """Return the nights of all clubs that are going on: from check-in until closed."""
    return Night.objects.filter(state__in=GOING_ON).select_related("season__club")


# Planning


@transaction.atomic
def plan(*, season: Season, days: Iterable[date], sign_up: bool = False) -> list[Night]:
    """Create a night on each of these days. If one day is refused, none is created."""
    clubs.lock_and_invalidate(season.club)
    taken = set(season.nights.values_list("day", flat=True))
    state = State.SIGN_UP if sign_up else State.PLANNED
    nights = [Night(season=season, day=day, state=state) for day in sorted(set(days))]
    for night in nights:
        if not season.first <= night.day <= season.last:
            raise user_error(problems.OTHER_DAY, day=date_format(night.day))
        if night.day in taken:
            raise user_error(problems.SAME_DAY, day=date_format(night.day))
    if len(taken) + len(nights) > MOST_NIGHTS:
        count = len(taken) + len(nights)
        raise user_error(problems.MANY_NIGHTS, count=count, most=MOST_NIGHTS)
    return Night.objects.bulk_create(nights)


def days_from(first: date, last: date, weeks: int) -> Iterator[date]:
    """Yield `first` and then every `weeks` weeks a day, up to `last`. If `weeks` is 0, yield
    `first` alone.
    """
    day = first
    while day <= last and weeks:
        yield day
        day += timedelta(weeks=weeks)
    if not weeks:
        yield first


def cancel(*, night: Night) -> None:
    with lock_night_alone(night) as now:
        require_state(now, State.PLANNED, State.SIGN_UP)
        if now.attendances.exclude(said="", present=False).exists():
            raise user_error(problems.NOT_EMPTY)
        now.delete()
        clubs.lock_and_invalidate(now.season.club)


def set_state(*, night: Night, to: str, by: str = "") -> Night:
    with lock_night(night) as now:
        if to not in NEXT.get(State(now.state), ()):
            raise user_error(problems.NOT_NOW, state=now.get_state_display())
        if to == State.CHECK_IN and now.rounds.exists():  # a draw stays as it is
            raise user_error(problems.NOT_NOW, state=now.get_state_display())
        add_log_entry(now, NightLogEntry.Kind.STATE, by, was=now.state, to=to)
        if State.CHECK_IN in (now.state, to):
            now.next_seed = new_seed() if to == State.PLAYING else ""
        if now.state == State.CLOSING:
            _open_forms(now, by)
        now.state = to
        now.save(update_fields=["state", "next_seed"])
        now.reserved_seats.all().delete()
        return now


def _open_forms(now: Night, by: str) -> None:
    """Reopen the closed sheets of a night that goes back to playing, except those of dissolved
    tables. Sheets may be closed if the night was reopened for one table only.
    """
    shut = Sheet.objects.filter(table__round__night=now, closed=True, table__seats__until=None)
    for sheet in shut.exclude(table__seats=None).distinct().order_by("pk"):
        lifecycle.reopen(sheet=sheet, reason="", by=by)


def new_seed() -> str:
    """Return an unpredictable seed for the next draw."""
    return secrets.token_hex(16)


def renew_link(*, night: Night, by: str = "") -> Night:
    """Renew the secret link to the hall page. The old link stops working."""
    with lock_night_alone(night) as now:
        now.link_version += 1
        now.save(update_fields=["link_version"])
        add_log_entry(now, NightLogEntry.Kind.LINK, by)
        return now


# Who comes


def sign(*, night: Night, member: Member, said: str, by: str = "") -> Attendance:
    """Sign the member on or off, while sign-up is open."""
    with lock_night_alone(night) as now:
        require_state(now, State.SIGN_UP)
        return _set(now, member, NightLogEntry.Kind.SAID, said, by)


def open_for(member: Member) -> list[tuple[Night, str]]:
    """Return the nights open for sign-up, each with this member's answer so far."""
    nights = of_club(member.club).filter(state=State.SIGN_UP)
    answers = dict(member.attendances.values_list("night", "said"))
    return [(night, answers.get(night.pk, "")) for night in nights]


def check_in(*, night: Night, member: Member, present: bool, by: str = "") -> Attendance:
    with lock_night_alone(night) as now:
        require_state(now, *AT_THE_DOOR)
        return _set(now, member, NightLogEntry.Kind.PRESENT, present, by)


def check_in_all(*, night: Night, by: str = "") -> None:
    """Check in everybody who signed up. If nobody did, check in every member of the club except
    guests.
    """
    with lock_night_alone(night) as now:
        require_state(now, *AT_THE_DOOR)
        people = members.club_members(now.season.club).filter(archived=None)
        signed = people.filter(attendances__night=now, attendances__said=Said.ON)
        who = signed if signed.exists() else people.filter(guest=False)
        _set_all(now, who, NightLogEntry.Kind.PRESENT, True, by)


def pay(*, night: Night, member: Member, paid: bool, by: str = "") -> Attendance:
    with lock_night_alone(night) as now:
        require_state(now, *AT_THE_DOOR)
        return _set(now, member, NightLogEntry.Kind.PAID, paid, by)


def walk_in(
    *, night: Night, first: str, family: str, another: bool = False, by: str = ""
) -> Attendance:
    """Add a guest to the club and check the guest in. Refuse the name of a member, unless `another`
    is set.
    """
    with lock_night_alone(night) as now:
        require_state(now, *AT_THE_DOOR)
        name = of_two(first, family)._asdict()
        guest = members.add(club=now.season.club, another=another, guest=True, **name)
        return _set(now, guest, NightLogEntry.Kind.PRESENT, True, by)


# How many tables


def tables_for(season: Season, present: int) -> table_sizes.Sizes:
    return table_sizes.sizes(present, table_kind(season), season.five)


# What all of them need


def require_state(night: Night, *states: str) -> None:
    if night.state not in states:
        raise user_error(problems.NOT_NOW, state=night.get_state_display())


def _set(
    night: Night, member: Member, kind: NightLogEntry.Kind, value: str | bool, by: str
) -> Attendance:
    return _set_all(night, [member], kind, value, by)[member.pk]


def _set_all(
    night: Night, people: Iterable[Member], kind: NightLogEntry.Kind, value: str | bool, by: str
) -> dict[int, Attendance]:
    """Set one field of these people's attendance, and of the attendance of their merged doubles.
    Only values that change are written. The number of queries does not depend on the number of
    people.
    """
    there = {attendance.pk: Attendance(night=night, member=attendance) for attendance in people}
    whose = Q(member__in=there) | Q(member__merged_into__in=there)
    there |= {attendance.member_id: attendance for attendance in night.attendances.filter(whose)}
    changed = [attendance for attendance in there.values() if getattr(attendance, kind) != value]
    bodies = [
        {"member": attendance.member_id, "was": getattr(attendance, kind), "to": value}
        for attendance in changed
    ]
    for attendance in changed:
        setattr(attendance, kind, value)
    Attendance.objects.bulk_update(
        [attendance for attendance in changed if attendance.pk], [kind.value]
    )
    Attendance.objects.bulk_create(attendance for attendance in changed if not attendance.pk)
    _record_all(night, kind, by, bodies)
    return there


def add_log_entry(night: Night, kind: str, by: str, reason: str = "", **body: Any) -> NightLogEntry:
    return _record_all(night, kind, by, [body], reason)[0]


def _record_all(
    night: Night, kind: str, by: str, bodies: Sequence[dict[str, Any]], reason: str = ""
) -> list[NightLogEntry]:
    if not bodies:
        return []
    last = night.log_entries.order_by("-sequence").values_list("sequence", flat=True).first()
    return NightLogEntry.objects.bulk_create(
        NightLogEntry(
            night=night,
            sequence=sequence,
            kind=kind,
            body=body,
            reason=normalize(reason)[:200],
            actor=by,
        )
        for sequence, body in enumerate(bodies, (last or 0) + 1)
    )
