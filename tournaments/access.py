"""404 for an object of another club, and for a user without a role where a page needs one; 403 if
the role lacks the right. On other pages, a setting of the club decides what people without a role
see.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, wraps
from hashlib import sha256
from typing import Any, NamedTuple, TypeVar

from django.contrib.messages import get_messages
from django.core.exceptions import PermissionDenied
from django.db.models import Count, Exists, Model, OuterRef, Subquery
from django.http import Http404, HttpRequest, HttpResponseBase
from django.middleware.csrf import get_token
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import get_language

from scoring.models import Event
from scoring.toolkit.addresses import reachable
from tournaments import links
from tournaments.accounts import rights, step_duty
from tournaments.club import seasons
from tournaments.members import link_cookie, members
from tournaments.models import (
    Club,
    ImportDraft,
    Logo,
    Member,
    Night,
    NightLogEntry,
    Role,
    Season,
    Table,
    User,
)
from tournaments.models.night import GOING_ON
from tournaments.names import NameDetail

FRAMED_BY = "streepje.framed-by"  # in request.META: the websites that may frame the response
INDEXED = "streepje.indexed"  # in request.META: whether search engines may index the response

VIEWED = "streepje.viewed"  # in request.META: the club whose page is viewed, for its bar

# With those that were called off: SQLite plans a query anew each time that leaves them out.
_NIGHTS = Night.with_called_off.select_related("season__reglement")
# How far a night is: these change with each entry in its log and on its sheets.
_LOGGED = NightLogEntry.objects.filter(night=OuterRef("pk")).order_by("-sequence")
_WRITTEN = Event.objects.filter(sheet__table__round__night=OuterRef("pk")).order_by()
PROGRESS = (
    Subquery(_LOGGED.values("sequence")[:1]),
    Subquery(_WRITTEN.values("sheet__table__round__night").annotate(n=Count("pk")).values("n")),
)

Thing = TypeVar("Thing", bound=Model)


class Bar(NamedTuple):
    """What the bar of a club shows besides the viewer."""

    nights: dict[int, str]  # those that are going on, by id, with their states; the last one first
    progress: dict[int, object]  # of each of them, as by `read_progress`
    season: int | None  # whose standing it leads to
    has_logo: bool


@dataclass
class Viewed:
    club: Club
    role: Role | None
    member: Member | None = None  # of the personal link

    @cached_property
    def bar(self) -> Bar:
        going_on = Night.with_called_off.filter(season__club=self.club, state__in=GOING_ON)
        rows = list(going_on.order_by("-day", "-pk").values_list("pk", "state", *PROGRESS))
        led = seasons.lead_with_last_night(Season.objects.filter(club=OuterRef("pk"))).values("pk")
        about = (Subquery(led[:1]), Exists(Logo.objects.filter(club=OuterRef("pk"))))
        season, has_logo = Club.objects.values_list(*about).get(pk=self.club.pk)
        return Bar(
            nights={pk: state for pk, state, *_ in rows},
            progress={pk: tuple(progress) for pk, _, *progress in rows},
            season=season,
            has_logo=has_logo,
        )


class Viewer(NamedTuple):
    """A user, a member with a personal link, or a stranger."""

    club: Club
    role: Role | None
    member: Member | None  # of the personal link, for a viewer without a role
    let_in: bool  # may see more than the club's name

    @property
    def fellow(self) -> bool:
        return self.role is not None or self.member is not None

    @property
    def detail(self) -> NameDetail:
        if rights.has_rights(self.role, rights.ORGANISER):
            return NameDetail.FULL
        return NameDetail.FELLOW if self.fellow else NameDetail.PUBLIC

    @property
    def openly(self) -> NameDetail:
        """Names on a page about one player: who hides from the public hides from members too."""
        return NameDetail.OPENLY if self.detail == NameDetail.FELLOW else self.detail


def viewer_or_404(request: HttpRequest, slug: str) -> Viewer:
    reader = find_viewer(request, slug)
    if not reader.let_in:
        request.META["closed_club"] = reader.club  # its front is open to everybody
        raise Http404
    return reader


def club_page(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Give the view a `Viewer` in place of the slug, or raise 404."""

    @wraps(view)
    def find_and_view(request: HttpRequest, slug: str, **parts: Any) -> HttpResponseBase:
        return view(request, viewer_or_404(request, slug), **parts)

    return find_and_view


def make_club_page_etag(request: HttpRequest, viewer: Viewer, **parts: Any) -> str | None:
    """The CSRF secret is in it: after a new log-in, forms of a kept page are refused. None while
    there is a message: a browser that keeps the page would show it again.
    """
    user = request.user
    if len(get_messages(request)):
        return None
    get_token(request)  # a first visit gets its secret here, so that the second has the same ETag
    depends_on = (
        *(request.get_full_path(), get_language(), parts),
        reachable(request, ""),  # a laptop's links change with the network that it is on
        timezone.localdate(),  # a season may be over since yesterday
        *(viewer.club.name, viewer.club.results_version, request.META[VIEWED].bar),
        *(viewer.detail, viewer.role and viewer.role.kind, viewer.member and viewer.member.pk),
        *(user.pk, getattr(user, "name", ""), getattr(user, "email", "")),
        request.META["CSRF_COOKIE"],
    )
    return f'"{sha256(repr(depends_on).encode()).hexdigest()[:32]}"'


