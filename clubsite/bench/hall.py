"""Measure a full hall: a hundred phones that save games and poll, and ten people who follow the
night.

This is measured on the site's own web server, the one of the command `start`, with SQLite. If
gunicorn and PostgreSQL are installed, it is measured on these as well.
"""

import importlib.util
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple

from django.conf import settings

from clubsite.bench.figure import Figure
from clubsite.bench.people import (
    KEPT_OPEN,
    PATIENCE,
    Follower,
    Hall,
    Table,
    Took,
    at_99,
    at_their_times,
)
from clubsite.bench.start import answers, free_port

SECONDS = int(os.environ.get("STREEPJE_HALL", "60"))
RUNS = 3  # the best counts: other load on this machine is no fault of the site
TABLES, PHONES, PEOPLE = 25, 100, 10
LOOK = 5.0  # seconds between two requests of a person
LOOKS = 5  # polls of a phone before it writes
ALONE = 30  # times
MOST, LONGEST = 20, 5  # at most: times the wait of a lone visitor; seconds

POSTGRES = settings.BASE_DIR / ".ci/postgres"
PROGRAMS = Path("/usr/lib/postgresql")  # where .ci/postgres looks for them
ADDRESS = "import os, sys; print(os.environ['DATABASE_URL'], flush=True); sys.stdin.read()"
FILL = """
import django
django.setup()
from clubsite.bench.full_hall import print_full_hall
print_full_hall({})
"""
# As in docs/deploying/postgresql.md; the proxy keeps its connections open for as long.
GUNICORN = "-m gunicorn --workers 4 --threads 4 --keep-alive 60 clubsite.wsgi:application --bind"


class Crowded(NamedTuple):
    """The results of one run in a full hall. `save` and `page` are the times within which 99 of 100
    saves and page loads are answered, as multiples of a lone visitor's time. `longest` is the
    longest wait in seconds, and `failed` the number of failed requests.
    """

    save: float
    page: float
    longest: float
    failed: int

    def figures(self, name: str, where: str) -> Iterator[Figure]:
        alone = f"times as long as alone ({where})"
        yield Figure(f"{name}-save", f"99 of 100 saves take so many {alone}", self.save, MOST)
        yield Figure(f"{name}-page", f"99 of 100 looks take so many {alone}", self.page, MOST)
        longest = f"who waited for longest, in seconds ({where})"
        yield Figure(f"{name}-longest", longest, self.longest, LONGEST)
        yield Figure(f"{name}-failed", f"what went wrong ({where})", self.failed, 0)


def hall(name: str) -> Iterator[Figure]:
    with TemporaryDirectory() as folder, sqlite_site(folder) as site:
        yield from best(site).figures(name, "start, SQLite")
    if missing := [*lacking()]:
        notice = (
            f"!!! NOT MEASURED: the hall on gunicorn with PostgreSQL: {' and '.join(missing)}\n"
        )
        sys.stderr.write(notice)
        if os.environ.get("STREEPJE_COMPLETE"):
            yield Figure(f"{name}-not-measured", "what it lacks", len(missing), 0)
        return
    with TemporaryDirectory() as folder, postgresql_site(folder) as site:
        yield from best(site).figures(f"{name}-postgresql", "gunicorn, PostgreSQL")


def lacking() -> Iterator[str]:
    """Yield a message for each missing program or package without which the benchmark on gunicorn
    and PostgreSQL cannot run.
    """
    if not importlib.util.find_spec("gunicorn"):
        yield "gunicorn is not here (pip install gunicorn)"
    if not [*PROGRAMS.glob("*/bin/initdb")]:
        yield "PostgreSQL's programs are not here (apt-get install postgresql)"


def best(there: Hall) -> Crowded:
    """Measure the running site `there` until a run meets all goals, at most `RUNS` times. Return
    the best run.
    """
    runs: list[Crowded] = []
    while len(runs) < RUNS:
        runs.append(crowded(there, SECONDS))
        if all(figure.met for figure in runs[-1].figures("", "")):
            break
    return min(runs, key=lambda run: (run.failed, max(run.save, run.page), run.longest))


