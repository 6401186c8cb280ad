"""The night's page for helpers and organisers. While the night is being played, it has the overview
of the tables (called "room" in addresses), which a script fetches again and again.
"""

from typing import Any
from urllib.parse import urlsplit

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page, require_http_methods

from scoring.toolkit.addresses import draw_code, only_here, reachable
from scoring.toolkit.numbered_forms import NumberedErrors
from tournaments import access
from tournaments.accounts import rights
from tournaments.backup import copies
from tournaments.draw.record import digest_seed
from tournaments.forms.nights import ClockForm, CutForm
from tournaments.members import members
from tournaments.models import Club, Night, NightLogEntry, Round
from tournaments.models.night import AHEAD, GOING_ON
from tournaments.names import NameDetail
from tournaments.nights import changes_at_tables, entrants, money, round_clock, signing_up
from tournaments.nights.pages import agenda, door, missed_rounds, table
from tournaments.nights.pages.hub import Hub
from tournaments.nights.pages.result import read_result
from tournaments.views import sharing
from tournaments.views.base import get_actor, page_of, pressed, read_id, run_verb, try_verb
from tournaments.views.door import build_door_words

State = Night.State


def show_hub(
    request: HttpRequest,
    night: Night,
    *,
    refusals: NumberedErrors | None = None,
    cut: CutForm | None = None,
    clock: ClockForm | None = None,
    requested: int = 0,
) -> HttpResponse:
    """Show the page, with what was refused: the form that limits a round to fewer games, the form
    that sets a round's clock, or anything else. `requested` is the number of the round to show; 0:
    as the query string says.
    """
    organises = access.organises(request)
    hub = Hub(night, organises, requested or read_id(request.GET.get("round")))
    context: dict[str, Any] = {
        "club": night.season.club,
        "night": night,
        "hub": hub,
        "organises": organises,
        "form": cut,
        "clock_form": clock,
        "refusals": refusals,
    }
    if hub.has_room and hub.shown:
        context |= _describe_round(request, hub.shown, cut, clock) if hub.changes else {}
    elif night.state == State.CHECK_IN:
        context |= build_door_words(request, night, organises)
    elif night.state == State.CLOSED:
        context |= _describe_result(request, hub)
    else:
        context |= _describe_plan(hub)
    if night.state in (*AHEAD, State.CHECK_IN):
        context["reserve"] = members.label_people(signing_up.list_reserve(night))
        context["untold"] = members.label_people(signing_up.list_untold(night))
    if hub.has_room or night.state in GOING_ON:
        context["troubles"] = copies.read_state().troubles
    if night.state != State.CLOSED:
        context |= _describe_links(request, hub)
    status = 409 if refusals else 200
    return render(request, "tournaments/nights/hub.html", context, status=status)


def _describe_round(
    request: HttpRequest, shown: Round, cut: CutForm | None, clock: ClockForm | None
) -> dict[str, Any]:
    cuts = shown.night.log_entries.filter(kind=NightLogEntry.Kind.CUT)
    was_cut = cuts.filter(pk=read_id(request.GET.get("cut"))).first()
    began = timezone.localtime(shown.began).time() if shown.began else None
    return {
        "form": cut or CutForm(shown),
        "clock_form": clock or ClockForm(initial={"began": began}),
        "cut": table.in_words(was_cut, {}) if was_cut else "",
    }


def _describe_result(request: HttpRequest, hub: Hub) -> dict[str, Any]:
    night = hub.night
    context: dict[str, Any] = {
        "brought": night.imported_results.count(),
        "result": read_result(night, NameDetail.FULL),
        "share": sharing.share_night(request, night),
        "following": (following := agenda.find_next_night(night)),
        "coming": signing_up.count_signed_up(following) if following else 0,
    }
    if hub.organises:
        context["late"] = sum(each.how.late for each in hub.tables)
        context["money"] = money.build_money(night)
        if not context["brought"]:
            context["away"] = missed_rounds.list_away(night, NameDetail.FULL)
    return context


def _describe_plan(hub: Hub) -> dict[str, Any]:
    night, counts = hub.night, hub.counts
    coming = counts.signed_up if night.state in AHEAD else counts.inside
    tables = door.tables_in_words(night, entrants.count_entrants(night, coming)) if coming else ""
    return {
        "door_tables": tables,
        "digest": digest_seed(night.next_seed) if night.next_seed else "",
        "due": night.day <= timezone.localdate(),
        "sign_off": signing_up.describe_sign_off(night, ""),
    }


def _describe_links(request: HttpRequest, hub: Hub) -> dict[str, Any]:
    words: dict[str, Any] = {"here_only": only_here(urlsplit(reachable(request, "/")).netloc)}
    if "hall" in request.GET and hub.organises:
        hall = reverse("tournaments:hall", args=[hub.hall_key])
        words |= {"hall": hall, "address": reachable(request, hall)}
        words["code"] = draw_code(words["address"], gettext("Code that opens the hall page"))
    return words


@cache_control(private=True, no_cache=True)
@conditional_page
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def room_page(request: HttpRequest, slug: str, pk: int) -> HttpResponseBase:
    """With `part`, only what changes, for a script that polls it."""
    needed = rights.ORGANISER if request.method == "POST" else rights.HELPER
    club, _role = access.role_or_403(needed, request, slug)
    night = access.night_or_404(club, pk)
    hub = Hub(night, access.organises(request), read_id(request.GET.get("round")))
    if hub.shown is None:
        return redirect(night)
    address = f"{night.get_absolute_url()}?round={hub.shown.number}"
    if "part" in request.GET:
        context = {"night": night, "hub": hub, "troubles": copies.read_state().troubles}
        return render(request, "tournaments/nights/_hub_part.html", context)
    if "open" in request.POST:
        verb = changes_at_tables.open_for_sitting_out
        if refusals := try_verb(verb, round_=hub.shown, by=get_actor(request)):
            return show_hub(request, night, refusals=refusals)
        return redirect(address)
    if request.method == "POST":
        form = CutForm(hub.shown, request.POST)
        if entry := run_verb(
            form, changes_at_tables.shorten, round_=hub.shown, by=get_actor(request)
        ):
            return redirect(f"{address}&cut={entry.pk}")
        return show_hub(request, night, cut=form)
    return redirect(address)


@page_of(rights.ORGANISER, access.night_or_404, way=pressed)
def begin(request: HttpRequest, _club: Club, night: Night) -> HttpResponseBase:
    shown = get_object_or_404(night.rounds, number=read_id(request.POST.get("round")))
    form = ClockForm(request.POST)
    if run_verb(form, round_clock.begin_round, round_=shown, by=get_actor(request)):
        return redirect(f"{night.get_absolute_url()}?round={shown.number}")
    return show_hub(request, night, clock=form, requested=shown.number)
