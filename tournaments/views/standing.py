"""The standing of a season, for who takes part in the club."""

from hashlib import sha256
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import render
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from scoring.views import files
from tournaments import access, board, tables
from tournaments.models import Season
from tournaments.reglementen import system_of
from tournaments.views import following
from tournaments.views.base import account
from tournaments.writing import standing as written


@require_safe
def standing(request: HttpRequest, slug: str, pk: int) -> HttpResponseBase:
    return following.kept(following.nothing_new(request) or _standing(request, slug, pk))


@login_required
def _standing(request: HttpRequest, slug: str, pk: int) -> HttpResponseBase:
    club, role = access.at_least(access.MEMBER, request, slug)
    full = access.has(role, access.ORGANISER)
    one = access.season(club, pk)
    if files.asked(request):
        made = written.listing(one, lambda table: tables.in_order(table, request), full=full)
        return files.answer(request, made, club, one)
    who = account(request)
    hangs_on = (role.kind, who.name, club.name, club.stamp)
    said = (*hangs_on, who.pk, request.get_full_path(), get_language())
    etag = f'"{sha256(repr(said).encode()).hexdigest()[:32]}"'
    follower = following.follower(request, club, following.STANDING)
    facts = following.facts(follower)
    if facts[-len(hangs_on) :] == hangs_on:  # nothing was done in between
        following.remember(request, etag, follower, facts)
    answer = get_conditional_response(request, etag=etag)
    if answer is None:
        answer = render(request, "tournaments/standing.html", _words(request, one, full))
    answer["ETag"] = etag
    return answer


def _words(request: HttpRequest, one: Season, full: bool) -> dict[str, Any]:
    dashes = system_of(one.reglement).dash
    found = board.of(one, dashes, full=full)
    boards = [
        (each.number, tables.in_order(tables.Standing(each.lines, dashes), request))
        for each in found.boards
    ]
    return {"club": one.club, "season": one, "boards": boards, "nights": found.nights}
