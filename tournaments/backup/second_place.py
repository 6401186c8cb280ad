"""The second place for copies, such as a stick: which one was chosen, and trying it."""

import json
import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from django.conf import settings

from scoring.toolkit import operating_system
from tournaments import problems
from tournaments.problems import user_error

PATIENCE = 20.0  # seconds to wait for a place that was just named
PLACE = "second-place.json"  # in the data folder

REFUSALS = {
    "gone": problems.PLACE_GONE,
    "full": problems.PLACE_FULL,
    "locked": problems.PLACE_LOCKED,
    "slow": problems.PLACE_SLOW,
    "failed": problems.PLACE_FAILED,
}

Json = dict[str, Any]


class Place(NamedTuple):
    named: str  # as somebody typed it
    folder: str
    apart: bool  # on another disk than the site


def find_place() -> Place | None:
    """The setting overrides what was chosen on the page."""
    stored = read(PLACE)
    known = Place(stored["named"], stored["folder"], stored["apart"]) if stored else None
    if not settings.SECOND_PLACE or (known and known.named == settings.SECOND_PLACE):
        return known
    return Place(settings.SECOND_PLACE, "", apart=False)  # not checked yet


def try_place(named: str) -> Json:
    """Another process does it with a time limit: a network folder may never answer. Return what
    `stick.try_out` returns, or a reason under "why".
    """
    if not Path(named).is_absolute():
        return {"why": "gone"}
    child = start_child("tournaments.backup.stick", "try", named, str(settings.DATA))
    try:
        output, _ = child.communicate(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        child.kill()
        with suppress(subprocess.TimeoutExpired):
            child.wait(timeout=1)  # no longer: it may hang in the kernel
        if child.stdout:
            child.stdout.close()
        return {"why": "slow"}
    return answer(output)


def start_child(module: str, *words: str, **how: Any) -> "subprocess.Popen[str]":
    """It finds our modules, and answers on its standard output."""
    ways = [str(settings.BASE_DIR), os.environ.get("PYTHONPATH", "")]
    told = {"PYTHONPATH": os.pathsep.join(filter(None, ways)), "STREEPJE_URL": settings.PUBLIC_URL}
    return subprocess.Popen(  # noqa: S603  our own program
        [sys.executable, "-m", module, *words],
        env=os.environ | told,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        **how,
    )


def answer(said: str) -> Json:
    """A process that was killed said nothing."""
    try:
        return dict(json.loads(said))
    except ValueError:
        return {"why": "failed"}


def choose_place(*, named: str) -> bool:
    """An empty name removes the second place."""
    if not named:
        (Path(settings.DATA) / PLACE).unlink(missing_ok=True)
        return True
    folder = Path(named)
    ours = (Path(settings.BASE_DIR), Path(settings.DATA), Path(settings.BACKUPS))
    if folder.is_absolute() and any(map(folder.is_relative_to, ours)):
        raise user_error(problems.PLACE_OURS)
    tried = try_place(named)
    if "why" in tried:
        raise user_error(REFUSALS[tried["why"]])
    name_place(named=named, tried=tried)
    return True


def name_place(*, named: str, tried: Json) -> None:
    write(PLACE, {"named": named, "folder": tried["folder"], "apart": tried["apart"]})


def read(name: str) -> Json:
    try:
        return dict(json.loads((Path(settings.DATA) / name).read_text(encoding="utf-8")))
    except (OSError, ValueError):
        return {}


def write(name: str, content: Json) -> None:
    path = Path(settings.DATA) / name
    fresh = path.with_name(f"{name}.{os.getpid()}.new")
    with suppress(OSError):  # on a full disk the former state stays
        fresh.write_text(json.dumps(content), encoding="utf-8")
        operating_system.replace(fresh, path)
