"""The room: every table of a round, and how far it is."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import render
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_safe

from tournaments import access, room
from tournaments.views.base import number


@require_safe
@login_required
def room_page(request: HttpRequest, slug: str, pk: int) -> HttpResponseBase:
    """With `part` only the tables, which a script asks for again and again."""
    club = access.helper(request, slug)
    one = access.night(club, pk)
    rounds = list(one.rounds.all())
    asked = number(request.GET.get("round"))
    shown = next((each for each in rounds if each.number == asked), rounds and rounds[-1])
    words = {"club": club, "night": one, "rounds": rounds, "shown": shown}
    if not shown:
        return _kept(render(request, "tournaments/room.html", words))
    lasts = room.lasts_of(shown)
    if "part" not in request.GET:
        words["room"] = room.of(shown, lasts)
        return _kept(render(request, "tournaments/room.html", words))
    etag = f'"{room.seal(shown, lasts)}"'
    if same := get_conditional_response(request, etag=etag):
        return _kept(same)
    words["room"] = room.of(shown, lasts)
    answer = render(request, "tournaments/_room.html", words)
    answer["ETag"] = etag
    return _kept(answer)


def _kept(answer: HttpResponseBase) -> HttpResponseBase:
    """By who asked, and asked about again each time."""
    answer["Cache-Control"] = "private, no-cache"
    return answer
