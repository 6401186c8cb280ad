"""Copies of the whole site during a night. `python -m tournaments.backup.copies [BEFORE]` makes
one, keeps the earlier copy named BEFORE, and deletes older ones.
clubsite/maintenance/copy_schedule.py decides when.
"""

import json
import sys
import time
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.utils import timezone
from django.utils.crypto import salted_hmac

from scoring.toolkit import operating_system
from scoring.toolkit.problems import Json
from tournaments.backup import state_files, stick
from tournaments.backup.second_place import find_place

STATE = "copies.json"  # in the data folder


class Trouble(NamedTuple):
    second: bool  # in the second place; else beside the database
    why: str  # one of stick.WHY
    since: datetime


class State(NamedTuple):
    made: datetime | None  # the last copy beside the database
    seconds: float  # how long it took
    carried: datetime | None  # the last copy that reached the second place
    troubles: tuple[Trouble, ...]


def make(before: str) -> Json:
    from tournaments.backup import create

    folder = Path(settings.BACKUPS)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    began = time.monotonic()
    path = folder / make_name()
    written = create.write(path)
    stick.remove_older_copies(folder, path.name, before)
    return {"name": path.name, "bytes": written["bytes"], "seconds": time.monotonic() - began}


def make_name() -> str:
    """The name has the local time, and four letters that differ between sites."""
    secret = str(settings.SECRET_KEY)
    mark = salted_hmac("tournaments.backup.copies", "site", secret=secret, algorithm="sha256")
    site = mark.hexdigest()[:4]
    return f"streepje-{timezone.localtime():%Y-%m-%d-%H.%M.%S}-{site}.backup"


def read_state() -> State:
    stored = state_files.read(STATE)
    made, carried = (
        datetime.fromisoformat(stored[key]) if stored.get(key) else None
        for key in ("made", "carried")
    )
    troubles = tuple(
        Trouble(key == "second", trouble["why"], datetime.fromisoformat(trouble["since"]))
        for key in ("local", "second")
        if (trouble := stored.get(f"{key}_trouble")) and (key == "local" or find_place())
    )
    return State(made, float(stored.get("seconds", 0)), carried, troubles)


if __name__ == "__main__":
    import gc

    import django

    gc.disable()  # all that is imported stays
    django.setup()
    gc.freeze()
    gc.enable()
    operating_system.stand_back(2 * stick.LONGEST)
    try:
        done = make(sys.argv[1])
    except OSError as error:
        done = {"why": stick.explain_error(error)}
    sys.stdout.write(json.dumps(done))
