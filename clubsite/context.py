from functools import partial
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.template.backends.utils import csrf_input
from django.urls import reverse
from django.utils.functional import SimpleLazyObject

from scoring.toolkit.addresses import find_former_address, only_here, tell_reach
from tournaments.access import INDEXED
from tournaments.accounts import rights
from tournaments.nights.pages.club_bar import build_bar


def build_context(request: HttpRequest) -> dict[str, Any]:
    return {
        "demo": settings.DEMO,
        "mail": settings.MAIL,
        "program": settings.PROGRAM,
        "indexed": bool(request.META.get(INDEXED)),
        # Called by the few pages that show the button
        "network_button": lambda: may_open_to_network(request) and reverse("open-to-network"),
        "former_address": find_former_address,
        "links_reach": partial(tell_reach, request),
        "is_at_laptop": partial(is_at_laptop, request),
        "languages": settings.LANGUAGES,
        "token_field": partial(csrf_input, request),
        "club_bar": SimpleLazyObject(partial(build_bar, request)),
    }


def may_open_to_network(request: HttpRequest) -> bool:
    if settings.OPEN_TO_NETWORK is None or not is_at_laptop(request):
        return False
    return rights.is_organiser(request)


def is_at_laptop(request: HttpRequest) -> bool:
    if "HTTP_X_FORWARDED_FOR" in request.META or "HTTP_FORWARDED" in request.META:
        return False
    return only_here(request.get_host()) and only_here(str(request.META["REMOTE_ADDR"]))
