"""Pages of a sheet."""

import uuid

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from scoring import grid, replay, sheets
from scoring.models import Sheet


@require_safe
def form(request: HttpRequest, public_id: uuid.UUID) -> HttpResponse:
    whole = Sheet.objects.prefetch_related("seats", "rows", "notes", "events")
    sheet = get_object_or_404(whole, public_id=public_id)
    data = sheets.as_data(sheet)
    disputed = [
        (number, [grid.line(data, number, version.row) for version in versions])
        for number, versions in replay.conflicts(sheet)
    ]
    page = {"sheet": sheet, "grid": grid.of(data), "disputed": disputed}
    return render(request, "scoring/form.html", page)
