"""The separate process that reads pictures and decides what their cells hold. Its memory and time
are limited. So a picture that was made to do harm ends only this process, and the site's own
process stays free for other pages.

On its standard input it gets a line with the number of bytes of the file, and then the file. For
each page of the file:

- it writes a line of JSON with the QR codes on the page;
- it gets a line of JSON with the forms that this page may show;
- it writes a line of JSON with what it read on the page.
"""

import base64
import contextlib
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import cv2

from tournaments.photo.engine import codes, picture, reader
from tournaments.photo.engine.decoder import Rules, decode, gather_form
from tournaments.photo.engine.layout import Layout
from tournaments.photo.engine.readings import Box, Key

MEMORY = 1_500_000_000  # bytes of address space
SECONDS = 60  # of the processor, for a whole file
LISTED = 12  # candidates of a cell, in what is written

Json = dict[str, Any]


def limit() -> None:
    """Limit the memory and the processor time of this process, if the operating system can do
    that.
    """
    cv2.setNumThreads(1)
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))


def answer(content: bytes, ask: Callable[[list[str]], Sequence[Json]]) -> Iterator[Json]:
    """Read the pages of a file, and yield for each what was read on it, or why the file is refused.
    `ask` gets the QR codes on a page and returns the forms that this page may show.
    """
    try:
        for grey in picture.open_pages(content):
            forms = ask(codes.find_codes(grey))
            yield _read(grey, forms) or {}
    except picture.Refused as refused:
        yield {"refused": refused.reason}
    except MemoryError:
        yield {"refused": "large"}


def _read(grey: Any, forms: Sequence[Json]) -> Json | None:
    """Find out which of these forms a picture shows, and read it. Return the form, what each cell
    probably holds, and the straightened picture. Return None if none of the forms is found.
    """
    if not forms:
        return None
    known = [
        (Layout(*form["layout"]), {Key(*key): Box(*cell) for key, cell in form["cells"]})
        for form in forms
    ]
    found = reader.read_page(grey, known)
    if found is None:
        return None
    form = forms[found.form]
    decoded = decode(gather_form(found.readings), Rules(*form["rules"]))
    return {
        "form": form["name"],
        "answers": [
            [key, answer.candidates[:LISTED], answer.sure] for key, answer in decoded.list_answers()
        ],
        "page": _packed(found.picture),
    }


def _packed(grey: Any) -> str:
    _done, packed = cv2.imencode(".jpg", grey, [cv2.IMWRITE_JPEG_QUALITY, 60])
    return base64.b64encode(packed.tobytes()).decode()


def main() -> None:
    limit()
    size = int(sys.stdin.buffer.readline())
    for report in answer(sys.stdin.buffer.read(size), _ask):
        _write(report)


def _ask(found: list[str]) -> list[Json]:
    _write({"codes": found})
    forms: list[Json] = json.loads(sys.stdin.buffer.readline())
    return forms


def _write(report: Json) -> None:
    sys.stdout.write(json.dumps(report) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
