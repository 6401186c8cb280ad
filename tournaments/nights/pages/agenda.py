"""A club's nights as its pages list them (going on, coming, closed), and at which tables a member
sits.
"""

from collections.abc import Iterable
from datetime import date
from typing import NamedTuple

from django.db.models import Count, Q, QuerySet
from django.utils import timezone

from tournaments import links
from tournaments.models import Attendance, Club, Member, Night, NightLogEntry, TableSeat
from tournaments.nights import nights as night
from tournaments.nights.nights import AHEAD
from tournaments.nights.pages import tables_overview

State = Night.State
GOING_ON = (State.CHECK_IN, State.PLAYING, State.CLOSING)
COMES = Q(attendances__said=Attendance.Said.ON, attendances__member__merged_into=None)
MOST = 5  # of each kind; the list of nights has all of them


class Agenda(NamedTuple):
    now: list[Night]
    coming: list[Night]  # the next one first
    closed: list[Night]  # the last one first


def build_agenda(club: Club) -> Agenda:
    """Return the club's nights that are going on, those to come and those closed, at most five of
    each. A night that runs past midnight still counts as going on. A night planned for an earlier
    day that never began is left out.
    """
    nights = night.list_club_nights(club).select_related("season__reglement")
    ahead = nights.filter(state__in=AHEAD, day__gte=timezone.localdate()).annotate(
        count_coming=Count("attendances", filter=COMES)
    )
    return Agenda(
        now=_last(nights.filter(state__in=GOING_ON)),
        coming=list(ahead.order_by("day", "pk")[:MOST]),
        closed=_last(nights.filter(state=State.CLOSED)),
    )


def _last(nights: QuerySet[Night]) -> list[Night]:
    return list(nights.order_by("-day", "-pk")[:MOST])


def find_next_night(night: Night) -> Night | None:
    """Return the next night of the same season."""
    ahead = Night.objects.filter(season=night.season_id, state__in=AHEAD, day__gt=night.day)
    return ahead.order_by("day").first()


# What changed since it was planned


def list_called_off(member: Member) -> QuerySet[Night]:
    """Return the nights from today on that were called off after the member had signed up for
    them.
    """
    gone = Night.with_called_off.filter(state=State.CALLED_OFF, day__gte=timezone.localdate())
    who = Q(attendances__member=member) | Q(attendances__member__merged_into=member)
    signed_up = gone.filter(who, attendances__said=Attendance.Said.ON).distinct()
    return signed_up.select_related("season__club").order_by("day")


def list_moved(nights: Iterable[Night]) -> list[tuple[Night, date]]:
    """Return those of these nights that were moved to another day, each with its former day."""
    by_id = {night.pk: night for night in nights}
    moves = NightLogEntry.objects.filter(night__in=by_id, kind=NightLogEntry.Kind.MOVED)
    days = {
        move.night_id: date.fromisoformat(move.body["was"]) for move in moves.order_by("sequence")
    }
    return [
        (night, days[pk]) for pk, night in by_id.items() if days.get(pk, night.day) != night.day
    ]


# The seats of one member


class Seat(NamedTuple):
    round: int
    table: int
    now: bool  # this round is being played
    writes: bool  # keeps score there


class Tonight(NamedTuple):
    night: Night
    key: str  # the link key of its hall page
    seats: list[Seat]

    @property
    def plays(self) -> bool:
        return any(seat.now for seat in self.seats)


def find_seats(member: Member, nights: Iterable[Night]) -> list[Tonight]:
    """Return, for each of these nights, at which table the member sits in each round. Seats of a
    merged duplicate of the member are included.
    """
    seats_by_night: dict[int, list[Seat]] = {night.pk: [] for night in nights}
    who = Q(member=member) | Q(member__merged_into=member)
    here = TableSeat.objects.filter(who, round__night__in=seats_by_night, until=None)
    seats = here.order_by("round__number")
    tables = tables_overview.read_tables(list(seats_by_night))
    playing = {
        night.pk: tables_overview.find_current_round(tables[night.pk])
        for night in nights
        if night.state == State.PLAYING and night.pk in tables
    }
    shown = ("round__night", "round__number", "table__number", "seat__is_scribe")
    for pk, round, table, writes in seats.values_list(*shown):
        seats_by_night[pk].append(Seat(round, table, round == playing.get(pk), writes))
    return [Tonight(night, links.make_key(night), seats_by_night[night.pk]) for night in nights]


def list_calendar_nights(club: Club) -> QuerySet[Night]:
    """Return the nights for a calendar: all nights of seasons that have not ended, also those that
    were called off.
    """
    nights = Night.with_called_off.filter(season__club=club).select_related("season__club")
    return nights.filter(season__last__gte=timezone.localdate()).order_by("day", "pk")
