import ipaddress
import logging
from http import HTTPStatus

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from clubsite.middleware.headers import Handler

log = logging.getLogger(__name__)

NO_VISITOR = (
    "visitors have no address of their own: see to X-Forwarded-For of the proxy, STREEPJE_PROXIES "
    "and STREEPJE_PROXY. Until then all of them share one limit of log-in attempts"
)
NO_HTTPS = (
    "the proxy does not say X-Forwarded-Proto, or STREEPJE_PROXY is not its address: pages asked "
    "by https lead to themselves for ever"
)
UNPROXIED = ("/healthz",)  # monitors ask the server itself
PAUSE = 3600  # seconds between two lines of the log about the same


def set_visitor_address(get_response: Handler) -> Handler:
    """Each proxy appends to X-Forwarded-For the address from which it was called. The one that the
    site's outermost proxy added is found by counting from the end; anything before it may be
    forged.
    """

    def respond(request: HttpRequest) -> HttpResponse:
        addresses = request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")
        if 0 < settings.PROXIES <= len(addresses) and (
            address := _address(addresses[-settings.PROXIES])
        ):
            request.META["REMOTE_ADDR"] = address
        if settings.HTTPS and request.path not in UNPROXIED:
            warn(request)
        return get_response(request)

    return respond


def warn(request: HttpRequest) -> None:
    """Nothing else would tell the site's admin why log-ins are refused, or why pages redirect for
    ever.
    """
    if "HTTP_X_FORWARDED_PROTO" not in request.META and not request.is_secure():
        about, message = "https", NO_HTTPS
    elif request.META["REMOTE_ADDR"] not in request.META.get("HTTP_X_FORWARDED_FOR", ""):
        about, message = "visitor", NO_VISITOR
    else:
        return
    if cache.add(f"warned-{about}", True, PAUSE):
        log.warning(message)


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


def require_https(get_response: Handler) -> Handler:
    """A redirect, as pages get, would hide that a phone's script sent something unencrypted."""

    def respond(request: HttpRequest) -> HttpResponse:
        unsafe = settings.HTTPS and not request.is_secure()
        if unsafe and request.path == reverse("scoring:sync"):
            return HttpResponse("https", "text/plain; charset=utf-8", HTTPStatus.FORBIDDEN)
        return get_response(request)

    return respond
