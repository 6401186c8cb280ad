"""Measures are millimetres from the top left corner; sizes of text are points."""

import re
from collections.abc import Iterable, Sequence
from io import BytesIO
from typing import NamedTuple

import segno
from django.utils.translation import get_language, gettext
from reportlab import rl_config
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.pathobject import PDFPathObject
from reportlab.pdfgen.textobject import PDFTextObject

from scoring.toolkit.pdf.text import (
    BOLD,
    CAPITALS,
    MM,
    PLAIN,
    ROOM,
    SMALLEST,
    UNKNOWN,
    clean,
    fit,
    fit_lines,
    load_font,
)

SIZES = {"a4": (210.0, 297.0), "a5": (148.0, 210.0), "a4-landscape": (297.0, 210.0)}
MARGIN = 12.0
FOOT = 5.0  # within the margin below: the title and the page's number
OF_ALL = 7.5  # width of the number of pages
ALL_PAGES = "pages"  # a form object, drawn at the end, when the number of pages is known
QUIET = 4  # modules of white around a code
DARK = re.compile(rb"\x01+")  # modules beside each other
INK, GREY, PALE = 0.0, 0.4, 0.9

rl_config.useA85 = 0  # no ASCII encoding of pages: it would make them a quarter larger

Line = tuple[float, float, float, float]


class Box(NamedTuple):
    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    def inset(self, across: float, down: float | None = None) -> "Box":
        down = across if down is None else down
        return Box(self.x + across, self.y + down, self.width - 2 * across, self.height - 2 * down)

    def top(self, height: float) -> "Box":
        return self._replace(height=height)

    def below(self, height: float) -> "Box":
        return Box(self.x, self.y + height, self.width, self.height - height)

    def columns(self, widths: Sequence[float]) -> list["Box"]:
        share, x, boxes = self.width / sum(widths), self.x, []
        for width in widths:
            boxes.append(Box(x, self.y, width * share, self.height))
            x += width * share
        return boxes


