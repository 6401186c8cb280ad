"""Every function that changes a night first takes one of these locks. All take them in this order:
nights, their sheets, the club (`clubs.lock_and_invalidate`), the rest; of one kind, the lowest id
first. What decisions depend on is read after that.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction
from django.db.models import Q, QuerySet

from scoring.models import Sheet
from scoring.sheets.sheet_under_lock import lock_sheets
from scoring.toolkit.problems import user_error
from tournaments import problems
from tournaments.models import Member, Night
from tournaments.models.night import GOING_ON


@contextmanager
def lock_night(night: Night, *states: str) -> Iterator[Night]:
    """Meanwhile no phone can write to the night; refused unless it is in one of `states`."""
    with lock_night_alone(night, *states) as now:
        lock_sheets(Sheet.objects.filter(table__round__night=now))
        yield now


@contextmanager
def lock_night_alone(night: Night, *states: str) -> Iterator[Night]:
    """Phones go on writing, so the caller must not change existing sheets or depend on them."""
    with transaction.atomic():
        nights = Night.with_called_off.select_for_update(of=("self",)).select_related(
            "season__club"
        )
        now = nights.filter(pk=night.pk).first()
        if now is None:
            raise user_error(problems.GONE)
        if states:
            require_state(now, *states)
        yield now


def require_state(now: Night, *states: str) -> None:
    if now.state not in states:
        raise user_error(problems.NOT_NOW, state=now.get_state_display())


def lock_nights(nights: QuerySet[Night]) -> set[int]:
    """In the caller's transaction. Return the ids of the nights."""
    chosen = Night.objects.filter(pk__in=nights.order_by().values("pk"))
    ids = {*chosen.select_for_update().order_by("pk").values_list("pk", flat=True)}
    lock_sheets(Sheet.objects.filter(table__round__night__in=ids))
    return ids


def lock_nights_of(*people: Member) -> None:
    """Nights that are going on too: the members may be given a seat there at this moment."""
    named = Q(rounds__tables__sheet__former_names__name__in=[str(person) for person in people])
    concerned = Q(rounds__seats__member__in=people) | Q(imported_results__member__in=people)
    concerned |= Q(season__club=people[0].club_id) & (named | Q(state__in=GOING_ON))
    lock_nights(Night.objects.filter(concerned))
