"""The empty tables that are in the program are those that the migrations make."""

import sqlite3
from contextlib import closing

import pytest

from clubsite.maintenance import health
from clubsite.ready import empty_tables
from tests.tournaments.backup.sites import Site

MADE = "A migration changed: python3 -m clubsite.ready.make writes what a first start reads."
PERMISSIONS = (
    "SELECT model, codename, name FROM auth_permission"
    " JOIN django_content_type ON content_type_id = django_content_type.id"
)
SCHEMA = "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE name <> 'sqlite_sequence'"


@pytest.fixture(scope="module")
def new_site(tmp_path_factory):
    site = Site(tmp_path_factory.mktemp("new") / "data")
    assert site.well("upgrade")["sheets"] == 0
    return site


@pytest.fixture
def migrated(tmp_path):
    """The file of a site whose tables the migrations made, one after the other."""
    site = Site(tmp_path / "migrated")
    assert site.run("migrate", "--verbosity", "0").returncode == 0
    with closing(sqlite3.connect(site.file)) as database:
        yield database


def schema(cursor):
    """Return every table, index and trigger; which names are in quotes depends on the SQLite."""
    rows = cursor.execute(SCHEMA).fetchall()
    return sorted((*row[:3], (row[3] or "").replace('"', "")) for row in rows)


def test_new_site_has_the_tables_and_rows_that_the_migrations_make(new_site, migrated):
    with closing(sqlite3.connect(new_site.file)) as new:
        assert schema(new) == schema(migrated), MADE
        for rows in ("SELECT app_label, model FROM django_content_type", PERMISSIONS):
            assert sorted(new.execute(rows)) == sorted(migrated.execute(rows)), MADE

        applied = new.execute("SELECT app, name FROM django_migrations").fetchall()
        assert sorted(applied) == sorted(health.list_known_migrations()), MADE
        ((moment,),) = new.execute("SELECT DISTINCT applied FROM django_migrations")
        assert moment > "2026"
        filled = [
            name
            for kind, name, *_ in schema(new)
            if kind == "table" and new.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0]
        ]
        assert filled == [
            *("auth_permission", "django_content_type", "django_migrations", "tournaments_site"),
        ]


def test_sql_that_is_read_is_written_again(new_site):
    with closing(sqlite3.connect(new_site.file)) as new:
        new.execute("DELETE FROM tournaments_site")  # the mark of the key, by `upgrade`
        new.execute("DELETE FROM sqlite_sequence WHERE name = 'tournaments_site'")
        statements = empty_tables.write_sql(new)
        assert empty_tables.BETWEEN.join(statements) + "\n" == empty_tables.FILE.read_text()


@pytest.mark.wide
def test_migrations_find_nothing_left_to_do(new_site):
    assert "No migrations to apply" in new_site.run("migrate").stdout
    assert new_site.well("upgrade")["steps"] == []
    assert "no issues" in new_site.run("check").stdout
    with closing(sqlite3.connect(new_site.file)) as new:
        assert new.execute("PRAGMA foreign_key_check").fetchall() == []


@pytest.mark.django_db
def test_tables_that_are_there_are_left_alone():
    assert not empty_tables.create_tables(health.list_known_migrations())


@pytest.mark.django_db
def test_sql_of_other_migrations_is_not_used(monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(empty_tables.connection, "cursor", None)
        assert not empty_tables.create_tables(
            health.list_known_migrations() | {("scoring", "9999_new")}
        )
