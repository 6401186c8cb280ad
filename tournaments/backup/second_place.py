"""The second place for copies, such as a stick: which one was chosen, and trying it."""

import subprocess
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from django.conf import settings

from scoring.toolkit.problems import Json, user_error
from tournaments import problems
from tournaments.backup import child_process, state_files

PATIENCE = 20.0  # seconds to wait for a place that was just named
PLACE = "second-place.json"  # in the data folder

REFUSALS = {
    "gone": problems.PLACE_GONE,
    "full": problems.PLACE_FULL,
    "locked": problems.PLACE_LOCKED,
    "slow": problems.PLACE_SLOW,
    "failed": problems.PLACE_FAILED,
}


class SecondPlace(NamedTuple):
    named: str  # as somebody typed it
    folder: str
    apart: bool  # on another disk than the site


def find_place() -> SecondPlace | None:
    """The setting overrides what was chosen on the page."""
    stored = state_files.read(PLACE)
    known = SecondPlace(stored["named"], stored["folder"], stored["apart"]) if stored else None
    if not settings.SECOND_PLACE or (known and known.named == settings.SECOND_PLACE):
        return known
    return SecondPlace(settings.SECOND_PLACE, "", apart=False)  # not checked yet


def try_place(named: str) -> Json:
    """Another process does it with a time limit: a network folder may never answer. Return what
    `stick.try_out` returns, or a reason under "why".
    """
    if not Path(named).is_absolute():
        return {"why": "gone"}
    child = child_process.start("tournaments.backup.stick", "try", named, str(settings.DATA))
    try:
        output, _ = child.communicate(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        child.kill()
        with suppress(subprocess.TimeoutExpired):
            child.wait(timeout=1)  # no longer: it may hang in the kernel
        if child.stdout:
            child.stdout.close()
        return {"why": "slow"}
    return child_process.read_answer(output)


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
    state_files.write(PLACE, {"named": named, "folder": tried["folder"], "apart": tried["apart"]})
