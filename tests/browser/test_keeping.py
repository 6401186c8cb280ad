"""Nothing typed is lost: bad wifi, killed servers, two phones, phones that keep nothing."""

from datetime import datetime, timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from scoring.sheets import lifecycle, links
from tests.browser.scribe import (
    Scribe,
    agree,
    cells,
    comes_to,
    entered,
    opened,
    pick,
    rows_of,
    started,
    state_of,
    tap,
    until,
)

DASH = "-"


FIRST = cells(Ans=5, Bob=DASH, Cor=12, Dik=7)
SECOND = cells(Ans=DASH, Bob=1, Cor=2, Dik=3)


def first(scribe: Scribe) -> Scribe:
    return scribe.press("Bob", "5", "12", "7").save()


def second(scribe: Scribe) -> Scribe:
    return scribe.press("Ans", "1", "2", "3").save()


# Without a connection


@pytest.mark.wide
def test_site_that_can_keep_nothing_is_told_apart_from_no_connection(phone, site, lossy):
    sheet, scribe = started(phone, site)
    phone.route("**/sync/", lambda route: route.fulfill(status=503, json={"problems": []}))
    first(scribe).is_at(1, "phone").knows("unwell")
    assert rows_of(sheet) == []
    phone.unroute("**/sync/")
    scribe.poll()
    comes_to(sheet, [FIRST])
    scribe.all_at("club")


KEPT = "async (path) => (await caches.match(path)) !== undefined"


def test_a_closed_hand_counts_as_soon_as_there_is_a_connection(phone, wifi):
    sheet, scribe = started(phone, wifi.url, "rummikub-international")
    scribe.press("closed", "Bob").way(0)
    pick(phone, "1k 2k 3k 4k 5k 6k 7k " * 2)
    scribe.next()
    wifi.drop()
    scribe.way(0).way(0).way(0).save().is_at(1, "phone")
    expect(phone.locator("#problems .note")).to_be_visible()
    wifi.restore()
    scribe.poll().is_at(1, "club")
    assert scribe.cells(1) == ["−2600", scribe.cells(1)[1], "−2600", "−2600"]
    assert state_of(sheet)["result"]["rows"][0]["scores"]["Bob"] == 2600


@pytest.mark.wide
def test_a_game_that_only_the_server_can_count_is_written_all_the_same(phone, wifi):
    sheet = opened()
    phone.route("**/games/jokeren.js", lambda route: route.abort())
    scribe = Scribe(phone, wifi.url, sheet)
    wifi.drop()
    second(first(scribe)).is_at(2, "phone")
    expect(phone.locator("#problems .note")).to_be_visible()
    wifi.restore()
    scribe.poll()
    comes_to(sheet, [FIRST, SECOND])
    expect(phone.locator("#table .total td")).to_have_text(["5", "1", "14", "10"])


@pytest.mark.usefixtures("worker")
def test_a_sheet_reloads_without_a_connection(phone, wifi):
    sheet, scribe = started(phone, wifi.url)
    until(phone, KEPT, links.build_path(sheet))
    wifi.drop()
    first(scribe).is_at(1, "phone")
    phone.on("dialog", lambda dialog: dialog.accept())
    scribe.reload().is_at(1, "phone").all_at("phone")
    second(scribe).is_at(2, "phone")
    expect(phone.locator("#table .total td")).to_have_text(["5", "1", "14", "10"])
    assert rows_of(sheet) == []
    wifi.restore()
    scribe.poll()
    comes_to(sheet, [FIRST, SECOND])
    scribe.is_at(1, "club").is_at(2, "club").all_at("club")
    assert entered(sheet) == [1, 2]


def test_a_reply_that_is_lost_after_the_commit_is_asked_for_again(phone, wifi):
    sheet, scribe = started(phone, wifi.url)
    lost = wifi.swallow("POST /sync/")
    first(scribe)
    lost.wait()
    scribe.is_at(1, "club").all_at("club")
    assert (rows_of(sheet), entered(sheet)) == ([FIRST], [1])


