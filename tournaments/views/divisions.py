from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render

from scoring.toolkit import downloads
from scoring.toolkit.numbered_forms import NumberedErrors
from tournaments import access
from tournaments.accounts import rights
from tournaments.files.exports import lists
from tournaments.forms.divisions import BeforeForm, DivisionsForm, TieForm, move
from tournaments.members import couples
from tournaments.models import Club, Night, Season
from tournaments.names import NameDetail
from tournaments.standings import divisions, settle_ties
from tournaments.standings.change_effects import count_divisions
from tournaments.standings.divisions import Proposal
from tournaments.standings.inputs import find_period
from tournaments.standings.pages.standing_texts import settlement_in_words
from tournaments.views import effects_to_confirm
from tournaments.views.base import (
    get_actor,
    page_of,
    read_id,
    read_posted,
    read_standing_key,
    run_verb,
    try_verb,
)


@page_of(rights.ORGANISER, access.season_or_404)
def divisions_page(request: HttpRequest, club: Club, season: Season) -> HttpResponse:
    latest = find_period(season)
    period = min(read_id(request.GET.get("period")) or latest, latest + 1)
    before = BeforeForm(season, period, request.GET if "before" in request.GET else None)
    shown = Proposal(divisions.read_divisions(season, period), frozenset())
    if before.is_valid():
        shown = divisions.propose(season, before.cleaned_data["before"], period)
    periods = range(1, latest + 2) if season.periods else ()
    context: dict[str, Any] = {"club": club, "season": season, "before": before, "shown": shown}
    context |= {"period": period, "periods": periods}
    people = divisions.list_people(season)
    if downloads.is_file_wanted(request):
        listing = lists.list_divisions(people, shown.divisions)
        return downloads.list_response(request, listing, club, season)
    if "to" in request.POST:
        moved = move(season, people, request.POST)
        form = DivisionsForm(season, people, moved.divisions)
        context |= {"form": form, "unknown": moved.unknown, "moved": True}
        return render(request, "tournaments/standings/divisions.html", context)
    form = DivisionsForm(season, people, shown.divisions, shown.tied, read_posted(request))
    count = partial(count_divisions, season, period)
    recounts = effects_to_confirm.list_effects_to_confirm(form, count)
    if not recounts and run_verb(form, divisions.divide, season=season, period=period) is not None:
        return redirect(season)
    context |= {"form": form, "recounts": recounts}
    return render(request, "tournaments/standings/divisions.html", context)


@page_of(rights.ORGANISER, access.season_or_404)
def season_ties(request: HttpRequest, club: Club, season: Season) -> HttpResponse:
    return _ties(request, club, season, None)


@page_of(rights.ORGANISER, access.night_or_404)
def night_ties(request: HttpRequest, club: Club, night: Night) -> HttpResponse:
    return _ties(request, club, night.season, night)


def _ties(request: HttpRequest, club: Club, season: Season, night: Night | None) -> HttpResponse:
    refusals: NumberedErrors = []
    key = "" if night else read_standing_key(request, season)
    if "undo" in request.POST:
        pk = read_id(request.POST["undo"])
        settlement = get_object_or_404(season.tie_rulings.filter(night=night), pk=pk)
        refusals = try_verb(settle_ties.undo, settlement=settlement, by=get_actor(request))
        if not refusals:
            return redirect(request.get_full_path())
    ties = settle_ties.find_open_ties(season, night, key)
    history = settle_ties.load_rulings(season, night, key)
    ids = [pk for tie in ties for pk in tie.tie.players]
    ids += [pk for ruling in history for pk in ruling.players]
    names = couples.load_names(season, ids, NameDetail.FULL)
    data = None if "undo" in request.POST else read_posted(request)
    forms = [TieForm(tie, names, data) for tie in ties if not tie.by]
    given: dict[str, Any] = {"season": season, "night": night, "by": get_actor(request)}
    if any(run_verb(form, settle_ties.settle, **given, standing=key) for form in forms):
        return redirect(request.get_full_path())
    context = {
        "club": club,
        "season": season,
        "night": night,
        "key": key,
        "forms": forms,
        "history": [(tie, settlement_in_words(tie, names)) for tie in history],
        "refusals": refusals,
    }
    return render(request, "tournaments/standings/tie_rulings.html", context)
