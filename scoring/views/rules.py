"""The rules of a game, and the judge who answers questions about melds, hands and tricks: by its
default rules, or by those at one table.
"""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scoring import games
from scoring.browser.game_description import describe_pack
from scoring.forms.judge import AskForm
from scoring.forms.new_sheet import list_kinds
from scoring.games.judge import leave_out_entry
from scoring.pages import card_faces, rulebook
from scoring.sheets import lifecycle
from scoring.views.base import game_or_404, sheet_or_404


@never_cache
@require_safe
def every_game(request: HttpRequest) -> HttpResponse:
    return render(request, "scoring/games.html", {"kinds": list_kinds()})


@never_cache
@require_safe
def game_rules(request: HttpRequest, key: str) -> HttpResponse:
    system = game_or_404(key)
    kind = next(candidate for candidate in list_kinds() if candidate.key == key)
    book = rulebook.build_rulebook(system({}))
    page = {"kind": kind, "book": book, "asks": bool(system.questions)}
    return render(request, "scoring/rules.html", page)


@never_cache
@require_safe
def sheet_rules(request: HttpRequest, key: str) -> HttpResponse:
    sheet = sheet_or_404(key, "seats")
    seats = list(sheet.seats.all())
    starter = next((seat.name for seat in seats if seat.key == str(sheet.starter)), "")
    game = games.build_sheet_game(
        {"game": sheet.game, "options": sheet.build_options(sheet.games), "players": seats}
    )
    book = rulebook.build_rulebook(game, sheet.round, starter)
    book = book._replace(game=sheet.title or book.game)
    return render(request, "scoring/rules.html", {"key": key, "book": book})


@never_cache
@require_safe
def judge(request: HttpRequest, key: str) -> HttpResponse:
    data = lifecycle.build_data(sheet_or_404(key, "seats", "rows", "notes"))
    options = leave_out_entry(data["options"])
    game = games.build_sheet_game({**data, "options": options})
    return _answer(request, AskForm(game, request.GET, data), key)


@never_cache
@require_safe
def judge_game(request: HttpRequest, key: str) -> HttpResponse:
    return _answer(request, AskForm(game_or_404(key)({}), request.GET))


def _answer(request: HttpRequest, form: AskForm, key: str = "") -> HttpResponse:
    """Return the page with the question, which its address holds, and the answer; the answer alone
    to a request for JSON.
    """
    if request.headers.get("Accept") == "application/json":
        return JsonResponse(form.answer() or {})
    page = {
        "key": key,
        "form": form,
        "answer": form.read_answer(),
        "pack": form.pack and describe_pack(form.pack),
        "words": card_faces.build_words(),
    }
    return render(request, "scoring/judge.html", page)
