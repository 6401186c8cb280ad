import re

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from scoring.models import Sheet
from scoring.sheets import lifecycle, links
from tests.browser.scribe import Scribe, pick
from tests.scoring.views.table import opened


def address(site, sheet, name, query=""):
    return site + reverse(f"scoring:{name}", args=[links.make_key(sheet)]) + query


# Who sits where


@pytest.fixture
def seats(phone, site):
    phone.goto(f"{site}{reverse('scoring:new')}?game=jokeren")
    for place, name in enumerate(("Ans", "Bob", "Cor", "Dik"), 1):
        phone.fill(f"[name=name_{place}]", name)
    return phone


def seated(page):
    return [page.input_value(f"[name=name_{place}]") for place in range(1, 5)]


def scribe(page):
    return page.locator("[name=scribe]:checked").get_attribute("value")


def test_names_are_dragged_and_moved_by_arrow_keys_and_buttons_and_the_scribe_goes_along(seats):
    places = [seats.locator(f".seat:nth-child({seat}) .place") for seat in (1, 3)]
    start, end = (place.bounding_box() for place in places)
    seats.mouse.move(start["x"] + 20, start["y"] + 20)
    seats.mouse.down()
    seats.mouse.move(end["x"] + 20, end["y"] + 20, steps=8)
    seats.mouse.up()
    assert (seated(seats), scribe(seats)) == (["Bob", "Cor", "Ans", "Dik"], "3")
    expect(seats.locator(".moving")).to_have_count(0)
    seats.focus(".seat:nth-child(1) .down")
    for _ in range(2):
        seats.keyboard.press("ArrowDown")
    assert seated(seats) == ["Cor", "Ans", "Bob", "Dik"]
    expect(seats.locator(".seat:nth-child(3) .down")).to_be_focused()
    seats.focus("[name=name_4]")
    seats.keyboard.press("Alt+ArrowUp")
    assert seated(seats) == ["Cor", "Ans", "Dik", "Bob"]
    expect(seats.locator("[name=name_3]")).to_be_focused()
    expect(seats.locator(".seat:nth-child(1) .up")).to_be_disabled()
    expect(seats.locator(".seat:last-child .down")).to_be_disabled()
    seats.click(".seat:nth-child(2) .down")
    assert (seated(seats), scribe(seats)) == (["Cor", "Dik", "Ans", "Bob"], "3")
    expect(seats.locator("main p[role=status]")).to_have_text(re.compile(r"Ans.*\b3\b"))
    seats.click(".seat:nth-child(4) .up")
    assert (seated(seats), scribe(seats)) == (["Cor", "Dik", "Bob", "Ans"], "4")
    seats.click(".seat:nth-child(2) .up")  # no higher
    expect(seats.locator(".seat:nth-child(1) .down")).to_be_focused()
    seats.click("main button.main")
    seats.wait_for_url("**/s/**")
    assert [seat.name for seat in Sheet.objects.get().seats.all()] == ["Dik", "Cor", "Bob", "Ans"]


def test_who_begins_moves_with_the_name(laptop, site):
    laptop.goto(f"{site}/sheets/new/?game=rummikub-international")
    laptop.select_option("[name=starter]", "2")
    laptop.click(".seat:nth-child(2) .down")
    expect(laptop.locator("[name=starter]")).to_have_value("3")
    laptop.click(".seat:nth-child(1) .down")
    expect(laptop.locator("[name=starter]")).to_have_value("3")
    laptop.click(".seat:nth-child(4) .up")
    expect(laptop.locator("[name=starter]")).to_have_value("4")


def test_language_is_chosen_where_that_costs_nothing_typed(seats, site):
    expect(seats.locator("footer a").first).to_be_visible()
    expect(seats.locator("footer [value=de]")).to_be_hidden()
    seats.goto(f"{site}/login/")
    seats.click("footer [value=de]")
    expect(seats.locator("html")).to_have_attribute("lang", "de")
    assert seats.url == f"{site}/login/"


# The judge


