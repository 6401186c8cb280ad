from playwright.sync_api import expect

from scoring.sheets import lifecycle
from tests.browser.scribe import Scribe, comes_to, opened
from tests.browser.test_keeping import DASH, cells


def test_phone_goes_on_with_who_sits_there_now(phone, site):
    sheet = opened(names=["Ans", "Bob", "Cor"], options={"games": 4})
    scribe = Scribe(phone, site, sheet).press("Ans", "5")  # Bob's, not saved yet
    lifecycle.replace(sheet=sheet, player="Bob", name="Eva", since=1)
    lifecycle.leave(sheet=sheet, player="Cor", since=2)
    added = lifecycle.add(sheet=sheet, name="Fem", since=3)
    expect(scribe.poll().page.locator("#table .names th")).to_have_count(5)
    expect(phone.get_by_text(scribe.words()["changed_elsewhere"])).to_have_count(0)
    names = phone.locator("#table .names th")
    assert [names.nth(place).locator(".sat").count() for place in range(1, 5)] == [0, 0, 1, 1]
    scribe.press("7").save()
    first = cells(Ans=DASH, Eva=5, Cor=7, Fem="x")
    crossed = [cells(Cor="x", Fem="x"), cells(Cor="x"), cells(Cor="x")]
    comes_to(sheet, [first, *crossed])
    scribe.all_at("club")
    scribe.is_at(1, "club")
    scribe.press("Ans", "8").save()  # Cor and Fem are not asked
    comes_to(sheet, [first, cells(Ans=DASH, Eva=8, Cor="x", Fem="x"), *crossed[1:]])
    lifecycle.undo(sheet=sheet, change=added.pk)
    expect(scribe.poll().page.locator("#table .names th")).to_have_count(4)
    assert phone.locator("#table tbody[data-game]").count() == 4
