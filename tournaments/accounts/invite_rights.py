"""A log-in link opens the whole account, in all its clubs: who issues one must gain no rights by
it.
"""

from tournaments.models import Club, Role, User

OWNER, ORGANISER, HELPER, MEMBER = Role.Kind
GIVEN = {OWNER: [*Role.Kind], ORGANISER: [HELPER, MEMBER]}


def list_invitable_roles(role: Role) -> list[Role.Kind]:
    return GIVEN.get(Role.Kind(role.kind), [])


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
    own_role = by.roles.filter(club=club, kind__in=[OWNER, ORGANISER]).first()
    return own_role is not None and (own_role.kind == OWNER or kind != OWNER)
