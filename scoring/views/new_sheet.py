"""The page for a new sheet: choose the game and say who sits where."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scoring import games
from scoring.forms.new_sheet import OpenForm, kinds
from scoring.sheets import lifecycle, links
from scoring.toolkit.problems import UserError
from scoring.views.base import origin


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    system = games.find(request.GET.get("game"))
    if system is None:
        return render(request, "scoring/choose_game.html", {"kinds": kinds()})
    form = OpenForm(system, request.POST if request.method == "POST" else None)
    if form.is_valid():
        values = form.cleaned_data | {"loose": True, "origin": origin(request)}
        try:
            sheet = lifecycle.open(game=system.key, **values)
            on_paper = "paper" in request.GET  # has been played already
            return redirect("scoring:paper" if on_paper else "scoring:sheet", links.key(sheet))
        except UserError as refused:
            form.add_problems(refused.problems)
    low, high = form.seated
    return render(request, "scoring/new.html", {"form": form, "seats": range(low, high + 1)})
