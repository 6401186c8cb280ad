import pytest
from playwright.sync_api import expect

from scoring.sheets import lifecycle
from tests.browser.scribe import NAMES, Scribe, comes_to, counted_taps, fits, opened, started
from tests.browser.test_entering import DASH, cells


def last(page):
    return page.locator("#entry .last")


def test_after_each_game_its_figures_and_all_totals_are_in_view_and_one_press_mends_it(phone, site):
    first = cells(Ans=5, Bob=DASH, Cor=12, Dik=7)
    sheet, scribe = started(phone, site, rows=[first])
    scribe.press("Ans", "1", "2", "3").save()
    expect(last(phone)).to_contain_text(
        "Ans — · Bob 1 · Cor 2 · Dik 3 → stand 5\u00a0/ 1\u00a0/ 14\u00a0/ 10"
    )
    assert fits(phone)
    last(phone).locator("button").click()
    expect(phone.locator("#entry")).to_have_attribute("data-number", "2")
    expect(last(phone)).to_be_hidden()
    phone.locator(".cell").nth(3).click()
    scribe.press("4").save()
    comes_to(sheet, [first, cells(Ans=DASH, Bob=1, Cor=2, Dik=4)])
    expect(last(phone)).to_contain_text("Dik 4 → stand 5\u00a0/ 1\u00a0/ 14\u00a0/ 11")
    lifecycle.record(sheet=sheet, number=1, row=cells(Ans=6, Bob=DASH, Cor=12, Dik=7), seen=2)
    scribe.poll()
    expect(last(phone)).to_contain_text("stand 6\u00a0/")  # written elsewhere
    phone.locator("#table [data-game='1']").first.click()
    expect(last(phone)).to_be_hidden()  # it tells of game 2


def test_keys_that_a_game_of_another_phone_moves_take_no_press_at_first(phone, site):
    sheet, scribe = started(phone, site)
    scribe.line(2).locator(".number").click()
    scribe.press("Bob")
    lifecycle.record(sheet=sheet, number=1, row=cells(Ans=5, Bob=DASH, Cor=12, Dik=7), seen=0)
    scribe.poll()
    phone.wait_for_selector("#entry[data-settling] .last:not([hidden])")


def test_names_of_six_letters_are_whole_on_a_small_phone(phone, site):
    names = ["Henk", "Corrie", "Anneke", "Dik"]
    Scribe(phone, site, opened("klaverjassen", names, rows=[{"points_24": 62}]))
    whole = "names => names.map((name) => name.scrollWidth <= name.clientWidth)"
    assert last(phone).locator(".name").evaluate_all(whole) == [True] * 4
    assert fits(phone)


ALL = cells(Ans=15, Bob=0, Cor=0, Dik=0)
HEARTS = cells(Ans=13, Bob=13, Cor=0, Dik=0)
JOLLY = {
    "Ans": {"meld": 250, "out": True},
    "Bob": {"meld": 40, "hand": 20},
    "Cor": {"meld": 0, "hand": 30},
}
EXACT = [{"entries": JOLLY | {"Ans": {"meld": meld, "out": True}}} for meld in (270, 170)]


@pytest.mark.parametrize(
    ("played", "told", "far"),
    [
        (("klaverjassen",), "Ans + Cor spelen", ""),
        (("klaverjassen", {"points_24": 62}), "Bob + Dik spelen", "→ stand"),
        (("klaverjassen", {"points_13": 62}), "", "Ans + Cor 0 nat · Bob + Dik 162 →"),
        (("hartenjagen", HEARTS, HEARTS), "3 naar de overkant", "nog 74 punten tot 100"),
        (("hartenjagen-dutch", *[ALL] * 4), "♣7", "nu gaan de punten eraf"),
        (("amerikaans-jokeren",), "joker 10/20", ""),
        (("jolly", *EXACT), "joker 50", "precies 500 is niet genoeg"),
        (("rummy", {"end": "out"} | cells(Ans=20, Bob=DASH)), "", "→ stand 0\u00a0/ 1"),
        (("vijfhonderd", {"bid": "7H", "by": "Ans", "tricks": 8}), "", "nog 300 punten tot 500"),
    ],
    ids=str,
)
def test_who_plays_or_passes_what_a_joker_counts_and_how_far_it_is_are_in_view(
    phone, site, played, told, far
):
    key, *rows = played
    game, *variant = key.split("-dutch")
    options = {"variant": "dutch"} if variant else {}
    names = [*rows[0]["entries"]] if game in ("jolly", "rummy") else NAMES
    Scribe(phone, site, opened(game, names, rows=rows, options=options))
    expect(phone.locator("#entry header p")).to_contain_text(told)
    expect(last(phone)).to_contain_text(far)
    assert fits(phone)


