"""Import results of earlier nights: choose a file, preview it, apply it."""

from contextlib import suppress

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from scoring.toolkit.problems import UserError
from tournaments import access
from tournaments.files.imports import members, results
from tournaments.forms.imports import EarlierPreview, FileForm
from tournaments.models import Season
from tournaments.views.base import get_actor, list_numbered_errors, page, read_posted, run_verb
from tournaments.views.member_import import read_choices


@page
def bring(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    club = access.organiser_or_403(request, slug)
    season = access.get_in_club(Season, club, pk)
    season.club = club
    form = FileForm(read_posted(request), request.FILES or None)
    if kept := run_verb(form, results.save_draft, season=season):
        return redirect("tournaments:season-earlier-look", club.slug, kept.pk)
    words = {"club": club, "season": season, "choosing": form}
    return render(request, "tournaments/files/result_import.html", words)


@page
def preview(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    club = access.organiser_or_403(request, slug)
    kept = access.draft_or_404(club, pk, season__isnull=False)
    if kept is None:
        return redirect("tournaments:nights", club.slug)
    kept.club = club
    chosen = read_choices(request)
    words: dict[str, object] = {"club": club, "season": kept.season}
    if request.method == "POST":
        seen = request.POST.get("seen", "")
        try:
            results.apply(kept=kept, choices=chosen, seen=seen, by=get_actor(request))
        except UserError as refused:
            words["refusals"] = list_numbered_errors(refused)
        else:
            return redirect("tournaments:standing", club.slug, kept.season_id)
    words["preview"] = EarlierPreview(kept, members.preview(kept), chosen)
    return render(request, "tournaments/files/result_import_check.html", words)


@require_POST
@login_required
def take_back(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Delete the imported results of a night and show the night. Results that are already gone are
    no error.
    """
    club = access.organiser_or_403(request, slug)
    night = access.night_or_404(club, pk)
    with suppress(UserError):
        results.take_back(night=night, by=get_actor(request))
    return redirect(night)
