"""When the copies of a night are made, and brought to a second place.

Both are done by programs of their own, so that no page waits for a disk: one that hangs is killed
after its deadline, and never waited for. Of many workers one looks after them.
"""

import logging
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Event, Thread
from typing import Any, NamedTuple

from django.conf import settings
from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Max
from django.utils import timezone

from clubsite import bootstrap
from clubsite.maintenance import health
from tournaments.backup import copies
from tournaments.models import Round
from tournaments.nights import nights as night

log = logging.getLogger(__name__)

LOOK, SOON = 5.0, 0.2  # seconds between two looks; while a copy is made or carried
APART = 60.0  # seconds between the beginnings of two copies
SHARE = 10  # copying takes at most one tenth of the time
LONGEST = 600.0  # seconds for a copy; a site for which that is not enough gets none that day
SLOW, SLOWEST = 60.0, 300.0  # seconds for a second place: until it is told, until it is given up
DAY = 86_400.0
CHANGES = {
    "sqlite": "PRAGMA data_version",
    # Which transactions that write are over: of all databases of that server.
    "postgresql": "SELECT CAST(pg_current_snapshot() AS text)",
}

Json = dict[str, Any]


def begin() -> None:
    """In a thread of its own, which ends with the process."""
    if settings.BACKS_UP:
        Thread(target=go_on, args=(Event().wait,), name="copies", daemon=True).start()


def go_on(over: Callable[[float], bool]) -> None:
    """`over` waits so many seconds, and tells whether that was all."""
    with suppress(OSError), _lock().open("a", encoding="utf-8") as file:
        while not bootstrap.try_lock(file):  # another worker does it, until it ends
            if over(LOOK):
                return
        copying = Copying()
        while True:
            copying.look()
            if over(SOON if copying.is_busy else LOOK):
                return


def _lock() -> Path:
    return Path(settings.DATA) / "copies.lock"


class Task:
    """A program of ours that may take long or never end."""

    def __init__(self, module: str, *words: str, deadline: float) -> None:
        self.began = time.monotonic()
        self._deadline = deadline
        # Ctrl+C in the window is for the site alone: what is nearly done may end well.
        apart: Json = (
            {"creationflags": 0x4200} if bootstrap.WINDOWS else {"start_new_session": True}
        )
        self._process = subprocess.Popen(  # noqa: S603  our own program
            [sys.executable, "-m", module, *words],
            env=copies.environment() | {"STREEPJE_URL": settings.PUBLIC_URL},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            **apart,
        )

    @property
    def took(self) -> float:
        return time.monotonic() - self.began

    def answer(self) -> Json | None:
        """None: it still runs. Past its deadline it is killed, which a silent disk may put off."""
        if self._process.poll() is None:
            if self.took > self._deadline:
                self._process.kill()
            return None
        assert self._process.stdout
        with self._process.stdout as said:
            told = copies.answer(said.read())
        late = self.took > self._deadline and "name" not in told
        return {"why": "slow"} if late else told


class Seen(NamedTuple):
    """What tells whether a copy is due."""

    changes: str
    nights: int  # that go on
    rounds: int  # the last that was drawn


