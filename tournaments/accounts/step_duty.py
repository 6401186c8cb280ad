"""Clubs that ask a second step of their owners and organisers, and who still has to set it up."""

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
    """Somebody has to set up the second step before they go on in this club. The middleware leads
    them to the page for it.
    """


@transaction.atomic
def ask(*, club: Club, asks: bool, by: User) -> None:
    """Ask a second step of everybody who runs this club, or no longer ask it."""
    locked = Club.objects.select_for_update().get(pk=club.pk)
    if asks == (locked.asks_second_step is not None):
        return
    locked.asks_second_step = timezone.now() if asks else None
    locked.save(update_fields=["asks_second_step"])
    kind = AccessLogEntry.Kind.ASKED if asks else AccessLogEntry.Kind.NOT_ASKED
    AccessLogEntry.objects.create(club=locked, kind=kind, part=Role.Kind.ORGANISER, by=by)


def is_due(role: Role, user: User) -> bool:
    """Return whether the club of this role asks its user to set up a second step. Who was logged in
    already when the club began to ask is left alone until the next log-in.
    """
    asked = role.club.asks_second_step
    if asked is None or role.kind not in RUNS:
        return False
    came_later = user.last_login is None or user.last_login >= asked
    return came_later and not second_step.is_on(user)


def refuse_if_due(role: Role, user: User) -> None:
    """Refuse unless nothing is asked of this user, or there is no time for it now."""
    if is_due(role, user) and not is_playing(role.club):
        raise StepDue


def refuse_if_any_due(user: User) -> None:
    """Refuse unless nothing is asked of this user in any club."""
    for role in list_due_roles(user):
        refuse_if_due(role, user)


def list_due_roles(user: User) -> list[Role]:
    """Return the roles of this user whose clubs wait for a second step."""
    asking = user.roles.filter(club__asks_second_step__isnull=False, kind__in=RUNS)
    return [role for role in asking.select_related("club") if is_due(role, user)]


def list_without_step(club: Club) -> list[User]:
    """Return who runs this club without a second step."""
    users = User.objects.filter(roles__club=club, roles__kind__in=RUNS)
    return [*users.filter(code_app=None, passkeys=None).order_by("name", "pk")]


def is_playing(club: Club) -> bool:
    """Return whether the club has a night today, or one from yesterday that is not closed. Nobody
    is kept from running it.
    """
    today = timezone.localdate()
    under_way = Q(day__range=(today - timedelta(days=1), today), state__in=GOING_ON)
    tonight = Q(day=today, state__in=BEFORE)
    return Night.objects.filter(under_way | tonight, season__club=club).exists()
