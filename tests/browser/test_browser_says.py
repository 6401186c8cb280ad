"""What the page asks of the browser and hears from it, where nothing on the screen shows it."""

from tests.browser.scribe import Scribe, comes_to, opened, rows_of
from tests.browser.test_keeping import FIRST, first

STRICT = """
window.changes = [];
const begin = IDBDatabase.prototype.transaction;
IDBDatabase.prototype.transaction = function (names, mode = "readonly", options = {}) {
  if (mode !== "readonly") window.changes.push([[names].flat().join(), options.durability]);
  return begin.call(this, names, mode, options);
};
"""


def test_what_is_kept_on_the_phone_is_on_its_disk_and_not_only_on_its_way(phone, site):
    """By itself Chromium says that it is done when the operating system has it. And a browser that
    can't keep the screen on is no trouble.
    """
    phone.add_init_script(f"delete Navigator.prototype.wakeLock; {STRICT}")
    sheet = opened()
    first(Scribe(phone, site, sheet)).all_at("club")
    comes_to(sheet, [FIRST])
    changes = phone.evaluate("changes")
    assert {names for names, _how in changes} >= {"tickets", "drafts", "tickets,sheets"}
    assert {how for _names, how in changes} == {"strict"}


# A phone in a pocket sleeps, and its clocks with it: here no timer that waits at all ever rings.

ASLEEP = """
const wait = setTimeout;
window.setTimeout = (work, after = 0) => (after < 300 ? wait(work, after) : 0);
"""
SHOWN = """shown => {
  Object.defineProperty(document, "visibilityState", { value: shown, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


WAKES = [
    "dispatchEvent(new Event('focus'))",
    f"({SHOWN})('visible')",
    "dispatchEvent(new Event('pageshow'))",
    "dispatchEvent(new Event('online'))",
]


def test_page_that_is_looked_at_again_sends_at_once_what_waits(phone, site, lossy):
    """One game for each sign that somebody looks; it waits on the phone, and is not tried again."""
    phone.add_init_script(ASLEEP)
    leave_unanswered(phone)
    sheet = opened()
    scribe = Scribe(phone, site, sheet).knows("out_of_reach_club")
    for number, wakes in enumerate(WAKES, 1):
        with phone.expect_event("requestfailed"):
            first(scribe)
        scribe.is_at(number, "phone").all_at("phone")
        phone.unroute("**/sync/**")
        assert len(rows_of(sheet)) == number - 1
        phone.evaluate(wakes)
        comes_to(sheet, [FIRST] * number)
        scribe.all_at("club")
        leave_unanswered(phone)


def leave_unanswered(phone):
    phone.route("**/sync/**", lambda route: route.abort())


# The screen

LOCKS = """
window.asked = [];
Object.defineProperty(Navigator.prototype, "wakeLock", {
  get: () => ({ request: kind => (asked.push(kind), Promise.reject(new DOMException("low"))) }),
});
"""


def test_screen_is_kept_on_while_the_sheet_is_looked_at(phone, site):
    phone.add_init_script(LOCKS)
    Scribe(phone, site, opened())
    assert phone.evaluate("asked") == ["screen"]
    phone.evaluate(SHOWN, "hidden")
    assert phone.evaluate("asked") == ["screen"]
    phone.evaluate(SHOWN, "visible")
    assert phone.evaluate("asked") == ["screen", "screen"]
