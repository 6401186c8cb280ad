"""Two users of one PostgreSQL. The site's own, in DATABASE_URL, reads and writes rows and no more.
The other one owns the tables and changes them: at the first start, at an upgrade, at a restore.
DATABASE_OWNER_URL names it, and only those commands need to know it.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings
from django.db import connection

# The site adds and deletes events, and changes none; it only reads which migrations were applied.
RIGHTS = """
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA {schema} TO {user};
    GRANT SELECT, USAGE, UPDATE ON ALL SEQUENCES IN SCHEMA {schema} TO {user};
    REVOKE INSERT, UPDATE, DELETE ON django_migrations FROM {user};
    REVOKE UPDATE ON scoring_event FROM {user};
"""


@contextmanager
def as_owner() -> Iterator[None]:
    """Work as the owner of the tables in this block, if the environment names one. Afterwards let
    the site's own user work with the tables that are there.
    """
    known = connection.settings_dict
    if settings.TABLE_OWNER is None or settings.TABLE_OWNER.items() <= known.items():
        yield
        return
    site, before = _ask("SELECT current_user"), {name: known[name] for name in settings.TABLE_OWNER}
    connection.close()
    known.update(settings.TABLE_OWNER)
    try:
        yield
        _let_in(site)
    finally:
        connection.close()
        known.update(before)


def _let_in(user: str) -> None:
    if user == _ask("SELECT current_user"):  # one user after all
        return
    quote = connection.ops.quote_name
    schema = quote(_ask("SELECT current_schema()"))
    with connection.cursor() as cursor:
        cursor.execute(RIGHTS.format(schema=schema, user=quote(user)))


def _ask(words: str) -> str:
    with connection.cursor() as cursor:
        cursor.execute(words)
        return str(cursor.fetchone()[0])
