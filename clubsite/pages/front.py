from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import datetime
from typing import Any, NamedTuple

from django.conf import settings
from django.contrib.auth import login
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.db.models import OuterRef, Q, Subquery, prefetch_related_objects
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django.views.defaults import page_not_found

from clubsite.context import is_at_laptop
from clubsite.demo import server
from clubsite.maintenance import spare_laptop
from clubsite.middleware import headers
from scoring.browser import recent_sheets
from scoring.models import Sheet
from scoring.pages import grid
from scoring.sheets import lifecycle, links
from scoring.toolkit.home_screen import build_manifest
from tournaments import access
from tournaments.accounts import rights
from tournaments.accounts.step_duty import StepDue
from tournaments.club import first_club
from tournaments.club.reglementen import name_game
from tournaments.models import Club, Night, Role, Table
from tournaments.models.club import is_slug
from tournaments.names import clean_search, fold
from tournaments.nights import nights as night
from tournaments.nights.pages import club_bar
from tournaments.nights.pages.club_bar import Mark
from tournaments.nights.pages.night_of_sheet import name_place

SHEETS_A_PAGE = 24
CLUBS_A_PAGE = 40
# Browsers follow a form's redirect only to where the page's form-action allows.
TO_THE_DEMO = "'self' http://127.0.0.1:* http://localhost:*"


class ClubLine(NamedTuple):
    club: Club
    night: Night | None
    mark: Mark | None  # how far the night is
    about: str  # what is played, and on which day


class ShownSheet(NamedTuple):
    key: str  # of its link
    grid: grid.Grid
    begun: datetime
    night: str  # club, night, table and round, in words; empty for a sheet of no night


@never_cache
@require_safe
def front(request: HttpRequest) -> HttpResponse:
    if first_club.is_free():
        return _welcome(request)
    context = {**_clubs(request), "guided": _organiser() is not None, **_sheets(request)}
    if settings.DEMO:
        examples = Sheet.objects.filter(table=None).order_by("-created", "-pk")
        page = Paginator(examples, SHEETS_A_PAGE).get_page(request.GET.get("page"))
        context |= {"examples": _shown(page), "page": page}
    context["on_laptop"] = settings.OPEN_TO_NETWORK is not None
    return render(request, "clubsite/front.html", context)


def _clubs(request: HttpRequest) -> dict[str, Any]:
    own = Q(season__club__roles__user=request.user.pk)
    is_open = Q(season__club__visible_to=Club.Visibility.OPEN)
    seen = night.list_going_on().filter(is_open | own).distinct()
    nights = {on.season.club_id: on for on in seen.select_related("season__reglement")}
    sought = clean_search(request.GET.get("club", ""))
    ahead = Night.objects.exclude(state=Night.State.CLOSED).filter(day__gte=timezone.localdate())
    days = ahead.filter(season__club=OuterRef("pk")).order_by("day").values("day")
    clubs = Club.objects.annotate(next_day=Subquery(days[:1]))
    matching = [club for club in clubs if fold(sought) in fold(club.name)]
    matching.sort(key=lambda club: (club.pk not in nights, fold(club.name), club.pk))
    listed = Paginator(matching, CLUBS_A_PAGE)
    page = listed.get_page(request.GET.get("clubs"))
    shown = [nights[club.pk] for club in page if club.pk in nights]
    marks = club_bar.read_marks({on.pk: on.state for on in shown})
    lines = [_line(club, nights.get(club.pk), marks) for club in page]
    words = {"clubs": lines, "clubs_page": page, "sought": sought, "playing": len(nights)}
    return words | {"makes_clubs": rights.is_owner(request)}


