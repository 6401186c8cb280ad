"""Who asks, where a server tells the address of the proxy before it: limits count by visitor."""

import ipaddress

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from clubsite.middleware.headers import Handler


def visitors(get_response: Handler) -> Handler:
    """Each proxy adds the address it was asked by at the end, so that who asked the first of ours
    stands at a place that visitors cannot reach: what they wrote themselves comes before it.
    """

    def respond(request: HttpRequest) -> HttpResponse:
        said = request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")
        if 0 < settings.PROXIES <= len(said) and (told := _address(said[-settings.PROXIES])):
            request.META["REMOTE_ADDR"] = told
        return get_response(request)

    return respond


def _address(said: str) -> str:
    """Without the port that some write behind it; empty where it is none."""
    host = said.strip().strip('"')
    if host.startswith("["):
        host = host[1:].partition("]")[0]
    elif host.count(":") == 1:
        host = host.partition(":")[0]
    try:
        return str(ipaddress.ip_address(host))
    except ValueError:
        return ""
