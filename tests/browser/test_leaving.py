"""Whoever enters that somebody does not play is told what the season makes of it, at once."""

import pytest
from playwright.sync_api import expect

from tests.browser.scribe import Scribe, opened
from tests.browser.typist import Typist
from tests.tournaments.evenings import club_with, drawn, people, playing
from tournaments.models import Table

WARNING = "Wie niet alle spellen speelt"


@pytest.fixture
def sheet(site):
    season = club_with()
    drawn(playing(season, people(season, 4)), 1)
    return Table.objects.get().sheet


def test_phone_warns_as_soon_as_somebody_does_not_play(phone, site, sheet):
    names = list(sheet.seats.values_list("name", flat=True))
    scribe = Scribe(phone, site, sheet)
    warning = phone.locator("#special").get_by_text(WARNING)
    expect(warning).to_have_count(0)
    phone.locator("#away-3").evaluate("box => box.click()")
    expect(warning).to_have_count(1)
    scribe.press(names[0], "5", "7").save()
    expect(phone.locator("#problems").get_by_text(f"{names[3]}: {WARNING}")).to_have_count(1)


def test_laptop_warns_as_soon_as_somebody_does_not_play(laptop, site, sheet):
    typist = Typist(laptop, site, sheet)
    warning = laptop.get_by_text(WARNING)
    typist.type("- 5 7 ")
    expect(warning).to_have_count(0)
    typist.type("x")
    expect(warning).to_have_count(1)


def test_sheet_of_no_club_warns_of_nothing(phone, site):
    Scribe(phone, site, opened(names=["Ans", "Bob", "Cor", "Dik"]))
    phone.locator("#away-3").evaluate("box => box.click()")
    expect(phone.get_by_text(WARNING)).to_have_count(0)
    expect(phone.locator("#special .note")).to_have_count(0)
