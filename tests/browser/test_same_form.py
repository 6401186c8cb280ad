"""The form that the scripts keep says what the one says that the server drew."""

import pytest
from playwright.sync_api import expect

from scoring.sheets import lifecycle, links
from tests.browser.scribe import NAMES, Scribe, cells, opened, state_of
from tests.by_day import by_day

DASH = "-"


TILES = [f"{number}{colour}" for colour in "kb" for number in range(1, 8)]
SHEETS = {
    "jokeren": [
        cells(Ans=5, Bob=DASH, Cor=12, Dik=7),
        cells(Ans=DASH, Bob="x", Cor=2, Dik=3),
        {"void": "misdeal & <b>"},
        cells(Ans=1, Bob=DASH, Cor=2, Dik=3),
        cells(Ans=1, Bob=2, Cor=DASH, Dik=3),
        cells(Ans=4, Cor=2),
    ],
    "jokeren-potjes": [cells(Ans=5, Bob=DASH, Cor=12, Dik=7)],
    "jokeren-vijf": [],
    "amerikaans-jokeren": [
        cells(Ans=29, Bob={"points": 41, "jokers": 1, "could_meld": True}, Cor=DASH, Dik=8),
        cells(Ans=160, Bob={"cards": ["Kh", "*"], "could_meld": False}, Cor=DASH, Dik=8),
        cells(Ans={"points": 30, "jokers": 1}, Bob={"points": 9, "jokers": 1}, Cor=DASH, Dik=8),
    ],
    "jolly": [  # two are equal on top, and play on
        cells(
            Ans={"meld": 600, "out": True},
            Bob={"meld": 640, "hand": 10},
            Cor={"meld": 0, "hand": 22},
            Dik={"meld": 0, "hand": 40},
        )
    ],
    "rummy": [{"end": "out"} | cells(Ans=20, Bob=DASH), {"end": "pool"} | cells(Ans=20, Bob=20)],
    "rummikub": [{"end": "pool"} | cells(Ans=20, Bob=35, Cor=20, Dik=8)],
    "rummikub-american": [{"end": "out"} | cells(Ans=20, Bob=35, Cor=DASH, Dik=8)],
    "rummikub-international": [
        {"end": "open"}
        | cells(
            Ans={"melded": True, "points": 25},
            Bob={"out": True},
            Cor={"melded": False},
            Dik={"melded": True, "points": 17},
        ),
        {"end": "closed"}
        | cells(
            Ans={"melded": True, "points": 25},
            Bob={"out": True, "tiles": TILES},
            Cor={"melded": False},
            Dik={"melded": True, "points": 17},
        ),
    ],
    "vijfhonderd": [
        {"bid": "7H", "by": "Ans", "tricks": 8},
        {"bid": "P"},
        {"bid": "6NT", "by": "Bob", "tricks": 5},
        {"bid": "M", "by": "Cor", "tricks": 1},
    ],
}
PARTS = ["#table", "#state", "#control", "#penalties", "#problems", "#explained", "#lapsed"]


CELLS = """(part) => [part, ...part.querySelectorAll("th, td, tbody, p, li")]
  .map((one) => [[...one.classList].join(" "), one.textContent.replace(/\\s+/g, "")])"""


def markup(page) -> list[list[str]]:
    """The classes and the text of each cell and paragraph."""
    return [cell for part in PARTS for cell in page.locator(part).evaluate(CELLS)]


def compare(device, site, sheet, lapsed=0):
    plain = device("phone", java_script_enabled=False)
    plain.goto(site + links.build_path(sheet))
    with_scripts = Scribe(device("phone"), site, sheet)
    expect(with_scripts.page.locator("#lapsed li")).to_have_count(lapsed)
    assert plain.locator("#lapsed li").count() == lapsed
    assert markup(with_scripts.page) == markup(plain)


@pytest.mark.parametrize("finished", by_day([False, True], True), ids=["going on", "to the end"])
@pytest.mark.parametrize("game", SHEETS)
def test_form_is_the_same_before_and_after_scripts(device, site, game, finished):
    rows = SHEETS[game]
    options = {"games": len(rows)} if finished and rows else {}
    names = NAMES[:2] if game == "rummy" else ["Ans", "Bob", "Cor", "Dik"]
    sheet = opened(game, names, rows, options=options)
    compare(device, site, sheet)


@pytest.mark.parametrize("sides", by_day([False, True], True))
def test_control_of_an_own_game_is_the_same_before_and_after_scripts(device, site, sides):
    row = cells(Ans=-7.5, Bob=-2.5) if sides else cells(Ans=-7.5, Bob=-2.5, Cor=3, Dik=-3)
    options = {"halves": True, "control": -10, "sides": sides}
    sheet = opened("punten", ["Ans", "Bob", "Cor", "Dik"], [row], options=options)
    compare(device, site, sheet)


def test_what_became_of_an_approval_is_the_same_before_and_after_scripts(device, site):
    row = cells(Ans=5, Bob=DASH, Cor=12, Dik=7)
    sheet = opened(rows=[row, row], options={"games": 2})
    lifecycle.approve(sheet=sheet, player="Bob", read=state_of(sheet)["digest"])
    changed = cells(Ans=DASH, Bob=5, Cor="x", Dik=7)
    lifecycle.record(sheet=sheet, number=1, row=changed)
    compare(device, site, sheet, lapsed=6)


def test_what_another_starter_and_a_penalty_ended_is_the_same_too(device, site):
    row = {"end": "pool", "entries": {"Ans": 4, "Bob": 4, "Cor": 9}}
    sheet = opened("rummikub", ["Ans", "Bob", "Cor"], [row], options={"games": 1})
    lifecycle.approve(sheet=sheet, player="Bob", read=state_of(sheet)["digest"])
    lifecycle.set_starter(sheet=sheet, player="Bob")
    lifecycle.penalize(sheet=sheet, player="Ans", points=20, reason="late", signed="Els")
    compare(device, site, sheet, lapsed=6)
