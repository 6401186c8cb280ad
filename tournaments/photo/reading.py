"""Has a file read in a process of its own, so that a hostile picture can do no harm here."""

import importlib.util
import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from scoring.games.core.game import Game
from scoring.printing import geometry
from scoring.printing.content import PrintedSheet
from scoring.printing.geometry import FormPage
from tournaments import problems
from tournaments.photo.engine.decoder import Decoded, decode
from tournaments.photo.engine.readings import Reading
from tournaments.photo.forms import Key, form_of, keys_of, rules_of
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
    wanted = [
        candidate
        for candidate in wanted
        if candidate.page <= len(geometry.list_pages(candidate.form, candidate.size))
    ]
    pages = [_page(candidate) for candidate in wanted]
    job = [
        {
            "name": number,
            "code": candidate.code,
            "layout": [page.width, page.height, page.level, page.upright],
            "cells": [cell.box for cell in _cells(candidate, page).values()],
        }
        for number, (candidate, page) in enumerate(zip(wanted, pages, strict=True))
    ]
    told = _run(json.dumps(job).encode() + b"\n" + content)
    return [_page_read(answer, wanted, pages) for answer in told]


def _page(wanted: Wanted) -> FormPage:
    return geometry.list_pages(wanted.form, wanted.size)[wanted.page - 1]


def _cells(wanted: Wanted, page: FormPage) -> Mapping[Key, Any]:
    last = wanted.game.games or max(cell.game for cell in page.cells)
    return keys_of(page, last)


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


def _page_read(
    told: Mapping[str, Any], wanted: Sequence[Wanted], pages: Sequence[FormPage]
) -> PageRead:
    if "refused" in told:
        raise user_error(REASONS[told["refused"]])
    if "form" not in told:
        return PageRead(told["codes"])
    shown, page = wanted[told["form"]], pages[told["form"]]
    readings = {
        key: [Reading(text, chance) for text, chance in cell]
        for key, cell in zip(_cells(shown, page), told["cells"], strict=True)
    }
    decoded = decode(form_of(readings), rules_of(shown.game))
    return PageRead(told["codes"], shown, decoded, told["page"])
