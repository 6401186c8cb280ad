import re

import pytest
from playwright.sync_api import expect

from scoring.sheets import lifecycle, links
from tests.browser.scribe import Scribe, comes_to, counted_taps, opened, rows_of, started, tap

KEY = "klaverjassen"


def figures(page):
    return page.locator(".sides .person b").all_inner_texts()


def side(page, place):
    return page.locator(f'.sides [data-side="{place}"]')


def test_figure_is_asked_of_the_side_that_does_not_play_and_moves_to_the_other(phone, site):
    sheet, scribe = started(phone, site, KEY)
    expect(phone.locator("#entry header p")).to_contain_text("Cor")  # begins, and plays
    roem = phone.locator(".adder > :first-child")
    expect(roem).to_have_text([re.compile("roem *Ans"), re.compile("roem *Bob")])
    expect(phone.locator("#save")).to_have_text("Nog open: Bob + Dik")
    expect(side(phone, 1)).to_have_attribute("aria-pressed", "true")
    scribe.type(62)
    assert figures(phone) == ["100", "62"]
    expect(side(phone, 0).locator("small")).to_have_text("= 100")
    scribe.count_for(0)
    assert figures(phone) == ["62", "100"]
    expect(side(phone, 0).locator("small")).to_have_text("= 0 · nat")
    scribe.save()
    comes_to(sheet, [{"points_13": 62}])


def test_what_happens_now_and_then_takes_two_taps(phone, site):
    sheet, scribe = started(phone, site, KEY)
    counted = []
    for number, write in enumerate(
        (
            lambda: scribe.mark("nat"),
            lambda: scribe.mark("pit", 1),
            lambda: scribe.add(1, 50).mark("revoke", 0),
        ),
        1,
    ):
        expect(phone.locator("#entry")).to_have_attribute("data-number", f"{number}")
        with counted_taps(phone) as taps:
            write().save()
        counted += taps
    assert counted == [2, 2, 3]
    comes_to(sheet, [{"nat": True}, {"pit": "24"}, {"roem_24": 50, "revoke": "13"}])


def test_what_was_said_last_counts_and_a_figure_that_no_cards_make_is_refused(phone, site):
    sheet = opened(KEY)
    scribe = Scribe(phone, site, sheet).type(62).mark("pit", 1).mark("pit", 1)
    assert figures(phone) == ["nog open", "nog open"]
    scribe.mark("nat").type(7)
    expect(phone.locator('[data-key="nat"]')).to_have_attribute("aria-pressed", "false")
    scribe.type(1).save()
    comes_to(sheet, [{"points_24": 71}])
    scribe.is_at(1, "club").type(62).add(0, 20, 50).add(1, 200)
    phone.locator(".adder .plain").nth(1).click()
    expect(phone.locator(".adder .plain")).to_have_count(1)
    scribe.save()
    comes_to(sheet, [{"points_24": 71}, {"points_13": 62, "roem_13": 70}])
    scribe.is_at(2, "club").type(1)
    expect(phone.locator("#entry .problem")).to_have_count(0)
    scribe.save()
    expect(phone.locator("#entry .problem")).to_be_visible()
    assert len(rows_of(sheet)) == 2
    scribe.type(61)
    expect(phone.locator("#entry .problem")).to_have_count(0)
    assert figures(phone) == ["101", "61"]


def test_card_says_who_leads_in_hartenjagen_and_the_last_points_have_to_add_up(phone, site):
    sheet, scribe = started(phone, site, "hartenjagen")
    expect(phone.locator("#entry header p")).to_contain_text("Bob geeft · wie ♣2 heeft komt uit")
    phone.locator("summary", has_text="Meer").click()
    expect(phone.get_by_text("Wie speelt dit spel niet mee?")).to_have_count(0)
    scribe.type(13, 5, 8).next()
    expect(phone.locator(".strip .value")).to_have_text(["13", "5", "8", ""])
    scribe.type(1).save()
    expect(phone.locator("#entry .problem")).to_contain_text("26")
    assert rows_of(sheet) == []
    scribe.type(0).save()
    comes_to(sheet, [{"entries": {"Ans": 13, "Bob": 5, "Cor": 8, "Dik": 0}}])


def test_last_one_left_of_a_play_off_has_won(phone, site):
    tie = {"Ans": {"meld": 90, "out": True}, "Bob": {"meld": 140, "hand": 20}}
    rest = {"Cor": {"meld": 40, "hand": 10}, "Dik": {"meld": 40, "hand": 10}}
    left = {"Ans": "x", "Cor": "x", "Dik": "x"}
    rows = [{"entries": tie | rest}, {"entries": left}]
    Scribe(phone, site).page.goto(
        site + links.build_path(opened("jolly", options={"target": 100}, rows=rows))
    )
    expect(phone.locator("main")).to_contain_text("Gewonnen door Bob")


def test_keys_write_figure_roem_and_marks(laptop, site):
    sheet = opened(KEY)
    Scribe(laptop, site, sheet)
    typed = [["6", "2", "5", "Backspace", "+", "2", "0"], ["ArrowRight", "p"], ["n"], ["v"]]
    for number, keys in enumerate(typed, 1):
        expect(laptop.locator("#entry")).to_have_attribute("data-number", f"{number}")
        for key in (*keys, "Enter"):
            laptop.keyboard.press(key)
    rows = [{"points_24": 62, "roem_24": 20}, {"pit": "24"}, {"nat": True}, {"revoke": "13"}]
    comes_to(sheet, rows)


