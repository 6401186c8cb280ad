"""The picture of 1200 × 630 pixels that messengers show with a link to a night's result."""

import unicodedata
from io import BytesIO

from django.utils.translation import gettext
from PIL import Image, ImageDraw, ImageFont, features

from scoring.toolkit.pdf.text import BOLD, FONTS, PLAIN, UNKNOWN, clean
from tournaments.members import couples
from tournaments.names import NOBODY
from tournaments.nights.pages.link_preview import Preview

WIDE, HIGH = 1200, 630
FINER = 2  # drawn so much larger, and made smaller, so that lines are smooth
COLOURS = 48
LEFT, RIGHT, MIDDLE = 78, 1122, 660  # edges of the text, and where its second column begins
FELT, GOLD, INK, QUIET, RULE = "#14533a", "#634800", "#1f1b15", "#544b3d", "#c9cfae"
SHEET = "#fffdf6"
STROKE = (((3, 7.4), (9, 5.2), (14, 6.9), (20, 6.2)), ((20, 6.2), (26, 5.5), (31, 4.3), (37, 5.6)))
RIGHT_TO_LEFT = {"R", "AL"}
SMALL = 26


class Canvas:
    def __init__(self) -> None:
        self.sheet = Image.new("RGB", (WIDE * FINER, HIGH * FINER), SHEET)
        self.pen = ImageDraw.Draw(self.sheet)

    def write(self, x: float, y: float, text: str, size: int, colour: str, **how: bool) -> None:
        anchor = "rs" if how.get("ends") else "ls"
        place = (x * FINER, y * FINER)
        self.pen.text(place, text, colour, _font(size, how.get("bold", False)), anchor)

    def draw_rule(self, left: float, y: float, colour: str, thick: int = 1) -> None:
        line = (left * FINER, y * FINER, RIGHT * FINER, (y + thick) * FINER - 1)
        self.pen.rectangle(line, colour)

    def draw_dash(self, x: float, y: float, wide: float) -> None:
        scale, radius = wide * FINER / 40, wide * FINER / 40 * 1.6
        for curve in STROKE:
            for step in range(241):
                left, top = (
                    FINER * start + scale * way
                    for start, way in zip((x, y), _on_curve(curve, step / 240), strict=True)
                )
                self.pen.ellipse((left - radius, top - radius, left + radius, top + radius), FELT)

    def pack(self) -> bytes:
        buffer = BytesIO()
        small = self.sheet.reduce(FINER)
        small.quantize(COLOURS, dither=Image.Dither.NONE).save(buffer, "PNG", optimize=True)
        return buffer.getvalue()


def draw_picture(shown: Preview) -> bytes:
    canvas = Canvas()
    canvas.pen.rectangle((0, 0, WIDE * FINER - 1, HIGH * FINER - 1), None, FELT, 14 * FINER)
    _head(canvas, shown)
    _winners(canvas, shown)
    _others(canvas, shown)
    told = [shown.facts]
    if any(NOBODY in name for name in (*shown.winners, *(line.name for line in shown.others))):
        told.append(gettext("somebody = who shows no name"))
    facts, size = _fitted(make_printable(" · ".join(told)), 26, 760)
    canvas.write(LEFT, 566, facts, size, QUIET)
    mark = "Streepje"
    canvas.write(RIGHT, 566, mark, 30, INK, bold=True, ends=True)
    canvas.draw_dash(RIGHT - measure_width(mark, 30, bold=True) - 84, 545, 74)
    return canvas.pack()


def _head(canvas: Canvas, shown: Preview) -> None:
    heading, small = _fitted(make_printable(shown.heading), 28, 620)
    room = RIGHT - LEFT - measure_width(heading, small) - 40
    club, size = _fitted(make_printable(shown.club), 38, room, bold=True)
    canvas.write(LEFT, 96, club, size, INK, bold=True)
    canvas.write(RIGHT, 96, heading, small, QUIET, ends=True)
    canvas.draw_rule(LEFT, 119, QUIET, 2)
    canvas.draw_rule(LEFT, 123, QUIET, 2)


