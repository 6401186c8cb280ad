"""Who may do what. A log-in link opens the whole account, in all its clubs: who issues one must
gain no rights by it.
"""

from django.db.models import Count, Q
from django.http import HttpRequest

from tournaments.models import Club, Role, User

OWNER, ORGANISER, HELPER, MEMBER = RANKS = tuple(Role.Kind)
CLOSES = ORGANISER  # may close a night, and correct its forms afterwards
RUNS = (OWNER, ORGANISER)
GIVEN = {OWNER: RANKS, ORGANISER: (HELPER, MEMBER)}


def has_rights(role: Role | None, kind: Role.Kind) -> bool:
    return role is not None and RANKS.index(Role.Kind(role.kind)) <= RANKS.index(kind)


def find_role(club: Club, request: HttpRequest) -> Role | None:
    if not request.user.is_authenticated:
        return None
    return Role.objects.filter(club=club, user=request.user).first()


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


def is_owner(request: HttpRequest) -> bool:
    user = request.user
    return user.is_authenticated and Role.objects.filter(user=user, kind=OWNER).exists()


def is_organiser(request: HttpRequest) -> bool:
    organising = Role.objects.filter(user=request.user.pk, kind__in=RUNS)
    return request.user.is_authenticated and organising.exists()


def is_site_admin(request: HttpRequest) -> bool:
    """A user named with `manage.py siteadmins`, or one who owns every club on the site."""
    if isinstance(request.user, User) and request.user.is_site_admin:
        return True
    if not is_owner(request):
        return False
    own = Role.objects.filter(user=request.user.pk, kind=OWNER).values("club")
    return not Club.objects.exclude(pk__in=own).exists()


def has_site_admin() -> bool:
    """As long as there is no club, any user will do."""
    named = User.objects.filter(is_site_admin=True)
    owns = Count("roles", filter=Q(roles__kind=OWNER))
    owners_of_all = User.objects.annotate(owns=owns).filter(owns=Club.objects.count())
    return named.exists() or owners_of_all.exists()
