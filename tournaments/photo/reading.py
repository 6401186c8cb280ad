"""Has a file read in a process of its own (`engine/worker.py`), so that a hostile picture can do no
harm here.
"""

import importlib.util
import json
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from scoring.games.core.game import Game
from scoring.printing import geometry
from scoring.printing.content import PrintedSheet
from scoring.printing.geometry import FormPage
from tournaments import problems
from tournaments.photo.engine.decoder import Answer, Decoded, gather_answers
from tournaments.photo.engine.readings import Key, Reading
from tournaments.photo.forms import keys_of, rules_of
from tournaments.problems import user_error

PACKAGES = ("cv2", "numpy", "pypdfium2")
WORKER = "tournaments.photo.engine.worker"
PATIENCE = 120  # seconds for a file
REASONS = {
    "broken": problems.PHOTO_BROKEN,
    "large": problems.PHOTO_LARGE,
    "moving": problems.PHOTO_MOVING,
    "small": problems.PHOTO_SMALL,
    "pages": problems.PHOTO_PAGES,
}


class Wanted(NamedTuple):
    """A form that a file may show. With an empty `code` it fits any page."""

    code: str
    game: Game
    form: PrintedSheet
    size: str  # of the paper
    page: int = 1


class PageRead(NamedTuple):
    """A page of a file: the codes on it and, if it shows one of the wanted forms, which one, what
    it says, and its straightened picture (JPEG, base64).
    """

    codes: list[str]
    wanted: Wanted | None = None
    decoded: Decoded | None = None
    picture: str = ""


def is_installed() -> bool:
    """Return whether the packages are there that reading takes."""
    return all(importlib.util.find_spec(name) for name in PACKAGES)


def read_file(content: bytes, wanted: Sequence[Wanted]) -> list[PageRead]:
    """Return what the pages of a picture or PDF say. Refuse a file that can't be read."""
    if not is_installed():
        raise user_error(problems.PHOTO_NOT_INSTALLED)
    fitting = list(_list_fitting(wanted))
    job = [_describe(number, *form) for number, form in enumerate(fitting)]
    told = _run(json.dumps(job).encode() + b"\n" + content)
    return [_page_read(answer, [form for form, _page in fitting]) for answer in told]


def _list_fitting(wanted: Sequence[Wanted]) -> Iterator[tuple[Wanted, FormPage]]:
    """Yield the forms that have the wanted page, each with this page."""
    for form in wanted:
        pages = geometry.list_pages(form.form, form.size)
        if form.page <= len(pages):
            yield form, pages[form.page - 1]


def _describe(number: int, wanted: Wanted, page: FormPage) -> dict[str, Any]:
    """Return what the worker must know of a form."""
    last = wanted.game.games or max(cell.game for cell in page.cells)
    return {
        "name": number,
        "code": wanted.code,
        "layout": [page.width, page.height, page.level, page.upright],
        "cells": [[key, cell.box] for key, cell in keys_of(page, last).items()],
        "rules": rules_of(wanted.game),
    }


def _run(job: bytes) -> list[dict[str, Any]]:
    """Run the worker; return what it tells. It ends badly when it comes to its limits."""
    command = [sys.executable, "-m", WORKER]
    try:
        ran = subprocess.run(command, input=job, capture_output=True, timeout=PATIENCE, check=False)
    except subprocess.TimeoutExpired as error:
        raise user_error(problems.PHOTO_LARGE) from error
    if ran.returncode:
        raise user_error(problems.PHOTO_LARGE)
    return [json.loads(line) for line in ran.stdout.splitlines()]


def _page_read(told: Mapping[str, Any], wanted: Sequence[Wanted]) -> PageRead:
    if "refused" in told:
        raise user_error(REASONS[told["refused"]])
    if "form" not in told:
        return PageRead(told["codes"])
    answers = {
        Key(*key): Answer(tuple(Reading(*candidate) for candidate in candidates), sure)
        for key, candidates, sure in told["answers"]
    }
    return PageRead(told["codes"], wanted[told["form"]], gather_answers(answers), told["page"])
