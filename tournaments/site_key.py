"""The secret key of the site, which is the same on all its machines. The database holds a hash of
it. A machine with another key refuses to serve the site.

A machine that knows the site's key as a former one, in SECRET_KEY_FALLBACKS, makes its own key the
site's (docs/decisions/0050-a-new-secret.md).
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
    """Refuse to run if the site has a secret key and this machine has another one, or none. Nothing
    is saved, and no new key is created.
    """
    known = "" if settings.DEMO else _known()
    if known and not (has_one() and known in map(mark, list_own())):
        raise ImproperlyConfigured(ANOTHER.format(path=find_key_file()))


def remember() -> None:
    """Save the hash of this machine's key as that of the site, if the site has none yet, or if its
    key is a former one of this machine. If the site has any other key, refuse to run.
    """
    known = _known()
    if not known:
        Site.objects.get_or_create(pk=1)
        Site.objects.filter(pk=1, key="").update(key=mark(str(settings.SECRET_KEY)))
    refuse_another()  # another machine may have been first
    if known and known != mark(str(settings.SECRET_KEY)) and not settings.DEMO:
        replace()


@transaction.atomic
def replace() -> None:
    """Make this machine's secret key the site's, even if the site has another key. Also delete the
    stored list of the site's machines. Their ids were computed with the key, and each machine soon
    reports itself with a new id.
    """
    Site.objects.update_or_create(pk=1, defaults={"key": mark(str(settings.SECRET_KEY))})
    Machine.objects.all().delete()


def put_back(secret: str) -> None:
    """After a restore, store the hash of the secret key that the site has from now on. Do nothing
    if the restored database has no hash of a key.
    """
    Site.objects.exclude(key="").update(key=mark(secret))


def mark(secret: str) -> str:
    """Return the hash by which the database knows the site's secret key."""
    hashed = salted_hmac("tournaments.site_key", "", secret, algorithm="sha256")
    return hashed.hexdigest()[:MARK]


def has_one() -> bool:
    return bool(settings.KEY_VARIABLE) or find_key_file().exists()


def list_own() -> list[str]:
    """Return this machine's secret key, and then the former ones that it still accepts."""
    return [str(settings.SECRET_KEY), *settings.SECRET_KEY_FALLBACKS]


def list_readable() -> list[str]:
    """Return what `list_own` does, or an empty list if this machine has no key or a damaged one."""
    with suppress(ImproperlyConfigured):
        return list_own() if has_one() else []
    return []


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
