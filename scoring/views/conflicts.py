"""The page to choose which of several conflicting entries counts."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from scoring.browser import recent_sheets
from scoring.forms.entry import number
from scoring.sheets import lifecycle, links
from scoring.toolkit.numbered_forms import sent_id
from scoring.toolkit.problems import UserError
from scoring.views.base import refusal_page, sheet_or_404


@never_cache
@require_POST
def choose(request: HttpRequest, key: str) -> HttpResponse:
    sheet, sent = sheet_or_404(key), request.POST
    seen = number(sent.get("seen", ""))
    try:
        lifecycle.choose(
            sheet=sheet,
            event=sent_id(sent.get("event")),
            seen=seen if isinstance(seen, int) else 0,
            device=recent_sheets.device(request),
            id=sent_id(sent.get("id")),
        )
    except UserError as refused:
        return refusal_page(request, sheet, refused)
    return redirect(links.path(sheet))
