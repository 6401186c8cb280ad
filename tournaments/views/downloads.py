from collections.abc import Iterator, Sequence
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.http import content_disposition_header
from django.utils.translation import get_language, gettext

from scoring.toolkit import downloads
from tournaments import access
from tournaments.access import Viewer
from tournaments.accounts import rights
from tournaments.files.exports import whole_club as whole
from tournaments.files.exports import workbooks
from tournaments.models import Club, Night, Season
from tournaments.standings import calculate
from tournaments.views.base import open_page, page_of, read_page

AT_ONCE = 10  # nights that are scored without a page of progress
LINES = "<!-- lines -->"  # where the lines of that page go


class Step(NamedTuple):
    words: str
    done: int
    out_of: int


@page_of(rights.HELPER, access.night_or_404, way=read_page)
def night_book(request: HttpRequest, club: Club, night: Night) -> HttpResponse:
    return downloads.make_file_response(
        workbooks.build_night_workbook(night).build_content(), "xlsx", club, night.day
    )


@open_page
def season_book(request: HttpRequest, reader: Viewer, pk: int) -> HttpResponseBase:
    """If many nights must be scored first, a page shows progress and opens the file in the end."""
    club, season = reader.club, access.get_in_club(Season, reader.club, pk)
    if len(unread := calculate.list_unread_nights(season)) > AT_ONCE:
        words = gettext("The workbook is being written, and comes in a moment.")
        return _show_progress(request, str(season), _nights(unread), words)
    book = workbooks.build_season_workbook(season, reader.detail)
    return downloads.make_file_response(book.build_content(), "xlsx", club, season)


def _nights(unread: Sequence[Night]) -> Iterator[Step]:
    for number, night in enumerate(unread, 1):
        calculate.score_night(night)
        words = gettext("Night %(number)s of %(count)s is counted.")
        yield Step(words % {"number": number, "count": len(unread)}, number, len(unread))


def _show_progress(
    request: HttpRequest, title: str, steps: Iterator[Step], done: str
) -> StreamingHttpResponse:
    """Show how far the work is, which iterating over `steps` does; then the browser opens the same
    address again. It needs no script: each line of the page takes the place of the one before.
    """
    whole = render_to_string("tournaments/progress.html", {"title": title, "lines": LINES}, request)
    begin, _lines, end = whole.partition(LINES)
    language, last = get_language() or "", {"here": request.get_full_path(), "done": done}

    def stream() -> Iterator[str]:
        yield begin
        step: Step | None = Step("", 0, 0)
        while step:
            with translation.override(language):  # other requests are served between two lines
                step = next(steps, None)
                words = {"step": step} if step else last
                line = render_to_string("tournaments/_progress_line.html", words)
            yield line
        yield end

    answer = StreamingHttpResponse(stream())
    answer["X-Accel-Buffering"] = "no"  # a proxy must not buffer the stream
    return answer


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
