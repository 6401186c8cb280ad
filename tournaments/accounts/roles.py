"""What roles there are in a club, and who may give which. A log-in link opens the whole account, in
all its clubs: who issues one must gain no rights by it.
"""

import logging

from django.db import transaction

from tournaments import problems
from tournaments.models import Club, Role, User
from tournaments.problems import user_error

log = logging.getLogger(__name__)

OWNER, ORGANISER, HELPER, MEMBER = RANKS = tuple(Role.Kind)
RUNS = (OWNER, ORGANISER)
GIVEN = {OWNER: RANKS, ORGANISER: (HELPER, MEMBER)}


def list_invitable_roles(role: Role) -> tuple[Role.Kind, ...]:
    return GIVEN.get(Role.Kind(role.kind), ())


def may_invite(club: Club, by: User, kind: str) -> bool:
    return by.is_active and any(
        kind in list_invitable_roles(role) for role in by.roles.filter(club=club)
    )


def may_issue_login_link(by: User, user: User) -> bool:
    """In each club of `user`, `by` must have the same rights at least. Nobody issues a link for
    themselves, because that would bypass the password.
    """
    if by == user or not (by.is_active and user.is_active):
        return False
    if user.is_site_admin and not by.is_site_admin:
        return False
    user_roles = list(user.roles.all())
    return bool(user_roles) and all(
        can_run_club(role.club_id, by, role.kind) for role in user_roles
    )


def can_run_club(club: int, by: User, kind: str) -> bool:
    own_role = by.roles.filter(club=club, kind__in=RUNS).first()
    return own_role is not None and (own_role.kind == OWNER or kind != OWNER)


@transaction.atomic
def change(*, role: Role, kind: str) -> Role:
    if kind != OWNER:
        _keep_an_owner(role)
    role.kind = kind
    role.save(update_fields=["kind"])
    log_role("another part", role)
    return role


@transaction.atomic
def leave(*, role: Role) -> None:
    _keep_an_owner(role)
    log_role("takes no part any more", role)
    role.delete()


def log_role(what: str, role: Role) -> None:
    log.info(what, extra={"user": role.user_id, "club": role.club_id, "kind": role.kind})


def _keep_an_owner(role: Role) -> None:
    Club.objects.select_for_update().get(pk=role.club_id)
    owners = Role.objects.filter(club=role.club_id, kind=OWNER)
    if owners.filter(pk=role.pk).exists() and owners.count() == 1:
        raise user_error(problems.LAST_OWNER)
