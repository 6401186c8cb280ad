"""Rare changes of a sheet: games, players, starter, scribe, a penalty, a new link."""

import uuid
from collections.abc import Mapping

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scoring import games
from scoring.browser import sync
from scoring.games.sheet.head import SAME_NAME, is_same_aloud, join_names, turn_key
from scoring.models import Sheet
from scoring.pages import history_in_words
from scoring.pages.lapsed_approvals import compare_states
from scoring.pages.state import LapseWarning, SheetState
from scoring.sheets import lifecycle, links
from scoring.sheets.events import Sender
from scoring.sheets.sheet_under_lock import PREFETCH
from scoring.toolkit.numbered_forms import problem_in_words, read_number, read_sent_id
from scoring.toolkit.problems import UserError, user_error
from scoring.toolkit.texts import normalize
from scoring.views.base import read_sender, sheet_or_404

Sent = Mapping[str, str]

WHO_PLAYS = ("leave", "add", "replace", "undo")
DO = ("games", "scribe", "starter", *WHO_PLAYS, "penalty", "withdraw", "link", "entry")
SHOWN = {"link": "scoring:share", "entry": "scoring:paper"}  # afterwards, if not the form
SENT = (
    *("id", "do", "games", "player", "name", "since", "change"),
    *("points", "reason", "signed", "penalty"),
)


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
        how = read_sender(request)
        try:
            lapse = _foresee(sheet, state, typed, how)
            if not lapse or lapse["told"] == typed.get("told"):
                _do(sheet, typed, how)
                shown = SHOWN.get(do, "scoring:sheet")
                return redirect(shown, links.make_key(sheet))
        except UserError as refused:
            refusals = {do: [problem_in_words(problem) for problem in refused.problems]}
    game = games.build_sheet_game(state["data"])
    low, high = game.seats
    page = {
        "key": key,
        "sheet": sheet,
        "state": state,
        "typed": typed,
        "refusals": refusals,
        "lapse": lapse,
        "sent": [(name, typed[name]) for name in typed if name in SENT],
        "leaver": typed.get("player") if "leave" in refusals else request.GET.get("leaves"),
        "leaves_since": request.GET.get("since"),
        "changes": history_in_words.list_changes(sheet),
        "id": uuid.uuid4(),
        "games": game.value("games"),
        "leaves": low < high,
        "has_room": len(state["data"]["players"]) < high,
        "has_turns": game.has_turns,
        "has_dealer": game.has_dealer,
        "starter": state["data"].get(turn_key(game)),
    }
    return render(request, "scoring/manage.html", page)


def _foresee(sheet: Sheet, state: SheetState, typed: Sent, how: Sender) -> LapseWarning:
    """Return the warning if the change would end approvals: it is made and rolled back."""
    if not state["approvals"] or typed["do"] == "link":
        return {}
    with transaction.atomic():
        _do(sheet, typed, how)
        lapse = compare_states(state, sync.build_sheet_state(Sheet.objects.get(pk=sheet.pk)))
        transaction.set_rollback(True)
    return lapse


def _do(sheet: Sheet, typed: Sent, how: Sender) -> None:
    player, name = typed.get("player", ""), normalize(typed.get("name", ""))
    since = read_number(typed.get("since", ""))
    match typed["do"]:
        case "games":
            lifecycle.set_games(sheet=sheet, games=read_number(typed.get("games", "")), **how)
        case "entry":
            lifecycle.set_entry(sheet=sheet, entry=typed.get("entry", ""), **how)
        case "scribe":
            lifecycle.hand_over(sheet=sheet, player=player, **how)
        case "starter":
            lifecycle.set_starter(sheet=sheet, player=player, **how)
        case "leave":
            lifecycle.leave(sheet=sheet, player=player, since=since, **how)
        case "add":
            _refuse_alike(sheet, name)
            lifecycle.add(sheet=sheet, name=name, since=since, **how)
        case "replace":
            _refuse_alike(sheet, name, player)
            lifecycle.replace(sheet=sheet, player=player, name=name, since=since, **how)
        case "undo":
            lifecycle.undo(sheet=sheet, change=read_sent_id(typed.get("change")), **how)
        case "penalty":
            points = read_number(typed.get("points", ""))
            words = {key: typed.get(key, "") for key in ("reason", "signed")}
            lifecycle.penalize(sheet=sheet, player=player, points=points, **words, **how)
        case "withdraw":
            penalty = read_sent_id(typed.get("penalty"))
            lifecycle.withdraw(sheet=sheet, penalty=penalty, **how)
        case "link":
            lifecycle.renew_link(sheet=sheet)


def _refuse_alike(sheet: Sheet, name: str, instead: str = "") -> None:
    """Refuse a name like another player's but for capitals. `instead` is whose seat it takes."""
    for seat in sheet.seats.all():
        if seat.name not in (name, instead) and is_same_aloud(seat.name, name):
            raise user_error(SAME_NAME, given=join_names(seat.name, name))
