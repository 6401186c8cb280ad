"""One game as it is typed where no script runs."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scoring import grid, links, sheets, shelf
from scoring.forms.entering import EntryForm
from scoring.models import Sheet
from scoring.refused import Refused
from scoring.views.base import sheet_or_404


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def game(request: HttpRequest, key: str, number: int) -> HttpResponse:
    sheet = sheet_or_404(key, "seats", "rows", "notes")
    data = sheets.as_data(sheet)
    line = _line(data, number)
    sent = request.POST if request.method == "POST" else None
    form = EntryForm(data, number, _revision(sheet, number), sent)
    if sent is not None:
        try:
            row, device = form.row(), shelf.device(request)
            told = {"row": row, "seen": form.seen, "event": form.event, "device": device}
            sheets.record(sheet=sheet, number=number, **told)
            return redirect(links.path(sheet))
        except Refused as refused:
            form.take(refused.problems)
    page = {"sheet": sheet, "key": key, "form": form, "line": line}
    return render(request, "scoring/game.html", page)


def _line(data: dict[str, Any], number: int) -> grid.Line:
    found = next((line for line in grid.of(data).lines if line.number == number), None)
    if found is None:
        raise Http404
    return found


def _revision(sheet: Sheet, number: int) -> int:
    return next((row.revision for row in sheet.rows.all() if row.number == number), 0)
