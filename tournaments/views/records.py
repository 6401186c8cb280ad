from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import condition, require_safe

from scoring.toolkit import downloads
from tournaments import access
from tournaments.access import Viewer
from tournaments.files.exports.players import list_records
from tournaments.standings.pages.records import read_records
from tournaments.views.base import read_id


@require_safe
@access.club_page
@cache_control(private=True, no_cache=True)
@condition(etag_func=access.make_club_page_etag)
def records(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    shown = read_records(viewer.club, read_id(request.GET.get("season")), viewer.openly)
    if downloads.is_file_wanted(request):
        return downloads.list_response(request, list_records(shown), viewer.club)
    context = {"club": viewer.club, "records": shown}
    return render(request, "tournaments/standings/records.html", context)
