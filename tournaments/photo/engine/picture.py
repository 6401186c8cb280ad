"""Opens a picture or a scanned PDF that somebody sent, and returns its pages as grey values. Files
that are too large, too small, broken or animated are refused. Sizes are checked before a picture is
unpacked, because the file may be made to do harm.
"""

import re
from collections.abc import Iterator
from io import BytesIO
from typing import Any

import cv2
import numpy as np
from PIL import Image, ImageOps

Grey = Any
KINDS = ("JPEG", "PNG", "MPO")  # MPO: what some phones call a JPEG
HEIC = re.compile(rb"(?s).{4}ftyp(?:hei[cmsx]|hev[cmsx]|mif1|msf1)")  # how such a file begins
MOST_BYTES = 30_000_000
MOST_PIXELS = 60_000_000
LONGEST, SHORTEST = 12_000, 500  # pixels of a side
WORKED_ON = 3600  # pixels of the longer side; more only takes time
MOST_PAGES = 60  # of a PDF
DPI, INCHES = 200, 24  # of a PDF's page, and how long its longer side may be
DAMAGED = (
    *(OSError, ValueError, SyntaxError, ArithmeticError, LookupError, TypeError, EOFError),
    *(AttributeError, RecursionError, cv2.error),
)


class Refused(Exception):
    """Raised for a file that can't be read. `reason` is broken, heic, large, moving (an
    animation), small, or pages (a PDF with too many of them).
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def open_pages(content: bytes) -> Iterator[Grey]:
    """Yield the pages of a file as grey values: all pages of a PDF, or a picture as its only page.
    Raise `Refused` if the file can't be read.
    """
    if len(content) > MOST_BYTES:
        raise Refused("large")
    if re.match(rb"\s{0,64}%PDF-", content):
        yield from _open_pdf_pages(content)
    elif HEIC.match(content):
        raise Refused("heic")
    else:
        yield open_picture(content)


def open_picture(content: bytes) -> Grey:
    """Return the picture in this file as grey values, turned upright as the camera noted in the
    file. Raise `Refused` if it can't be read.
    """
    try:
        with Image.open(BytesIO(content), formats=KINDS) as source:
            _check_size(*source.size)
            if source.format == "PNG" and getattr(source, "n_frames", 1) > 1:
                raise Refused("moving")
            source.draft("L", (WORKED_ON, WORKED_ON))
            grey = ImageOps.exif_transpose(source).convert("RGBA" if _is_clear(source) else "L")
    except Image.DecompressionBombError as error:
        raise Refused("large") from error
    except DAMAGED as error:
        raise Refused("broken") from error
    return _shrink_to_usual(np.array(_put_on_white(grey)))


def _is_clear(picture: Image.Image) -> bool:
    return picture.mode in ("RGBA", "LA", "PA") or "transparency" in picture.info


def _put_on_white(picture: Image.Image) -> Image.Image:
    if picture.mode != "RGBA":
        return picture
    sheet = Image.new("RGB", picture.size, "white")
    sheet.paste(picture, mask=picture)
    return sheet.convert("L")


def _check_size(wide: int, high: int) -> None:
    if max(wide, high) > LONGEST or wide * high > MOST_PIXELS:
        raise Refused("large")
    if min(wide, high) < SHORTEST:
        raise Refused("small")


def _shrink_to_usual(grey: Grey) -> Grey:
    shrink = WORKED_ON / max(grey.shape)
    if shrink >= 1:
        return grey
    size = round(grey.shape[1] * shrink), round(grey.shape[0] * shrink)
    return cv2.resize(grey, size, interpolation=cv2.INTER_AREA)


def _open_pdf_pages(content: bytes) -> Iterator[Grey]:
    import pypdfium2

    try:
        document = pypdfium2.PdfDocument(content)
        count = len(document)
    except (pypdfium2.PdfiumError, *DAMAGED) as error:
        raise Refused("broken") from error
    if not 0 < count <= MOST_PAGES:
        raise Refused("pages" if count else "broken")
    for number in range(count):
        try:
            page = document[number]
            if max(page.get_size()) > INCHES * 72:
                raise Refused("large")
            shown = page.render(scale=DPI / 72, grayscale=True).to_numpy()
        except (pypdfium2.PdfiumError, *DAMAGED) as error:
            raise Refused("broken") from error
        grey = np.ascontiguousarray(shown.reshape(shown.shape[:2]))
        _check_size(grey.shape[1], grey.shape[0])
        yield _shrink_to_usual(grey)
