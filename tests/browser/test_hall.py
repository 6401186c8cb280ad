"""The hall page follows the evening by itself, on a big screen that nobody looks after."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.pages import Visit
from tests.browser.states.nights import approved, play, playing
from tournaments import links
from tournaments.models import Table
from tournaments.nights import nights


@pytest.fixture
def screen(device, site, trouble, monkeypatch):
    page = device("laptop", viewport={"width": 1920, "height": 1080})
    page.clock.install()
    visit = Visit(page, site, trouble, monkeypatch)
    _club, night = playing(visit, *(f"Speler {number:02}" for number in range(70)), rounds_drawn=1)
    page.night = night
    visit.go("tournaments:hall", links.make_key(night))
    return page


def seen(page):
    return page.eval_on_selector_all(
        "#hall-list li",
        """(lines) => lines.filter((line) => {
             const { left, right, bottom } = line.getBoundingClientRect();
             return !line.hidden && left >= 0 && right <= innerWidth && bottom <= innerHeight;
           }).map((line) => line.querySelector("span").textContent)""",
    )


def onward(page):
    """Through all pages of what is shown, to what comes next; its heading."""
    heading, button = page.locator("#hall-head h1"), page.locator("#hall-turn [name=next]")
    before, pages = heading.inner_text(), re.findall(r"\d+", button.inner_text())
    at, last = map(int, pages or (1, 1))
    for _ in range(last - at + 1):
        button.click()
    expect(heading).not_to_have_text(before)
    return heading.inner_text()


def test_names_turn_until_somebody_holds_or_searches_them_and_what_happens_shows(screen, trouble):
    turn = screen.locator("#hall-turn [name=next] span")
    expect(turn).to_have_text("1 / 2")
    first = seen(screen)
    screen.clock.run_for(20_500)
    expect(turn).to_have_text("2 / 2")
    second = seen(screen)
    assert len({*first, *second}) == len(first) + len(second) == 75
    screen.click("#hall-turn [name=hold]")
    screen.clock.run_for(20_500)
    expect(turn).to_have_text("2 / 2")
    screen.click("#hall-turn [name=next]")
    assert seen(screen) == first

    screen.fill("#q", "willemse a")
    assert seen(screen) == ["Willemse, Ans"]
    screen.clock.run_for(31_000)  # who searched went to the table
    assert screen.input_value("#q") == ""
    assert seen(screen)[:20] == first[:20]
    approved(Table.objects.first().sheet)
    screen.clock.run_for(11_000)
    expect(screen.locator(".hall-in")).to_have_text(re.compile(r"^\s*1 "))
    screen.fill("#q", "speler 07")
    with screen.expect_response("**/hall/**") as answer:
        screen.clock.run_for(11_000)
    assert answer.value.status == 304
    assert seen(screen) == ["07, Speler"]
    trouble.expect("ERR_INTERNET_DISCONNECTED")
    screen.context.set_offline(True)
    screen.clock.run_for(11_000)
    expect(screen.locator("#hall-lost")).to_be_visible()
    expect(screen.locator("#hall-lost time")).to_have_text(re.compile(r"^\d\d:\d\d$"))
    assert screen.locator("#hall-list li").count() == 75
    screen.context.set_offline(False)
    screen.clock.run_for(11_000)
    expect(screen.locator("#hall-lost")).to_be_hidden()
    trouble.expect("status of 404")
    nights.renew_link(night=screen.night)
    screen.clock.run_for(11_000)
    expect(screen.locator("#hall-list")).to_have_count(0)
    assert "Speler" not in screen.inner_text("body")


def test_screen_shows_in_turn_what_there_is_also_without_a_connection(screen, trouble):
    for table in Table.objects.all():
        play(table.sheet, 1)
    nights.plan(season=screen.night.season, days=[screen.night.season.last])
    heading = screen.locator("#hall-head h1")
    screen.reload()
    views = [heading.inner_text()]
    views.append(onward(screen))
    expect(screen.locator("#hall-list b")).to_have_count(75)
    views.append(onward(screen))
    assert len({*views}) == 3

    trouble.expect("ERR_INTERNET_DISCONNECTED")
    screen.context.set_offline(True)
    assert onward(screen) == views[1]
    expect(screen.locator("#hall-lost")).to_be_visible()
    screen.context.set_offline(False)
    screen.clock.run_for(11_000)
    expect(screen.locator("#hall-lost")).to_be_hidden()


def test_screen_that_people_touch_has_letters(device, site, trouble, monkeypatch):
    page = device("laptop", has_touch=True)
    page.clock.install()
    visit = Visit(page, site, trouble, monkeypatch)
    _club, night = playing(visit, "Bob de Groot", "Anna Bos", "Cor van Dijk")
    visit.go("tournaments:hall", links.make_key(night))
    everybody = seen(page)
    page.tap("#hall-letters [value=a]")
    assert seen(page) == ["Bos, Anna", "Willemse, Ans"]
    page.tap("#hall-letters [value=g]")
    assert seen(page) == ["Groot, Bob de", "Postma, Gé"]
    page.tap("#hall-letters [value=g]")
    assert seen(page) == everybody
    page.tap("#hall-letters [value=d]")  # first and last words have a letter
    assert seen(page) == ["Dijk, Cor van"]
