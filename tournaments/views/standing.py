"""The standing of a season, for who takes part in the club."""

from hashlib import sha256

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import render
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_safe

from scoring.views import files
from tournaments import access, board, tables
from tournaments.models import Season
from tournaments.reglementen import system_of
from tournaments.views.base import account
from tournaments.writing import standing as written


@require_safe
@login_required
def standing(request: HttpRequest, slug: str, pk: int) -> HttpResponseBase:
    club, role = access.at_least(access.MEMBER, request, slug)
    full = access.has(role, access.ORGANISER)
    one = access.of_club(Season, club, pk)
    if files.asked(request):
        made = written.listing(one, lambda table: tables.in_order(table, request), full=full)
        return files.answer(request, made, club, one)
    who = account(request)
    sealed = board.seal(one)
    said = [sealed, full, club.name, who.pk, who.name, request.get_full_path()]
    etag = f'"{sha256(repr(said).encode()).hexdigest()[:32]}"'
    answer = get_conditional_response(request, etag=etag)
    if answer is None:
        dashes = system_of(one.reglement).dash
        found = [
            (each.number, tables.in_order(tables.Standing(each.lines, dashes), request))
            for each in board.of(one, dashes, sealed, full=full)
        ]
        words = {"club": club, "season": one, "boards": found, "nights": board.nights_of(one)}
        answer = render(request, "tournaments/standing.html", words)
        answer["ETag"] = etag
    answer["Cache-Control"] = "private, no-cache"
    return answer
