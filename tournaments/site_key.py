"""The secret key of the site, which is the same on all its machines. The database holds a hash of
it. A machine with another key refuses to serve the site.
"""

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
    """Refuse to run if the site has a secret key and this machine has another one, or none. Nothing
    is saved, and no new key is created.
    """
    known = "" if settings.DEMO else _known()
    if known and not (has_one() and mark() == known):
        raise ImproperlyConfigured(ANOTHER.format(path=find_key_file()))


def remember() -> None:
    """If the site has no secret key yet, save the hash of this machine's key as that of the site.
    If it has another one, refuse to run.
    """
    if not _known():
        Site.objects.get_or_create(pk=1)
        Site.objects.filter(pk=1, key="").update(key=mark())
    refuse_another()  # another machine may have been first


def replace() -> None:
    """Make this machine's secret key the site's, even if the site has another key."""
    Site.objects.update_or_create(pk=1, defaults={"key": mark()})


def put_back(secret: str) -> None:
    """After a restore, record the secret key from the back-up as the key of the site."""
    Site.objects.exclude(key="").update(key=mark(secret))


def mark(secret: str | None = None) -> str:
    digest = salted_hmac("tournaments.site_key", "", secret, algorithm="sha256")
    return digest.hexdigest()[:32]


def has_one() -> bool:
    return bool(settings.KEY_VARIABLE) or find_key_file().exists()


def describe_place() -> str:
    """Return where this machine's secret key comes from: the name of an environment variable, or
    the path of a file.
    """
    return str(settings.KEY_VARIABLE or find_key_file())


def find_key_file() -> Path:
    return Path(settings.DATA) / "secret-key"


def _known() -> str:
    """Return the stored hash of the site's secret key. It is empty in a new database, and in one of
    an earlier version.
    """
    with connection.cursor() as cursor:
        if Site._meta.db_table not in connection.introspection.table_names(cursor):
            return ""
    return Site.objects.values_list("key", flat=True).first() or ""
