"""What a club prints, as PDF."""

from collections.abc import Callable
from functools import partial
from urllib.parse import urlsplit

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

import scoring.sheets.links
from scoring.models import Sheet
from scoring.printing import drawing
from scoring.toolkit import downloads
from scoring.views.share import only_here, reachable
from tournaments import access
from tournaments.members import members
from tournaments.models import Member, Night, Reglement, Season
from tournaments.names import NameDetail
from tournaments.nights.nights import tables_for
from tournaments.printing import hall, reglement, sheets, standings
from tournaments.views.base import number
from tournaments.views.member_page import member_of
from tournaments.views.players import called

MOST_TABLES = 400
MOST_PEOPLE = 1600


@never_cache
@require_safe
@login_required
def night(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """All there is to print of a night."""
    club = access.helper(request, slug)
    one = access.night(club, pk)
    present = one.attendances.filter(present=True).count()
    words = {
        "club": club,
        "night": one,
        "rounds": list(one.rounds.values_list("number", flat=True)),
        "sizes": [("a4", gettext("A4")), ("a5", gettext("A5")), ("two", gettext("two on A4"))],
        "code": not only_here(urlsplit(reachable(request, "/")).netloc),
        "over": one.state in (Night.State.CLOSING, Night.State.CLOSED),
        "tables": _tables(one, present),
        "people": present,
        "brought": one.brought.exists(),
    }
    return render(request, "tournaments/printing/print.html", words)


def _tables(one: Night, present: int) -> int:
    """How many there are tonight, as far as that is known."""
    laid = one.rounds.filter(tables__number__gt=0).order_by("-tables__number")
    drawn = laid.values_list("tables__number", flat=True).first()
    return drawn or len(tables_for(one.season, present).tables) or 10


@never_cache
@require_safe
@login_required
def night_pdf(request: HttpRequest, slug: str, pk: int, what: str) -> HttpResponse:
    club, role = access.at_least(access.HELPER, request, slug)
    one = access.night(club, pk)
    seen = NameDetail.FULL if access.has(role, access.ORGANISER) else NameDetail.FELLOW
    makes: dict[str, Callable[[], bytes]] = {
        "forms": lambda: _forms(request, one),
        "empty": lambda: sheets.empty(one, _asked(request, MOST_TABLES), _size(request)),
        "seats": lambda: hall.seats(one),
        "door": lambda: hall.attendance(one),
        "numbers": lambda: hall.cards(one, _asked(request, MOST_TABLES)),
        "lots": lambda: hall.lots(one, _asked(request, MOST_PEOPLE)),
        "result": lambda: standings.night(one, seen),
        "prizes": lambda: standings.night_prizes(one, seen),
    }
    return downloads.pdf_response(_one_of(makes, what), club, one.day.isoformat(), what)


@never_cache
@require_safe
def result_pdf(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """The result alone, for whoever may look."""
    reader = access.viewer_or_404(request, slug)
    one = access.night(reader.club, pk)
    pdf = standings.night(one, reader.names)
    return downloads.pdf_response(pdf, reader.club, one.day.isoformat(), "result")


@never_cache
@require_safe
def season_pdf(request: HttpRequest, slug: str, pk: int, what: str) -> HttpResponse:
    reader = access.viewer_or_404(request, slug)
    club, seen = reader.club, reader.names
    one = access.get_in_club(Season, club, pk)
    makes: dict[str, Callable[[], bytes]] = {
        "standing": lambda: standings.season(one, seen),
        "prizes": lambda: standings.prizes(one, seen),
    }
    return downloads.pdf_response(_one_of(makes, what), club, one, what)


@never_cache
@require_safe
@login_required
def member_pdf(request: HttpRequest, slug: str, pk: int, season: int) -> HttpResponse:
    club = access.organiser(request, slug)
    one, who = access.get_in_club(Season, club, season), access.get_in_club(Member, club, pk)
    return downloads.pdf_response(standings.member(one, who, str(who)), club, one, who)


@never_cache
@require_safe
def player_pdf(request: HttpRequest, slug: str, pk: int, season: int) -> HttpResponse:
    """The same, for who may look at their page."""
    reader = access.viewer_or_404(request, slug)
    who = members.main_member(access.get_in_club(Member, reader.club, pk, erased=None))
    one, name = access.get_in_club(Season, reader.club, season), called(request, reader, who)
    return downloads.pdf_response(standings.member(one, who, name), reader.club, one, name)


@never_cache
@require_safe
def own_pdf(request: HttpRequest, key: str, season: int) -> HttpResponse:
    who = member_of(key)
    one = access.get_in_club(Season, who.club, season)
    return downloads.pdf_response(standings.member(one, who, str(who)), who.club, one, who)


@never_cache
@require_safe
def rules_pdf(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    club = access.viewer_or_404(request, slug).club
    one = access.get_in_club(Reglement, club, pk)
    return downloads.pdf_response(reglement.rules(one), club, one)


def _forms(request: HttpRequest, one: Night) -> bytes:
    which = {}
    if asked := number(request.GET.get("round")):
        which["round__number"] = asked
    if asked := number(request.GET.get("table")):
        which["number"] = asked
    return sheets.forms(one, _size(request), partial(_code, request), **which)


def _code(request: HttpRequest, sheet: Sheet) -> str | None:
    """None where it would lead a phone nowhere."""
    address = reachable(request, scoring.sheets.links.path(sheet))
    return None if only_here(urlsplit(address).netloc) else address


def _size(request: HttpRequest) -> str:
    asked = request.GET.get("size", "")
    return asked if asked in drawing.SIZES else drawing.SIZES[0]


def _one_of(makes: dict[str, Callable[[], bytes]], what: str) -> bytes:
    if what not in makes:
        raise Http404
    return makes[what]()


def _asked(request: HttpRequest, most: int) -> int:
    """How many, as the page asks for it."""
    return max(1, min(number(request.GET.get("count")), most))
