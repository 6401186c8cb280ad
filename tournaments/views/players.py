from collections.abc import Mapping, Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe
from django_tables2 import Table

from scoring.toolkit import downloads
from tournaments import access, list_columns
from tournaments.access import Viewer
from tournaments.club.reglementen import build_game
from tournaments.files.exports import players as written
from tournaments.members import members
from tournaments.models import Club, Member
from tournaments.names import NOBODY, Label, NameDetail, clean_search, split_search
from tournaments.standings.pages import player
from tournaments.standings.pages import player_rows as rows
from tournaments.standings.pages import players as listed
from tournaments.standings.pages.player import Player
from tournaments.standings.pages.players import Listed
from tournaments.views import conditional
from tournaments.views.base import read_id


@require_safe
def players_page(request: HttpRequest, slug: str) -> HttpResponseBase:
    return conditional.keep_privately(
        conditional.find_not_modified(request) or _everybody(request, slug)
    )


def _everybody(request: HttpRequest, slug: str) -> HttpResponseBase:
    reader = access.viewer_or_404(request, slug)
    if downloads.is_file_wanted(request):
        return _list(request, reader)

    def make() -> HttpResponse:
        own = [(member.pk, str(member)) for member in access.list_own_members(request, reader)]
        season, people = listed.list_players(reader.club, reader.openly)
        sought = clean_search(request.GET.get("q", ""))
        table = list_columns.sort_table(list_columns.Players(people), request)
        shown = [line for line in table.data if _is_sought(line, split_search(sought))]
        words = {"club": reader.club, "own": own, "people": people, "shown": shown}
        words |= {"table": table, "organises": access.has_rights(reader.role, access.ORGANISER)}
        words |= {
            "earlier": [line for line in shown if line.earlier],
            "season": season,
            "season_name": list_columns.make_unbroken(season),
            "sought": sought,
        }
        return render(request, "tournaments/standings/players.html", words)

    return conditional.answer_conditionally(request, reader, make)


def _list(request: HttpRequest, reader: Viewer) -> HttpResponse:
    season, people = listed.list_players(reader.club, reader.openly)
    if season is None:
        raise Http404
    table = list_columns.sort_table(list_columns.Players(people), request)
    listing = written.list_players(table.data)
    return downloads.list_response(request, listing, reader.club, season)


def _is_sought(line: Listed, words: Sequence[str]) -> bool:
    """For each word of the search, some word of the name must begin with it."""
    parts = line.sought.split()
    return all(any(part.startswith(word) for part in parts) for word in words)


@require_safe
def player_page(request: HttpRequest, slug: str, pk: int) -> HttpResponseBase:
    return conditional.keep_privately(
        conditional.find_not_modified(request) or _show_player(request, slug, pk)
    )


def _show_player(request: HttpRequest, slug: str, pk: int) -> HttpResponseBase:
    reader = access.viewer_or_404(request, slug)
    who = access.get_in_club(Member, reader.club, pk, erased=None)
    if who.merged_into_id:
        return redirect("tournaments:player", slug, who.merged_into_id)
    if other := read_id(request.GET.get("other")):  # chosen in the list on the page
        return redirect("tournaments:compare", slug, pk, other)
    who.club = reader.club
    labels = members.load_labels_around(who.pk, reader.openly)
    name = name_player(request, reader, who, labels)
    if downloads.is_file_wanted(request):
        return _file(request, who, name, labels)

    def make() -> HttpResponse:
        shown = player.build_player(who, read_id(request.GET.get("season")), labels)
        words = {"club": reader.club, "name": name, "player": shown}
        words |= build_parts(request, shown, reader.club) if shown else {}
        return render(request, "tournaments/standings/player.html", words)

    return conditional.answer_conditionally(request, reader, make)


def name_player(
    request: HttpRequest, reader: Viewer, who: Member, labels: Mapping[int, Label] | None = None
) -> str:
    """Raise 404 for a player who hides their name, unless the viewer is that player or an
    organiser.
    """
    if labels is None:
        labels = members.load_labels_around(who.pk, reader.openly)
    if reader.names == NameDetail.FULL:
        return labels[who.pk].full
    if who in access.list_own_members(request, reader):
        return members.load_names([who.pk], NameDetail.FULL)[who.pk]
    if who.public_name == NOBODY:
        raise Http404
    return labels[who.pk].full


def _file(
    request: HttpRequest, who: Member, name: str, labels: Mapping[int, Label]
) -> HttpResponse:
    shown = player.build_player(who, read_id(request.GET.get("season")), labels)
    if shown is None:
        raise Http404
    listing = written.list_player(
        sort_lists(request, shown), request.GET.get("list", ""), yours=False
    )
    return downloads.list_response(request, listing, name, who.club, shown.own.season)


def build_parts(request: HttpRequest, player: Player, club: Club | None = None) -> dict[str, Any]:
    """Without `club`, names and nights are no links."""
    tables = build_lists(request, player)
    nights = reverse("tournaments:nights", args=[club.slug]) if club else ""
    others = find_players_address(club) if club else ""
    return {
        "lists": tables,
        "nights_address": nights,
        "night_rows": rows.build_night_rows(player.own.lines, nights),
        "contract_rows": rows.contract_rows(tables["contracts"].data),
        "met_choices": rows.build_met_choices(player.met) if club else "",
        "met_rows": rows.build_met_rows(tables["met"].data, others),
    }


def find_players_address(club: Club) -> str:
    return reverse("tournaments:players", args=[club.slug])


def build_lists(request: HttpRequest, player: Player) -> dict[str, Table]:
    low = build_game(player.own.season.reglement).lowest_wins
    tables = {
        "contracts": list_columns.Contracts(player.contracts, low=low),
        "met": list_columns.Met(player.met),
    }
    return {which: list_columns.sort_table(table, request) for which, table in tables.items()}


def sort_lists(request: HttpRequest, player: Player) -> Player:
    tables = build_lists(request, player)
    return player._replace(contracts=list(tables["contracts"].data), met=list(tables["met"].data))
