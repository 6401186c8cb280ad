"""Create the empty tables of a new site from stored SQL, which takes SQLite only a moment. The
migrations would make the same tables, but that takes seconds.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from sqlite3 import Connection

from django.db import connection, transaction
from django.utils import timezone

FILE = Path(__file__).with_name("empty_tables.sql")
BETWEEN = ";\n\n"  # no statement has an empty line inside
MIGRATION = re.compile(r'^INSERT INTO "django_migrations" VALUES\(\d+,\'(\w+)\',\'(\w+)\'', re.M)

Migrations = set[tuple[str, str]]


def create_tables(migrations: Migrations) -> bool:
    """Create the tables in a new SQLite database, and record these migrations as applied. Return
    whether this was done.

    Nothing is done if the database is not SQLite, if it already has tables, or if the stored SQL
    was made by other migrations.
    """
    if connection.vendor != "sqlite":
        return False
    text = FILE.read_text(encoding="utf-8")
    if {*MIGRATION.findall(text)} != migrations:
        return False
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM sqlite_master")
        if cursor.fetchone() != (0,):
            return False
        for statement in text.rstrip().split(BETWEEN):
            cursor.execute(statement)
        cursor.execute("UPDATE django_migrations SET applied = %s", [timezone.now()])
    return True


def write_sql(database: Connection) -> Iterator[str]:
    """Yield the SQL statements that create the tables of this database and insert their rows."""
    made = "SELECT name, type, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' ORDER BY rowid"
    for name, kind, sql in database.execute(made).fetchall():
        yield sql
        if kind == "table":
            yield from _write_rows(database, name)


def _write_rows(database: Connection, table: str) -> Iterator[str]:
    columns = [row[1] for row in database.execute(f'PRAGMA table_info("{table}")')]
    # The moment of a migration is that of each new site.
    values = ["quote('')" if name == "applied" else f'quote("{name}")' for name in columns]
    query = f'SELECT {", ".join(values)} FROM "{table}" ORDER BY rowid'  # noqa: S608  our own names
    for row in database.execute(query):
        yield f'INSERT INTO "{table}" VALUES({",".join(row)})'
