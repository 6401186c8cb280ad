"""From an empty site to tables drawn: 32 people, a pasted list, at most 18 clicks and 12
pages. The next step is always in view."""

from datetime import date, timedelta

import pytest

from tournaments.club import first_club
from tournaments.models import TableSeat

MOST, MOST_LOADS = 18, 12
HEIGHT = 650  # of the page on a small laptop


@pytest.fixture
def click(laptop):
    done = []

    def on(selector):
        done.append(selector)
        assert len(done) <= MOST, done
        if "main" in selector:
            box = laptop.locator(selector).bounding_box()
            assert box["y"] + box["height"] <= HEIGHT, laptop.url
        laptop.click(selector)
        laptop.wait_for_load_state()

    return on


def test_a_first_night_takes_few_clicks(laptop, at_laptop, monkeypatch, click):
    monkeypatch.setattr(first_club, "_code", None)  # it lives in one process
    laptop.set_viewport_size({"width": 1366, "height": HEIGHT})
    code = first_club.make_code()
    loads = []
    laptop.on("framenavigated", lambda frame: loads.append(frame.url))
    at_laptop.go("tournaments:new-club")
    typed = {"name": "De Hoop", "owner_name": "Ans", "login": "ans", "code": code}
    for name, text in {**typed, "password": "drie losse woorden"}.items():
        laptop.fill(f"[name={name}]", text)
    click("main button.main")
    click(".first-steps a.main")
    laptop.fill("[name=text]", "\n".join(f"Speler Nummer{n}" for n in range(32)))
    click("main button.main")
    assert not laptop.is_visible("[name=again]")  # nobody has a name that is known
    click("[value=add]")
    click("[href='?game=jokeren']")
    click("main button.main")
    today = date(2026, 9, 3)
    laptop.fill("[name=name]", "2026")
    laptop.fill("[name=first]", today.isoformat())
    laptop.fill("[name=last]", (today + timedelta(days=200)).isoformat())
    laptop.fill("[name=rounds]", "3")
    for choice in ("signed_off][value=worst", "no_show][value=worst"):
        click(f"label:has([name={choice}])")
    click("label:has([name=before_joining][value=absent])")
    click("main button.main")
    laptop.fill("[name=first]", today.isoformat())
    click("label:has([name=weeks][value='0'])")
    click("main button.main")
    click("[value=check-in]")
    click("[name=all]")
    laptop.wait_for_selector("[name=out]")
    assert laptop.locator(".door-bar").bounding_box()["y"] < 240  # names at once
    click("[value=playing]")
    click("main button.main")
    laptop.wait_for_selector(".steps .here")
    assert TableSeat.objects.count() == 3 * 32
    assert len(loads) <= MOST_LOADS, loads
