"""The files that a phone keeps, so that a sheet opens without a connection."""

import hashlib
from functools import cache
from pathlib import Path

from django.templatetags.static import static

ROOT = Path(__file__).parents[2]
STATIC = ROOT / "scoring" / "static"
LOOK = ROOT / "clubsite" / "static"
WORKER = STATIC / "scoring" / "worker.js"
NAMES = ("form.css", "phone.css", "cards.css", "sides.css", "suits.svg")
PARTS = tuple(f"scoring/{name}" for name in NAMES)
FOLDERS = ("scoring/games", "scoring/phone")
LOOKS = tuple(f"clubsite/{name}" for name in ("site.css", "work.css", "dash.svg", "icon-180.png"))


@cache
def list_files() -> dict[str, Path]:
    """Return their paths, keyed by web address."""
    scripts = [path for folder in FOLDERS for path in sorted((STATIC / folder).glob("*.js"))]
    names = [*PARTS, *(path.relative_to(STATIC).as_posix() for path in scripts)]
    paths = {name: STATIC / name for name in names} | {name: LOOK / name for name in LOOKS}
    return {static(name): path for name, path in paths.items()}


@cache
def hash_files() -> str:
    """Return a hash that changes whenever one of the files does, or one of those for typing, which
    are kept only where that page was opened, or the service worker.
    """
    whole = hashlib.sha256()
    typing = sorted((STATIC / "scoring/paper").glob("*.js"))
    for path in (*list_files().values(), STATIC / "scoring/paper.css", *typing, WORKER):
        whole.update(path.read_bytes())
    return whole.hexdigest()[:16]
