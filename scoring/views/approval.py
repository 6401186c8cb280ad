"""The page to approve a sheet after it was read out."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from scoring.browser import recent_sheets
from scoring.sheets import lifecycle, links
from scoring.toolkit.numbered_forms import sent_id
from scoring.toolkit.problems import UserError
from scoring.views.base import refusal_page, sheet_or_404


@never_cache
@require_POST
def approve(request: HttpRequest, key: str) -> HttpResponse:
    sheet, sent = sheet_or_404(key), request.POST
    try:
        lifecycle.approve(
            sheet=sheet,
            player=None if "on_paper" in sent else sent.get("player", ""),
            read=sent.get("digest", ""),
            device=recent_sheets.device(request),
            event=sent_id(sent.get("id")),
        )
    except UserError as refused:
        return refusal_page(request, sheet, refused)
    return redirect(links.path(sheet))
