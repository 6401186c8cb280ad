"""A club's nights as its pages list them: going on, coming, closed; and a member's seats."""

from collections.abc import Iterable
from typing import NamedTuple

from django.db.models import Q, QuerySet
from django.utils import timezone

from tournaments import links
from tournaments.models import Club, Member, Night, TableSeat
from tournaments.nights import nights as night

State = Night.State
GOING_ON = (State.CHECK_IN, State.PLAYING, State.CLOSING)
AHEAD = (State.PLANNED, State.SIGN_UP)
MOST = 5  # of each kind; the list of nights has all of them


class Agenda(NamedTuple):
    now: list[Night]
    coming: list[Night]  # the next one first
    closed: list[Night]  # the last one first


def build_agenda(club: Club) -> Agenda:
    """Build the club's agenda. A night that runs past midnight still counts as going on. A night
    that was planned for an earlier day is left out.
    """
    found = night.of_club(club)
    ahead = found.filter(state__in=AHEAD, day__gte=timezone.localdate())
    return Agenda(
        now=_last(found.filter(state__in=GOING_ON)),
        coming=list(ahead.order_by("day", "pk")[:MOST]),
        closed=_last(found.filter(state=State.CLOSED)),
    )


def _last(found: QuerySet[Night]) -> list[Night]:
    return list(found.order_by("-day", "-pk")[:MOST])


def after(night: Night) -> Night | None:
    """Return the next night of the same season."""
    ahead = Night.objects.filter(season=night.season_id, state__in=AHEAD, day__gt=night.day)
    return ahead.order_by("day").first()


# The seats of one member


class Seat(NamedTuple):
    round: int
    table: int


class Tonight(NamedTuple):
    night: Night
    key: str  # the link key of its hall page
    seats: list[Seat]


def seated(member: Member, nights: Iterable[Night]) -> list[Tonight]:
    """Return for each of these nights the member's seats, with those of a merged double."""
    seats_by_night: dict[int, list[Seat]] = {night.pk: [] for night in nights}
    who = Q(member=member) | Q(member__merged_into=member)
    here = TableSeat.objects.filter(who, round__night__in=seats_by_night, until=None)
    seats = here.order_by("round__number")
    for pk, round, table in seats.values_list("round__night", "round__number", "table__number"):
        seats_by_night[pk].append(Seat(round, table))
    return [Tonight(night, links.key(night), seats_by_night[night.pk]) for night in nights]


def calendar_nights(club: Club) -> QuerySet[Night]:
    """Return the nights for a calendar: all nights of seasons that have not ended."""
    return night.of_club(club).filter(season__last__gte=timezone.localdate()).order_by("day", "pk")
