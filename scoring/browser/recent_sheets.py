"""The sheets that this browser opened, in a signed cookie, so that the front page can list them.
The cookie also names the browser, so that the history can tell phones apart.
"""

import secrets

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from scoring.models import Sheet
from scoring.sheets import links

COOKIE = f"{settings.SESSION_COOKIE_NAME}_sheets"
SALT = "scoring.shelf"
MOST = 8
DAYS = 90


def device(request: HttpRequest) -> str:
    """Return the browser's name; empty until it has opened a sheet."""
    return _read(request)[0]


def sheets(request: HttpRequest) -> list[Sheet]:
    """Return the sheets, last opened first, without those that are deleted or have a new link."""
    return links.find_all(_read(request)[1])


def put_in_front(request: HttpRequest, response: HttpResponse, *put: str) -> None:
    """Add these sheets to the cookie, in front."""
    device, keys = _read(request)
    first = [*put, *(key for key in keys if key not in put)]
    response.set_signed_cookie(
        COOKIE,
        " ".join([device or secrets.token_urlsafe(12), *first[:MOST]]),
        salt=SALT,
        max_age=DAYS * 24 * 3600,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )


def _read(request: HttpRequest) -> tuple[str, list[str]]:
    device, *keys = (request.get_signed_cookie(COOKIE, "", salt=SALT) or "").split(" ")
    return device, keys
