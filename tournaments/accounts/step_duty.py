"""Clubs that ask the second step of who runs them, and who of these still has to set it up."""

from datetime import timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from tournaments.accounts import second_step
from tournaments.accounts.rights import RUNS
from tournaments.models import AccessLogEntry, Club, Night, Role, User
from tournaments.models.night import AHEAD, GOING_ON
from tournaments.names import fold


class StepDue(Exception):
    """The middleware then redirects to the page that sets up the second step."""


@transaction.atomic
def ask(*, club: Club, asks: bool, by: User) -> None:
    locked = Club.objects.select_for_update().get(pk=club.pk)
    if asks == (locked.asks_second_step is not None):
        return
    locked.asks_second_step = timezone.now() if asks else None
    locked.save(update_fields=["asks_second_step"])
    kind = AccessLogEntry.Kind.ASKED if asks else AccessLogEntry.Kind.NOT_ASKED
    AccessLogEntry.objects.create(club=locked, kind=kind, part=Role.Kind.ORGANISER, by=by)


def is_due(role: Role, user: User) -> bool:
    """Who was logged in when the club began to ask for it may wait until the next log-in."""
    since = role.club.asks_second_step
    if since is None or role.kind not in RUNS:
        return False
    came_later = user.last_login is None or user.last_login >= since
    return came_later and not second_step.is_on(user)


def refuse_if_due(role: Role, user: User) -> None:
    """Raise `StepDue`, but not while the club has a night to run."""
    if is_due(role, user) and not is_playing(role.club):
        raise StepDue


def list_due_roles(user: User) -> list[Role]:
    asking = user.roles.filter(club__asks_second_step__isnull=False, kind__in=RUNS)
    return [role for role in asking.select_related("club") if is_due(role, user)]


def list_without_step(club: Club) -> list[User]:
    users = User.objects.filter(roles__club=club, roles__kind__in=RUNS)
    without = users.filter(code_app=None, passkeys=None)
    return sorted(without, key=lambda user: (fold(user.name), user.pk))


def is_playing(club: Club) -> bool:
    """Return whether there is a night today, or one from yesterday that is not closed."""
    today = timezone.localdate()
    under_way = Q(day__range=(today - timedelta(days=1), today), state__in=GOING_ON)
    tonight = Q(day=today, state__in=AHEAD)
    return Night.objects.filter(under_way | tonight, season__club=club).exists()
