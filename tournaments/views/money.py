from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from scoring.toolkit import downloads
from scoring.toolkit.numbered_forms import NumberedErrors
from tournaments import access
from tournaments.accounts import rights
from tournaments.club.amounts import euros_in_words
from tournaments.files.exports import lists
from tournaments.forms.nights import CardForm, FeesForm
from tournaments.models import Club, Member, Night, Season
from tournaments.models.night import AT_THE_DOOR, OVER
from tournaments.nights import at_the_door, nights
from tournaments.nights.money import (
    build_money,
    buy_card,
    fees_in_words,
    list_card_log,
    list_season_money,
    take_card_away,
)
from tournaments.views.base import get_actor, page_of, read_id, read_posted, run_verb, try_verb


@page_of(rights.ORGANISER, access.night_or_404)
def money(request: HttpRequest, club: Club, night: Night) -> HttpResponse:
    refusals: NumberedErrors = []
    form = FeesForm(night, None if "paid" in request.POST else read_posted(request))
    if "paid" in request.POST:
        given: dict[str, Any] = {"night": night, "debts": True, "by": get_actor(request)}
        verb: Callable[..., Any] = at_the_door.pay_all
        if request.POST["paid"] != "all":
            named = access.get_in_club(Member, club, read_id(request.POST["paid"]), erased=None)
            given |= {"member": named.main, "paid": True}
            verb = at_the_door.pay
        refusals = try_verb(verb, **given)
        if not refusals:
            return redirect(request.path)
    elif run_verb(form, nights.set_fees, night=night, by=get_actor(request)):
        return redirect(request.path)
    shown = build_money(night)
    if downloads.is_file_wanted(request):
        return downloads.list_response(request, lists.list_money(shown), club, night.day)
    season = night.season
    words = {
        "club": club,
        "night": night,
        "money": shown,
        "fees": fees_in_words(shown.fees),
        "form": form,
        "usual": fees_in_words(season.fees),
        "pays": night.state in (*AT_THE_DOOR, *OVER),
        "refusals": refusals,
    }
    return render(request, "tournaments/nights/money.html", words, status=409 if refusals else 200)


@page_of(rights.ORGANISER, access.season_or_404)
def season_money(request: HttpRequest, club: Club, season: Season) -> HttpResponse:
    refusals: NumberedErrors = []
    form = CardForm(season, None if "gone" in request.POST else read_posted(request))
    if "gone" in request.POST:
        card = read_id(request.POST["gone"])
        refusals = try_verb(take_card_away, season=season, card=card, by=get_actor(request))
        if not refusals:
            return redirect(request.path)
    elif run_verb(form, buy_card, season=season, by=get_actor(request)):
        return redirect(request.path)
    lines = list_season_money(season)
    received, open_cents = sum(line.total for line in lines), sum(line.open for line in lines)
    if downloads.is_file_wanted(request):
        listing = lists.list_season_money(lines, in_words=False)
        return downloads.list_response(request, listing, club, season)
    words = {
        "club": club,
        "season": season,
        "form": form,
        "cards": [line for line in lines if line.prepayment],
        "card_log": list_card_log(season),
        "fees": fees_in_words(season.fees),
        "received": euros_in_words(received),
        "open": euros_in_words(open_cents),
        "listing": lists.list_season_money(lines, in_words=True),
        "refusals": refusals,
    }
    status = 409 if refusals else 200
    return render(request, "tournaments/club/season_money.html", words, status=status)
