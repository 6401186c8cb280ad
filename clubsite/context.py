"""What every page may want to know of the site."""

from django.conf import settings
from django.http import HttpRequest

from tournaments.access import INDEXED


def site(request: HttpRequest) -> dict[str, bool]:
    indexed = bool(request.META.get(INDEXED))
    return {"demo": settings.DEMO, "mail": settings.MAIL, "indexed": indexed}
