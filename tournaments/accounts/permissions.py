"""Whose account or role somebody may open. A link opens a whole account, in all its clubs, so its
issuer must not gain any rights by it.
"""

from tournaments.models import Club, Role, User

OWNER, ORGANISER, HELPER, MEMBER = Role.Kind
GIVEN = {OWNER: [*Role.Kind], ORGANISER: [HELPER, MEMBER]}


def invitable_roles(role: Role) -> list[Role.Kind]:
    """Return the roles to which this role may invite: owners to any, organisers only to lower ones,
    so that owners alone decide who runs the club.
    """
    return GIVEN.get(Role.Kind(role.kind), [])


def may_invite(club: Club, by: User, kind: str) -> bool:
    return by.is_active and any(
        kind in invitable_roles(role) for role in by.roles.filter(club=club)
    )


def may_issue_login_link(by: User, user: User) -> bool:
    """Whether `by` may issue a link into this account: they organise each of its clubs and rank no
    lower in any. Not into one's own account, which would bypass the password.
    """
    if by == user or not (by.is_active and user.is_active):
        return False
    if user.is_site_admin and not by.is_site_admin:
        return False
    user_roles = list(user.roles.all())
    return bool(user_roles) and all(runs_club(role.club_id, by, role.kind) for role in user_roles)


def runs_club(club: int, by: User, kind: str) -> bool:
    """Whether `by` runs this club and ranks no lower than the role `kind`."""
    own_role = by.roles.filter(club=club, kind__in=[OWNER, ORGANISER]).first()
    return own_role is not None and (own_role.kind == OWNER or kind != OWNER)
