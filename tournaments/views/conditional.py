"""Respond with 304 Not Modified after only one query, for pages that browsers request very often.
They poll the result of a night every few seconds, and open a list of players again and again.

The ETag of each response is cached, together with the facts on which the response depends.
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
from tournaments.access import BAR_STAMP, VIEWED, Viewer
from tournaments.models import Club
from tournaments.views.base import get_account

MOST_KEPT = 1000

# The user's session and rights, and what else the page depends on.
FACTS = """
    SELECT u.password, u.session_version, u.is_active, s.session_data, c.slug, r.kind, {what}
    FROM tournaments_role r
        JOIN tournaments_user u ON u.id = r.user_id
        JOIN tournaments_club c ON c.id = r.club_id,
        django_session s JOIN tournaments_usersession v ON v.session_id = s.session_key{where}
    WHERE s.session_key = %s AND s.expire_date > %s AND v.used = %s
        AND r.user_id = %s AND r.club_id = %s{one}
"""

BAR = BAR_STAMP.format(club="c.id")
STANDING = FACTS.format(what=f"u.name, u.email, c.name, c.results_version, {BAR}", where="", one="")

Facts = tuple[Any, ...]


class RequestKey(NamedTuple):
    session: str
    path: str
    language: str | None
    minute: int
    tag: str


class Validator(NamedTuple):
    facts: str  # one of the queries above
    session: str
    ids: tuple[int, ...]  # parameters: the user, the club, and a round or night


_known = LRU[RequestKey, tuple[Validator, Facts]](MOST_KEPT)


def make_validator(request: HttpRequest, club: Club, facts: str, *ids: int) -> Validator:
    return Validator(facts, _session(request), (get_account(request).pk, club.pk, *ids))


def load_facts(who: Validator) -> Facts:
    """Read from the database the current facts on which a response depends, such as the user's role
    and the version of the results. `who` has the query that reads them, and its parameters. Return
    an empty tuple if the session, the user's role, or the night or round of the page no longer
    exists.
    """
    now = connection.ops.adapt_datetimefield_value(timezone.now())
    # Only of a session that a whole page used today: such a page notes the use, and ends old ones.
    today = connection.ops.adapt_datefield_value(timezone.localdate())
    with connection.cursor() as cursor:
        cursor.execute(who.facts, [who.session, now, today, *who.ids])
        return cursor.fetchone() or ()


def remember(
    request: HttpRequest, tag: str, who: Validator, facts: Facts, *, minute: int = 0
) -> None:
    """Cache the facts on which the response with this ETag (`tag`) depends, so that a later request
    can be answered with 304. The facts must be read before the response is made, so that they are
    never newer than the response.

    `who` has the query that reads these facts. `minute` is a number for the present minute or day,
    if the page depends on that.
    """
    if facts:
        _known.put_many({_request_key(request, tag, minute): (who, facts)})


def find_not_modified(request: HttpRequest, *, minute: int = 0) -> HttpResponseNotModified | None:
    tag = request.headers.get("If-None-Match", "").removeprefix("W/")
    if not tag or request.method == "POST":
        return None
    known = _known.get(_request_key(request, tag, minute))
    if known is None or load_facts(known[0]) != known[1]:
        return None
    return HttpResponseNotModified(headers={"ETag": tag, "Vary": "Cookie"})


def answer_conditionally(
    request: HttpRequest, reader: Viewer, make: Callable[[], HttpResponse], *, day: int = 0
) -> HttpResponseBase:
    """Return the page made by `make`, or a 304 response if the browser has the current page. The
    page depends on the user, on the names that they may see, and on the club's standings. If it
    also depends on the date, `day` is a number for today.
    """
    hangs_on = _hangs_on(request, reader)
    parts = (*hangs_on, request.user.pk, request.get_full_path(), get_language(), day)
    etag = f'"{sha256(repr(parts).encode()).hexdigest()[:32]}"'
    if reader.role:
        validator = make_validator(request, reader.club, STANDING)
        facts = load_facts(validator)
        if facts[-len(hangs_on) :] == hangs_on:  # nothing changed in between
            remember(request, etag, validator, facts, minute=day)
    answer = get_conditional_response(request, etag=etag) or make()
    answer["ETag"] = etag
    return answer


def _hangs_on(request: HttpRequest, reader: Viewer) -> Facts:
    """Return the facts on which a page with a standing depends, such as the user's role and the
    version of the club's results, as they were read earlier in this request. The caller compares
    them with those in the database now, to see whether something changed in between.
    """
    club, user = reader.club, request.user
    who = ("", "") if user.is_anonymous else (user.name, user.email)
    kind = reader.role.kind if reader.role else f"{reader.names.name} {reader.member}"
    return (kind, *who, club.name, club.results_version, request.META[VIEWED].stamp)


def _request_key(request: HttpRequest, tag: str, minute: int) -> RequestKey:
    return RequestKey(_session(request), request.get_full_path(), get_language(), minute, tag)


def _session(request: HttpRequest) -> str:
    return request.COOKIES.get(settings.SESSION_COOKIE_NAME, "")


def keep_privately(answer: HttpResponseBase) -> HttpResponseBase:
    """Let the user's own browser cache this response. It must ask the server each time whether the
    response is still current.
    """
    answer["Cache-Control"] = "private, no-cache"
    return answer
