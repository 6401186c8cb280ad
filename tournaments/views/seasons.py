from datetime import timedelta
from typing import Any

from django.contrib import messages
from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext

from scoring.toolkit import downloads
from tournaments import access
from tournaments.access import Viewer
from tournaments.accounts import rights
from tournaments.club import first_steps, reglementen, season_presets, season_texts, seasons
from tournaments.files.exports import lists
from tournaments.forms.seasons import SeasonForm
from tournaments.members import couples, members
from tournaments.models import Club, Reglement, Season
from tournaments.models.night import AHEAD
from tournaments.nights import open_evenings
from tournaments.standings.change_effects import Effects, count_rules
from tournaments.standings.pages import yearbook
from tournaments.standings.pages.records import read_records
from tournaments.standings.pages.standing import read_standing
from tournaments.standings.pages.standing_texts import name_firsts
from tournaments.views import effects_to_confirm
from tournaments.views.base import kept_page, open_page, page_of, read_posted, run_verb
from tournaments.views.sharing import share_season
from tournaments.views.sort_and_page import sort_table, turn_table

SHOWN = 5  # of each division, on a season's page
LONG = 7  # months, beside which there is room for twice as many


@kept_page
def seasons_page(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    lines = yearbook.list_season_lines(viewer.club, viewer.detail)
    table = yearbook.SeasonsTable(lines)
    if downloads.is_file_wanted(request):
        listing = lists.list_table(gettext("Seasons"), sort_table(table, request))
        return downloads.list_response(request, listing, viewer.club)
    own = access.list_own_ids(request, viewer)
    records = read_records(viewer.club, 0, viewer.detail, own)
    kept = [(game, listed[:2]) for game, listed in records.games]
    kept += [(gettext("Nights"), records.everything[:2])] if records.everything else []
    context = {
        "club": viewer.club,
        "table": turn_table(table, request),
        "most_wins": yearbook.list_most_wins(lines),
        "about_own": yearbook.tell_own_seasons(lines, own) if len(own) == 1 else "",
        "records": kept,
        "over": [line for line in lines if line.winners and not line.runs],
        "lead": [line for line in lines if line.winners and line.runs],
        "organises": access.organises(request),
    }
    return render(request, "tournaments/club/seasons.html", context)


@open_page
def season(request: HttpRequest, viewer: Viewer, pk: int) -> HttpResponse:
    season = access.season_or_404(viewer.club, pk)
    if season.open_evening:
        return redirect(open_evenings.find_night(season))
    members = access.list_own_ids(request, viewer)
    own = couples.find_entrants(season, members)
    shown = read_standing(season, viewer.detail)
    book = yearbook.read_yearbook(season, viewer.detail, own)
    places = 2 * SHOWN if len(book.months) > LONG and len(shown.divisions) == 1 else SHOWN
    first = [row.name for part in shown.divisions[:1] for row in part.rows if row.place == 1]
    context = {
        "club": viewer.club,
        "season": season,
        "standing": shown,
        "terms": season_texts.describe_season(season),
        "counts": season_texts.describe_counting(season),
        "own": own,
        "own_places": [place for place in shown.list_own_places(own) if place.row.order > places],
        "leading": name_firsts([couples.keep_together(name) for name in first]),
        "leaders": season.count_people(len(first)),
        "is_over": season.is_over,
        "book": book,
        "shown": f":{places}",
        "today": timezone.localdate(),
        "share": share_season(request, season, own) if shown.days else None,
        "organises": access.organises(request),
    }
    return render(request, "tournaments/club/season.html", context)


@page_of(rights.ORGANISER)
def add(request: HttpRequest, club: Club) -> HttpResponse:
    offered = reglementen.list_offered(club)
    chosen = next((each for each in offered if str(each.pk) == request.GET.get("rules")), None)
    begins_with = seasons.suggest_season(club, chosen)
    rules = next((each for each in offered if each.pk == begins_with["reglement"]), None)
    same = reglementen.list_same_game(rules).filter(archived=None) if rules else offered.none()
    sides = rules is not None and reglementen.has_sides(rules)
    if sides and request.session.get(members.find_partners_key(club)):
        begins_with["by_couple"] = True
    presets = season_presets.list_presets(rules)
    by_key = {each.key: each for each in presets}
    preset, before = (by_key.get(request.POST.get(name, "")) for name in ("preset", "filled"))
    form = SeasonForm(same, read_posted(request), begins_with=begins_with, sides=sides)
    if preset:
        typed = {field.name: field.data for field in form if field.data is not None}
        filled = begins_with | typed  # shown as it was sent, right or wrong
        for name in before.values if before else ():
            filled[name] = begins_with.get(name, form.options[name].column.get_default())
        filled |= preset.values
        form.full_clean()
        first, last = map(form.cleaned_data.get, ("first", "last"))
        if first and last:
            if before and before.weeks and last == first + timedelta(weeks=before.weeks):
                last = begins_with["last"]
            filled["last"] = max(last, first + timedelta(weeks=preset.weeks))
        form = SeasonForm(same, begins_with=filled, sides=sides)
    elif planned := run_verb(form, seasons.plan, club=club):
        return redirect(first_steps.go_on(club, 3) or planned)
    words = {"club": club, "form": form, "earlier": "signed_off" in begins_with}
    words |= {"presets": presets, "preset": preset, "filled": preset or before}
    words["others"] = offered.exclude(pk__in=same)
    ahead = Q(nights__state__in=AHEAD, nights__day__gte=timezone.localdate())
    seasons_kept = club.seasons.filter(open_evening=False)
    words["running"] = seasons_kept.annotate(ahead=Count("nights", ahead)).filter(ahead__gt=0)
    return render(request, "tournaments/club/season_change.html", words)


@page_of(rights.ORGANISER, access.season_or_404)
def change(request: HttpRequest, club: Club, season: Season) -> HttpResponse:
    offered = Reglement.objects.filter(Q(archived=None) | Q(pk=season.reglement_id), club=club)
    sides = reglementen.has_sides(season.reglement)
    form = SeasonForm(offered, read_posted(request), season, sides=sides)

    def recount(**said: Any) -> Effects:
        return count_rules(season, seasons.build_changed(season, **said))

    recounts = effects_to_confirm.list_effects_to_confirm(form, recount)
    if not recounts and (changed := run_verb(form, seasons.change, season=season)):
        messages.success(request, gettext("Saved."))
        return redirect(changed)
    words = {"club": club, "form": form, "season": season, "recounts": recounts}
    return render(request, "tournaments/club/season_change.html", words)
