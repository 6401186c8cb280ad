"""The page on which somebody types in a filled-in paper form."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language, gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scoring.browser import offline_files, recent_sheets, sync, texts
from scoring.browser.game_description import WHO_BEGINS, describe_game
from scoring.forms.paper_entry import PaperForm
from scoring.games.sheet.typing_errors import find_typing_errors
from scoring.models import Sheet
from scoring.pages import night_table
from scoring.pages.lapsed_approvals import describe_lapsed
from scoring.pages.night_table import Pile, PileTable
from scoring.pages.typing_hints import list_hints
from scoring.sheets import absences, links
from scoring.sheets.locked import PREFETCH
from scoring.toolkit.texts import Text
from scoring.toolkit.translation import translate as in_words
from scoring.views.base import sheet_or_404

Json = dict[str, Any]


@never_cache
@require_safe
def paper(request: HttpRequest, key: str) -> HttpResponse:
    sheet = sheet_or_404(key, *PREFETCH)
    pile = night_table.find_pile(request, sheet)
    sought = request.GET.get("to", "")
    if pile and (key_found := pile.find_key(sought)):
        return redirect("scoring:paper", key_found)
    form = PaperForm(sync.build_sheet_state(sheet))
    suspects = _suspects(form)
    form.suspected = {cell for entry in suspects for cell in entry["cells"]}
    page = {
        "sheet": sheet,
        "key": key,
        "table": night_table.name_table(sheet),
        "pile": pile,
        "lost": sought,
        "form": form,
        "state": form.state,
        "hints": list_hints(form.game, form.players),
        "differences": form.differences(),
        "suspects": suspects,
        "who_begins": in_words(Text(WHO_BEGINS)),
        "for_scripts": _for_scripts(sheet, key, form, pile),
        **describe_lapsed(form.state),
    }
    response = render(request, "scoring/paper.html", page)
    response["Streepje-Version"] = offline_files.hash_files()
    recent_sheets.put_in_front(request, response, links.make_key(sheet))
    return response


@never_cache
@require_safe
def check_grid(_request: HttpRequest, key: str) -> JsonResponse:
    """Return, as JSON, the cells of the sheet's typed-in paper form where there may be typing
    errors, each with a message.
    """
    form = PaperForm(sync.build_sheet_state(sheet_or_404(key, *PREFETCH)))
    return JsonResponse({"sequence": form.state["sequence"], "suspects": _suspects(form)})


@never_cache
@require_safe
def check_tables(request: HttpRequest, key: str) -> JsonResponse:
    """Return, as JSON, the tables of the round whose paper forms still have to be typed in. The
    page for typing in a form shows them.
    """
    pile = night_table.find_pile(request, sheet_or_404(key))
    if pile is None:
        raise Http404
    report = {
        "open": gettext("Still open: %(count)s") % {"count": len(pile.open)},
        "in": gettext("%(count)s of %(of)s in") % {"count": pile.count_in, "of": len(pile.tables)},
        "tables": [_describe_table(table) for table in pile.shown],
        "previous": pile.previous and _describe_table(pile.previous),
        "next": pile.next and _describe_table(pile.next),
        "room": gettext("Save, back to the room"),
    }
    return JsonResponse(report)


def _describe_table(table: PileTable) -> Json:
    named = {"number": table.number}
    return {
        **named,
        "address": reverse("scoring:paper", args=[table.key]),
        "state": table.state,
        "words": gettext("Table %(number)s") % named,
        "onward": gettext("Save, on to table %(number)s") % named,
    }


def _suspects(form: PaperForm) -> list[Json]:
    return [
        {"cells": form.places_of(suspect), "words": in_words(suspect.words)}
        for suspect in find_typing_errors(form.data)
    ]


def _for_scripts(sheet: Sheet, key: str, form: PaperForm, pile: Pile | None) -> Json:
    urls = {"tables": reverse("scoring:tables", args=[key])} if pile else {}
    return {
        "sheet": key[: links.ID],
        "key": key,
        "language": get_language(),
        "description": describe_game(form.game),
        "columns": [column._asdict() for column in form.columns],
        "sums": [column._asdict() for column in form.sums],
        "words": texts.build_typing_words(
            loose=sheet.loose, leaving=absences.leaving_in_words(sheet)
        ),
        "state": form.state,
        "urls": urls
        | {
            "sync": reverse("scoring:sync"),
            "look": reverse("scoring:look", args=[key]),
            "worker": reverse("scoring:worker"),
        },
    }
