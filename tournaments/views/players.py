"""The pages of players' results."""

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe
from django_tables2 import Table

from scoring.toolkit import downloads
from tournaments import access, lists
from tournaments.access import Viewer
from tournaments.club.reglementen import system_of
from tournaments.files.exports import players as written
from tournaments.members import members
from tournaments.models import Member
from tournaments.names import NOBODY, NameDetail
from tournaments.standings.pages import player
from tournaments.standings.pages.player import Player
from tournaments.views import conditional
from tournaments.views.base import number


@require_safe
def everybody(request: HttpRequest, slug: str) -> HttpResponseBase:
    return conditional.keep_privately(
        conditional.not_modified(request) or _everybody(request, slug)
    )


def _everybody(request: HttpRequest, slug: str) -> HttpResponseBase:
    reader = access.viewer_or_404(request, slug)

    def make() -> HttpResponse:
        own = [(member.pk, str(member)) for member in access.own_members(request, reader)]
        season, people = player.everybody(reader.club, reader.openly)
        words = {"club": reader.club, "own": own, "people": people}
        words["season"] = lists.unbroken(season)
        return render(request, "tournaments/standings/players.html", words)

    return conditional.conditional_response(request, reader, make)


@require_safe
def player_page(request: HttpRequest, slug: str, pk: int) -> HttpResponseBase:
    return conditional.keep_privately(conditional.not_modified(request) or _one(request, slug, pk))


def _one(request: HttpRequest, slug: str, pk: int) -> HttpResponseBase:
    reader = access.viewer_or_404(request, slug)
    who = access.get_in_club(Member, reader.club, pk, erased=None)
    if who.merged_into_id:
        return redirect("tournaments:player", slug, who.merged_into_id)
    name = called(request, reader, who)
    if downloads.wants_file(request):
        return _file(request, reader, who, name)

    def make() -> HttpResponse:
        found = player.build_player(who, number(request.GET.get("season")), reader.openly)
        words = {"club": reader.club, "name": name, "player": found}
        words["lists"] = lists_of(request, found) if found else {}
        return render(request, "tournaments/standings/player.html", words)

    return conditional.conditional_response(request, reader, make)


def called(request: HttpRequest, reader: Viewer, who: Member) -> str:
    """Return the player's name to show. A player who hides their name has no page, except for
    themselves and for organisers.
    """
    if reader.names == NameDetail.FULL or who in access.own_members(request, reader):
        return members.names_by_id([who.pk], NameDetail.FULL)[who.pk]
    if who.public_name == NOBODY:
        raise Http404
    return members.names_by_id([who.pk], NameDetail.PUBLIC)[who.pk]


def _file(request: HttpRequest, reader: Viewer, who: Member, name: str) -> HttpResponse:
    found = player.build_player(who, number(request.GET.get("season")), reader.openly)
    if found is None:
        raise Http404
    listing = written.list_player(
        in_order(request, found), request.GET.get("list", ""), yours=False
    )
    return downloads.list_response(request, listing, name, reader.club, found.own.season)


def lists_of(request: HttpRequest, found: Player) -> dict[str, Table]:
    """Return the tables of contracts and of opponents, in the requested order."""
    low = system_of(found.own.season.reglement).lowest_wins
    tables = {"contracts": lists.Contracts(found.contracts, low=low), "met": lists.Met(found.met)}
    return {which: lists.in_order(table, request) for which, table in tables.items()}


def in_order(request: HttpRequest, found: Player) -> Player:
    tables = lists_of(request, found)
    return found._replace(contracts=list(tables["contracts"].data), met=list(tables["met"].data))
