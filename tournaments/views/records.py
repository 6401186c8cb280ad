"""The records of a club, for whoever may look."""

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


def _records(request: HttpRequest, slug: str, day: int) -> HttpResponseBase:
    reader = access.reader(request, slug)

    def make() -> HttpResponse:
        found = kept.of(reader.club, number(request.GET.get("season")), reader.openly)
        words = {"club": reader.club, "records": found}
        return render(request, "tournaments/records.html", words)

    return following.answered(request, reader, make, day=day)
