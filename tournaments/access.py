"""Fetch a club for somebody, or refuse: one helper a role, each role may what those after it may.

What is another club's, or a club that somebody does not belong to, is not there for them (404).
To a member without the right it is refused (403).
"""

from typing import Any, TypeVar

from django.core.exceptions import PermissionDenied
from django.db.models import Model, Q
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from tournaments.models import Club, Member, Night, Pair, Role, Season, Table, User

OWNER, ORGANISER, HELPER, MEMBER = RANKS = tuple(Role.Kind)

Thing = TypeVar("Thing", bound=Model)


def visitor(request: HttpRequest, slug: str) -> tuple[Club, Role | None]:
    """Anybody, with their role if they have one."""
    club = get_object_or_404(Club, slug=slug)
    return club, role_in(club, request)


def role_in(club: Club, request: HttpRequest) -> Role | None:
    if not request.user.is_authenticated:
        return None
    return Role.objects.filter(club=club, user=request.user).first()


def owns_a_club(request: HttpRequest) -> bool:
    """Any on this site: who does may make another."""
    user = request.user
    return user.is_authenticated and Role.objects.filter(user=user, kind=OWNER).exists()


def whole_site(request: HttpRequest) -> None:
    """For what holds all clubs: who owns each of them, and nobody else."""
    if not Role.objects.filter(user=request.user.pk).exists():
        raise Http404
    if not owns_every_club(request):
        raise PermissionDenied


def owns_every_club(request: HttpRequest) -> bool:
    if not owns_a_club(request):
        return False
    own = Role.objects.filter(user=request.user.pk, kind=OWNER).values("club")
    return not Club.objects.exclude(pk__in=own).exists()


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


def of_club(model: type[Thing], club: Club, pk: int, **more: Any) -> Thing:
    """One of the club's own things."""
    return get_object_or_404(model, club=club, pk=pk, **more)


def season(club: Club, pk: int) -> Season:
    found = Season.objects.select_related("reglement")
    one = get_object_or_404(found, club=club, pk=pk)
    one.club = club
    return one


def night(club: Club, pk: int) -> Night:
    found = Night.objects.select_related("season__reglement")
    one = get_object_or_404(found, season__club=club, pk=pk)
    one.season.club = club
    return one


def table(club: Club, pk: int) -> Table:
    found = Table.objects.select_related(
        "round__night__season__club", "round__night__season__reglement"
    )
    return get_object_or_404(found, round__night__season__club=club, pk=pk)


def pair_of(member: Member, pk: int) -> Pair:
    return get_object_or_404(Pair, Q(one=member) | Q(other=member), pk=pk)


def has(role: Role | None, kind: Role.Kind) -> bool:
    return role is not None and RANKS.index(Role.Kind(role.kind)) <= RANKS.index(kind)


def at_least(kind: Role.Kind, request: HttpRequest, slug: str) -> tuple[Club, Role]:
    if not request.user.is_authenticated:
        raise Http404
    found = Role.objects.select_related("club")
    role = get_object_or_404(found, user=request.user, club__slug=slug)
    if not has(role, kind):
        raise PermissionDenied
    return role.club, role
