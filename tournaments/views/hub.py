"""The night's page for helpers and organisers. While the night is being played, it contains the
overview of all tables.
"""

from functools import lru_cache
from typing import Any, NamedTuple
from urllib.parse import urlsplit
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext

from scoring.toolkit.csrf import make_token_field
from scoring.toolkit.problems import UserError
from scoring.views.share import code_of, only_here, reachable
from tournaments import access, links
from tournaments.backup import copies
from tournaments.club.time_and_place import in_words
from tournaments.draw.record import digest_seed
from tournaments.forms.nights import ClockForm, CutForm
from tournaments.locks import GOING_ON
from tournaments.models import Club, Night, Role
from tournaments.nights import closing, entrants
from tournaments.nights.nights import BEFORE_THE_DOOR
from tournaments.nights.pages import door, hub, winners
from tournaments.views import hub_room, sharing
from tournaments.views.base import list_numbered_errors, read_id
from tournaments.views.door import build_door_words

State = Night.State


def show_hub(
    request: HttpRequest,
    club: Club,
    role: Role | None,
    night: Night,
    *,
    refused: UserError | None = None,
    form: CutForm | None = None,
    clock: ClockForm | None = None,
    requested: int = 0,
) -> HttpResponse:
    """Show the night's page to a helper or organiser. If what the user sent was refused, the page
    shows why:

    - `form` is a refused form that limits a round to fewer games.
    - `clock` is a refused form that sets a round's clock.
    - `refused` is the error of any other refused action.

    `requested` is the number of the round to show. If it is 0, the query string tells the round.
    """
    rounds = hub.read_rounds(night)
    organises = access.has_rights(role, access.ORGANISER)
    words: dict[str, Any] = {
        "club": club,
        "night": night,
        "rounds": rounds,
        "organises": organises,
        "changes": organises and night.state == State.PLAYING,
        "form": form,
        "clock_form": clock,
        "day": str(night),
        "now": int(timezone.now().timestamp()),
        "when": in_words(night),
        "token": make_token_field(request),
        "refusals": list_numbered_errors(refused) if refused else [],
    }
    requested = requested or read_id(request.GET.get("round"))
    if rounds and (night.state != State.CLOSED or requested):
        words |= hub_room.build_room(request, words, requested, form)
    else:
        words |= _without_room(request, night, words)
    words["aside"] = _links(night, words)
    words |= _more(request, night, organises)
    status = 409 if refused else 200
    return render(request, "tournaments/nights/hub.html", words, status=status)


def _more(request: HttpRequest, night: Night, organises: bool) -> dict[str, Any]:
    """Return the template values that the night's page needs only in some states of the night.
    `organises` tells whether the user is an organiser. Only then are the sheet entries that came in
    after closing counted, and the link to the hall page (for a big screen) given.
    """
    if night.state == State.CLOSED:
        return {
            "brought": night.imported_results.count(),
            "late": closing.count_late(night) if organises else 0,
            "winners": winners.read_winners(night),
            "share": sharing.share_night(request, night),
        }
    words: dict[str, Any] = {"here_only": only_here(urlsplit(reachable(request, "/")).netloc)}
    if "hall" in request.GET and organises:
        words["hall"] = reverse("tournaments:hall", args=[links.make_key(night)])
        words["address"] = reachable(request, words["hall"])
        words["code"] = code_of(words["address"], gettext("Code that opens the hall page"))
    return words


# Without a room


def _without_room(request: HttpRequest, night: Night, words: dict[str, Any]) -> dict[str, Any]:
    counts, count = hub.count_people(night), len(words["rounds"])
    at_door = night.state == State.CHECK_IN
    more = build_door_words(request, words["club"], night, words["organises"]) if at_door else {}
    coming = counts.signed_up if night.state in BEFORE_THE_DOOR else counts.present
    return more | {
        "counts": counts,
        "steps": hub_room.render_steps(
            tuple(hub.list_steps(night, counts, count, count, organises=words["organises"])),
            get_language(),
        ),
        "door_tables": door.tables_in_words(night, entrants.count_entrants(night, coming))
        if coming and not at_door
        else "",
        "digest": digest_seed(night.next_seed) if night.next_seed else "",
        "due": night.day <= timezone.localdate(),
        "troubles": copies.read_state().troubles if night.state in GOING_ON else (),
    }


# The links beside


class Beside(NamedTuple):
    """Everything on which the links beside the main part of the night's page depend. It is the key
    by which the HTML of these links is cached.
    """

    slug: str
    pk: int
    rules: int
    public_id: UUID
    link_version: int
    state: str
    shown: int | None  # the number of the round
    drawn: int  # how many draws there were
    organises: bool
    language: str | None

    @property
    def hall(self) -> str:
        """Return the key in the secret link of the night's hall page (the page for a big
        screen).
        """
        return links.make_key(Night(public_id=self.public_id, link_version=self.link_version))

    @property
    def draws(self) -> range:
        return range(1, self.drawn + 1)


def _links(night: Night, words: dict[str, Any]) -> SafeString:
    """Return the HTML of the links beside the main part of the night's page, grouped by purpose.
    `words` has the template values of that page.
    """
    shown = words.get("shown")
    return _aside(
        Beside(
            night.season.club.slug,
            night.pk,
            night.season.reglement_id,
            night.public_id,
            night.link_version,
            night.state,
            shown and shown.number,
            words["counts"].draws,
            words["organises"],
            get_language(),
        )
    )


@lru_cache(maxsize=200)
def _aside(beside: Beside) -> SafeString:
    return render_to_string("tournaments/nights/_aside.html", {"beside": beside})
