"""The view that puts one of several conflicting entries in force, as the players chose."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from scoring.browser import recent_sheets
from scoring.forms.typed_values import read_number
from scoring.sheets import lifecycle, links
from scoring.toolkit.numbered_forms import read_sent_id
from scoring.toolkit.problems import UserError
from scoring.views.base import render_refusal, sheet_or_404


@never_cache
@require_POST
def choose(request: HttpRequest, key: str) -> HttpResponse:
    sheet, sent = sheet_or_404(key), request.POST
    seen = read_number(sent.get("seen", ""))
    try:
        lifecycle.choose(
            sheet=sheet,
            event=read_sent_id(sent.get("event")),
            seen=seen if isinstance(seen, int) else 0,
            device=recent_sheets.read_device(request),
            id=read_sent_id(sent.get("id")),
        )
    except UserError as refused:
        return render_refusal(request, sheet, refused)
    return redirect(links.build_path(sheet))
