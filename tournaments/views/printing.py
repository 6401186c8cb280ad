from collections.abc import Callable, Sequence
from functools import partial
from urllib.parse import urlsplit

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext

import scoring.sheets.links
from scoring.models import Sheet
from scoring.printing import form_pages
from scoring.toolkit import downloads
from scoring.toolkit.addresses import only_here, reachable, tell_reach
from tournaments import access, links
from tournaments.access import Viewer
from tournaments.accounts import rights
from tournaments.club.season_texts import name_standing
from tournaments.models import Club, Member, Night, Reglement, Season
from tournaments.models.member import MAIN
from tournaments.models.night import OVER
from tournaments.names import NameDetail
from tournaments.nights import open_evenings
from tournaments.nights.entrants import count_entrants
from tournaments.nights.nights import compute_table_sizes
from tournaments.printing import hall_papers, night_forms, reglement, standings
from tournaments.standings import calculate
from tournaments.standings.inputs import build_night_rules
from tournaments.standings.rules.breakdown import Division
from tournaments.views.base import open_page, page_of, read_id, read_page, read_standing_key

MOST_TABLES = 400
MOST_PEOPLE = 1600
USUAL_PEOPLE = 40


@page_of(rights.HELPER, access.night_or_404, way=read_page)
def night(request: HttpRequest, club: Club, night: Night) -> HttpResponse:
    present = _present(night)
    context = {
        "club": club,
        "night": night,
        "rounds": list(night.rounds.values_list("number", flat=True)),
        "sizes": [("a4", gettext("A4")), ("a5", gettext("A5")), ("two", gettext("two on A4"))],
        "code": not only_here(urlsplit(reachable(request, "/")).netloc),
        "over": night.state in OVER,
        "prizes": build_night_rules(night).night_prizes,
        "tables": _tables(night, present),
        "people": present or USUAL_PEOPLE,
        "brought": night.imported_results.exists(),
    }
    return render(request, "tournaments/printing/print.html", context)


def _present(night: Night) -> int:
    return night.attendances.filter(present=True).values_list(MAIN).distinct().count()


def _tables(night: Night, present: int) -> int:
    laid = night.rounds.filter(tables__number__gt=0).order_by("-tables__number")
    drawn = laid.values_list("tables__number", flat=True).first()
    return drawn or len(compute_table_sizes(night, count_entrants(night, present)).tables) or 10


@page_of(rights.HELPER, access.night_or_404, way=read_page)
def night_pdf(request: HttpRequest, club: Club, night: Night, what: str) -> HttpResponse:
    detail = _find_detail(request)
    pays = access.organises(request) or night.state not in OVER
    makes: dict[str, Callable[[], bytes]] = {
        "forms": lambda: _forms(request, night),
        "empty": lambda: night_forms.print_empty(
            night, _read_count(request, MOST_TABLES), _size(request)
        ),
        "seats": lambda: hall_papers.print_seats(night),
        "door": lambda: hall_papers.print_attendance(night, pays=pays),
        "numbers": lambda: hall_papers.print_table_numbers(
            night, _read_count(request, MOST_TABLES)
        ),
        "lots": lambda: hall_papers.print_lots(
            night, _read_count(request, MOST_PEOPLE, _present(night))
        ),
        "result": lambda: standings.print_night(night, detail),
        "prizes": lambda: standings.print_night_prizes(night, detail),
    }
    return downloads.make_file_response(
        _one_of(makes, what), "pdf", club, night.day.isoformat(), what
    )


@open_page
def result_pdf(request: HttpRequest, reader: Viewer, pk: int) -> HttpResponse:
    night = access.night_or_404(reader.club, pk)
    pdf = standings.print_night(night, reader.detail)
    return downloads.make_file_response(pdf, "pdf", reader.club, night.day.isoformat(), "result")


