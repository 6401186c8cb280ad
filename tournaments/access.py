"""Fetch a club for a user or refuse: one helper per role; each role includes the rights of those
below.

Anything of another club, or of a club the user has no role in, answers 404. A member without the
right gets 403. The club decides what people without a role may see.
"""

from typing import Any, NamedTuple, TypeVar

from django.core.exceptions import PermissionDenied
from django.db.models import Count, Model, Q
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from tournaments.members import members, visitor_links
from tournaments.models import Club, Member, Night, Pair, Role, Season, Table, User
from tournaments.names import NameDetail

OWNER, ORGANISER, HELPER, MEMBER = RANKS = tuple(Role.Kind)

INDEXED = "streepje.indexed"  # in request.META: whether search engines may index the response

Thing = TypeVar("Thing", bound=Model)


class Viewer(NamedTuple):
    """The viewer of a club's page, and what the club lets the viewer see."""

    club: Club
    role: Role | None
    member: Member | None  # of the personal link, for a viewer without a role
    let_in: bool  # may see more than the club's name

    @property
    def fellow(self) -> bool:
        return self.role is not None or self.member is not None

    @property
    def names(self) -> NameDetail:
        if has(self.role, ORGANISER):
            return NameDetail.FULL
        return NameDetail.FELLOW if self.fellow else NameDetail.PUBLIC

    @property
    def openly(self) -> NameDetail:
        """Return the name detail for pages about one player. Members who hide their name from the
        public hide it there from other members, too.
        """
        return NameDetail.FULL if self.names == NameDetail.FULL else NameDetail.PUBLIC


def viewer_or_404(request: HttpRequest, slug: str) -> Viewer:
    """Return the viewer of a club's page. Raise 404 if the club does not let the viewer in."""
    reader = viewer(request, slug)
    if not reader.let_in:
        raise Http404
    return reader


def viewer(request: HttpRequest, slug: str) -> Viewer:
    """Return the viewer of the club's page. Strangers see at least the club's name."""
    roles = Role.objects.select_related("club").filter(user=request.user.pk, club__slug=slug)
    role = roles.first() if request.user.is_authenticated else None
    club = role.club if role else get_object_or_404(Club, slug=slug)
    keys = visitor_links.keys(request)
    member = None if role else visitor_links.member_by_link(club, keys)
    is_open = club.visible_to == Club.Visibility.OPEN
    by_link = club.visible_to == Club.Visibility.LINK and visitor_links.has_visitor_link(club, keys)
    request.META[INDEXED] = is_open and club.indexed
    return Viewer(club, role, member, bool(role or member) or is_open or by_link)


def own_members(request: HttpRequest, reader: Viewer) -> list[Member]:
    """Return the members whose account or personal link the viewer uses."""
    if isinstance(request.user, User) and reader.role:
        account = request.user
        return list(members.of_account(account, reader.club)) if account.email else []
    return [reader.member] if reader.member else []


def role_in(club: Club, request: HttpRequest) -> Role | None:
    if not request.user.is_authenticated:
        return None
    return Role.objects.filter(club=club, user=request.user).first()


def owns_a_club(request: HttpRequest) -> bool:
    """Return whether the user owns any club on this site. Owners may create another club."""
    user = request.user
    return user.is_authenticated and Role.objects.filter(user=user, kind=OWNER).exists()


def site_admin_or_403(request: HttpRequest) -> None:
    """Refuse users who are no site admin. This guards pages about all clubs."""
    if is_site_admin(request):
        return
    if not Role.objects.filter(user=request.user.pk).exists():
        raise Http404
    raise PermissionDenied


def is_site_admin(request: HttpRequest) -> bool:
    """Return whether the user is a site admin. Users named with `manage.py siteadmins` are, and so
    is a user who owns every club on the site.
    """
    if isinstance(request.user, User) and request.user.is_site_admin:
        return True
    if not owns_a_club(request):
        return False
    own = Role.objects.filter(user=request.user.pk, kind=OWNER).values("club")
    return not Club.objects.exclude(pk__in=own).exists()


def somebody_keeps_site() -> bool:
    """Return whether the site has a site admin. Before the first club every user counts as one."""
    named = User.objects.filter(is_site_admin=True)
    owns = Count("roles", filter=Q(roles__kind=OWNER))
    owners_of_all = User.objects.annotate(owns=owns).filter(owns=Club.objects.count())
    return named.exists() or owners_of_all.exists()


def of_user(club: Club, user: User) -> Role:
    return get_object_or_404(Role, club=club, user=user)


def member(request: HttpRequest, slug: str) -> Club:
    return at_least(MEMBER, request, slug)[0]


def helper(request: HttpRequest, slug: str) -> Club:
    return at_least(HELPER, request, slug)[0]


def organiser(request: HttpRequest, slug: str) -> Club:
    return at_least(ORGANISER, request, slug)[0]


def owner(request: HttpRequest, slug: str) -> Club:
    return at_least(OWNER, request, slug)[0]


def get_in_club(model: type[Thing], club: Club, pk: int, **more: Any) -> Thing:
    """Return an object of this club, or raise 404."""
    return get_object_or_404(model, club=club, pk=pk, **more)


def season(club: Club, pk: int) -> Season:
    found = Season.objects.select_related("reglement")
    chosen = get_object_or_404(found, club=club, pk=pk)
    chosen.club = club
    return chosen


def night(club: Club, pk: int) -> Night:
    found = Night.objects.select_related("season__reglement")
    chosen = get_object_or_404(found, season__club=club, pk=pk)
    chosen.season.club = club
    return chosen


def table(club: Club, pk: int) -> Table:
    found = Table.objects.select_related(
        "round__night__season__club", "round__night__season__reglement"
    )
    return get_object_or_404(found, round__night__season__club=club, pk=pk)


def pair_of(member: Member, pk: int) -> Pair:
    return get_object_or_404(Pair, Q(first=member) | Q(second=member), pk=pk)


def has(role: Role | None, kind: Role.Kind) -> bool:
    """Return whether the role has at least the rights of `kind`."""
    return role is not None and RANKS.index(Role.Kind(role.kind)) <= RANKS.index(kind)


def at_least(kind: Role.Kind, request: HttpRequest, slug: str) -> tuple[Club, Role]:
    """Return the club and the user's role. Refuse a role with fewer rights than `kind`."""
    if not request.user.is_authenticated:
        raise Http404
    found = Role.objects.select_related("club")
    role = get_object_or_404(found, user=request.user, club__slug=slug)
    if not has(role, kind):
        raise PermissionDenied
    return role.club, role
