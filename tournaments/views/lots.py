from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from scoring.toolkit.numbered_forms import NumberedErrors
from scoring.toolkit.problems import UserError
from tournaments import access
from tournaments.accounts import rights
from tournaments.draw.engine.request import HAND, STONES
from tournaments.forms.draw import list_unfinished
from tournaments.forms.lots import LotForm, SeatsForm, StonesForm
from tournaments.models import Club, DrawRecord, Member, Night
from tournaments.nights import draw_rounds, lots
from tournaments.nights.pages import door
from tournaments.nights.seats_at_table import find_chairs
from tournaments.views.base import (
    get_actor,
    list_numbered_errors,
    page_of,
    read_id,
    read_posted,
    run_verb,
)
from tournaments.views.draw import is_drawn_meanwhile, read_drawn_before

ODD = "C88"  # a table that is smaller or larger than those of the night
DRAWS = {"lay", "rest"}  # the buttons that draw


@page_of(rights.ORGANISER, access.night_or_404)
def placing(request: HttpRequest, club: Club, night: Night, method: str) -> HttpResponse:
    bag = lots.fill_bag(night, method)
    form: LotForm | SeatsForm | None = None  # for one member, or for all
    if "table" in request.POST:
        form = LotForm(bag, request.POST)
    elif "all" in request.POST:
        form = SeatsForm(bag, method, request.POST)
    went: DrawRecord | Night | None = None
    refusals: NumberedErrors = []
    still_open = list_unfinished(night)
    if form:
        verb = lots.seat_member if isinstance(form, LotForm) else lots.seat_members
        went = run_verb(form, verb, night=night, method=method)
    elif request.method == "POST" and not is_drawn_meanwhile(request, night):
        if still_open and DRAWS & request.POST.keys() and "all_the_same" not in request.POST:
            refusals = still_open
        else:
            try:
                went = _press(request, club, night, method)
            except UserError as refused:
                refusals = list_numbered_errors(refused)
    if isinstance(went, DrawRecord) or is_drawn_meanwhile(request, night):
        return redirect(night)
    if went:
        return redirect(request.path)
    context = {
        "club": club,
        "night": night,
        "by_hand": method == HAND,
        "playing": night.state == Night.State.PLAYING,
        "sizes": door.list_sizes(night, bag.present),
        "bag": bag,
        "form": form,
        "lot": form if isinstance(form, LotForm) else LotForm(bag),
        "seats": form if isinstance(form, SeatsForm) else SeatsForm(bag, method),
        "last": night.rounds.last(),
        "left": night.season.rounds - night.rounds.count(),
        "drawn": draw_rounds.mark_draws(night),
        "refusals": refusals or still_open,
        "unfinished": still_open,
        "all_the_same": "all_the_same" in request.POST,
        "odd": not find_chairs(night).fixed and any(code == ODD for code, _message in refusals),
    }
    return render(request, "tournaments/nights/lots.html", context, status=409 if refusals else 200)


@page_of(rights.ORGANISER, access.night_or_404)
def stones(request: HttpRequest, club: Club, night: Night) -> HttpResponse:
    bag = lots.fill_bag(night, STONES)
    still_open = list_unfinished(night)
    stops = bool(still_open) and "all_the_same" not in request.POST
    form = StonesForm(bag, read_posted(request))
    given = {"night": night, "seen": read_drawn_before(request), "by": get_actor(request)}
    stops = stops or is_drawn_meanwhile(request, night)
    laid = None if stops else run_verb(form, lots.lay_stones, **given)
    if laid or is_drawn_meanwhile(request, night):
        return redirect(night)
    context = {
        "club": club,
        "night": night,
        "form": form,
        "bag": bag,
        "playing": night.state == Night.State.PLAYING,
        "left": night.season.rounds - night.rounds.count(),
        "drawn": draw_rounds.mark_draws(night),
        "unfinished": still_open,
    }
    return render(request, "tournaments/nights/stones.html", context)


def _press(
    request: HttpRequest, club: Club, night: Night, method: str
) -> DrawRecord | Night | None:
    seen, by = read_drawn_before(request), get_actor(request)
    if "sizes" in request.POST:
        return lots.choose_sizes(night=night, sizes=request.POST["sizes"])
    if "away" in request.POST:
        member = access.get_in_club(Member, club, read_id(request.POST["away"]))
        return lots.unseat_member(night=night, member=member)
    if "lay" in request.POST:
        anyway = "anyway" in request.POST
        return lots.lay(night=night, method=method, anyway=anyway, seen=seen, by=by)
    if "last" in request.POST and method == HAND:
        return lots.seat_as_last_round(night=night)
    if "rest" in request.POST and method == HAND:
        return lots.draw_rest(night=night, seen=seen, by=by)
    return None
