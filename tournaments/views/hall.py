"""The hall page, for a big screen and for phones: by the night's link, without logging in."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_POST, require_safe

from tournaments import access, links
from tournaments.models import Night
from tournaments.nights import nights
from tournaments.nights.pages import hall
from tournaments.nights.pages.clock import draw_clock
from tournaments.views.base import actor, number


@require_safe
def hall_page(request: HttpRequest, key: str) -> HttpResponseBase:
    """Show the hall's page, for a big screen and phones. Browsers do not cache it; its script polls
    for changes with the page's ETag.
    """
    night = links.find(Night, key)
    if night is None:
        raise Http404
    view = {key: request.GET.get(key, "") for key in ("show", "turn")}
    asked = hall.Asked(number(request.GET.get("round")), request.GET.get("q", "")[:80], **view)
    answer = _page(request, night, asked, hall.build_hall(night, asked))
    answer["Cache-Control"], answer["X-Robots-Tag"] = "no-store", "noindex"
    return answer


def _page(
    request: HttpRequest, night: Night, asked: hall.Asked, shown: hall.Hall
) -> HttpResponseBase:
    etag = f'"{shown.seal()}"'
    if same := get_conditional_response(request, etag=etag):
        return same
    words = {
        "club": night.season.club,
        "hall": shown,
        "clock": draw_clock(shown.clock),
        "fixed": asked.round in shown.rounds,
        "in_turn": bool(asked.turn),
        "shows": asked.show in shown.views,
    }
    answer = render(request, "tournaments/nights/hall.html", words)
    answer["ETag"] = etag
    return answer


@require_POST
@login_required
def renew(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    club = access.organiser(request, slug)
    night = nights.renew_link(night=access.night(club, pk), by=actor(request))
    return redirect(f"{night.get_absolute_url()}?hall#hall")
