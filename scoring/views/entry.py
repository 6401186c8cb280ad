"""The page for one game in a browser without scripts."""

from typing import Any

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scoring.browser import recent_sheets, sync
from scoring.forms.entry import EntryForm, ask_starter
from scoring.games.sheet.data import Row, SheetData
from scoring.games.sheet.rows import ABSENT, is_empty
from scoring.models import Sheet
from scoring.pages import grid
from scoring.pages.lapsed_approvals import foresee_lapse
from scoring.pages.state import LapseWarning
from scoring.sheets import absences, entries, lifecycle, links, replay
from scoring.sheets.locked import PREFETCH, build_refusal
from scoring.toolkit.problems import UserError
from scoring.views.base import sheet_or_404

Json = dict[str, Any]

NOTHING: list[Json] = [{}, {"entries": {}}]


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def game(request: HttpRequest, key: str, number: int) -> HttpResponse:
    sheet = sheet_or_404(key, *PREFETCH)
    data = lifecycle.build_data(sheet)
    whole = grid.build_grid(data)
    line = _line(whole, number)
    begun = _earlier(sheet, number, request.GET.get("from")) or _entered(sheet, data, number)
    row = begun or _without(sheet, data, whole, line)
    sent = request.POST if request.method == "POST" else None
    form = EntryForm(data, row, _revision(sheet, number), sent, line)
    begins = ask_starter(sync.build_sheet_state(sheet), request.POST) if number == 1 else None
    starter = begins.value if begins else ""
    lapse: LapseWarning = {}
    if sent is not None:
        try:
            entry: Json = {"row": form.row(), "seen": form.seen, "event": form.event}
            empty = is_empty(begun) and entry["row"] in [*NOTHING, row]
            if empty and not starter and not _came_before(sheet, form):
                raise build_refusal(entries.NOTHING_ENTERED)
            lapse = foresee_lapse(sync.build_sheet_state(sheet), {number: entry["row"]})
            if not lapse or lapse["told"] == sent.get("told"):
                entry = {} if starter and empty else entry
                _keep(sheet, number, entry, starter, recent_sheets.read_device(request))
                return redirect(links.build_path(sheet))
        except UserError as refused:
            form.add_problems(refused.problems)
    page = {"sheet": sheet, "key": key, "form": form, "line": line, "grid": whole, "lapse": lapse}
    page["begins"] = begins
    page["leaving"] = absences.leaving_in_words(sheet)
    return render(request, "scoring/game.html", page)


@transaction.atomic
def _keep(sheet: Sheet, number: int, entry: Json, starter: str, device: str) -> None:
    """Save what the form sent. If the form asked who begins, that answer (`starter`) is saved
    first, because the score of the game (`entry`) depends on it.
    """
    if starter:
        lifecycle.set_starter(sheet=sheet, player=starter, device=device)
    if entry:
        lifecycle.record(sheet=sheet, number=number, device=device, **entry)


def _line(whole: grid.Grid, number: int) -> grid.GridLine:
    wanted = next((line for line in whole.lines if line.number == number), None)
    if wanted is None:
        raise Http404
    return wanted


def _without(sheet: Sheet, data: SheetData, whole: grid.Grid, line: grid.GridLine) -> Json:
    """Return what the web form shows at first for a game that has no entry yet. It is a row in
    which those who do not play this game are marked as absent: they have left, sit out, or are not
    in the play-off. `whole` is the sheet's grid, and `line` is this game's line in it.
    """
    on = whole.playing_on if line.next else []
    others = [column.name for column in whole.columns if on and column.name not in on]
    others += [seat.name for seat in sheet.seats.all() if seat.is_away(line.number)]
    others += _who_sits_out(sheet, data, line.number)
    return {"entries": dict.fromkeys(others, ABSENT)} if others else {}


def _who_sits_out(sheet: Sheet, data: SheetData, number: int) -> list[str]:
    """Return the players who have a seat, but were absent in the last entered game before this
    one.
    """
    before = [
        game_row
        for game_row in enumerate(data["games"][: number - 1], 1)
        if game_row[1].get("entries")
    ]
    if not before:
        return []
    last, row = before[-1]
    seats = [seat for seat in sheet.seats.all() if not seat.is_away(last)]
    return [seat.name for seat in seats if row["entries"].get(seat.name) == ABSENT]


def _entered(sheet: Sheet, data: SheetData, number: int) -> Json:
    stored = any(row.number == number and not is_empty(row.data) for row in sheet.rows.all())
    row: Row = data["games"][number - 1] if stored else {}
    return row


def _earlier(sheet: Sheet, number: int, event: str | None) -> Json | None:
    """Return the row of the earlier entry with this event id, so that it can be entered again.
    Return None if there is no such entry.
    """
    versions = replay.list_versions(sheet, number) if event else []
    return next((version.row for version in versions if str(version.event.pk) == event), None)


def _came_before(sheet: Sheet, form: EntryForm) -> bool:
    """Return whether the entry in this form is already stored. This happens, for example, if a form
    that empties a game is sent twice.
    """
    return any(event.pk == form.event for event in sheet.events.all())


def _revision(sheet: Sheet, number: int) -> int:
    return next((row.revision for row in sheet.rows.all() if row.number == number), 0)
