"""What is rarely needed: how many games, who keeps score, a penalty, a new link."""

import uuid
from collections.abc import Callable, Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scoring import links, sheets, shelf, sync
from scoring.forms.entering import number
from scoring.forms.numbered import problem_words, sent_id
from scoring.held import PARTS
from scoring.models import Sheet
from scoring.refused import Refused
from scoring.views.base import sheet_or_404

Sent = Mapping[str, str]


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def manage(request: HttpRequest, key: str) -> HttpResponse:
    sheet, typed = sheet_or_404(key, *PARTS), request.POST
    refusals: dict[str, list[tuple[str, str]]] = {}
    if request.method == "POST":
        do = typed.get("do", "")
        if do not in DO:
            raise Http404
        try:
            event, device = sent_id(typed.get("id")), shelf.device(request)
            DO[do](sheet, typed, {"event": event, "device": device})
            return redirect("scoring:share" if do == "link" else "scoring:sheet", links.key(sheet))
        except Refused as refused:
            refusals = {do: [problem_words(problem) for problem in refused.problems]}
    state = sync.state_of(sheet)
    page = {"key": key, "sheet": sheet, "state": state, "typed": typed, "refusals": refusals}
    return render(request, "scoring/manage.html", page | {"id": uuid.uuid4()})


def _games(sheet: Sheet, typed: Sent, how: Any) -> None:
    sheets.set_games(sheet=sheet, games=number(typed.get("games", "")), **how)


def _scribe(sheet: Sheet, typed: Sent, how: Any) -> None:
    sheets.hand_over(sheet=sheet, player=typed.get("player", ""), **how)


def _penalty(sheet: Sheet, typed: Sent, how: Any) -> None:
    sheets.penalize(
        sheet=sheet,
        player=typed.get("player", ""),
        points=number(typed.get("points", "")),
        reason=typed.get("reason", ""),
        signed=typed.get("signed", ""),
        **how,
    )


def _withdraw(sheet: Sheet, typed: Sent, how: Any) -> None:
    sheets.withdraw(sheet=sheet, penalty=sent_id(typed.get("penalty")), **how)


def _link(sheet: Sheet, typed: Sent, how: Any) -> None:
    sheets.renew_link(sheet=sheet)


DO: dict[str, Callable[[Sheet, Sent, Any], None]] = {
    "games": _games,
    "scribe": _scribe,
    "penalty": _penalty,
    "withdraw": _withdraw,
    "link": _link,
}
