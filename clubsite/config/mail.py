"""Read STREEPJE_MAIL: smtp://user:password@host:587, or smtps:// on port 465."""

import ipaddress
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

PORTS = {"smtp": 587, "smtps": 465}


class Server(NamedTuple):
    host: str
    port: int
    user: str
    password: str
    starttls: bool
    tls: bool


def read_url(url: str) -> Server:
    """Return the settings of the mail server that this URL names. For a server on another machine,
    the settings always demand TLS, because otherwise the password would be sent in the clear.
    """
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise ImproperlyConfigured(_hint(url)) from None
    if parts.scheme not in PORTS or not host or parts.path.strip("/") or parts.query:
        raise ImproperlyConfigured(_hint(url))
    return Server(
        host=host,
        port=port or PORTS[parts.scheme],
        user=unquote(parts.username or ""),
        password=unquote(parts.password or ""),
        starttls=parts.scheme == "smtp" and not _is_here(host),
        tls=parts.scheme == "smtps",
    )


def find_sender(given: str, server: Server, site: str) -> str:
    """Return the From address for e-mails: `given` or, if that is empty, the user name at the mail
    server. Refuse settings that give no From address. Also refuse settings without the site's URL
    (`site`), because links in e-mails need it.
    """
    if not site:
        raise ImproperlyConfigured(
            "STREEPJE_MAIL needs STREEPJE_URL as well, such as https://club.example: "
            "links in letters lead there."
        )
    if not given and "@" not in server.user:
        raise ImproperlyConfigured(
            "STREEPJE_MAIL needs STREEPJE_MAIL_FROM as well, such as "
            "'Streepje <streepje@club.example>'."
        )
    return given or server.user


def _is_here(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _hint(url: str) -> str:
    # Show only the scheme: the rest may hold a password.
    shape = url.split("://", maxsplit=1)[0] if "://" in url else "?"
    return (
        f"STREEPJE_MAIL ({shape}://…) can't be read: write smtp://user:password@host:587 "
        "or smtps://user:password@host:465, with %40 for an @ in the name or the password."
    )
