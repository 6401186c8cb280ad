"""Contrast of text on a ground of many colours, such as a shade, or within a drawing, which axe
leaves to people. Text in a drawing is filled with its colour.

The page is drawn once with its texts made invisible; where a text stands, the pixel that is worst
for it counts.
"""

import io
from collections.abc import Iterator
from typing import Any, NamedTuple

from PIL import Image
from playwright.sync_api import Page

Colour = tuple[int, ...]
LARGE, LARGE_AND_BOLD, BOLD = 24, 18.66, 700  # px and weight, of WCAG 1.4.3

HIDE = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("* { color: transparent !important; text-shadow: none !important }");
  document.adoptedStyleSheets.push(sheet);
}"""
SHOW = "document.adoptedStyleSheets.pop()"
TEXTS = """places => {
  const dot = Object.assign(document.createElement("canvas"), { width: 1, height: 1 });
  const pen = dot.getContext("2d", { willReadFrequently: true });
  return places.map((place) => {
    const element = document.querySelector(place);
    const style = getComputedStyle(element);
    pen.clearRect(0, 0, 1, 1);
    pen.fillStyle = style.color;
    pen.fillRect(0, 0, 1, 1);
    const range = document.createRange();
    range.selectNodeContents(element);
    const larger = element.getScreenCTM?.().a ?? 1; // of a drawing, than it says
    let seen = 1;
    for (let one = element; one; one = one.parentElement) seen *= getComputedStyle(one).opacity;
    return {
      place, seen, size: larger * parseFloat(style.fontSize), weight: Number(style.fontWeight),
      colour: [...pen.getImageData(0, 0, 1, 1).data],
      boxes: [...range.getClientRects()].map((box) => [box.left, box.top, box.right, box.bottom]),
    };
  });
}"""


class Text(NamedTuple):
    place: str
    seen: float  # opacity
    size: float
    weight: int
    colour: Colour
    boxes: list[list[float]]

    def needs(self) -> float:
        large = self.size >= (LARGE_AND_BOLD if self.weight >= BOLD else LARGE)
        return 3 if large else 4.5


def too_low(page: Page, places: list[str]) -> set[str]:
    """Those places where the contrast is too low, or can't be measured."""
    if not places:
        return set()
    size = page.viewport_size or {}
    whole = page.evaluate("document.documentElement.scrollHeight")
    page.set_viewport_size({**size, "height": max(whole, size["height"])})
    texts = [Text(**found_text) for found_text in page.evaluate(TEXTS, places)]
    page.evaluate(HIDE)
    picture = Image.open(io.BytesIO(page.screenshot(scale="css"))).convert("RGB")
    page.evaluate(SHOW)
    page.set_viewport_size(size)
    return {text.place for text in texts if not is_enough(text, picture)}


def is_enough(text: Text, picture: Image.Image) -> bool:
    grounds = [*_grounds(text, picture)]
    opaque = text.seen == 1 and text.colour[3] == 255
    return (
        opaque
        and all(ratio(text.colour, ground) >= text.needs() for ground in grounds)
        and bool(grounds)
    )


def _grounds(text: Text, picture: Image.Image) -> Iterator[Colour]:
    for left, top, right, bottom in text.boxes:
        box = (round(left), round(top), round(right), round(bottom))
        if box[0] < box[2] <= picture.width and box[1] < box[3] <= picture.height:
            colours: Any = picture.crop(box).getcolors(1 << 20)
            yield from (colour for _count, colour in colours)


def ratio(colour: Colour, other: Colour) -> float:
    darker, lighter = sorted((_luminance(colour), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: Colour) -> float:
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (value / 255 for value in colour[:3])
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
