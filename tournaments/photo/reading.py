"""Reads a file in a separate process (`engine/worker.py`), so that a picture made to do harm can't
harm the site's own process.
"""

import importlib.util
import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import IO, Any, NamedTuple

from scoring.games.core.game import Game
from scoring.printing import geometry
from scoring.printing.content import PrintedSheet
from scoring.printing.geometry import FormPage
from scoring.printing.marks import read_code
from tournaments import problems
from tournaments.photo.engine.decoder import Answer, Decoded, gather_answers
from tournaments.photo.engine.readings import Key, Reading
from tournaments.photo.forms import build_rules, find_readable_cells
from tournaments.problems import user_error

PACKAGES = ("cv2", "numpy", "pypdfium2")
WORKER = "tournaments.photo.engine.worker"
PATIENCE = 120  # seconds for a file
REASONS = {
    "broken": problems.PHOTO_BROKEN,
    "heic": problems.PHOTO_HEIC,
    "large": problems.PHOTO_LARGE,
    "moving": problems.PHOTO_MOVING,
    "small": problems.PHOTO_SMALL,
    "pages": problems.PHOTO_PAGES,
}


class Wanted(NamedTuple):
    """One version of a printed form that a page of the file may show."""

    game: Game
    form: PrintedSheet
    size: str  # of the paper
    page: int = 1


FindForms = Callable[[str], Sequence[Wanted]]
Versions = Sequence[tuple[Wanted, FormPage]]
Worker = subprocess.Popen[bytes]


class PageRead(NamedTuple):
    """What was found on one page of a file: the code of a form, and the form with what each cell
    holds. A page with two forms, side by side on A4, gives two of these.
    """

    number: int  # of the page in the file
    code: str = ""  # of the form; empty if no code of a form was read
    wanted: Wanted | None = None  # the form that it shows; None: it shows none of those wanted
    decoded: Decoded | None = None  # what that form says
    picture: str = ""  # of the form, straightened (JPEG, base64)
    writing: str = ""  # the handwriting in its cells, one below the other (PNG, base64)


def is_installed() -> bool:
    """Return whether the Python packages are installed that are needed to read pictures."""
    return all(importlib.util.find_spec(name) for name in PACKAGES)


def read_file(content: bytes, find: FindForms) -> list[PageRead]:
    """Read a picture or PDF in a separate process, and return what was found on each page. `find`
    gets the QR code of a form, or "" if a page has none, and returns the versions in which that
    form may have been printed. Raise a `UserError` if the file can't be read.
    """
    if not is_installed():
        raise user_error(problems.PHOTO_NOT_INSTALLED)
    try:
        with _start_worker() as worker:
            return list(_talk(worker, content, find))
    except BrokenPipeError as error:  # it ended before it had read everything
        raise user_error(problems.PHOTO_LARGE) from error


def _talk(worker: Worker, content: bytes, find: FindForms) -> Iterator[PageRead]:
    """Send the file to the worker (the process that reads pictures), and tell it for each page
    which forms to look for. Yield what the worker read of each form. Refuse the file if the worker
    reaches its limits of memory or time. `find` gets the QR code of a form, or "" if a page has
    none, and returns the versions in which that form may have been printed.
    """
    assert worker.stdin and worker.stdout
    _send(worker.stdin, b"%d\n%b" % (len(content), content))
    awaited: list[_Awaited] = []
    for line in worker.stdout:
        report = json.loads(line)
        if "codes" in report:
            awaited = list(_list_awaited(report, find))
            jobs = [form.describe() for form in awaited]
            _send(worker.stdin, json.dumps(jobs).encode() + b"\n")
        else:
            _refuse(report)
            form = awaited.pop(0)
            yield _page_read(report, form.page, form.versions)
    if worker.wait():
        raise user_error(problems.PHOTO_LARGE)


