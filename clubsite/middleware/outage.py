"""Explain that the disk is full, a write takes too long or the database is lost. The page says that
nothing was saved, holds everything that was typed, and retries by itself.
"""

import errno
import logging
import sys

from django.db import InterfaceError, InternalError, OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import add_never_cache_headers
from django.views.defaults import server_error

from clubsite.config.databases import PATIENCE, limit_statements
from clubsite.middleware.headers import Handler
from scoring.browser import sync
from scoring.toolkit.problems import ProblemCode, user_error
from tournaments.problems import DATABASE_AWAY, DISK_FULL, READ_ONLY, WRITES_LONG
from tournaments.views.base import list_numbered_errors

log = logging.getLogger(__name__)

SOON = "20"  # seconds
LONGEST = PATIENCE + 10  # seconds for one statement, longer than any wait for a lock
# Error names of SQLite and error numbers of PostgreSQL.
FULL = ("SQLITE_FULL", "SQLITE_IOERR", "SQLITE_CANTOPEN", "SQLITE_READONLY", "53100", "58030")
LONG = ("SQLITE_BUSY", "SQLITE_LOCKED", "55P03", "57014", "40P01")
# psycopg raises InternalError for these two; any other InternalError is PostgreSQL's own fault.
ONLY_READS = "25006"
PUT_OUT = "25P03"  # idle for too long, in a transaction


class OutageMiddleware:
    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with limit_statements(LONGEST):
            return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        return answer(request, error)


def explain_error(request: HttpRequest) -> HttpResponse:
    """The handler500. An outage outside a view is explained as well."""
    return answer(request, sys.exc_info()[1]) or server_error(request)


def answer(request: HttpRequest, error: BaseException | None) -> HttpResponse | None:
    check = find_outage(error)
    if check is None:
        return None
    log.error("%s, %s", check.code, " ".join(str(error).split()))
    refused = user_error(check)
    kinds = ["text/html", "application/json"]
    response: HttpResponse
    if request.path == reverse("scoring:sync") or request.get_preferred_type(kinds) == kinds[1]:
        response = JsonResponse(sync.answer_refused(refused.problems), status=503)
    else:
        # This page needs no database, not even for the logged-in user
        again, typed = request.get_full_path(), _typed(request)
        page = {"refusals": list_numbered_errors(refused), "typed": typed, "again": again}
        response = render(request, "clubsite/unwell.html", page, status=503)
    response.headers["Retry-After"] = SOON
    add_never_cache_headers(response)
    return response


def find_outage(error: BaseException | None) -> ProblemCode | None:
    if isinstance(error, OSError):
        return DISK_FULL if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG) else None
    if not isinstance(error, OperationalError | InterfaceError | InternalError):
        return None
    name = getattr(error.__cause__, "sqlite_errorname", None)
    name = name or getattr(error.__cause__, "sqlstate", None) or ""
    if name == ONLY_READS:
        return READ_ONLY
    if isinstance(error, InternalError) and name != PUT_OUT:
        return None
    if name == "SQLITE_ERROR":  # wrong SQL; for PostgreSQL that is another class
        return None
    if name.startswith(FULL):
        return DISK_FULL
    return WRITES_LONG if name.startswith(LONG) else DATABASE_AWAY


def _typed(request: HttpRequest) -> list[tuple[str, str]]:
    """Passwords are left out. A form with a file has to be filled in anew."""
    left_out = ("csrfmiddlewaretoken", "password", "current")
    lists = () if request.method != "POST" or request.FILES else request.POST.lists()
    return [(name, value) for name, values in lists if name not in left_out for value in values]
