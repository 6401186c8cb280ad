"""The site's key is the same on every machine: the database knows by which mark to tell it from any
other, and a machine that has another serves nothing.
"""

import os
from pathlib import Path

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import connection
from django.utils.crypto import salted_hmac

from tournaments.models import Site

ANOTHER = (
    "Deze site heeft een andere sleutel dan deze computer. Kopieer het bestand secret-key uit de "
    "datamap van de computer waar de site al draait naar {path} (of zet daar en hier dezelfde "
    "STREEPJE_SECRET_KEY) en start opnieuw. Is de sleutel kwijt? Zie newkey in docs/commands.md."
)


def refuse_another() -> None:
    """Nothing is written, nor is a key made where the site has one."""
    known = "" if settings.DEMO else _known()
    if known and not (has_one() and mark() == known):
        raise ImproperlyConfigured(ANOTHER.format(path=key_file()))


def remember() -> None:
    """The key of the first machine is that of the site."""
    if not _known():
        Site.objects.get_or_create(pk=1)
        Site.objects.filter(pk=1, key="").update(key=mark())
    refuse_another()  # another machine may have been a moment earlier


def replace() -> None:
    """The key of this machine is the site's from now on, whatever it was."""
    Site.objects.update_or_create(pk=1, defaults={"key": mark()})


def put_back(secret: str) -> None:
    """The key that a back-up brought is that of the site in it."""
    Site.objects.exclude(key="").update(key=mark(secret))


def mark(secret: str | None = None) -> str:
    said = salted_hmac("tournaments.site_key", "", secret, algorithm="sha256")
    return said.hexdigest()[:32]


def has_one() -> bool:
    return bool(os.environ.get("STREEPJE_SECRET_KEY")) or key_file().exists()


def where() -> str:
    """The site's key on this machine."""
    return "STREEPJE_SECRET_KEY" if os.environ.get("STREEPJE_SECRET_KEY") else str(key_file())


def key_file() -> Path:
    return Path(settings.DATA) / "secret-key"


def _known() -> str:
    """Empty in a database of no site yet, or of an earlier version."""
    with connection.cursor() as cursor:
        if Site._meta.db_table not in connection.introspection.table_names(cursor):
            return ""
    return Site.objects.values_list("key", flat=True).first() or ""
