from django.db.models import prefetch_related_objects
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scoring import games
from scoring.browser import recent_sheets
from scoring.forms.new_sheet import OpenForm, list_kinds
from scoring.games.presets import find_preset
from scoring.sheets import lifecycle, links
from scoring.toolkit.problems import UserError
from scoring.views.base import hash_origin


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    system = games.find(request.GET.get("game"))
    before = links.find(request.GET.get("same", ""))
    same = links.make_key(before) if before else ""
    if system is None:
        return render(request, "scoring/choose_game.html", {"kinds": list_kinds(), "same": same})
    if before:
        prefetch_related_objects([before], "seats")
    preset = find_preset(request.GET.get("preset"), system)
    form = OpenForm(system, request.POST if request.method == "POST" else None, before, preset)
    if form.is_valid():
        values = form.cleaned_data | {"loose": True, "origin": hash_origin(request)}
        try:
            sheet = lifecycle.open(game=system.key, **values)
            on_paper = "paper" in request.GET  # has been played already
            return redirect("scoring:paper" if on_paper else "scoring:sheet", links.make_key(sheet))
        except UserError as refused:
            form.add_problems(refused.problems)
    low, high = system.seats
    page = {
        "form": form,
        "seats": range(low, high + 1),
        "partners": system.partners,
        "same": same,
        "known": recent_sheets.list_names(request),
    }
    return render(request, "scoring/new.html", page)
