"""The page of the judge. The question is in the address, so that the browser's back button returns
to it.
"""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scoring.browser.game_description import describe_game
from scoring.forms.judge import AskForm
from scoring.pages import card_faces
from scoring.sheets import lifecycle
from scoring.views.base import sheet_or_404


@never_cache
@require_safe
def judge(request: HttpRequest, key: str) -> HttpResponse:
    """Show the page for questions to the judge. A request that accepts only JSON gets just the
    answer, as JSON.
    """
    sheet = sheet_or_404(key, "seats", "rows", "notes")
    form = AskForm(lifecycle.as_data(sheet), request.GET)
    if request.headers.get("Accept") == "application/json":
        return JsonResponse(form.answer() or {})
    pack = describe_game(form.game)["pack"]
    page = {
        "key": key,
        "form": form,
        "answer": form.read_answer(),
        "pack": pack,
        "words": card_faces.words(),
    }
    return render(request, "scoring/judge.html", page)
