"""The sheets that this browser opened, so that it finds them again; kept in its own signed cookie.
The same cookie holds a name for the browser, by which the history tells phones apart.
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
    """Empty until the browser has opened a sheet."""
    return _read(request)[0]


def sheets(request: HttpRequest) -> list[Sheet]:
    """The last opened first, without those that are gone or have a new link."""
    return links.find_all(_read(request)[1])


def put(request: HttpRequest, response: HttpResponse, *put: str) -> None:
    device, keys = _read(request)
    first = [*put, *(one for one in keys if one not in put)]
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