def _winners(canvas: Canvas, shown: Preview) -> None:
    room = (MIDDLE if shown.others else RIGHT) - LEFT - 40
    winners = [_keep_together(name) for name in shown.winners]
    lines, size = _in_lines(", ".join(winners), 82, room, 3)
    sentence, small = _in_lines(make_printable(shown.sentence), 33, room, 2)
    high = len(lines) * size * 1.1 + len(sentence) * small * 1.35
    y = 310 - high / 2
    canvas.draw_dash(LEFT - 8, y - 34, 160)
    for line in lines:
        y += size * 1.1
        canvas.write(LEFT, y, line, size, GOLD, bold=True)
    y += 12
    for line in sentence:
        y += small * 1.35
        canvas.write(LEFT, y, line, small, INK)


def _others(canvas: Canvas, shown: Preview) -> None:
    """All names in one size; if that gets small, in two lines each."""
    top = 335 - 36 * len(shown.others)
    names = [_keep_together(line.name) for line in shown.others]
    figures = [make_printable(line.points) for line in shown.others]
    widest = max((measure_width(points, 31, bold=True) for points in figures), default=0)
    room = RIGHT - MIDDLE - 62 - widest - 24
    fits = all(measure_width(name, SMALL) <= room for name in names)
    most, size = (1, 31) if fits else (2, SMALL)
    size = min((_in_lines(name, size, room, most)[1] for name in names), default=size)
    for number, (line, name, points) in enumerate(zip(shown.others, names, figures, strict=True)):
        y = top + 72 * number
        canvas.write(MIDDLE + 16, y + 46, str(line.place), 31, QUIET)
        pieces, _size = _in_lines(name, size, room, most)
        for n, piece in enumerate(pieces):
            canvas.write(MIDDLE + 62, y + 46 + (n - (len(pieces) - 1) / 2) * 29, piece, size, INK)
        canvas.write(RIGHT, y + 46, points, 31, INK, bold=True, ends=True)
        if number < len(shown.others) - 1:
            canvas.draw_rule(MIDDLE + 16, y + 71, RULE)


def _keep_together(name: str) -> str:
    return couples.keep_together(make_printable(name.replace(NOBODY, gettext("somebody"))))


def make_printable(text: str) -> str:
    """Return the text, or a remark if the fonts can't draw all of it, as Chinese."""
    shown = clean(text)
    turned = any(unicodedata.bidirectional(letter) in RIGHT_TO_LEFT for letter in shown)
    if UNKNOWN in shown or (turned and not features.check("raqm")):
        return gettext("(a name in other letters)")
    return shown


def _font(size: int, bold: bool) -> ImageFont.FreeTypeFont:
    name = BOLD if bold else PLAIN
    return ImageFont.truetype(str(FONTS / f"{name}.ttf"), size * FINER)


def measure_width(text: str, size: int, *, bold: bool = False) -> float:
    return _font(size, bold).getlength(text) / FINER


def _fitted(text: str, size: int, room: float, *, bold: bool = False) -> tuple[str, int]:
    least = size * 2 // 3
    while size > least and measure_width(text, size, bold=bold) > room:
        size -= 1
    while len(text) > 1 and measure_width(text, size, bold=bold) > room:
        text = text.removesuffix("…")[:-1].rstrip() + "…"
    return text, size


def _in_lines(text: str, size: int, room: float, most: int) -> tuple[list[str], int]:
    least = size // 3
    bold = size > 40
    while True:
        lines = [""]
        for word in text.split(" "):
            longer = f"{lines[-1]} {word}".strip()
            if lines[-1] and measure_width(longer, size, bold=bold) > room:
                lines.append(word)
            else:
                lines[-1] = longer
        widest = max(measure_width(line, size, bold=bold) for line in lines)
        fits = len(lines) <= most and widest <= room
        if fits or size <= least:
            return [_fitted(line, size, room, bold=bold)[0] for line in lines[:most]], size
        size -= 2


def _on_curve(curve: tuple[tuple[float, float], ...], at: float) -> tuple[float, float]:
    parts = ((1 - at) ** 3, 3 * at * (1 - at) ** 2, 3 * at**2 * (1 - at), at**3)
    x, y = (
        sum(part * point[axis] for part, point in zip(parts, curve, strict=True)) for axis in (0, 1)
    )
    return x, y
