"""Template context of every page."""

from django.conf import settings
from django.http import HttpRequest

from tournaments.access import INDEXED


def site(request: HttpRequest) -> dict[str, bool]:
    """Return the context that all pages share."""
    indexed = bool(request.META.get(INDEXED))
    return {"demo": settings.DEMO, "mail": settings.MAIL, "indexed": indexed}
