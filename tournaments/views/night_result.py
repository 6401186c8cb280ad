from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import condition, conditional_page, require_safe

from scoring.toolkit import downloads
from tournaments import access, links
from tournaments.access import Viewer
from tournaments.accounts import rights
from tournaments.club.season_texts import make_unbroken
from tournaments.draw.record import digest_seed
from tournaments.files.exports.lists import list_night_games, list_tables
from tournaments.members import couples
from tournaments.models import Night
from tournaments.names import NOBODY, NameDetail
from tournaments.nights.pages import agenda
from tournaments.nights.pages.result import ResultTable, read_result
from tournaments.nights.pages.result_cards import list_sheets, read_games
from tournaments.printing import night_forms, standings
from tournaments.standings.pages.places import list_own_places
from tournaments.standings.pages.standing_texts import call_players
from tournaments.views import sharing
from tournaments.views.base import read_id
from tournaments.views.sort_and_page import sort_table, turn_table

A_PAGE = 100  # rows
GAMES = "games"  # the page's name for the list of games


@require_safe
@access.club_page
@cache_control(private=True, no_cache=True)
@condition(
    etag_func=lambda request, viewer, pk: access.make_club_page_etag(
        request,
        viewer,
        progress=request.META[access.VIEWED].bar.progress.get(pk) or access.read_progress(pk),
    )
)
def result(request: HttpRequest, viewer: Viewer, pk: int) -> HttpResponse:
    """With `part`, return only what changes, for a script that polls it."""
    return _show(request, viewer, access.night_or_404(viewer.club, pk))


@require_safe
@cache_control(private=True, no_cache=True)
@conditional_page
def by_link(request: HttpRequest, key: str) -> HttpResponse:
    """Of an open evening, for everybody who has its link."""
    night = open_evening_or_404(key)
    answer = _show(request, Viewer(night.season.club, None, None, True), night, by_link=True)
    answer["X-Robots-Tag"] = "noindex"
    return answer


@require_safe
@cache_control(private=True, no_cache=True)
def pdf_by_link(request: HttpRequest, key: str) -> HttpResponse:
    night = open_evening_or_404(key)
    pdf = standings.print_night(night, NameDetail.PUBLIC)
    return downloads.make_file_response(
        pdf, "pdf", night.season.club, night.day.isoformat(), "result"
    )


def open_evening_or_404(key: str) -> Night:
    night = links.find(Night, key, links.RESULT)
    if night is None or not night.season.open_evening or night.state == Night.State.CALLED_OFF:
        raise Http404
    return night


def _show(
    request: HttpRequest, viewer: Viewer, night: Night, *, by_link: bool = False
) -> HttpResponse:
    if downloads.is_file_wanted(request):
        return _download(request, night, viewer)
    shown = read_result(night, viewer.detail)
    members = access.list_own_ids(request, viewer)
    own = couples.find_entrants(night.season, members)
    called = call_players(night.season, own, viewer.detail)
    asked = read_id(request.GET.get("round"))
    number = asked if asked in shown.drawn else shown.current_round
    cards = [card for card in shown.cards if card.round == number]
    opened = read_id(request.GET.get("open"))
    unfolded = {card.id for card in cards if "all" in request.GET or card.id == opened}
    played = read_games(night, viewer.detail, number) if unfolded else {}
    own_names = {player.name for player in called.values()} - {NOBODY}
    context = {
        "club": viewer.club,
        "night": night,
        "result": shown,
        "table": turn_table(ResultTable(shown, own), request, A_PAGE),
        "own_places": list(list_own_places(shown.rows, own)),
        "number": number,
        "cards": [(card, played.get(card.id) if card.id in unfolded else None) for card in cards],
        "following": agenda.find_next_night(night) if own else None,
        "own_names": own_names,
        "own_tables": [card for card in cards if own_names & card.names],
        "count_in": sum(card.how.approved for card in cards),
        "is_unfolded": bool(unfolded),
        "organises": viewer.detail == NameDetail.FULL,
        "by_link": by_link,
        "helps": rights.has_rights(viewer.role, rights.HELPER),
        "share": sharing.share_night(request, night, own),
        "digest": digest_seed(night.next_seed) if night.next_seed else "",
        # Only members of the club may see the link of the hall page.
        "hall": reverse("tournaments:hall", args=[links.make_key(night)]) if viewer.fellow else "",
    }
    if key := links.make_key(night, links.RESULT) if by_link else "":
        context["pdf"] = reverse("tournaments:result-pdf-by-link", args=[key])
    if "part" in request.GET:
        return render(request, "tournaments/nights/_night_result.html", context)
    query = request.GET.copy()
    query["part"] = ""
    context |= {"season": make_unbroken(night.season), "follow": f"?{query.urlencode()}"}
    return render(request, "tournaments/nights/night_result.html", context)


def _download(request: HttpRequest, night: Night, viewer: Viewer) -> HttpResponse:
    if request.GET.get("list") == GAMES:
        played = list_sheets(night, viewer.detail)
        if request.GET["as"] == "pdf":
            pdf = night_forms.print_played(night, played)
            return downloads.make_file_response(
                pdf, "pdf", gettext("Games"), viewer.club, night.day
            )
        listing = list_night_games(played)
    else:
        table = ResultTable(read_result(night, viewer.detail), as_file=True)
        listing = list_tables(gettext("Result"), [sort_table(table, request)])
    return downloads.list_response(request, listing, viewer.club, night.day)
