"""A club's nights as people look at them: what is going on, what is to come, what is over."""

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
MOST = 5  # of each: the list of nights has all of them


class Agenda(NamedTuple):
    now: list[Night]
    coming: list[Night]  # the next one first
    closed: list[Night]  # the last one first


def build_agenda(club: Club) -> Agenda:
    """A night that goes on past midnight is still going on; what was planned for a day that went
    by is not to come.
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


def after(one: Night) -> Night | None:
    """The next night of the same season."""
    ahead = Night.objects.filter(season=one.season_id, state__in=AHEAD, day__gt=one.day)
    return ahead.order_by("day").first()


# One member's


class Seat(NamedTuple):
    round: int
    table: int


class Tonight(NamedTuple):
    night: Night
    key: str  # of its hall page
    seats: list[Seat]


def seated(member: Member, nights: Iterable[Night]) -> list[Tonight]:
    """Where somebody sits on each of these, also under the name of a double."""
    found: dict[int, list[Seat]] = {one.pk: [] for one in nights}
    who = Q(member=member) | Q(member__merged_into=member)
    here = TableSeat.objects.filter(who, round__night__in=found, until=None)
    seats = here.order_by("round__number")
    for pk, round, table in seats.values_list("round__night", "round__number", "table__number"):
        found[pk].append(Seat(round, table))
    return [Tonight(one, links.key(one), found[one.pk]) for one in nights]


def whole(club: Club) -> QuerySet[Night]:
    """For a calendar: those of the seasons that are not over."""
    return night.of_club(club).filter(season__last__gte=timezone.localdate()).order_by("day", "pk")
