"""The page on which somebody types in a filled-in paper form."""

from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language, gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from scoring.browser import offline_files, recent_sheets, sync, texts
from scoring.browser.game_description import describe_game
from scoring.forms.entry import ask_starter
from scoring.forms.paper_entry import PaperForm
from scoring.games.sheet.typing_errors import find_typing_errors
from scoring.models import Sheet
from scoring.pages import night_table
from scoring.pages.lapsed_approvals import describe_lapsed, foresee_lapse
from scoring.pages.night_table import Pile, PileTable
from scoring.pages.typing_hints import list_hints
from scoring.sheets import absences, lifecycle, links
from scoring.sheets.locked import PREFETCH
from scoring.toolkit.problems import UserError
from scoring.toolkit.translation import translate as in_words
from scoring.views.base import sheet_or_404

Json = dict[str, Any]


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def paper(request: HttpRequest, key: str) -> HttpResponse:
    sheet = sheet_or_404(key, *PREFETCH)
    pile = night_table.find_pile(request, sheet)
    sought = request.GET.get("to", "")
    if pile and request.method != "POST" and (key_found := pile.find_key(sought)):
        return redirect("scoring:paper", key_found)
    sent = request.POST if request.method == "POST" else None
    form = PaperForm(sync.build_sheet_state(sheet), sent)
    lapse = foresee_lapse(form.state, {entry.number: entry.row for entry in form.changed()})
    form.waits = bool(lapse) and lapse["told"] != form.sent.get("told")
    if sent is not None and not form.waits:
        _keep(sheet, form, recent_sheets.read_device(request))
        if not form.problems:
            to = sent.get("to", "").strip() or sent.get("next", "")
            return _go_on(key, pile, to)
        sheet = sheet_or_404(key, *PREFETCH)
        form = form.refill_from(sync.build_sheet_state(sheet))
    page = {
        "sheet": sheet,
        "key": key,
        "table": night_table.name_table(sheet),
        "pile": pile,
        "lost": sought,
        "for_scripts": _for_scripts(sheet, key, form, pile),
        "lapse": lapse if form.waits else {},
        **_describe_form(form),
    }
    response = render(request, "scoring/paper.html", page)
    response["Streepje-Version"] = offline_files.hash_files()
    recent_sheets.put_in_front(request, response, links.make_key(sheet))
    return response


def _describe_form(form: PaperForm) -> Json:
    """Return what the page for typing in a paper form shows, such as the form, the sheet's state,
    possible typing errors, and the field that asks who begins. Also mark the cells of these
    possible errors in the form.
    """
    suspects = _suspects(form)
    form.suspected = {cell for entry in suspects for cell in entry["cells"]}
    return {
        "form": form,
        "state": form.state,
        "hints": list_hints(form.game, form.players),
        "differences": form.differences(),
        "suspects": suspects,
        "begins": ask_starter(form.state, form.sent),
        **describe_lapsed(form.state),
    }


def _go_on(key: str, pile: Pile | None, to: str) -> HttpResponse:
    """Redirect after a paper form was saved. `to` is what the user asked for: another table of the
    round (`pile`), or the overview of all tables. If it is empty, redirect to the same form.
    """
    if pile and to == night_table.ROOM:
        return redirect(pile.room)
    query = f"?{urlencode({'to': to})}" if pile and to else ""
    return redirect(reverse("scoring:paper", args=[key]) + query)


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


def _keep(sheet: Sheet, form: PaperForm, device: str) -> None:
    """Save what was typed from a paper form. If the form asked who begins the first game, that is
    saved first. Each changed line is saved by itself, so that a refused line does not hold up the
    others. The form then shows why it was refused.
    """
    begins = ask_starter(form.state, form.sent)
    if begins and begins.value in form.players:
        lifecycle.set_starter(sheet=sheet, player=begins.value, device=device)
    for kept in form.changed():
        try:
            lifecycle.record(sheet=sheet, device=device, **kept._asdict())
        except UserError as refused:
            form.add_problems(kept.number, refused.problems)


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
