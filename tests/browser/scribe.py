"""Somebody who writes a sheet: presses what the page offers, found by place and not by words."""

import json
import time
from contextlib import contextmanager
from typing import Self

from playwright.sync_api import Locator, Page, expect

from scoring.browser import sync
from scoring.models import Sheet
from scoring.sheets import lifecycle, links
from tests.browser.devices import PATIENCE

NAMES = ["Ans", "Bob", "Cor", "Dik"]


def opened(game="jokeren", names=NAMES, rows=(), **more) -> Sheet:
    sheet = lifecycle.open(game=game, names=list(names), **more)
    for number, row in enumerate(rows, 1):
        lifecycle.record(sheet=sheet, number=number, row=row, seen=0)
    return sheet


def cells(**entries: object) -> dict:
    return {"entries": entries}


def rows_of(sheet: Sheet) -> list[dict]:
    return lifecycle.build_data(Sheet.objects.get(pk=sheet.pk))["games"]


def state_of(sheet: Sheet) -> dict:
    return sync.build_sheet_state(Sheet.objects.get(pk=sheet.pk))


def comes_to(sheet: Sheet, rows: list[dict]) -> None:
    until = time.monotonic() + PATIENCE
    while rows_of(sheet) != rows and time.monotonic() < until:
        time.sleep(0.05)
    assert rows_of(sheet) == rows


def until(page: Page, promise: str, arg: object = None) -> None:
    """Until what this function promises is true, which `wait_for_function` does not wait for."""
    give_up = time.monotonic() + PATIENCE
    while not page.evaluate(promise, arg):
        assert time.monotonic() < give_up, promise
        page.wait_for_timeout(50)


def entered(sheet: Sheet) -> list[int]:
    kinds = ("entered", "set aside")
    events = sheet.events.filter(kind__in=kinds).order_by("sequence")
    return [json.loads(event.body)["number"] for event in events]


# A press as of a finger, without the way there and back that a real one takes: on what lies on top
# in its middle, once it can be pressed. It comes a second after the one before, when all keys take
# presses, without the wait; see shaky_finger.js.
PRESS = """async (key) => {
  if (window.aheadOfTime === undefined) {
    const { get } = Object.getOwnPropertyDescriptor(Event.prototype, "timeStamp");
    const value = function () { return get.call(this) + window.aheadOfTime; };
    Object.defineProperty(Event.prototype, "timeStamp", { get: value, configurable: true });
    window.aheadOfTime = 0;
  }
  window.aheadOfTime += 1000;
  for (const box of document.querySelectorAll("[data-settling]")) delete box.dataset.settling;
  for (let tries = 0; key.isConnected; await new Promise((goOn) => setTimeout(goOn, 20))) {
    key.scrollIntoViewIfNeeded();
    const { x, y, width, height } = key.getBoundingClientRect();
    const place = { clientX: x + width / 2, clientY: y + height / 2 };
    const target = document.elementFromPoint(place.clientX, place.clientY);
    if (!key.contains(target) || key.matches(":disabled")) {
      if ((tries += 1) > 1000) throw Error(`${key.outerHTML} is under ${target?.outerHTML}`);
      if (tries === 10) key.scrollIntoView({ block: "center" });
      continue;
    }
    target.closest("button, a, summary, input")?.focus({ preventScroll: true });
    const how = { bubbles: true, cancelable: true, composed: true, view: window, detail: 1 };
    target.dispatchEvent(new PointerEvent("click", { ...how, ...place }));
    return true;
  }
}"""


def tap(key: Locator) -> None:
    """Press a key once it is there, by somebody who takes a second for each."""
    while not key.evaluate(PRESS):
        pass


def agree(page: Page, name: str) -> None:
    """Press a name below the totals; once more if these were drawn anew just then."""
    key = page.locator(f'#agreeing [value="{name}"]')
    key.wait_for()
    tap(key)
    give_up = time.monotonic() + 3
    while time.monotonic() < give_up:
        if not key.count() or page.locator("#where .mark-phone").count():
            return
        page.wait_for_timeout(50)
    tap(key)


def read_words(page: Page) -> dict[str, str]:
    """What a page of a sheet says to who writes on it, by its keys."""
    return json.loads(page.locator("#for-scripts").text_content() or "")["words"]


