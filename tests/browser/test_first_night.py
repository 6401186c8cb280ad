"""From an empty site to tables drawn: 32 people, a pasted list, at most 25 clicks."""

from datetime import date, timedelta

import pytest

from tests.browser.pages import Visit
from tournaments.club import first_club
from tournaments.models import TableSeat

MOST = 25


@pytest.fixture
def click(laptop):
    """Clicks where somebody would, and counts."""
    done = []

    def on(selector):
        done.append(selector)
        assert len(done) <= MOST, done
        laptop.click(selector)
        laptop.wait_for_load_state()

    return on


def test_a_first_night_takes_few_clicks(laptop, site, trouble, monkeypatch, click):
    visit = Visit(laptop, site, trouble, monkeypatch)
    monkeypatch.setattr(first_club, "_code", None)  # it lives in one process
    code = first_club.make_code()
    visit.go("front")
    click("main a[href='/new-club/']")
    typed = {"name": "De Hoop", "owner_name": "Ans", "login": "ans", "code": code}
    for name, text in {**typed, "password": "drie losse woorden"}.items():
        laptop.fill(f"[name={name}]", text)
    click("main button.main")
    click("[href$='/members/']")
    click("[href$='/members/list/']")
    laptop.fill("[name=text]", "\n".join(f"Speler Nummer{n}" for n in range(32)))
    click("main button.main")
    click("[value=add]")
    click(".back a")
    click("[href$='/rules/']")
    click("[href$='/rules/new/']")
    click("[href='?game=jokeren']")
    click("main button.main")
    click("[href$='/seasons/new/']")
    today = date(2026, 9, 3)
    laptop.fill("[name=name]", "2026")
    laptop.fill("[name=first]", today.isoformat())
    laptop.fill("[name=last]", (today + timedelta(days=200)).isoformat())
    laptop.fill("[name=rounds]", "3")
    for choice in ("signed_off][value=worst", "no_show][value=worst"):
        click(f"label:has([name={choice}])")
    click("label:has([name=before_joining][value=absent])")
    click("main button.main")
    click("[href$='/nights/'].main")
    laptop.fill("[name=first]", today.isoformat())
    click("label:has([name=weeks][value='0'])")
    click("main button.main")
    click("[value=check-in]")
    click("[name=all]")
    laptop.wait_for_selector("[name=out]")
    click("[value=playing]")
    click("main button.main")
    assert TableSeat.objects.count() == 3 * 32