@open_page
def season_pdf(request: HttpRequest, reader: Viewer, pk: int, what: str) -> HttpResponse:
    club, detail = reader.club, reader.detail
    season = access.get_in_club(Season, club, pk)
    key = read_standing_key(request, season)
    if season.open_evening:
        night = open_evenings.find_night(season)
        return redirect("tournaments:night-result-pdf", club.slug, night.pk)
    makes: dict[str, Callable[[], bytes]] = {
        "standing": lambda: standings.print_season(season, detail, key),
        "prizes": lambda: standings.print_prizes(season, detail, key),
    }
    return downloads.make_file_response(_one_of(makes, what), "pdf", club, season, what)


@open_page
def season_prizes(request: HttpRequest, reader: Viewer, pk: int) -> HttpResponse:
    season = access.get_in_club(Season, reader.club, pk)
    if season.open_evening:
        night = open_evenings.find_night(season)
        return redirect("tournaments:night-result", reader.club.slug, night.pk)
    key = read_standing_key(request, season)
    divisions = calculate.compute_season_standing(season, key=key)
    pdf = reverse("tournaments:season-pdf", args=[reader.club.slug, pk, "prizes"])
    context = {
        "club": reader.club,
        "season": season,
        "key": key,
        "of": name_standing(season, key),
        "pdf": f"{pdf}?of={key}" if key else pdf,
    }
    context["divisions"] = _read_out(season, divisions, reader.detail)
    return render(request, "tournaments/printing/prizes.html", context)


@page_of(rights.HELPER, access.night_or_404, way=read_page)
def night_prizes(request: HttpRequest, club: Club, night: Night) -> HttpResponse:
    divisions = [calculate.compute_night_standing(night)]
    context = {
        "club": club,
        "night": night,
        "of": night.in_full,
        "pdf": reverse("tournaments:night-pdf", args=[club.slug, night.pk, "prizes"]),
        "divisions": _read_out(night.season, divisions, _find_detail(request)),
    }
    return render(request, "tournaments/printing/prizes.html", context)


def _read_out(
    season: Season, divisions: Sequence[Division], detail: NameDetail
) -> list[tuple[int | None, list[list[str]]]]:
    return [
        (division.number, list(standings.list_prize_rows(season, division, detail)))
        for division in divisions
        if division.prizes
    ]


def _find_detail(request: HttpRequest) -> NameDetail:
    return NameDetail.FULL if access.organises(request) else NameDetail.FELLOW


@page_of(rights.ORGANISER, way=read_page)
def links_pdf(request: HttpRequest, club: Club) -> HttpResponse:

    def find_address(member: Member) -> str:
        return reachable(request, reverse("tournaments:own", args=[links.make_key(member)]))

    pdf = hall_papers.print_links(club, find_address, tell_reach(request))
    return downloads.make_file_response(pdf, "pdf", club, gettext("Personal links"))


@open_page
def rules_pdf(_request: HttpRequest, reader: Viewer, pk: int) -> HttpResponse:
    club = reader.club
    rules = access.get_in_club(Reglement, club, pk)
    return downloads.make_file_response(reglement.print_rules(rules), "pdf", club, rules)


def _forms(request: HttpRequest, night: Night) -> bytes:
    which = {}
    if wanted := read_id(request.GET.get("round")):
        which["round__number"] = wanted
    if wanted := read_id(request.GET.get("table")):
        which["number"] = wanted
    return night_forms.print_forms(night, _size(request), partial(_code, request), **which)


def _code(request: HttpRequest, sheet: Sheet) -> str | None:
    """Return None if phones can't open the site's address."""
    address = reachable(request, scoring.sheets.links.build_path(sheet))
    return None if only_here(urlsplit(address).netloc) else address


def _size(request: HttpRequest) -> str:
    wanted = request.GET.get("size", "")
    return wanted if wanted in form_pages.SIZES else form_pages.SIZES[0]


def _one_of(makes: dict[str, Callable[[], bytes]], what: str) -> bytes:
    if what not in makes:
        raise Http404
    return makes[what]()


def _read_count(request: HttpRequest, most: int, usual: int = 1) -> int:
    """Return the number that is asked for, within bounds."""
    return max(1, min(read_id(request.GET.get("count")) or usual or USUAL_PEOPLE, most))
