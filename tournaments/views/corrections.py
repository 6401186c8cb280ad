"""Import a night's workbook with corrections: choose the file, preview the changes, apply them."""

from functools import partial

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from tournaments import access
from tournaments.files.imports import corrections
from tournaments.files.imports.correction_page import Plan
from tournaments.forms.imports import BookForm
from tournaments.forms.nights import ReasonForm
from tournaments.views.base import get_actor, page, read_id, read_posted, run_verb


@page
def bring(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    club = access.organiser_or_403(request, slug)
    night = access.night_or_404(club, pk)
    form = BookForm(read_posted(request), request.FILES or None)
    if kept := run_verb(form, corrections.save_draft, night=night):
        return redirect("tournaments:night-book-look", club.slug, night.pk, kept.pk)
    entered, aside = (read_id(request.GET.get(key, "")) for key in ("entered", "aside"))
    words = {"club": club, "night": night, "choosing": form, "entered": entered, "aside": aside}
    return render(request, "tournaments/files/corrections.html", words)


@page
def preview(request: HttpRequest, slug: str, pk: int, kept: int) -> HttpResponse:
    club = access.organiser_or_403(request, slug)
    night = access.night_or_404(club, pk)
    draft = access.draft_or_404(club, kept, night=night)
    if draft is None:
        return redirect("tournaments:night-book-back", club.slug, night.pk)
    draft.night = night
    plan, form = Plan(draft), ReasonForm(read_posted(request))
    if request.method == "POST":
        plan.tick_games(request.POST.getlist("take"))
        taken = partial(_apply_chosen, plan, request.POST.getlist("take"), get_actor(request))
        if result := run_verb(form, taken):
            address = reverse("tournaments:night-book-back", args=[club.slug, night.pk])
            return redirect(f"{address}?entered={result.entered}&aside={result.aside}")
    words = {"club": club, "night": night, "plan": plan, "form": form}
    return render(request, "tournaments/files/corrections_check.html", words)


def _apply_chosen(plan: Plan, keys: list[str], by: str, reason: str = "") -> corrections.Done:
    chosen = plan.select_chosen(keys)
    return corrections.apply(kept=plan.kept, corrections=chosen, reason=reason, by=by)
