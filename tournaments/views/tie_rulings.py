"""The page on which organisers settle ties that decide a prize or who leaves a division."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render

from scoring.toolkit.numbered_forms import NumberedErrors
from scoring.toolkit.problems import UserError
from tournaments import access
from tournaments.forms.tie_rulings import TieForm
from tournaments.members import couples
from tournaments.models import Club, Night, Season
from tournaments.names import NameDetail
from tournaments.standings import settle_ties
from tournaments.standings.pages import standing
from tournaments.views.base import (
    get_actor,
    list_numbered_errors,
    page,
    read_id,
    read_posted,
    run_verb,
)


@page
def season_ties(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    club = access.organiser_or_403(request, slug)
    return _ties(request, club, access.season_or_404(club, pk), None)


@page
def night_ties(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    club = access.organiser_or_403(request, slug)
    night = access.night_or_404(club, pk)
    return _ties(request, club, night.season, night)


def _ties(request: HttpRequest, club: Club, season: Season, night: Night | None) -> HttpResponse:
    refusals: NumberedErrors = []
    if "undo" in request.POST:
        refusals = _undo(request, season, night)
        if not refusals:
            return redirect(request.path)
    ties, history = (
        settle_ties.find_open_ties(season, night),
        settle_ties.load_rulings(season, night),
    )
    ids = [pk for tie in [*ties, *history] for pk in _players(tie)]
    names = couples.load_names(season, ids, NameDetail.FULL)
    data = None if "undo" in request.POST else read_posted(request)
    forms = [TieForm(tie, names, data) for tie in ties if not tie.by]
    given: dict[str, Any] = {"season": season, "night": night, "by": get_actor(request)}
    if any(run_verb(form, settle_ties.settle, **given) for form in forms):
        return redirect(request.path)
    words = {
        "club": club,
        "season": season,
        "night": night,
        "forms": forms,
        "history": [(tie, standing.settlement_in_words(tie, names)) for tie in history],
        "refusals": refusals,
    }
    return render(request, "tournaments/standings/tie_rulings.html", words)


def _players(decision: Any) -> list[int]:
    is_open = isinstance(decision, settle_ties.OpenTie)
    return list(decision.tie.players if is_open else decision.players)


def _undo(request: HttpRequest, season: Season, night: Night | None) -> NumberedErrors:
    pk = read_id(request.POST["undo"])
    settlement = get_object_or_404(season.tie_rulings.filter(night=night), pk=pk)
    try:
        settle_ties.undo(settlement=settlement, by=get_actor(request))
    except UserError as refused:
        return list_numbered_errors(refused)
    return []
