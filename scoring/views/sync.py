"""What phones fetch beside pages: the address to which they send entries, and the service worker,
which opens sheets offline.
"""

import json
import re
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe

from scoring.browser import offline_files, sync
from scoring.sheets import links
from scoring.sheets.sheet_under_lock import GONE
from scoring.toolkit.problems import UserError, user_error
from scoring.views.base import read_announced_length, takes_up_to

HEADER = "Streepje-Link"
STATUS = {sync.TOO_LARGE.number: 413, sync.OTHER_VERSION.number: 409, GONE.number: 404}


@takes_up_to(float("inf"))  # it has the usual limit, and refuses in JSON
@csrf_exempt
@never_cache
@require_http_methods(["GET", "POST"])
def sync_sheet(request: HttpRequest) -> JsonResponse:
    """Answer by the link in a header alone: log-ins and cookies are ignored, so that an expired one
    never holds up an entry.
    """
    version = {"Streepje-Version": offline_files.hash_files()}
    try:
        return JsonResponse(_answer(request), headers=version)
    except UserError as refused:
        number = int(refused.problems[0]["code"][1:])
        return JsonResponse(sync.answer_refused(refused.problems), status=STATUS.get(number, 400))


def _answer(request: HttpRequest) -> dict[str, Any]:
    sheet = links.find(request.headers.get(HEADER, ""))
    if sheet is None:
        raise user_error(GONE)
    if request.method == "GET":
        since, link = request.GET.get("since", ""), request.GET.get("link", "")
        return sync.poll(sheet, int(since) if re.fullmatch(r"[0-9]{1,9}", since) else 0, link)
    if read_announced_length(request) > sync.MOST_BYTES:
        raise user_error(sync.TOO_LARGE)
    return sync.handle(sheet, sync.read(request.body))


@never_cache
@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    known = {"VERSION": offline_files.hash_files(), "SHELL": list(offline_files.list_files())}
    lines = [f"const {name} = {json.dumps(value)};" for name, value in known.items()]
    body = "\n".join([*lines, offline_files.WORKER.read_text(encoding="utf-8")])
    return HttpResponse(
        body, content_type="text/javascript; charset=utf-8", headers={"Service-Worker-Allowed": "/"}
    )
