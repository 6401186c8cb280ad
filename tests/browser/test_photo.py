"""A form typed in from its photo: by keys alone, and saved when somebody presses the button."""

import pytest
from playwright.sync_api import expect

from tests.browser.pages import Visit
from tests.browser.scribe import rows_of, state_of
from tests.browser.states import photos
from tests.browser.states.photos import kept
from tests.tournaments.photo.recorded import code_of, game, reads, sums

ROW = dict.fromkeys(range(4), "5")
WHOLE = {
    key: text
    for number in range(1, 8)
    for key, text in game(number, *(ROW | {number % 4: "-"}).values()).items()
}
RIGHT = sums(7, "30", "25", "25", "25")


@pytest.fixture
def visit(laptop, site, trouble, monkeypatch):
    return Visit(laptop, site, trouble, monkeypatch)


def entries(sheet):
    names = [seat.name for seat in sheet.seats.all()]
    return [[row["entries"].get(name) for name in names] for row in rows_of(sheet)]


def asked(page):
    return page.locator("input[data-asked]")


def test_questions_are_answered_by_keys_and_nothing_is_saved_before(visit, laptop):
    _night, photo = kept(visit)
    sheet, typist = photo.table.sheet, photos.typing(visit, photo)
    typist.at("g1-p3")
    expect(asked(laptop)).to_have_count(3)
    typist.press("Enter").at("g2-p4")
    assert typist.texts(1) == ["—", "5", "7", "4"]
    typist.type("12").at("g2-p4").press("Tab", "Shift+Tab").at("g2-p4")
    typist.press("Enter").at("g0-totals-p2").press("Enter").at("answered")
    typist.press("Enter").at("answered")
    expect(asked(laptop)).to_have_count(0)
    assert entries(sheet) == []
    typist.press("Tab", "Enter").all_at("club")
    assert entries(sheet) == [["-", 5, 7, 4], [3, "-", 6, 12]]
    names = [seat.name for seat in sheet.seats.all()]
    assert state_of(sheet)["data"]["paper"] == {
        "totals": dict(zip(names, [3, 5, 13], strict=False))
    }
    expect(laptop.locator("#keep")).to_be_hidden()


def test_with_an_open_question_the_button_leads_there(visit, laptop):
    _night, photo = kept(visit)
    typist = photos.typing(visit, photo)
    laptop.locator("#keep").click()
    typist.at("g1-p3")
    assert entries(photo.table.sheet) == []


@pytest.mark.wide
def test_what_was_answered_is_still_there_after_a_reload(visit, laptop):
    _night, photo = kept(visit)
    typist = photos.typing(visit, photo).at("g1-p3").press("Enter").at("g2-p4")
    laptop.reload()
    typist.ready().at("g2-p4")
    assert typist.texts(1) == ["—", "5", "7", "4"]
    laptop.goto(laptop.url.partition("?")[0])
    typist.ready()
    assert typist.texts(1) == ["", "", "", ""]
    assert entries(photo.table.sheet) == []


def test_whole_form_is_saved_and_then_asked_for_signatures(visit, laptop):
    _night, photo = kept(visit)
    reads(visit.patch, (code_of(photo.table), WHOLE | RIGHT))
    photos.send(visit, photo.table.round.night)
    laptop.locator("#sent a.button").click()
    typist = photos.typing(visit, photo.table.photos.last()).at("answered")
    typist.press("Tab", "Enter")
    expect(laptop.locator(".signature svg")).to_be_visible()
    expect(laptop.locator("#signing h2")).to_be_focused()
    typist.press("Tab", "Enter").all_at("approved")
    assert state_of(photo.table.sheet)["approvals"] == [{"player": None, "on_paper": True}]


@pytest.mark.wide
def test_second_who_types_something_else_overwrites_nothing(visit, laptop, device, trouble):
    _night, photo = kept(visit)
    typist = photos.typing(visit, photo).at("g1-p3")
    other = device("laptop")
    visitor = Visit(other, visit.site, trouble, visit.patch)
    visitor.log_in(photo.by)
    second = photos.typing(visitor, photo).at("g1-p3")
    other.context.set_offline(True)
    trouble.expect("ERR_")
    typist.press("Enter", "9", "Enter", "Enter", "Tab", "Enter").all_at("club")
    second.type("3").press("Enter", "9", "Enter", "Enter", "Tab", "Enter")
    other.context.set_offline(False)
    second.all_at("club")
    state = state_of(photo.table.sheet)
    assert [conflict["game"] for conflict in state["conflicts"]] == [1]
