from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language, gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scoring import games
from scoring.browser import offline_files, phone_words, recent_sheets, sync
from scoring.browser.game_description import WHO_BEGINS, describe_game
from scoring.games.core.game import Game
from scoring.games.core.options import EACH, TOTALS
from scoring.games.sheet.guess_typing_errors import find_typing_errors
from scoring.models import Event, Sheet
from scoring.pages import no_night
from scoring.pages.entry_columns import build_columns, build_sums, list_hints, write_row, write_sums
from scoring.pages.grid import AND, is_starter_known
from scoring.pages.lapsed_approvals import describe_lapsed
from scoring.pages.no_night import PileTable
from scoring.pages.state import SheetState
from scoring.pages.words import break_name
from scoring.sheets import links
from scoring.sheets.sheet_under_lock import PREFETCH
from scoring.toolkit.problems import Json
from scoring.toolkit.translation import translate
from scoring.views.base import sheet_or_404


@never_cache
@require_safe
def paper(request: HttpRequest, key: str) -> HttpResponse:
    sheet = sheet_or_404(key, *PREFETCH)
    night = no_night.find_night(sheet)
    pile = night.find_pile(request)
    sought = request.GET.get("to", "")
    if pile and (key_found := pile.find_key(sought)):
        return redirect("scoring:paper", key_found)
    state = sync.build_sheet_state(sheet)
    data, players = state["data"], state["data"]["players"]
    game = games.build_sheet_game(data)
    columns, sums = build_columns(game, players), build_sums(game, players)
    known = is_starter_known(game, data) or state["approvals"] or state["closed"]
    scores = {row["game"]: row.get("scores", {}) for row in state["result"]["rows"]}
    written = write_sums(sums, data.get("paper") or {})
    own: dict[str, list[str]] = {}
    for column in sums:
        own.setdefault(column.label, []).append(written[column.name])
    urls = {"tables": reverse("scoring:tables", args=[key])} if pile else {}
    page = {
        "sheet": sheet,
        "key": key,
        "table": night.table,
        "pile": pile,
        "lost": sought,
        "game": game,
        "title": data.get("title") or gettext(game.name),
        "state": state,
        "other_entry": _find_other_entry(game, state, sheet),
        "hints": list_hints(game, players),
        "who_begins": "" if known else gettext(WHO_BEGINS),
        # For browsers without scripts
        "columns": columns,
        "lines": [
            (number, write_row(columns, row, scores.get(number, {})), row.get("void", ""))
            for number, row in enumerate(data["games"], 1)
        ],
        "sides": [AND.join(side) for side in game.list_sides(players)],
        "own": own,
        "for_scripts": {
            "sheet": key[: links.ID],
            "key": key,
            "language": get_language(),
            "description": describe_game(game),
            "columns": [column._asdict() for column in columns],
            "sums": [column._asdict() for column in sums],
            "words": phone_words.build_typing_words(
                loose=sheet.loose, totals=game.entry == TOTALS, leaving=night.warn_of_leaving()
            ),
            "names": {name: break_name(name) for name in players},
            "state": state,
            "urls": urls
            | {
                "sync": reverse("scoring:sync"),
                "look": reverse("scoring:look", args=[key]),
                "worker": reverse("scoring:worker"),
            },
        },
    }
    response = render(request, "scoring/paper.html", page | describe_lapsed(state))
    response["Streepje-Version"] = offline_files.hash_files()
    recent_sheets.put_in_front(request, response, links.make_key(sheet))
    return response


def _find_other_entry(game: Game, state: SheetState, sheet: Sheet) -> str:
    """Return what this form could have instead while it is empty: each game or totals, if any."""
    other = EACH if game.entry == TOTALS else TOTALS
    options = state["data"]["options"] | {"entry": other}
    entered = any(event.kind == Event.Kind.ENTERED for event in sheet.events.all())
    if entered or state["closed"] or type(game).find_clashes(options):
        return ""
    return other


@never_cache
@require_safe
def check_grid(_request: HttpRequest, key: str) -> JsonResponse:
    """Return where there may be typing errors, each with a message."""
    state = sync.build_sheet_state(sheet_or_404(key, *PREFETCH))
    suspects = [
        suspect._asdict() | {"words": translate(suspect.words)}
        for suspect in find_typing_errors(state["data"])
    ]
    return JsonResponse({"sequence": state["sequence"], "suspects": suspects})


@never_cache
@require_safe
def check_tables(request: HttpRequest, key: str) -> JsonResponse:
    """Return the tables of the round whose forms still have to be typed in."""
    pile = no_night.find_night(sheet_or_404(key)).find_pile(request)
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
