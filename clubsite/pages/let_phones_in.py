import logging
from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from clubsite.context import may_open_to_network
from scoring.views.share import code_of, reachable

logger = logging.getLogger(__name__)


@require_POST
@login_required
def open_to_network(request: HttpRequest) -> HttpResponse:
    if settings.OPEN_TO_NETWORK is None:
        raise Http404
    if not may_open_to_network(request):
        raise PermissionDenied
    back = request.POST.get("next", "")
    if not url_has_allowed_host_and_scheme(back, None):
        back = "/"
    try:
        opened = settings.OPEN_TO_NETWORK()
    except OSError as error:
        logger.warning("not open to the network: %s", error)
        opened = False
    words: dict[str, Any] = {"next": back, "next_page": back}  # this address takes no GET
    if not opened:
        return render(request, "clubsite/no_network.html", words, status=409)
    address = reachable(request, "/")
    code = code_of(address, gettext("Code that opens the site"))
    words |= {"address": address, "code": code}
    return render(request, "clubsite/network_open.html", words)
