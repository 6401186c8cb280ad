"""The page for rare changes of a sheet: number of games, players, starter, scribe, a penalty, a new
link.
"""

import uuid
from collections.abc import Callable, Mapping
from typing import Any

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scoring import games
from scoring.browser import recent_sheets, sync
from scoring.forms.typed_values import read_number
from scoring.games.sheet.head import SAME_NAME, is_same_aloud, join_names, turn_key
from scoring.models import Sheet
from scoring.pages import history_in_words
from scoring.pages.lapsed_approvals import compare_states
from scoring.pages.state import LapseWarning, SheetState
from scoring.sheets import lifecycle, links
from scoring.sheets.events import Sender
from scoring.sheets.locked import PREFETCH, build_refusal
from scoring.toolkit.numbered_forms import normalize, problem_in_words, read_sent_id
from scoring.toolkit.problems import UserError
from scoring.views.base import sheet_or_404

Sent = Mapping[str, str]


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def manage(request: HttpRequest, key: str) -> HttpResponse:
    sheet, typed = sheet_or_404(key, *PREFETCH), request.POST
    refusals: dict[str, list[tuple[str, str]]] = {}
    state = sync.build_sheet_state(sheet)
    lapse: LapseWarning = {}
    if request.method == "POST":
        do = typed.get("do", "")
        if do not in DO or (sheet.arranged and do in WHO_PLAYS):
            raise Http404
        try:
            how: Sender = {
                "event": read_sent_id(typed.get("id")),
                "device": recent_sheets.read_device(request),
            }
            lapse = _foresee(sheet, state, typed, how)
            if not lapse or lapse["told"] == typed.get("told"):
                DO[do](sheet, typed, how)
                shown = "scoring:share" if do == "link" else "scoring:sheet"
                return redirect(shown, links.make_key(sheet))
        except UserError as refused:
            refusals = {do: [problem_in_words(problem) for problem in refused.problems]}
    page = {"key": key, "sheet": sheet, "state": state, "typed": typed, "refusals": refusals}
    page |= {"lapse": lapse, "sent": [(name, typed[name]) for name in typed if name in SENT]}
    page |= {"leaver": request.GET.get("leaves"), "leaves_since": request.GET.get("since")}
    page |= {"changes": history_in_words.list_changes(sheet), "id": uuid.uuid4()} | _describe_game(
        state
    )
    return render(request, "scoring/manage.html", page)


def _foresee(sheet: Sheet, state: SheetState, typed: Sent, how: Sender) -> LapseWarning:
    """Return the warning to show if the submitted change would end approvals. To find out, the
    change is made and rolled back. `typed` has the submitted fields, and `how` says who sent them.
    """
    if not state["approvals"] or typed["do"] == "link":
        return {}
    with transaction.atomic():
        DO[typed["do"]](sheet, typed, how)
        lapse = compare_states(state, sync.build_sheet_state(Sheet.objects.get(pk=sheet.pk)))
        transaction.set_rollback(True)
    return lapse


def _describe_game(state: SheetState) -> dict[str, Any]:
    """Return what the page has to know of the game: its number of games, and whether players can
    leave or be added.
    """
    game = games.build_sheet_game(state["data"])
    low, high = game.seats
    has_room = len(state["data"]["players"]) < high
    return {
        "games": game.games,
        "leaves": low < high,
        "has_room": has_room,
        "has_dealer": game.has_dealer,
        "starter": state["data"].get(turn_key(game)),
    }


def _games(sheet: Sheet, typed: Sent, how: Sender) -> None:
    lifecycle.set_games(sheet=sheet, games=read_number(typed.get("games", "")), **how)


def _scribe(sheet: Sheet, typed: Sent, how: Sender) -> None:
    lifecycle.hand_over(sheet=sheet, player=typed.get("player", ""), **how)


def _starter(sheet: Sheet, typed: Sent, how: Sender) -> None:
    lifecycle.set_starter(sheet=sheet, player=typed.get("player", ""), **how)


def _leave(sheet: Sheet, typed: Sent, how: Sender) -> None:
    player, since = typed.get("player", ""), read_number(typed.get("since", ""))
    lifecycle.leave(sheet=sheet, player=player, since=since, **how)


def _add(sheet: Sheet, typed: Sent, how: Sender) -> None:
    name, since = normalize(typed.get("name", "")), read_number(typed.get("since", ""))
    _refuse_alike(sheet, name)
    lifecycle.add(sheet=sheet, name=name, since=since, **how)


def _replace(sheet: Sheet, typed: Sent, how: Sender) -> None:
    player, name = typed.get("player", ""), normalize(typed.get("name", ""))
    since = read_number(typed.get("since", ""))
    _refuse_alike(sheet, name, player)
    lifecycle.replace(sheet=sheet, player=player, name=name, since=since, **how)


def _refuse_alike(sheet: Sheet, name: str, instead: str = "") -> None:
    """Refuse a name that differs only in capital letters from that of another player. `instead` is
    the player whose seat the name takes, if any.
    """
    for seat in sheet.seats.all():
        if seat.name not in (name, instead) and is_same_aloud(seat.name, name):
            raise build_refusal(SAME_NAME, given=join_names(seat.name, name))


def _undo(sheet: Sheet, typed: Sent, how: Sender) -> None:
    lifecycle.undo(sheet=sheet, change=read_sent_id(typed.get("change")), **how)


def _penalty(sheet: Sheet, typed: Sent, how: Sender) -> None:
    lifecycle.penalize(
        sheet=sheet,
        player=typed.get("player", ""),
        points=read_number(typed.get("points", "")),
        reason=typed.get("reason", ""),
        signed=typed.get("signed", ""),
        **how,
    )


def _withdraw(sheet: Sheet, typed: Sent, how: Sender) -> None:
    lifecycle.withdraw(sheet=sheet, penalty=read_sent_id(typed.get("penalty")), **how)


def _link(sheet: Sheet, typed: Sent, how: Sender) -> None:
    lifecycle.renew_link(sheet=sheet)


DO: dict[str, Callable[[Sheet, Sent, Sender], None]] = {
    "games": _games,
    "scribe": _scribe,
    "starter": _starter,
    "leave": _leave,
    "add": _add,
    "replace": _replace,
    "undo": _undo,
    "penalty": _penalty,
    "withdraw": _withdraw,
    "link": _link,
}
WHO_PLAYS = ("leave", "add", "replace", "undo")
SENT = (
    *("id", "do", "games", "player", "name", "since", "change"),
    *("points", "reason", "signed", "penalty"),
)
