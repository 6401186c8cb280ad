"""Text from users is never interpreted as markup."""

import re
import unicodedata
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

from reportlab.pdfbase.pdfmetrics import registerFont
from reportlab.pdfbase.ttfonts import TTFont

FONTS = Path(__file__).parent / "fonts"
PLAIN, BOLD = "DejaVuSansCondensed", "DejaVuSansCondensed-Bold"
MM = 72 / 25.4  # points in a millimetre
CAPITALS = 0.729  # height of a capital, as part of the size
ROOM = 1.22  # height of a line, as part of the size, with accents and tails
SMALLEST = 7.0  # anything smaller cannot be read at a table
ELLIPSIS = "…"
UNKNOWN = "□"  # for a character that the fonts lack
NOT_HARMLESS = {"Cc", "Cf"}  # control characters, and those that turn the direction of writing
NOT_PRINTED = {"Cs", "Co", "Cn"}
HYPHENS = re.compile(r"(?<=\w[-‐־/])(?=\w)")
SPACES = "\t\n\v\f\r\x85"


class Fitted(NamedTuple):
    text: str
    size: float  # in points
    width: float  # in millimetres


@cache
def load_font(bold: bool = False) -> dict[str, float]:
    """Register a font; return the width of its letters, in thousandths of the size."""
    name = BOLD if bold else PLAIN
    # asciiReadable would embed all of ASCII; without it only the letters used are embedded.
    font = TTFont(name, str(FONTS / f"{name}.ttf"), asciiReadable=False)
    registerFont(font)
    return {chr(code): wide for code, wide in font.face.charWidths.items()}


def clean(text: str) -> str:
    """Printable, on one line; right-to-left letters are drawn from left to right."""
    composed = unicodedata.normalize("NFC", text)
    return " ".join("".join(_printable(letter) for letter in composed).split())


def _printable(letter: str) -> str:
    if letter in SPACES:
        return " "
    kind = unicodedata.category(letter)
    if kind in NOT_HARMLESS:
        return ""
    known = letter in load_font() and letter in load_font(bold=True)
    return letter if known and kind not in NOT_PRINTED else UNKNOWN


def width(text: str, size: float, bold: bool = False) -> float:
    """In millimetres. Adding up here takes a fraction of what ReportLab takes."""
    letters = load_font(bold)
    unknown = letters[UNKNOWN]
    return 0.001 * size * sum([letters.get(letter, unknown) for letter in text]) / MM


def fit(
    text: str, wide: float, high: float, size: float, *, bold: bool = False, least: float = SMALLEST
) -> Fitted:
    """One line within `wide` by `high` mm: smaller down to `least`, then cut."""
    shown = clean(text)
    size = min(size, int(high * MM / ROOM * 10) / 10)
    needed = width(shown, size, bold)
    if needed <= wide:
        return Fitted(shown, size, needed)
    smaller = int(size * wide / needed * 10) / 10
    if smaller >= least:
        return Fitted(shown, smaller, width(shown, smaller, bold))
    return _cut(shown, wide, min(size, least), bold)


def _cut(text: str, wide: float, size: float, bold: bool) -> Fitted:
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if width(_shorten(text, middle), size, bold) <= wide:
            low = middle
        else:
            high = middle - 1
    cut = _shorten(text, low)
    return Fitted(cut, size, width(cut, size, bold)) if low else Fitted("", size, 0)


def _shorten(text: str, count: int) -> str:
    """No letter loses its accents."""
    while 0 < count < len(text) and unicodedata.combining(text[count]):
        count -= 1
    return text[:count].rstrip() + ELLIPSIS


@lru_cache(maxsize=1024)  # the rules on a night's forms are the same, and measured in many sizes
def wrap(text: str, wide: float, size: float, bold: bool = False) -> tuple[str, ...]:
    """Break between words, then after hyphens, then anywhere."""
    lines, line = [], ""
    for word in clean(text).split(" "):
        longer = f"{line} {word}" if line else word
        if width(longer, size, bold) <= wide:
            line = longer
            continue
        if line:
            lines.append(line)
        *full, line = _broken(word, wide, size, bold)
        lines.extend(full)
    return (*lines, line) if line else tuple(lines)


def _broken(word: str, wide: float, size: float, bold: bool) -> list[str]:
    parts = [""]
    for piece in HYPHENS.split(word):
        if width(parts[-1] + piece, size, bold) <= wide:
            parts[-1] += piece
            continue
        parts += _break_inside(piece, wide, size, bold)
    return [part for part in parts if part] or [""]


def _break_inside(piece: str, wide: float, size: float, bold: bool) -> list[str]:
    """As few pieces as fit, about equally long if possible."""
    parts = [""]
    for letter in piece:
        if parts[-1] and width(parts[-1] + letter, size, bold) > wide:
            parts.append("")
        parts[-1] += letter
    long = -(-len(piece) // len(parts))
    even = [piece[begin : begin + long] for begin in range(0, len(piece), long)]
    return even if all(width(part, size, bold) <= wide for part in even) else parts


def measure_longest_word(text: str, size: float, bold: bool = False) -> float:
    """In mm, of what is never broken."""
    pieces = (piece for word in clean(text).split(" ") for piece in HYPHENS.split(word))
    return max((width(piece, size, bold) for piece in pieces), default=0.0)


def fit_lines(
    text: str, wide: float, high: float, size: float, *, bold: bool = False, least: float = SMALLEST
) -> tuple[tuple[str, ...], float]:
    """Lines and size that fit a box. Words are broken, and the rest cut, only at `least`."""
    longest = measure_longest_word(text, 1, bold)
    while True:
        lines = wrap(text, wide, size, bold)
        room = int(high * MM / ROOM / size + 1e-6)
        if size - 0.25 < least:
            break
        if len(lines) <= room and longest * size <= wide:
            return lines, size
        size -= 0.25
    if len(lines) <= room:
        return lines, size
    if not room:
        return (), size
    rest = clean(text)
    for line in lines[: room - 1]:
        rest = rest[len(line) :].lstrip(" ")
    return (*lines[: room - 1], _cut(rest, wide, size, bold).text), size
