"""The pages that list, plan and show club nights, and move them on."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from scoring.toolkit import downloads
from scoring.toolkit.problems import UserError
from scoring.views.share import code_of, reachable
from tournaments import access, links
from tournaments import lists as tables
from tournaments.access import Viewer
from tournaments.backup import copies
from tournaments.draw.record import seed_digest
from tournaments.files.exports import lists
from tournaments.forms.nights import PlanForm
from tournaments.locks import GOING_ON
from tournaments.models import Night, Season
from tournaments.nights import closing, nights
from tournaments.nights.pages import door
from tournaments.views.base import actor, done, numbered_errors, page, posted

THEN = {"check-in": "door", "playing": "draw", "closing": "closing"}  # the page that comes next


@never_cache
@require_safe
def everything(request: HttpRequest, slug: str) -> HttpResponse:
    reader = access.viewer_or_404(request, slug)
    club = reader.club
    if downloads.wants_file(request):
        table = tables.in_order(tables.Nights(nights.of_club(club)), request)
        return downloads.list_response(request, lists.of_table(gettext("Club nights"), table), club)
    words = {
        "club": club,
        "table": tables.turned(tables.Nights(nights.of_club(club)), request),
        "organises": access.has(reader.role, access.ORGANISER),
    }
    return render(request, "tournaments/nights/nights.html", words)


@page
def plan(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Plan one or more nights."""
    club = access.organiser(request, slug)
    season = access.get_in_club(Season, club, pk)
    form = PlanForm(season, posted(request))
    if planned := done(form, nights.plan, season=season):
        return (
            redirect(planned[0]) if len(planned) == 1 else redirect("tournaments:nights", club.slug)
        )
    if downloads.wants_file(request):
        return downloads.list_response(request, lists.planned(season.nights.all()), club, season)
    words = {"club": club, "season": season, "form": form, "nights": season.nights.all()}
    return render(request, "tournaments/nights/plan.html", words)


@never_cache
@require_safe
def night_page(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    reader = access.viewer_or_404(request, slug)
    return _night(request, reader, access.night(reader.club, pk))


@require_POST
@login_required
def move_on(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    club = access.organiser(request, slug)
    night = access.night(club, pk)
    to = request.POST.get("to", "")
    try:
        if to == "cancel":
            nights.cancel(night=night)
            return redirect("tournaments:nights", club.slug)
        nights.set_state(night=night, to=to, by=actor(request))
        return redirect(f"tournaments:{THEN.get(to, 'night')}", club.slug, night.pk)
    except UserError as refused:
        return _night(request, access.viewer_or_404(request, slug), night, refused)


def _night(
    request: HttpRequest, reader: Viewer, night: Night, refused: UserError | None = None
) -> HttpResponse:
    ranks = access.HELPER, access.ORGANISER
    helps, organises = (access.has(reader.role, kind) for kind in ranks)
    words = {
        "club": reader.club,
        "night": night,
        "helps": helps,
        "brought": night.imported_results.count(),
        "drawn": night.rounds.exists(),
        "draws": range(1, night.draw_records.count() + 1),
        "digest": seed_digest(night.next_seed) if night.next_seed else "",
        "organises": organises,
        "door": door.build_door(night) if helps else None,
        "late": closing.late(night) if organises and night.state == Night.State.CLOSED else 0,
        "refusals": numbered_errors(refused) if refused else [],
        "troubles": copies.state().troubles if helps and night.state in GOING_ON else (),
        **(_hall(request, night) if reader.fellow else {}),
    }
    return render(request, "tournaments/nights/night.html", words, status=409 if refused else 200)


def _hall(request: HttpRequest, night: Night) -> dict[str, object]:
    """Return the link of the hall page and its QR code. Only members of the club may see the
    link.
    """
    path = reverse("tournaments:hall", args=[links.key(night)])
    address = reachable(request, path)
    code = code_of(address, gettext("Code that opens the hall page"))
    return {"hall": path, "address": address, "code": code}
