from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from scoring.toolkit.numbered_forms import NumberedErrors
from tournaments import access
from tournaments.accounts import rights
from tournaments.club import first_steps
from tournaments.forms.members import CoupleForm, CouplesForm
from tournaments.members import couples, members
from tournaments.models import Club, Couple, Member, Night, Season
from tournaments.models.night import AT_THE_DOOR
from tournaments.names import NameDetail, fold
from tournaments.nights import entrants
from tournaments.views.base import get_actor, page_of, read_id, run_verb, try_verb


@page_of(rights.ORGANISER, access.season_or_404)
def season_couples(request: HttpRequest, club: Club, season: Season) -> HttpResponse:
    refusals: NumberedErrors = []
    if "split" in request.POST:
        couple = get_object_or_404(Couple, season=season, pk=read_id(request.POST["split"]))
        refusals = try_verb(couples.split, couple=couple)
        if not refusals:
            return redirect(request.path)
    waiting = members.find_partners_key(club)
    text = request.session.get(waiting, "")
    listed = CouplesForm(request.POST if "text" in request.POST else None, initial={"text": text})
    if done := run_verb(listed, couples.form_listed, season=season, by=get_actor(request)):
        words = render_to_string("tournaments/club/_couples_made.html", done)
        messages.success(request, SafeString(words))
        request.session.pop(waiting, None)
        return redirect(first_steps.go_on(club, 3) or request.path)
    form = CoupleForm(season, request.POST if "first" in request.POST else None)
    if run_verb(form, couples.form_couple, season=season):
        return redirect(request.path)
    shown = couples.list_couples(season)
    names = couples.load_names(season, [couple.first for couple in shown], NameDetail.FULL)
    pairs = sorted(((names[couple.first], couple.couple) for couple in shown), key=_fold)
    context = {"club": club, "season": season, "refusals": refusals, "pairs": pairs}
    context |= {"form": form, "listed": listed, "typed_first": pairs or season.open_evening}
    status = 409 if refusals else 200
    return render(request, "tournaments/club/couples.html", context, status=status)


@page_of(rights.HELPER, access.night_or_404)
def night_couples(request: HttpRequest, club: Club, night: Night) -> HttpResponse:
    refusals: NumberedErrors = []
    if "couple" in request.POST:
        refusals = _change_tonight(request, night)
        if not refusals:
            return redirect(request.path)
    tonight = entrants.load_tonight(night)
    form, is_open, organises = None, night.state in AT_THE_DOOR, access.organises(request)
    if organises and is_open and tonight.alone[1:]:
        posted = request.POST if "first" in request.POST else None
        form = CoupleForm(night.season, posted, tonight.alone)
        if run_verb(form, couples.form_couple, season=night.season, made_at=night):
            return redirect(request.path)
    ids = [pair.partners.first for pair in tonight.pairs]
    names = couples.load_names(night.season, ids, NameDetail.FULL)
    pairs = sorted(((names[pair.partners.first], pair) for pair in tonight.pairs), key=_fold)
    context = {"club": club, "night": night, "found": tonight, "pairs": pairs, "form": form}
    context |= {"open": is_open, "organises": organises, "refusals": refusals}
    status = 409 if refusals else 200
    return render(request, "tournaments/nights/couples.html", context, status=status)


def _fold(named: tuple[str, object]) -> str:
    return fold(named[0])


def _change_tonight(request: HttpRequest, night: Night) -> NumberedErrors:
    couple = get_object_or_404(Couple, season=night.season, pk=read_id(request.POST["couple"]))
    given: dict[str, Any] = {"night": night, "by": get_actor(request)}
    member = None
    if chosen := read_id(request.POST.get("member")):
        member = access.get_in_club(Member, night.season.club, chosen, erased=None)
    return try_verb(entrants.set_substitute, couple=couple, member=member, **given)
