from collections.abc import Callable
from functools import partial
from typing import Any

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from scoring.toolkit import downloads
from scoring.toolkit.numbered_forms import NumberedErrors
from scoring.toolkit.problems import UserError
from tournaments import access
from tournaments.accounts import rights
from tournaments.files.exports import lists
from tournaments.forms.base import Numbered
from tournaments.forms.door import GuestForm
from tournaments.forms.open_evenings import WalkInsForm, list_known_names
from tournaments.members import members
from tournaments.models import Attendance, Club, Member, Night
from tournaments.models.night import AHEAD, AT_THE_DOOR, OVER
from tournaments.names import clean_search
from tournaments.nights import at_the_door, open_evenings, signing_up
from tournaments.nights.pages import door
from tournaments.views.base import (
    get_actor,
    list_numbered_errors,
    page_of,
    read_id,
    read_posted,
    run_verb,
    try_verb,
)

ON, OFF, NOTHING = Attendance.Said.ON, Attendance.Said.OFF, Attendance.Said.NOTHING
DEEDS: dict[str, Callable[..., Attendance]] = {  # what a tap on a person does
    "in": partial(at_the_door.check_in, present=True),
    "out": partial(at_the_door.check_in, present=False),
    "paid": partial(at_the_door.pay, paid=True),
    "unpaid": partial(at_the_door.pay, paid=False),
}
A_LIST = 1_000  # people of a pasted list who are named at most
OF_ALL = {"all": at_the_door.check_in_all, "all-paid": at_the_door.pay_all}
SIGNS = {"on": ON, "off": OFF, "unsaid": NOTHING}
SHOWS = ("all", "missing", "unpaid")
MOST_KEPT = 30  # of those who were tapped and stay in sight


@page_of(rights.HELPER, access.night_or_404)
def door_page(request: HttpRequest, club: Club, night: Night) -> HttpResponse:
    for do in (*DEEDS, *SIGNS, "half"):
        if do in request.POST:
            return _tap(request, club, night, do)
    for name, verb_of_all in OF_ALL.items():
        if name in request.POST:
            if night.state in OVER:
                access.role_or_403(rights.ORGANISER, request, club.slug)
            if refusals := try_verb(verb_of_all, night=night, by=get_actor(request)):
                return _list(request, night, refusals=refusals)
            return redirect(night if "back" in request.GET else request.get_full_path())
    opens = night.season.open_evening
    if "begin" in request.POST and opens:
        access.role_or_403(rights.ORGANISER, request, club.slug)
        begins = night.state == Night.State.CHECK_IN
        verb = open_evenings.begin
        if begins and (refusals := try_verb(verb, night=night, by=get_actor(request))):
            return _list(request, night, refusals=refusals)
        return redirect(night)
    posted = read_posted(request)
    form = (WalkInsForm if opens else GuestForm)(night, posted)
    lets_in: Callable[..., Any] = open_evenings.let_in if opens else at_the_door.walk_in
    if came := run_verb(form, lets_in, night=night, by=get_actor(request)):
        guests = came if isinstance(came, list) else [came]
        ids = ",".join(str(guest.member_id) for guest in guests)
        return redirect(f"{_after_tap(request, guests[-1].member)}&came={ids}#guest")
    return _list(request, night, form)


def _tap(request: HttpRequest, club: Club, night: Night, do: str) -> HttpResponse:
    """Of a couple both are named, such as "12-34"; "half" lets in the first of them alone."""
    people = [
        access.get_in_club(Member, club, read_id(pk), erased=None).main
        for pk in request.POST[do].split("-")[:2]
    ]
    by = get_actor(request)
    if night.state in OVER:  # a helper is at the door only while it is open
        access.role_or_403(rights.ORGANISER, request, club.slug)
    reason = request.POST.get("reason", "")
    try:
        with transaction.atomic():  # both of a couple, or neither
            for place, member in enumerate(people):
                if do in SIGNS:
                    said = SIGNS[do]
                    signing_up.sign_for(night=night, member=member, said=said, reason=reason, by=by)
                else:
                    deed = ("in", "out")[place] if do == "half" else do
                    DEEDS[deed](night=night, member=member, by=by)
    except UserError as refused:
        return _list(request, night, refusals=list_numbered_errors(refused))
    if "back" in request.GET:  # the page of the closed night lists who has to pay
        return redirect(night)
    return redirect(f"{_after_tap(request, people[0])}#m{people[0].pk}")


def _after_tap(request: HttpRequest, member: Member) -> str:
    """Return the address of the same page, where the member who was tapped stays in sight."""
    query = request.GET.copy()
    query.pop("came", None)
    query["just"] = ",".join([*_tapped(request), str(member.pk)][-MOST_KEPT:])
    return f"{request.path}?{query.urlencode(safe=',')}"


def _tapped(request: HttpRequest) -> list[str]:
    return [pk for pk in request.GET.get("just", "").split(",") if read_id(pk)]


def _list(
    request: HttpRequest,
    night: Night,
    form: Numbered | None = None,
    refusals: NumberedErrors | None = None,
) -> HttpResponse:
    organises = access.organises(request)
    words = build_door_words(request, night, organises, form)
    if downloads.is_file_wanted(request):
        listing = lists.list_door(words["door"], pays=organises or night.state not in OVER)
        return downloads.list_response(request, listing, words["club"], night.day)
    words["refusals"] = refusals
    return render(request, "tournaments/nights/door.html", words, status=409 if refusals else 200)


def build_door_words(
    request: HttpRequest, night: Night, organises: bool, form: Numbered | None = None
) -> dict[str, Any]:
    """Return the template values of the list, which the night's own page contains, too."""
    sought, show = clean_search(request.GET.get("q", "")), request.GET.get("show")
    after = night.state == Night.State.CLOSING
    pays = night.state in AT_THE_DOOR or (organises and night.state in OVER)
    club, opens = night.season.club, night.season.open_evening
    people = members.list_members(club)
    shown = door.build_door(night, sought)
    return {
        "club": club,
        "night": night,
        "door": shown,
        "sought": sought,
        "form": form or (WalkInsForm if opens else GuestForm)(night),
        "known": list_known_names(club) if opens else [],
        "show": show if show in SHOWS and (pays or show != "unpaid") else "",
        "usual_show": "all" if opens or not shown.missing else "missing",  # on a phone
        "came": people.filter(pk__in=map(read_id, request.GET.get("came", "").split(",")[:A_LIST])),
        "just": {read_id(pk) for pk in _tapped(request)},
        "open": night.state in AT_THE_DOOR,
        "before": night.state in AHEAD,
        "after": after and organises,
        "signs": night.state in (*AHEAD, *AT_THE_DOOR) or (after and organises),
        "pays": pays,
        "reason": request.POST.get("reason", ""),
        "closes": night.state == Night.State.CHECK_IN and organises,
        "organises": organises,
    }
