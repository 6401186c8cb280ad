from collections.abc import Callable
from typing import TypeVar

from django.db.models import prefetch_related_objects
from django.http import Http404, HttpRequest
from django.utils import timezone

from scoring import games
from scoring.browser import recent_sheets
from scoring.games.core.game import Game
from scoring.models import Sheet
from scoring.sheets import links
from scoring.sheets.events import Sender
from scoring.toolkit import seals
from scoring.toolkit.addresses import find_network
from scoring.toolkit.numbered_forms import read_sent_id

LARGEST_FILE = 10_000_000  # above the limit of each form, so that the form can refuse a file itself
View = TypeVar("View", bound=Callable[..., object])


def sheet_or_404(key: str, *parts: str) -> Sheet:
    """Return the sheet to which this key leads, with these relations prefetched. A wrong key and a
    replaced one raise the same 404.
    """
    sheet = links.find(key)
    if sheet is None:
        raise Http404
    prefetch_related_objects([sheet], *parts)
    if "events" in parts and not sheet.events.all():
        raise Http404  # erased after it was found
    return sheet


def game_or_404(key: str | None) -> type[Game]:
    system = games.find(key)
    if system is None:
        raise Http404
    return system


def read_sender(request: HttpRequest) -> Sender:
    device = recent_sheets.read_device(request)
    return {"event": read_sent_id(request.POST.get("id")), "device": device}


def takes_up_to(most_bytes: float) -> Callable[[View], View]:
    """Of a view that is sent more than forms are; the middleware refuses what is larger."""

    def decorate(view: View) -> View:
        view.most_bytes = most_bytes  # type: ignore[attr-defined]
        return view

    return decorate


def read_announced_length(request: HttpRequest) -> int:
    """Return the length that the headers give the body: no more of it is read. A chunked body has
    none, unless a proxy adds it.
    """
    try:
        return int(request.META.get("CONTENT_LENGTH") or 0)
    except ValueError:
        return 0


def hash_origin(request: HttpRequest) -> str:
    """Return a hash of the visitor's network and today's date, which counts the sheets that one
    network opens in a day without storing an address.
    """
    household = f"{find_network(request.META['REMOTE_ADDR'])} {timezone.localdate()}"
    return seals.make("scoring.origin", household).hex()[:32]
