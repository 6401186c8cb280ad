"""The site's addresses as phones open them with their QR codes, and from where it is asked."""

import ipaddress
from contextlib import suppress
from hashlib import sha256
from urllib.parse import urlsplit

import segno
from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest
from django.utils.safestring import SafeString, mark_safe


def reachable(request: HttpRequest, path: str) -> str:
    """Return the full address by which a phone can open this path. On the laptop that serves the
    site a request may use a host name such as localhost, which PUBLIC_URL then replaces.
    """
    if settings.PUBLIC_URL and only_here(request.get_host()) and not find_former_address():
        return f"{settings.PUBLIC_URL}{path}"
    return request.build_absolute_uri(path)


def tell_reach(request: HttpRequest) -> str:
    """Return from where links of this site can be opened: "here" (this computer), "hall" (the same
    network) or "" (anywhere).
    """
    host = urlsplit(reachable(request, "/")).netloc
    if only_here(host):
        return "here"
    return "hall" if _is_private(host) else ""


def find_network(ip: str) -> str:
    """Of IPv6 a household has a whole network; a server behind a socket gives no address."""
    with suppress(ValueError):
        whole = ipaddress.ip_address(ip)
        return whole.exploded[:19] if whole.version == 6 else ip
    return ip


def find_former_address() -> str:
    """Return the address that phones use for the site, if this laptop no longer has it; else ""."""
    left = settings.PUBLIC_URL and settings.HAS_ADDRESS and not settings.HAS_ADDRESS()
    return settings.PUBLIC_URL if left else ""


def draw_code(address: str, title: str) -> SafeString | None:
    """Return the QR code of this address; None if no phone could open it. Drawing takes 9 ms, and a
    page has one for each table, so images are kept.
    """
    if only_here(urlsplit(address).netloc):
        return None
    key = "qr:" + sha256(f"{title} {address}".encode()).hexdigest()
    return cache.get_or_set(key, lambda: draw_svg(address, title))


def draw_svg(address: str, title: str) -> SafeString:
    """Return the QR code of this address as SVG: a single path, which needs no style."""
    code = segno.make(address, error="m", micro=False)
    svg = code.svg_inline(border=4, omitsize=True, svgclass="qr", lineclass=None, title=title)
    return mark_safe(svg)  # noqa: S308  segno writes figures only, and escapes the title


def only_here(host: str) -> bool:
    """Return whether this host is a loopback, by which every computer reaches only itself."""
    name = _without_port(host)
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return name == "localhost"


def _is_private(host: str) -> bool:
    """Return whether only devices on the same network can reach this host."""
    name = _without_port(host)
    try:
        return ipaddress.ip_address(name).is_private
    except ValueError:
        return name.endswith(".local")


def _without_port(host: str) -> str:
    return host.rsplit(":", 1)[0].strip("[]")
