"""A primary with two standbys, each with an address of its own on this machine, set up and led by
the lines of docs/deploying/standbys.md. No other test uses it: see failover.py.
"""

import os
import shlex
import shutil
import signal
import subprocess
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any

import psycopg

from tests.faults.database import EVENTS, StoredEvent, _plain, make_certificate
from tests.faults.processes import children, kill_family, state
from tests.servers import free_port, wait
from tests.test_docs import ROOT, blocks, read

PAGE = ROOT / "docs/deploying/standbys.md"
NAMES = ("db1", "db2", "db3")


def shown(language: str, word: str) -> str:
    texts = [block.text for block in blocks(read(PAGE)) if block.language == language]
    (text,) = [text for text in texts if word in text]
    return text


def lines(word: str) -> list[str]:
    return shown("console", word).splitlines()


class Server:
    def __init__(self, cluster: "Cluster", name: str) -> None:
        self.cluster, self.name = cluster, name
        self.folder = cluster.folder / name
        self.folder.mkdir()
        self.data = self.folder / "main"
        self._process: subprocess.Popen[bytes] | None = None

    # As a person at that machine types it

    def type(self, line: str) -> str:
        line = self.cluster.here(line).replace("/var/lib/postgresql/15/main", str(self.data))
        words = shlex.split(line.removeprefix("sudo -u postgres "))
        program = self.cluster.programs / words[0]
        here = ["-h", str(self.folder), "-U", "postgres"] if words[0] == "psql" else []
        return subprocess.run(
            [program, *here, *words[1:]], cwd=self.folder, check=True, capture_output=True,
            text=True, timeout=60, **self.cluster.user,
        ).stdout.strip()  # fmt: skip

    def copy_from(self, primary: "Server") -> None:
        stop, remove, copy, start = lines("pg_basebackup")
        assert "stop" in stop and "rm -r" in remove and "start" in start
        shutil.rmtree(self.data, ignore_errors=True)
        self.type(copy.replace("host=db1", f"host={primary.name}"))
        self.start()

    # Running

    def start(self, *, plain: bool = False) -> None:
        """Return when it answers. Plain: as it comes, without the settings of the page."""
        self._write_settings("" if plain else shown("ini", "cluster_name"))
        where = {
            "config_file": self.folder / "postgresql.conf",
            "hba_file": self.folder / "pg_hba.conf",
            "unix_socket_directories": self.folder,
            "port": self.cluster.port,
            "fsync": "off",  # the machine itself stays up
            **self.cluster.encryption,
        }
        options = [word for name, value in where.items() for word in ("-c", f"{name}={value}")]
        log = self.folder / "log"
        with log.open("ab") as out:
            self._process = subprocess.Popen(
                [self.cluster.programs / "postgres", "-D", self.data, *options],
                cwd=self.folder, stdout=out, stderr=out, start_new_session=True,
                **self.cluster.user,
            )  # fmt: skip
        wait(self._answers, f"{self.name} did not start", log)

    def _write_settings(self, text: str) -> None:
        text = text.replace("'db1'", f"'{self.name}'", 1)
        text = text.replace("'*'", f"'{self.cluster.addresses[self.name]}'")
        (self.folder / "postgresql.conf").write_text(text)
        network = shown("text", "scram").replace("10.0.0.0/24", "127.0.0.0/8")
        (self.folder / "pg_hba.conf").write_text(f"local all all trust\n{network}")

    def _answers(self) -> bool:
        assert self._process and self._process.poll() is None, (self.folder / "log").read_text()
        with suppress(subprocess.CalledProcessError):
            return self.type('psql -Atc "SELECT 1"') == "1"
        return False

    def kill(self) -> None:
        if self._process:
            kill_family(self._process.pid)
            self._process.wait()
            self._process = None

    def freeze(self) -> None:
        for process in self._family():
            os.kill(process, signal.SIGSTOP)
        wait(
            lambda: all(state(process) == "T" for process in self._family()), f"{self.name} goes on"
        )

    def thaw(self) -> None:
        for process in self._family():
            os.kill(process, signal.SIGCONT)

    def _family(self) -> list[int]:
        assert self._process
        return [self._process.pid, *children(self._process.pid)]


class Cluster:
    kills: tuple[str, ...] = ()

    def __init__(self, programs: Path) -> None:
        self.programs, self.port = programs, free_port()
        self.addresses = {name: f"127.0.77.{number}" for number, name in enumerate(NAMES, 1)}
        self.folder = Path(tempfile.mkdtemp(prefix="standbys-"))  # short enough for a socket
        (self.folder / "tls").mkdir()
        self.encryption = make_certificate(self.folder / "tls")
        self.user: dict[str, Any] = {
            "env": os.environ | {"PGPORT": str(self.port), "HOME": str(self.folder)}
        }
        if os.geteuid() == 0:  # which PostgreSQL refuses to run as
            self.user |= {"user": "postgres", "group": "postgres", "extra_groups": []}
        self.servers = [Server(self, name) for name in NAMES]
        if "user" in self.user:
            for folder in (self.folder, *(server.folder for server in self.servers)):
                shutil.chown(folder, "postgres")
        self.primary = self.servers[0]
        self._set_up()

    def _set_up(self) -> None:
        how = "--username=postgres --auth=trust --encoding=UTF8 --locale=C.UTF-8 --no-sync"
        self.primary.type(f"initdb -D {self.primary.data} {how}")
        first = self.primary
        first.start(plain=True)
        for line in lines("CREATE ROLE"):
            first.type(line)
        first.kill()
        first.start()
        for standby in self.standbys:
            standby.copy_from(first)
        wait(lambda: self.copying() == 2, "the standbys do not copy")

    def here(self, text: str) -> str:
        for name, address in self.addresses.items():
            text = text.replace(f"host={name} ", f"host={address} ").replace(
                f"{name}:", f"{address}:"
            )
        return text.replace("5432", str(self.port))

    @property
    def standbys(self) -> list[Server]:
        return [server for server in self.servers if server is not self.primary]

    def copying(self) -> int:
        (line,) = lines("pg_stat_replication")
        return self.primary.type(line).count("streaming")

    def promote(self) -> Server:
        """Steps 2 to 4 of the page; the new primary."""
        (compare,), (follow,), (promote,) = map(
            lines, ("lsn_diff", "primary_conninfo", "pg_promote")
        )
        first, second = sorted(
            self.standbys, key=lambda standby: int(standby.type(compare)), reverse=True
        )
        second.type(follow.replace("host=db2", f"host={first.name}"))
        first.type(promote)
        self.primary = first
        return first

    # For the harness

    @property
    def url(self) -> str:
        return self.here(shown("ini", "DATABASE_URL").strip().removeprefix("DATABASE_URL="))

    def events(self) -> list[StoredEvent]:
        with psycopg.connect(self.url, connect_timeout=3) as connection:
            return _plain(connection.execute(EVENTS).fetchall())

    def close(self) -> None:
        for server in self.servers:
            server.kill()
        shutil.rmtree(self.folder)
