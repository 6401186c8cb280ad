"""On the first screen of the room are its first table and the next step; the pages of the draw and
of closing, too, keep their button in view."""

import pytest

from tests.browser.pages import Visit
from tests.browser.states.nights import playing


@pytest.mark.parametrize("size", [(1366, 650), (390, 844)])
def test_first_table_and_next_step_are_in_view(laptop, site, trouble, monkeypatch, size):
    width, height = size
    visit = Visit(laptop, site, trouble, monkeypatch)
    club, night = playing(visit, rounds_drawn=1)
    laptop.set_viewport_size({"width": width, "height": height})
    visit.go("tournaments:night", club.slug, night.pk)
    bar = laptop.locator("#next").bounding_box()
    step = laptop.locator("#next :is(.main, .button)").bounding_box()
    card = laptop.locator(".room > li").first.bounding_box()
    tabs = laptop.locator(".tabs").bounding_box()
    bottom = tabs["y"] if width < 700 else height
    assert step["y"] + step["height"] <= bottom
    assert card["y"] + card["height"] <= bar["y"]


@pytest.mark.parametrize("name", ["draw", "closing"])
def test_button_of_a_long_page_is_in_view(laptop, site, trouble, monkeypatch, name):
    visit = Visit(laptop, site, trouble, monkeypatch)
    club, night = playing(visit, rounds_drawn=1)
    laptop.set_viewport_size({"width": 1366, "height": 650})
    visit.go(f"tournaments:{name}", club.slug, night.pk)
    step = laptop.locator("main button.main").bounding_box()
    assert step["y"] + step["height"] <= 650