def crowded(there: Hall, seconds: float) -> Crowded:
    saved, looked = alone(there)
    phones = [Phone(there, number) for number in range(PHONES)]
    people = [Follower(there, cookie, KEPT_OPEN) for cookie in there.cookies[:PEOPLE]]
    with ThreadPoolExecutor(8) as threads:  # connect in turn, before it is full
        list(threads.map(lambda person: person.browser.open(), [*phones, *people]))
        asking = threads.submit(at_their_times, [phone.go_on for phone in phones], LOOK, seconds)
        looking = threads.submit(at_their_times, [person.poll for person in people], LOOK, seconds)
        polls, looks = asking.result(), looking.result()
    close([*phones, *people])
    saves = [took for phone in phones for took in phone.saves]
    return Crowded(
        save=at_99(saves) / saved,
        page=at_99(looks) / looked,
        longest=max(took.seconds for took in polls + looks),
        failed=sum(took.status not in (200, 304) for took in polls + looks),
    )


class Phone(Table):
    """A simulated phone. Over and over, it polls a few times and then saves a game."""

    def __init__(self, there: Hall, number: int) -> None:
        super().__init__(there, number % TABLES, KEPT_OPEN)
        self.turns = number  # not all write at once
        self.saves: list[Took] = []

    def go_on(self) -> Took:
        self.turns += 1
        if self.turns % (LOOKS + 1):
            return self.poll()
        self.saves.append(self.write())
        return self.saves[-1]


def alone(there: Hall) -> tuple[float, float]:
    """Return the median seconds of saving a game and of loading a page on the running site `there`,
    for a lone visitor. A game is saved before each page load, so the page always has news.
    """
    table, person = Table(there, 0), Follower(there, there.cookies[0])
    person.poll()
    turns = [(table.write(), person.poll()) for _ in range(ALONE)]
    close([table, person])
    assert {took.status for turn in turns for took in turn} == {200}, turns
    saves, looks = zip(*turns, strict=True)
    return median(took.seconds for took in saves), median(took.seconds for took in looks)


def close(people: Iterable[Table | Follower]) -> None:
    for person in people:
        person.browser.close()


# Sites


@contextmanager
def sqlite_site(folder: str) -> Iterator[Hall]:
    port, there = free_port(), environment(folder, "")
    with running(["manage.py", "start", "--port", str(port)], port, there):
        yield filled(port, there)


@contextmanager
def postgresql_site(folder: str) -> Iterator[Hall]:
    """Run the site on gunicorn with a PostgreSQL server of its own, which is deleted afterwards.
    Fill the site with tables and yield it.
    """
    holding = [str(POSTGRES), sys.executable, "-c", ADDRESS]
    with subprocess.Popen(  # noqa: S603  our own arguments
        holding, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as database:
        assert database.stdin and database.stdout
        port, there = free_port(), environment(folder, database.stdout.readline().strip())
        try:
            run(["manage.py", "upgrade"], there)
            with running(f"{GUNICORN} 127.0.0.1:{port}".split(), port, there):
                yield filled(port, there)
        finally:
            database.stdin.close()  # ends the database


def environment(folder: str, database: str) -> dict[str, str]:
    own = {"STREEPJE_DATA": folder, "DATABASE_URL": database, "STREEPJE_NO_SETUP": "1"}
    own["DJANGO_SETTINGS_MODULE"] = "clubsite.settings"
    hidden = {"STREEPJE_DEMO", "STREEPJE_HTTPS", "STREEPJE_PROXIES", "DATABASE_URL_FILE"}
    hidden |= {"STREEPJE_SECRET_KEY", "STREEPJE_SECRET_KEY_FILE"}
    return {key: value for key, value in os.environ.items() if key not in hidden} | own


@contextmanager
def running(words: list[str], port: int, there: dict[str, str]) -> Iterator[None]:
    site = subprocess.Popen(  # noqa: S603
        [sys.executable, *words],
        cwd=settings.BASE_DIR, env=there, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        wait_for(port, site)
        yield
    finally:
        site.terminate()
        site.wait()


def wait_for(port: int, site: subprocess.Popen[bytes]) -> None:
    give_up = time.monotonic() + PATIENCE
    while not answers(port):
        assert site.poll() is None, "the site did not start"
        assert time.monotonic() < give_up, "the site does not answer"
        time.sleep(0.1)


def filled(port: int, there: dict[str, str], tables: int = TABLES) -> Hall:
    """Add a night with this number of tables to the site that runs on this port. Return the log-ins
    and links of that night. `there` has the environment variables with which the site runs.
    """
    output = run(["-c", FILL.format(tables)], there)
    return Hall(port=port, **json.loads(output))


def run(words: list[str], there: dict[str, str]) -> str:
    process = subprocess.run(  # noqa: S603
        [sys.executable, *words],
        cwd=settings.BASE_DIR, env=there, check=True, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    return process.stdout