def find_viewer(request: HttpRequest, slug: str) -> Viewer:
    """No 404 for a stranger: everybody may see the club's name."""
    club, role = _club_and_role(request, slug)
    keys = link_cookie.read_keys(request)
    member = None if role else link_cookie.find_member(club, keys)
    request.META[INDEXED] = club.visible_to == Club.Visibility.OPEN and club.indexed
    let_in = bool(role or member) or _lets_in_visitor(club, keys)
    if let_in:
        request.META[VIEWED] = Viewed(club, role, member)
    return Viewer(club, role, member, let_in)


def _lets_in_visitor(club: Club, keys: Sequence[str]) -> bool:
    if club.visible_to == Club.Visibility.LINK:
        return link_cookie.has_visitor_link(club, keys)
    return club.visible_to == Club.Visibility.OPEN


def _club_and_role(request: HttpRequest, slug: str) -> tuple[Club, Role | None]:
    """Raise StepDue if the club demands a second step that this user has not set up yet."""
    club = get_object_or_404(Club, slug=slug)
    role = rights.find_role(club, request)
    if role and isinstance(request.user, User):
        role.club = club
        step_duty.refuse_if_due(role, request.user)
    return club, role


def view_club(request: HttpRequest, member: Member, *, known: bool = True) -> None:
    """Give the page the bar of the member's club, for a viewer who came by a personal link. That of
    an archived member opens no page of a club that is not open to visitors; nor does a link that
    may have been passed on, until the personal one is known here.
    """
    club = Club.objects.get(pk=member.club_id)
    comes_in = known and member.archived is None
    if comes_in or _lets_in_visitor(club, link_cookie.read_keys(request)):
        request.META[VIEWED] = Viewed(club, None, member if known else None)


def read_progress(night: int) -> object:
    return Night.with_called_off.filter(pk=night).values_list(*PROGRESS).first()


def club_by_link_or_404(key: str) -> Club:
    """The link for visitors; 404 if the club shows its pages to members only."""
    club = links.find(Club, key)
    if club is None or club.visible_to == Club.Visibility.MEMBERS:
        raise Http404
    return club


def list_own_members(request: HttpRequest, reader: Viewer) -> list[Member]:
    """By the e-mail address of the account, or the personal link that the browser opened."""
    if isinstance(request.user, User) and reader.role:
        return list(members.list_account_members(request.user, reader.club))
    return [reader.member] if reader.member else []


def list_own_ids(request: HttpRequest, reader: Viewer) -> list[int]:
    return [member.pk for member in list_own_members(request, reader)]


def site_admin_or_403(request: HttpRequest) -> None:
    """Its pages concern all clubs, so a second step that any of them asks for is due."""
    if rights.is_site_admin(request):
        if isinstance(request.user, User):
            for role in step_duty.list_due_roles(request.user):
                step_duty.refuse_if_due(role, request.user)
        return
    if not Role.objects.filter(user=request.user.pk).exists():
        raise Http404
    raise PermissionDenied


def get_in_club(model: type[Thing], club: Club, pk: int, **more: Any) -> Thing:
    thing = get_object_or_404(model, club=club, pk=pk, **more)
    thing.club = club  # type: ignore[attr-defined]
    return thing


def draft_or_404(club: Club, pk: int, **more: Any) -> ImportDraft | None:
    """Return None if it was already applied: somebody pressed the browser's back button."""
    try:
        return get_in_club(ImportDraft, club, pk, **more)
    except Http404:
        if ImportDraft.objects.filter(pk=pk).exists():
            raise
        return None


def season_or_404(club: Club, pk: int) -> Season:
    seasons = Season.objects.select_related("reglement")
    chosen = get_object_or_404(seasons, club=club, pk=pk)
    chosen.club = club
    return chosen


def night_or_404(club: Club, pk: int, *, called_off: bool = False) -> Night:
    chosen = get_object_or_404(_NIGHTS, season__club=club.pk, pk=pk)
    if chosen.state == Night.State.CALLED_OFF and not called_off:
        raise Http404
    chosen.season.club = club
    return chosen


def table_or_404(club: Club, pk: int) -> Table:
    tables = Table.objects.select_related(
        "round__night__season__club", "round__night__season__reglement"
    )
    return get_object_or_404(tables, round__night__season__club=club, pk=pk)


def role_or_403(kind: Role.Kind, request: HttpRequest, slug: str) -> tuple[Club, Role]:
    """404 for a user without a role, 403 for one with fewer rights than `kind`."""
    club, role = _club_and_role(request, slug)
    if role is None:
        raise Http404
    request.META[VIEWED] = Viewed(club, role)
    if not rights.has_rights(role, kind):
        raise PermissionDenied
    return club, role


def get_own_role(request: HttpRequest) -> Role:
    """For a view whose page is only for people with a role in the club."""
    role: Role = request.META[VIEWED].role
    return role


def organises(request: HttpRequest) -> bool:
    return rights.has_rights(request.META[VIEWED].role, rights.ORGANISER)
