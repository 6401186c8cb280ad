import pytest
from playwright.sync_api import expect

from tests.browser.pages import Visit
from tests.browser.states.clock import timed
from tests.by_day import by_day
from tournaments import links

COUNT_TONES = """
    window.tones = 0;
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (...when) {
        window.tones += 1;
        start.apply(this, when);
    };
"""


@pytest.mark.browser
@pytest.mark.parametrize("where", by_day(["night", "hall"], "night"))
def test_clock_counts_on_and_sounds_when_time_is_over(laptop, site, trouble, monkeypatch, where):
    laptop.clock.install()
    laptop.add_init_script(COUNT_TONES)
    visit = Visit(laptop, site, trouble, monkeypatch)
    club, night = timed(visit, 28)
    if where == "night":
        visit.go("tournaments:night", club.slug, night.pk)
    else:
        visit.go("tournaments:hall", links.make_key(night))
    words, sound = laptop.locator(".clock strong"), laptop.locator("[data-sound]")
    expect(words).to_have_text("nog 2 min")
    if where == "night":
        laptop.click("#further > summary")
    sound.click()
    expect(sound).to_have_attribute("aria-pressed", "true")
    laptop.wait_for_function("tones === 3")  # as it will sound
    laptop.clock.run_for(61_000)
    expect(words).to_have_text("nog 1 min")
    laptop.clock.run_for(60_000)
    expect(words).to_have_text("0 min over tijd")
    laptop.wait_for_function("tones === 6")
    sound.click()
    laptop.clock.run_for(60_000)
    expect(words).to_have_text("1 min over tijd")
    assert laptop.evaluate("tones") == 6
