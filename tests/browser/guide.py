"""Makes the pictures of the guide from the running site, in every language:

    python3 manage.py test tests/browser/guide.py

Not one of the tests: pytest takes it only when it is named.
"""

import io
from pathlib import Path

import pytest
from django.conf import settings
from PIL import Image

from clubsite.pages.guide import GUIDES, ON_A_PAGE, find_picture
from tests.browser.pages import all_states

FOLDER = Path(__file__).resolve().parents[2] / "clubsite/static"
SHARP = 2  # pixels for each of the page, as phones have them

TO_THE_TOP = "it => scrollTo(0, it.getBoundingClientRect().top + scrollY - 16)"

# Of which state of tests/browser/states/, and where in the page it begins.
PICTURES = {
    "members": ("members in a list", "h1"),
    "file": ("file to look at", "h1"),
    "door": ("people at the door", "h1"),
    "draw": ("who sits where", "h1"),
    "tables": ("codes of all tables", "h1"),
    "room": ("a room with tables of every kind", "#room"),
    "changes": ("a table where much was changed", "h1"),
    "closing": ("everything is in", "h1"),
    "sheet": ("sheet half way", "#table"),
    "enter": ("sheet with jokers left", "#entry-title"),
    "save": ("sheet with a game ready to save", "#entry-title"),
    "two-versions": ("sheet with two versions of a game", "h1"),
    "out-of-reach": ("sheet out of reach", "header.site"),
    "read-out": ("sheet to be read out", "h1"),
    "two-sides": ("sheet of two sides ready to save", "#entry-title"),
    "couples": ("couples of a season", "h1"),
    "print": ("to print where phones reach the site", "h1"),
    "typing": ("paper form all typed in", "#typed"),
    "differs": ("paper form that says something else", "#differences"),
    "own": ("own page with a table", "h1"),
    "sign-up": ("own page with nights to sign up for", "h1"),
    "hall": ("the hall with everybody seated", "h1"),
    "standing": ("standing of a season", "h1"),
}


@pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES])
@pytest.mark.parametrize("name", [name for names in GUIDES.values() for name in names])
def test_take(visit, name, language):
    state, beginning = PICTURES[name]
    (found,) = (known for known in all_states() if known.name == state)
    page = visit(found, "phone", device_scale_factor=SHARP, locale=language)
    page.wait_for_load_state("networkidle")
    width, height = ON_A_PAGE
    page.locator(beginning).first.evaluate(TO_THE_TOP)
    cut = {"x": 0, "y": 0, "width": width, "height": height}
    taken = Image.open(io.BytesIO(page.screenshot(clip=cut))).convert("RGB")
    path = FOLDER / find_picture(name, language)
    path.parent.mkdir(parents=True, exist_ok=True)
    taken.save(path, quality=60, method=6)
