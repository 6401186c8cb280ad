"""The secret links that a browser opened, in a cookie. Each is checked again at every request."""

from collections.abc import Sequence

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from scoring.sheets.links import find_id, is_among
from tournaments import links
from tournaments.models import Club, Member

COOKIE = f"{settings.SESSION_COOKIE_NAME}_links"
MOST = 8
DAYS = 400  # browsers limit cookies to this


def read_keys(request: HttpRequest) -> list[str]:
    """Return the keys, the latest first."""
    return request.COOKIES.get(COOKIE, "").split(".")[:MOST]


def remember_link(request: HttpRequest, response: HttpResponseBase, key: str) -> None:
    known = read_keys(request)
    if known[0] != key:
        keys = [key, *(other for other in known if other not in (key, ""))][:MOST]
        set_for_long(response, COOKIE, ".".join(keys))


def set_for_long(response: HttpResponseBase, name: str, value: str) -> None:
    response.set_cookie(
        name,
        value,
        max_age=DAYS * 24 * 3600,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )


def has_visitor_link(club: Club, keys: Sequence[str]) -> bool:
    return any(is_among(key, links.list_keys(club)) for key in keys)


def find_member(club: Club, keys: Sequence[str]) -> Member | None:
    ids = [id for key in keys if (id := find_id(key))]
    if not ids:
        return None
    matching = Member.objects.filter(club=club, public_id__in=ids, erased=None)
    in_order = sorted(
        matching.select_related("merged_into"), key=lambda member: ids.index(member.public_id)
    )
    linked = (
        member.main
        for member in in_order
        if any(is_among(key, links.list_keys(member)) for key in keys)
    )
    return next((member for member in linked if member.archived is None), None)
