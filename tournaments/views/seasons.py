from functools import partial
from typing import Any

from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scoring.toolkit import downloads
from tournaments import access
from tournaments import list_columns as tables
from tournaments.access import Viewer
from tournaments.club import first_steps, reglementen, season_presets, season_texts, seasons
from tournaments.files.exports import lists
from tournaments.forms.seasons import SeasonForm
from tournaments.models import Reglement, Season
from tournaments.nights import open_evenings
from tournaments.standings.change_effects import Effects, count_rules
from tournaments.views import effects_to_confirm
from tournaments.views.base import page, read_posted, run_verb


@never_cache
@require_safe
@access.club_page
def seasons_page(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    seasons = Season.objects.filter(club=viewer.club, open_evening=False)
    seasons = seasons.select_related("club", "reglement")
    table = tables.Seasons(seasons)
    if downloads.is_file_wanted(request):
        listing = lists.list_table(gettext("Seasons"), tables.sort_table(table, request))
        return downloads.list_response(request, listing, viewer.club)
    context = {
        "club": viewer.club,
        "table": tables.turn_table(table, request),
        "organises": access.has_rights(viewer.role, access.ORGANISER),
    }
    return render(request, "tournaments/club/seasons.html", context)


@never_cache
@require_safe
@access.club_page
def season(request: HttpRequest, viewer: Viewer, pk: int) -> HttpResponse:
    season = access.get_in_club(Season, viewer.club, pk)
    if season.open_evening:
        return redirect(open_evenings.find_night(season))
    context = {
        "club": viewer.club,
        "season": season,
        "terms": season_texts.describe_season(season),
        "organises": access.has_rights(viewer.role, access.ORGANISER),
    }
    return render(request, "tournaments/club/season.html", context)


@page
def add(request: HttpRequest, slug: str) -> HttpResponse:
    club = access.organiser_or_403(request, slug)
    offered = reglementen.list_offered(club)
    chosen = next((each for each in offered if str(each.pk) == request.GET.get("rules")), None)
    begins_with = seasons.suggest_season(club, chosen)
    rules = next((each for each in offered if each.pk == begins_with["reglement"]), None)
    game = rules.game if rules else ""
    same = offered.filter(game=game)
    sides = rules is not None and reglementen.has_sides(rules)
    presets = season_presets.list_presets(rules)
    preset = next((each for each in presets if each.key == request.POST.get("preset")), None)
    if preset:
        typed = SeasonForm.keep_typed(begins_with, request.POST)
        form = SeasonForm(same, begins_with=typed | dict(preset.values), sides=sides)
    else:
        form = SeasonForm(same, read_posted(request), begins_with=begins_with, sides=sides)
        if planned := run_verb(form, seasons.plan, club=club):
            return redirect(first_steps.go_on(club, 3) or planned)
    words = {"club": club, "form": form, "earlier": "signed_off" in begins_with}
    words |= {"presets": presets, "preset": preset}
    words["others"] = [each for each in offered if each.game != game]
    return render(request, "tournaments/club/season_change.html", words)


@page
def change(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    club = access.organiser_or_403(request, slug)
    season = access.get_in_club(Season, club, pk)
    offered = Reglement.objects.filter(Q(archived=None) | Q(pk=season.reglement_id), club=club)
    sides = reglementen.has_sides(season.reglement)
    form = SeasonForm(offered, read_posted(request), season, sides=sides)
    recounts = effects_to_confirm.list_effects_to_confirm(form, partial(_count_again, season))
    if not recounts and (changed := run_verb(form, seasons.change, season=season)):
        return redirect(changed)
    words = {"club": club, "form": form, "season": season, "recounts": recounts}
    return render(request, "tournaments/club/season_change.html", words)


def _count_again(season: Season, **said: Any) -> Effects:
    return count_rules(season, seasons.build_changed(season, **said))
