"""No figure and no word of a sheet is cut on a narrow phone; a name may end in an ellipsis."""

import pytest

from scoring.games import GAMES
from tests.browser import checks
from tests.browser.scribe import Scribe, fits, opened
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
    "boerenbridge": 1,
    "hartenjagen": 3,
    "jolly": 1,
    "vijfhonderd": 2,
}


def large_row(key, names):
    first, second, *others = names
    if key == "boerenbridge":
        return {"entries": {name: {"bid": 0, "tricks": int(name == first)} for name in names}}
    if key == "hartenjagen":
        return {"moon": first}
    if key == "klaverjassen":
        return {"points_13": 140, "roem_13": 210, "roem_24": 160}
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
    if key == "punten":
        return {"entries": dict.fromkeys(names, 1234) | {first: -1234}}
    most = CARDS if key.startswith("jokeren") else LARGE
    row = {"entries": dict.fromkeys([second, *others], most) | {first: "-"}}
    return row | ({"end": "out"} if key.startswith("rummi") or key == "rummy" else {})


def type_game(scribe, key, names):
    """Type the next game with large figures: stop at its largest ones, and when it can be saved."""
    if key == "boerenbridge":
        yield scribe.press(*"2" * len(names))
        yield scribe.press("1", "1", *"0" * (len(names) - 3))
        return
    if key == "hartenjagen":
        yield scribe.type(13, 10, 1)
        yield scribe.next().type(2)
        return
    if key == "punten":
        yield scribe.type(-1987, *(1987 for _ in names[1:]))
        return
    if key == "klaverjassen":
        yield scribe.count_for(0)
        yield scribe.type(138)
        yield scribe.add(0, 100, 50).add(1, 100, 100)
        yield scribe.mark("nat")
        yield scribe.mark("revoke", 0)
        return
    if key == "vijfhonderd":
        yield scribe.press("10NT", names[0])
        yield scribe.press("10")
        return
    yield scribe.press(*(["open"] if key == "rummikub-international" else []))
    yield scribe.press(names[1])
    ready = scribe.page.locator(".main.save")
    while not ready.count():
        if key.startswith("jokeren"):
            scribe.press(f"{CARDS}")
        else:
            scribe.type(90 if key == "jolly" else TYPED)
        yield
        if not ready.count() and not key.startswith("jokeren"):
            scribe.next()


@pytest.mark.parametrize("width", by_day([320, 360, 390], 320))
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
    assert fits(page)


def test_name_in_the_line_breaks_between_its_words(device, site):
    page = device("phone", viewport={"width": 320, "height": 640})
    Scribe(page, site, opened("jokeren", ["Jan Bakker", "Wilhelmina de Groot", "Cor", "Dik"]))
    first, long = (page.locator(".strip .name").nth(place).locator("span") for place in (0, 1))
    assert [word.bounding_box()["height"] < 20 for word in first.all()] == [True, True]
    assert long.first.bounding_box()["height"] > 20, "between syllables, as it is wider than a cell"
