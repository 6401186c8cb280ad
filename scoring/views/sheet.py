"""The page of a sheet, to read; its scripts fill it in. And the sheet's link and history."""

from datetime import datetime

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.timezone import localtime
from django.utils.translation import get_language, gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scoring import games
from scoring.browser import offline_files, phone_words, recent_sheets, sync
from scoring.browser.game_description import describe_game
from scoring.games.core.options import TOTALS
from scoring.models import Sheet
from scoring.pages import card_faces, grid, history_in_words, no_night
from scoring.pages.lapsed_approvals import describe_lapsed
from scoring.pages.state import Disputed, SheetState
from scoring.sheets import lifecycle, links, sittings, verdicts
from scoring.sheets.sheet_under_lock import PREFETCH
from scoring.toolkit import downloads
from scoring.toolkit.addresses import draw_code, reachable
from scoring.toolkit.figures import format_points
from scoring.toolkit.problems import Json
from scoring.views.base import sheet_or_404


@never_cache
@require_safe
def sheet(request: HttpRequest, key: str) -> HttpResponse:
    stored = sheet_or_404(key, *PREFETCH)
    state = sync.build_sheet_state(stored)
    result = state["result"]
    night = no_night.find_night(stored)
    warning = night.warn_of_leaving()
    whole = grid.build_grid(state["data"], state["sat"])
    form = grid.join_partners(whole)
    is_open = not (state["closed"] or state["conflicts"])
    page = {
        "sheet": stored,
        "key": key,
        "table": night.table,
        "way_back": night.find_way_back(request),
        "correct_at": night.find_correction(request),
        "state": state,
        "grid": form,
        "judges": bool(games.build_sheet_game(state["data"]).questions),
        "lines": [(line, _place(state, line.number)) for line in form.lines],
        "next": next((entry for entry in form.lines if entry.next and not state["closed"]), None),
        "to_agree": is_open and result["finished"] and result["valid"],
        "read_out": _list_totals(state, form),
        "open_verdicts": verdicts.find_open(result),
        "disputed": [_disputed(state, entry) for entry in [*state["late"], *state["conflicts"]]],
        "leaving": warning,
        "leavers": sittings.list_not_whole(state["data"], result) if warning else [],
        "for_scripts": _for_scripts(stored, key, state, whole, warning),
    }
    response = render(request, "scoring/sheet.html", page | describe_lapsed(state))
    response["Streepje-Version"] = offline_files.hash_files()
    recent_sheets.put_in_front(request, response, links.make_key(stored))
    return response


@never_cache
@require_safe
def game(_request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Open the game on the page of its sheet. Pages that a phone keeps lead here."""
    return redirect(f"{links.build_path(sheet_or_404(key))}#game-{number}")


@never_cache
@require_safe
def next_tables(request: HttpRequest, key: str) -> HttpResponse:
    """What the page of an approved sheet asks now and then. Unlike `sync` it knows the reader."""
    night = no_night.find_night(sheet_or_404(key))
    return JsonResponse({"lines": night.list_next_tables(request)})


@never_cache
@require_safe
def share(request: HttpRequest, key: str) -> HttpResponse:
    sheet = sheet_or_404(key)
    address = reachable(request, links.build_path(sheet))
    code = draw_code(address, gettext("Code that opens this form"))
    page = {
        "key": key,
        "sheet": sheet,
        "address": address,
        "code": code,
        "kept": lifecycle.LOOSE_KEPT.days,
    }
    response = render(request, "scoring/share.html", page)
    # With the next link as well: whoever renews the link but misses the answer then finds the sheet
    # on the front page.
    recent_sheets.put_in_front(request, response, links.make_key(sheet), links.make_next_key(sheet))
    return response


@never_cache
@require_safe
def history(request: HttpRequest, key: str) -> HttpResponse:
    stored = sheet_or_404(key, *PREFETCH)
    logs = history_in_words.list_history(stored)
    if downloads.is_file_wanted(request):
        listing = history_in_words.build_listing(logs)
        return downloads.list_response(request, listing, key[:6])
    page = {"sheet": stored, "key": key, "history": logs}
    page["device"] = recent_sheets.read_device(request)
    return render(request, "scoring/history.html", page)


def _place(state: SheetState, number: int) -> str:
    """Return which sign stands at a game: "club" if the site has it, "approved" if the sheet is
    approved too, or "".
    """
    rows = state["data"]["games"]
    if str(number) not in state["seen"] or not rows[number - 1]:
        return ""
    return "approved" if state["approved"] else "club"


def _list_totals(state: SheetState, form: grid.Grid) -> list[tuple[int | None, grid.Column, str]]:
    """Return the place, the column and the total of each player, to be read out by place."""
    columns = {column.name: column for column in form.columns}
    return [
        (group["rank"], columns[name], format_points(group["total"]))
        for group in state["result"]["ranking"]
        for name in group["players"]
        if name in columns
    ]


def _disputed(state: SheetState, entry: Disputed) -> Json:
    number = entry["game"]
    lines = [
        (
            version | {"when": localtime(datetime.fromisoformat(version["time"]))},
            grid.build_line(state["data"], number, version["row"]),
        )
        for version in entry["versions"]
    ]
    stands = str(number) in state["seen"]
    return {"number": number, "lines": lines, "late": entry in state["late"], "stands": stands}


def _for_scripts(sheet: Sheet, key: str, state: SheetState, whole: grid.Grid, warning: str) -> Json:
    game = games.build_sheet_game(state["data"])
    low, high = game.seats
    words = phone_words.build_words(loose=sheet.loose, totals=game.entry == TOTALS, leaving=warning)
    return {
        "sheet": key[: links.ID],
        "key": key,
        "language": get_language(),
        "description": describe_game(game),
        "columns": {column.name: column.words for column in whole.columns},
        "words": words,
        "cards": card_faces.build_words(),
        "kept": phone_words.KEPT.days,
        "version": offline_files.hash_files(),
        "state": state,
        "urls": {
            "sync": reverse("scoring:sync"),
            "judge": reverse("scoring:judge", args=[key]),
            "leave": "" if sheet.arranged or low == high else reverse("scoring:manage", args=[key]),
            "next": reverse("scoring:next", args=[key]) if sheet.arranged else "",
            "worker": reverse("scoring:worker"),
        },
    }
