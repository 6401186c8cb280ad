from typing import Any
from urllib.parse import unquote, urlsplit

import django
from django.core.exceptions import ImproperlyConfigured

from clubsite.config.databases import is_here

PORTS = {"smtp": 587, "smtps": 465}
BEFORE_MAILERS = {"username": "EMAIL_HOST_USER", "password": "EMAIL_HOST_PASSWORD"}


def build_settings(backend: str, **options: Any) -> dict[str, Any]:
    path = f"django.core.mail.backends.{backend}.EmailBackend"
    if django.VERSION >= (6, 1):
        return {"MAILERS": {"default": {"BACKEND": path, "OPTIONS": options}}}
    names = (BEFORE_MAILERS.get(name, f"EMAIL_{name.upper()}") for name in options)
    return {"EMAIL_BACKEND": path, **dict(zip(names, options.values(), strict=True))}


def read_url(url: str) -> dict[str, Any]:
    try:
        parts = urlsplit(url)
        usual = PORTS[parts.scheme]
        host, port = parts.hostname or "", parts.port or usual
        if not host or parts.path.strip("/") or parts.query:
            raise ValueError
    except (ValueError, KeyError):
        shape = url.split("://", maxsplit=1)[0] if "://" in url else "?"  # no password
        raise ImproperlyConfigured(
            f"STREEPJE_MAIL ({shape}://…) can't be read: write smtp://user:password@host:587 "
            "or smtps://user:password@host:465, with %40 for an @ in the name or the password."
        ) from None
    return {
        "host": host,
        "port": port,
        "username": unquote(parts.username or ""),
        "password": unquote(parts.password or ""),
        "use_tls": parts.scheme == "smtp" and not is_here(host),
        "use_ssl": parts.scheme == "smtps",
        "timeout": 10,
    }


def find_sender(given: str, username: str, site: str) -> str:
    if not site:
        raise ImproperlyConfigured(
            "STREEPJE_MAIL needs STREEPJE_URL as well, such as https://club.example: "
            "links in letters lead there."
        )
    if not given and "@" not in username:
        raise ImproperlyConfigured(
            "STREEPJE_MAIL needs STREEPJE_MAIL_FROM as well, such as "
            "'Streepje <streepje@club.example>'."
        )
    return given or username
