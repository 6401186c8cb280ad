"""Who may issue a log-in link for somebody else's account, or invite people to a role. A log-in
link opens the whole account, in all its clubs, so whoever issues it must not gain any rights by it.
"""

from tournaments.models import Club, Role, User

OWNER, ORGANISER, HELPER, MEMBER = Role.Kind
GIVEN = {OWNER: [*Role.Kind], ORGANISER: [HELPER, MEMBER]}


def list_invitable_roles(role: Role) -> list[Role.Kind]:
    """Return the roles to which somebody with this role may invite. Owners may invite to any role.
    Organisers may invite to lower roles only, so that owners decide who runs the club.
    """
    return GIVEN.get(Role.Kind(role.kind), [])


def may_invite(club: Club, by: User, kind: str) -> bool:
    return by.is_active and any(
        kind in list_invitable_roles(role) for role in by.roles.filter(club=club)
    )


def may_issue_login_link(by: User, user: User) -> bool:
    """Return whether `by` may issue a log-in link for `user`. In each club in which `user` has a
    role, `by` must be an owner or organiser and have at least the same rights. Nobody issues a link
    for themselves, because that would bypass the password.
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
    """Return whether the user `by` may manage people whose role in the club is of this `kind`.
    Owners may manage everybody. Organisers may manage everybody except owners.
    """
    own_role = by.roles.filter(club=club, kind__in=[OWNER, ORGANISER]).first()
    return own_role is not None and (own_role.kind == OWNER or kind != OWNER)
