"""The pages on which players ask the judge, the part of the program that examines melds, hands and
tricks. The question is part of the address, so that the browser's back button returns to it.
"""

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scoring import games
from scoring.browser.game_description import describe_pack
from scoring.forms.judge import AskForm
from scoring.pages import card_faces
from scoring.sheets import lifecycle
from scoring.views.base import sheet_or_404


@never_cache
@require_safe
def judge(request: HttpRequest, key: str) -> HttpResponse:
    """Show the page on which players ask about melds, hands and tricks under the rules of a
    sheet.
    """
    data = lifecycle.build_data(sheet_or_404(key, "seats", "rows", "notes"))
    return _answer(request, AskForm(games.build_sheet_game(data), request.GET, data), key)


@never_cache
@require_safe
def judge_game(request: HttpRequest, key: str) -> HttpResponse:
    """Show the page on which players ask about melds, hands and tricks under the default rules of a
    game.
    """
    system = games.find(key)
    if system is None:
        raise Http404
    return _answer(request, AskForm(system({}), request.GET))


def _answer(request: HttpRequest, form: AskForm, key: str = "") -> HttpResponse:
    """Show the page on which players ask about melds, hands and tricks, with the answer. A request
    that accepts only JSON gets the answer alone, as JSON. `key` is the key of the sheet; it is
    empty for questions under a game's default rules.
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
