"""What a night came to, for whoever may look; while it is played, so far."""

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
from tournaments.nights.pages.result import Result
from tournaments.standings.pages.standing import joined
from tournaments.views import conditional
from tournaments.views.base import number

MOST_KEPT = 100
GAMES = "games"  # as the page asks for the list of them
_known = LRU[str, SafeString](MOST_KEPT)  # many follow the same night
_making = Lock()  # what all of them wait for is made once


@require_safe
def result(request: HttpRequest, slug: str, pk: int) -> HttpResponseBase:
    """With `part` only what may change, which a script asks for again and again."""
    return conditional.kept(conditional.not_modified(request) or _result(request, slug, pk))


def _result(request: HttpRequest, slug: str, pk: int) -> HttpResponseBase:
    reader = access.viewer_or_404(request, slug)
    asks = reader.role and conditional.follower(request, reader.club, conditional.NIGHT, pk)
    facts = conditional.validators(asks) if asks else ()
    done = facts[-3:] or conditional.done(pk)  # before all that is read of the night
    one = access.night(reader.club, pk)
    if downloads.wants_file(request):
        return _file(request, one, reader)
    hangs_on = _hangs_on(request, reader)
    seal = _seal(*hangs_on, *done, pk, request.get_full_path(), get_language())
    if asks and facts[-7:-3] == hangs_on:  # nothing was done in between
        conditional.remember(request, f'"{seal}"', asks, facts)
    same = get_conditional_response(request, etag=f'"{seal}"')
    answer = same or _answer(request, one, reader, done)
    answer["ETag"] = f'"{seal}"'
    return answer


def _hangs_on(request: HttpRequest, reader: Viewer) -> conditional.Facts:
    kind = reader.role.kind if reader.role else reader.names.name
    name = request.user.name if request.user.is_authenticated else ""
    return kind, name, reader.club.name, reader.club.stamp


def _seal(*said: object) -> str:
    return sha256(repr(said).encode()).hexdigest()[:32]


def _answer(
    request: HttpRequest, one: Night, reader: Viewer, done: conditional.Facts
) -> HttpResponseBase:
    part = _part(request, one, reader, done)
    if "part" in request.GET:
        return HttpResponse(part)
    words = {"club": one.season.club, "night": one, "part": part, "follow": _follow(request)}
    return render(request, "tournaments/nights/night_result.html", words)


def _follow(request: HttpRequest) -> str:
    asked = request.GET.copy()
    asked["part"] = ""
    return f"?{asked.urlencode()}"


def _part(request: HttpRequest, one: Night, reader: Viewer, done: conditional.Facts) -> SafeString:
    """The same for all who see the same names."""
    asked, opened, sort = _asked(request)
    key = _seal(
        *(one.pk, reader.names.name, asked, opened, sort, reader.club.stamp),
        *(*done, get_language()),
    )
    with _making:
        return _known.get_or_make(key, lambda: _drawn(request, one, reader))


def _asked(request: HttpRequest) -> tuple[int, int, str]:
    """The round, the table whose games are shown, and the order."""
    opened = night_result.EVERY_TABLE if "all" in request.GET else number(request.GET.get("open"))
    return number(request.GET.get("round")), opened, request.GET.get("sort", "")


def _drawn(request: HttpRequest, one: Night, reader: Viewer) -> SafeString:
    asked, opened, _sort = _asked(request)
    found = night_result.build_result(one, reader.names, asked=asked, opened=opened)
    words = {
        "club": one.season.club,
        "night": one,
        "result": found,
        "cards": night_result.cards(found),
        "table": _table(request, found),
        "opened": opened,
        "organises": reader.names == NameDetail.FULL,
    }
    return SafeString(render_to_string("tournaments/nights/_night_result.html", words))


def _table(request: HttpRequest, found: Result) -> lists.OfNight:
    without = (() if found.uneven else ("pace", "games")) + (() if found.dashes else ("dashes",))
    without += () if found.places else ("written",)
    made = lists.OfNight(found.lines, without, joined(found.lines))
    lists.in_order(made, request)
    return made


def _file(request: HttpRequest, one: Night, reader: Viewer) -> HttpResponse:
    return downloads.list_response(
        request, _listing(request, one, reader.names), reader.club, one.day
    )


def _listing(request: HttpRequest, one: Night, names: NameDetail) -> Listing:
    if request.GET.get("list") == GAMES:
        return games.of_night(night_result.forms(one, names))
    found = night_result.build_result(one, names)
    return written.of_night(found, _table(request, found).data)
