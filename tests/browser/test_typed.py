import re

import pytest
from playwright.sync_api import expect

from scoring.sheets import lifecycle, links
from tests.browser.scribe import (
    Scribe,
    agree,
    cells,
    comes_to,
    opened,
    pick,
    rows_of,
    started,
    state_of,
    tap,
)
from tests.browser.test_keeping import FIRST, NO_STORE, SECOND, first
from tests.browser.test_same_form import markup
from tests.by_day import by_day

DASH, X = "-", "x"


def more(page):
    page.locator("#menu summary").click()
    return page


def corrected(scribe: Scribe, number: int, seat: int, figure: str) -> Scribe:
    tap(scribe.line(number).locator(".number"))
    tap(scribe.page.locator(".cell").nth(seat))
    return scribe.press(figure)


# Now and then something is switched on, and off again


def test_who_plays_after_all_has_what_was_typed(phone, site):
    sheet = opened()
    scribe = Scribe(phone, site, sheet).press("Bob", "5", "12", "7")
    for seat in (1, 2):
        box = more(phone).locator("#special .tick input").nth(seat)
        box.check()
        scribe.reload()
        box = more(phone).locator("#special .tick input").nth(seat)
        box.uncheck()
        more(phone)
    scribe.save()
    comes_to(sheet, [FIRST])


@pytest.mark.wide
def test_who_was_out_and_plays_after_all_is_not_out_beside_another(phone, site):
    sheet = opened()
    scribe = Scribe(phone, site, sheet).press("Bob", "5", "12", "7")
    box = more(phone).locator("#special .tick input").nth(1)
    box.check()
    scribe.press("Ans")
    box.uncheck()
    scribe.press("1").save()
    comes_to(sheet, [cells(Ans=DASH, Bob=1, Cor=12, Dik=7)])


@pytest.mark.wide
def test_game_that_was_played_after_all_has_what_was_typed(phone, site):
    sheet = opened()
    scribe = Scribe(phone, site, sheet).press("Bob", "5", "12", "7")
    more(phone).fill("#void-reason", "misdeal")
    phone.locator("#void-reason + .button").click()
    scribe.is_at(1, "club").line(1).locator(".number").click()
    expect(phone.locator(".pad .question")).to_contain_text("misdeal")
    more(phone).locator(".tick input").nth(3).check()
    phone.locator(".pad .button").click()
    scribe.save()
    comes_to(sheet, [cells(Ans=5, Bob=DASH, Cor=12, Dik=X)])


def test_number_and_cards_each_come_back(phone, site):
    sheet = opened("amerikaans-jokeren")
    scribe = Scribe(phone, site, sheet).press("Cor")
    phone.locator('.extra [data-value="1"]').click()
    phone.locator('.extra [data-value="true"]').click()
    scribe.type(41)
    phone.locator(".cell").nth(0).click()
    phone.locator('.extra [data-value="0"]').click()
    scribe.way(0)
    pick(phone, "9h 10h")
    scribe.way(0)
    expect(phone.locator(".question output")).to_have_text("41")
    scribe.way(0)
    expect(phone.locator(".picker .held")).to_have_count(2)
    scribe.next()
    scribe.type(8, 9).save()
    comes_to(sheet, [cells(Ans={"cards": ["9h", "10h"]}, Bob=8, Cor=DASH, Dik=9)])


def test_tricks_of_a_bid_are_none_of_a_misere_and_go_when_all_passed(phone, site):
    sheet = opened("vijfhonderd")
    scribe = Scribe(phone, site, sheet).press("8NT", "Ans", "8")
    phone.locator(".chip").first.click()
    scribe.press("M")
    expect(phone.locator(".pad [aria-pressed=true]")).to_have_count(0)
    scribe.press("0").save()
    misere = {"bid": "M", "by": "Ans", "tricks": 0}
    comes_to(sheet, [misere])
    scribe.press("8NT", "Ans", "8")
    phone.locator(".chip").first.click()
    scribe.press("P").save()
    comes_to(sheet, [misere, {"bid": "P"}])


