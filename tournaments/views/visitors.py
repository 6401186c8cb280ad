"""The page that sets who may see a club's pages, with its history."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from scoring.views.share import code_of, reachable
from tournaments import access, links
from tournaments.club import clubs
from tournaments.forms.visitors import VisitorsForm
from tournaments.models import Club, ClubDeed, User
from tournaments.views.base import actor, done, page, posted

MOST = 20  # entries of the history that are shown


@page
def visitors(request: HttpRequest, slug: str) -> HttpResponse:
    club = access.organiser(request, slug)
    form = VisitorsForm(posted(request), initial={"seen": club.seen, "indexed": club.indexed})
    if done(form, clubs.set_visibility, club=club, by=actor(request)):
        return redirect("tournaments:visitors", club.slug)
    words = {"club": club, "form": form, "deeds": _deeds(club)}
    if club.seen == Club.Seen.LINK:
        words |= _link(request, club)
    return render(request, "tournaments/club/visitors.html", words)


@require_POST
@login_required
def renew(request: HttpRequest, slug: str) -> HttpResponse:
    club = access.organiser(request, slug)
    clubs.renew_link(club=club, by=actor(request))
    return redirect("tournaments:visitors", club.slug)


def _link(request: HttpRequest, club: Club) -> dict[str, Any]:
    address = reachable(request, reverse("tournaments:club-by-link", args=[links.key(club)]))
    return {"address": address, "code": code_of(address, gettext("Code that opens the club"))}


def _deeds(club: Club) -> list[tuple[ClubDeed, str, str]]:
    """Return the changes, the last one first, each with the user's name if still known."""
    deeds = list(club.deeds.order_by("-pk")[:MOST])
    ids = [deed.actor.removeprefix("user ") for deed in deeds if deed.actor.startswith("user ")]
    names = {f"user {user.pk}": user.name for user in User.objects.filter(pk__in=ids)}
    return [(deed, _in_words(deed), names.get(deed.actor, "")) for deed in deeds]


def _in_words(deed: ClubDeed) -> str:
    if deed.kind == ClubDeed.Kind.LINK:
        return gettext("a new link for visitors")
    label = str(Club.Seen(deed.body["to"]["seen"]).label)
    return (
        gettext("%(who)s, also by search engines") % {"who": label}
        if (deed.body["to"]["indexed"])
        else label
    )
