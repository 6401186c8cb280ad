"""Tell browsers to keep to https (HSTS). Nobody can take that back, so a new site says it for a day
at a time. Once it has been reached by https for some weeks, it says so for a year, also for the
names below its own; but not if it has the name of a whole domain (club.example), since another site
may stand below that (photos.club.example).
"""

import time
from contextlib import suppress
from datetime import timedelta
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.middleware.security import SecurityMiddleware

TRIED = timedelta(weeks=4)
YEAR = timedelta(days=365)


class KeepToHttps(SecurityMiddleware):
    """Django's own middleware, with a term that grows by itself where the owner chose none. The
    file `settings.HTTPS_SINCE` is as old as the first page that was sent by https.
    """

    since: float | None = None

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        if settings.HTTPS_SINCE and request.is_secure():
            self.since = self.since or find_first(settings.HTTPS_SINCE)
            if time.time() - self.since > TRIED.total_seconds():
                below = "" if is_domain(request.get_host()) else "; includeSubDomains"
                response["Strict-Transport-Security"] = (
                    f"max-age={int(YEAR.total_seconds())}{below}"
                )
        return super().process_response(request, response)


def is_domain(host: str) -> bool:
    """Return whether this host name is that of a whole domain: it has two parts."""
    return host.partition(":")[0].count(".") == 1


def find_first(file: Path) -> float:
    """Return when the site was first reached by https; that is now if there is no such file yet."""
    with suppress(OSError):  # without the file the term stays a day
        file.open("x").close()
    with suppress(OSError):
        return file.stat().st_mtime
    return time.time()