def test_contracts_are_called_after_what_they_go_with(phone, site):
    """At once, before anything is sent."""
    phone.goto(f"{site}{reverse('scoring:new')}?game=amerikaans-jokeren")
    phone.click("summary:has-text('Huisregels')")
    for by, shown, hidden in (("round", "Ronde 3", "Spel 3"), ("game", "Spel 3", "Ronde 3")):
        phone.select_option("[name=rule_contract_by]", by)
        expect(phone.get_by_role("combobox", name=shown, exact=True)).to_be_visible()
        expect(phone.get_by_role("combobox", name=hidden, exact=True)).to_have_count(0)


def test_cards_are_picked_and_the_answer_is_about_these_alone_and_takes_a_connection(
    phone, site, trouble
):
    sheet = opened()
    phone.goto(address(site, sheet, "judge"))
    pick(phone, "5h 6h 7h")
    phone.click("main button.main")
    expect(phone.locator(".verdict.yes .face")).to_have_count(3)
    expect(phone).to_have_url(re.compile(r"\?ask=meld&on_table=&cards=5h\+6h\+7h$"))
    phone.go_back()
    expect(phone.locator(".verdict")).to_have_count(0)
    phone.goto(address(site, sheet, "judge", "?ask=meld&cards=5h+6h+7h"))
    expect(phone.locator(".verdict")).to_have_count(1)
    phone.locator(".picked button").first.click()
    expect(phone.locator(".verdict")).to_have_count(0)
    assert phone.input_value("#cards") == "6h 7h"
    trouble.expect("ERR_INTERNET_DISCONNECTED")
    phone.context.set_offline(True)
    phone.click("main button.main")
    expect(phone.locator("#answer .note")).to_be_visible()
    assert phone.input_value("#cards") == "6h 7h"


@pytest.mark.parametrize(
    ("game", "keys", "cards"),
    [
        ("jokeren", [*"s90j*ha", "Backspace"], "9s 10s Js *"),
        ("rummikub", "12r1b3", "12k 1r 3b"),  # above nine a tile takes two keys
        ("klaverjassen", "s6710*ha", "7s 10s Ah"),  # of thirty-two, without jokers
    ],
)
def test_cards_are_typed_on_a_keyboard(laptop, site, game, keys, cards):
    names = ["Ans", "Bob", "Cor", "Dik"]
    laptop.goto(address(site, opened(game, names=names), "judge"))
    laptop.focus(".suits button:first-child")
    for key in keys:
        laptop.keyboard.press(key)
    assert laptop.input_value("#cards") == cards


def test_no_more_cards_than_the_packs_hold(phone, site):
    phone.goto(address(site, opened("amerikaans-jokeren"), "judge"))
    ace = phone.locator('.picker [data-card="Ah"]')
    ace.click()
    ace.click()
    expect(ace).to_be_disabled()
    assert phone.input_value("#cards") == "Ah Ah"


def test_trick_is_valued_under_the_trumps_chosen_and_only_what_it_needs_is_asked(phone, site):
    sheet = opened("klaverjassen", names=["Ans", "Bob", "Cor", "Dik"])
    phone.goto(address(site, sheet, "judge"))
    expect(phone.locator(".picker [data-card='*']")).to_have_count(0)
    pick(phone, "Jh Qh Kh Ah")
    expect(phone.locator('.picker [data-card="7h"]')).to_be_disabled()
    phone.click(".trumps label.h")
    phone.click("main button.main")
    expect(phone.locator(".verdict h2")).to_contain_text("70")
    expect(phone.locator(".worth li")).to_have_count(2)
    phone.click(".trumps label.s")
    expect(phone.locator(".verdict")).to_have_count(0)
    phone.click("main button.main")
    expect(phone.locator(".verdict h2")).to_contain_text("50")
    cards, figures = phone.locator(".picker"), phone.locator("#points_13")
    expect(cards).to_be_visible()
    expect(figures).to_be_hidden()
    phone.click("label:has([name=ask][value=nat])")
    expect(cards).to_be_hidden()
    figures.fill("81")
    phone.click("main button.main")
    expect(phone.locator(".verdict.yes h2")).to_contain_text("81")


