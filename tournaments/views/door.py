"""The check-in page: one list, with a tap for each person."""

from collections.abc import Callable
from functools import partial

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from scoring.toolkit import downloads
from scoring.toolkit.problems import UserError
from tournaments import access
from tournaments.files.exports import lists
from tournaments.forms.nights import GuestForm
from tournaments.members import members
from tournaments.models import Attendance, Club, Member, Night
from tournaments.names import normalize
from tournaments.nights import nights
from tournaments.nights.pages import door
from tournaments.views.base import actor, done, number, numbered_errors, page, posted

DEEDS: dict[str, Callable[..., Attendance]] = {  # what a tap on a person does
    "in": partial(nights.check_in, present=True),
    "out": partial(nights.check_in, present=False),
    "paid": partial(nights.pay, paid=True),
    "unpaid": partial(nights.pay, paid=False),
}


@page
def door_page(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    club = access.helper(request, slug)
    night = access.night(club, pk)
    for do, verb in DEEDS.items():
        if do in request.POST:
            member = access.get_in_club(Member, club, number(request.POST[do]), erased=None)
            entry = partial(verb, night=night, member=members.main_member(member))
            return _tap(request, club, night, entry)
    if "all" in request.POST:
        return _tap(request, club, night, partial(nights.check_in_all, night=night))
    form = GuestForm(posted(request))
    if done(form, nights.walk_in, night=night, by=actor(request)):
        return redirect(request.get_full_path())
    return _list(request, club, night, form)


def _tap(
    request: HttpRequest, club: Club, night: Night, entry: Callable[..., object]
) -> HttpResponse:
    try:
        entry(by=actor(request))
    except UserError as refused:
        return _list(request, club, night, GuestForm(), refused)
    return redirect(request.get_full_path())


def _list(
    request: HttpRequest,
    club: Club,
    night: Night,
    form: GuestForm,
    refused: UserError | None = None,
) -> HttpResponse:
    sought = normalize(request.GET.get("q", ""))
    shown = door.build_door(night, sought)
    if downloads.wants_file(request):
        return downloads.list_response(request, lists.door(shown), club, night.day)
    organises = access.has(access.role_in(club, request), access.ORGANISER)
    words = {
        "club": club,
        "night": night,
        "door": shown,
        "sought": sought,
        "form": form,
        "open": night.state in nights.AT_THE_DOOR,
        "closes": night.state == Night.State.CHECK_IN and organises,
        "organises": organises,
        "refusals": numbered_errors(refused) if refused else [],
    }
    return render(request, "tournaments/nights/door.html", words, status=409 if refused else 200)
