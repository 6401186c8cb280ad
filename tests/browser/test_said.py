import re

import pytest
from playwright.sync_api import expect

from scoring.sheets import lifecycle
from tests.browser.scribe import (
    NAMES,
    Scribe,
    agree,
    comes_to,
    opened,
    rows_of,
    started,
    state_of,
    tap,
    until,
)
from tests.browser.test_keeping import DASH, FIRST, SECOND, cells
from tests.browser.test_typed import corrected, more
from tests.browser.typist import Typist
from tests.by_day import by_day

JOKERS = cells(Ans={"points": 30, "jokers": 1}, Bob=29, Cor=DASH, Dik=8)

HIGH = cells(Ans={"points": 30, "jokers": 1, "could_meld": True}, Bob=29, Cor=DASH, Dik=8)


# An open verdict


def test_open_verdict_is_asked_for_by_name(phone, site):
    scribe = Scribe(phone, site, opened("amerikaans-jokeren")).press("Cor").type(30)
    phone.locator('.extra [data-value="1"]').click()
    phone.locator(".cell").nth(1).click()
    scribe.type(29, 8)
    cell = phone.locator(".strip .cell").first
    expect(cell).to_contain_text("40/50")
    scribe.next().save()
    note = phone.locator("#entry .messages .note").last
    expect(note).to_contain_text("Nog open: had Ans op tafel gekund? ")
    phone.locator('.extra [data-value="true"]').click()
    expect(cell.locator(".value")).to_have_text(re.compile(r"^\s*50"))


def test_form_with_an_open_verdict_is_not_approved_and_leads_there(phone, site):
    sheet, scribe = started(phone, site, "amerikaans-jokeren", rows=[JOKERS], options={"games": 1})
    link = phone.locator("#agreeing a")
    expect(link).to_have_text("Spel 1: had Ans op tafel gekund?")
    leads = phone.locator("#state .leads")
    expect(leads).to_have_text("Nog open: had Ans op tafel gekund?")
    expect(phone.locator("#agreeing [name=player]")).to_have_count(0)
    expect(phone.locator("#agreeing .read-out")).to_have_count(0)
    cell, total = phone.locator("#table td.open"), phone.locator("#table .total td")
    low, high = re.findall(r"\d+", cell.inner_text())
    assert int(high) == int(low) + 10
    expect(total.first).to_have_text(re.compile(f"{low}/.?{high}"))
    tap(link)
    phone.locator('.extra [data-value="true"]').click()
    scribe.save()
    expect(leads).to_have_text("Gewonnen door Cor")
    expect(phone.locator("#agreeing [name=player]")).to_have_count(3)
    agree(phone, "Bob")
    scribe.all_at("approved")
    assert rows_of(sheet)[0]["entries"]["Ans"]["could_meld"] is True


def test_two_versions_of_a_game_are_named_before_anything_is_read_out(phone, site):
    sheet = opened("amerikaans-jokeren", rows=[JOKERS], options={"games": 1})
    other = {"entries": JOKERS["entries"] | {"Ans": 30}}
    lifecycle.record(sheet=sheet, number=1, row=other, seen=0)
    Scribe(phone, site, sheet)
    note = phone.locator("#agreeing")
    expect(note).to_contain_text("Eerst kiest de tafel welke regel klopt.")
    expect(note.locator("a")).to_have_text("Spel 1")
    expect(note.locator(".read-out")).to_have_count(0)
    expect(note.locator("[name=player]")).to_have_count(0)


def test_long_names_and_both_figures_stand_whole_on_a_narrow_phone(phone, site):
    names = ["Willemien", "Annemarie", "Frederika", "Alexander"]
    scribe = Scribe(phone, site, opened("amerikaans-jokeren", names))
    scribe.press("Willemien").type(29).next()
    phone.keyboard.type("41")
    phone.locator('.extra [data-value="1"]').first.click()
    phone.locator(".cell").nth(3).click()
    phone.keyboard.type("8")
    both = phone.locator(".cell .value.both")
    expect(both).to_have_count(1)
    lines = """one => { const range = document.createRange();
        range.selectNode(one.firstChild); return range.getClientRects().length; }"""
    assert both.evaluate(lines) == 1
    fits = """all => all.every(one => one.scrollHeight <= one.clientHeight + 1
        && [...one.children].every(part => part.scrollWidth <= part.clientWidth + 1))"""
    assert phone.locator(".cell .name").evaluate_all(fits)


