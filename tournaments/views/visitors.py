from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from tournaments import access, links
from tournaments.accounts import accounts
from tournaments.club import clubs
from tournaments.forms.clubs import VisitorsForm
from tournaments.models import Club, ClubLogEntry
from tournaments.views.base import get_actor, page, read_posted, run_verb, show_link

MOST = 20  # entries of the history that are shown


@page
def visitors(request: HttpRequest, slug: str) -> HttpResponse:
    club = access.organiser_or_403(request, slug)
    form = VisitorsForm(
        read_posted(request), initial={"visible_to": club.visible_to, "indexed": club.indexed}
    )
    if run_verb(form, clubs.set_visibility, club=club, by=get_actor(request)):
        return redirect("tournaments:visitors", club.slug)
    words = {"club": club, "form": form, "log_entries": _log_entries(club)}
    if club.visible_to == Club.Visibility.LINK:
        path = reverse("tournaments:club-by-link", args=[links.make_key(club)])
        words |= show_link(request, path, gettext("Code that opens the club"))
    return render(request, "tournaments/club/visitors.html", words)


@require_POST
@login_required
def renew(request: HttpRequest, slug: str) -> HttpResponse:
    club = access.organiser_or_403(request, slug)
    clubs.renew_link(club=club, by=get_actor(request))
    return redirect("tournaments:visitors", club.slug)


def _log_entries(club: Club) -> list[tuple[ClubLogEntry, str, str]]:
    """Return the latest entries with the change in words and who made it."""
    log_entries = list(club.log_entries.order_by("-pk")[:MOST])
    names = accounts.load_names(entry.actor for entry in log_entries)
    return [(entry, _in_words(entry), names.get(entry.actor, "")) for entry in log_entries]


def _in_words(entry: ClubLogEntry) -> str:
    if entry.kind == ClubLogEntry.Kind.LINK:
        return gettext("a new link for visitors")
    if entry.kind == ClubLogEntry.Kind.WEBSITE:
        sites = entry.body["to"]["framed_by"].replace(" ", ", ")
        return gettext("on the club's own website: %(sites)s") % {"sites": sites or "–"}
    label = str(Club.Visibility(entry.body["to"]["visible_to"]).label)
    return (
        gettext("%(who)s, also by search engines") % {"who": label}
        if (entry.body["to"]["indexed"])
        else label
    )
