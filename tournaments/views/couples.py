from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render

from scoring.toolkit.numbered_forms import NumberedErrors
from scoring.toolkit.problems import UserError
from tournaments import access
from tournaments.forms.members import CoupleForm
from tournaments.members import couples, members
from tournaments.models import Couple, Member, Night
from tournaments.names import NameDetail
from tournaments.nights import attendances, entrants, nights
from tournaments.views.base import (
    get_actor,
    list_numbered_errors,
    page,
    read_id,
    read_posted,
    run_verb,
)


@page
def season_couples(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    club = access.organiser_or_403(request, slug)
    season = access.season_or_404(club, pk)
    refusals: NumberedErrors = []
    if "split" in request.POST:
        couple = get_object_or_404(Couple, season=season, pk=read_id(request.POST["split"]))
        try:
            couples.split(couple=couple)
            return redirect(request.path)
        except UserError as refused:
            refusals = list_numbered_errors(refused)
    form = CoupleForm(season, None if "split" in request.POST else read_posted(request))
    if run_verb(form, couples.form_couple, season=season):
        return redirect(request.path)
    shown = couples.list_couples(season)
    names = couples.load_names(season, [couple.first for couple in shown], NameDetail.FULL)
    pairs = sorted(((names[couple.first], couple.couple) for couple in shown), key=str)
    words = {"club": club, "season": season, "form": form, "refusals": refusals, "pairs": pairs}
    status = 409 if refusals else 200
    return render(request, "tournaments/club/couples.html", words, status=status)


@page
def night_couples(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    club = access.helper_or_403(request, slug)
    night = access.night_or_404(club, pk)
    refusals: NumberedErrors = []
    if "couple" in request.POST:
        try:
            _change_tonight(request, night)
            return redirect(request.path)
        except UserError as refused:
            refusals = list_numbered_errors(refused)
    tonight = entrants.load_tonight(night)
    ids = [
        couple.first for couple in (*(pair.partners for pair in tonight.pairs), *tonight.missing)
    ]
    names = couples.load_names(night.season, ids, NameDetail.FULL)
    words = {
        "club": club,
        "night": night,
        "found": tonight,
        "pairs": sorted(((names[pair.partners.first], pair) for pair in tonight.pairs), key=str),
        "missing": sorted((names[couple.first], couple.couple) for couple in tonight.missing),
        "open": night.state in nights.AT_THE_DOOR,
        "refusals": refusals,
    }
    status = 409 if refusals else 200
    return render(request, "tournaments/nights/couples.html", words, status=status)


def _change_tonight(request: HttpRequest, night: Night) -> None:
    pk = read_id(request.POST["couple"])
    couple = get_object_or_404(Couple, season=night.season, pk=pk)
    if "both" in request.POST:
        first = members.find_main_member(couple.first)
        attendances.check_in_both(night=night, member=first, by=get_actor(request))
        return
    member = None
    if chosen := read_id(request.POST.get("member")):
        member = access.get_in_club(Member, night.season.club, chosen, erased=None)
    entrants.set_substitute(night=night, couple=couple, member=member, by=get_actor(request))