@pytest.mark.wide
def test_saved_game_is_corrected_and_undone(phone, site):
    rows = [{"points_24": 62}, {"points_13": 70}]
    sheet, scribe = started(phone, site, KEY, rows=rows)
    scribe.line(1).locator(".number").click()
    phone.locator(".digits [aria-label]").click()
    scribe.type(63)
    expect(side(phone, 1).locator(".was")).to_contain_text("62")
    scribe.save()
    comes_to(sheet, [{"points_24": 63}, rows[1]])
    phone.locator("#entry .undo").click()
    scribe.save()
    comes_to(sheet, rows)


def test_half_a_figure_is_there_after_a_reload(phone, site):
    scribe = Scribe(phone, site, opened(KEY)).count_for(0).type(9).add(1, 20)
    scribe.reload()
    expect(side(phone, 0)).to_have_attribute("aria-pressed", "true")
    assert figures(phone) == ["9", "153"]


@pytest.mark.wide
def test_two_phones_that_count_differently_are_shown_side_by_side(phone, site):
    sheet = opened(KEY)
    scribe = Scribe(phone, site, sheet).type(62)
    lifecycle.record(sheet=sheet, number=1, row={"points_24": 63}, seen=0)
    scribe.save()
    expect(phone.locator(".disputed .choose")).to_have_count(2)
    tap(phone.locator(".disputed .choose .button").last)
    expect(phone.locator(".disputed .choose")).to_have_count(0)
    assert rows_of(sheet)[0]["points_24"] in (62, 63)


def test_keys_pressed_while_a_game_is_saved_go_to_the_next(laptop, site):
    sheet = opened(KEY)
    Scribe(laptop, site, sheet).type(62)
    laptop.locator("body").evaluate(PRESSED, ["Enter", "Enter", "8", "0"])
    expect(laptop.locator("#entry")).to_have_attribute("data-number", "2")
    expect(laptop.locator('.sides [data-side="0"] b')).to_have_text("80")  # Dik begins
    comes_to(sheet, [{"points_24": 62}])
    laptop.keyboard.press("Enter")
    comes_to(sheet, [{"points_24": 62}, {"points_13": 80}])


PRESSED = """(body, keys) => keys.forEach((key) =>
    body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true })))"""


# Asked in turn


def test_who_took_all_points_is_told_by_them_or_said_at_any_time(phone, site):
    sheet = opened("hartenjagen")
    scribe, figures = Scribe(phone, site, sheet), phone.locator(".strip .value")
    scribe.type(0, 26)
    expect(figures).to_have_text(["26", "0", "26", "26"])
    scribe.save()
    comes_to(sheet, [{"moon": "Bob"}])
    moon = phone.locator('.way[data-key="moon"]')
    scribe.type(13)
    moon.click()
    scribe.press("Bob")
    expect(figures).to_have_text(["26", "0", "26", "26"])
    scribe.press("Bob")
    expect(phone.locator(".main.save")).to_have_count(0)
    tap(phone.locator("#save"))  # back, with who it was still to be said
    expect(phone.locator("#question")).to_contain_text("Ans")
    moon.click()
    scribe.press("Cor").save()
    comes_to(sheet, [{"moon": "Bob"}, {"moon": "Cor"}])


@pytest.mark.wide
def test_bids_of_four_cards_at_most_are_asked_one_by_one(phone, site):
    sheet, scribe = started(phone, site, "boerenbridge", options={"most": 4})
    expect(phone.locator("h2 small")).to_contain_text("7")  # one to four cards, and back
    expect(phone.locator("#question")).to_contain_text("Cor")
    scribe.press("1", "0", "0", "1")
    scribe.press("0", "1", "0", "0").save()
    bids = {"Ans": 0, "Bob": 1, "Cor": 1, "Dik": 0}
    tricks = {"Cor": 0, "Dik": 1, "Ans": 0, "Bob": 0}
    cells = {name: {"bid": bid, "tricks": tricks[name]} for name, bid in bids.items()}
    comes_to(sheet, [{"entries": cells}])


def test_bids_and_tricks_that_would_be_refused_are_grey(phone, site):
    sheet, scribe = started(phone, site, "boerenbridge", rows=[])
    grey = phone.locator(".few .key:disabled")
    expect(phone.locator(".question")).to_contain_text("Cor")
    expect(grey).to_have_count(9)  # one card: 2 to 10
    scribe.press("1", "1", "0")
    expect(phone.locator(".question")).to_contain_text("Bob")
    scribe.press("1", "1", "0", "0")
    expect(grey).to_have_count(10)  # but 0 is left to Bob
    scribe.press("0").save()
    bids = {"Ans": 0, "Bob": 1, "Cor": 1, "Dik": 1}
    cells = {name: {"bid": bid, "tricks": int(name == "Cor")} for name, bid in bids.items()}
    comes_to(sheet, [{"entries": cells}])
