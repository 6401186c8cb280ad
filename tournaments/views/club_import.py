"""Import a club from another site in three steps: choose its file, preview it, import it."""

from collections.abc import Iterator
from typing import Any

from django.contrib.auth import login
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from scoring.toolkit.problems import UserError
from tournaments import access
from tournaments.accounts import step_session
from tournaments.club import first_club
from tournaments.files.transfer import waiting_file
from tournaments.files.transfer.import_club import Preview
from tournaments.forms.club_import import ClubFileForm
from tournaments.forms.clubs import ClubForm, FirstClubForm
from tournaments.models import Club
from tournaments.views import progress_page
from tournaments.views.base import get_account, list_numbered_errors, read_posted, run_verb

reads = require_http_methods(["GET", "HEAD", "POST"])


@never_cache
@reads
def bring(request: HttpRequest) -> HttpResponse:
    _who_may(request)
    form = ClubFileForm(read_posted(request), request.FILES or None)
    if kept := run_verb(form, waiting_file.save_file):
        return redirect("tournaments:arriving-look", kept)
    return render(request, "tournaments/files/club_import.html", {"choosing": form})


@never_cache
@reads
@sensitive_post_parameters("password", "code")
def preview(request: HttpRequest, kept: str) -> HttpResponseBase:
    """Read the whole uploaded file of a club, while a page shows the progress. Then show a preview
    or, after a POST, import the club. `kept` is the token that identifies the file.
    """
    _who_may(request)
    try:
        preview = waiting_file.read_preview(kept)
        if preview is None:
            return progress_page.show_progress(
                request,
                gettext("A club from another site"),
                _steps(kept),
                back=reverse("tournaments:arriving"),
                done=gettext("All of it was read."),
            )
        form = _form(request, preview)
        if form.is_valid():
            return redirect(_import_club(request, form, kept))
    except UserError as refused:
        words: dict[str, Any] = {
            "choosing": ClubFileForm(),
            "refusals": list_numbered_errors(refused),
        }
        return render(request, "tournaments/files/club_import.html", words)
    return render(
        request, "tournaments/files/club_import_check.html", {"form": form, "found": preview}
    )


def _who_may(request: HttpRequest) -> None:
    """Respond with 404 to users who may not create a club on this site."""
    if not first_club.is_free() and not access.is_owner(request):
        raise Http404


def _form(request: HttpRequest, checked: Preview) -> ClubForm:
    kind = FirstClubForm if first_club.is_free() else ClubForm
    return kind(read_posted(request), initial={"name": checked.name, "slug": checked.slug})


def _import_club(request: HttpRequest, form: ClubForm, kept: str) -> Club:
    values = form.cleaned_data
    if not isinstance(form, FirstClubForm):
        return waiting_file.apply_file(kept=kept, owner=get_account(request), **values)
    try:
        with first_club.spend_code(values.pop("code")):
            club, owner = waiting_file.apply_first(kept=kept, **values)
    except first_club.WrongCode:  # somebody else used the code a moment earlier
        raise Http404 from None
    login(request, owner)
    step_session.prove(request.session, owner)
    return club


def _steps(kept: str) -> Iterator[progress_page.Step]:
    for night_read in waiting_file.preview(kept):
        words = gettext("Night %(number)s of %(count)s is read.")
        progress = words % {"number": night_read.night, "count": night_read.nights}
        yield progress_page.Step(progress, night_read.night, night_read.nights)