@pytest.mark.wide
def test_what_is_pressed_just_now_is_not_drawn_anew(phone, site):
    sheet, scribe = started(phone, site, "amerikaans-jokeren", rows=[JOKERS], options={"games": 1})
    phone.wait_for_selector("[data-settling]", state="detached")
    phone.locator("#agreeing a").hover()
    phone.mouse.down()
    lifecycle.record(sheet=sheet, number=0, row={"totals": {"Ans": 40}})
    scribe.poll()
    phone.wait_for_timeout(500)  # what the site says has come, and waits
    phone.mouse.up()
    expect(phone.locator('.extra [data-value="true"]')).to_be_visible()


@pytest.mark.wide
def test_paper_with_an_open_verdict_is_not_signed(laptop, site):
    sheet = opened("amerikaans-jokeren", rows=[JOKERS], options={"games": 1})
    totals = {"Ans": 40, "Bob": 29, "Cor": 0, "Dik": 8}
    lifecycle.record(sheet=sheet, number=0, row={"totals": totals})
    Typist(laptop, site, sheet)
    expect(laptop.locator("#signing .note")).to_be_visible()
    expect(laptop.locator("#signing button")).to_have_count(0)


@pytest.mark.wide
def test_choosing_another_line_tells_first_what_that_does_to_an_approval(phone, site):
    sheet = opened(rows=[FIRST], options={"games": 1})
    lifecycle.approve(sheet=sheet, player="Bob", read=state_of(sheet)["digest"])
    lifecycle.record(sheet=sheet, number=1, row=SECOND, seen=0)
    Scribe(phone, site, sheet)
    note = phone.locator("#disputed .choose .note")
    expect(note).to_contain_text("Akkoord van Bob. Bewaar je dit, dan is opnieuw akkoord nodig.")
    expect(phone.locator("#disputed .choose").nth(1).locator(".note li")).to_have_count(8)


# What was not taken, beside what was not sent


def test_what_was_not_taken_hides_nothing_that_was_not_sent(device, wifi):
    sheet = opened(rows=[FIRST], options={"games": 3})
    page = device("phone")
    scribe = Scribe(page, wifi.url, sheet)
    wifi.drop()
    scribe.press("Ans", "1", "2", "3").save().is_at(2, "phone")
    lifecycle.set_games(sheet=sheet, games=1)
    wifi.restore()
    scribe.poll().all_at("refused")
    wifi.drop()
    corrected(scribe, 1, 0, "6").save().is_at(1, "phone")
    where, mind = page.locator("#where"), page.locator("#mind")
    expect(where).to_have_text("Niet aangenomen: 1 · nog te versturen: 1")
    expect(mind.locator("p")).to_have_text(re.compile(r"^\s*Niet aangenomen: Spel 2: (?!.*Spel 2)"))
    mind.locator("button").last.click()
    expect(mind.locator("button")).to_have_count(0)
    scribe.all_at("phone")
    wifi.restore()
    scribe.poll()
    comes_to(sheet, [FIRST | {"entries": FIRST["entries"] | {"Ans": 6}}])


def test_paper_tells_why_a_signature_was_not_taken(laptop, wifi):
    sheet = opened(rows=[FIRST], options={"games": 1})
    totals = {"Ans": 5, "Bob": 0, "Cor": 12, "Dik": 7}
    lifecycle.record(sheet=sheet, number=0, row={"totals": totals})
    typist = Typist(laptop, wifi.url, sheet)
    expect(laptop.locator("#signing .main")).to_be_visible()
    wifi.drop()
    laptop.locator("#signing .main").click()
    lifecycle.penalize(sheet=sheet, player="Bob", points=20, reason="late", signed="Els")
    wifi.restore()
    typist.poll().all_at("refused")
    expect(laptop.locator("#mind p")).not_to_be_empty()
    laptop.locator("#mind button").click()
    typist.all_at("club")


@pytest.mark.wide
def test_same_game_on_another_phone_stays_said_while_typing_goes_on(phone, site):
    sheet = opened()
    scribe = Scribe(phone, site, sheet).press("Bob", "5")
    lifecycle.record(sheet=sheet, number=1, row=SECOND, seen=0)
    scribe.poll()
    said = phone.get_by_text(scribe.words()["changed_elsewhere"])
    expect(said).to_be_visible()
    scribe.press("12")
    expect(said).to_be_visible()
    scribe.reload().line(1).locator(".number").click()
    expect(said).to_be_visible()
    phone.locator("#entry .messages button").click()
    expect(said).to_have_count(0)
    assert rows_of(sheet) == [SECOND]
    assert state_of(sheet)["conflicts"] == []


