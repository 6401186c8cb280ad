from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.debug import sensitive_post_parameters

from scoring.toolkit import operating_system
from tournaments import access
from tournaments.backup import copies
from tournaments.forms.second_place import SecondPlaceForm
from tournaments.views.base import get_account, get_address, page, read_posted, run_verb


@sensitive_post_parameters("current")
@page
def second_place(request: HttpRequest) -> HttpResponse:
    """Asks for the password again: who can read that place can read the whole site."""
    access.site_admin_or_403(request)
    form = SecondPlaceForm(
        get_account(request),
        get_address(request),
        operating_system.list_drives(),
        read_posted(request),
    )
    if not settings.SECOND_PLACE and run_verb(form, copies.choose_place):
        return redirect("upkeep")
    words = {"form": form, "place": copies.find_place(), "fixed": settings.SECOND_PLACE}
    return render(request, "clubsite/second_place.html", words)