class _Awaited(NamedTuple):
    """A form for which the worker (the process that reads pictures) looks on a page. It holds the
    place of the form's code among the QR codes of the page, what is known of the form so far, and
    the versions in which it may have been printed.
    """

    place: int | None
    page: PageRead
    versions: Versions

    def describe(self) -> dict[str, Any]:
        """Return what the worker (the process that reads pictures) must know to look for this form:
        the place of its QR code among those of the page, and the versions in which it may have been
        printed.
        """
        versions = [_describe(*version) for version in enumerate(self.versions)]
        return {"code": self.place, "versions": versions}


def _list_awaited(report: Mapping[str, Any], find: FindForms) -> Iterator[_Awaited]:
    """Yield the forms for which the worker (the process that reads pictures) has to look on a page.
    `report` has the page's number and its QR codes. `find` gets the QR code of a form, or "" if the
    page has none, and returns the versions in which that form may have been printed.
    """
    for place, code in _list_forms(report["codes"]):
        page = PageRead(report["number"], code)
        yield _Awaited(place, page, list(_list_fitting(find(code))))


def _list_forms(codes: Sequence[str]) -> list[tuple[int | None, str]]:
    """Return which of these QR codes of a page belong to forms: the place of each among them, and
    its text. If there is none, the page may still show a form, so return a single entry with None
    as the place and an empty text.
    """
    return [(place, code) for place, code in enumerate(codes) if read_code(code)] or [(None, "")]


def _send(pipe: IO[bytes], words: bytes) -> None:
    pipe.write(words)
    pipe.flush()


@contextmanager
def _start_worker() -> Iterator[Worker]:
    """Run the worker, the process that reads pictures, for the duration of the `with` block. It is
    killed at the end of the block, or after PATIENCE seconds.
    """
    command = [sys.executable, "-m", WORKER]
    pipe, nowhere = subprocess.PIPE, subprocess.DEVNULL
    one_core = os.environ | {"OPENBLAS_NUM_THREADS": "1"}  # more would wait for each other
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=nowhere, env=one_core) as worker:
        timer = threading.Timer(PATIENCE, worker.kill)
        timer.start()
        try:
            yield worker
        finally:
            timer.cancel()
            worker.kill()


def _list_fitting(wanted: Sequence[Wanted]) -> Iterator[tuple[Wanted, FormPage]]:
    """Each of these forms comes with the number of a page. Yield each form with the layout of that
    page. Leave out a form that has fewer pages.
    """
    for form in wanted:
        pages = geometry.list_pages(form.form, form.size)
        if form.page <= len(pages):
            yield form, pages[form.page - 1]


def _describe(number: int, version: tuple[Wanted, FormPage]) -> dict[str, Any]:
    """Return what the worker (the process that reads pictures) must know of a form: its lines, its
    cells, and the rules of its game. The worker uses `number` as the form's name.
    """
    wanted, page = version
    last = wanted.game.games or max(cell.game for cell in page.cells)
    return {
        "name": number,
        "layout": [page.width, page.height, page.level, page.upright],
        "cells": [[key, cell.box] for key, cell in find_readable_cells(page, last).items()],
        "rules": build_rules(wanted.game),
    }


def _refuse(report: Mapping[str, Any]) -> None:
    if "refused" in report:
        raise user_error(REASONS[report["refused"]])


def _page_read(report: Mapping[str, Any], page: PageRead, versions: Versions) -> PageRead:
    """Return this page with what was read of its form added. `report` comes from the worker (the
    process that reads pictures), and names by number which of the `versions` of the form it found.
    If it found none, return the page unchanged.
    """
    if "form" not in report:
        return page
    answers = {
        Key(*key): Answer(tuple(Reading(*candidate) for candidate in candidates), sure)
        for key, candidates, sure in report["answers"]
    }
    wanted, _geometry = versions[report["form"]]
    return page._replace(
        wanted=wanted,
        decoded=gather_answers(answers),
        picture=report["page"],
        writing=report["writing"],
    )
