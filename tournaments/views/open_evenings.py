from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from tournaments import access
from tournaments.forms.open_evenings import OpenEveningForm
from tournaments.models import Night
from tournaments.nights import nights, open_evenings
from tournaments.views.base import get_actor, page, read_posted, run_verb


@page
def add(request: HttpRequest, slug: str) -> HttpResponse:
    club = access.organiser_or_403(request, slug)
    form = OpenEveningForm(club, read_posted(request))
    if night := run_verb(form, open_evenings.plan, club=club):
        if night.day != timezone.localdate():
            return redirect(night)
        nights.set_state(night=night, to=Night.State.CHECK_IN, by=get_actor(request))
        return redirect("tournaments:door", club.slug, night.pk)
    words = {"club": club, "form": form}
    return render(request, "tournaments/nights/open_evening.html", words)


@page
def change(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    club = access.organiser_or_403(request, slug)
    night = access.night_or_404(club, pk)
    if not night.season.open_evening:
        return redirect("tournaments:night-move", club.slug, pk)
    form = OpenEveningForm(club, read_posted(request), night)
    if run_verb(form, open_evenings.change, night=night, by=get_actor(request)):
        return redirect(night)
    words = {"club": club, "form": form, "night": night}
    return render(request, "tournaments/nights/open_evening.html", words)
