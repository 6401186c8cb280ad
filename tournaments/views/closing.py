"""Closing a night: one list of what is still open."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from scoring.sheets import links
from scoring.toolkit import downloads
from tournaments import access
from tournaments.backup import schedule
from tournaments.club import season_texts
from tournaments.files.exports import lists
from tournaments.forms.nights import ReasonForm, ReopenForm
from tournaments.models import Night
from tournaments.names import NameDetail
from tournaments.nights import closing
from tournaments.nights.pages import incomplete
from tournaments.views.base import actor, done, page, posted


@page
def closing_page(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Before it is closed what to do first; afterwards what came in late."""
    club = access.organiser(request, slug)
    one = access.night(club, pk)
    closed = one.state == Night.State.CLOSED
    if closed and one.brought.exists():
        return redirect(one)
    form = ReopenForm(one, posted(request)) if closed else ReasonForm(posted(request))
    if done(form, closing.reopen if closed else closing.close, night=one, by=actor(request)):
        if not closed:
            schedule.after_closing()
        return redirect(request.path)
    still_open = closing.still_open(one)
    if downloads.wants_file(request):
        return downloads.list_response(request, lists.left(still_open), club, one.day)
    words = {
        "club": club,
        "night": one,
        "form": form,
        "closed": closed,
        "closing": one.state == Night.State.CLOSING,
        "left": [(left, links.key(left.table.sheet)) for left in still_open],
        "drawn": one.rounds.count(),
        "undrawn": closing.undrawn(one),
        "incomplete": incomplete.read(one, NameDetail.FULL),
        "missed": season_texts.round_missed(one.season),
        "why": one.deeds.filter(kind="closed").last() if closed else None,
    }
    return render(request, "tournaments/nights/closing.html", words)
