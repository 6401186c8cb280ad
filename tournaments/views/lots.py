"""People put at tables: as the lots from the bag say, or by hand."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from scoring.toolkit.numbered_forms import NumberedErrors
from scoring.toolkit.problems import UserError
from tournaments import access
from tournaments.draw.engine.request import HAND
from tournaments.forms.draw import LotForm, SeatsForm
from tournaments.models import Club, Drawing, Member, Night
from tournaments.nights import lots, rounds
from tournaments.views.base import actor, done, number, numbered_errors, page
from tournaments.views.draw import drawn_before, drawn_meanwhile


@page
def placing(request: HttpRequest, slug: str, pk: int, method: str) -> HttpResponse:
    club = access.organiser(request, slug)
    one = access.night(club, pk)
    bag = lots.fill_bag(one, method)
    form: LotForm | SeatsForm | None = None
    went: Drawing | Night | None = None
    refusals: NumberedErrors = []
    if "table" in request.POST:
        form = LotForm(bag, request.POST)
        went = done(form, lots.put, night=one, method=method)
    elif "all" in request.POST:
        form = SeatsForm(bag, method, request.POST)
        went = done(form, lots.put_all, night=one, method=method)
    elif request.method == "POST" and not drawn_meanwhile(request, one):
        try:
            went = _press(request, club, one, method)
        except UserError as refused:
            refusals = numbered_errors(refused)
    if isinstance(went, Drawing) or drawn_meanwhile(request, one):
        return redirect("tournaments:rounds", club.slug, one.pk)
    if went:
        return redirect(request.path)
    words = {
        "club": club,
        "night": one,
        "by_hand": method == HAND,
        "playing": one.state == Night.State.PLAYING,
        "present": sum(len(table.people) for table in bag.tables) + len(bag.waiting),
        "bag": bag,
        "form": form,
        "lot": form if isinstance(form, LotForm) else LotForm(bag),
        "seats": form if isinstance(form, SeatsForm) else SeatsForm(bag, method),
        "last": one.rounds.last(),
        "left": one.season.rounds - one.rounds.count(),
        "drawn": rounds.mark_draws(one),
        "refusals": refusals,
    }
    return render(request, "tournaments/nights/lots.html", words, status=409 if refusals else 200)


def _press(request: HttpRequest, club: Club, one: Night, method: str) -> Drawing | Night | None:
    """One of the buttons that need nothing typed."""
    if "away" in request.POST:
        member = access.get_in_club(Member, club, number(request.POST["away"]))
        return lots.take_away(night=one, member=member)
    if "lay" in request.POST:
        return lots.lay(night=one, method=method, seen=drawn_before(request), by=actor(request))
    if "last" in request.POST and method == HAND:
        return lots.as_last(night=one)
    if "rest" in request.POST and method == HAND:
        return lots.draw_rest(night=one, seen=drawn_before(request), by=actor(request))
    return None
