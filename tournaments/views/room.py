"""The room: every table of a round, and how far it is."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_http_methods

from tournaments import access, room, rounds
from tournaments.forms.nights import CutForm
from tournaments.models import Night, Round
from tournaments.views.base import actor, done, number, posted


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def room_page(request: HttpRequest, slug: str, pk: int) -> HttpResponseBase:
    """With `part` only the tables, which a script asks for again and again."""
    club = (access.organiser if request.method == "POST" else access.helper)(request, slug)
    one = access.night(club, pk)
    every = list(one.rounds.all())
    asked = number(request.GET.get("round"))
    by_number = {each.number: each for each in every}
    shown = by_number.get(room.pick(one, by_number, asked))
    role = access.role_in(club, request)
    changes = access.has(role, access.ORGANISER) and one.state == Night.State.PLAYING
    words = {"club": club, "night": one, "rounds": every, "shown": shown, "changes": changes}
    if shown and "part" in request.GET:
        return _kept(_part(request, shown, words))
    return _kept(_whole(request, shown, words) if shown else _page(request, words))


def _whole(request: HttpRequest, shown: Round, words: dict[str, Any]) -> HttpResponse:
    form = CutForm(shown, posted(request))
    if done(form, rounds.cut, one=shown, by=actor(request)):
        return redirect(f"{request.path}?round={shown.number}")
    words |= {"room": room.of(shown, room.lasts_of(shown)), "form": form}
    return _page(request, words)


def _page(request: HttpRequest, words: dict[str, Any]) -> HttpResponse:
    return render(request, "tournaments/room.html", words)


def _part(request: HttpRequest, shown: Round, words: dict[str, Any]) -> HttpResponseBase:
    lasts = room.lasts_of(shown)
    etag = f'"{room.seal(shown, lasts)}{"+" if words["changes"] else ""}"'
    if same := get_conditional_response(request, etag=etag):
        return same
    words |= {"room": room.of(shown, lasts)}
    answer = render(request, "tournaments/_room.html", words)
    answer["ETag"] = etag
    return answer


def _kept(answer: HttpResponseBase) -> HttpResponseBase:
    """By who asked, and asked about again each time."""
    answer["Cache-Control"] = "private, no-cache"
    return answer
