"""One game as it is typed where no script runs."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scoring import grid, links, replay, sheets, shelf
from scoring.forms.entering import EntryForm
from scoring.held import PARTS
from scoring.models import Sheet
from scoring.refused import Refused
from scoring.views.base import sheet_or_404

Json = dict[str, Any]


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def game(request: HttpRequest, key: str, number: int) -> HttpResponse:
    sheet = sheet_or_404(key, *PARTS)
    data = sheets.as_data(sheet)
    line = _line(data, number)
    row = _earlier(sheet, number, request.GET.get("from")) or _row(data, number)
    sent = request.POST if request.method == "POST" else None
    form = EntryForm(data, row, _revision(sheet, number), sent)
    if sent is not None:
        try:
            told: Json = {"row": form.row(), "seen": form.seen, "event": form.event}
            sheets.record(sheet=sheet, number=number, device=shelf.device(request), **told)
            return redirect(links.path(sheet))
        except Refused as refused:
            form.take(refused.problems)
    page = {"sheet": sheet, "key": key, "form": form, "line": line}
    return render(request, "scoring/game.html", page)


def _line(data: Json, number: int) -> grid.Line:
    found = next((line for line in grid.of(data).lines if line.number == number), None)
    if found is None:
        raise Http404
    return found


def _row(data: Json, number: int) -> Json:
    rows = data["games"]
    row: Json = rows[number - 1] if number <= len(rows) else {}
    return row


def _earlier(sheet: Sheet, number: int, event: str | None) -> Json | None:
    """What an earlier entry said, to be entered again."""
    versions = replay.history(sheet, number) if event else []
    return next((one.row for one in versions if str(one.event.pk) == event), None)


def _revision(sheet: Sheet, number: int) -> int:
    return next((row.revision for row in sheet.rows.all() if row.number == number), 0)
