import re

from playwright.sync_api import expect

from tests.tournaments.evenings import club_with, evening, people
from tournaments.club import clubs

ASKED = "window.asked = []; navigator.share = async (what) => { window.asked.push(what); };"


def closed_night():
    places = {"counting": "places", "place_points": ["4", "3", "2", "1"]}
    season = club_with(rounds=2, **places)
    clubs.set_visibility(club=season.club, visible_to="open")
    night = evening(season, people(season, 4), count=2)
    return f"/de-hoop/nights/{night.pk}/result/"


def test_without_https_the_link_is_copied(phone, site, insecure):
    address = insecure(site) + closed_night()
    phone.goto(address)
    phone.click(".share details:last-child summary")
    expect(phone.locator(".share details:last-child [data-copied]")).not_to_be_empty()
    assert phone.evaluate("document.activeElement.selectionEnd") == len(address)
    expect(phone.locator(".share input")).to_have_value(address)
    assert phone.locator(".by-places").evaluate("all => all.scrollWidth <= all.clientWidth")
    expect(phone.locator("th.round").first).to_be_hidden()


def test_phone_shares_by_itself_where_it_can(phone, site):
    phone.add_init_script(ASKED)
    phone.goto(site + closed_night())
    phone.click(".share details:last-child summary")
    assert phone.evaluate("window.asked.map((what) => what.url)") == [phone.url]
    expect(phone.locator(".share input")).to_be_hidden()
    for address in (phone.url, f"{phone.url}?share=1#share"):  # closed, and opened by "Share"
        phone.goto(address)
        phone.click(".share details:first-child summary")
        expect(phone.locator(".share textarea")).to_have_value(re.compile(r"^De Hoop · "))
        said = phone.locator(".share details:first-child [data-copied]")
        expect(said).not_to_be_empty()
        expect(said).to_be_in_viewport()
        phone.keyboard.press("Escape")
        expect(phone.locator(".share textarea")).to_be_hidden()
        for shown in (True, False):  # copied again, and then shut by a tap elsewhere
            phone.click(".share details:first-child summary" if shown else "h1")
            expect(phone.locator(".share textarea")).to_be_visible(visible=shown)
