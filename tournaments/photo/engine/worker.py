"""The process in which pictures are read and their cells are decoded. It has a limit of memory and
of time, so a picture made to do harm ends this process and nothing else, and the site's own
process stays free for other pages.

It reads one line of JSON with the forms that a picture may show, then the file itself, from its
standard input. It writes one line of JSON for each page of the file.
"""

import base64
import contextlib
import json
import sys
from collections.abc import Iterator, Sequence
from typing import Any

import cv2

from tournaments.photo.engine import codes, picture, reader
from tournaments.photo.engine.decoder import Rules, decode, gather_form
from tournaments.photo.engine.layout import Layout
from tournaments.photo.engine.readings import Box, Key

MEMORY = 1_500_000_000  # bytes of address space
SECONDS = 60  # of the processor, for a whole file
LISTED = 12  # candidates of a cell that are told

Json = dict[str, Any]


def limit() -> None:
    """Limit memory and time, where the operating system can."""
    cv2.setNumThreads(1)
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))


def answer(forms: Sequence[Json], content: bytes) -> Iterator[Json]:
    """Yield what is found on each page. `forms` are keyed by the codes that lead to them; with the
    key "" they fit any page.
    """
    try:
        for grey in picture.open_pages(content):
            found = codes.find_codes(grey)
            fitting = [form for form in forms if form["code"] in ("", *found)]
            yield {"codes": found} | (_read(grey, fitting) or {})
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
    forms = json.loads(sys.stdin.buffer.readline())
    for told in answer(forms, sys.stdin.buffer.read()):
        sys.stdout.write(json.dumps(told) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
