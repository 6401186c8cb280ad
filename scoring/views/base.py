"""Fetching what a link leads to."""

import ipaddress

from django.db.models import prefetch_related_objects
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.crypto import salted_hmac

from scoring.models import Sheet
from scoring.sheets import links
from scoring.toolkit.numbered_forms import problem_words
from scoring.toolkit.problems import UserError


def sheet_or_404(key: str, *parts: str) -> Sheet:
    """The same answer to a wrong link and to one that was renewed. `parts`: what is fetched with
    it, such as its rows.
    """
    sheet = links.find(key)
    if sheet is None:
        raise Http404
    prefetch_related_objects([sheet], *parts)
    if "events" in parts and not sheet.events.all():
        raise Http404  # erased since it was found
    return sheet


def announced(request: HttpRequest) -> int:
    """How many bytes its body has: of a body no more is read than was said. Where nothing was said,
    as of one in pieces, the server in front says it, or nothing is read.
    """
    try:
        return int(request.META.get("CONTENT_LENGTH") or 0)
    except ValueError:
        return 0


def origin(request: HttpRequest) -> str:
    """Whence a sheet is opened, told apart for a day; nobody can read the address from it."""
    said = f"{_household(request.META['REMOTE_ADDR'])} {timezone.localdate()}"
    return salted_hmac("scoring.origin", said, algorithm="sha256").hexdigest()[:32]


def refusal_page(request: HttpRequest, sheet: Sheet, refused: UserError) -> HttpResponse:
    """Where there is no field to tell it beside."""
    told = [problem_words(problem) for problem in refused.problems]
    page = {"key": links.key(sheet), "refusals": told}
    return render(request, "scoring/refused.html", page, status=409)


def _household(address: str) -> str:
    """One connection has a whole network of IPv6 addresses to choose from: its first half tells."""
    try:
        whole = ipaddress.ip_address(address)
    except ValueError:  # a server behind a socket names none
        return address
    return whole.exploded[:19] if whole.version == 6 else address
