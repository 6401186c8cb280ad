"""A finger that taps twice where it meant to tap once."""

import itertools
import random

import pytest
from playwright.sync_api import Locator, expect

from scoring.games import GAMES, find
from tests.browser import scribe, taps
from tests.browser.scribe import NAMES, Scribe, comes_to, opened, rows_of, started, state_of, tap
from tests.browser.test_entering import ALIKE, DASH, WRITTEN, cells
from tests.by_day import by_chance, by_day

PAUSES = [30, 150, 300, 500, 900]  # ms
DIGITS = "[data-digit]"  # the same one twice is what somebody may mean
ROWS = [cells(Ans=5, Bob=DASH, Cor=12, Dik=7), cells(Ans=DASH, Bob=1, Cor=2, Dik=3)]


# The second press says that it came in time: on a busy machine the answer to the first may be late.
TIME_THE_PRESS = """() => addEventListener(
    "click", ({ timeStamp }) => (window.pressedAt = timeStamp), { capture: true, once: true })"""
PRESS_AGAIN = """async ([clientX, clientY, pause]) => {
  const time = window.pressedAt + pause;
  await new Promise((goOn) => setTimeout(goOn, time - window.aheadOfTime - performance.now()));
  const target = document.elementFromPoint(clientX, clientY);
  if (target.closest("button")?.disabled) return;
  const how = { bubbles: true, cancelable: true, detail: 1 };
  const press = new MouseEvent("click", { ...how, clientX, clientY });
  Object.defineProperty(press, "timeStamp", { value: time });
  target.dispatchEvent(press);
}"""


def tap_again(key: Locator, pause: int) -> None:
    """Tap, and tap the same place again, whatever stands there by then."""
    key.scroll_into_view_if_needed()
    box = key.bounding_box()
    assert box
    again = not key.evaluate("(key, digits) => key.matches(digits)", DIGITS)
    key.page.evaluate(TIME_THE_PRESS)
    tap(key)
    if again:
        middle = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
        key.page.evaluate(PRESS_AGAIN, [*middle, pause])


@pytest.fixture
def shaky(monkeypatch):
    """`shaky(pauses)`: from then on the scribe taps every key twice, after these pauses in turn."""

    def shake(pauses):
        after = itertools.cycle(pauses)
        monkeypatch.setattr(scribe, "tap", lambda key: tap_again(key, next(after)))

    return shake


# After a longer pause for each figure all of them are asked about: see below.
@pytest.mark.parametrize("pauses", by_day([PAUSES, [30], [150], [300]], PAUSES), ids=str)
@pytest.mark.parametrize(
    "system",
    by_day(GAMES, find("jokeren"), find("amerikaans-jokeren")),
    ids=lambda system: system.key,
)
def test_every_key_that_is_tapped_twice_counts_once(phone, site, shaky, system, pauses):
    sheet = opened(system.key, NAMES[: system.seats[1]], options={"games": 1})
    write, row = WRITTEN[ALIKE.get(system.key, system.key)]
    if system.key == "boerenbridge":  # more slowly, equal figures behind each other are asked about
        pauses = [pause for pause in pauses if pause <= 300]
    shaky(pauses)
    write(Scribe(phone, site, sheet))
    comes_to(sheet, [row])
    phone.wait_for_timeout(300)
    assert not state_of(sheet)["approvals"]
    tap_again(phone.locator('#agreeing [value="Bob"]'), pauses[0])
    Scribe(phone, site).all_at("approved")
    assert state_of(sheet)["approvals"] == [{"player": "Bob", "on_paper": False}]


@pytest.mark.parametrize("pause", by_day(PAUSES, 900))
def test_way_back_and_undo_tapped_twice_erase_nothing(phone, site, pause):
    sheet, scribe = started(phone, site, rows=ROWS)
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


@pytest.mark.parametrize("pause", by_day(PAUSES, 150))
def test_keys_above_a_game_tapped_twice_count_once(phone, site, pause):
    sheet = opened("hartenjagen", rows=[cells(Ans=13, Bob=13, Cor=0, Dik=0)])
    scribe, entry = Scribe(phone, site, sheet), phone.locator("#entry")
    scribe.line(1).locator(".number").click()
    head = entry.locator("header button")
    for key, number in ((head, "2"), (entry.locator(".last button"), "1"), (head, "2")):
        tap_again(key, pause)  # then the head says that game 1 was the last
        phone.wait_for_timeout(300)
        expect(entry).to_have_attribute("data-number", number)
    assert "games" not in state_of(sheet)["data"]["options"]


# Whole rows, without looking up. The presses come at once, each with the time that it has for the
# page, so that a night has room for thousands.

PRESS = """async (presses) => {
  let place, time = window.typed ?? performance.now();
  for (const { css, words, shift, pause } of presses) {
    time += pause;
    const keys = css ? [...document.querySelectorAll(css)] : [];
    const key = keys.find(({ textContent }) => !words || textContent.trim() === words);
    if (key) {
      key.scrollIntoView({ block: "nearest" });
      const { x, y, width, height } = key.getBoundingClientRect();
      place = { clientX: x + width / 2 + shift, clientY: y + height / 2 + shift };
    } else if (css) continue;
    const target = document.elementFromPoint(place.clientX, place.clientY);
    if (!target || target.closest("button")?.disabled) continue;
    const press = new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1, ...place });
    Object.defineProperty(press, "timeStamp", { value: time });
    target.dispatchEvent(press);
    await new Promise((goOn) => setTimeout(goOn));
  }
  window.typed = time;
}"""
ON = "#save"  # Next, Save, or what is still open


