"""Clubs that require the second step of logging in for their owners and organisers, and who of
these still has to set it up.
"""

from datetime import timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from tournaments.accounts import second_step
from tournaments.locks import GOING_ON
from tournaments.models import AccessLogEntry, Club, Night, Role, User

RUNS = (Role.Kind.OWNER, Role.Kind.ORGANISER)
BEFORE = (Night.State.PLANNED, Night.State.SIGN_UP)


class StepDue(Exception):
    """Raised if somebody must set up the second step of logging in before they go on in this club.
    The middleware then redirects them to the page where they set it up.
    """


@transaction.atomic
def ask(*, club: Club, asks: bool, by: User) -> None:
    """Require a second step of logging in from the club's owners and organisers, or stop requiring
    it.
    """
    locked = Club.objects.select_for_update().get(pk=club.pk)
    if asks == (locked.asks_second_step is not None):
        return
    locked.asks_second_step = timezone.now() if asks else None
    locked.save(update_fields=["asks_second_step"])
    kind = AccessLogEntry.Kind.ASKED if asks else AccessLogEntry.Kind.NOT_ASKED
    AccessLogEntry.objects.create(club=locked, kind=kind, part=Role.Kind.ORGANISER, by=by)


def is_due(role: Role, user: User) -> bool:
    """Return whether this user must still set up the second step, because the club of this role
    requires it. Users who were already logged in when the club introduced this rule can wait until
    they next log in.
    """
    since = role.club.asks_second_step
    if since is None or role.kind not in RUNS:
        return False
    came_later = user.last_login is None or user.last_login >= since
    return came_later and not second_step.is_on(user)


def refuse_if_due(role: Role, user: User) -> None:
    """Raise `StepDue` if the club of this role demands a second step at log-in (two-factor
    authentication) that the user has not set up yet. Do not raise it while the club has a night to
    run.
    """
    if is_due(role, user) and not is_playing(role.club):
        raise StepDue


def refuse_if_any_due(user: User) -> None:
    """Raise `StepDue` if this user must still set up the second step for any of their clubs. A club
    that has a night to run now does not count.
    """
    for role in list_due_roles(user):
        refuse_if_due(role, user)


def list_due_roles(user: User) -> list[Role]:
    """Return the user's roles in those clubs that demand a second step at log-in (two-factor
    authentication) which the user has not set up yet.
    """
    asking = user.roles.filter(club__asks_second_step__isnull=False, kind__in=RUNS)
    return [role for role in asking.select_related("club") if is_due(role, user)]


def list_without_step(club: Club) -> list[User]:
    """Return the club's owners and organisers who have no second step yet."""
    users = User.objects.filter(roles__club=club, roles__kind__in=RUNS)
    return [*users.filter(code_app=None, passkeys=None).order_by("name", "pk")]


def is_playing(club: Club) -> bool:
    """Return whether the club has a night today, or one from yesterday that is not closed. Then
    nobody is sent away to set up the second step, because the night has to go on.
    """
    today = timezone.localdate()
    under_way = Q(day__range=(today - timedelta(days=1), today), state__in=GOING_ON)
    tonight = Q(day=today, state__in=BEFORE)
    return Night.objects.filter(under_way | tonight, season__club=club).exists()
