"""Tell browsers to keep to https (HSTS). Nobody can take that back, so a new site says it for a day
at a time. Once it has been reached by https for some weeks, it says so for a year, also for the
names below its own; but not if it has the name of a whole domain (club.example, or club.or.at),
since another site may stand below that (photos.club.example).
"""

import re
import time
from contextlib import suppress
from datetime import timedelta
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from clubsite.middleware.headers import Handler

TRIED = timedelta(weeks=4)
YEAR = timedelta(days=365)
# Under these names of a country, such as co.uk and or.at, the domains have three parts.
SHARED = r"(ac|co|com|edu|gov|gv|ne|net|or|org)\.[a-z]{2}"
DOMAIN = re.compile(rf"[^.]+\.({SHARED}|[^.]+)", re.IGNORECASE)


def lengthen_term(get_response: Handler) -> Handler:
    """Middleware that makes the term a year in time, where the owner chose none. Django's own
    middleware, which is around it, then adds no shorter one. The file `settings.HTTPS_SINCE` is as
    old as the first page that was sent by https.
    """
    first: list[float] = []

    def respond(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if settings.HTTPS_SINCE and request.is_secure():
            first[:] = first or [find_first(settings.HTTPS_SINCE)]
            if time.time() - first[0] > TRIED.total_seconds():
                below = "" if is_domain(request.headers.get("host", "")) else "; includeSubDomains"
                term = f"max-age={int(YEAR.total_seconds())}{below}"
                response["Strict-Transport-Security"] = term
        return response

    return respond


def is_domain(host: str) -> bool:
    """Return whether this host name is that of a whole domain: usually it has two parts."""
    return bool(DOMAIN.fullmatch(host.partition(":")[0].removesuffix(".")))


def find_first(file: Path) -> float:
    """Return when the site was first reached by https; that is now if there is no such file yet."""
    with suppress(OSError):  # without the file the term stays a day
        file.open("x").close()
    with suppress(OSError):
        return file.stat().st_mtime
    return time.time()
