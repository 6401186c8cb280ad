from playwright.sync_api import expect

from scoring.sheets import links
from tests.browser.scribe import Scribe, agree, started, state_of
from tests.browser.test_entering import DASH, cells
from tests.tournaments.evenings import club_with, drawn, people, play, playing
from tournaments.models import Table

ROW = cells(Ans=5, Bob=DASH, Cor=12, Dik=7)


def test_opponents_agree_without_a_connection_and_it_is_sent_later(phone, site, trouble):
    sheet, scribe = started(phone, site, rows=[ROW], options={"games": 2})
    trouble.expect("ERR_INTERNET_DISCONNECTED")
    phone.context.set_offline(True)
    scribe.press("Bob", "1", "2", "3").save()
    agree(phone, "Cor")
    expect(phone.locator("#agreeing .agreed")).to_contain_text("Cor")
    scribe.all_at("phone")
    phone.context.set_offline(False)
    scribe.poll().all_at("approved")
    assert state_of(sheet)["approvals"] == [{"player": "Cor", "on_paper": False}]
    phone.context.set_offline(True)
    scribe.line(2).locator(".number").click()
    phone.locator(".cell").first.click()
    scribe.press("4").save()
    expect(phone.locator("#lapsed")).to_contain_text("1 → 4")
    for name in ("Bob", "Cor", "Dik"):
        expect(phone.locator(f'#agreeing [value="{name}"]')).to_be_visible()
    agree(phone, "Dik")
    phone.context.set_offline(False)
    scribe.poll().all_at("approved")
    assert state_of(sheet)["approvals"] == [{"player": "Dik", "on_paper": False}]


def test_an_approved_form_says_where_to_go_as_soon_as_that_is_drawn(phone, site):
    season = club_with()
    night = playing(season, people(season, 8), rounds=1)
    table = Table.objects.get(number=1)
    play(table, *range(1, 11))
    name = str(table.seats.order_by("seat__position")[1].member)
    phone.goto(site + links.build_path(table.sheet))
    Scribe(phone, site).ready()
    agree(phone, name)
    Scribe(phone, site).all_at("approved")
    onward = phone.locator("#onward span")
    expect(onward).to_have_count(0)
    drawn(night, 1)
    phone.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(onward).to_have_count(5)  # the round, then who sits where
    expect(onward.first).to_have_text("Ronde 2:")
    expect(onward.nth(2)).to_contain_text(f"{name} tafel ")
