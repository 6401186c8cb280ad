"""Read a PDF with another program than the one that drew it: each text and line with its place, in
millimetres from the top left corner, and the text of its codes as a phone scans them.
"""

from bisect import bisect
from collections import defaultdict
from ctypes import c_float, c_int
from typing import NamedTuple

import pypdfium2 as pdfium
import zxingcpp
from pypdfium2 import raw

MM = 72 / 25.4
EDGE = 4.0  # printers leave this margin white
SLACK = 0.05
BAND = 8.0
MANY = 100  # a path with more segments is a code
HEAVIEST = 60_000  # bytes a page


class Mark(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float
    text: str = ""

    def meets(self, other: "Mark") -> bool:
        across = min(self.right, other.right) - max(self.left, other.left)
        down = min(self.bottom, other.bottom) - max(self.top, other.top)
        return across > SLACK and down > SLACK

    def bands(self) -> range:
        return range(int(self.top // BAND), int(self.bottom // BAND) + 1)


def _lines_by_band(lines: list[Mark]) -> dict[int, list[int]]:
    """Return for each band of a page which of these lines pass it, so that few are compared."""
    found = defaultdict(list)
    for number, line in enumerate(lines):
        for band in line.bands():
            found[band].append(number)
    return found


class Page(NamedTuple):
    wide: float
    high: float
    texts: list[Mark]
    lines: list[Mark]
    codes: list[Mark]
    words: str  # the whole text

    @property
    def said(self) -> list[str]:
        return [text.text for text in self.texts]

    def wrong(self) -> list[str]:
        everything = [*self.texts, *self.lines, *self.codes]
        faults = [f"off the page: {mark}" for mark in everything if self._is_off(mark)]
        solid = sorted([*self.texts, *self.codes], key=lambda mark: mark.top)
        tops, lines = [mark.top for mark in solid], _lines_by_band(self.lines)
        for place, mark in enumerate(solid):
            below = bisect(tops, mark.bottom)  # those after it begin further down
            over = [two for two in solid[place + 1 : below] if mark.meets(two)]
            faults += [f"{mark} lies over {two}" for two in over]
            near = {number for band in mark.bands() for number in lines[band]}
            crossing = [line for number in near if mark.meets(line := self.lines[number])]
            faults += [f"{mark} is crossed by {line}" for line in crossing]
        return faults

    def _is_off(self, mark: Mark) -> bool:
        inside = mark.left >= EDGE and mark.top >= EDGE
        return not inside or mark.right > self.wide - EDGE or mark.bottom > self.high - EDGE


def read(pdf: bytes, heaviest: int = HEAVIEST) -> list[Page]:
    """Return the pages; fail if they are too heavy for a printer, or a phone in a hall."""
    document = pdfium.PdfDocument(pdf)
    pages = [_page(page) for page in document]
    document.close()
    assert len(pdf) <= heaviest * len(pages), f"{len(pages)} pages are {len(pdf)} bytes"
    return pages


def scanned(pdf: bytes) -> list[list[str]]:
    """Return the texts of the codes on each page; lines of a table can pass for a bar code."""
    document = pdfium.PdfDocument(pdf)
    pictures = [page.render(scale=2.5, grayscale=True).to_pil() for page in document]
    qr = zxingcpp.BarcodeFormat.QRCode
    found = [zxingcpp.read_barcodes(picture, formats=qr) for picture in pictures]
    return [sorted(code.text for code in codes) for codes in found]


def outline(pdf: bytes) -> list[tuple[int, str]]:
    bookmarks = pdfium.PdfDocument(pdf).get_toc()
    return [(bookmark.level, bookmark.get_title()) for bookmark in bookmarks]


def facts(pdf: bytes) -> tuple[str, str]:
    document = pdfium.PdfDocument(pdf)
    size = raw.FPDFCatalog_GetLanguage(document, None, 0)
    buffer = (raw.FPDF_WCHAR * (size // 2))()
    raw.FPDFCatalog_GetLanguage(document, buffer, size)
    return document.get_metadata_value("Title"), bytes(buffer).decode("utf-16-le").rstrip("\0")


def fonts(pdf: bytes) -> dict[str, bool]:
    texts = (
        get_object
        for page in pdfium.PdfDocument(pdf)
        for get_object in page.get_objects([raw.FPDF_PAGEOBJ_TEXT])
    )
    return {font.get_base_name(): font.is_embedded for text in texts if (font := text.get_font())}


def sizes(pdf: bytes) -> set[float]:
    return {
        round(text.get_font_size(), 2)
        for page in pdfium.PdfDocument(pdf)
        for text in page.get_objects([raw.FPDF_PAGEOBJ_TEXT])
    }


def _page(page: pdfium.PdfPage) -> Page:
    wide, high = page.get_size()
    texts, lines, codes = [], [], []
    words = page.get_textpage()
    for get_object in page.get_objects(max_depth=1, textpage=words):
        left, bottom, right, top = get_object.get_bounds()
        mark = _mark(left, bottom, right, top, high)
        if get_object.type == raw.FPDF_PAGEOBJ_TEXT:
            texts.append(mark._replace(text=get_object.extract().strip()))
        elif (
            get_object.type == raw.FPDF_PAGEOBJ_PATH
            and raw.FPDFPath_CountSegments(get_object) > MANY
        ):
            codes.append(mark)
        elif get_object.type == raw.FPDF_PAGEOBJ_PATH and _is_stroked(get_object):
            lines.extend(_strokes(get_object, high))
    return Page(wide / MM, high / MM, texts, lines, codes, words.get_text_bounded())


def _mark(left: float, bottom: float, right: float, top: float, high: float) -> Mark:
    return Mark(left / MM, (high - top) / MM, right / MM, (high - bottom) / MM)


def _is_stroked(path: pdfium.PdfObject) -> bool:
    fill, stroke = c_int(), c_int()
    raw.FPDFPath_GetDrawMode(path, fill, stroke)
    return bool(stroke.value)


def _strokes(path: pdfium.PdfObject, high: float) -> list[Mark]:
    """Return each straight segment with its thickness."""
    thick, start, marks = c_float(), (0.0, 0.0), []
    raw.FPDFPageObj_GetStrokeWidth(path, thick)
    half = thick.value / 2
    for number in range(raw.FPDFPath_CountSegments(path)):
        segment, x, y = raw.FPDFPath_GetPathSegment(path, number), c_float(), c_float()
        raw.FPDFPathSegment_GetPoint(segment, x, y)
        end = (x.value, y.value)
        if raw.FPDFPathSegment_GetType(segment) == raw.FPDF_SEGMENT_LINETO:
            (left, right), (low, top) = sorted((start[0], end[0])), sorted((start[1], end[1]))
            marks.append(_mark(left - half, low - half, right + half, top + half, high))
        start = end
    return marks
