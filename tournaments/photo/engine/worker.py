"""The process in which pictures are read and their cells are decoded. It has a limit of memory and
of time, so a picture made to do harm ends this process and nothing else, and the site's own
process stays free for other pages.

From its standard input it reads a line with the number of bytes in the file, and then the file. Of
each page it first writes a line of JSON with the codes on it, and is answered by a line of JSON
with the forms that this page may show. Then it writes a line with what the page says.
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
    """Limit memory and time, where the operating system can."""
    cv2.setNumThreads(1)
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))


def answer(content: bytes, ask: Callable[[list[str]], Sequence[Json]]) -> Iterator[Json]:
    """Yield what each page of the file says. `ask` returns the forms that a page with these codes
    may show.
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
    """Return which form the picture shows and the answers for its cells."""
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
