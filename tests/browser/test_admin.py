"""The stock admin under the content policy of the site; its pages are Django's own."""

from playwright.sync_api import Page, expect

from tests.browser.pages import Visit
from tests.tournaments.evenings import club_with
from tournaments.models import User


def test_stock_admin_breaks_no_policy_and_its_scripts_run(laptop: Page, site, trouble, monkeypatch):
    club_with()
    visit = Visit(laptop, site, trouble, monkeypatch)
    visit.log_in(User.objects.get())
    visit.go("admin:index")
    before = laptop.locator("html").get_attribute("data-theme")
    laptop.click("#header .theme-toggle")
    expect(laptop.locator("html")).not_to_have_attribute("data-theme", before or "")
    laptop.click("#content-main a[href$='/club/']")
    laptop.click("#result_list tbody th a")
    laptop.fill("[name=name]", "De Wens")
    laptop.click("[name=_continue]")
    expect(laptop.locator(".messagelist .success")).to_be_visible()
    expect(laptop.locator("[name=name]")).to_have_value("De Wens")
