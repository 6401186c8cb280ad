"""What the page of a sheet is made of: the files that a phone keeps, so that it opens without a
connection.
"""

import hashlib
from functools import cache
from pathlib import Path

from django.templatetags.static import static

ROOT = Path(__file__).parents[2]
STATIC = ROOT / "scoring" / "static"
LOOK = ROOT / "clubsite" / "static"
WORKER = STATIC / "scoring" / "worker.js"
PARTS = ("scoring/form.css", "scoring/phone.css", "scoring/cards.css", "scoring/suits.svg")
FOLDERS = ("scoring/games", "scoring/phone")
LOOKS = ("clubsite/site.css", "clubsite/dash.svg")


@cache
def files() -> dict[str, Path]:
    """By their addresses."""
    names = [*PARTS, *(f"{folder}/{one.name}" for folder in FOLDERS for one in _scripts(folder))]
    found = {name: STATIC / name for name in names} | {name: LOOK / name for name in LOOKS}
    return {static(name): path for name, path in found.items()}


def _scripts(folder: str) -> list[Path]:
    return sorted((STATIC / folder).glob("*.js"))


def _typing() -> list[Path]:
    """What the page of a paper form has more; kept only where somebody types one in."""
    return [STATIC / "scoring/paper.css", *_scripts("scoring/paper")]


@cache
def version() -> str:
    """Another one whenever any of the files is another."""
    whole = hashlib.sha256()
    for path in (*files().values(), *_typing(), WORKER):
        whole.update(path.read_bytes())
    return whole.hexdigest()[:16]
