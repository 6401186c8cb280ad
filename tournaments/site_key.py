"""The secret key of the site, which is the same on all its machines. The database holds a hash of
it. A machine with another key refuses to serve the site.

A site that gets a new key may keep the former one for a while, beside it
(docs/decisions/0050-a-new-secret.md). Then the hash is of both.
"""

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import connection, transaction
from django.utils.crypto import salted_hmac

from tournaments.models import Machine, Site

MARK = 32  # hexadecimal digits of a hash
ANOTHER = (
    "Deze site heeft een andere sleutel dan deze computer. Kopieer het bestand secret-key (en "
    "secret-key.former, als dat er is) uit de datamap van de computer waar de site al draait naar "
    "{path} (of zet daar en hier dezelfde STREEPJE_SECRET_KEY) en start opnieuw. Is de sleutel "
    "kwijt? Zie newkey in docs/commands.md."
)
NO_FORMER = (
    "Deze site heeft nog een vorige sleutel, en deze computer niet. Kopieer het bestand "
    "secret-key.former naar {path} (of zet STREEPJE_FORMER_SECRET_KEY), of zet de vorige sleutel "
    "af: newkey --drop."
)
OLD_FORMER = (
    "De vorige sleutel van deze site is afgezet, en deze computer heeft hem nog. Verwijder {path} "
    "(of haal STREEPJE_FORMER_SECRET_KEY weg) en start opnieuw."
)


def refuse_another() -> None:
    """Refuse to run if the site has a secret key and this machine has another one, or none. Nothing
    is saved, and no new key is created.
    """
    known = "" if settings.DEMO else _known()
    if not known:
        return
    if not has_one():
        raise ImproperlyConfigured(ANOTHER.format(path=find_key_file()))
    own = list_own()
    if known not in (mark(*own), *map(mark, own[1:])):
        raise ImproperlyConfigured(_explain(known, own))


def refuse_dropped() -> None:
    """Refuse to run if this machine still has a former secret key that the site no longer accepts.
    Otherwise this machine would make that key valid again, though it may have leaked.
    """
    own = list_own()
    if own[1:] and _known() == mark(own[0]):
        raise ImproperlyConfigured(OLD_FORMER.format(path=find_former_file()))


def _explain(known: str, own: Sequence[str]) -> str:
    """Return what is wrong with this machine's secret keys, and what to do about it. `known` is the
    stored hash of the site's keys. `own` has the keys of this machine: the present one and, if
    there is one, the former one.
    """
    if known == mark(own[0]):
        return OLD_FORMER.format(path=find_former_file())
    if len(own) == 1 and known[: MARK // 2] == mark(own[0])[: MARK // 2]:
        return NO_FORMER.format(path=find_former_file())
    return ANOTHER.format(path=find_key_file())


def remember() -> None:
    """If the site has no secret key yet, save the hash of this machine's key as that of the site.
    If the site's key is this machine's former key, the key was replaced, so save the hash of this
    machine's keys. If the site has any other key, refuse to run.
    """
    known = _known()
    if not known:
        Site.objects.get_or_create(pk=1)
        Site.objects.filter(pk=1, key="").update(key=mark(*list_own()))
    refuse_another()  # another machine may have been first
    if known and known != mark(*list_own()) and not settings.DEMO:
        record(list_own())


@transaction.atomic
def record(secrets: Sequence[str]) -> None:
    """Store the hash of these secrets as that of the site: its present key and, if there are two,
    its former one. Also delete the stored list of the site's machines. Their ids were computed with
    the key, and each machine soon reports itself with a new id.
    """
    Site.objects.update_or_create(pk=1, defaults={"key": mark(*secrets)})
    Machine.objects.all().delete()


def replace() -> None:
    """Make this machine's secret key the site's, even if the site has another key."""
    record(list_own())


def put_back(secrets: Sequence[str]) -> None:
    """After a restore, store the hash of the secret keys that the site has from now on: the present
    one and, if there is one, the former one. Do nothing if the restored database has no hash of a
    key.
    """
    Site.objects.exclude(key="").update(key=mark(*secrets))


def mark(secret: str, *former: str) -> str:
    """Return the hash by which the database knows the site's secret key. If a former key is given,
    it is one hash for both keys.
    """
    hashes = [
        salted_hmac("tournaments.site_key", "", key, algorithm="sha256").hexdigest()
        for key in (secret, *former[:1])
    ]
    return "".join(digest[: MARK // len(hashes)] for digest in hashes)


def has_one() -> bool:
    return bool(settings.KEY_VARIABLE) or find_key_file().exists()


def list_own() -> list[str]:
    """Return this machine's secret key, and the former one if it has that, too."""
    return [str(settings.SECRET_KEY), *settings.SECRET_KEY_FALLBACKS]


def list_readable() -> list[str]:
    """Return this machine's secret key and, if it has one, its former key. Return an empty list if
    this machine has no key, or a damaged one.
    """
    with suppress(ImproperlyConfigured):
        return list_own() if has_one() else []
    return []


def has_former() -> bool:
    """Return whether the database says that the site still has its former key."""
    own = list_own()
    return _known()[: MARK // 2] == mark(own[0])[: MARK // 2] and _known() != mark(own[0])


def describe_place() -> str:
    """Return where this machine's secret key comes from: the name of an environment variable, or
    the path of a file.
    """
    return str(settings.KEY_VARIABLE or find_key_file())


def find_key_file() -> Path:
    return Path(settings.DATA) / "secret-key"


def find_former_file() -> Path:
    return Path(settings.DATA) / "secret-key.former"


def _known() -> str:
    """Return the stored hash of the site's secret key. It is empty in a new database, and in one of
    an earlier version.
    """
    with connection.cursor() as cursor:
        if Site._meta.db_table not in connection.introspection.table_names(cursor):
            return ""
    return Site.objects.values_list("key", flat=True).first() or ""
