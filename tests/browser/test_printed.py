import re

import pytest
from playwright.sync_api import expect

from tests.browser.pages import Visit
from tests.browser.states.clubs import members_of
from tests.browser.states.nights import playing
from tests.browser.states.qr_codes import reached
from tests.browser.states.seasons import NINE, earlier_night, season_of, standing_of_divisions
from tests.by_day import at_night
from tournaments.models import Club, Season
from tournaments.nights import nights as night_of

PRESSED = "nav, button, input, .button, header.site, footer.site, .back"


@pytest.fixture
def visit(device, site, trouble, monkeypatch):
    return Visit(device("laptop", "dark"), site, trouble, monkeypatch)


@pytest.fixture
def night(visit):
    reached(visit)
    club, evening = playing(visit, *(f"Speler {number:02}" for number in range(31)))

    def to(name):
        visit.go(f"tournaments:{name}", club.slug, evening.pk)
        visit.page.emulate_media(media="print")
        return visit.page

    return to


def sheets_of(page):
    return len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4", prefer_css_page_size=True)))


def pressed(page):
    return page.locator(PRESSED).evaluate_all(
        "all => all.filter((one) => one.checkVisibility()).length"
    )


def test_codes_are_four_or_two_to_a_sheet(night):
    page = night("codes")
    assert sheets_of(page) == 3
    assert pressed(page) == 0
    page.emulate_media(media="screen")
    page.click("label:has([value='2'])")
    page.emulate_media(media="print")
    assert sheets_of(page) == 5


@pytest.mark.parametrize(("name", "sheets"), [("rounds", 2), at_night("room", 1)])
def test_lists_are_for_the_wall(night, name, sheets):
    page = night(name)
    assert sheets_of(page) == sheets
    assert pressed(page) == 0
    ground, ink = page.evaluate(
        "[document.body, document.querySelector('h2, strong')].map((one) => getComputedStyle(one))"
        ".map((one, place) => place ? one.color : one.backgroundColor)"
    )
    assert (ground, ink) == ("rgb(255, 255, 255)", "rgb(0, 0, 0)")


def test_a_long_season_fits_on_paper_with_all_its_nights(visit):
    club = members_of(visit, *NINE)
    season = season_of(club)
    points = {member.pk: 20 for member in club.members.all()}
    for day in list(night_of.list_days(season.first, season.last, 4)):
        earlier_night(season, points, day)
    visit.go("tournaments:standing", club.slug, season.pk)
    visit.page.emulate_media(media="print")
    heads = visit.page.locator(".standing thead abbr")
    assert [head.is_visible() for head in heads.all()] == [True] * 10
    assert visit.page.evaluate("document.documentElement.scrollWidth") <= 1280
    assert sheets_of(visit.page) == 1


def test_a_standing_says_whose_it_is_and_asks_nothing(visit):
    standing_of_divisions(visit)
    visit.page.emulate_media(media="print")
    whose = visit.page.locator(".on-paper")
    expect(whose).to_be_visible()
    expect(whose).to_have_text(f"{Club.objects.get()} · {Season.objects.get()}")
    assert pressed(visit.page) == 0
    player = visit.page.locator(".season tbody th a").first.get_attribute("href")
    visit.page.goto(visit.site + player)
    expect(visit.page.locator("#by-night :not(summary)").first).to_be_visible()  # though shut
    visit.page.set_viewport_size({"width": 700, "height": 900})  # a sheet of paper
    visit.go("tournaments:club", Club.objects.get().slug)
    assert visit.page.locator("article").first.bounding_box()["x"] >= 0
    assert pressed(visit.page) == 0
