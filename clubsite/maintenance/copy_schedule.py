"""Copies during a night, beside the database and in a second place. Both are made by subprocesses,
so that no page waits for a disk; one that hangs is killed after its deadline.
"""

import logging
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from django.conf import settings
from django.db import connection
from django.db.models import Max
from django.utils import timezone

from clubsite.maintenance import health
from scoring.models import Event
from scoring.toolkit import operating_system
from scoring.toolkit.problems import Json
from tournaments.backup import child_process, copies, second_place, state_files
from tournaments.models import NightLogEntry, Round
from tournaments.nights import nights as night

log = logging.getLogger(__name__)

LOOK, SOON = 5.0, 0.2  # seconds between two checks; the same while a task runs
APART = 60.0  # seconds between the starts of two copies
SHARE = 10  # copying takes at most one tenth of the time
LONGEST = 600.0  # seconds for a copy; a site that needs longer gets none for a day
SLOW, SLOWEST = 60.0, 300.0  # seconds for a second place: until a warning, until it is killed
DAY = 86_400.0


def begin() -> None:
    if settings.BACKS_UP:
        over = threading.Event().wait
        threading.Thread(target=go_on, args=(over,), name="copies", daemon=True).start()


def go_on(over: Callable[[float], bool]) -> None:
    """`over(seconds)` waits that long, and returns true if the work must stop."""
    lock = Path(settings.DATA) / "copies.lock"
    with suppress(OSError), lock.open("a", encoding="utf-8") as file:
        while not operating_system.try_lock(file):  # another worker holds the lock until it ends
            if over(LOOK):
                return
        copying = Copying()
        while True:
            copying.run()
            if over(SOON if copying.is_busy else LOOK):
                return


class Task:
    def __init__(self, module: str, *words: str, deadline: float) -> None:
        self.began = time.monotonic()
        self._deadline = deadline
        # Keep Ctrl+C in the window from the subprocess, so that it may finish.
        apart = operating_system.build_apart_arguments()
        self._process = child_process.start(module, *words, **apart)

    @property
    def seconds(self) -> float:
        return time.monotonic() - self.began

    def answer(self) -> Json | None:
        """None while it runs. After its deadline it is killed; if the disk hangs, it may take a
        while to end.
        """
        if self._process.poll() is None:
            if self.seconds > self._deadline:
                self._process.kill()
            return None
        assert self._process.stdout
        with self._process.stdout as output:
            result = child_process.read_answer(output.read())
        late = self.seconds > self._deadline and "name" not in result
        return {"why": "slow"} if late else result


class Seen(NamedTuple):
    """Whatever is entered or done on a night leaves an event of a sheet or a line in its log."""

    events: int  # on the nights that go on
    logged: int | None  # the key of the last line
    round: int | None  # likewise
    nights: int  # that go on


