"""Sites in folders of their own, on a SQLite or a PostgreSQL of their own, asked by `manage.py`."""

import json
import os
import subprocess
from pathlib import Path
from urllib.parse import urlsplit

import psycopg

from tests.servers import run

ROOT = Path(__file__).resolve().parents[3]


class Site:
    def __init__(self, data: Path, url: str = "") -> None:
        self.data, self.url = data, url

    def run(self, *words: object, **env: str) -> subprocess.CompletedProcess[str]:
        ours = {"DATABASE_URL": self.url, "STREEPJE_SECRET_KEY": ""}
        return run(self.data, "manage.py", *words, **ours | env)

    def well(self, *words: object, **env: str) -> dict:
        """What it printed, as JSON."""
        done = self.run(*words, **env)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout or "{}")

    def refused(self, *words: object, **env: str) -> str:
        """The one line that it said."""
        done = self.run(*words, **env)
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1), done.stderr
        return done.stderr.removeprefix("Streepje: ").rstrip()

    @property
    def file(self) -> Path:
        return self.data / "streepje.sqlite3"


def new_postgresql(name: str) -> str:
    """On the server that DATABASE_URL names; its address in those words."""
    url = os.environ["DATABASE_URL"]
    with psycopg.connect(url.replace("postgres://", "postgresql://"), autocommit=True) as server:
        server.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
        server.execute(f"CREATE DATABASE {name}")
    return urlsplit(url)._replace(path=f"/{name}").geturl()


def drop_postgresql(name: str) -> None:
    url = os.environ["DATABASE_URL"].replace("postgres://", "postgresql://")
    with psycopg.connect(url, autocommit=True) as server:
        server.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
