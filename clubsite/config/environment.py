"""Read the environment variables. One that makes no sense is refused before anything starts:
otherwise the site would only seem to work.
"""

import os
import re
from ipaddress import IPv4Address
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured

ON, OFF = ("1", "true", "yes", "on"), ("", "0", "false", "no", "off")
HOST = re.compile(r"\.?[\w.-]+|\[[0-9a-fA-F:.]+\]|\*")


def is_on(name: str) -> bool:
    given = os.environ.get(name, "").strip().lower()
    if given not in ON + OFF:
        raise ImproperlyConfigured(f"{name} ({given}) is no switch: write 1 or 0.")
    return given in ON


def read_address(name: str, usual: str) -> str:
    given = os.environ.get(name) or usual
    try:
        return str(IPv4Address(given))
    except ValueError:
        mistake = f"{name} ({given}) is no address: write one, such as 10.0.0.5."
        raise ImproperlyConfigured(mistake) from None


def count_proxies(name: str) -> int:
    given = os.environ.get(name) or "0"
    if given not in ("0", "1", "2", "3", "4", "5"):
        raise ImproperlyConfigured(f"{name} ({given}) is no number of proxies: write 1 to 5.")
    return int(given)


def count_days(name: str, usual: int) -> int:
    given = os.environ.get(name) or str(usual)
    if given.lower() == "no":
        return 0
    if not (given.isascii() and given.isdecimal() and int(given) <= 730):
        raise ImproperlyConfigured(f"{name} ({given}) is no number of days: write 1 to 730, or no.")
    return int(given)


def list_hosts(name: str) -> list[str]:
    """Refuse an address with https:// or a port: the site would then answer to no name at all."""
    hosts = [host.strip() for host in os.environ.get(name, "").split(",") if host.strip()]
    for host in hosts:
        if not HOST.fullmatch(host):
            raise ImproperlyConfigured(
                f"{name} ({host}) is no name of a host: write it without https:// and without a "
                "port, such as club.example."
            )
    return hosts


def read_site_url(name: str) -> str:
    """Return the site's address without a slash at the end."""
    given = os.environ.get(name, "").rstrip("/")
    parts = urlsplit(given)
    if given and not (parts.scheme in ("http", "https") and parts.netloc and not parts.path):
        raise ImproperlyConfigured(
            f"{name} ({given}) is no address of a site: write https:// and a name of its own, such "
            "as https://club.example. Streepje can't stand below another site (/streepje)."
        )
    return given
