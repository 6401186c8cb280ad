import pytest

from tests.browser.pages import Visit
from tests.browser.states.clubs import PEOPLE, members_of
from tests.browser.states.nights import night_of
from tournaments import links

LONG = "Kaartvereniging Rummikub Noordoostpolder"  # 40 letters
TOUCHES = """() => {
  const [name, live, who] = ['.club span', '.live', '.bar > .who'].map((part) =>
    document.querySelector(part).getBoundingClientRect());
  return name.right > live.left && live.bottom > name.top && live.top < name.bottom
    || who.width > 0 && live.right > who.left;
}"""
CUT = """() => [...document.querySelectorAll('.club, .club span, .live')].filter((part) =>
  part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).display !== 'inline'
  || getComputedStyle(part).textOverflow === 'ellipsis').map((part) => part.className)"""

OVERLAP = """() => { const tabs = [...document.querySelectorAll('.tabs > a, .tabs > details')]
  .map((tab) => tab.getBoundingClientRect()).filter((tab) => tab.width);
  return tabs.some((tab, at) => tabs.slice(at + 1).some((other) => tab.left < other.right - 1
    && other.left < tab.right - 1 && tab.top < other.bottom - 1 && other.top < tab.bottom - 1))
    || tabs.some((tab) => tab.right > innerWidth + 1); }"""


LANGUAGES = (
    "de-DE",
    *(pytest.param(other, marks=pytest.mark.wide) for other in ("nl-NL", "en-GB")),
)


@pytest.fixture(params=LANGUAGES)
def visit(request, device, site, trouble, monkeypatch):
    return Visit(device("laptop", locale=request.param), site, trouble, monkeypatch)


@pytest.fixture
def club(visit):
    club = members_of(visit, *PEOPLE)
    club.name = LONG
    club.save()
    night_of(club)
    return club


def test_name_of_forty_letters_is_whole_and_a_member_has_room_at_every_width(visit, club):
    page = visit.page
    visit.go("tournaments:nights", club.slug)
    for width in (320, 390, 705, 768, 1024, 1366):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.locator(".club span").inner_text().replace("\n", " ") == LONG
        assert not page.evaluate(CUT), width
        assert not page.evaluate(TOUCHES), width
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.context.clear_cookies()
    visit.go("tournaments:own", links.make_key(club.members.all()[0]))
    visit.go("tournaments:nights", club.slug)
    assert page.locator(".tabs > a").count() == 6
    # A phone of 360 px at 200 % is 180 px wide.
    for width in (180, 240, 320, 360, 705, 768, 1366):
        page.set_viewport_size({"width": width, "height": 800})
        assert not page.evaluate(OVERLAP), width
        assert not page.evaluate(TOUCHES), width
        assert width < 320 or page.evaluate("document.documentElement.scrollWidth") <= width
