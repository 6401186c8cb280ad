from collections.abc import Iterator, Sequence

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.utils.translation import get_language, gettext

from scoring.toolkit import downloads
from tournaments import access
from tournaments.access import Viewer
from tournaments.files.exports import night_workbook, season_workbook
from tournaments.files.exports import whole_club as whole
from tournaments.models import Club, Night, Season
from tournaments.standings import calculate
from tournaments.views import progress_page
from tournaments.views.base import open_page, page_of, read_page

AT_ONCE = 10  # nights that are scored without a page of progress


@page_of(access.HELPER, access.night_or_404, way=read_page)
def night_book(request: HttpRequest, club: Club, night: Night) -> HttpResponse:
    return downloads.make_file_response(
        night_workbook.build_night_workbook(night).build_content(), "xlsx", club, night.day
    )


@open_page
def season_book(request: HttpRequest, reader: Viewer, pk: int) -> HttpResponseBase:
    """If many nights must be scored first, a page shows progress and opens the file in the end."""
    club, season = reader.club, access.get_in_club(Season, reader.club, pk)
    if len(unread := calculate.list_unread_nights(season)) > AT_ONCE:
        words = gettext("The workbook is being written, and comes in a moment.")
        return progress_page.show_progress(request, str(season), _nights(unread), done=words)
    book = season_workbook.build_season_workbook(season, reader.names)
    return downloads.make_file_response(book.build_content(), "xlsx", club, season)


def _nights(unread: Sequence[Night]) -> Iterator[progress_page.Step]:
    for number, night in enumerate(unread, 1):
        calculate.score_night(night)
        words = gettext("Night %(number)s of %(count)s is counted.")
        yield progress_page.Step(
            words % {"number": number, "count": len(unread)}, number, len(unread)
        )


@page_of(access.OWNER, way=read_page)
def whole_club(request: HttpRequest, club: Club) -> HttpResponse:
    return render(request, "tournaments/files/export.html", {"club": club})


@page_of(access.OWNER, way=read_page)
def whole_club_file(request: HttpRequest, club: Club) -> StreamingHttpResponse:
    pieces = whole.make_pieces(club, get_language() or "")
    name = downloads.make_file_name("zip", club, timezone.localdate())
    answer = StreamingHttpResponse(pieces, content_type="application/zip")
    answer["Content-Disposition"] = content_disposition_header(True, name)
    return answer
