"""A result is shared by the phone itself, and else by copying its link."""

import re

from playwright.sync_api import expect

from tests.browser.states.clubs import OWNER
from tests.tournaments.evenings import THURSDAY
from tournaments.club import clubs, reglementen, seasons
from tournaments.members import members
from tournaments.models import Night
from tournaments.nights import nights
from tournaments.nights.closing import close

ASKED = "window.asked = []; navigator.share = async (what) => { window.asked.push(what); };"


def closed_night():
    club = clubs.create_club_with_owner(name="De Hoop", slug="de-hoop", **OWNER)[0]
    club = clubs.set_visibility(club=club, visible_to="open")
    members.add(club=club, first="Ans")
    rules = reglementen.make(club=club, game="jokeren", name="Zo", options={}, approval="one")
    season = seasons.plan(
        club=club,
        name="2026",
        reglement=rules,
        first=THURSDAY,
        last=THURSDAY.replace(month=12),
        rounds=1,
        signed_off="worst",
        no_show="worst",
        before_joining="absent",
    )
    (night,) = nights.plan(season=season, days=[THURSDAY])
    for state in ("check-in", "playing"):
        nights.set_state(night=night, to=state)
    close(night=Night.objects.get(), reason="niemand")
    return f"/de-hoop/nights/{night.pk}/result/"


def test_without_https_the_link_is_copied(phone, site, insecure):
    address = insecure(site) + closed_night()
    phone.goto(address)
    phone.click(".share details:last-child summary")
    expect(phone.locator(".share details:last-child [data-copied]")).not_to_be_empty()
    assert phone.evaluate("document.activeElement.selectionEnd") == len(address)
    expect(phone.locator(".share input")).to_have_value(address)


def test_phone_shares_by_itself_where_it_can(phone, site):
    phone.add_init_script(ASKED)
    phone.goto(site + closed_night())
    phone.click(".share details:last-child summary")
    assert phone.evaluate("window.asked.map((what) => what.url)") == [phone.url]
    expect(phone.locator(".share input")).to_be_hidden()
    phone.click(".share details:first-child summary")
    expect(phone.locator(".share textarea")).to_have_value(re.compile(r"^De Hoop, "))
    expect(phone.locator(".share details:first-child [data-copied]")).not_to_be_empty()