def test_once_all_agreed_without_a_connection_nobody_is_asked_any_more(phone, wifi):
    sheet = opened(rows=[FIRST], options={"games": 1}, approval="all")
    scribe = Scribe(phone, wifi.url, sheet)
    wifi.drop()
    for name in ("Bob", "Cor"):
        agree(phone, name)
        expect(phone.locator("#later")).to_be_visible()
        expect(phone.locator(f'#agreeing [value="{name}"], #agreeing .note')).to_have_count(0)
    agree(phone, "Dik")
    expect(phone.locator("#agreeing .note")).to_be_visible()
    expect(phone.locator("#agreeing form")).to_have_count(0)
    wifi.restore()
    scribe.poll().is_at(1, "approved")


def test_what_was_changed_since_it_was_read_out_is_read_out_anew(phone, site, lossy):
    sheet, scribe = started(phone, site, rows=[FIRST], options={"games": 1})
    expect(phone.locator("#agreeing")).to_be_visible()
    lifecycle.record(sheet=sheet, number=1, row=cells(Ans=6, Bob=DASH, Cor=12, Dik=7))
    expect(scribe.poll().line(1).locator("td").first).to_have_text("6")
    read = phone.locator("#agreeing [name=digest]")
    expect(read).to_have_value(state_of(sheet)["digest"])


def test_leaving_with_something_unsent_warns(phone, wifi):
    scribe = Scribe(phone, wifi.url, opened())
    wifi.drop()
    first(scribe).is_at(1, "phone")
    with phone.expect_event("dialog") as dialog:
        phone.close(run_before_unload=True)
    assert dialog.value.type == "beforeunload"
    dialog.value.accept()


# Two phones


def test_a_difference_with_the_paper_shows_at_once_and_on_load(phone, site):
    sheet, scribe = started(phone, site, rows=[FIRST], options={"games": 1})
    expect(phone.locator("#problems .problem")).to_have_count(0)
    paper = {"totals": {"Ans": 5, "Bob": 0, "Cor": 21, "Dik": 7}}
    lifecycle.record(sheet=sheet, number=0, row=paper, seen=0)
    scribe.poll()
    expect(phone.locator("#problems .problem")).to_contain_text("21")
    scribe.reload()
    expect(phone.locator("#problems .problem")).to_contain_text("21")


def test_two_phones_that_disagree_show_both_until_the_table_chooses(
    device, site, wifi, monkeypatch
):
    """With when each was typed, by whatever clock."""
    with monkeypatch.context() as earlier:
        before = timezone.now() - timedelta(hours=1)
        earlier.setattr(timezone, "now", lambda: before)
        sheet = opened()
    writer, other = (Scribe(device("phone"), site, sheet), Scribe(device("phone"), wifi.url, sheet))
    wifi.drop()
    other.page.clock.set_system_time(1_790_000_000)
    other.press("Bob", "6", "12", "7").save().is_at(1, "phone")
    first(writer).is_at(1, "club")
    other.page.clock.set_system_time(1_790_000_720)
    wifi.restore()
    for scribe in (other, writer):
        scribe.poll()
        expect(scribe.page.locator("#disputed [name=event]")).to_have_count(2)
        expect(scribe.page.locator("#disputed td.differs")).to_have_text(["5", "6"])
        expect(scribe.page.locator("#state")).to_contain_text("Eerst kiest de tafel")
    assert rows_of(sheet) == [FIRST]
    (conflict,) = state_of(sheet)["conflicts"]
    at_once, waited = (datetime.fromisoformat(line["time"]) for line in conflict["versions"])
    assert timedelta(minutes=11) < at_once - waited < timedelta(minutes=13)
    wifi.drop()
    head = other.page.locator("#disputed .names th").nth(1)
    head.evaluate("(name) => name.textContent = 'Oosterbaanverhoevenlinden'")
    box = other.page.locator("#disputed .scroll").first
    assert box.evaluate("(box) => box.scrollWidth - box.clientWidth") == 0
    tap(other.page.locator("#disputed [name=event]").nth(1))
    other.is_at(1, "phone")
    wifi.restore()
    other.poll()
    comes_to(sheet, [cells(Ans=6, Bob=DASH, Cor=12, Dik=7)])
    for scribe in (writer, other):
        scribe.poll()
        expect(scribe.page.locator("#disputed section")).to_have_count(0)
        assert scribe.cells(1)[0] == "6"