def test_nothing_is_left_as_it_is_before_anything_is_typed_in_a_game_that_somebody_left(
    phone, site
):
    sheet = opened(rows=[cells(Ans=5, Bob=DASH, Cor=12, Dik=7)])
    lifecycle.leave(sheet=sheet, player="Dik", since=2)
    scribe = Scribe(phone, site, sheet)
    expect(phone.locator(".ending button")).to_have_count(1)
    scribe.line(1).locator(".number").click()
    expect(phone.locator(".ending .leave")).to_be_visible()


def test_who_shares_a_pool_is_told_and_saved_at_once(phone, site):
    sheet = opened("rummikub")
    scribe = Scribe(phone, site, sheet).press("pool")
    scribe.type(20, 35, 20, 30)
    expect(phone.locator("#entry .note")).to_contain_text("delen")
    scribe.save()
    comes_to(sheet, [{"end": "pool"} | cells(Ans=20, Bob=35, Cor=20, Dik=30)])
    row = {"end": "pool", **cells(Ans=1, Bob=1, Cor={"tiles": ["*", "6o"]})}
    scribe = Scribe(phone, site, opened("rummikub", NAMES[:3], [row] * 2))
    assert [text.split()[0] for text in scribe.cells(2)] == ["17", "18", "−35"]


def test_what_was_bid_together_and_why_a_number_is_grey_stand_below_the_numbers(phone, site):
    scribe = Scribe(phone, site, opened("boerenbridge", NAMES[:3], options={"course": "down"}))
    scribe.press("2", "3")
    expect(phone.locator(".pad > .quiet")).to_contain_text("Samen tot nu toe: 5.")
    expect(phone.locator(".pad > .quiet")).to_contain_text("bied iets anders dan 5")
    assert fits(phone)
    scribe.press("6")
    expect(phone.locator(".pad > .quiet")).to_have_text("Bod samen: 11. Samen tot nu toe: 0.")
    scribe.press("1", "4", "5")  # the last figure is the open one still
    expect(phone.locator(".pad > .quiet")).to_have_text("Bod samen: 11. Samen tot nu toe: 10.")
    phone.set_viewport_size({"width": 180, "height": 320})  # as letters twice as large
    key, save = phone.locator(".few .key").first.bounding_box(), phone.locator("#save")
    assert key["y"] < save.bounding_box()["y"]
    scribe.go(opened("boerenbridge", NAMES[:3]))
    why = "2 is meer dan dit spel kaarten heeft: vul hoogstens 1 in."
    expect(phone.locator(".pad > .quiet")).to_have_text(f"Samen tot nu toe: 0. {why}")


def test_jolly_can_be_written_as_one_figure_a_player(phone, site):
    sheet, scribe = started(phone, site, "jolly", NAMES[:3], options={"write": "total"})
    with counted_taps(phone) as taps:
        scribe.press("150", "154", "90", "95", "−60", "−65").save()
    assert taps == [7]
    comes_to(sheet, [cells(Ans=154, Bob=95, Cor=-65)])
    expect(last(phone)).to_contain_text("stand 154\u00a0/ 95\u00a0/ −65 · nog 346 punten tot 500")
    scribe.press("20").way(0).type(187)  # what has no keys of its own is typed
    scribe.next().press("40")
    expect(phone.locator("#save")).to_have_text("Nog open: Bob")
    phone.keyboard.type("8")
    phone.keyboard.press("Enter")
    scribe.press("−1–9", "−8").save()
    comes_to(sheet, [cells(Ans=154, Bob=95, Cor=-65), cells(Ans=187, Bob=8, Cor=-8)])
