"""Whoever follows a room asks every few seconds whether anything was done there. What was answered
is remembered with all that it hung on, so that one query tells that it still holds.
"""

from typing import Any, NamedTuple

from django.conf import settings
from django.db import connection
from django.http import HttpRequest, HttpResponseNotModified
from django.utils import timezone
from django.utils.translation import get_language

from tournaments import room
from tournaments.models import Club, Round
from tournaments.views.base import account

MOST_KEPT = 1000

# Who asks and may still see it; what was done on the night, and written at the tables. Names and
# links are not among these: what is remembered holds for no more than a minute.
FACTS = """
    SELECT u.password, u.generation, u.is_active, s.session_data, r.kind, c.slug,
        (SELECT MAX(w.sequence) FROM tournaments_deed w WHERE w.night_id = d.night_id),
        (SELECT SUM(10000 + (SELECT MAX(e.sequence) FROM scoring_event e
                WHERE e.sheet_id = t.sheet_id))
            FROM tournaments_table t WHERE t.round_id = d.id)
    FROM tournaments_role r
        JOIN tournaments_user u ON u.id = r.user_id
        JOIN tournaments_club c ON c.id = r.club_id,
        django_session s, tournaments_round d
    WHERE s.session_key = %s AND r.user_id = %s AND r.club_id = %s AND d.id = %s
        AND s.expire_date > %s
"""

Facts = tuple[Any, ...]


class Asked(NamedTuple):
    session: str
    path: str
    language: str | None
    minute: int
    tag: str


class Follower(NamedTuple):
    session: str
    user: int
    club: int
    round: int


_known: dict[Asked, tuple[Follower, Facts]] = {}


def follower(request: HttpRequest, club: Club, one: Round) -> Follower:
    return Follower(_session(request), account(request).pk, club.pk, one.pk)


def facts(who: Follower) -> Facts:
    """Empty when any of it is gone."""
    now = connection.ops.adapt_datetimefield_value(timezone.now())
    with connection.cursor() as cursor:
        cursor.execute(FACTS, [*who, now])
        return cursor.fetchone() or ()


def remember(request: HttpRequest, tag: str, who: Follower, found: Facts) -> None:
    """`found` was read before the answer was made: it may only be older."""
    if len(_known) >= MOST_KEPT:
        _known.clear()
    if found:
        _known[_asked(request, tag)] = who, found


def nothing_new(request: HttpRequest) -> HttpResponseNotModified | None:
    """Of a round that is named: without, the latest is meant, and there may be another."""
    tag = request.headers.get("If-None-Match", "").removeprefix("W/")
    if not tag or request.method == "POST" or "round" not in request.GET:
        return None
    known = _known.get(_asked(request, tag))
    if known is None or facts(known[0]) != known[1]:
        return None
    return HttpResponseNotModified(headers={"ETag": tag, "Vary": "Cookie"})


def _asked(request: HttpRequest, tag: str) -> Asked:
    return Asked(_session(request), request.get_full_path(), get_language(), room.minute(), tag)


def _session(request: HttpRequest) -> str:
    return request.COOKIES.get(settings.SESSION_COOKIE_NAME, "")
