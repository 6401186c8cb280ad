"""The result page of a night, provisional while it is played."""

from hashlib import sha256
from threading import Lock

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.cache import get_conditional_response
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from scoring.toolkit import downloads
from scoring.toolkit.cache import LRU
from scoring.toolkit.spreadsheets.lists import Listing
from tournaments import access, lists
from tournaments.access import Viewer
from tournaments.files.exports import games
from tournaments.files.exports import standings as written
from tournaments.models import Night
from tournaments.names import NameDetail
from tournaments.nights.pages import result as night_result
from tournaments.nights.pages.result_table import ResultTable
from tournaments.standings.pages.place_tables import turn
from tournaments.views import conditional
from tournaments.views.base import number

MOST_KEPT = 100
GAMES = "games"  # the page's name for the list of games
_known = LRU[str, SafeString](MOST_KEPT)  # cached, since many follow the same night
_making = Lock()  # so that a part that many wait for is made once


@require_safe
def result(request: HttpRequest, slug: str, pk: int) -> HttpResponseBase:
    """Show the result of a night. With `part`, return only the part that changes, for which a
    script asks again and again.
    """
    return conditional.keep_privately(
        conditional.not_modified(request) or _result(request, slug, pk)
    )


def _result(request: HttpRequest, slug: str, pk: int) -> HttpResponseBase:
    reader = access.viewer_or_404(request, slug)
    follower = reader.role and conditional.follower(request, reader.club, conditional.NIGHT, pk)
    facts = conditional.validators(follower) if follower else ()
    done = facts[-3:] or conditional.done(pk)  # read before anything else of the night
    night = access.night(reader.club, pk)
    if downloads.wants_file(request):
        return _file(request, night, reader)
    hangs_on = _hangs_on(request, reader)
    seal = _seal(*hangs_on, *done, pk, request.get_full_path(), get_language())
    if follower and facts[-7:-3] == hangs_on:  # nothing changed in between
        conditional.remember(request, f'"{seal}"', follower, facts)
    same = get_conditional_response(request, etag=f'"{seal}"')
    answer = same or _answer(request, night, reader, done)
    answer["ETag"] = f'"{seal}"'
    return answer


def _hangs_on(request: HttpRequest, reader: Viewer) -> conditional.Facts:
    kind = reader.role.kind if reader.role else reader.names.name
    name = request.user.name if request.user.is_authenticated else ""
    return kind, name, reader.club.name, reader.club.results_version


def _seal(*said: object) -> str:
    return sha256(repr(said).encode()).hexdigest()[:32]


def _answer(
    request: HttpRequest, night: Night, reader: Viewer, done: conditional.Facts
) -> HttpResponseBase:
    part = _part(request, night, reader, done)
    if "part" in request.GET:
        return HttpResponse(part)
    words = {"club": night.season.club, "night": night, "part": part, "follow": _follow(request)}
    return render(request, "tournaments/nights/night_result.html", words)


def _follow(request: HttpRequest) -> str:
    query = request.GET.copy()
    query["part"] = ""
    return f"?{query.urlencode()}"


def _part(
    request: HttpRequest, night: Night, reader: Viewer, done: conditional.Facts
) -> SafeString:
    """Return the part of the page that changes. The part is cached for all users who see the same
    names.
    """
    key = _seal(
        *(night.pk, reader.names.name, *_asked(request), reader.club.results_version),
        *(*done, get_language()),
    )
    with _making:
        return _known.get_or_make(key, lambda: _drawn(request, night, reader))


def _asked(request: HttpRequest) -> tuple[int, int, list[str], str]:
    """Return the requested round, table to show games of, order and page."""
    opened = night_result.EVERY_TABLE if "all" in request.GET else number(request.GET.get("open"))
    sort, page = request.GET.getlist("sort"), request.GET.get("page", "")
    return number(request.GET.get("round")), opened, sort, page


def _drawn(request: HttpRequest, night: Night, reader: Viewer) -> SafeString:
    asked, opened, *_order = _asked(request)
    found = night_result.build_result(night, reader.names, asked=asked, opened=opened)
    words = {
        "club": night.season.club,
        "night": night,
        "result": found,
        "cards": night_result.cards(found),
        "table": turn(ResultTable(found), request).as_html(request) if found.lines else "",
        "opened": opened,
        "organises": reader.names == NameDetail.FULL,
    }
    return SafeString(render_to_string("tournaments/nights/_night_result.html", words))


def _file(request: HttpRequest, night: Night, reader: Viewer) -> HttpResponse:
    return downloads.list_response(
        request, _listing(request, night, reader.names), reader.club, night.day
    )


def _listing(request: HttpRequest, night: Night, names: NameDetail) -> Listing:
    if request.GET.get("list") == GAMES:
        return games.of_night(night_result.forms(night, names))
    found = night_result.build_result(night, names)
    return written.of_night(found, lists.in_order(ResultTable(found), request).data)
