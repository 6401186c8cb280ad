"""Drawing who sits where, and reading it."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scoring.toolkit import downloads
from scoring.toolkit.problems import UserError
from tournaments import access
from tournaments.draw.record import seed_digest
from tournaments.files.exports import lists
from tournaments.forms.draw import DrawForm
from tournaments.forms.nights import ReasonForm
from tournaments.models import Club, Drawing, Night
from tournaments.nights import nights, wishes
from tournaments.nights import rounds as verbs
from tournaments.nights.pages import door, seating
from tournaments.views.base import actor, done, number, numbered_errors, page, posted


@never_cache
@require_safe
@login_required
def rounds(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    club = access.helper(request, slug)
    one = access.night(club, pk)
    found = seating.build_seating(one)
    shown = seating.shown(one, found, number(request.GET.get("round")))
    if downloads.wants_file(request) and shown:
        return downloads.list_response(request, lists.seating(shown), club, one.day)
    words = {
        "club": club,
        "night": one,
        "rounds": sorted(each.number for each in found),
        "shown": shown,
        "organises": access.has(access.role_in(club, request), access.ORGANISER),
    }
    return render(request, "tournaments/nights/rounds.html", words)


def drawn_meanwhile(request: HttpRequest, one: Night) -> bool:
    """A button that is pressed twice, or by two people, draws once."""
    seen = drawn_before(request)
    return seen is not None and seen != verbs.mark_draws(one)


def drawn_before(request: HttpRequest) -> str | None:
    """What the form was made on."""
    return request.POST.get("drawn")


@page
def draw(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    club = access.organiser(request, slug)
    one = access.night(club, pk)
    people = verbs.present(one)
    tables = len(nights.tables_for(one.season, len(people)).tables)
    if "more" in request.POST:
        form = DrawForm(one, people, tables, typed=request.POST)
    else:
        form = DrawForm(one, people, tables, posted(request))
        made = None
        if not drawn_meanwhile(request, one):
            said = {"seen": drawn_before(request), "by": actor(request)}
            made = done(form, verbs.draw_lots, night=one, **said)
        if made or drawn_meanwhile(request, one):
            return redirect("tournaments:rounds", club.slug, one.pk)
    reports = seating.reports(one)
    last = next(
        (each.drawing for each in reversed(reports) if each.drawing.taken_back is None), None
    )
    words = {
        "club": club,
        "night": one,
        "form": form,
        "present": len(people),
        "tables": door.tables_in_words(one, len(people)),
        "playing": one.state == nights.State.PLAYING,
        "digest": seed_digest(one.drum),
        "passed_over": wishes.passed_over(one.season, people),
        "count": tables,
        "drawn": verbs.mark_draws(one),
        "reports": reports,
        "latest": reports[-1].drawing if reports else None,
        "begun": last is not None,
        "undoable": last is not None and bool(verbs.unplayed(last)),
        "taken_back": sum(each.drawing.taken_back is not None for each in reports),
    }
    return render(request, "tournaments/nights/draw.html", words)


@page
def take_back(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """The last draw of the night; or what was taken back after all."""
    club = access.organiser(request, slug)
    one = access.night(club, pk)
    if "again" in request.POST:
        return _put_back(request, club, one)
    last = Drawing.objects.filter(night=one, taken_back=None).last()
    asked = request.POST.get("drawing")
    if last is None or asked not in (None, str(last.pk)):  # taken back already, by whoever else
        return redirect("tournaments:draw", club.slug, one.pk)
    form = ReasonForm(posted(request))
    if done(form, verbs.undo_draw, drawing=last, by=actor(request)):
        return redirect("tournaments:draw", club.slug, one.pk)
    going = verbs.unplayed(last)
    words = {"club": club, "night": one, "form": form, "going": going, "drawing": last}
    words["stays"] = len(going) < last.rounds.count()
    return render(request, "tournaments/nights/draw_undo.html", words)


def _put_back(request: HttpRequest, club: Club, one: Night) -> HttpResponse:
    last = one.drawings.last()
    if last is None:
        return redirect("tournaments:draw", club.slug, one.pk)
    try:
        verbs.redo_draw(drawing=last, by=actor(request))
    except UserError as wrong:
        words = {"club": club, "night": one, "refusals": numbered_errors(wrong), "refused": True}
        return render(request, "tournaments/nights/draw_undo.html", words, status=409)
    return redirect("tournaments:rounds", club.slug, one.pk)
