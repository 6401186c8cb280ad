"""The page about the money of a night: what it costs, who paid, and the list with its total."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from scoring.toolkit import downloads
from tournaments import access
from tournaments.files.exports import lists
from tournaments.forms.nights import FeesForm
from tournaments.nights import nights
from tournaments.nights.money import Fees
from tournaments.nights.pages import money_page
from tournaments.views.base import get_actor, page, read_posted, run_verb


@page
def money(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    club = (access.organiser_or_403 if request.method == "POST" else access.helper_or_403)(
        request, slug
    )
    night = access.night_or_404(club, pk)
    form = FeesForm(night, read_posted(request))
    if run_verb(form, nights.set_fees, night=night, by=get_actor(request)):
        return redirect(request.path)
    shown = money_page.build_money(night)
    if downloads.is_file_wanted(request):
        listing = lists.list_money(shown, in_words=request.GET["as"] == "pdf")
        return downloads.list_response(request, listing, club, night.day)
    season = night.season
    words = {
        "club": club,
        "night": night,
        "money": shown,
        "form": form,
        "usual": money_page.fees_in_words(Fees(season.member_fee, season.guest_fee)),
        "organises": access.has_rights(access.find_role(club, request), access.ORGANISER),
    }
    return render(request, "tournaments/nights/money.html", words)
