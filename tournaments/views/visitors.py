from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext

from tournaments import links
from tournaments.accounts import accounts, rights
from tournaments.club import clubs
from tournaments.forms.clubs import VisitorsForm
from tournaments.models import Club, ClubLogEntry
from tournaments.views.base import get_actor, page_of, pressed, read_posted, run_verb, show_link

MOST = 20  # entries of the history that are shown


@page_of(rights.ORGANISER)
def visitors(request: HttpRequest, club: Club) -> HttpResponse:
    form = VisitorsForm(
        read_posted(request), initial={"visible_to": club.visible_to, "indexed": club.indexed}
    )
    if run_verb(form, clubs.set_visibility, club=club, by=get_actor(request)):
        return redirect("tournaments:visitors", club.slug)
    context: dict[str, Any] = {"club": club, "form": form}
    entries = list(club.log_entries.exclude(kind=ClubLogEntry.Kind.CARD).order_by("-pk")[:MOST])
    names = accounts.load_names(entry.actor for entry in entries)
    context["log_entries"] = [
        (item, _in_words(item), names.get(item.actor, "")) for item in entries
    ]
    if club.visible_to == Club.Visibility.LINK:
        path = reverse("tournaments:club-by-link", args=[links.make_key(club)])
        context |= show_link(request, path, gettext("Code that opens the club"))
    return render(request, "tournaments/club/visitors.html", context)


@page_of(rights.ORGANISER, way=pressed)
def renew(request: HttpRequest, club: Club) -> HttpResponse:
    clubs.renew_link(club=club, by=get_actor(request))
    return redirect("tournaments:visitors", club.slug)


def _in_words(entry: ClubLogEntry) -> str:
    if entry.kind == ClubLogEntry.Kind.LINK:
        return gettext("a new link for visitors")
    if entry.kind == ClubLogEntry.Kind.WEBSITE:
        sites = entry.body["to"]["framed_by"].replace(" ", ", ")
        return gettext("on the club's own website: %(sites)s") % {"sites": sites or "–"}
    label = str(Club.Visibility(entry.body["to"]["visible_to"]).label)
    words = gettext("%(who)s, also by search engines") if entry.body["to"]["indexed"] else "%(who)s"
    return words % {"who": label}
