"""The separate process that reads pictures and decides what their cells hold. Its memory and time
are limited. So a picture that was made to do harm ends only this process, and the site's own
process stays free for other pages.

On its standard input it gets a line with the number of bytes of the file, and then the file. For
each page of the file:

- it writes a line of JSON with the number of the page and the QR codes on it;
- it gets a line of JSON with the forms to look for. Each is named with its code (its place among
  the QR codes, or null if none was read) and with all versions in which it may have been printed;
- it writes a line of JSON with what it read of each of these forms.
"""

import base64
import contextlib
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import cv2
import numpy as np

from tournaments.photo.engine import picture, reader
from tournaments.photo.engine.codes import Area, Code, read_codes
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


def answer(content: bytes, ask: Callable[[int, list[str]], Sequence[Json]]) -> Iterator[Json]:
    """Read the pages of a file, and yield for each form what was read of it, or why the file is
    refused. `ask` gets the number of a page and its QR codes, and returns the forms to look for.
    """
    try:
        for number, grey in enumerate(picture.open_pages(content), 1):
            codes = read_codes(grey)
            forms = ask(number, [code.text for code in codes])
            of_forms = [codes[form["code"]] for form in forms if form["code"] is not None]
            for form in forms:
                area = _find_area(form["code"], codes, of_forms)
                yield _read(grey, form["versions"], area) or {}
    except picture.Refused as refused:
        yield {"refused": refused.reason}
    except MemoryError:
        yield {"refused": "large"}


def _find_area(place: int | None, codes: Sequence[Code], of_forms: Sequence[Code]) -> Area | None:
    """Return the part of a picture that belongs to one form. `place` is the index of the form's QR
    code in `codes`, all QR codes of the picture. `of_forms` lists the codes of all forms in the
    picture. Return None if the form's code was not read, or if its corners are unknown.
    """
    if place is None or codes[place].corners is None:
        return None
    return Area(codes[place], [code for code in of_forms if code is not codes[place]])


def _read(grey: Any, forms: Sequence[Json], area: Area | None) -> Json | None:
    """Find out which of these versions of a form a picture shows, and read it. Return the version,
    what each cell probably holds, the handwriting in each, and the straightened picture. Return
    None if none of the versions is found. `area` is the part of the picture that belongs to this
    form, if that is known.
    """
    if not forms:
        return None
    known = [
        (Layout(*form["layout"]), {Key(*key): Box(*cell) for key, cell in form["cells"]})
        for form in forms
    ]
    read = reader.read_page(grey, known, area)
    if read is None:
        return None
    form = forms[read.form]
    decoded = decode(gather_form(read.readings), Rules(*form["rules"]))
    return {
        "form": form["name"],
        "answers": [
            [key, answer.candidates[:LISTED], answer.sure] for key, answer in decoded.list_answers()
        ],
        "page": _pack(read.picture, ".jpg", [cv2.IMWRITE_JPEG_QUALITY, 60]),
        "writing": _pack(
            np.vstack([read.writing[key] * 255 for key, _answer in decoded.list_answers()]), ".png"
        ),
    }


def _pack(grey: Any, kind: str, quality: Sequence[int] = ()) -> str:
    _done, packed = cv2.imencode(kind, grey.astype(np.uint8), quality)
    return base64.b64encode(packed.tobytes()).decode()


def main() -> None:
    limit()
    size = int(sys.stdin.buffer.readline())
    for report in answer(sys.stdin.buffer.read(size), _ask):
        _write(report)


def _ask(number: int, codes: list[str]) -> list[Json]:
    _write({"number": number, "codes": codes})
    forms: list[Json] = json.loads(sys.stdin.buffer.readline())
    return forms


def _write(report: Json) -> None:
    sys.stdout.write(json.dumps(report) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
