"""Workbooks of a club."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scoring.views import files
from tournaments import access
from tournaments.models import Season
from tournaments.writing import club as whole
from tournaments.writing import night, season


@never_cache
@require_safe
@login_required
def night_book(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    club = access.helper(request, slug)
    one = access.night(club, pk)
    return files.taken(night.of(one).content(), "xlsx", club, one.day)


@never_cache
@require_safe
@login_required
def season_book(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """With the names that this reader finds in the standing."""
    club, role = access.at_least(access.MEMBER, request, slug)
    one = access.of_club(Season, club, pk)
    book = season.of(one, full=access.has(role, access.ORGANISER))
    return files.taken(book.content(), "xlsx", club, one)


@never_cache
@require_safe
@login_required
def everything(request: HttpRequest, slug: str) -> HttpResponse:
    return render(request, "tournaments/export.html", {"club": access.owner(request, slug)})


@never_cache
@require_safe
@login_required
def everything_file(request: HttpRequest, slug: str) -> StreamingHttpResponse:
    """It goes out as it is made: the browser shows how much has come."""
    club = access.owner(request, slug)
    pieces = whole.pieces(club, get_language() or "")
    name = files.file_name("zip", club, timezone.localdate())
    answer = StreamingHttpResponse(pieces, content_type="application/zip")
    answer["Content-Disposition"] = content_disposition_header(True, name)
    return answer
