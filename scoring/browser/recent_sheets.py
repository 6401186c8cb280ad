"""The sheets that this browser opened, in a signed cookie that also names the browser."""

import secrets

from django.conf import settings
from django.db.models import prefetch_related_objects
from django.http import HttpRequest, HttpResponse

from scoring.models import Sheet
from scoring.sheets import links

COOKIE = f"{settings.SESSION_COOKIE_NAME}_sheets"
SALT = "scoring.shelf"
MOST = 8
DAYS = 90


def read_device(request: HttpRequest) -> str:
    """Return the random name of this browser; "" until it has opened a sheet."""
    return _read(request)[0]


def list_sheets(request: HttpRequest) -> list[Sheet]:
    """Return the sheets, last opened first, without those that were deleted or got a new link."""
    return links.find_all(_read(request)[1])


def list_names(request: HttpRequest) -> list[str]:
    """Return who played on them, those of the last sheet first."""
    sheets = list_sheets(request)
    prefetch_related_objects(sheets, "seats")
    return list(dict.fromkeys(seat.name for sheet in sheets for seat in sheet.seats.all()))


def put_in_front(request: HttpRequest, response: HttpResponse, *put: str) -> None:
    device, keys = _read(request)
    first = [*put, *(key for key in keys if key not in put)]
    response.set_signed_cookie(
        COOKIE,
        " ".join([device or secrets.token_urlsafe(16), *first[:MOST]]),
        salt=SALT,
        max_age=DAYS * 24 * 3600,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )


def _read(request: HttpRequest) -> tuple[str, list[str]]:
    device, *keys = (request.get_signed_cookie(COOKIE, "", salt=SALT) or "").split(" ")
    return device, keys
