"""Whoever follows a room asks every few seconds whether anything was done there, and a standing is
looked at again and again. What was answered is remembered with all that it hung on, so that one
query tells that it still holds.
"""

from collections.abc import Callable
from hashlib import sha256
from typing import Any, NamedTuple

from django.conf import settings
from django.db import connection
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseNotModified
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language

from scoring.toolkit.cache import LRU
from tournaments.access import Viewer
from tournaments.models import Club
from tournaments.views.base import account

MOST_KEPT = 1000

# Who asks and may still see it, and what else the page hangs on.
FACTS = """
    SELECT u.password, u.generation, u.is_active, s.session_data, c.slug, r.kind, {what}
    FROM tournaments_role r
        JOIN tournaments_user u ON u.id = r.user_id
        JOIN tournaments_club c ON c.id = r.club_id,
        django_session s{where}
    WHERE s.session_key = %s AND s.expire_date > %s AND r.user_id = %s AND r.club_id = %s{one}
"""

# What was done on the night, and written at the tables. Names and links are not among these: what
# is remembered of a room holds for no more than a minute.
ROOM = FACTS.format(
    what="""
        (SELECT MAX(w.sequence) FROM tournaments_deed w WHERE w.night_id = d.night_id),
        (SELECT SUM(10000 + (SELECT MAX(e.sequence) FROM scoring_event e
                WHERE e.sheet_id = t.sheet_id))
            FROM tournaments_table t WHERE t.round_id = d.id)""",
    where=", tournaments_round d",
    one=" AND d.id = %s",
)
# Of a whole night: all that its result hangs on, beside the stamp of the club.
DONE = """
    n.state,
    (SELECT MAX(w.sequence) FROM tournaments_deed w WHERE w.night_id = n.id),
    (SELECT SUM(10000 + (SELECT MAX(e.sequence) FROM scoring_event e
            WHERE e.sheet_id = t.sheet_id))
        FROM tournaments_table t JOIN tournaments_round d ON d.id = t.round_id
        WHERE d.night_id = n.id)"""
NIGHT = FACTS.format(
    what=f"u.name, c.name, c.stamp, {DONE}",
    where=", tournaments_night n",
    one=" AND n.id = %s",
)
OF_NIGHT = f"SELECT {DONE} FROM tournaments_night n WHERE n.id = %s"  # noqa: S608  of our own
STANDING = FACTS.format(what="u.name, u.email, c.name, c.stamp", where="", one="")

Facts = tuple[Any, ...]


class Asked(NamedTuple):
    session: str
    path: str
    language: str | None
    minute: int
    tag: str


class Validator(NamedTuple):
    facts: str  # as above
    session: str
    ids: tuple[int, ...]  # of the user and the club, and what else is asked for


_known = LRU[Asked, tuple[Validator, Facts]](MOST_KEPT)


def follower(request: HttpRequest, club: Club, facts: str, *ids: int) -> Validator:
    return Validator(facts, _session(request), (account(request).pk, club.pk, *ids))


def validators(who: Validator) -> Facts:
    """Empty when any of it is gone."""
    now = connection.ops.adapt_datetimefield_value(timezone.now())
    with connection.cursor() as cursor:
        cursor.execute(who.facts, [who.session, now, *who.ids])
        return cursor.fetchone() or ()


def done(night: int) -> Facts:
    """What was done on it, whoever asks."""
    with connection.cursor() as cursor:
        cursor.execute(OF_NIGHT, [night])
        return cursor.fetchone() or ()


def remember(
    request: HttpRequest, tag: str, who: Validator, found: Facts, *, minute: int = 0
) -> None:
    """`found` was read before the answer was made: it may only be older."""
    if found:
        _known.put_many({_asked(request, tag, minute): (who, found)})


def not_modified(request: HttpRequest, *, minute: int = 0) -> HttpResponseNotModified | None:
    tag = request.headers.get("If-None-Match", "").removeprefix("W/")
    if not tag or request.method == "POST":
        return None
    known = _known.get(_asked(request, tag, minute))
    if known is None or validators(known[0]) != known[1]:
        return None
    return HttpResponseNotModified(headers={"ETag": tag, "Vary": "Cookie"})


def conditional_response(
    request: HttpRequest, reader: Viewer, make: Callable[[], HttpResponse], *, day: int = 0
) -> HttpResponseBase:
    """A page that hangs on who asks, what they see of names, and the standings of the club; or
    that it is the same. `day`: where it hangs on that, too.
    """
    hangs_on = _hangs_on(request, reader)
    said = (*hangs_on, request.user.pk, request.get_full_path(), get_language(), day)
    etag = f'"{sha256(repr(said).encode()).hexdigest()[:32]}"'
    if reader.role:
        asks = follower(request, reader.club, STANDING)
        found = validators(asks)
        if found[-len(hangs_on) :] == hangs_on:  # nothing was done in between
            remember(request, etag, asks, found, minute=day)
    answer = get_conditional_response(request, etag=etag) or make()
    answer["ETag"] = etag
    return answer


def _hangs_on(request: HttpRequest, reader: Viewer) -> Facts:
    """With a role as STANDING tells it."""
    club, user = reader.club, request.user
    who = ("", "") if user.is_anonymous else (user.name, user.email)
    kind = reader.role.kind if reader.role else f"{reader.names.name} {reader.member}"
    return (kind, *who, club.name, club.stamp)


def _asked(request: HttpRequest, tag: str, minute: int) -> Asked:
    return Asked(_session(request), request.get_full_path(), get_language(), minute, tag)


def _session(request: HttpRequest) -> str:
    return request.COOKIES.get(settings.SESSION_COOKIE_NAME, "")


def kept(answer: HttpResponseBase) -> HttpResponseBase:
    """By who asked, and asked about again each time."""
    answer["Cache-Control"] = "private, no-cache"
    return answer
