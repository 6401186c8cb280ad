"""Tell browsers to reach this site only by https (HSTS). That cannot be taken back before its term
is over, so on a new site the term is one day.

Once the site has been reached by https for some weeks, the term becomes a year, and subdomains are
included. Subdomains are left out if the site's host name is a whole domain, such as club.example or
club.or.at. There, another site may have a subdomain, such as photos.club.example.
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
    """Middleware that lengthens the term of HSTS (the rule that browsers use only https) to a year,
    once the site has been reached by https for some weeks. The age of the file
    `settings.HTTPS_SINCE` tells since when. If the owner of the site chose a term, nothing is
    changed.

    Django's own middleware, which sets a shorter term, leaves this header alone because it is
    already there.
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
    """Return whether this host name is a whole domain (such as club.example), and not a name below
    one (such as photos.club.example). A whole domain usually has two parts.
    """
    return bool(DOMAIN.fullmatch(host.partition(":")[0].removesuffix(".")))


def find_first(file: Path) -> float:
    """Return when the site was first reached by https, which is the time of this file. If the file
    does not exist yet, create it and return the present time.
    """
    with suppress(OSError):  # without the file the term stays a day
        file.open("x").close()
    with suppress(OSError):
        return file.stat().st_mtime
    return time.time()