# In one step


def test_game_is_written_down_as_not_played_in_one_press(phone, site):
    sheet = opened()
    scribe = Scribe(phone, site, sheet).press("Bob", "5")
    more(phone).fill("#void-reason", "misdeal")
    phone.locator("#void-reason + .button").click()
    comes_to(sheet, [{"void": "misdeal"}])
    scribe.is_at(1, "club")
    expect(phone.locator("#entry")).to_have_attribute("data-number", "2")
    phone.locator("#entry header button").click()
    expect(phone.locator("#entry")).to_have_attribute("data-number", "1")
    scribe.press("12", "7")
    assert rows_of(sheet) == [{"void": "misdeal"}]
    scribe.save()
    comes_to(sheet, [FIRST])


def test_who_misses_a_game_is_asked_in_the_next_and_misses_it_by_one_key(phone, site):
    phone.set_viewport_size({"width": 360, "height": 640})
    sheet, scribe = started(phone, site, rows=[FIRST])
    more(phone).locator("#special .tick input").nth(3).check()
    more(phone)
    scribe.press("Bob", "5", "7").save().is_at(2, "club")
    expect(phone.locator(".strip .quiet, #entry .messages > *")).to_have_count(0)
    scribe.press("Bob", "1", "2")
    expect(phone.locator("#save")).to_be_in_viewport(ratio=1)
    scribe.way(0).save().is_at(3, "club")
    scribe.reload().press("Bob", "1", "2", "3").save().is_at(4, "club")
    scribe.press("Bob", "1", "2")
    expect(phone.locator(".ways .way")).to_have_count(0)
    out = [cells(Ans=5, Bob=DASH, Cor=7, Dik="x"), cells(Ans=1, Bob=DASH, Cor=2, Dik="x")]
    comes_to(sheet, [FIRST, *out, cells(Ans=1, Bob=DASH, Cor=2, Dik=3)])


@pytest.mark.wide
def test_who_came_late_does_not_sit_out_the_game_they_came_for(phone, site):
    sheet = opened(names=NAMES[:3], rows=[cells(Ans=5, Bob=DASH, Cor=12)])
    lifecycle.add(sheet=sheet, name="Dik", since=2)
    scribe = Scribe(phone, site, sheet)
    scribe.press("Bob", "1", "2", "3").save()
    played = cells(Ans=1, Bob=DASH, Cor=2, Dik=3)
    comes_to(sheet, [cells(Ans=5, Bob=DASH, Cor=12, Dik="x"), played])


# Leaving the page


@pytest.mark.parametrize("page_of", by_day(["sheet", "paper"], "sheet"))
def test_closing_with_something_typed_warns_without_a_connection(laptop, wifi, page_of):
    sheet = opened()
    if page_of == "sheet":
        scribe = Scribe(laptop, wifi.url, sheet).press("Bob", "5").is_at(1, "draft")
    else:
        scribe = Scribe(laptop, wifi.url)
        Typist(laptop, wifi.url, sheet).type("-5 ").is_at(1, "draft")
    wifi.drop()
    with laptop.expect_event("requestfailed"):
        scribe.poll()
    until(laptop, "() => new Promise((told) => setTimeout(told, 50, true))")  # and it knows
    with laptop.expect_event("dialog") as dialog:
        laptop.close(run_before_unload=True)
    assert dialog.value.type == "beforeunload"
    dialog.value.accept()


@pytest.mark.wide
def test_a_connection_that_goes_is_known_at_once_while_something_is_typed(phone, site, lossy):
    scribe = Scribe(phone, site, opened()).press("Bob", "5").is_at(1, "draft")
    scribe.all_at("club")
    phone.wait_for_timeout(500)  # what is asked at the start was answered
    phone.context.set_offline(True)
    soon = 3000  # sooner than it asks again
    expect(phone.locator("#where")).to_have_text(scribe.words()["out_of_reach_club"], timeout=soon)
    with phone.expect_event("dialog") as dialog:
        phone.close(run_before_unload=True)
    assert dialog.value.type == "beforeunload"
    dialog.value.accept()


