"""Workbooks of a club."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scoring.views import files
from tournaments import access
from tournaments.writing import night


@never_cache
@require_safe
@login_required
def night_book(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    club = access.helper(request, slug)
    one = access.night(club, pk)
    return files.taken(night.of(one).content(), "xlsx", club, one.day)
