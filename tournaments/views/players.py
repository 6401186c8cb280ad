"""What somebody came to, for who takes part with them."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from scoring.views import files
from tournaments import access, members, own_results, player
from tournaments.models import Club, Member
from tournaments.names import NOBODY
from tournaments.views import following
from tournaments.views.base import account, number
from tournaments.writing import lists


@require_safe
def everybody(request: HttpRequest, slug: str) -> HttpResponseBase:
    return following.kept(following.nothing_new(request) or _everybody(request, slug))


@login_required
def _everybody(request: HttpRequest, slug: str) -> HttpResponseBase:
    club, role = access.at_least(access.MEMBER, request, slug)

    def make() -> HttpResponse:
        own = [(one.pk, str(one)) for one in members.of_account(account(request), club)]
        season, people = player.everybody(club, full=access.has(role, access.ORGANISER))
        words = {"club": club, "own": own, "season": season, "people": people}
        return render(request, "tournaments/players.html", words)

    return following.answered(request, club, role, make)


@require_safe
def one(request: HttpRequest, slug: str, pk: int) -> HttpResponseBase:
    return following.kept(following.nothing_new(request) or _one(request, slug, pk))


@login_required
def _one(request: HttpRequest, slug: str, pk: int) -> HttpResponseBase:
    club, role = access.at_least(access.MEMBER, request, slug)
    who = access.of_club(Member, club, pk, erased=None)
    if who.merged_into_id:
        return redirect("tournaments:player", slug, who.merged_into_id)
    full = access.has(role, access.ORGANISER)
    name = _name(request, club, who, full)
    asked = number(request.GET.get("season"))
    if files.asked(request):
        return _file(request, who, name, asked)

    def make() -> HttpResponse:
        found = player.of(who, asked, full=full)
        words = {"club": club, "name": name, "player": found}
        return render(request, "tournaments/player.html", words)

    return following.answered(request, club, role, make)


def _name(request: HttpRequest, club: Club, who: Member, full: bool) -> str:
    """Who shows no name has no page, but for themselves and who organises."""
    if full or who in members.of_account(account(request), club):
        return str(who)
    if who.public_name == NOBODY:
        raise Http404
    return who.public_name


def _file(request: HttpRequest, who: Member, name: str, asked: int) -> HttpResponse:
    found = own_results.of(who, asked)
    if found is None:
        raise Http404
    return files.answer(request, lists.own(found, yours=False), name, who.club, found.season)
