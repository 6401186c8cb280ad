"""Workbooks of a club."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scoring.views import files
from tournaments import access
from tournaments.models import Season
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