# The link, and the history


def test_link_is_copied_with_one_tap(phone, site):
    sheet = opened()
    phone.context.grant_permissions(["clipboard-read", "clipboard-write"])
    phone.goto(address(site, sheet, "share"))
    phone.click(".copying button")
    said = phone.locator(".copying [data-copied]")
    expect(said).to_have_text(said.get_attribute("data-copied"))
    assert phone.evaluate("navigator.clipboard.readText()") == site + links.build_path(sheet)


def test_this_phone_knows_itself_in_the_history(phone, site):
    sheet = opened()
    Scribe(phone, site, sheet)
    own = phone.evaluate(DEVICE)
    for number, device in enumerate((own, "another"), 1):
        lifecycle.record(sheet=sheet, number=number, row={"entries": {"Ans": "-"}}, device=device)
    phone.goto(address(site, sheet, "history"))
    names = phone.locator("[data-device]")
    here = phone.locator(".history").get_attribute("data-here")
    expect(names.nth(1)).to_have_text(here)
    expect(names.nth(0)).not_to_have_text(here)


def test_earlier_entry_is_entered_again_from_the_history(phone, site):
    row = {"entries": {"Ans": 5, "Bob": "-", "Cor": 12}}
    sheet = opened(rows=[row, row])
    lifecycle.record(sheet=sheet, number=1, row={"entries": {"Ans": "-", "Bob": 6, "Cor": 1}})
    phone.goto(address(site, sheet, "history"))
    phone.click(".history a[data-row]")
    scribe = Scribe(phone, site)
    scribe.ready()
    expect(phone.locator("#entry-title")).to_contain_text("1")
    scribe.save()
    expect(phone.locator("#table [data-game='1'] td").first).to_have_text("5")
    expect(phone).to_have_url(site + links.build_path(sheet))


def test_link_to_a_game_opens_it(phone, site):
    sheet = opened(rows=[{"entries": {"Ans": 5, "Bob": "-", "Cor": 12}}])
    phone.goto(f"{site}{links.build_path(sheet)}game/1/")
    Scribe(phone, site).ready()
    expect(phone.locator("#entry-title")).to_contain_text("1")


# Without scripts


def test_without_scripts_all_is_read_and_what_only_they_can_do_is_not_offered(device, site):
    page = device("phone", java_script_enabled=False)
    sheet = opened(rows=[{"entries": {"Ans": 5, "Bob": "-", "Cor": 12}}] * 2, options={"games": 2})
    lifecycle.record(sheet=sheet, number=2, row={"entries": {"Ans": 6, "Bob": "-", "Cor": 1}})
    pressed = "button, input:not([readonly]), select, a.number, a[data-row]"
    for name in ("history", "paper", "sheet"):
        page.goto(address(site, sheet, name))
        expect(page.locator("main").locator(pressed).locator("visible=true")).to_have_count(0)
        if name == "paper":
            assert page.locator("tbody >> nth=0").locator("tr >> nth=1").locator(
                "td"
            ).all_inner_texts() == ["6", "—", "1", ""]
        if name != "history":
            expect(page.locator("noscript p")).to_be_visible()
    assert page.locator("#table .total td").all_inner_texts() == ["11", "0", "13"]
    page.goto(f"{site}{reverse('scoring:new')}?game=jokeren")
    expect(page.locator(".moves").first).to_be_hidden()
    page.goto(address(site, sheet, "share"))
    expect(page.locator(".copying")).to_be_hidden()
    page.goto(address(site, sheet, "judge"))
    page.fill("#cards", "5h 6h 7h")
    page.click("main button.main")
    expect(page.locator(".verdict.yes .face")).to_have_count(3)


DEVICE = """() => new Promise((resolve) => {
  indexedDB.open("streepje").onsuccess = ({ target }) => {
    const asked = target.result.transaction("phone").objectStore("phone").get("device");
    asked.onsuccess = () => resolve(asked.result.value);
  };
})"""