class Copying:
    def __init__(self) -> None:
        self.told = copies.read(copies.STATE)
        self._database = Changes()
        self._local: Task | None = None
        self._second: Task | None = None
        self._place = copies.Place("", "", apart=False)  # that the second one goes to
        self._carried_of: str | None = None  # when the copy was made that goes there
        self._began = ""  # the copy that is made now,
        self._seen: Seen | None = None  # and what was seen just then
        self._copied: Seen | None = None
        self._next = self._next_second = 0.0  # not before these, by the clock that never jumps
        self._rest = 0.0  # after the last copy, even where a round was drawn

    @property
    def is_busy(self) -> bool:
        return bool(self._local or self._second)

    def look(self) -> None:
        """Whatever fails here is tried again at the next look, and is in nobody's way."""
        try:
            self._look_at_local()
            self._look_at_second()
        except Exception as error:
            self._database.forget()
            log.error("The copies could not be looked after: %s", type(error).__name__)
        finally:
            connection.close()  # of this thread

    # Beside the database

    def _look_at_local(self) -> None:
        now = time.monotonic()
        if self._local:
            if (answer := self._local.answer()) is not None:
                self._end_local(answer)
        elif now >= self._rest and self._is_due(now):
            before, self._began = str(self.told.get("name", "")), _now()
            self._local = Task("tournaments.backup.copies", before, deadline=LONGEST)

    def _is_due(self, now: float) -> bool:
        """Something was written on a night, or on one that was over just now."""
        if not health.is_up_to_date():
            return False
        self._seen = seen = self._database.look()
        before = self._copied
        if seen == before or not (seen.nights or (before and before.nights)):
            return False
        # A draw or a closing is not waited with: phones could not bring a table back.
        return now >= self._next or (before is not None and seen[1:] != before[1:])

    def _end_local(self, answer: Json) -> None:
        assert self._local
        took, self._local = self._local.took, None
        self._rest = time.monotonic() + SHARE * took
        self._next = max(self._rest, time.monotonic() + APART - took)
        if "name" in answer:
            self._copied = self._seen
            self._remember(name=answer["name"], made=self._began, seconds=round(took, 1))
            self._next_second = 0.0
        elif answer["why"] == "slow":
            self._rest = time.monotonic() + DAY
        else:
            self._rest = self._next
        self._tell("local", answer.get("why", ""))

    # In the second place

    def _look_at_second(self) -> None:
        now = time.monotonic()
        if self._second:
            answer = self._second.answer()
            if answer is not None:
                self._end_second(answer)
            elif self._second.took > SLOW:
                self._tell("second", "slow")
        elif now >= self._next_second and (place := copies.place()):
            self._next_second = now + APART
            self._place, self._carried_of = place, self.told.get("made")
            self._carry(place)

    def _carry(self, place: copies.Place) -> None:
        if not place.folder:
            self._check(place)
        elif (name := self.told.get("name")) and self._is_behind(place, name):
            words = (str(Path(settings.BACKUPS) / name), place.folder, str(settings.DATA))
            how = "apart" if place.apart else "beside"
            before = str(self.told.get("second_name", ""))
            self._second = Task(
                "tournaments.backup.second_place", "carry", *words, how, before, deadline=SLOWEST
            )

    def _is_behind(self, place: copies.Place, name: str) -> bool:
        there = (self.told.get("second_folder"), self.told.get("second_name"))
        return there != (place.folder, name)

    def _check(self, place: copies.Place) -> None:
        """One that the environment names, which nobody has looked at yet."""
        words = ("try", place.named, str(settings.DATA))
        self._second = Task("tournaments.backup.second_place", *words, deadline=copies.PATIENCE)

    def _end_second(self, answer: Json) -> None:
        self._second = None
        if "folder" in answer:
            copies.name_place(named=self._place.named, told=answer)
            self._next_second = 0.0
        elif "name" in answer:
            carried = {"second_folder": self._place.folder, "second_name": answer["name"]}
            self._remember(carried=self._carried_of, **carried)
        self._tell("second", answer.get("why", ""))

    # What people are told

    def _tell(self, which: str, why: str) -> None:
        """`since`: when it began to be so."""
        key = f"{which}_trouble"
        known = self.told.get(key)
        if why and known and known["why"] == why:
            return
        if why:
            since = known["since"] if known else _now()
            where = "beside the database" if which == "local" else "in the second place"
            log.error("No copy could be made %s: %s", where, why)
            self._remember(**{key: {"why": why, "since": since}})
        elif known:
            self._remember(**{key: None})

    def _remember(self, **more: Any) -> None:
        self.told |= more
        copies.write(copies.STATE, self.told)


class Changes:
    """Whether anything was written since: on a connection of its own, by which SQLite tells it."""

    def __init__(self) -> None:
        self._own: BaseDatabaseWrapper | None = None

    def look(self) -> Seen:
        if self._own is None:
            self._own = connection.copy()
        with self._own.cursor() as cursor:
            cursor.execute(CHANGES[self._own.vendor])
            (changes,) = cursor.fetchone()
        rounds = Round.objects.aggregate(last=Max("pk"))["last"] or 0
        return Seen(str(changes), night.going_on().count(), rounds)

    def forget(self) -> None:
        if self._own:
            self._own.close()
        self._own = None


def _now() -> str:
    return timezone.now().isoformat(timespec="seconds")
