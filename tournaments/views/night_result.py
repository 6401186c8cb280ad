"""The result page of a night. While the night is being played, the result is provisional."""

from hashlib import sha256
from threading import Lock
from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_safe

from scoring.toolkit import downloads
from scoring.toolkit.cache import LRU
from scoring.toolkit.spreadsheets.csv_lists import Listing
from tournaments import access, links, list_columns
from tournaments.access import Viewer
from tournaments.club.reglementen import find_system
from tournaments.club.time_and_place import in_words
from tournaments.draw.record import digest_seed
from tournaments.files.exports import lists
from tournaments.files.exports import standings as written
from tournaments.members import couples
from tournaments.models import Night
from tournaments.names import NameDetail
from tournaments.nights.pages import result as night_result
from tournaments.nights.pages import result_cards
from tournaments.nights.pages.result_table import ResultTable
from tournaments.printing import sheets
from tournaments.standings.pages import own_place
from tournaments.standings.pages.place_tables import DivisionTable, turn
from tournaments.views import conditional, sharing
from tournaments.views.base import read_id

MOST_KEPT = 100
NOBODY_YET = DivisionTable(None, (), {}, {})
GAMES = "games"  # the page's name for the list of games
_known = LRU[str, "Part"](MOST_KEPT)  # cached, since many follow the same night
_making = Lock()  # so that a part that many wait for is made once


class Part(NamedTuple):
    """The part of the result page that changes during a night. It is the same for all viewers who
    see the same names.
    """

    html: SafeString
    board: DivisionTable


@require_safe
def result(request: HttpRequest, slug: str, pk: int) -> HttpResponseBase:
    """Show the result of a night. With `part` in the address, return only the part of the page that
    changes, for a script that polls it.
    """
    return conditional.keep_privately(
        conditional.find_not_modified(request) or _result(request, slug, pk)
    )


def _result(request: HttpRequest, slug: str, pk: int) -> HttpResponseBase:
    reader = access.viewer_or_404(request, slug)
    if not read_id(pk):  # longer than the database takes
        raise Http404
    follower = reader.role and conditional.make_validator(
        request, reader.club, conditional.NIGHT, pk
    )
    facts = conditional.load_facts(follower) if follower else ()
    done = facts[-3:] or conditional.load_night_facts(pk)  # read before anything else of the night
    night = access.night_or_404(reader.club, pk)
    if downloads.is_file_wanted(request):
        return _file(request, night, reader)
    hangs_on = _hangs_on(request, reader)
    seal = _seal(*hangs_on, *done, pk, request.get_full_path(), get_language())
    if follower and facts[-9:-3] == hangs_on:  # nothing changed in between
        conditional.remember(request, f'"{seal}"', follower, facts)
    same = get_conditional_response(request, etag=f'"{seal}"')
    answer = same or _answer(request, night, reader, done)
    answer["ETag"] = f'"{seal}"'
    return answer


def _hangs_on(request: HttpRequest, reader: Viewer) -> conditional.Facts:
    kind = reader.role.kind if reader.role else f"{reader.names.name} {reader.member}"
    user = request.user
    name, email = ("", "") if user.is_anonymous else (user.name, user.email)
    stamp = request.META[access.VIEWED].stamp
    return kind, name, email, reader.club.name, reader.club.results_version, stamp


def _seal(*said: object) -> str:
    return sha256(repr(said).encode()).hexdigest()[:32]


def _answer(
    request: HttpRequest, night: Night, reader: Viewer, done: conditional.Facts
) -> HttpResponseBase:
    part = _as_seen(request, reader, night, _part(request, night, reader, done))
    if "part" in request.GET:
        return HttpResponse(part)
    words = {
        "club": night.season.club,
        "night": night,
        "when": in_words(night),
        "season": list_columns.make_unbroken(night.season),
        "helps": access.has_rights(reader.role, access.HELPER),
        # Only members of the club may see the link of the hall page.
        "hall": reverse("tournaments:hall", args=[links.make_key(night)]) if reader.fellow else "",
        "digest": digest_seed(night.next_seed) if night.next_seed else "",
        "part": part,
        "follow": _follow(request),
        "share": sharing.share_night(request, night),
    }
    return render(request, "tournaments/nights/night_result.html", words)


def _as_seen(request: HttpRequest, reader: Viewer, night: Night, part: Part) -> SafeString:
    """Return the part of the page that changes, with the viewer's own place shown before it and
    marked in its table.
    """
    mine = {member.pk for member in access.list_own_members(request, reader)}
    own = couples.find_entrants(night.season, mine)
    places = list(own_place.list_own_places([part.board], own)) if own else []
    if not places:
        return part.html
    note = render_to_string("tournaments/nights/_own_place.html", {"places": places})
    return SafeString(note + own_place.mark_own(part.html, places))


def _follow(request: HttpRequest) -> str:
    query = request.GET.copy()
    query["part"] = ""
    return f"?{query.urlencode()}"


def _part(request: HttpRequest, night: Night, reader: Viewer, done: conditional.Facts) -> Part:
    """Return the part of the result page that changes during a night: its HTML, and the table of
    places in it. It is cached for all viewers who see the same names. `done` has the facts about
    the night on which that part depends, such as its state and the last entry of its log.
    """
    key = _seal(
        *(night.pk, reader.names.name, *_read_query(request), reader.club.results_version),
        *(*done, get_language()),
    )
    with _making:
        return _known.get_or_make(key, lambda: _drawn(request, night, reader))


def _read_query(request: HttpRequest) -> tuple[int, int, list[str], str]:
    """Return what the query string of the result page asks for: the number of the round, the table
    whose games are shown, the order of the rows, and which page of the rows to show.
    """
    opened = result_cards.EVERY_TABLE if "all" in request.GET else read_id(request.GET.get("open"))
    sort, page = request.GET.getlist("sort"), request.GET.get("page", "")
    return read_id(request.GET.get("round")), opened, sort, page


def _drawn(request: HttpRequest, night: Night, reader: Viewer) -> Part:
    round_number, opened, *_order = _read_query(request)
    result = night_result.build_result(night, reader.names, requested=round_number, opened=opened)
    table = ResultTable(result) if result.lines else None
    words = {
        "club": night.season.club,
        "night": night,
        "result": result,
        "cards": result_cards.render_cards(result.cards, dashes=result.dashes),
        "table": turn(table, request).as_html(request) if table else "",
        "heads": table.short_heads if table else [],
        "opened": opened,
        "organises": reader.names == NameDetail.FULL,
        "low": find_system(night.season.reglement).lowest_wins,
        "brought": 0 if result.every else night.imported_results.count(),
        "draws": range(1, result.draws + 1),
    }
    html = render_to_string("tournaments/nights/_night_result.html", words)
    return Part(SafeString(html), table.board if table else NOBODY_YET)


def _file(request: HttpRequest, night: Night, reader: Viewer) -> HttpResponse:
    if request.GET.get("list") == GAMES and request.GET["as"] == "pdf":
        pdf = sheets.print_played(night, night_result.list_sheets(night, reader.names))
        return downloads.make_pdf_response(pdf, gettext("Games"), reader.club, night.day)
    return downloads.list_response(
        request, _listing(request, night, reader.names), reader.club, night.day
    )


def _listing(request: HttpRequest, night: Night, names: NameDetail) -> Listing:
    if request.GET.get("list") == GAMES:
        return lists.list_night_games(night_result.list_sheets(night, names))
    result = night_result.build_result(night, names)
    return written.list_result(result, list_columns.sort_table(ResultTable(result), request).data)