def digits(figure: int) -> list[str]:
    return [f'[data-digit="{digit}"]' for digit in str(figure)]


def figures(values: list[int]) -> list[str]:
    return [css for value in values for css in (*digits(value), ON)]


def on_keys(row: dict, names: list[str], as_digits: bool) -> list[str]:
    """With `as_digits` 12 is typed as 1 and 2, where keys for both are; but not after a 1: who then
    presses it again soon can't be told from a finger that bounced, and gets a 2.
    """
    cells = [row["entries"][name] for name in names if row["entries"][name] != DASH]
    typed = [
        [*str(cell)] if as_digits and cell > 11 and before != 1 else [cell]
        for before, cell in zip([None, *cells], cells, strict=False)
    ]
    return [f".few .key >> {figure}" for figures in typed for figure in figures] + [ON]


def keys_of(system: str, row: dict, number: int, as_digits: bool = False) -> list[str]:
    """Where somebody presses who types this row as on a phone, and saves it."""
    if system == "hartenjagen":
        return figures([row["entries"][name] for name in NAMES])
    if system == "klaverjassen":
        (points,) = row.values()
        return [*digits(points), ON]
    if system == "boerenbridge":
        turns = [NAMES[(number + place) % 4] for place in range(1, 5)]
        said = [row["entries"][name][key] for key in ("bid", "tricks") for name in turns]
        return [*(f".few .key >> {figure}" for figure in said), ON]
    if system == "jolly-totals":
        pressed = [words for name in NAMES for words in taps.in_two(row["entries"][name])]
        return [*(f".pad .key >> {words}" for words in pressed), ON]
    winner = next(name for name, cell in row["entries"].items() if taps.is_out(cell))
    first = f'.pad [data-value="{winner}"]'
    if system == "jokeren":
        return [first, *on_keys(row, NAMES, as_digits)]
    return [first, *figures(taps.in_order(row["entries"], winner))]


def lawful(system: str, chance: random.Random, number: int) -> dict:
    while True:
        row = taps.draw(system, chance, number)
        if system == "jolly-totals" and not all(map(taps.is_pressed, row["entries"].values())):
            continue
        defending = f"points_{taps.SIDES[number % 2]}"
        if "moon" not in row and (system != "klaverjassen" or [*row] == [defending]):
            return row


def as_presses(keys: list[str], chance: random.Random | None) -> list[dict]:
    """Of a hand that shakes, or else of a steady one that takes its time."""
    presses = []
    for key in keys:
        css, _, words = key.partition(" >> ")
        pause = chance.randint(150, 900) if chance else 1100
        shift = chance.randint(-8, 8) if chance else 0
        presses.append({"css": css, "words": words, "shift": shift, "pause": pause})
        if chance and chance.random() < 0.1:
            presses.append(presses[-1] | {"css": "", "pause": chance.randint(30, 900)})
    return presses


def test_a_figure_that_was_not_heard_is_asked_about_when_another_one_follows(phone, site):
    sheet, scribe = started(phone, site)
    keys = ['.pad [data-value="Bob"]', *(f".few .key >> {figure}" for figure in (3, 3, 5))]
    phone.evaluate(PRESS, [press | {"pause": 650} for press in as_presses(keys, None)])
    expect(phone.locator(".question .key")).to_have_text(["3", "5"])
    tap(phone.locator(".question .key").first)
    scribe.next().press("5").save()
    comes_to(sheet, [cells(Ans=3, Bob=DASH, Cor=3, Dik=5)])


def test_next_that_was_not_heard_although_it_came_slowly_is_told(phone, site):
    Scribe(phone, site, opened("jolly"))
    keys = ['.pad [data-value="Bob"]', *digits(90), ON, ON]
    phone.evaluate(PRESS, [press | {"pause": 650} for press in as_presses(keys, None)])
    expect(phone.locator(".messages")).to_contain_text("telt als één keer")


CARDS = ["jokeren", "amerikaans-jokeren", "jolly", "jolly-totals"]
ROWS_OF = [*CARDS, "boerenbridge", "klaverjassen", "hartenjagen"]


@pytest.mark.parametrize("key", by_day(ROWS_OF, "jolly", "klaverjassen"))
def test_rows_typed_by_a_shaking_hand_are_saved_as_meant_or_stay_open(phone, site, key):
    chance, at_once = random.Random(key), 0
    for _sheet in range(by_chance(1, 34)):
        rows = [lawful(key, chance, number) for number in range(1, 6)]
        options = {"games": len(rows)} | ({"write": "total"} if key == "jolly-totals" else {})
        sheet = opened(key.removesuffix("-totals"), options=options)
        Scribe(phone, site, sheet)
        for number, row in enumerate(rows, 1):
            keys = keys_of(key, row, number)
            typed = keys_of(key, row, number, as_digits=chance.random() < 0.5)
            phone.evaluate(PRESS, as_presses(typed, chance))
            phone.wait_for_timeout(150)
            if phone.locator(f'#entry[data-number="{number}"]:visible').count():
                phone.locator("#special > p > .button").evaluate("(clear) => clear.click()")
                phone.evaluate(PRESS, as_presses(keys, None))
            else:
                at_once += 1
            comes_to(sheet, rows[:number])
    assert at_once
