from contextlib import closing
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import ConnectionHandler

from clubsite.config.databases import build_sqlite, read_url

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
    assert read_url(url, BASE)["NAME"] == path


def test_sqlite_file_is_durable_lets_readers_in_beside_a_writer_and_is_for_the_site_alone(
    tmp_path, django_db_blocker
):
    (tmp_path / "old.sqlite3").touch(mode=0o644)
    wanted = {"journal_mode": "wal", "synchronous": 2, "busy_timeout": 20_000}
    wanted |= {"foreign_keys": 1, "secure_delete": 1}
    for name in ("old.sqlite3", "new.sqlite3"):
        settings = build_sqlite(tmp_path / name)
        assert settings["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
        assert (settings["CONN_MAX_AGE"], "ATOMIC_REQUESTS" in settings) == (None, False)
        database = ConnectionHandler({"default": settings})["default"]
        with django_db_blocker.unblock(), closing(database), database.cursor() as cursor:
            for pragma, value in wanted.items():
                assert cursor.execute(f"PRAGMA {pragma}").fetchone() == (value,)
            cursor.execute("CREATE TABLE kept (name)")
            modes = {file.name: oct(file.stat().st_mode & 0o777) for file in tmp_path.iterdir()}
        assert {*modes.values()} == {"0o600"}, modes
        assert f"{name}-wal" in modes


def test_postgres_url_is_decoded():
    database = read_url("postgres://an%40s:p%2Fw%3A@db.example:5433/club?sslmode=require", BASE)
    assert database["ENGINE"] == "clubsite.config.postgresql"
    assert (database["USER"], database["PASSWORD"]) == ("an@s", "p/w:")
    assert (database["HOST"], database["PORT"], database["NAME"]) == ("db.example", "5433", "club")
    assert database["OPTIONS"] == {
        "options": "-c lock_timeout=20s",
        "sslmode": "require",
        "connect_timeout": "3",
        "keepalives_idle": "10",
        "keepalives_interval": "3",
        "keepalives_count": "3",
        "tcp_user_timeout": "10000",
    }
    assert database["CONN_MAX_AGE"] is None


@pytest.mark.parametrize(
    ("servers", "hosts", "ports"),
    [
        ("a:5432,b:5433", "a,b", "5432,5433"),
        ("ans:ge%2Cheim@a,b,c", "a,b,c", ""),
        ("ans@A.example,b:5433", "A.example,b", ",5433"),
        ("ans@[fd00::1]:5432,[fd00::2]", "fd00::1,fd00::2", "5432,"),
    ],
)
def test_postgres_url_names_several_servers(servers, hosts, ports):
    url = f"postgres://{servers}/club?target_session_attrs=read-write"
    database = read_url(url, BASE)
    assert (database["HOST"], database["PORT"], database["NAME"]) == (hosts, ports, "club")
    assert database["OPTIONS"]["target_session_attrs"] == "read-write"


def mode(url):
    return read_url(url, BASE)["OPTIONS"].get("sslmode")


@pytest.mark.parametrize(
    "server",
    ["", "localhost", "ans:geheim@127.0.0.1:5433", "127.0.1.1", "[::1]", "%2Frun%2Fdb",
     "localhost,[::1]:5433"],
)  # fmt: skip
def test_server_on_this_machine_need_not_encrypt(server):
    assert mode(f"postgres://{server}/club") is None


@pytest.mark.parametrize(
    "server",
    ["db", "ans@10.0.0.2:5432", "[fd00::1]", "localhost.example", "127.example", "localhost,db2"],
)
def test_server_elsewhere_must_encrypt_unless_the_url_says_otherwise(server, monkeypatch):
    assert mode(f"postgres://{server}/club") == "require"
    assert mode(f"postgres:///club?host={server.rpartition('@')[2].strip('[]')}") == "require"
    for said in ("disable", "prefer", "verify-full"):
        assert mode(f"postgres://{server}/club?sslmode={said}") == said
    monkeypatch.setenv("PGSSLMODE", "verify-full")
    assert mode(f"postgres://{server}/club") == "verify-full"


def test_address_that_is_named_beside_the_host_counts():
    assert mode("postgres://db/club?hostaddr=127.0.0.1") is None
    assert mode("postgres://localhost/club?hostaddr=10.0.0.2") == "require"


def test_server_that_only_the_environment_names_counts(monkeypatch):
    monkeypatch.setenv("PGSSLMODE", "")
    monkeypatch.setenv("PGHOST", "db.example")
    assert mode("postgres:///club") == "require"
    assert mode("postgres://localhost/club") is None
    monkeypatch.setenv("PGHOST", "/run/db")
    assert mode("postgres:///club") is None
    monkeypatch.setenv("PGHOSTADDR", "10.0.0.2")
    assert mode("postgres://localhost/club") == "require"


def test_options_of_the_url_are_added_and_what_it_says_counts():
    def options(query):
        return read_url(f"postgres://db/club?{query}", BASE)["OPTIONS"]

    assert options("options=-c%20work_mem%3D8MB")["options"] == (
        "-c lock_timeout=20s -c work_mem=8MB"
    )
    assert options("connect_timeout=9")["connect_timeout"] == "9"


@pytest.mark.parametrize("url", ["postgresql:///club?host=/run/db", "postgres://%2Frun%2Fdb/club"])
def test_postgres_by_unix_socket(url):
    database = read_url(url, BASE)
    assert (database["HOST"], database["NAME"]) == ("/run/db", "club")
    assert "host" not in database["OPTIONS"]


@pytest.mark.parametrize(
    "url",
    [
        "postgres://ans:geheim@db/",
        "postgres://ans:geheim@db:port/club",
        "postgres://ans:geheim@db:99999/club",
        "postgres://ans:geheim@a:5432,b:port/club",
        "postgres://ans:geheim@[db/club",
        "mysql://ans:geheim@db/club",
        "sqlite://club.sqlite3",
        "sqlite:///",
        "club.sqlite3",
        "postgres:club",
    ],
)
def test_bad_url_gets_one_line_without_its_password(url):
    with pytest.raises(ImproperlyConfigured) as refused:
        read_url(url, BASE)
    message = str(refused.value)
    assert message.startswith("DATABASE_URL (")
    assert "\n" not in message
    assert "geheim" not in message
