"""The page that reads the QR codes shown by phones without a connection, and saves the score-sheet
entries that the codes contain.
"""

from typing import Any, NamedTuple

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from scoring.browser import handover_codes as codes
from scoring.browser.handover_codes import Handed
from scoring.sheets import links
from scoring.toolkit.numbered_forms import problem_in_words
from scoring.toolkit.problems import UserError
from tournaments import access
from tournaments.forms.scanned_codes import LightForm
from tournaments.models import Night
from tournaments.nights import scanned_codes as handing_over
from tournaments.nights.scanned_codes import Place
from tournaments.views.base import page, read_id, read_posted

PIXELS = "application/octet-stream"


class HandedEntry(NamedTuple):
    """One entry for a score sheet, such as the scores of a game, that a phone without a connection
    handed over by QR code. `what` names the entry, and `how` says in words whether it was saved. If
    it was refused, `refused` has the reasons.
    """

    what: str
    how: str
    refused: list[str]


class Form(NamedTuple):
    table: str
    key: str
    lines: list[HandedEntry]


@page
def light(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    club = access.organiser_or_403(request, slug)
    night = access.night_or_404(club, pk)
    request.META[access.FILMS] = True
    form = LightForm(read_posted(request), request.FILES or None)
    words: dict[str, Any] = {"club": club, "night": night, "form": form, "taken": []}
    if request.method == "POST" and form.is_valid():
        done, refused = handing_over.take_in(night, form.parts)
        words["taken"] = [_form(place, handed) for place, handed in done]
        words["refusals"] = [problem_in_words(problem) for problem in refused]
    if "part" in request.GET:
        words["refusals"] = words.get("refusals") or form.list_refusals("file")
        return render(request, "tournaments/nights/_codes_taken.html", words)
    return render(request, "tournaments/nights/scanned_codes.html", words)


@never_cache
@require_POST
@login_required
def read_picture(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Return the texts of the QR codes in a picture, each with the table to which it belongs. The
    body of the request has one byte of grey for each pixel. `?wide=` in its address is the number
    of pixels in a line.
    """
    night = access.night_or_404(access.organiser_or_403(request, slug), pk)
    parts: list[dict[str, Any]] = []
    refused: list[tuple[str, str]] = []
    pixels = request.body if request.content_type == PIXELS else b""
    try:
        contents = codes.read_picture(pixels, read_id(request.GET.get("wide")))
    except UserError as error:
        refused += map(problem_in_words, error.problems)
        contents = []
    for raw in contents:
        try:
            if raw.startswith(codes.BEGINS):  # and no poster
                parts.append(_part(night, codes.read_part(raw)))
        except UserError as error:
            refused += map(problem_in_words, error.problems)
    return JsonResponse({"parts": parts, "problems": refused})


def _part(night: Night, part: codes.Part) -> dict[str, Any]:
    place = handing_over.find_place(night, part)
    return {
        "text": part.text,
        "set": part.set.hex(),
        "number": part.number,
        "count": part.total,
        "table": _table(place),
    }


def _table(place: Place) -> str:
    numbers = {"number": place.table, "round": place.round}
    return gettext("Table %(number)s · round %(round)s") % numbers


def _form(place: Place, handed: Handed) -> Form:
    lines = [_line(*answer) for answer in handed.answers]
    return Form(_table(place), links.make_key(place.sheet), lines)


def _line(entry: dict[str, Any], answer: dict[str, Any], before: bool) -> HandedEntry:
    if answer["as"] == "refused":
        reasons = [" ".join(problem_in_words(problem)) for problem in answer["problems"]]
        return HandedEntry(_name(entry), gettext("not taken"), reasons)
    how = gettext("taken in")
    if answer["as"] == "aside":
        how = gettext("was written otherwise here: both stand on the form, and the table chooses")
    elif before:
        how = gettext("was here already")
    return HandedEntry(_name(entry), how, [])


def _name(entry: dict[str, Any]) -> str:
    game = entry.get("game")
    if entry.get("do") == "enter" and type(game) is int:
        return gettext("Game %(number)s") % {"number": game} if game else gettext("The paper form")
    names = {
        "choose": gettext("What counts"),
        "approve": gettext("Approved"),
        "games": gettext("Number of games"),
        "penalty": gettext("Penalty"),
        "withdraw": gettext("Penalty"),
        "scribe": gettext("Who keeps score"),
        "starter": gettext("Who begins"),
    }
    return names.get(str(entry.get("do")), gettext("Something else"))
