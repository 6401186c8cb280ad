"""Let the tables in PostgreSQL belong to another database user than the site's own.

The site's own user, named in DATABASE_URL, only reads and writes rows. The owner, named in
DATABASE_OWNER_URL, changes the tables: at the first start, at an upgrade and at a restore. Only the
commands for these need DATABASE_OWNER_URL.
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
    """During the block, use the database as the owner of its tables, if the environment names one.
    After the block, grant the site's own database user the rights that it needs on the tables.
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
