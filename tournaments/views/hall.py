"""The hall page, by a link of its night: no log-in, for a big screen and for phones."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_POST, require_safe

from tournaments import access, links
from tournaments.models import Night
from tournaments.nights import nights
from tournaments.nights.pages import hall
from tournaments.views.base import actor, number


@require_safe
def hall_page(request: HttpRequest, key: str) -> HttpResponseBase:
    """Kept by no browser; the script tells itself which page it has."""
    one = links.find(Night, key)
    if one is None:
        raise Http404
    said = {key: request.GET.get(key, "") for key in ("show", "turn")}
    asked = hall.Asked(number(request.GET.get("round")), request.GET.get("q", "")[:80], **said)
    answer = _page(request, one, asked, hall.build_hall(one, asked))
    answer["Cache-Control"], answer["X-Robots-Tag"] = "no-store", "noindex"
    return answer


def _page(
    request: HttpRequest, one: Night, asked: hall.Asked, shown: hall.Hall
) -> HttpResponseBase:
    etag = f'"{shown.seal()}"'
    if same := get_conditional_response(request, etag=etag):
        return same
    words = {
        "club": one.season.club,
        "hall": shown,
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
    one = nights.renew_link(night=access.night(club, pk), by=actor(request))
    return redirect(f"{one.get_absolute_url()}?hall#hall")
