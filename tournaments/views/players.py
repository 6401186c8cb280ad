from collections.abc import Collection

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext

from scoring.toolkit import downloads
from tournaments import access
from tournaments.access import Viewer
from tournaments.club.season_texts import make_unbroken
from tournaments.files.exports.lists import list_table
from tournaments.files.exports.season_lists import list_nights, list_records
from tournaments.members import members
from tournaments.models import Club, Member
from tournaments.names import NOBODY, NameDetail, clean_search, shorten_names, split_search
from tournaments.standings.pages import charts
from tournaments.standings.pages.compare import compare_players
from tournaments.standings.pages.player_season import PlayerPage, read_player
from tournaments.standings.pages.players import Listed, PlayersTable, read_players
from tournaments.standings.pages.records import read_records
from tournaments.views.base import kept_page, read_id
from tournaments.views.sort_and_page import sort_table


@kept_page
def players_page(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    asked = read_id(request.GET.get("season"))
    own = access.list_own_ids(request, viewer)
    seasons, season, people = read_players(viewer.club, asked, viewer.openly, own)
    table = sort_table(PlayersTable(people), request)
    if downloads.is_file_wanted(request):
        if season is None:
            raise Http404
        listing = list_table(gettext("Players"), table)
        return downloads.list_response(request, listing, viewer.club, season)
    sought = clean_search(request.GET.get("q", ""))
    words = split_search(sought)  # some word of the name must begin with each
    shown = [
        row
        for row in table.data
        if all(any(part.startswith(word) for part in row.sought.split()) for word in words)
    ]
    context = {
        "club": viewer.club,
        "own": own,
        "people": people,
        "shown": [row for row in shown if not row.aside],
        "aside": [row for row in shown if row.aside],
        "seasons": [(each.pk, str(each)) for each in seasons],
        "season": season,
        "season_name": make_unbroken(season),
        "asked": asked,
        "sought": sought,
    }
    return render(request, "tournaments/standings/players.html", context)


@kept_page
def player_page(request: HttpRequest, viewer: Viewer, pk: int) -> HttpResponse:
    who = access.get_in_club(Member, viewer.club, pk, erased=None)
    if who.merged_into_id:
        return redirect("tournaments:player", viewer.club.slug, who.merged_into_id)
    name = name_player(request, viewer, who)
    page = read_player(who, read_id(request.GET.get("season")), viewer.openly)
    if downloads.is_file_wanted(request):
        return download_nights(request, who, page, name)
    own = access.list_own_members(request, viewer)
    context = {"club": viewer.club, "who": who, "name": name, "player": page}
    if page:
        me = own[0] if own and who not in own else None
        if me and compare_players(viewer.club, me.pk, who.pk).seasons:  # not one's own partner
            context["me"] = me
        context |= list_others(viewer.club, viewer.openly, [who.pk])
    return render(request, "tournaments/standings/player.html", context)


def name_player(request: HttpRequest, viewer: Viewer, who: Member) -> str:
    """Raise 404 for a hidden name, unless the viewer is that player or an organiser."""
    detail = viewer.openly
    if detail != NameDetail.FULL and who in access.list_own_members(request, viewer):
        detail = NameDetail.FELLOW
    elif detail != NameDetail.FULL and who.public_name == NOBODY:
        raise Http404
    return members.load_names([who.pk], detail)[who.pk]


def list_others(club: Club, detail: NameDetail, ids: Collection[int]) -> dict[str, list[Listed]]:
    """Whom somebody may be compared with; `aside` are guests and former members."""
    _seasons, _season, people = read_players(club, 0, detail)
    people = [person for person in people if person.player not in ids]
    return {
        "others": [person for person in people if not person.aside],
        "aside": [person for person in people if person.aside],
    }


def download_nights(
    request: HttpRequest, who: Member, page: PlayerPage | None, name: str = ""
) -> HttpResponse:
    """Without a name, whoever downloads it is that player."""
    if page is None:
        raise Http404
    listing = list_nights(page, yours=not name)
    about = (name, who.club) if name else (who.club,)
    return downloads.list_response(request, listing, *about, page.season_name)


@kept_page
def records(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    own = access.list_own_ids(request, viewer)
    shown = read_records(viewer.club, read_id(request.GET.get("season")), viewer.detail, own)
    if downloads.is_file_wanted(request):
        return downloads.list_response(request, list_records(shown), viewer.club)
    context = {"club": viewer.club, "records": shown}
    return render(request, "tournaments/standings/records.html", context)


@kept_page
def compare(request: HttpRequest, viewer: Viewer, pk: int, other: int) -> HttpResponse:
    both = [access.get_in_club(Member, viewer.club, who, erased=None) for who in (pk, other)]
    ids = [who.main_id for who in both]
    if ids[0] == ids[1]:
        return redirect("tournaments:player", viewer.club.slug, ids[0])
    if ids != [pk, other]:
        return redirect("tournaments:compare", viewer.club.slug, *ids)
    names = [name_player(request, viewer, who) for who in both]
    found = compare_players(viewer.club, *ids)
    firsts = [
        who.first if name.startswith(who.first) else name.split()[0]
        for name, who in zip(names, both, strict=True)
    ]
    short = shorten_names([*zip(names, firsts, strict=True)])
    season = found.choose_season(read_id(request.GET.get("season")))
    mine = access.list_own_ids(request, viewer)
    own = next((n for n, who in enumerate(ids) if who in mine), None)
    context = {
        "club": viewer.club,
        "ids": ids,
        "names": names,
        **list_others(viewer.club, viewer.openly, ids),
        "own": own,
        "short": short,
        "called": [gettext("you") if n == own else name for n, name in enumerate(short)],
        "sides": [*zip(ids, short, season.figures if season else (), strict=False)],
        "found": found,
        "season": season,
        "seasons": [(line.id, line.name) for line in found.seasons],
        "chart": charts.draw_two(season.two, names, short, own) if season and season.two else None,
    }
    return render(request, "tournaments/standings/compare.html", context)
