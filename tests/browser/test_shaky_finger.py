"""A finger that taps twice where it meant to tap once, at the real place and after real pauses."""

import itertools

import pytest
from playwright.sync_api import Locator, expect

from scoring.games import GAMES, find
from tests.browser import scribe
from tests.browser.scribe import NAMES, Scribe, comes_to, opened, rows_of, state_of, tap
from tests.browser.test_entering import ALIKE, DASH, WRITTEN, cells
from tests.by_day import by_day

PAUSES = [30, 150, 300, 500, 900]  # ms
DIGITS = ".sixes .key"  # the same one twice is what somebody may mean
ROWS = [cells(Ans=5, Bob=DASH, Cor=12, Dik=7), cells(Ans=DASH, Bob=1, Cor=2, Dik=3)]


def tap_again(key: Locator, pause: int) -> None:
    """Tap, and tap the same place again, whatever stands there by then."""
    key.scroll_into_view_if_needed()
    box = key.bounding_box()
    assert box
    place = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    again = not key.evaluate("(key, digits) => key.matches(digits)", DIGITS)
    tap(key)
    if again:
        key.page.wait_for_timeout(pause)
        key.page.mouse.click(*place)


@pytest.fixture
def shaky(monkeypatch):
    """`shaky(pauses)`: from then on the scribe taps every key twice, after these pauses in turn."""

    def shake(pauses):
        after = itertools.cycle(pauses)
        monkeypatch.setattr(scribe, "tap", lambda key: tap_again(key, next(after)))

    return shake


@pytest.mark.parametrize(
    "pauses", by_day([PAUSES, *([pause] for pause in PAUSES)], PAUSES), ids=str
)
@pytest.mark.parametrize("system", by_day(GAMES, find("jokeren")), ids=lambda system: system.key)
def test_every_key_that_is_tapped_twice_counts_once(phone, site, shaky, system, pauses):
    sheet = opened(system.key, NAMES[: system.seats[1]], options={"games": 1})
    write, row = WRITTEN[ALIKE.get(system.key, system.key)]
    shaky(pauses)
    write(Scribe(phone, site, sheet))
    comes_to(sheet, [row])
    phone.wait_for_timeout(300)
    assert not state_of(sheet)["approvals"]
    tap_again(phone.locator('#agreeing [value="Bob"]'), pauses[0])
    Scribe(phone, site).all_at("approved")
    assert state_of(sheet)["approvals"] == [{"player": "Bob", "on_paper": False}]


@pytest.mark.parametrize("pause", PAUSES)
def test_way_back_and_undo_tapped_twice_erase_nothing(phone, site, pause):
    sheet = opened(rows=ROWS)
    scribe = Scribe(phone, site, sheet)
    scribe.line(1).locator(".number").click()
    phone.locator(".cell").nth(2).click()
    scribe.press("13").save()
    corrected = [cells(Ans=5, Bob=DASH, Cor=13, Dik=7), ROWS[1]]
    comes_to(sheet, corrected)
    scribe.line(2).locator(".number").click()
    head = phone.locator("#entry header button")
    tap_again(head, pause)  # back to game 3, where Undo stands
    expect(phone.locator("#entry")).to_have_attribute("data-number", "3")
    tap_again(head, pause)
    expect(phone.locator("#entry")).to_have_attribute("data-number", "1")
    phone.wait_for_timeout(300)
    assert rows_of(sheet) == corrected
