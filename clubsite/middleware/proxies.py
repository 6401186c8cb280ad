"""Find the visitor's own address behind proxies, because limits such as those on log-in attempts
are counted per visitor.
"""

import ipaddress

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from clubsite.middleware.headers import Handler


def set_visitor_address(get_response: Handler) -> Handler:
    """Middleware that sets REMOTE_ADDR to the visitor's address.

    Each proxy appends to X-Forwarded-For the address from which it was called. So the address that
    the site's outermost proxy added is found by counting from the end. Anything before it may be
    forged.
    """

    def respond(request: HttpRequest) -> HttpResponse:
        addresses = request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")
        if 0 < settings.PROXIES <= len(addresses) and (
            address := _address(addresses[-settings.PROXIES])
        ):
            request.META["REMOTE_ADDR"] = address
        return get_response(request)

    return respond


def _address(said: str) -> str:
    """Return this address without quotes and port; "" if it is not an IP address."""
    host = said.strip().strip('"')
    if host.startswith("["):
        host = host[1:].partition("]")[0]
    elif host.count(":") == 1:
        host = host.partition(":")[0]
    try:
        return str(ipaddress.ip_address(host))
    except ValueError:
        return ""
