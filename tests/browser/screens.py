"""Draws contact sheets of all states, light beside dark, into a folder that it names:

    python3 manage.py test tests/browser/screens.py -s

Not one of the tests: pytest takes it only when it is named. With `-k words` some of the states are
drawn.
"""

import io
import tempfile
from collections import defaultdict
from pathlib import Path

import pytest
from PIL import Image, ImageDraw, ImageFont

from tests.browser import checks, pages

WIDTH = {"phone": 360, "laptop": 350}  # of one picture on the sheet
ACROSS = {"phone": 3, "laptop": 2}  # pairs
DOWN = {"phone": 2, "laptop": 3}
TALLEST = 800  # px of the sheet; what is below is left off
GAP, CAPTION = 16, 34
GROUND, INK = "#8a8a84", "#ffffff"

Pair = tuple[str, list[Image.Image]]
drawn: dict[tuple[str, str], list[Pair]] = defaultdict(list)


@pages.everywhere
def test_draw(visit, state, kind):
    page = visit(state, kind, device_scale_factor=1)
    pictures = []
    for scheme in checks.SCHEMES:
        page.emulate_media(color_scheme=scheme)
        page.wait_for_load_state("networkidle")
        picture = Image.open(io.BytesIO(page.screenshot(full_page=True))).convert("RGB")
        height = round(picture.height * WIDTH[kind] / picture.width)
        small = picture.resize((WIDTH[kind], height), Image.Resampling.LANCZOS)
        pictures.append(small.crop((0, 0, small.width, min(height, TALLEST))))
    drawn[state.area, kind].append((state.name, pictures))


@pytest.mark.browser
def test_put_together():
    folder = Path(tempfile.mkdtemp(prefix="screens-"))
    for (area, kind), pairs in drawn.items():
        a_sheet = ACROSS[kind] * DOWN[kind]
        for number, start in enumerate(range(0, len(pairs), a_sheet), 1):
            path = folder / f"{area}-{kind}-{number}.webp"
            sheet(pairs[start : start + a_sheet], ACROSS[kind]).save(path)
            print(f"{path}: {path.stat().st_size // 1024} KB")


def sheet(pairs: list[Pair], across: int) -> Image.Image:
    rows = [pairs[start : start + across] for start in range(0, len(pairs), across)]
    heights = [max(box.height for _, two in row for box in two) + CAPTION + GAP for row in rows]
    pair = sum(pair.width for pair in pairs[0][1]) + 2 * GAP
    whole = Image.new("RGB", (min(across, len(pairs)) * pair + GAP, sum(heights) + GAP), GROUND)
    top = GAP
    for row, height in zip(rows, heights, strict=True):
        for place, box in enumerate(row):
            lay(whole, box, GAP + place * pair, top)
        top += height
    return whole


def lay(whole: Image.Image, pair: Pair, left: int, top: int) -> None:
    name, pictures = pair
    font = ImageFont.load_default(size=20)
    ImageDraw.Draw(whole).text((left, top), name, INK, font)
    for picture in pictures:
        whole.paste(picture, (left, top + CAPTION))
        left += picture.width + GAP // 2
