from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import condition, require_safe

from tournaments import access
from tournaments.access import Viewer
from tournaments.models import Member
from tournaments.standings.pages.compare import compare_players
from tournaments.views.players import name_player


@require_safe
@access.club_page
@cache_control(private=True, no_cache=True)
@condition(etag_func=access.make_club_page_etag)
def compare(request: HttpRequest, viewer: Viewer, pk: int, other: int) -> HttpResponse:
    both = [access.get_in_club(Member, viewer.club, who, erased=None) for who in (pk, other)]
    ids = [who.merged_into_id or who.pk for who in both]
    if ids[0] == ids[1]:
        return redirect("tournaments:player", viewer.club.slug, ids[0])
    if ids != [pk, other]:
        return redirect("tournaments:compare", viewer.club.slug, *ids)
    context = {
        "club": viewer.club,
        "ids": ids,
        "names": [name_player(request, viewer, who) for who in both],
        "found": compare_players(viewer.club, *ids),
    }
    return render(request, "tournaments/standings/compare.html", context)
