"""The service worker, which opens sheets offline. Its scope is the whole site."""

import json

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scoring.browser import offline_files


@never_cache
@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    known = {"VERSION": offline_files.hash_files(), "SHELL": list(offline_files.list_files())}
    lines = [f"const {name} = {json.dumps(value)};" for name, value in known.items()]
    body = "\n".join([*lines, offline_files.WORKER.read_text(encoding="utf-8")])
    return HttpResponse(
        body,
        content_type="text/javascript; charset=utf-8",
        headers={"Service-Worker-Allowed": "/"},
    )
