"""Read the environment variables. One that makes no sense is refused before anything starts:
otherwise the site would only seem to work.
"""

import os
import re
import secrets
import tempfile
from ipaddress import IPv4Address
from pathlib import Path
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured

from clubsite.config import program

ON, OFF = ("1", "true", "yes", "on"), ("", "0", "false", "no", "off")
HOST = re.compile(r"\.?[\w.-]+|\[[0-9a-fA-F:.]+\]|\*")


def is_on(name: str) -> bool:
    given = os.environ.get(name, "").strip().lower()
    if given not in ON + OFF:
        raise ImproperlyConfigured(f"{name} ({given}) is no switch: write 1 or 0.")
    return given in ON


def read_secret(name: str) -> str:
    """Return what stands in this variable or in the file that `<name>_FILE` names; "" if neither is
    set.
    """
    variable = find_variable(name)
    if variable in ("", name):
        return os.environ.get(name, "")
    path = os.environ[variable]
    try:
        secret = Path(path).read_text(encoding="utf-8").strip()
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "no text"
        raise ImproperlyConfigured(f"{variable} ({path}) can't be read: {why}.") from None
    if not (secret and secret.isprintable()):
        raise ImproperlyConfigured(f"{variable} ({path}) must hold the secret in one line of text.")
    return secret


def find_variable(name: str) -> str:
    """Return `name`, `<name>_FILE`, or "" if neither is set."""
    given = [variable for variable in (name, f"{name}_FILE") if os.environ.get(variable)]
    if len(given) > 1:
        raise ImproperlyConfigured(f"{given[0]} and {given[1]} are both set: keep one of them.")
    return "".join(given)


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


def get_or_make_key(path: Path) -> str:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not path.exists():
        _make(path)
    key = path.read_text(errors="replace").strip()
    if not (len(key) >= 50 and key.isascii() and key.isprintable()):
        raise ImproperlyConfigured(
            f"{path} is leeg of beschadigd. Zet het terug uit een reservekopie. Is die er niet, "
            f"verwijder het dan en typ {program.write_command('newkey')}; dan moet "
            "iedereen opnieuw inloggen en werkt geen enkele link of QR-code meer die al "
            "gedeeld of gedrukt is."
        )
    return key


def _make(path: Path) -> None:
    """Write a new key atomically. If another process has just made the file, keep that one."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f"{path.name}.")  # 0600
    fresh = Path(name)
    try:
        with os.fdopen(handle, "w") as file:
            file.write(secrets.token_urlsafe(50))
            file.flush()
            os.fsync(file.fileno())
        _move(fresh, path)
    finally:
        fresh.unlink(missing_ok=True)


def _move(fresh: Path, path: Path) -> None:
    try:
        path.hardlink_to(fresh)
    except FileExistsError:
        pass  # another start was first
    except OSError:  # a disk without hard links, as many a memory stick
        if not path.exists():
            fresh.rename(path)
