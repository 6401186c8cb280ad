"""The QR codes of tables: a page to print all codes of a round, or to show one code at a time on
the whole screen.
"""

from typing import NamedTuple
from urllib.parse import urlsplit

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from scoring.toolkit.addresses import draw_code, only_here, reachable
from tournaments import access
from tournaments.accounts import rights
from tournaments.models import Club, Night
from tournaments.nights.pages import seating_plan
from tournaments.nights.pages.seating_plan import Laid
from tournaments.views.base import page_of, read_id, read_page


class Card(NamedTuple):
    table: Laid
    address: str
    code: SafeString | None

    @property
    def spoken(self) -> str:
        """As people read it, without "https://"."""
        return self.address.partition("://")[2]


@page_of(rights.HELPER, access.night_or_404, way=read_page)
def codes(request: HttpRequest, club: Club, night: Night) -> HttpResponse:
    seatings = seating_plan.build_seating(night)
    shown = seating_plan.choose_seating(night, seatings, read_id(request.GET.get("round")))
    tables = shown.tables if shown else []
    context = {
        "club": club,
        "night": night,
        "rounds": sorted(seated.number for seated in seatings),
        "shown": shown,
        "organises": access.organises(request),
        "address": (address := reachable(request, "/")),
        "here_only": only_here(urlsplit(address).netloc),
    }
    table_number = read_id(request.GET.get("table"))
    place = next(
        (place for place, table in enumerate(tables) if table.number == table_number), None
    )
    if place is None:
        context["cards"] = [_card(request, table) for table in tables]
        return render(request, "tournaments/nights/qr_codes.html", context)
    before, after = tables[:place][-1:], tables[place + 1 :][:1]
    context |= {"card": _card(request, tables[place]), "before": before, "after": after}
    return render(request, "tournaments/nights/qr_code.html", context)


def _card(request: HttpRequest, table: Laid) -> Card:
    address = reachable(request, reverse("scoring:sheet", args=[table.key]))
    title = gettext("Code that opens the form of table %(number)s") % {"number": table.number}
    return Card(table, address, draw_code(address, title))
