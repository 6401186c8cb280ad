"""Views for the overview of the tables (called "room" in the code). They return the part of the
night's page that a script polls, and the overview as a file. They also handle the forms that
shorten a round or start its clock. The page itself is at the night's own address.
"""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_http_methods, require_POST

from scoring.toolkit import downloads
from tournaments import access
from tournaments.backup import copies
from tournaments.files.exports import lists
from tournaments.forms.nights import ClockForm, CutForm
from tournaments.models import Night, Role, Round
from tournaments.nights import round_clock, rounds
from tournaments.nights.pages import tables_overview
from tournaments.views import conditional, hub, hub_room
from tournaments.views.base import get_actor, read_id, run_verb


@require_http_methods(["GET", "HEAD", "POST"])
def room_page(request: HttpRequest, slug: str, pk: int) -> HttpResponseBase:
    """Redirect to the night's page, which contains the overview of the tables. With `part` in the
    address, return only the part that changes, for a script that polls it. The address also handles
    the form that limits a round to fewer games, and the download of the overview as a file.
    """
    same = conditional.find_not_modified(request, minute=tables_overview.find_minute())
    return conditional.keep_privately(same or _room(request, slug, pk))


@login_required
def _room(request: HttpRequest, slug: str, pk: int) -> HttpResponseBase:
    needed = access.ORGANISER if request.method == "POST" else access.HELPER
    club, role = access.role_or_403(needed, request, slug)
    night = access.night_or_404(club, pk)
    rounds_drawn = list(night.rounds.all())
    wanted = read_id(request.GET.get("round"))
    by_number = {drawn_round.number: drawn_round for drawn_round in rounds_drawn}
    shown = by_number.get(tables_overview.pick(night, by_number, wanted))
    if shown and downloads.is_file_wanted(request):
        seen = tables_overview.read_overview(shown, club)
        listing = lists.list_room(shown.number, tables_overview.build_overview(seen))
        return downloads.list_response(request, listing, club, night.day)
    if shown and "part" in request.GET:
        organises = access.has_rights(role, access.ORGANISER)
        words = {
            "club": club,
            "night": night,
            "rounds": rounds_drawn,
            "shown": shown,
            "organises": organises,
            "changes": organises and night.state == Night.State.PLAYING,
        }
        return _part(request, shown, words)
    if shown and request.method == "POST":
        return _cut_short(request, role, shown)
    return redirect(f"{night.get_absolute_url()}{f'?round={shown.number}' if shown else ''}")


def _cut_short(request: HttpRequest, role: Role | None, shown: Round) -> HttpResponseBase:
    night = shown.night
    tables = [(table.pk, table.number) for table in shown.tables.used()]
    form = CutForm(shown, tables, request.POST)
    if entry := run_verb(form, rounds.shorten, round_=shown, by=get_actor(request)):
        return redirect(f"{night.get_absolute_url()}?round={shown.number}&cut={entry.pk}")
    return hub.show_hub(request, night.season.club, role, night, form=form)


@require_POST
@login_required
def begin(request: HttpRequest, slug: str, pk: int) -> HttpResponseBase:
    """Start the clock of a round now, or at the time that was sent."""
    club, role = access.role_or_403(access.ORGANISER, request, slug)
    night = access.night_or_404(club, pk)
    shown = get_object_or_404(night.rounds, number=read_id(request.POST.get("round")))
    form = ClockForm(request.POST)
    if run_verb(form, round_clock.begin_round, round_=shown, by=get_actor(request)):
        return redirect(f"{night.get_absolute_url()}?round={shown.number}")
    return hub.show_hub(request, club, role, night, clock=form, requested=shown.number)


def _part(request: HttpRequest, shown: Round, words: dict[str, Any]) -> HttpResponseBase:
    who = conditional.make_validator(request, words["club"], conditional.ROOM, shown.pk)
    facts = conditional.load_facts(who)
    seen = tables_overview.read_overview(shown, words["club"])
    troubles = "".join(trouble.why for trouble in copies.read_state().troubles)
    log = "-".join(map(str, facts[6:]))  # who came in, later rounds, and the night's state
    etag = f'"{seen.seal}{log}{"+" if words["changes"] else ""}{troubles}"'
    if "round" in request.GET:  # without it the latest round is meant, which may change
        conditional.remember(request, etag, who, facts, minute=tables_overview.find_minute())
    if same := get_conditional_response(request, etag=etag):
        return same
    others = hub_room.list_all_tables(words["night"], words["rounds"])
    words |= hub_room.build_room_words(seen, words, others)
    answer = render(request, "tournaments/nights/_hub_part.html", words)
    answer["ETag"] = etag
    return answer
