from playwright.sync_api import expect

from scoring.sheets import links, player_changes
from tests.browser.scribe import cells, comes_to, opened, rows_of, started, tap
from tests.browser.typist import Typist

KEY = "klaverjassen"
THEIRS = {"points": 1309, "roem": 230, "pits": 0, "counter_pits": 0, "nat": 0}
OURS = {"points": 1283, "roem": 320, "pits": 1, "counter_pits": 0, "nat": 2}


def test_round_is_asked_side_by_side_and_adds_up_by_itself_for_nobody(phone, site):
    sheet, scribe = started(phone, site, KEY, options={"entry": "totals"})
    expect(phone.locator("#entry-title")).not_to_contain_text("1")
    scribe.type(1283, 320).next().press("1").press("0").press("2")
    # What is left of 2592 is nowhere to be seen: the second side counts for itself.
    assert "1309" not in phone.locator("#sheet").inner_text()
    scribe.type(1308).next().type(230).next().press("0", "0", "0")
    expect(phone.locator("#entry .problem")).to_contain_text("2592 = 16 × 162")
    tap(phone.locator(".strip .cell").nth(1))
    tap(phone.locator(".digits .key:has(.erase)"))
    scribe.type(1309).save()
    comes_to(sheet, [{"entries": {"Ans": OURS, "Bob": THEIRS}}])
    expect(phone.locator("#table .sum.total")).to_contain_text("1603")
    expect(phone.locator("#control")).to_contain_text("2592 = 16 × 162")


def test_form_of_a_pile_is_typed_as_totals(laptop, site):
    sheet = opened(KEY)
    typist = Typist(laptop, site, sheet)
    laptop.locator(".switch button").click()
    typist.ready().at("g1-p1-points")
    typist.row(1283, 320, 1, "", 2, 1309, 230, "", "", "").at("g0-totals-p1").row(1603, 1539)
    typist.is_at(1, "club")
    ours = {key: value for key, value in OURS.items() if value}
    assert rows_of(sheet) == [{"entries": {"Ans": ours, "Bob": {"points": 1309, "roem": 230}}}]
    laptop.locator("#signing button").first.click()
    expect(laptop.locator("#where .mark-approved")).to_be_attached()


def test_enter_after_the_last_total_leads_to_what_says_it_is_signed(laptop, site):
    sheet = opened("amerikaans-jokeren", options={"entry": "totals"})
    typist = Typist(laptop, site, sheet).row(101, 73, 208, 155)
    typist.press("Enter")
    comes_to(sheet, [cells(Ans=101, Bob=73, Cor=208, Dik=155)])
    signing = laptop.locator("#signing .main")
    expect(signing).to_be_focused()
    laptop.wait_for_timeout(700)  # an Enter at once is that of the last cell
    typist.press("Enter")
    expect(laptop.locator("#where .mark-approved")).to_be_attached()


def test_form_of_who_went_home_before_it_may_have_totals_alone_too(laptop, site):
    sheet = opened("amerikaans-jokeren")
    player_changes.leave(sheet=sheet, player="Cor", since=1)
    typist = Typist(laptop, site, sheet)
    laptop.locator(".switch button").click()
    typist.ready().row(101, 73, 155)
    comes_to(sheet, [cells(Ans=101, Bob=73, Cor="x", Dik=155)])
    expect(laptop.locator("#signing .main")).to_be_visible()


def test_second_phone_sends_the_other_list_and_both_see_that_they_are_equal(phone, laptop, site):
    entries = {"Ans": OURS, "Bob": THEIRS}
    rules = {"options": {"entry": "totals"}, "approval": "two"}
    sheet, scribe = started(phone, site, KEY, rows=[{"entries": entries}], **rules)
    laptop.goto(f"{site}{links.build_path(sheet)}second/")
    for side, figures in (("p1", OURS | {"roem": 330}), ("p2", THEIRS)):
        for key, figure in figures.items():
            laptop.locator(f'[name="{side}-{key}"]').fill(str(figure))
    laptop.locator("button.main").click()
    expect(laptop.locator(".lists .differs")).to_have_count(1)
    laptop.locator('[value="first"]').click()
    expect(laptop.locator(".lists .differs")).to_have_count(0)
    scribe.poll()
    expect(phone.locator("#agreeing .mark-approved")).to_be_attached()