def test_side_stands_once_with_both_names(phone, site):
    sheet = opened("vijfhonderd")
    scribe = Scribe(phone, site, sheet).press("7H", "Bob", "8")
    figures = phone.locator(".strip .value")
    expect(phone.locator(".strip .name")).to_have_text(["Ans", "Cor", "Bob", "Dik"])
    expect(figures).to_have_text(["20", "200"])
    scribe.save()
    expect(phone.locator("#table .names th:not(:first-child)")).to_have_text(
        ["Ans schrijverCor", "Bob Dik"]
    )
    expect(scribe.line(1).locator("td.score")).to_have_text(["20", re.compile(r"200\s*gewonnen")])


def test_total_of_a_side_is_read_out_once(phone, site):
    Scribe(phone, site, opened("vijfhonderd", rows=[{"bid": "10NT", "by": "Ans", "tricks": 10}]))
    expect(phone.locator(".read-out li")).to_have_text(["1. Ans + Cor 520", "2. Bob + Dik 0"])


@pytest.mark.wide
def test_tricks_of_the_other_side_follow(phone, site):
    played = {"bid": "7H", "by": "Ans", "tricks": 8}
    sheet, scribe = started(phone, site, "vijfhonderd", rows=[played | {"opponent_tricks": 2}])
    scribe.line(1).locator(".number").click()
    phone.locator(".chip").nth(2).click()
    scribe.press("9").save()
    comes_to(sheet, [played | {"tricks": 9}])


# The reason of a game that is not played


def test_reason_that_is_typed_survives_a_reload_and_stays_with_its_game(phone, site):
    sheet, scribe = started(phone, site, rows=[FIRST])
    more(phone).fill("#void-reason", "misdeal")
    scribe.reload()
    assert more(phone).input_value("#void-reason") == "misdeal"
    scribe.line(1).locator(".number").click()
    assert phone.input_value("#void-reason") == ""
    phone.locator("#entry header button").click()
    assert phone.input_value("#void-reason") == "misdeal"
    phone.locator("#void-reason + .button").click()
    scribe.is_at(2, "club")
    assert phone.input_value("#void-reason") == ""
    comes_to(sheet, [FIRST, {"void": "misdeal"}])


# Not saved yet


def test_correction_that_was_not_saved_is_told_or_left_out_and_nobody_approves_it(phone, site):
    sheet, scribe = started(phone, site, rows=[FIRST, SECOND], options={"games": 2})
    expect(phone.locator("#agreeing [name=player]")).to_have_count(3)
    corrected(scribe, 1, 0, "6").is_at(1, "draft")
    expect(phone.locator("#agreeing [name=player]")).to_have_count(0)
    scribe.line(2).locator(".number").click()
    scribe.all_at("draft")
    scribe.reload().all_at("draft").is_at(1, "draft")
    expect(phone.locator("#agreeing [name=player]")).to_have_count(0)
    scribe.line(1).locator(".number").click()
    scribe.save().is_at(1, "club").all_at("club")
    expect(phone.locator("#agreeing [name=player]")).to_have_count(3)
    comes_to(sheet, [cells(Ans=6, Bob=DASH, Cor=12, Dik=7), SECOND])
    saved = rows_of(sheet)
    corrected(scribe, 1, 0, "9")
    tap(scribe.line(2).locator(".number"))
    tap(scribe.line(1).locator(".number"))
    tap(phone.locator("#entry .messages button"))
    scribe.all_at("club").is_at(1, "club")
    assert rows_of(sheet) == saved


@pytest.mark.wide
def test_typed_back_as_it_stands_is_nothing_to_save(phone, site):
    sheet = opened(rows=[FIRST])
    scribe = corrected(Scribe(phone, site, sheet), 1, 0, "6").is_at(1, "draft")
    phone.locator(".cell").nth(0).click()
    scribe.press("5").is_at(1, "club")


def asked_on_leaving(page) -> bool:
    requests = []
    page.on("dialog", lambda dialog: (requests.append(dialog.type), dialog.accept()))
    page.reload()
    page.locator("#sheet[data-ready]").wait_for(state="attached")
    return requests == ["beforeunload"]


@pytest.mark.parametrize("keeps", by_day([True, False], True), ids=["kept", "storage refused"])
def test_leaving_what_was_typed_warns_where_it_would_be_lost(phone, site, keeps):
    if not keeps:
        phone.add_init_script(NO_STORE)
    Scribe(phone, site, opened()).press("Bob", "5").is_at(1, "draft")
    assert asked_on_leaving(phone) is not keeps


