from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.utils.translation import get_language

from scoring.toolkit import downloads
from tournaments import access
from tournaments.access import Viewer
from tournaments.accounts import rights
from tournaments.files.exports import whole_club as whole
from tournaments.files.exports import workbooks
from tournaments.models import Club, Night, Season
from tournaments.views.base import open_page, page_of, read_page


@page_of(rights.HELPER, access.night_or_404, way=read_page)
def night_book(request: HttpRequest, club: Club, night: Night) -> HttpResponse:
    return downloads.make_file_response(
        workbooks.build_night_workbook(night).build_content(), "xlsx", club, night.day
    )


@open_page
def season_book(_request: HttpRequest, reader: Viewer, pk: int) -> HttpResponse:
    club, season = reader.club, access.get_in_club(Season, reader.club, pk)
    book = workbooks.build_season_workbook(season, reader.detail)
    return downloads.make_file_response(book.build_content(), "xlsx", club, season)


@page_of(rights.OWNER, way=read_page)
def whole_club(request: HttpRequest, club: Club) -> HttpResponse:
    return render(request, "tournaments/files/export.html", {"club": club})


@page_of(rights.OWNER, way=read_page)
def whole_club_file(request: HttpRequest, club: Club) -> StreamingHttpResponse:
    pieces = whole.make_pieces(club, get_language() or "")
    name = downloads.make_file_name("zip", club, timezone.localdate())
    answer = StreamingHttpResponse(pieces, content_type="application/zip")
    answer["Content-Disposition"] = content_disposition_header(True, name)
    return answer
