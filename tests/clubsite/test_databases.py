from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from clubsite.databases import from_url

BASE = Path("/srv/site")


@pytest.mark.parametrize(
    ("url", "path"),
    [
        ("sqlite:///club.sqlite3", BASE / "club.sqlite3"),
        ("sqlite:////var/club.sqlite3", Path("/var/club.sqlite3")),
        ("sqlite:///with%20space/club.sqlite3", BASE / "with space" / "club.sqlite3"),
        ("sqlite:///:memory:", ":memory:"),
    ],
)
def test_sqlite_url_names_a_file(url, path):
    assert from_url(url, BASE)["NAME"] == path


def test_sqlite_is_durable_and_locks_at_the_start_of_a_transaction():
    database = from_url("sqlite:///club.sqlite3", BASE)
    assert database["OPTIONS"] == {
        "timeout": 20,
        "transaction_mode": "IMMEDIATE",
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
    }
    assert database["CONN_MAX_AGE"] is None
    assert "ATOMIC_REQUESTS" not in database


def test_postgres_url_is_decoded():
    database = from_url("postgres://an%40s:p%2Fw%3A@db.example:5433/club?sslmode=require", BASE)
    assert database["ENGINE"] == "django.db.backends.postgresql"
    assert (database["USER"], database["PASSWORD"]) == ("an@s", "p/w:")
    assert (database["HOST"], database["PORT"], database["NAME"]) == ("db.example", 5433, "club")
    assert database["OPTIONS"] == {"options": "-c lock_timeout=20s", "sslmode": "require"}
    assert database["CONN_MAX_AGE"] is None


@pytest.mark.parametrize("url", ["postgresql:///club?host=/run/db", "postgres://%2Frun%2Fdb/club"])
def test_postgres_by_unix_socket(url):
    database = from_url(url, BASE)
    assert (database["HOST"], database["NAME"]) == ("/run/db", "club")
    assert "host" not in database["OPTIONS"]


@pytest.mark.parametrize(
    "url",
    [
        "postgres://ans:geheim@db/",
        "postgres://ans:geheim@db:port/club",
        "postgres://ans:geheim@[db/club",
        "mysql://ans:geheim@db/club",
        "sqlite://club.sqlite3",
        "sqlite:///",
        "club.sqlite3",
    ],
)
def test_bad_url_gets_one_line_without_its_password(url):
    with pytest.raises(ImproperlyConfigured) as refused:
        from_url(url, BASE)
    message = str(refused.value)
    assert message.startswith("DATABASE_URL (")
    assert "\n" not in message
    assert "geheim" not in message
