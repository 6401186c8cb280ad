"""The site's secret key, the same on all its machines. The database holds a hash of it, and a
machine with another key refuses to serve the site. One that knows the site's as a former key
(SECRET_KEY_FALLBACKS) makes its own the site's (docs/decisions/0050-a-new-secret.md).
"""

from contextlib import suppress
from pathlib import Path

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import connection, transaction
from django.utils.crypto import salted_hmac

from tournaments.models import Machine, Site

MARK = 32  # hexadecimal digits of a hash
ANOTHER = (
    "Deze site heeft een andere sleutel dan deze computer. Kopieer het bestand secret-key uit de "
    "datamap van de computer waar de site al draait naar {path} (of zet daar en hier dezelfde "
    "STREEPJE_SECRET_KEY) en start opnieuw. Is de sleutel kwijt? Zie newkey in docs/commands.md."
)


def refuse_another() -> None:
    known = "" if settings.DEMO else _known()
    if known and not (has_one() and known in map(mark, list_own())):
        raise ImproperlyConfigured(ANOTHER.format(path=find_key_file()))


def remember() -> None:
    """Save this machine's key as the site's, if there is none yet or that is a former one here."""
    known = _known()
    if not known:
        Site.objects.get_or_create(pk=1)
        Site.objects.filter(pk=1, key="").update(key=mark(str(settings.SECRET_KEY)))
    refuse_another()  # another machine may have been first
    if known and known != mark(str(settings.SECRET_KEY)) and not settings.DEMO:
        replace()


@transaction.atomic
def replace() -> None:
    """Whatever the site's key is. The ids of machines come from it, and each soon reports itself
    anew.
    """
    Site.objects.update_or_create(pk=1, defaults={"key": mark(str(settings.SECRET_KEY))})
    Machine.objects.all().delete()


def put_back(secret: str) -> None:
    """After a restore. A database without a hash stays so."""
    Site.objects.exclude(key="").update(key=mark(secret))


def mark(secret: str) -> str:
    hashed = salted_hmac("tournaments.site_key", "", secret, algorithm="sha256")
    return hashed.hexdigest()[:MARK]


def has_one() -> bool:
    return bool(settings.KEY_VARIABLE) or find_key_file().exists()


def list_own() -> list[str]:
    """The present key first, then the former ones that are still accepted."""
    return [str(settings.SECRET_KEY), *settings.SECRET_KEY_FALLBACKS]


def list_readable() -> list[str]:
    """Empty if this machine has no key or a damaged one."""
    with suppress(ImproperlyConfigured):
        return list_own() if has_one() else []
    return []


def find_key_file() -> Path:
    return Path(settings.DATA) / "secret-key"


def _known() -> str:
    """Empty in a new database, and in one of an earlier version."""
    with connection.cursor() as cursor:
        if Site._meta.db_table not in connection.introspection.table_names(cursor):
            return ""
    return Site.objects.values_list("key", flat=True).first() or ""
