"""Who hears a page is told all of it, and types as quickly. docs/testing.md has the transcripts."""

import os
import random
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser import ear, pages, taps
from tests.browser.scribe import NAMES, Scribe, comes_to, opened
from tests.by_day import by_chance

FOLDER = Path(__file__).with_name("heard")
STATES = {state.name: state for state in pages.all_states()}
READY = "sheet with a game ready to save"


@pytest.mark.parametrize(
    ("name", "kind"), [(READY, "phone"), ("paper form all typed in", "laptop")]
)
def test_all_of_a_page_is_said(visit, trouble, name, kind):
    trouble.expect("error occurred when fetching the script")  # a page that is left early
    page = visit(STATES[name], kind)
    said = "\n".join(ear.settled(page)) + "\n"
    golden = FOLDER / f"{name.replace(' ', '-')}.txt"
    if os.environ.get("STREEPJE_HEARD") == "draw":
        golden.write_text(said, encoding="utf-8")
    assert said == golden.read_text(encoding="utf-8")


# What goes wrong with a page is heard

FAULTS = {
    "the question has no name": "at('.pad').removeAttribute('aria-labelledby')",
    "the question is no group": "at('.pad').removeAttribute('role')",
    "the line has no name": "at('.strip').removeAttribute('aria-label')",
    "the line is no group": "at('.strip').removeAttribute('role')",
    "who stands first comes second": "at('.strip').append(at('.strip .cell'))",
    "Save comes before the line": "at('.strip').before(at('.save'))",
    "Save has no words": "at('.save').textContent = ''",
    "Save is hidden": "at('.save').setAttribute('aria-hidden', 'true')",
    "Save can't be pressed": "at('.save').disabled = true",
    "where all is, is silent": "at('#where').removeAttribute('role')",
    "what went wrong is silent": "at('#mind').removeAttribute('role')",
    "the page has no heading": "at('h1').remove()",
    "the game is no heading": "at('#entry-title').setAttribute('role', 'presentation')",
    "the scores have no name": "at('.scroll').removeAttribute('aria-label')",
    "a player is no heading of a column": "at('.names th + th').setAttribute('role', 'cell')",
    "a game is no heading of a line": "at('.line th').setAttribute('role', 'cell')",
    "a dash is a drawing only": "at('td.dash .spoken').remove()",
    "where a game is, is a drawing only": "at('.spot .spoken').remove()",
    "a number leads nowhere": "at('.number').removeAttribute('href')",
    "the menu has no words": "at('summary').textContent = ''",
}
SOUND = "document.body.innerHTML = window.sound = document.body.innerHTML"
PLANT = "const at = (place) => document.querySelector(place);"


@pytest.mark.wide
def test_every_fault_is_heard(visit):
    page = visit(STATES[READY], "phone")
    ear.settled(page)
    page.evaluate(f"() => {{ {SOUND} }}")
    before = ear.transcript(page)
    for fault, script in FAULTS.items():
        page.evaluate(f"() => {{ {PLANT} {script}; }}")
        assert ear.transcript(page) != before, fault
        page.evaluate("document.body.innerHTML = window.sound")
        assert ear.transcript(page) == before, fault
    assert len(FAULTS) >= 20


# By ear alone


class Listener:
    """Somebody with a keyboard who sees nothing. They press what answers the question that they
    hear, and look for it with Tab where they don't.
    """

    def __init__(self, page) -> None:
        self.page, self.typed, self.sought = page, 0, 0

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)
            self.typed += 1

    def seek(self, words: str) -> None:
        """Go on to what is said with these words: by Tab to the first question, from there with
        the arrow.
        """
        for _ in range(40):
            heard = ear.focused(self.page)
            if words in heard:
                return
            on = "group" in heard and "button" not in words
            self.page.keyboard.press("ArrowRight" if on else "Tab")
            self.sought += 1
        raise AssertionError(f"{words} is never said")

    def answer(self, name: str, figure: int | str) -> None:
        """Type a figure where it is asked for by name, and hear that it went on."""
        self.seek(f'"{name}:' if self.typed else "Ans still open")
        heard = ear.focused(self.page)
        self.press(*f"{figure}")
        if ear.focused(self.page) == heard:
            self.press("Enter")


def test_who_hears_the_sheet_types_as_quickly(device, site):
    chance = random.Random("jokeren")
    rows = [taps.draw("jokeren", chance, number) for number in range(1, by_chance(3, 6))]
    page = device("laptop", locale="en-GB")
    sheet = opened("jokeren", NAMES, options={"games": len(rows)})
    Scribe(page, site, sheet)
    listener = Listener(page)
    for number, row in enumerate(rows, 1):
        expect(page.locator("#entry")).to_have_attribute("data-number", str(number))
        for name in NAMES:
            listener.answer(name, row["entries"][name])
        listener.press("Enter")
    comes_to(sheet, rows)
    assert listener.typed + listener.sought <= 1.5 * listener.typed