def test_what_waited_as_the_form_was_closed_is_still_sent_and_shown_beside_it(phone, wifi):
    sheet, scribe = started(phone, wifi.url)
    wifi.drop()
    second(first(scribe)).is_at(2, "phone")
    lifecycle.close(sheet=sheet)
    wifi.restore()
    scribe.poll()
    expect(phone.locator("#disputed section")).to_have_count(2)
    expect(phone.locator("#closed")).to_be_visible()
    expect(phone.locator("#entry, #agreeing, #sheet [name=event], #table a")).to_have_count(2)
    expect(phone.locator("#entry")).to_be_hidden()
    expect(phone.locator("#agreeing")).to_be_hidden()
    assert (rows_of(sheet), entered(sheet)) == ([], [1, 2])
    lifecycle.reopen(sheet=sheet, reason="r")
    scribe.poll()
    for count in (2, 1):
        expect(phone.locator("#disputed [name=event]")).to_have_count(count)
        tap(phone.locator("#disputed [name=event]").first)
    comes_to(sheet, [FIRST, SECOND])
    expect(phone.locator("#closed")).to_be_hidden()
    expect(phone.locator("#disputed section")).to_have_count(0)


def test_a_correction_of_what_is_still_on_its_way_is_no_conflict(phone, wifi):
    sheet, scribe = started(phone, wifi.url)
    wifi.drop()
    first(scribe).is_at(1, "phone")
    scribe.line(1).locator(".number").click()
    phone.locator(".cell").nth(0).click()
    scribe.press("6").save()
    expect(scribe.line(1).locator("td").first).to_have_text("6")
    wifi.restore()
    scribe.poll()
    comes_to(sheet, [cells(Ans=6, Bob=DASH, Cor=12, Dik=7)])
    assert state_of(sheet)["conflicts"] == []


# Phones of all kinds


@pytest.mark.wide
def test_back_leads_to_the_sheet_as_it_is_now(phone, site):
    sheet, scribe = started(phone, site)
    phone.goto(site)
    lifecycle.record(sheet=sheet, number=1, row=FIRST, seen=0)
    phone.go_back()
    scribe.is_at(1, "club")
    second(scribe).is_at(2, "club")
    assert rows_of(sheet) == [FIRST, SECOND]


@pytest.mark.wide
def test_an_old_tab_hears_what_the_new_one_wrote(phone, site):
    sheet = opened()
    old = Scribe(phone, site, sheet)
    new = Scribe(phone.context.new_page(), site, sheet)
    first(new).is_at(1, "club")
    old.is_at(1, "club")
    second(old).is_at(2, "club")
    assert (rows_of(sheet), entered(sheet)) == ([FIRST, SECOND], [1, 2])


NO_STORE = "indexedDB.open = () => { throw new DOMException('no', 'SecurityError'); }"


def test_a_phone_that_keeps_nothing_sends_straight_on(phone, site):
    phone.add_init_script(NO_STORE)
    sheet, scribe = started(phone, site)
    second(first(scribe)).is_at(2, "club").all_at("club")
    assert rows_of(sheet) == [FIRST, SECOND]


def test_on_plain_http_it_works_and_says_what_to_mind(phone, site, insecure):
    sheet = opened()
    scribe = Scribe(phone, insecure(site), sheet)
    expect(phone.locator("#news .note")).to_be_visible()
    first(scribe).is_at(1, "club")
    assert rows_of(sheet) == [FIRST]