def _line(club: Club, evening: Night | None, marks: Mapping[int, Mark]) -> ClubLine:
    day = evening.day if evening else vars(club)["next_day"]
    if day is None or not (evening or club.tells_nights):
        return ClubLine(club, None, None, "")
    when = gettext("today") if day == timezone.localdate() else date_format(day, "WEEKDAY_FORMAT")
    if evening is None:
        return ClubLine(club, None, None, gettext("Next night: %(day)s") % {"day": when})
    game = name_game(evening.season.reglement)
    return ClubLine(club, evening, marks[evening.pk], f"{game} · {when}")


def _sheets(request: HttpRequest) -> dict[str, Any]:
    sheets = recent_sheets.list_sheets(request)
    kept = lifecycle.LOOSE_KEPT.days if any(sheet.loose for sheet in sheets) else 0
    return {"sheets": _shown(sheets), "kept": kept}


def _shown(sheets: Iterable[Sheet]) -> list[ShownSheet]:
    whole = list(sheets)
    prefetch_related_objects(whole, "seats", "rows", "notes")
    tables = Table.objects.filter(sheet__in=[sheet.pk for sheet in whole if not sheet.loose])
    nights = {}
    for table in tables.select_related("round__night__season__club"):
        evening, place = table.round.night, name_place(table.number, table.round.number)
        nights[table.sheet_id] = f"{evening.season.club.name} · {evening} · {place}"
    return [
        ShownSheet(
            links.make_key(sheet),
            grid.build_grid(lifecycle.build_data(sheet)),
            sheet.created,
            nights.get(sheet.pk, ""),
        )
        for sheet in whole
    ]


def _welcome(request: HttpRequest) -> HttpResponse:
    here, offered = is_at_laptop(request), server.is_offered()
    offer: dict[str, Any] = {"offered": offered, "here": here}
    if here and (copies := spare_laptop.find_copies()):
        start, restore = spare_laptop.write_start_command, spare_laptop.write_restore_command
        offer |= {"copy": copies[0], "line": start() if offered else restore(copies[0])}
    response = render(request, "clubsite/welcome.html", offer | _sheets(request))
    response["Content-Security-Policy"] = headers.build_policy(form_action=TO_THE_DEMO)
    return response


@require_POST
def be_organiser(request: HttpRequest) -> HttpResponse:
    role = _organiser()
    if role is None:
        raise Http404
    login(request, role.user)
    tonight = night.list_going_on().filter(season__club=role.club).first()
    return redirect(tonight or role.club)


def _organiser() -> Role | None:
    if not settings.DEMO:
        return None
    roles = Role.objects.filter(kind=Role.Kind.ORGANISER).select_related("user", "club")
    return roles.order_by("pk").first()


@require_POST
def look_around(request: HttpRequest) -> HttpResponse:
    if not first_club.is_free() or not server.is_offered():
        raise Http404
    if not is_at_laptop(request):
        return redirect("front")
    try:
        return redirect(server.open_demo(request.get_host().partition(":")[0]))
    except server.DidNotStart:
        return render(request, "clubsite/no_demo.html", status=503)


@require_safe
def robots(_request: HttpRequest) -> HttpResponse:
    clubs = Club.objects.filter(visible_to=Club.Visibility.OPEN, indexed=True).order_by("slug")
    rules = [f"Allow: /{slug}/" for slug in clubs.values_list("slug", flat=True)]
    lines = ["User-agent: *", *rules, *(["Allow: /static/"] if rules else []), "Disallow: /", ""]
    answer = HttpResponse("\n".join(lines), content_type="text/plain; charset=utf-8")
    answer["Cache-Control"] = "no-cache"
    return answer


@require_safe
def manifest(_request: HttpRequest) -> HttpResponse:
    return build_manifest("Streepje", "/")


def explain_missing(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Below the address of a club, the page has its bar for who may see the club."""
    slug = request.path_info.lstrip("/").partition("/")[0]
    with suppress(ValidationError, Http404, StepDue):
        is_slug(slug)
        access.find_viewer(request, slug)
    return page_not_found(request, exception, template_name="clubsite/404.html")