# A form that was agreed with is changed

AGREED = [FIRST, cells(Ans=9, Bob=1, Cor=DASH, Dik=3)]  # 14, 1, 12, 10
CHANGES = [
    "Spel 1, Bob: — → 12",
    "Spel 1, Cor: 12 → —",
    "Totaal, Bob: 1 → 13",
    "Totaal, Cor: 12 → 0",
]


def agreed(page, site):
    sheet, scribe = started(page, site, rows=AGREED, options={"games": 2})
    agree(page, "Bob")
    scribe.all_at("approved")
    return sheet, scribe


def test_change_of_an_approved_form_is_told_before_and_after(phone, site):
    sheet, scribe = agreed(phone, site)
    scribe.line(1).locator(".number").click()
    phone.locator(".cell").nth(2).click()
    phone.keyboard.press("-")
    phone.locator(".cell").nth(1).click()
    scribe.press("12")
    note = phone.locator("#entry .messages .note")
    expect(note.locator("li")).to_have_text(CHANGES)
    expect(note).to_contain_text("Akkoord van Bob")
    expect(note).to_contain_text("Nu gewonnen door Cor, niet meer door Bob")
    scribe.save().all_at("club")
    assert not state_of(sheet)["approved"]
    after = phone.locator("#lapsed")
    expect(after.locator("li")).to_have_text(CHANGES)
    expect(after).to_contain_text("Nu gewonnen door Cor, niet meer door Bob")
    for width, height in ((360, 640), (1366, 650)):
        phone.set_viewport_size({"width": width, "height": height})
        expect(phone.locator('#agreeing [value="Dik"]')).to_be_in_viewport(ratio=1)
    agree(phone, "Dik")
    scribe.all_at("approved")
    expect(after.locator("li")).to_have_count(0)


@pytest.mark.parametrize("locale", by_day(["nl-NL", "de-DE", "en"], "de-DE"))
def test_save_stays_in_sight_under_what_a_change_does(device, site, locale):
    page = device("phone", locale=locale)
    sheet = opened("amerikaans-jokeren", rows=[HIGH], options={"games": 1})
    lifecycle.approve(sheet=sheet, player="Bob", read=state_of(sheet)["digest"])
    Scribe(page, site, sheet).line(1).locator(".number").click()
    page.locator(".cell").nth(3).click()
    page.keyboard.press("9")
    page.locator('.extra [data-value="1"]').click()
    page.locator('.extra [data-value="true"]').click()
    note, save = page.locator("#entry details.note"), page.locator("#entry .save")
    expect(note.locator("li").first).to_be_hidden()
    expect(save).to_be_in_viewport(ratio=1)
    note.locator("summary").click()
    expect(note.locator("li").first).to_be_visible()
    expect(save).to_be_in_viewport(ratio=1)


def test_change_of_a_signed_form_is_told_where_it_is_typed_in(device, site):
    sheet, _scribe = agreed(device("phone"), site)
    page = device("laptop")
    typist = Typist(page, site, sheet)
    expect(page.locator("#signing a")).to_be_visible()
    typist.cell("g1-p1").focus()
    typist.type("6")
    expect(page.locator("#lapsed li")).to_have_text(["Spel 1, Ans: 5 → 6", "Totaal, Ans: 14 → 15"])
    expect(page.locator("#signing a")).to_have_count(0)
    typist.press("ArrowDown").all_at("club")
    expect(page.locator("#lapsed li")).to_have_count(2)
    expect(page.locator("#lapsed")).to_contain_text("Nog steeds gewonnen door Bob")


# Keys stay where they are

PLACES = """() => [...document.querySelectorAll("#entry .pad .keys .key")].map((key) => {
  const { x, y } = key.getBoundingClientRect();
  return [key.textContent, Math.round(x), Math.round(y)];
})"""


@pytest.mark.parametrize("kind", by_day(["phone", "laptop"], "phone"))
def test_note_moves_no_key(device, site, kind):
    page = device(kind)
    scribe = Scribe(page, site, opened()).press("Cor")
    notes = page.locator("#entry .messages .note")
    before = page.evaluate(PLACES)
    scribe.save()
    expect(notes).to_contain_text("Nog open: Ans")
    assert page.evaluate(PLACES) == before
    scribe.press("5")
    expect(notes).to_have_count(0)
    assert page.evaluate(PLACES) == before
