"""Anybody with the night's secret link can see the hall page without logging in."""

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_safe

from tournaments import access, links
from tournaments.accounts import rights
from tournaments.models import Club, Night
from tournaments.names import clean_search
from tournaments.nights import nights
from tournaments.nights.pages import hall
from tournaments.nights.round_clock import tell_clock
from tournaments.views.base import get_actor, page_of, pressed, read_id


@require_safe
def hall_page(request: HttpRequest, key: str) -> HttpResponseBase:
    """Its script polls for changes, with the ETag of the page that it shows."""
    night = links.find(Night, key)
    if night is None:
        raise Http404
    view = {key: request.GET.get(key, "") for key in ("show", "turn")}
    wanted = hall.HallQuery(
        read_id(request.GET.get("round")), clean_search(request.GET.get("q", "")), **view
    )
    shown = hall.build_hall(night, wanted)
    etag = f'"{shown.seal()}"'
    answer = get_conditional_response(request, etag=etag)
    if not answer:
        words = {
            "club": night.season.club,
            "hall": shown,
            "clock": tell_clock(shown.clock),
            "fixed": wanted.round in shown.rounds,
            "in_turn": bool(wanted.turn),
            "shows": wanted.show in shown.views,
        }
        answer = render(request, "tournaments/nights/hall.html", words)
        answer["ETag"] = etag
    answer["Cache-Control"], answer["X-Robots-Tag"] = "no-store", "noindex"
    return answer


@page_of(rights.ORGANISER, access.night_or_404, way=pressed)
def renew(request: HttpRequest, club: Club, night: Night) -> HttpResponse:
    renewed = nights.renew_link(night=night, by=get_actor(request))
    return redirect(f"{renewed.get_absolute_url()}?hall#hall")
