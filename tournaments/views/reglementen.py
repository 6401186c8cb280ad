from collections.abc import Sequence
from copy import copy
from typing import Any

import django_tables2 as tables
from django.db.models import F, Max
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring import games
from scoring.forms.new_sheet import list_kinds
from scoring.games.presets import find_preset
from scoring.pages import rulebook
from scoring.toolkit import downloads
from tournaments import access
from tournaments.access import Viewer
from tournaments.accounts import rights
from tournaments.club import first_steps, reglementen
from tournaments.files.exports import lists
from tournaments.forms.reglementen import ReglementForm
from tournaments.models import Club, Reglement
from tournaments.standings.change_effects import Effects, count_rules
from tournaments.views import effects_to_confirm
from tournaments.views.base import open_page, page_of, pressed, read_posted, run_verb
from tournaments.views.effects_to_confirm import Recount
from tournaments.views.sort_and_page import sort_table, turn_table


class ReglementenTable(tables.Table):  # type: ignore[misc]  # it has no types
    name = tables.Column(verbose_name=_("Name"), linkify=True)
    game = tables.Column(verbose_name=_("Game"), orderable=False)

    class Meta:
        order_by = ("name",)

    def render_game(self, record: Reglement) -> str:
        return reglementen.name_game(record)


@open_page
def reglementen_page(request: HttpRequest, reader: Viewer) -> HttpResponse:
    club = reader.club
    archived = "archived" in request.GET
    reglementen_found = Reglement.objects.filter(club=club, archived__isnull=not archived)
    listed = ReglementenTable(reglementen_found.select_related("club"))
    if downloads.is_file_wanted(request):
        title = gettext("Archived rules") if archived else gettext("Rules")
        listing = lists.list_table(title, sort_table(listed, request))
        return downloads.list_response(request, listing, club)
    table = turn_table(listed, request)
    dated = reglementen_found.annotate(last=Max("seasons__last"))
    last_played = dated.order_by(F("last").desc(nulls_last=True))
    games = list(dict.fromkeys(reglementen.name_game(each) for each in last_played))
    context = {"club": club, "table": table, "archived": archived, "games": games}
    if len(last_played) == 1:
        context["book"] = rulebook.build_rulebook(reglementen.build_game(last_played[0]))
    context["organises"] = access.organises(request)
    return render(request, "tournaments/club/reglementen.html", context)


@open_page
def reglement(request: HttpRequest, reader: Viewer, pk: int) -> HttpResponse:
    club = reader.club
    reglement = access.get_in_club(Reglement, club, pk)
    book = rulebook.build_rulebook(reglementen.build_game(reglement))
    context = {"club": club, "reglement": reglement, "book": book}
    context["new"] = not (
        reglement.archived or reglement.seasons.filter(open_evening=False).exists()
    )
    context["organises"] = access.organises(request)
    return render(request, "tournaments/club/reglement.html", context)


@page_of(rights.ORGANISER)
def add(request: HttpRequest, club: Club) -> HttpResponse:
    system = games.find(request.GET.get("game"))
    if system is None:
        context = {"club": club, "kinds": list_kinds()}
        return render(request, "tournaments/club/reglement_game.html", context)
    preset = find_preset(request.GET.get("preset"), system)
    form = ReglementForm(system, read_posted(request), preset=preset)
    if reglement := run_verb(form, reglementen.make, club=club, game=system.key):
        return redirect(first_steps.go_on(club, 2) or reglement)
    return _form(request, club, form)


@page_of(rights.ORGANISER, Reglement)
def change(request: HttpRequest, club: Club, reglement: Reglement) -> HttpResponse:
    form = ReglementForm(reglementen.find_system(reglement), read_posted(request), reglement)

    def recount(*, options: dict[str, Any], **_said: Any) -> Effects:
        effects: Effects = []
        for season in reglement.seasons.select_related("club"):
            then = copy(season)
            then.reglement = copy(reglement)
            then.reglement.options = options
            effects += count_rules(season, then)
        return effects

    recounts = effects_to_confirm.list_effects_to_confirm(form, recount)
    if not recounts and (changed := run_verb(form, reglementen.change, reglement=reglement)):
        return redirect(changed)
    return _form(request, club, form, reglement, recounts)


@page_of(rights.ORGANISER, Reglement, way=pressed)
def archive(request: HttpRequest, club: Club, reglement: Reglement) -> HttpResponse:
    verb = reglementen.restore if request.POST.get("do") == "restore" else reglementen.archive
    verb(reglement=reglement)
    return redirect(reglement)


def _form(
    request: HttpRequest,
    club: Club,
    form: ReglementForm,
    reglement: Reglement | None = None,
    recounts: Sequence[Recount] = (),
) -> HttpResponse:
    context = {"club": club, "form": form, "reglement": reglement, "recounts": recounts}
    return render(request, "tournaments/club/reglement_change.html", context)
