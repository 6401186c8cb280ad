"""By which links a browser came to clubs: it keeps them in a cookie, so that it needs them once.

A link proves itself, so what was renewed lets nobody in any more, and nothing is kept here.
"""

from collections.abc import Sequence

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.crypto import constant_time_compare

from scoring.sheets.links import id_in
from tournaments import links
from tournaments.members import members
from tournaments.models import Club, Member

COOKIE = f"{settings.SESSION_COOKIE_NAME}_links"
MOST = 8
DAYS = 400  # browsers keep nothing for longer


def keys(request: HttpRequest) -> list[str]:
    """The last one first."""
    return request.COOKIES.get(COOKIE, "").split(".")[:MOST]


def remember_link(request: HttpRequest, response: HttpResponseBase, key: str) -> None:
    known = keys(request)
    if known[0] != key:
        response.set_cookie(
            COOKIE,
            ".".join([key, *(one for one in known if one not in (key, ""))][:MOST]),
            max_age=DAYS * 24 * 3600,
            httponly=True,
            samesite="Lax",
            secure=settings.SESSION_COOKIE_SECURE,
        )


def has_visitor_link(club: Club, keys: Sequence[str]) -> bool:
    """The one for visitors."""
    return _is_among(links.key(club), keys)


def member_by_link(club: Club, keys: Sequence[str]) -> Member | None:
    """Whose own link it was, where they have not left the club; the last one."""
    ids = [id for key in keys if (id := id_in(key))]
    if not ids:
        return None
    held = Member.objects.filter(club=club, public_id__in=ids, erased=None)
    found = sorted(held.select_related("merged_into"), key=lambda one: ids.index(one.public_id))
    theirs = (members.main_member(one) for one in found if _is_among(links.key(one), keys))
    return next((one for one in theirs if one.archived is None), None)


def _is_among(key: str, keys: Sequence[str]) -> bool:
    return any(constant_time_compare(key, one) for one in keys)
