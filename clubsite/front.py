"""The front page: the sheets there are, or a welcome to a site that has nothing yet."""

import ipaddress

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from clubsite import beside, headers
from scoring import grid, sheets
from scoring.models import Sheet
from tournaments import fresh
from tournaments.models import Club

SHEETS_A_PAGE = 24
# Browsers follow a form's redirect only where the page's policy lets forms go.
TO_THE_DEMO = "'self' http://127.0.0.1:* http://localhost:*"


@never_cache
@require_safe
def front(request: HttpRequest) -> HttpResponse:
    if fresh.is_empty():
        return _welcome(request)
    found = Sheet.objects.order_by("-created", "-pk").prefetch_related("seats", "rows", "notes")
    page = Paginator(found, SHEETS_A_PAGE).get_page(request.GET.get("page"))
    shown = [(sheet, grid.of(sheets.as_data(sheet))) for sheet in page]
    words = {"clubs": Club.objects.order_by("name"), "page": page, "sheets": shown}
    return render(request, "clubsite/front.html", words)


def _welcome(request: HttpRequest) -> HttpResponse:
    words = {"offered": beside.is_offered(), "here": is_here(request)}
    response = render(request, "clubsite/welcome.html", words)
    response["Content-Security-Policy"] = headers.policy(form_action=TO_THE_DEMO)
    return response


@require_POST
def look_around(request: HttpRequest) -> HttpResponse:
    if not fresh.is_empty() or not beside.is_offered():
        raise Http404
    if not is_here(request):
        return redirect("front")
    try:
        return HttpResponseRedirect(beside.open_demo())
    except beside.DidNotStart:
        return render(request, "clubsite/no_demo.html", status=503)


def is_here(request: HttpRequest) -> bool:
    """Whether somebody at this machine asks, and not a phone or a proxy for one."""
    if "HTTP_X_FORWARDED_FOR" in request.META or "HTTP_FORWARDED" in request.META:
        return False
    name = request.get_host().rsplit(":", 1)[0].strip("[]")
    asked_here = name == "localhost" or _is_loopback(name)
    return asked_here and _is_loopback(request.META["REMOTE_ADDR"])


def _is_loopback(address: str) -> bool:
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False
