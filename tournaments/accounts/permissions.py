"""Whom somebody may let in. A link opens a whole account, in every club that it belongs to, so
whoever hands one out gets at nothing by it that they could not do already.
"""

from tournaments.models import Club, Role, User

OWNER, ORGANISER, HELPER, MEMBER = Role.Kind
GIVEN = {OWNER: [*Role.Kind], ORGANISER: [HELPER, MEMBER]}


def invitable_roles(role: Role) -> list[Role.Kind]:
    """The parts to which somebody may invite: owners to any, organisers to those below their own,
    so that who runs the club stays the word of its owners.
    """
    return GIVEN.get(Role.Kind(role.kind), [])


def may_invite(club: Club, by: User, kind: str) -> bool:
    return by.is_active and any(
        kind in invitable_roles(role) for role in by.roles.filter(club=club)
    )


def may_issue_login_link(by: User, user: User) -> bool:
    """Whether somebody may hand out a link into this account: in none of its clubs it may do more
    than they may, and in each of them they organise at least. Nobody opens their own, which would
    be a way round the password.
    """
    if by == user or not (by.is_active and user.is_active):
        return False
    if user.keeps_site and not by.keeps_site:
        return False
    theirs = list(user.roles.all())
    return bool(theirs) and all(runs_club(role.club_id, by, role.kind) for role in theirs)


def runs_club(club: int, by: User, kind: str) -> bool:
    """Whether they run this club, with no less to say than who takes that part."""
    ours = by.roles.filter(club=club, kind__in=[OWNER, ORGANISER]).first()
    return ours is not None and (ours.kind == OWNER or kind != OWNER)
