"""The records of a club, for who takes part in it."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from tournaments import access
from tournaments import records as kept
from tournaments.views import following
from tournaments.views.base import number


@require_safe
def records(request: HttpRequest, slug: str) -> HttpResponseBase:
    """A season is over on a day, so this hangs on the day, too."""
    day = timezone.localdate().toordinal()
    return following.kept(
        following.nothing_new(request, minute=day) or _records(request, slug, day)
    )


@login_required
def _records(request: HttpRequest, slug: str, day: int) -> HttpResponseBase:
    club, role = access.at_least(access.MEMBER, request, slug)
    full = access.has(role, access.ORGANISER)

    def make() -> HttpResponse:
        found = kept.of(club, number(request.GET.get("season")), full=full)
        return render(request, "tournaments/records.html", {"club": club, "records": found})

    return following.answered(request, club, role, make, day=day)