class Paper:
    """Deterministic: the same calls give the same bytes."""

    def __init__(
        self, title: str, size: str = "a4", *, margin: float = MARGIN, logo: bytes | None = None
    ) -> None:
        for bold in (False, True):
            load_font(bold)
        self.title, self.margin = clean(title), margin
        self._logo = ImageReader(BytesIO(logo)) if logo else None
        self.wide, self.high = SIZES[size]
        self._file = BytesIO()
        self._said: PDFTextObject | None = None
        self._style: tuple[bool, float, float] | None = None
        self._canvas = Canvas(
            self._file,
            pagesize=(self.wide * MM, self.high * MM),
            invariant=1,
            pageCompression=1,
            initialFontName=PLAIN,
            lang=get_language() or "en",
        )
        self.canvas.setTitle(self.title)
        self.canvas.setCreator("Streepje")
        self.canvas.setAuthor("")
        self.canvas.setSubject("")
        self.number = 0  # of the page being drawn
        self.bookmarks = 0
        self._lacks = False  # whether this page has letters that the fonts lack

    @property
    def canvas(self) -> Canvas:
        """Draws the texts that are waiting first."""
        if self._said is not None:
            self._canvas.drawText(self._said)
            self._said = self._style = None
        return self._canvas

    # Pages

    def begin_page(self, bookmark: str = "", level: int = 0) -> Box:
        """Return the box within the margins. `bookmark` is the page's title in the outline."""
        if self.number:
            self._end(last=False)
        self.number += 1
        if bookmark:
            self.add_bookmark(bookmark, level)
        return Box(0, 0, self.wide, self.high).inset(self.margin)

    def add_bookmark(self, words: str, level: int = 0) -> None:
        self.bookmarks += 1
        key = str(self.bookmarks)
        self.canvas.bookmarkPage(key)
        self.canvas.addOutlineEntry(clean(words) or "–", key, level)

    def close(self) -> bytes:
        if not self.number:
            self.begin_page()
        self._end(last=True)
        if self.number > 1:
            self.canvas.beginForm(ALL_PAGES)
            self._print(f" / {self.number}", 0, 0, 7, grey=GREY)
            self.canvas.endForm()
        self.canvas.save()
        return self._file.getvalue()

    def _end(self, *, last: bool) -> None:
        room = Box(self.margin, self.high - self.margin + 1, self.wide - 2 * self.margin, FOOT)
        under = self.title if self.number > 1 or not last else ""
        if self._lacks:
            words = gettext("%(sign)s: a letter that cannot be printed here; write it by hand.")
            under = words % {"sign": UNKNOWN}
        self.write(under, room._replace(width=room.width - OF_ALL - 8), 7, grey=GREY)
        if self.number > 1 or not last:
            x, base = room.right - OF_ALL, room.y + room.height / 2 + CAPITALS * 7 / MM / 2
            self.write(str(self.number), Box(x - 8, room.y, 8, FOOT), 7, align="right", grey=GREY)
            self.canvas.saveState()
            self.canvas.translate(_points(x), _points(self.high - base))
            self.canvas.doForm(ALL_PAGES)
            self.canvas.restoreState()
        self.canvas.showPage()
        self._lacks = False

    # Text

    def write(
        self,
        text: str,
        box: Box,
        size: float = 10,
        *,
        bold: bool = False,
        align: str = "left",
        least: float = SMALLEST,
        grey: float = INK,
    ) -> float:
        """Centre vertically; return the x where it ends. Too wide: smaller, then cut."""
        shown, size, width = fit(text, box.width, box.height, size, bold=bold, least=least)
        x = box.x
        if align != "left":
            x += (box.width - width) / (2 if align == "centre" else 1)
        if shown:
            base = box.y + box.height / 2 + CAPITALS * size / MM / 2
            self._print(shown, x, self.high - base, size, bold=bold, grey=grey)
        return x + width

    def write_paragraph(
        self,
        text: str,
        box: Box,
        size: float = 10,
        *,
        bold: bool = False,
        least: float = SMALLEST,
        grey: float = INK,
    ) -> float:
        """From the top of the box; return the height. Too long: smaller, then cut."""
        lines, size = fit_lines(text, box.width, box.height, size, bold=bold, least=least)
        step = ROOM * size / MM
        for number, line in enumerate(lines):
            self.write(line, box.below(number * step).top(step + 0.01), size, bold=bold, grey=grey)
        return len(lines) * step

    def write_upwards(self, text: str, box: Box, size: float) -> None:
        """Turn by 90° to the left: lines run upwards from the foot of the box."""
        lines, size = fit_lines(text, box.height, box.width, size)
        step = ROOM * size / MM
        self.canvas.saveState()
        self.canvas.translate(_points(box.x), _points(self.high - box.bottom))
        self.canvas.rotate(90)
        for number, line in enumerate(lines):
            base = number * step + step / 2 + CAPITALS * size / MM / 2
            self._print(line, 0, -base, size)
        self.canvas.restoreState()

    def _print(
        self, text: str, x: float, y: float, size: float, *, bold: bool = False, grey: float = INK
    ) -> None:
        """Let texts wait: one PDF text object for many is much faster than one for each."""
        if self._said is None:
            self._said = self._canvas.beginText()
        if self._style != (bold, size, grey):
            self._style = (bold, size, grey)
            self._said.setFont(BOLD if bold else PLAIN, size)
            self._said.setFillGray(grey)
        self._said.setTextOrigin(_points(x), _points(y))
        self._said.textLine(text)
        self._lacks = self._lacks or UNKNOWN in text

    # Lines

    def draw_rules(self, lines: Iterable[Line], thick: float = 0.2, grey: float = INK) -> None:
        self.canvas.setLineWidth(_points(thick))
        self.canvas.setStrokeGray(grey)
        self.canvas.lines(
            [
                (_points(x), _points(self.high - y), _points(to_x), _points(self.high - to_y))
                for x, y, to_x, to_y in lines
            ]
        )

    def draw_frame(self, box: Box, thick: float = 0.2, grey: float = INK) -> None:
        self.canvas.setLineWidth(_points(thick))
        self.canvas.setStrokeGray(grey)
        self.canvas.rect(*self._corner(box), stroke=1, fill=0)

    def shade(self, box: Box, grey: float = PALE) -> None:
        """A grey on which text stays readable; before the text."""
        self.canvas.setFillGray(grey)
        self.canvas.rect(*self._corner(box), stroke=0, fill=1)

    def draw_dash(self, box: Box) -> None:
        """The mark of a game's winner."""
        long, middle = min(box.width * 0.4, box.height * 0.7), box.y + box.height / 2
        begin = box.x + (box.width - long) / 2
        self.draw_rules([(begin, middle + 0.15, begin + long, middle - 0.15)], thick=0.8)

    def draw_logo(self, box: Box) -> float:
        """On the right of the box, as large as fits; return its width."""
        if self._logo is None:
            return 0.0
        wide, high = self._logo.getSize()
        scale = min(box.width / wide, box.height / high)
        wide, high = wide * scale, high * scale
        x, y, *_size = self._corner(Box(box.right - wide, box.y, wide, high))
        self.canvas.drawImage(self._logo, x, y, _points(wide), _points(high))
        return float(wide)

    # Codes

    def draw_code(self, address: str, box: Box) -> None:
        rows = segno.make(address, error="m", micro=False).matrix
        bars = [
            f"{dark.start()} {-down - 1} {len(dark[0])} 1 re"
            for down, row in enumerate(rows)
            for dark in DARK.finditer(row)
        ]
        module = min(box.width, box.height) / (len(rows) + 2 * QUIET)
        self.canvas.saveState()
        left, top = box.x + QUIET * module, self.high - box.y - QUIET * module
        self.canvas.translate(_points(left), _points(top))
        self.canvas.scale(round(module * MM, 4), round(module * MM, 4))
        self.canvas.setFillGray(INK)
        self.canvas.drawPath(PDFPathObject(["n", *bars]), stroke=0, fill=1)
        self.canvas.restoreState()

    def _corner(self, box: Box) -> tuple[float, float, float, float]:
        x, y = _points(box.x), _points(self.high - box.bottom)
        return x, y, _points(box.width), _points(box.height)


def _points(millimetres: float) -> float:
    return round(millimetres * MM, 2)
