"""The organiser's overview (the room): every table of a round and its progress."""

from functools import lru_cache
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.cache import get_conditional_response
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.views.decorators.http import require_http_methods

from scoring.toolkit import downloads
from tournaments import access
from tournaments.backup import copies
from tournaments.club.reglementen import game_of
from tournaments.files.exports import lists
from tournaments.forms.nights import CutForm
from tournaments.models import Night, NightLogEntry, Round
from tournaments.nights import rounds
from tournaments.nights.pages import overview, table
from tournaments.nights.pages.overview import OverviewInput, TableState
from tournaments.views import conditional
from tournaments.views.base import actor, done, number


@require_http_methods(["GET", "HEAD", "POST"])
def room_page(request: HttpRequest, slug: str, pk: int) -> HttpResponseBase:
    """Show the overview of the tables. With `part`, return only the tables, for which a script asks
    again and again.
    """
    same = conditional.not_modified(request, minute=overview.minute())
    return conditional.keep_privately(same or _room(request, slug, pk))


@login_required
def _room(request: HttpRequest, slug: str, pk: int) -> HttpResponseBase:
    needed = access.ORGANISER if request.method == "POST" else access.HELPER
    club, role = access.at_least(needed, request, slug)
    night = access.night(club, pk)
    rounds_drawn = list(night.rounds.all())
    asked = number(request.GET.get("round"))
    by_number = {drawn_round.number: drawn_round for drawn_round in rounds_drawn}
    shown = by_number.get(overview.pick(night, by_number, asked))
    changes = access.has(role, access.ORGANISER) and night.state == Night.State.PLAYING
    words = {
        "club": club,
        "night": night,
        "rounds": rounds_drawn,
        "shown": shown,
        "changes": changes,
    }
    if shown and downloads.wants_file(request):
        seen = overview.read_overview(shown, club)
        listing = lists.room(shown.number, overview.build_overview(seen))
        return downloads.list_response(request, listing, club, night.day)
    if shown and "part" in request.GET:
        return _part(request, shown, words)
    return _whole(request, shown, words) if shown else _page(request, words)


def _whole(request: HttpRequest, shown: Round, words: dict[str, Any]) -> HttpResponse:
    seen = overview.read_overview(shown, words["club"])
    tables = tuple((pk, number) for pk, number, *_ in seen.tables)
    if request.method == "POST":
        form = CutForm(shown, tables, request.POST)
        if entry := done(form, rounds.shorten, round_=shown, by=actor(request)):
            return redirect(f"{request.path}?round={shown.number}&cut={entry.pk}")
        words |= {"form": form, "fields": _fields(form)}
    elif words["changes"]:
        usual = game_of(words["night"].season.reglement).games
        words |= {
            "fields": _empty(shown, usual, tables, get_language()),
            "cut": _cut(request, shown),
        }
    return _page(request, words | _drawn(seen, words))


@lru_cache(maxsize=100)
def _empty(
    shown: Round, _usual: int | None, tables: tuple[tuple[int, int], ...], _language: str | None
) -> SafeString:
    """Return the HTML of the empty form. The form is cached, because all users get the same one."""
    return _fields(CutForm(shown, tables))


def _fields(form: CutForm) -> SafeString:
    return render_to_string("tournaments/nights/_fields.html", {"form": form})


def _cut(request: HttpRequest, shown: Round) -> str:
    """Return words for the change that the user just made on this page."""
    if asked := number(request.GET.get("cut")):
        for entry in shown.night.log_entries.filter(kind=NightLogEntry.Kind.CUT, pk=asked):
            return table.in_words(entry, {})
    return ""


def _page(request: HttpRequest, words: dict[str, Any]) -> HttpResponse:
    return render(request, "tournaments/nights/overview.html", words)


def _part(request: HttpRequest, shown: Round, words: dict[str, Any]) -> HttpResponseBase:
    who = conditional.follower(request, words["club"], conditional.ROOM, shown.pk)
    facts = conditional.validators(who)
    seen = overview.read_overview(shown, words["club"])
    troubles = "".join(trouble.why for trouble in copies.state().troubles)
    etag = f'"{seen.seal}{"+" if words["changes"] else ""}{troubles}"'
    if "round" in request.GET:  # without it the latest round is meant, which may change
        conditional.remember(request, etag, who, facts, minute=overview.minute())
    if same := get_conditional_response(request, etag=etag):
        return same
    answer = render(request, "tournaments/nights/_overview.html", _drawn(seen, words))
    answer["ETag"] = etag
    return answer


def _drawn(seen: OverviewInput, words: dict[str, Any]) -> dict[str, Any]:
    found, club = overview.build_overview(seen), words["club"].slug
    changes, language = words["changes"], get_language()
    tables = (_table(place, club, changes, language) for place in found.places)
    drawn = mark_safe("".join(tables))  # noqa: S308  of our own template
    return {"room": found, "tables": drawn, "troubles": copies.state().troubles}


@lru_cache(maxsize=1000)
def _table(place: TableState, club: str, changes: bool, _language: str | None) -> SafeString:
    """Return the HTML of a table. The HTML is cached for all users until the table changes."""
    words = {"place": place, "club": club, "changes": changes}
    return render_to_string("tournaments/nights/_place.html", words)
