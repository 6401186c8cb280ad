from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from scoring.toolkit import downloads
from tournaments import access
from tournaments.access import Viewer
from tournaments.files.exports import players as written
from tournaments.standings.pages import records as kept
from tournaments.standings.pages.records import Records
from tournaments.views import conditional
from tournaments.views.base import read_id


@require_safe
def records(request: HttpRequest, slug: str) -> HttpResponseBase:
    day = timezone.localdate().toordinal()
    return conditional.keep_privately(
        conditional.find_not_modified(request, minute=day) or _records(request, slug, day)
    )


def _records(request: HttpRequest, slug: str, day: int) -> HttpResponseBase:
    reader = access.viewer_or_404(request, slug)
    if downloads.is_file_wanted(request):
        return downloads.list_response(
            request, written.list_records(_found(request, reader)), reader.club
        )

    def make() -> HttpResponse:
        words = {"club": reader.club, "records": _found(request, reader)}
        return render(request, "tournaments/standings/records.html", words)

    return conditional.answer_conditionally(request, reader, make, day=day)


def _found(request: HttpRequest, reader: Viewer) -> Records:
    return kept.build_records(reader.club, read_id(request.GET.get("season")), reader.openly)
