"""The copies of a night: one whenever something was entered, at most one a minute, beside the
database and in a second place. Here: where they are, what they are called, what is known of them.

`python -m tournaments.backup.copies [BEFORE]` makes one; clubsite/maintenance/copying.py says when.
"""

import json
import os
import subprocess
import sys
import time
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from django.conf import settings
from django.utils import timezone
from django.utils.crypto import salted_hmac

from tournaments import problems
from tournaments.backup import second_place
from tournaments.problems import user_error

PATIENCE = 20.0  # seconds, for a place that is named just now
PLACE, STATE = "second-place.json", "copies.json"  # in the data folder

REFUSALS = {
    "gone": problems.PLACE_GONE,
    "full": problems.PLACE_FULL,
    "locked": problems.PLACE_LOCKED,
    "slow": problems.PLACE_SLOW,
    "failed": problems.PLACE_FAILED,
}

Json = dict[str, Any]


class Place(NamedTuple):
    """The second place, as it was checked when it was named."""

    named: str  # as somebody said it
    folder: str
    apart: bool  # on another disk than the site


class Trouble(NamedTuple):
    second: bool  # there; else beside the database
    why: str  # one of stick.WHY
    since: datetime


class State(NamedTuple):
    made: datetime | None  # the last copy beside the database
    seconds: float  # that it took
    carried: datetime | None  # the last copy that was brought to the second place
    troubles: tuple[Trouble, ...]


def make(before: str) -> Json:
    """One more, now, of which all was read again; the one before it stays, and no other."""
    from tournaments.backup import create

    folder = Path(settings.BACKUPS)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    began = time.monotonic()
    path = folder / name()
    told = create.write(path)
    second_place.remove_older_copies(folder, path.name, before)
    return {"name": path.name, "bytes": told["bytes"], "seconds": time.monotonic() - began}


def name() -> str:
    """With the hour as the clock on the wall says it, and four letters that tell sites apart."""
    secret = str(settings.SECRET_KEY)
    site = salted_hmac("tournaments.backup.copies", "site", secret=secret).hexdigest()[:4]
    return f"streepje-{timezone.localtime():%Y-%m-%d-%H.%M.%S}-{site}.backup"


# The second place


def place() -> Place | None:
    """None: none was named. One that the environment names goes before one of the page."""
    told = read(PLACE)
    known = Place(told["named"], told["folder"], told["apart"]) if told else None
    if not settings.SECOND_PLACE:
        return known
    if known and known.named == settings.SECOND_PLACE:
        return known
    return Place(settings.SECOND_PLACE, "", apart=False)  # not checked yet


def try_place(named: str) -> Json:
    """What a look there says, within bounds: a folder of a network may never answer."""
    if not Path(named).is_absolute():
        return {"why": "gone"}
    command = [
        sys.executable,
        "-m",
        "tournaments.backup.second_place",
        "try",
        named,
        str(settings.DATA),
    ]
    child = subprocess.Popen(  # noqa: S603  our own program
        command,
        env=environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        said, _ = child.communicate(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        child.kill()
        with suppress(subprocess.TimeoutExpired):
            child.wait(timeout=1)  # and no longer: it may hang in the system itself
        if child.stdout:
            child.stdout.close()
        return {"why": "slow"}
    return answer(said)


def environment() -> dict[str, str]:
    """For programs of ours, wherever the site was started."""
    ways = [str(settings.BASE_DIR), os.environ.get("PYTHONPATH", "")]
    return os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, ways))}


def answer(said: str) -> Json:
    """Of a program that was killed there is none."""
    try:
        return dict(json.loads(said))
    except ValueError:
        return {"why": "failed"}


def choose_place(*, named: str) -> bool:
    """By hand, once it was tried; empty: none any more."""
    if not named:
        (Path(settings.DATA) / PLACE).unlink(missing_ok=True)
        return True
    folder = Path(named)
    ours = (Path(settings.BASE_DIR), Path(settings.DATA), Path(settings.BACKUPS))
    if folder.is_absolute() and any(folder.absolute().is_relative_to(one) for one in ours):
        raise user_error(problems.PLACE_OURS)
    told = try_place(named)
    if "why" in told:
        raise user_error(REFUSALS[told["why"]])
    name_place(named=named, told=told)
    return True


def name_place(*, named: str, told: Json) -> None:
    write(PLACE, {"named": named, "folder": told["folder"], "apart": told["apart"]})


# What is known of them


def state() -> State:
    """As the process that makes them wrote it down."""
    told = read(STATE)
    found = (_trouble(told, key) for key in ("local", "second"))
    return State(
        _time(told.get("made")),
        float(told.get("seconds", 0)),
        _time(told.get("carried")),
        tuple(one for one in found if one),
    )


def _trouble(told: Json, key: str) -> Trouble | None:
    said, second = told.get(f"{key}_trouble"), key == "second"
    if not said or (second and not place()):
        return None
    since = _time(said["since"])
    assert since
    return Trouble(second, said["why"], since)


def _time(told: str | None) -> datetime | None:
    return datetime.fromisoformat(told) if told else None


def read(name: str) -> Json:
    """Empty where there is none, or it is damaged."""
    try:
        return dict(json.loads((Path(settings.DATA) / name).read_text(encoding="utf-8")))
    except (OSError, ValueError):
        return {}


def write(name: str, told: Json) -> None:
    path = Path(settings.DATA) / name
    fresh = path.with_name(f"{name}.{os.getpid()}.new")
    with suppress(OSError):  # a full disk: what is known already stays
        fresh.write_text(json.dumps(told), encoding="utf-8")
        fresh.replace(path)


if __name__ == "__main__":
    import django

    django.setup()
    second_place.stand_back(2 * second_place.LONGEST)
    try:
        done = make(sys.argv[1])
    except OSError as error:
        done = {"why": second_place.why(error)}
    sys.stdout.write(json.dumps(done))
