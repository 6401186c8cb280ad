"""Databases for the harness alone, of the kind that DATABASE_URL names: a SQLite file, or a
PostgreSQL of its own that may be killed as well. Looked at from outside, without Django.
"""

import os
import shutil
import signal
import sqlite3
import subprocess
import tempfile
import uuid
from contextlib import closing, suppress
from pathlib import Path
from random import Random
from typing import Any

import psycopg

from tests.faults.processes import children, kill_family
from tests.programs import program
from tests.servers import wait

EVENTS = """SELECT e.id, s.public_id, e.sequence, e.kind FROM scoring_event e
    JOIN scoring_sheet s ON s.id = e.sheet_id ORDER BY e.sheet_id, e.sequence"""

FULL_DISK = """
    CREATE FUNCTION tests_full() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'No space left on device' USING ERRCODE = '53100'; END $$;
    CREATE TRIGGER tests_full BEFORE INSERT ON scoring_event EXECUTE FUNCTION tests_full();
"""

StoredEvent = tuple[str, str, int, str]  # id, sheet, sequence, kind


class Sqlite:
    kills: tuple[str, ...] = ()

    def __init__(self, folder: Path) -> None:
        self._model = self._path = folder / "model.sqlite3"
        self._disk: Path | None = None  # of its own

    @property
    def url(self) -> str:
        return f"sqlite:///{self._path}"

    def new(self) -> None:
        self._disk = None
        self._path = self._model.with_name(f"{uuid.uuid4().hex}.sqlite3")
        shutil.copy(self._model, self._path)

    def keep(self) -> None:
        with (
            closing(sqlite3.connect(self._path)) as now,
            closing(sqlite3.connect(self._old)) as old,
        ):
            now.backup(old)

    def put_back(self) -> None:
        for file in self._path.parent.glob(f"{self._path.name}-*"):
            file.unlink()
        self._old.replace(self._path)

    def lose(self) -> None:
        for file in self._path.parent.glob(f"{self._path.name}*"):
            file.unlink()

    @property
    def _old(self) -> Path:
        return self._path.with_suffix(".old")

    def events(self) -> list[StoredEvent]:
        with closing(sqlite3.connect(self._path, timeout=60)) as connection:
            return _plain(connection.execute(EVENTS).fetchall())

    def move_to(self, disk: Path) -> None:
        self._disk = disk
        self._path = Path(shutil.copy(self._path, disk))

    def fill_up(self) -> bool:
        if self._disk is None:
            return False  # it is a file of those who have it open
        with closing(sqlite3.connect(self._path, timeout=60)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # else there is room in its log
        with (self._disk / "filler").open("wb", buffering=0) as filler, suppress(OSError):
            while True:
                filler.write(bytes(4096))
        return True

    def make_room(self) -> bool:
        if self._disk is None:
            return False
        (self._disk / "filler").unlink()
        return True

    def kill(self, how: str, chance: Random) -> None:
        raise NotImplementedError

    def close(self) -> None:
        pass


class Postgresql:
    """A server of its own. It need not wait for the disk: the machine itself stays up, and what a
    process gave it before it was killed is there.
    """

    kills = ("backend", "database")

    def __init__(self, programs: Path, **settings: object) -> None:
        self._programs, self._settings = programs, {"port": 5432, **settings}
        self._folder = Path(tempfile.mkdtemp(prefix="faults-"))  # short enough for a socket
        self._as: dict[str, Any] = {}
        if os.geteuid() == 0:  # which PostgreSQL refuses to run as
            shutil.chown(self._folder, "postgres")
            self._as = {"user": "postgres", "group": "postgres", "extra_groups": []}
        words = "--username=streepje --auth=trust --encoding=UTF8 --locale=C.UTF-8 --no-sync"
        subprocess.run(
            [programs / "initdb", "-D", self._folder / "data", *words.split()],
            cwd=self._folder, stdout=subprocess.DEVNULL, check=True, **self._as,
        )  # fmt: skip
        self._start()
        self._name = "model"
        self._ask("CREATE DATABASE model", "postgres")

    @property
    def url(self) -> str:
        return f"postgres://streepje@/{self._name}?host={self._folder}"

    def new(self) -> None:
        self._name = f"faults_{uuid.uuid4().hex}"
        self._ask(f"CREATE DATABASE {self._name} TEMPLATE model", "postgres")

    def keep(self) -> None:
        """As it is now, while nobody has it open."""
        ended = "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE datname = '{}'"
        self._ask(ended.format(self._name), "postgres")
        self._ask(f"CREATE DATABASE {self._name}_old TEMPLATE {self._name}", "postgres")

    def put_back(self) -> None:
        self._ask(f"DROP DATABASE {self._name} WITH (FORCE)", "postgres")
        self._ask(f"ALTER DATABASE {self._name}_old RENAME TO {self._name}", "postgres")

    def lose(self) -> None:
        self._ask(f"DROP DATABASE {self._name} WITH (FORCE)", "postgres")
        self._ask(f"CREATE DATABASE {self._name}", "postgres")

    def events(self) -> list[StoredEvent]:
        return _plain(self._ask(EVENTS))

    def fill_up(self) -> bool:
        self._ask(FULL_DISK)
        return True

    def make_room(self) -> bool:
        self._ask("DROP FUNCTION tests_full CASCADE")
        return True

    def kill(self, how: str, chance: Random) -> None:
        """One of its processes, after which PostgreSQL itself ends and begins anew; or all."""
        if how == "backend":
            with suppress(ProcessLookupError):
                os.kill(chance.choice(children(self._process.pid)), signal.SIGKILL)
            return
        self._kill()
        self._start()

    def close(self) -> None:
        self._kill()
        shutil.rmtree(self._folder)

    def _start(self) -> None:
        words = ["-c", "listen_addresses=", "-c", f"unix_socket_directories={self._folder}"]
        words += ["-c", "fsync=off"]
        words += [
            word for name, value in self._settings.items() for word in ("-c", f"{name}={value}")
        ]
        with (self._folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [self._programs / "postgres", "-D", self._folder / "data", *words],
                cwd=self._folder, stdout=log, stderr=log, start_new_session=True, **self._as,
            )  # fmt: skip
        wait(self._answers, "PostgreSQL did not start", self._folder / "log")

    def _kill(self) -> None:
        kill_family(self._process.pid)
        self._process.wait()

    def _answers(self) -> bool:
        assert self._process.poll() is None, (self._folder / "log").read_text()[-4000:]
        with suppress(psycopg.OperationalError):
            self._ask("SELECT 1", "postgres")
            return True
        return False

    def _ask(self, words: str, name: str = "") -> list[Any]:
        with psycopg.connect(
            host=str(self._folder),
            port=self._settings["port"],
            user="streepje",
            dbname=name or self._name,
            autocommit=True,
        ) as connection:
            answer = connection.execute(words)
            return answer.fetchall() if answer.description else []


Database = Sqlite | Postgresql


def make_certificate(folder: Path) -> dict[str, object]:
    words = "req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=db -keyout key -out cert"
    made = [program("openssl"), *words.split()]
    subprocess.run(made, cwd=folder, check=True, stderr=subprocess.DEVNULL)
    if os.geteuid() == 0:  # the server runs as another user
        for path in (folder, *folder.iterdir()):
            shutil.chown(path, "postgres", "postgres")
    return {"ssl": "on", "ssl_cert_file": folder / "cert", "ssl_key_file": folder / "key"}


def programs() -> Path | None:
    if initdb := shutil.which("initdb"):
        return Path(initdb).resolve().parent
    folders = Path("/usr/lib/postgresql").glob("*/bin/initdb")
    return max(
        (folder.parent for folder in folders),
        key=lambda process: int(process.parent.name),
        default=None,
    )


def _plain(rows: list[Any]) -> list[StoredEvent]:
    return [
        (str(uuid.UUID(str(id))), str(uuid.UUID(str(sheet))), sequence, kind)
        for id, sheet, sequence, kind in rows
    ]
