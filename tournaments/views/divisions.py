"""The page of the divisions of a season."""

from functools import partial

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from scoring.toolkit import downloads
from tournaments import access
from tournaments.files.exports import lists
from tournaments.forms.divisions import BeforeForm, DivisionsForm, move
from tournaments.models import Season
from tournaments.standings import divisions
from tournaments.standings.change_effects import count_divisions
from tournaments.standings.divisions import Proposal
from tournaments.views import effects_to_confirm
from tournaments.views.base import page, read_posted, run_verb


@page
def divisions_page(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show and handle the form with a season's divisions. It is filled in with the saved divisions,
    or with those proposed from the standing of a chosen season.
    """
    club = access.organiser_or_403(request, slug)
    season = access.get_in_club(Season, club, pk)
    before = BeforeForm(season, request.GET if "before" in request.GET else None)
    shown = Proposal(divisions.read_divisions(season), frozenset())
    if before.is_valid():
        shown = divisions.propose(season, before.cleaned_data["before"])
    people = divisions.list_people(season)
    if downloads.is_file_wanted(request):
        return downloads.list_response(
            request, lists.list_divisions(people, shown.divisions), club, season
        )
    if "to" in request.POST:
        moved = move(season, people, request.POST)
        words = {"form": DivisionsForm(season, people, moved.divisions), "unknown": moved.unknown}
        words |= {"club": club, "season": season, "before": before, "shown": shown, "moved": True}
        return render(request, "tournaments/standings/divisions.html", words)
    form = DivisionsForm(season, people, shown.divisions, shown.tied, read_posted(request))
    recounts = effects_to_confirm.list_effects_to_confirm(form, partial(count_divisions, season))
    if not recounts and run_verb(form, divisions.divide, season=season) is not None:
        return redirect(season)
    words = {"club": club, "season": season, "form": form, "before": before, "shown": shown}
    words["recounts"] = recounts
    return render(request, "tournaments/standings/divisions.html", words)
