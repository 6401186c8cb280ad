"""What takes a connection, asked for without one: nobody is led away from the sheet."""

import pytest
from playwright.sync_api import expect

from scoring.sheets import links
from tests.browser.scribe import Scribe, comes_to, opened, pick, read_words, started, tap, until
from tests.browser.test_keeping import FIRST, KEPT, first

CONTROLLED = "() => navigator.serviceWorker.controller !== null"


@pytest.fixture
def plain(phone):
    """Without a service worker, as on plain http."""
    phone.add_init_script("delete Navigator.prototype.serviceWorker")


def without_connection(phone, wifi, sheet):
    """The first game waits, and the phone knows why."""
    scribe = Scribe(phone, wifi.url, sheet)
    wifi.drop()
    first(scribe).is_at(1, "phone")
    expect(phone.locator("#where")).to_have_text(read_words(phone)["out_of_reach"])
    tap(phone.locator("#menu summary"))
    return scribe


def stays(phone, name, why):
    """Told anew: what an earlier link left there is taken away first."""
    phone.locator("#away").evaluate("away => away.replaceChildren()")
    tap(phone.locator(f'#menu a[href$="/{name}/"]'))
    expect(phone.locator("#away .note")).to_have_text(read_words(phone)[why])


def test_links_of_the_sheet_without_a_connection_stay_and_say_why(phone, wifi, plain):
    sheet = opened()
    scribe = without_connection(phone, wifi, sheet)
    stays(phone, "judge", "judge_away")
    for name in ("share", "history", "paper", "manage"):
        stays(phone, name, "out_of_reach_club")
    assert phone.url == wifi.url + links.build_path(sheet)
    wifi.restore()
    scribe.poll()
    comes_to(sheet, [FIRST])
    scribe.all_at("club")
    expect(phone.locator("#away .note")).to_have_count(0)
    phone.locator('#menu a[href$="/judge/"]').click()
    expect(phone.locator(".asking")).to_be_visible()


@pytest.mark.wide
def test_paper_that_was_opened_before_opens_without_a_connection(phone, wifi):
    sheet = opened()
    paper = links.build_path(sheet) + "paper/"
    Scribe(phone, wifi.url, sheet)
    phone.wait_for_function(CONTROLLED)
    phone.goto(wifi.url + paper)
    until(phone, KEPT, paper)
    phone.on("dialog", lambda dialog: dialog.accept())
    without_connection(phone, wifi, sheet)
    tap(phone.locator('#menu a[href$="/paper/"]'))
    expect(phone).to_have_url(wifi.url + paper)


def test_connection_that_is_lost_unnoticed_leads_back_to_the_sheet(phone, wifi):
    sheet, scribe = started(phone, wifi.url)
    until(phone, KEPT, links.build_path(sheet))
    phone.wait_for_function(CONTROLLED)
    wifi.drop()
    for name in ("judge", "history"):
        phone.goto(f"{wifi.url}{links.build_path(sheet)}{name}/")
        scribe.ready()
        assert phone.url == wifi.url + links.build_path(sheet)
        expect(phone.locator("#where")).to_have_text(read_words(phone)["out_of_reach_club"])


def test_wifi_that_swallows_everything_is_told_soon(phone, wifi):
    sheet = opened()
    phone.clock.install()
    scribe = Scribe(phone, wifi.url, sheet)
    until(phone, KEPT, links.build_path(sheet))
    phone.wait_for_function(CONTROLLED)
    phone.locator("#menu summary").click()
    wifi.hush()
    given_up = []
    phone.on("requestfailed", lambda request: given_up.append(request.url))
    with phone.expect_request("**/sync/*"):
        tap(phone.locator('#menu a[href$="/judge/"]'))
    phone.clock.run_for(3000)
    expect(phone.locator("#away .note")).to_have_text(read_words(phone)["judge_away"])
    assert given_up == []  # told before the question itself is given up
    phone.goto(f"{wifi.url}{links.build_path(sheet)}history/")
    scribe.ready()
    assert phone.url == wifi.url + links.build_path(sheet)


# Picking cards


@pytest.mark.wide
def test_cards_are_picked_and_the_scribe_decides_while_the_judge_is_away(phone, wifi):
    sheet, scribe = started(phone, wifi.url, "amerikaans-jokeren")
    scribe.press("Cor").way(0)
    hearts = [f"{rank}h" for rank in ("A", *range(2, 11), "J", "Q")]
    pick(phone, " ".join(hearts))  # and a joker: as many as were dealt, so it has to be asked
    wifi.drop()
    pick(phone, "*")
    expect(phone.locator(".verdict")).to_have_text(read_words(phone)["judge_away"])
    expect(phone.locator('.extra [aria-pressed="true"]')).to_have_count(0)
    phone.locator('.extra [data-value="false"]').click()
    scribe.next()
    scribe.type(29, 8).save().is_at(1, "phone")
    wifi.restore()
    scribe.poll()
    hand = {"cards": [*hearts, "*"], "could_meld": False}
    comes_to(sheet, [{"entries": {"Ans": hand, "Bob": 29, "Cor": "-", "Dik": 8}}])
