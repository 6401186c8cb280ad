"""Text on paper: in the two fonts that are embedded, made to fit. What people typed is text and
nothing else: there is no markup here to be read in it.
"""

import unicodedata
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

from reportlab.pdfbase.pdfmetrics import registerFont
from reportlab.pdfbase.ttfonts import TTFont

FONTS = Path(__file__).parent / "fonts"
PLAIN, BOLD = "DejaVuSansCondensed", "DejaVuSansCondensed-Bold"
MM = 72 / 25.4  # points in a millimetre
CAPITALS = 0.729  # as high as this part of the size
ROOM = 1.22  # a line of text needs this times its size, accents and tails within
SMALLEST = 6.0
ELLIPSIS = "…"
UNKNOWN = "□"  # for a character that the fonts do not have
NOT_HARMLESS = {"Cc", "Cf"}  # steer machines, or the direction of writing
NOT_PRINTED = {"Cs", "Co", "Cn"}
SPACES = "\t\n\v\f\r\x85"


class Fitted(NamedTuple):
    text: str
    size: float  # in points
    width: float  # in millimetres


@cache
def font(bold: bool = False) -> TTFont:
    """Read from the file when the first paper is made."""
    name = BOLD if bold else PLAIN
    # Without room set apart for all of ASCII: a page carries the letters that it uses.
    found = TTFont(name, str(FONTS / f"{name}.ttf"), asciiReadable=False)
    registerFont(found)
    return found


@lru_cache(maxsize=4096)
def clean(text: str) -> str:
    """What can be printed of a text, on one line."""
    composed = unicodedata.normalize("NFC", text)
    return " ".join("".join(_printed(one) for one in composed).split())


@cache
def _known() -> frozenset[int]:
    """What both fonts can draw."""
    return frozenset(font().face.charToGlyph) & frozenset(font(bold=True).face.charToGlyph)


def _printed(one: str) -> str:
    if one in SPACES:
        return " "
    kind = unicodedata.category(one)
    if kind in NOT_HARMLESS:
        return ""
    return one if ord(one) in _known() and kind not in NOT_PRINTED else UNKNOWN


@lru_cache(maxsize=16384)
def width(text: str, size: float, bold: bool = False) -> float:
    """In millimetres."""
    return float(font(bold).stringWidth(text, size)) / MM


@lru_cache(maxsize=8192)
def fit(
    text: str, wide: float, high: float, size: float, *, bold: bool = False, least: float = SMALLEST
) -> Fitted:
    """One line within so many millimetres: smaller where it must be, then cut."""
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
        if width(_begin(text, middle), size, bold) <= wide:
            low = middle
        else:
            high = middle - 1
    cut = _begin(text, low)
    return Fitted(cut, size, width(cut, size, bold)) if low else Fitted("", size, 0)


def _begin(text: str, count: int) -> str:
    """The first characters; a letter keeps its accents, and no space stands before the end."""
    while 0 < count < len(text) and unicodedata.combining(text[count]):
        count -= 1
    return text[:count].rstrip() + ELLIPSIS


@lru_cache(maxsize=1024)
def wrap(text: str, wide: float, size: float, bold: bool = False) -> tuple[str, ...]:
    """Lines of whole words; a word that is too long is broken."""
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
    parts, part = [], ""
    for letter in word:
        if part and width(part + letter, size, bold) > wide:
            parts.append(part)
            part = ""
        part += letter
    return [*parts, part]


@lru_cache(maxsize=1024)
def fit_lines(
    text: str, wide: float, high: float, size: float, *, bold: bool = False, least: float = SMALLEST
) -> tuple[tuple[str, ...], float]:
    """A paragraph within a box, and its size: smaller where it must be, so that no word is broken
    either; then cut.
    """
    longest = max((width(word, 1, bold) for word in clean(text).split(" ")), default=0)
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
    rest = " ".join(lines[room - 1 :])
    return (*lines[: room - 1], _cut(rest, wide, size, bold).text), size
