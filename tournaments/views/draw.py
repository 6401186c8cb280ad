from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext

from scoring.toolkit import downloads
from tournaments import access
from tournaments.accounts import rights
from tournaments.club.reglementen import list_table_kinds
from tournaments.draw.record import digest_seed
from tournaments.files.exports import lists
from tournaments.forms.draw import DrawForm
from tournaments.forms.nights import ReasonForm
from tournaments.models import Club, DrawRecord, Night
from tournaments.nights import draw_rounds, draw_wishes, nights, what_draw_knows
from tournaments.nights.entrants import list_present, load_tonight
from tournaments.nights.pages import draw_report, hub, seating_plan
from tournaments.views.base import (
    get_actor,
    page_of,
    read_id,
    read_page,
    read_posted,
    run_verb,
    try_verb,
)


@page_of(rights.HELPER, access.night_or_404, way=read_page)
def rounds(request: HttpRequest, club: Club, night: Night) -> HttpResponse:
    seatings = seating_plan.build_seating(night)
    shown = seating_plan.choose_seating(night, seatings, read_id(request.GET.get("round")))
    if downloads.is_file_wanted(request) and shown:
        return downloads.list_response(request, lists.list_seating(shown), club, night.day)
    words = {
        "club": club,
        "night": night,
        "rounds": sorted(seated.number for seated in seatings),
        "shown": shown,
        "organises": access.organises(request),
    }
    return render(request, "tournaments/nights/rounds.html", words)


def is_drawn_meanwhile(request: HttpRequest, night: Night) -> bool:
    """A button that is pressed twice draws once."""
    seen = read_drawn_before(request)
    return seen is not None and seen != draw_rounds.mark_draws(night)


def read_drawn_before(request: HttpRequest) -> str | None:
    """Return what the form held when it was shown: it changes when a draw is made or undone."""
    return request.POST.get("drawn")


@page_of(rights.ORGANISER, access.night_or_404)
def draw(request: HttpRequest, club: Club, night: Night) -> HttpResponse:
    people = list_present(night)
    kinds = list_table_kinds(night.season)
    most = max(len(nights.compute_table_sizes(night, len(people), kind).tables) for kind in kinds)
    if "more" in request.POST:
        form = DrawForm(night, people, most, typed=request.POST)
    else:
        form = DrawForm(night, people, most, read_posted(request))
        if _has_drawn(request, night, form) or is_drawn_meanwhile(request, night):
            return redirect(night)
    words = {
        "club": club,
        "night": night,
        "form": form,
        "present": len(people),
        "steps": hub.list_steps(
            night, hub.count_people(night), form.drawn, form.drawn, organises=True
        ),
        "playing": night.state == nights.State.PLAYING,
        "digest": digest_seed(night.next_seed),
        "passed_over": draw_wishes.list_passed_over(night, people),
        "count": len(nights.compute_table_sizes(night, len(people)).tables),
        "next_out": what_draw_knows.list_next_out(night, people) if form.left else (0, []),
        "too_few": not most and not form.is_bound,
        "drawn": draw_rounds.mark_draws(night),
        "undrawn": load_tonight(night).undrawn if night.season.by_couple else [],
    }
    words |= _describe_draws(draw_report.list_reports(night))
    return render(request, "tournaments/nights/draw.html", words)


def _has_drawn(request: HttpRequest, night: Night, form: DrawForm) -> bool:
    if is_drawn_meanwhile(request, night):
        return False
    given = {"seen": read_drawn_before(request), "by": get_actor(request)}
    return run_verb(form, draw_rounds.draw_rounds, night=night, **given) is not None


def _describe_draws(reports: Sequence[draw_report.Report]) -> dict[str, Any]:
    draws = [report.draw_record for report in reports]
    standing = [record for record in draws if record.taken_back is None]
    last = standing[-1] if standing else None
    return {
        "reports": reports,
        "latest": draws[-1] if draws else None,
        "begun": last is not None,
        "undoable": last is not None and bool(draw_rounds.list_unplayed(last)),
        "taken_back": len(draws) - len(standing),
    }


@page_of(rights.ORGANISER, access.night_or_404)
def take_back(request: HttpRequest, club: Club, night: Night) -> HttpResponse:
    if "again" in request.POST:
        return _put_back(request, club, night)
    last = DrawRecord.objects.filter(night=night, taken_back=None).last()
    chosen = request.POST.get("draw_record")
    if last is None or chosen not in (None, str(last.pk)):  # somebody else undid it already
        return redirect("tournaments:draw", club.slug, night.pk)
    since = read_id(request.GET.get("since"))  # a table's page is about the rounds after its own
    why = gettext("Somebody came or went.") if since or "came" in request.GET else ""
    form = ReasonForm(read_posted(request), initial={"reason": why})
    form.fields["reason"].widget.attrs["autofocus"] = ""
    if run_verb(form, draw_rounds.undo_draw, draw_record=last, since=since, by=get_actor(request)):
        return redirect("tournaments:draw", club.slug, night.pk)
    going = [each.number for each in draw_rounds.list_unplayed(last) if each.number >= since]
    words = {"club": club, "night": night, "form": form, "going": going, "draw_record": last}
    words["stays"] = len(going) < last.rounds.count()
    return render(request, "tournaments/nights/draw_undo.html", words)


def _put_back(request: HttpRequest, club: Club, night: Night) -> HttpResponse:
    last = night.draw_records.last()
    if last is None:
        return redirect("tournaments:draw", club.slug, night.pk)
    if refusals := try_verb(draw_rounds.redo_draw, draw_record=last, by=get_actor(request)):
        words = {"club": club, "night": night, "refusals": refusals, "refused": True}
        return render(request, "tournaments/nights/draw_undo.html", words, status=409)
    return redirect(night)
