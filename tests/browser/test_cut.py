"""No figure and no word of a sheet is cut, with long names and large figures on narrow phones. A
name may end in an ellipsis.
"""

import pytest
from playwright.sync_api import expect

from scoring.games import GAMES
from tests.browser import checks
from tests.browser.scribe import Scribe, opened
from tests.by_day import by_day

LONG = [
    "Annemarie van den Broek",
    "Wilhelmina",
    "Cornelis-Jan Oudenhoven",
    "Maximilian-Alexander",
    "Bartholomeus",
    "Christoph",
]
LARGE = 139
CARDS = 13  # the most that anybody holds in Jokeren
TYPED = 117
# Games before this one: more would end the sheet.
BEFORE = {
    "amerikaans-jokeren": 6,
    "jokeren-potjes": 2,
    "jokeren-vijf": 4,
    "jolly": 1,
    "vijfhonderd": 2,
}


def large_row(key, names):
    first, second, *others = names
    if key == "vijfhonderd":
        return {"bid": "7NT", "by": first, "tricks": 3}
    if key == "jolly":
        ender = {"meld": 350, "out": True}
        rest = {"meld": 0, "hand": 150}
        return {"entries": dict.fromkeys(others, rest) | {first: ender, second: rest}}
    if key == "rummikub-international":
        rest = {"melded": True, "points": LARGE}
        cells = dict.fromkeys(others, rest) | {first: {"out": True}, second: {"melded": False}}
        return {"end": "open", "entries": cells}
    most = CARDS if key.startswith("jokeren") else LARGE
    row = {"entries": dict.fromkeys([second, *others], most) | {first: "-"}}
    return row | ({"end": "out"} if key.startswith("rummi") or key == "rummy" else {})


def type_game(scribe, key, names):
    """Type the next game as far as its largest figures, and stop at each question."""
    if key == "vijfhonderd":
        yield scribe.press("10NT", names[0])
        return
    ends = key == "rummikub-international"
    yield scribe.press(*(["open"] if ends else []))
    yield scribe.press(names[1])
    if key.startswith("jokeren"):
        yield scribe.press(f"{CARDS}")
    else:
        yield scribe.type(90 if key == "jolly" else TYPED)


@pytest.mark.parametrize("width", by_day([320, 360], 320))
@pytest.mark.parametrize("language", by_day(["de", "nl", "en"], "de"))
@pytest.mark.parametrize("system", GAMES, ids=lambda system: system.key)
def test_nothing_on_a_sheet_is_cut(device, site, system, language, width):
    page = device("phone", locale=language, viewport={"width": width, "height": 640})
    names = LONG[: system.seats[1]]
    rows = [large_row(system.key, names)] * BEFORE.get(system.key, 9)
    scribe = Scribe(page, site, opened(system.key, names, rows=rows))
    wrong = []
    for _ in type_game(scribe, system.key, names):
        wrong += checks.measure(page, "cut()") + checks.measure(page, "sideways()")
    assert not wrong, "\n".join(wrong)


def test_cards_that_are_picked_count_in_the_line_at_once(phone, site):
    Scribe(phone, site, opened("amerikaans-jokeren")).press("Cor").way(0)
    keys = phone.locator(".picker .ranks .key")
    keys.nth(8).click()
    keys.nth(9).click()
    value = phone.locator(".strip .cell").first.locator(".value")
    expect(value).to_contain_text("19")
