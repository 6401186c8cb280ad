"""Keep each club's published files up to date in a folder that a web host serves."""

import json
import logging
from collections.abc import Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple

from django.conf import settings
from django.db import connection
from django.utils import timezone

from scoring.toolkit import operating_system
from tournaments.models import Club, Night
from tournaments.publishing.site_files import write_files

log = logging.getLogger(__name__)

LIST = "streepje.json"  # in each club's folder: what was written there, and as of when

# A thread, so that no page waits for a slow disk or network.
_writing = ThreadPoolExecutor(max_workers=1, thread_name_prefix="publishing")
_waiting: set[int] = set()  # clubs that wait for it
_lock = Lock()


class Published(NamedTuple):
    """When the files in a club's folder were published, and whether they still show the present
    state of the club.
    """

    time: datetime
    current: bool  # whether it is what the club's pages show now


def publish_after_change(club: int) -> "Future[None] | None":
    """Publish this club's files again in the background, because something on its pages changed.
    Return the task's future. Return None if the task is already planned, or if this site publishes
    no files in a folder.
    """
    if settings.PUBLISH is None:
        return None
    with _lock:
        if club in _waiting:
            return None
        _waiting.add(club)
    return _writing.submit(_publish_waiting, club)


def _publish_waiting(club: int) -> None:
    with _lock:
        _waiting.discard(club)  # from here on, a change comes too late for this time
    try:
        publish_outdated()
    except Exception as error:
        log.error("A club could not be published: %s", error)
    finally:
        connection.close()  # of this thread


def publish_outdated() -> int:
    """Publish every club whose folder differs from what its pages show now. Delete the files of
    clubs that no longer publish. Return how many folders changed.
    """
    if settings.PUBLISH is None:
        return 0
    clubs = {club.slug: club for club in list_publishing_clubs()}
    root = Path(settings.PUBLISH)
    gone = [path.parent for path in root.glob(f"*/{LIST}") if path.parent.name not in clubs]
    for folder in gone:
        _remove(folder)
    changed = 0
    for slug, club in clubs.items():
        if _read_list(root / slug).get("state") != _state(club):
            _write(root / slug, write_files(club), _state(club))
            changed += 1
    return changed + len(gone)


def list_publishing_clubs() -> list[Club]:
    """Return the clubs that publish their pages as files in a folder. A club whose pages only
    members may see is never among them.
    """
    clubs = Club.objects.filter(publishes=True).exclude(visible_to=Club.Visibility.MEMBERS)
    return list(clubs.order_by("pk"))


def read_published(club: Club) -> Published | None:
    """Return when this club's files were published, and whether they are current. Return None if no
    files were published.
    """
    if settings.PUBLISH is None:
        return None
    files = _read_list(Path(settings.PUBLISH) / club.slug)
    if not files:
        return None
    return Published(datetime.fromisoformat(files["time"]), files["state"] == _state(club))


def _state(club: Club) -> str:
    """Return a hash of everything on which the club's files depend: its results and names, and when
    and where its nights are. It includes today's date, because a night that is past leaves the list
    of coming nights.
    """
    today = timezone.localdate()
    ahead = Night.objects.filter(season__club=club, day__gte=today).order_by("pk")
    nights = [*ahead.values_list("pk", "day", "starts", "venue", "state")]
    facts = club.results_version, club.starts, club.venue, today, nights
    return sha256(repr(facts).encode()).hexdigest()


def _read_list(folder: Path) -> dict[str, Any]:
    try:
        files = json.loads((folder / LIST).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return files if isinstance(files, dict) and {"time", "state", "files"} <= files.keys() else {}


def _write(folder: Path, files: Mapping[str, bytes], state: str) -> None:
    """Write the published files. Each one replaces its older version in one step, so that no
    visitor gets half a page.

    The list of files is saved both before and after the files are written. Only the second time
    does it contain `state`, the hash of what the files show. So if this run is interrupted, the
    files count as outdated and are written again.
    """
    folder.mkdir(parents=True, exist_ok=True)
    old = set(_read_list(folder).get("files", []))
    _write_list(folder, [*(old | files.keys())], "")
    for name, content in files.items():
        _replace(folder / name, content)
    for name in old - files.keys():
        _delete(folder, name)
    _write_list(folder, [*files], state)


def _write_list(folder: Path, files: list[str], state: str) -> None:
    listed = {"time": timezone.now().isoformat(), "state": state, "files": sorted(files)}
    _replace(folder / LIST, json.dumps(listed, indent=1).encode())


def _replace(path: Path, content: bytes) -> None:
    partly = path.with_name(f".{path.name}.part")
    partly.write_bytes(content)
    operating_system.replace(partly, path)


def _remove(folder: Path) -> None:
    """Delete the published files in a folder, but no other files in it."""
    for name in _read_list(folder).get("files", []):
        _delete(folder, name)
    (folder / LIST).unlink()
    if not any(folder.iterdir()):
        folder.rmdir()


def _delete(folder: Path, name: str) -> None:
    """Delete a published file of this folder. A name with a path is ignored: even if somebody
    changed the list of files, no file outside the folder is deleted.
    """
    if Path(name).name == name:
        (folder / name).unlink(missing_ok=True)
