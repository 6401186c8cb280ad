"""Who hears the sheet instead of seeing it is told all of it, and types as quickly.

The transcripts in tests/browser/heard/ are drawn anew with STREEPJE_HEARD=draw: see
docs/testing.md.
"""

import os
import random
from itertools import count, islice
from pathlib import Path

import pytest
from playwright.sync_api import expect

from scoring.games import GAMES
from tests.browser import ear, pages, taps
from tests.browser.scribe import NAMES, Scribe, comes_to, opened
from tests.by_day import by_day

FOLDER = Path(__file__).with_name("heard")
LANGUAGES = {"nl": "nl-NL", "de": "de-DE", "en": "en-GB"}
SHEETS = {state.name: state for state in pages.all_states() if "scoring:sheet" in state.covers}
READY = "sheet with a game ready to save"
BY_DAY = [READY, "sheet half way", "sheet with who is out"]


@pytest.mark.parametrize("language", by_day(LANGUAGES, "nl"))
@pytest.mark.parametrize("name", by_day(SHEETS, *BY_DAY))
def test_all_of_a_sheet_is_said(visit, trouble, name, language):
    trouble.expect("error occurred when fetching the script")  # a page that is left early
    page = visit(SHEETS[name], "phone", locale=LANGUAGES[language])
    said = "\n".join(ear.settled(page)) + "\n"
    golden = FOLDER / language / f"{name.replace(' ', '-')}.txt"
    if os.environ.get("STREEPJE_HEARD") == "draw":
        golden.parent.mkdir(parents=True, exist_ok=True)
        golden.write_text(said, encoding="utf-8")
    assert said == golden.read_text(encoding="utf-8")


def test_no_transcript_is_left_over():
    drawn = {path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*.txt")}
    assert drawn == {
        f"{language}/{name.replace(' ', '-')}.txt" for language in LANGUAGES for name in SHEETS
    }


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
    page = visit(SHEETS[READY], "phone")
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


def enter(listener: Listener, row: dict) -> None:
    if "bid" in row:
        listener.seek('"bid"' if listener.typed else "6 ")
        listener.press(*row["bid"])
        assert "who bid" in ear.focused(listener.page)
        listener.press(str(NAMES.index(row["by"]) + 1))
        assert "tricks" in ear.focused(listener.page)
        listener.press(*str(row["tricks"]))
        return
    if "moon" in row:
        listener.seek('button "who took all')
        listener.press("Enter", str(NAMES.index(row["moon"]) + 1))
        return
    if "entries" not in row:
        enter_sides(listener, row)
        return
    if isinstance(row["entries"]["Ans"], dict) and "bid" in row["entries"]["Ans"]:
        enter_bids(listener, row["entries"])
        return
    if row.get("end") == "open":
        listener.seek('button "open"')
        listener.press("Enter")
    entries = {name: row["entries"][name] for name in NAMES if name in row["entries"]}
    if not row.get("end") and all(type(cell) is int for cell in entries.values()):
        entries.popitem()  # nobody is out: the last one's points follow
    for name, cell in entries.items():
        listener.answer(name, first_key(cell))
    for name, cell in entries.items():
        if isinstance(cell, dict) and "hand" in cell:
            listener.answer(name, cell["hand"])


def enter_bids(listener: Listener, entries: dict) -> None:
    """Enter the bids in turn, then the tricks, until all are there."""
    listener.seek(": bid" if listener.typed else "Cor still open")
    if "bid" not in ear.focused(listener.page):
        listener.press("Enter")
    while "Save" not in (heard := ear.focused(listener.page)):
        name = next(name for name in entries if f"{name}:" in heard)
        figure = str(entries[name]["bid" if ": bid" in heard else "tricks"])
        listener.press(figure)
        if ear.focused(listener.page) == heard:
            listener.press("Enter")


def enter_sides(listener: Listener, row: dict) -> None:
    """Enter a game of two sides: the arrows say for which side, + that roem comes. A figure goes
    along with the arrows, so the side that has it comes last.
    """
    listener.seek(": points" if listener.typed else "still open")
    counted = listener.page.locator(".sides [data-side][aria-pressed=true]")
    here = int(counted.get_attribute("data-side") or 0)
    for side in sorted((0, 1), key=lambda side: f"points_{taps.SIDES[side]}" in row):
        keys = keys_of_side(row, taps.SIDES[side])
        if keys and side != here:
            listener.press(("ArrowLeft", "ArrowRight")[side])
            here = side
        listener.press(*keys)
    listener.press(*("n" * bool(row.get("nat"))))


def keys_of_side(row: dict, seats: str) -> str:
    points, roem = (f"{row.get(f'{key}_{seats}', '')}" for key in ("points", "roem"))
    marks = "".join(key[0] for key in ("pit", "revoke") if row.get(key) == seats)
    return points + ("+" + roem if roem else "") + marks


def first_key(cell):
    """Return what is typed for this cell at first: in Jolly the dash, and what was laid."""
    if not isinstance(cell, dict):
        return cell
    return f"{'-' if cell.get('out') else ''}{cell.get('meld', cell.get('points', ''))}"


def all_melded(row):
    """Return whether everybody came out; who did not has a button and no key."""
    cells = row.get("entries", {}).values()
    return all(not isinstance(cell, dict) or cell.get("melded", True) for cell in cells)


@pytest.mark.parametrize("key", by_day([system.key for system in GAMES], "jokeren"))
def test_who_hears_the_sheet_types_as_quickly(device, site, key):
    chance = random.Random(key)
    drawn = (taps.draw(key, chance, number) for number in count(1))
    rows = list(islice(filter(all_melded, drawn), taps.GAMES))
    names = NAMES[: len(rows[0].get("entries", NAMES))]
    page = device("laptop", locale="en-GB")
    sheet = opened(key, names, options={"games": taps.GAMES})
    Scribe(page, site, sheet)
    listener = Listener(page)
    for number, row in enumerate(rows, 1):
        expect(page.locator("#entry")).to_have_attribute("data-number", str(number))
        enter(listener, row)
        listener.press("Enter")
    comes_to(sheet, rows)
    assert listener.typed + listener.sought <= 1.5 * listener.typed