class Writer:
    READY, GAME = "", ""

    def __init__(self, page: Page, site: str, sheet: Sheet | None = None) -> None:
        self.page, self.site, self.keys = page, site, 0
        if sheet:
            self.go(sheet)

    def go(self, sheet: Sheet, under: str = "") -> Self:
        self.page.goto(self.site + links.build_path(sheet) + under)
        return self.ready()

    def ready(self) -> Self:
        return self._sees(f"{self.READY}[data-ready]")

    def reload(self) -> Self:
        self.page.reload()
        return self.ready()

    def is_at(self, number: int, place: str) -> Self:
        """Where this game's figures are: phone, club, approved or refused."""
        return self._sees(f'{self.GAME}[data-game="{number}"] .spot .mark-{place}')

    def all_at(self, place: str) -> Self:
        return self._sees(f"#where .mark-{place}")

    def _sees(self, css: str) -> Self:
        looks = "css => document.querySelector(css)"
        self.page.wait_for_function(looks, arg=css, polling=30)
        return self

    def poll(self) -> Self:
        self.page.evaluate("dispatchEvent(new Event('online'))")
        return self


class Scribe(Writer):
    READY, GAME = "#sheet", "#table "

    def leave(self) -> None:
        self.all_at("club")
        self.page.goto("about:blank")

    def press(self, *labels: str) -> Self:
        for label in labels:
            value = self.page.locator(f'.pad [data-value="{label}"]')
            key = self.page.locator(".pad .key").get_by_text(label, exact=True)
            tap(value.or_(key).first)
        return self

    def type(self, *numbers: float) -> Self:
        for place, number in enumerate(numbers):
            if place:
                self.next()
            self.type_digits(number)
        return self

    def type_digits(self, number: float) -> None:
        for digit in f"{abs(number):g}".removesuffix(".5"):
            tap(self.page.locator(f'[data-digit="{digit}"]'))
        for key, is_pressed in (("half", number % 1), ("minus", number < 0)):
            if is_pressed:
                tap(self.page.locator(f'.digits [data-key="{key}"]'))

    def count_for(self, side: int) -> Self:
        tap(self.page.locator(f'.sides [data-side="{side}"]'))
        return self

    def add(self, side: int, *amounts: int) -> Self:
        for amount in amounts:
            key = self.page.locator(".of-side").nth(side).get_by_text(f"+{amount}", exact=True)
            tap(key)
        return self

    def mark(self, key: str, side: int | None = None) -> Self:
        pad = self.page.locator(".digits" if side is None else f".of-side >> nth={side}")
        tap(pad.locator(f'[data-key="{key}"]'))
        return self

    def next(self) -> Self:
        tap(self.page.locator(".ending .on"))
        return self

    def joker(self, count: int) -> Self:
        tap(self.page.locator(f'.extra [data-value="{count}"]').first)
        return self

    def verdict(self, value: str) -> Self:
        """Whether a hand with a joker could have come out: true, false or on_table."""
        tap(self.page.locator(f'.verdicts [data-value="{value}"]'))
        return self

    def way(self, place: int) -> Self:
        tap(self.page.locator(".ways .way").nth(place))
        return self

    def save(self) -> Self:
        tap(self.page.locator(".save"))
        return self

    def line(self, number: int):
        return self.page.locator(f'#table [data-game="{number}"]')

    def words(self) -> dict[str, str]:
        return read_words(self.page)

    def knows(self, words: str) -> Self:
        expect(self.page.locator("#where")).to_have_text(self.words()[words])
        return self

    def cells(self, number: int) -> list[str]:
        fields = self.line(number).locator("tr:not(.above, .subtotal) td")
        return [text.strip() for text in fields.all_inner_texts()]


COUNT = """() => {
  if (window.taps === undefined) addEventListener("click", () => (window.taps += 1), true);
  window.taps = 0;
}"""


@contextmanager
def counted_taps(page: Page):
    page.evaluate(COUNT)
    taps: list[int] = []
    yield taps
    taps.append(page.evaluate("window.taps"))


def pick(page, cards):
    """Tap cards or tiles, as in "10h 9s *"; if one is hidden, first the key of the other suits."""
    for card in cards.split():
        key = page.locator(f'.picker [data-card="{card}"]')
        key.wait_for(state="attached")
        if not key.is_visible():
            tap(page.locator(".picker .suits [aria-pressed=false]"))
        tap(key)


def fits(page):
    return page.evaluate("""() => {
      const last = document.querySelector(".ending :is(.save, .on)");
      const { top } = document.querySelector("#entry").getBoundingClientRect();
      return top >= 0 && last.getBoundingClientRect().bottom <= innerHeight;
    }""")


def started(page, site, *given, **more) -> tuple[Sheet, Scribe]:
    sheet = opened(*given, **more)
    return sheet, Scribe(page, site, sheet)
