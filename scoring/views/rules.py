"""The pages with the rules of a game: its default rules, or the rules at one table."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scoring import games
from scoring.forms.new_sheet import list_kinds
from scoring.pages import rulebook
from scoring.sheets.locked import build_options
from scoring.views.base import sheet_or_404


@never_cache
@require_safe
def every_game(request: HttpRequest) -> HttpResponse:
    return render(request, "scoring/games.html", {"kinds": list_kinds()})


@never_cache
@require_safe
def game_rules(request: HttpRequest, key: str) -> HttpResponse:
    system = games.find(key)
    if system is None:
        raise Http404
    kind = next(candidate for candidate in list_kinds() if candidate.key == key)
    book = rulebook.build_rulebook(system({}))
    page = {"kind": kind, "book": book, "asks": bool(system.questions)}
    return render(request, "scoring/rules.html", page)


@never_cache
@require_safe
def sheet_rules(request: HttpRequest, key: str) -> HttpResponse:
    """Show the rules of a sheet's game under the options of the sheet. These options are fixed once
    the sheet is opened.
    """
    sheet = sheet_or_404(key, "seats")
    seats = list(sheet.seats.all())
    starter = next((seat.name for seat in seats if seat.pk == sheet.starter), "")
    game = games.build_sheet_game(
        {"game": sheet.game, "options": build_options(sheet, sheet.games), "players": seats}
    )
    book = rulebook.build_rulebook(game, sheet.round, starter)
    return render(request, "scoring/rules.html", {"key": key, "book": book})
