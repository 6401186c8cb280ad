"""The view that records a player's approval of a sheet after it was read out."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from scoring.browser import recent_sheets
from scoring.sheets import lifecycle, links
from scoring.toolkit.numbered_forms import read_sent_id
from scoring.toolkit.problems import UserError
from scoring.views.base import render_refusal, sheet_or_404


@never_cache
@require_POST
def approve(request: HttpRequest, key: str) -> HttpResponse:
    sheet, sent = sheet_or_404(key), request.POST
    try:
        lifecycle.approve(
            sheet=sheet,
            player=None if "on_paper" in sent else sent.get("player", ""),
            read=sent.get("digest", ""),
            device=recent_sheets.read_device(request),
            event=read_sent_id(sent.get("id")),
        )
    except UserError as refused:
        return render_refusal(request, sheet, refused)
    return redirect(links.build_path(sheet))