class Copying:
    def __init__(self) -> None:
        self.state = state_files.read(copies.STATE)
        self._local: Task | None = None
        self._second: Task | None = None
        self._place = second_place.SecondPlace("", "", apart=False)  # where the second copy goes
        self._carried_of: str | None = None  # when the copy being carried was made
        self._began = ""  # when the running copy was started,
        self._seen: Seen | None = None  # and the state at that time
        self._copied: Seen | None = None
        self._next = self._next_second = 0.0  # earliest times, by the monotonic clock
        self._rest = 0.0  # earliest time of any copy, even after a draw

    @property
    def is_busy(self) -> bool:
        return bool(self._local or self._second)

    def run(self) -> None:
        try:
            self._look_at_local()
            self._look_at_second()
        except Exception as error:
            log.error("The copies could not be looked after: %s", type(error).__name__)
        finally:
            connection.close()  # this thread's connection

    # The copy beside the database

    def _look_at_local(self) -> None:
        now = time.monotonic()
        if self._local:
            if (answer := self._local.answer()) is not None:
                self._end_local(answer)
        elif now >= self._rest and self._is_due(now):
            before, self._began = str(self.state.get("name", "")), _now()
            self._local = Task("tournaments.backup.copies", before, deadline=LONGEST)

    def _is_due(self, now: float) -> bool:
        """Something was written since the last copy, and a night is or was going on. The usual time
        must be over, except after a draw, or when a night has begun or ended.
        """
        if not health.is_up_to_date():
            return False
        self._seen = seen = _read_state()
        before = self._copied
        if seen == before or not (seen.nights or (before and before.nights)):
            return False
        # Copy at once after a draw or a closing: phones could not restore a table.
        return now >= self._next or (before is not None and seen[2:] != before[2:])

    def _end_local(self, answer: Json) -> None:
        assert self._local
        seconds, self._local = self._local.seconds, None
        self._rest = time.monotonic() + SHARE * seconds
        self._next = max(self._rest, time.monotonic() + APART - seconds)
        if "name" in answer:
            self._copied = self._seen
            self._remember(name=answer["name"], made=self._began, seconds=round(seconds, 1))
            self._next_second = 0.0
        elif answer["why"] == "slow":
            self._rest = time.monotonic() + DAY
        else:
            self._rest = self._next
        self._tell("local", answer.get("why", ""))

    # The copy in the second place

    def _look_at_second(self) -> None:
        now = time.monotonic()
        if self._second:
            answer = self._second.answer()
            if answer is not None:
                self._end_second(answer)
            elif self._second.seconds > SLOW:
                self._tell("second", "slow")
        elif now >= self._next_second and (place := second_place.find_place()):
            self._next_second = now + APART
            self._place, self._carried_of = place, self.state.get("made")
            self._carry(place)

    def _carry(self, place: second_place.SecondPlace) -> None:
        carried = (self.state.get("second_folder"), self.state.get("second_name"))
        if not place.folder:
            self._second = Task(
                *("tournaments.backup.stick", "try", place.named, str(settings.DATA)),
                deadline=second_place.PATIENCE,
            )
        elif (name := self.state.get("name")) and carried != (place.folder, name):
            copy = str(Path(settings.BACKUPS) / name)
            how = "apart" if place.apart else "beside"
            before = str(self.state.get("second_name", ""))
            words = ("carry", copy, place.folder, str(settings.DATA), how, before)
            self._second = Task("tournaments.backup.stick", *words, deadline=SLOWEST)

    def _end_second(self, answer: Json) -> None:
        self._second = None
        if "folder" in answer:
            second_place.name_place(named=self._place.named, tried=answer)
            self._next_second = 0.0
        elif "name" in answer:
            carried = {"second_folder": self._place.folder, "second_name": answer["name"]}
            self._remember(carried=self._carried_of, **carried)
        self._tell("second", answer.get("why", ""))

    # What the upkeep page shows

    def _tell(self, which: str, why: str) -> None:
        """`which` is "local" or "second". An empty `why` means that it works again."""
        key = f"{which}_trouble"
        trouble = self.state.get(key)
        if why and trouble and trouble["why"] == why:
            return
        if why:
            since = trouble["since"] if trouble else _now()
            where = "beside the database" if which == "local" else "in the second place"
            log.error("No copy could be made %s: %s", where, why)
            self._remember(**{key: {"why": why, "since": since}})
        elif trouble:
            self._remember(**{key: None})

    def _remember(self, **more: Any) -> None:
        self.state |= more
        state_files.write(copies.STATE, self.state)


def _read_state() -> Seen:
    nights = [evening.pk for evening in night.list_going_on()]
    return Seen(
        Event.objects.filter(sheet__table__round__night__in=nights).count(),
        NightLogEntry.objects.aggregate(last=Max("pk"))["last"],
        Round.objects.aggregate(last=Max("pk"))["last"],
        len(nights),
    )


def _now() -> str:
    return timezone.now().isoformat(timespec="seconds")