@pytest.mark.wide
def test_leaving_with_unsent_entries_warns_where_storage_is_refused(phone, wifi):
    phone.add_init_script(NO_STORE)
    scribe = Scribe(phone, wifi.url, opened())
    phone.route("**/sync/**", lambda route: route.abort())
    first(scribe).all_at("refused")
    assert asked_on_leaving(phone)


# What was refused


def test_refused_approval_is_of_no_matter_after_a_later_one(phone, wifi):
    """Bob agreed with what another phone was just changing. That Cor agrees is no answer to it."""
    sheet, scribe = started(phone, wifi.url, rows=[FIRST], options={"games": 1}, approval="all")
    wifi.drop()
    agree(phone, "Bob")
    expect(phone.locator("#where .mark-phone")).to_be_attached()
    changed = cells(Ans=6, Bob=DASH, Cor=12, Dik=7)
    lifecycle.record(sheet=sheet, number=1, row=changed, seen=state_of(sheet)["seen"]["1"])
    wifi.restore()
    scribe.poll().all_at("refused")
    expect(phone.locator("#mind .problem")).to_have_count(1)
    agree(phone, "Cor")
    expect(phone.locator("#where .mark-phone")).to_have_count(0)
    expect(phone.locator("#mind .problem")).to_have_count(1)
    agree(phone, "Bob")
    expect(phone.locator("#mind .problem")).to_have_count(0)
    agree(phone, "Dik")
    scribe.all_at("approved")
    expect(phone.locator("#mind .problem")).to_have_count(0)
    scribe.reload().all_at("approved")


# Jolly's play-off


def laid(meld, hand=None):
    return {"meld": meld} | ({"out": True} if hand is None else {"hand": hand})


EQUAL = cells(Ans=laid(600), Bob=laid(640, 10), Cor=laid(0, 30), Dik=laid(40, 5))


def test_in_a_play_off_only_who_are_equal_are_asked(phone, site):
    sheet, scribe = started(phone, site, "jolly", rows=[EQUAL])
    expect(phone.locator("#entry header p")).to_contain_text("Ans, Bob")
    expect(phone.locator("#problems .note")).to_contain_text("Ans, Bob")
    assert rows_of(sheet) == [EQUAL]
    scribe.press("Ans").type(90, 0, 20).save()
    comes_to(sheet, [EQUAL, cells(Ans=laid(90), Bob=laid(0, 20), Cor=X, Dik=X)])
    agree(phone, "Bob")
    scribe.all_at("approved")


# Names that mean something to scripts

ODD = ["__proto__", "constructor", "toString", "hasOwnProperty"]


@pytest.mark.parametrize("game", by_day(["jokeren", "jolly"], "jokeren"))
def test_players_may_be_called_anything(phone, device, site, game):
    sheet, scribe = started(phone, site, game, ODD, options={"games": 1})
    expect(phone.locator(".cell .value")).to_have_text(["", "", "", ""])
    more(phone)
    assert not phone.locator("#special .tick input").first.is_checked()
    if game == "jokeren":
        scribe.press("constructor", "5", "12", "7").save()
        row = dict(zip(ODD, (5, DASH, 12, 7), strict=True))
    else:
        scribe.press("__proto__").type(90, 0, 0, 0, 20, 30, 40).save()
        row = dict(zip(ODD, (laid(90), laid(0, 20), laid(0, 30), laid(0, 40)), strict=True))
    comes_to(sheet, [{"entries": row}])
    plain = device("phone", java_script_enabled=False)
    plain.goto(site + links.build_path(sheet))
    scribe.is_at(1, "club")
    scribe.reload()
    assert markup(phone) == markup(plain)
    typed = device("laptop")
    typed.goto(f"{site}{links.build_path(sheet)}paper/")
    heads = typed.locator("table.typed .names th")
    expect(heads.nth(1)).to_have_text("__proto__")
    assert "native code" not in typed.locator("table.typed").inner_text()
    agree(phone, "constructor")
    scribe.all_at("approved")
    assert state_of(sheet)["approvals"] == [{"player": "constructor", "on_paper": False}]
