from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from tournaments import access
from tournaments.accounts import rights
from tournaments.forms.open_evenings import OpenEveningForm
from tournaments.models import Club, Night
from tournaments.nights import nights, open_evenings
from tournaments.views.base import get_actor, page_of, read_posted, run_verb


@page_of(rights.ORGANISER)
def add(request: HttpRequest, club: Club) -> HttpResponse:
    form = OpenEveningForm(club, read_posted(request))
    if night := run_verb(form, open_evenings.plan, club=club):
        if night.day != timezone.localdate():
            return redirect(night)
        nights.set_state(night=night, to=Night.State.CHECK_IN, by=get_actor(request))
        return redirect("tournaments:door", club.slug, night.pk)
    words = {"club": club, "form": form}
    return render(request, "tournaments/nights/open_evening.html", words)


@page_of(rights.ORGANISER, access.night_or_404)
def change(request: HttpRequest, club: Club, night: Night) -> HttpResponse:
    if not night.season.open_evening:
        return redirect("tournaments:night-move", club.slug, night.pk)
    form = OpenEveningForm(club, read_posted(request), night)
    if run_verb(form, open_evenings.change, night=night, by=get_actor(request)):
        return redirect(night)
    words = {"club": club, "form": form, "night": night}
    return render(request, "tournaments/nights/open_evening.html", words)
