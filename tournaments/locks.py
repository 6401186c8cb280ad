"""The locks of a night. Every verb that does something on a night begins with one of these, so that
all of them wait for each other in the same order: nights, then their forms, then the club
(`clubs.lock`), then all else; of several the lowest id first. What a verb decides by, it reads
after its locks.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction
from django.db.models import Q, QuerySet

from scoring.models import Sheet
from scoring.sheets.locked import lock_sheets
from tournaments import problems
from tournaments.models import Member, Night
from tournaments.problems import user_error

State = Night.State
GOING_ON = (State.CHECK_IN, State.PLAYING, State.CLOSING)  # from the door to the last form


@contextmanager
def lock_night(night: Night) -> Iterator[Night]:
    """A transaction in which nobody else does anything on this night, and no phone writes on any of
    its forms; with the night as it is now.
    """
    with lock_night_alone(night) as now:
        lock_sheets(Sheet.objects.filter(table__round__night=now))
        yield now


@contextmanager
def lock_night_alone(night: Night) -> Iterator[Night]:
    """Likewise, while the phones write on: only for a verb that changes no form that is there, and
    decides by none.
    """
    with transaction.atomic():
        found = Night.objects.select_for_update(of=("self",)).select_related("season__club")
        now = found.filter(pk=night.pk).first()
        if now is None:
            raise user_error(problems.GONE)
        yield now


def lock_nights(nights: QuerySet[Night]) -> set[int]:
    """All of these with all of their forms, inside the transaction of who asks; their ids."""
    chosen = Night.objects.filter(pk__in=nights.order_by().values("pk"))
    found = {*chosen.select_for_update().order_by("pk").values_list("pk", flat=True)}
    lock_sheets(Sheet.objects.filter(table__round__night__in=found))
    return found


def lock_nights_of(*people: Member) -> None:
    """All nights on which one of these plays or played, is named on a form, or may be seated right
    now.
    """
    named = Q(rounds__tables__sheet__former_names__name__in=[str(one) for one in people])
    here = Q(rounds__seats__member__in=people) | Q(brought__member__in=people)
    here |= Q(season__club=people[0].club_id) & (named | Q(state__in=GOING_ON))
    lock_nights(Night.objects.filter(here))
