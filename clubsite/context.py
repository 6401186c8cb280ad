"""What every page may want to know of the site."""

from django.conf import settings
from django.http import HttpRequest


def site(request: HttpRequest) -> dict[str, bool]:
    return {"demo": settings.DEMO, "mail": settings.MAIL}
