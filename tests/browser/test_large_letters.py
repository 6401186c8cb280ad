"""Pages on narrow screens. A phone of 360 px whose letters are twice as large is 180 px wide."""

from typing import ClassVar

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from scoring.games import GAMES, find
from tests.browser.pages import Visit
from tests.browser.scribe import NAMES, Scribe, fits, opened, rows_of, tap
from tests.browser.states.clubs import PEOPLE, members_of
from tests.browser.states.nights import night_of
from tests.browser.states.seasons import standing_of_a_season
from tests.browser.test_entering import ALIKE, WRITTEN
from tests.by_day import by_chance, by_day
from tournaments.links import make_key
from tournaments.models import Night, Season, TableSeat
from tournaments.templatetags.figures import glued

LONG = glued("Fatma van der Linden & Jan-Willem van den Wijngaarden-Oosterbaan")
OPEN_ALL = "for (const part of document.querySelectorAll('details:not([name])')) part.open = true"
MIDDLES = """(cells) => cells.map((cell) => { const words = new Range();
  words.selectNodeContents(cell); const box = words.getBoundingClientRect();
  return (box.top + box.bottom) / 2 })"""  # of what they say
BESIDE = "document.documentElement.scrollWidth"
CUT_OFF = """(keys) => keys.filter((key) => key.scrollWidth > key.clientWidth)
  .map((key) => key.textContent)"""
# At one moment: what the club sends draws the panel anew.
ENDS = """() => [document.querySelector("#save, .on"), ...document.querySelectorAll(".last button")]
  .map((key) => key.getBoundingClientRect().bottom)"""
MANY_COLUMNS = """() => {
  for (const cell of document.querySelectorAll(".season tr:not(.rule) > :nth-child(6)")) {
    if (cell.matches("td")) cell.textContent = "687†";
    for (let more = 0; more < 12; more++) cell.before(cell.cloneNode(true));
  }
}"""
PAST_ITS_CARD = """() => {
  const heads = [...document.querySelectorAll(".season th[scope=col]")];
  const [table, card] = [heads[0].closest("table"), document.querySelector(".season")];
  return [document.documentElement.scrollWidth, table.offsetWidth - card.clientWidth,
    heads.filter((head) => head.offsetWidth).length];
}"""
UNDER_SAVE = """() => {
  const { top } = document.querySelector("#save").getBoundingClientRect();
  const low = [...document.querySelectorAll("#entry .cell, #entry .sides .key")].filter((key) => {
    const { bottom } = key.getBoundingClientRect();
    return bottom > (key.matches(".cell") ? top : innerHeight);
  });
  return low.map((key) => key.textContent);
}"""
# Whether the key that goes on, or an answer it waits for, is in sight; what is under it, and cut.
ON_TOP = """() => {
  const open = document.querySelector(".verdicts:not(:has([aria-pressed=true]))");
  const { top } = document.querySelector("#save").getBoundingClientRect();
  const asked = [...(open ?? document.querySelector(".ending")).querySelectorAll("button")];
  const keys = [...document.querySelectorAll(".pad :is(.digits, .few, .sides, .extra) .key")];
  const ends = (key) => key.getBoundingClientRect().bottom;
  return [
    asked.every((key) => ends(key) <= innerHeight + 1),
    keys.filter((key) => ends(key) > top + key.clientHeight / 4).map((key) => key.textContent),
    keys.filter((key) => key.scrollWidth > key.clientWidth).map((key) => key.textContent),
  ];
}"""
LONG_NAMES = [
    "Jan-Willem op den Camp",
    "Wilhelmina van den Berg",
    "Annemarie van der Heijden",
    "Christiaan Oosterbaan",
]


def test_pages_of_a_club_stay_within_the_screen(phone, site, trouble, monkeypatch):
    visit = Visit(phone, site, trouble, monkeypatch)
    club = members_of(visit, *PEOPLE)
    night = night_of(club)
    for name, *of in (
        ("front",),
        ("privacy",),
        ("tournaments:account",),
        ("tournaments:people", club.slug),
        ("tournaments:members", club.slug),
        ("tournaments:member-new", club.slug),
        ("tournaments:visitors", club.slug),
        ("tournaments:night", club.slug, night.pk),
        ("tournaments:door", club.slug, night.pk),
        ("tournaments:standing", club.slug, night.season_id),
        ("tournaments:club", club.slug),
        ("tournaments:season-new", club.slug),
        ("tournaments:own", make_key(club.members.first())),
    ):
        for language in by_chance(("de",), ("nl", "de")):
            phone.context.add_cookies(
                [{"name": "streepje_language", "value": language, "url": site}]
            )
            visit.go(name, *of)
            phone.evaluate(OPEN_ALL)
            for width in by_chance((260, 180), (320, 260, 220, 180)):
                phone.set_viewport_size({"width": width, "height": 640})
                assert phone.evaluate(BESIDE) <= width, (name, language, width)


def test_pad_is_wider_on_a_wider_phone(phone, site):
    Scribe(phone, site, opened())
    pads = []
    for width in (320, 336, 337, 360, 390):
        phone.set_viewport_size({"width": width, "height": 640})
        pads.append(phone.locator("#entry .pad").evaluate("(pad) => pad.clientWidth"))
    assert pads == sorted({*pads})


def test_names_and_own_news_stay_while_all_nights_scroll_by(at_laptop, device):
    standing_of_a_season(at_laptop)
    page, standing = device("laptop"), f"{at_laptop.page.url}?nights=all"
    key = make_key(TableSeat.objects.first().member)
    page.goto(at_laptop.site + reverse("tournaments:own", args=[key]))
    page.set_viewport_size({"width": 800, "height": 640})
    page.goto(standing)
    page.evaluate("document.documentElement.style.fontSize = '28px'")
    page.locator(".season").evaluate("(box) => box.scrollTo(9999, 0)")
    assert page.locator(".season").evaluate("(box) => box.scrollLeft") > 200
    assert page.evaluate(BESIDE) <= 800  # the page's own bar stays in sight
    edge = "(box) => getComputedStyle(box).animationName"
    assert page.locator(".season").evaluate(edge) == "edge"  # of which more is to the right
    for what in (".news-row .news", "[aria-current=true] th"):
        assert page.locator(f".season {what}").evaluate("(it) => it.getBoundingClientRect().x") > 0
    page.set_viewport_size({"width": 1366, "height": 650})
    page.goto(standing)  # where it fits the page scrolls, under the head
    assert page.locator(".season").evaluate("(box) => getComputedStyle(box).overflow") == "visible"
    assert page.evaluate(BESIDE) <= 1366
    news, name = (page.locator(f".season {what}") for what in (".news", "[aria-current] th a"))
    assert news.first.bounding_box()["x"] == name.bounding_box()["x"]


def test_yearbook_shares_in_one_row_and_has_its_nights_in_whole_fives(at_laptop):
    standing_of_a_season(at_laptop)
    page = at_laptop.page
    page.goto(at_laptop.site + Season.objects.get().get_absolute_url())
    page.set_viewport_size({"width": 1366, "height": 650})
    assert page.locator(".crown .share").bounding_box()["height"] < 60, "one row of buttons"
    dash = page.locator(".tally li").last
    for _more in range(32 - page.locator(".tally li").count()):
        dash.evaluate("(dash) => dash.after(dash.cloneNode())")
    for width in (320, 390, 768, 1366):
        page.set_viewport_size({"width": width, "height": 650})
        dashes = [each.bounding_box() for each in page.locator(".tally li").all()]
        assert len({round(each["height"]) for each in dashes[-9:]}) == 1
        assert dashes[-3]["y"] < dashes[-2]["y"] == dashes[-1]["y"], width  # thirty, and two more


def test_standing_shows_as_many_columns_as_its_page_has_room_for(at_laptop):
    standing_of_a_season(at_laptop)
    page = at_laptop.page
    page.evaluate(MANY_COLUMNS)  # as after a season of twenty nights
    shown = []
    for width in range(320, 1401, 12):
        page.set_viewport_size({"width": width, "height": 640})
        beside, past, columns = page.evaluate(PAST_ITS_CARD)
        assert (beside <= width, past <= 0) == (True, True), width
        shown.append(columns)
    assert shown == sorted(shown)
    assert shown[-1] == 15


def test_a_couple_stands_on_one_line_where_there_is_room(at_laptop):
    standing_of_a_season(at_laptop)
    at_laptop.page.set_viewport_size({"width": 1366, "height": 650})
    name = at_laptop.page.locator(".season tbody th a").last
    name.evaluate("(name) => name.textContent = 'Nico Willemse & Dik Dijkstra'")
    words = "const words = new Range(); words.selectNodeContents(name)"
    lines = name.evaluate(f"(name) => {{ {words}; return words.getClientRects().length }}")
    assert lines == 1
    name.evaluate("(name, long) => name.innerHTML = long", LONG)
    edges = "(pieces) => pieces.map((piece) => getComputedStyle(piece).padding)"
    assert {*name.locator("bdi").evaluate_all(edges)} == {"0px"}
    at_laptop.page.set_viewport_size({"width": 390, "height": 650})
    assert name.evaluate("(name) => parseFloat(getComputedStyle(name).paddingTop)") > 3
    row = at_laptop.page.locator(".season tbody tr[id]").last
    row.locator(".gap").evaluate("(gap) => { gap.textContent = '12' }")
    total, gap = row.locator("td:nth-child(2n + 3)").evaluate_all(MIDDLES)[:2]
    assert total - 12 < gap <= total
    at_laptop.page.set_viewport_size({"width": 320, "height": 650})
    name.evaluate("(name, two) => name.innerHTML = two", glued("Klaas Verbeek & Rob Verbeek"))
    lines = name.evaluate(f"(name) => {{ {words}; return words.getClientRects().length }}")
    assert lines == 2


@pytest.mark.parametrize("name", by_day(["nights", "seasons", "night-result"], "night-result"))
def test_long_names_of_a_couple_leave_the_figures_in_sight(at_laptop, name):
    standing_of_a_season(at_laptop)
    page = at_laptop.page
    night = [Night.objects.order_by("day")[0].pk] * (name == "night-result")
    at_laptop.go(f"tournaments:{name}", Season.objects.get().club.slug, *night)
    if name == "seasons":  # several may share it
        link = "(cells) => cells.forEach((cell) => { cell.innerHTML = '<a href=\"/\"></a>'; })"
        page.locator(".list tbody td:nth-child(2)").evaluate_all(link)
    shown = page.locator(".list tbody :is(td:nth-child(2) a, th > [translate])")
    shown.evaluate_all("(names, long) => names.forEach((name) => { name.innerHTML = long; })", LONG)
    for width in (320, 360, 390, 600, 704, 768):
        page.set_viewport_size({"width": width, "height": 640})
        box = page.locator(":is(.sideways, .standing):has(.list td:nth-child(3))").first
        assert box.evaluate("(box) => box.scrollWidth <= box.clientWidth"), width
        piece = page.locator(".list bdi bdi bdi").last  # Wijngaarden-
        one_line = "(it) => it.clientHeight < 1.9 * parseFloat(getComputedStyle(it).fontSize)"
        assert piece.evaluate(one_line), width


def in_large_letters(device):
    page = device("phone", "dark")  # one of its own: its letters stay so
    sizes = {"fontSizes": {"standard": 32, "fixed": 26}}
    page.context.new_cdp_session(page).send("Page.setFontSizes", sizes)
    return page


def test_pad_fits_with_save_in_letters_twice_as_large_from_the_first_game_to_the_next(device, site):
    page = in_large_letters(device)
    games = {ALIKE.get(game.key, game.key): NAMES[: game.seats[1]] for game in GAMES}
    for sheet in (
        opened("jolly", options={"write": "total"}),
        *(opened(key, names) for key, names in games.items()),
        *(opened(key, names, [WRITTEN[key][1]]) for key, names in games.items()),
    ):
        Scribe(page, site, sheet)
        assert page.evaluate(BESIDE) <= 360
        assert page.locator(".pad .key").evaluate_all(CUT_OFF) == []
        ends = page.evaluate(ENDS)
        assert len(ends) == 1 + len(rows_of(sheet))
        assert all(0 < end <= 640 for end in ends), sheet.game
    Scribe(page, site, opened("amerikaans-jokeren")).press("Bob")
    page.get_by_role("button", name="kiezen").click()
    page.locator(".ranks .key").first.wait_for()
    assert page.locator(".picker .key").evaluate_all(CUT_OFF) == []


class Among(Scribe):
    called: ClassVar[dict[str, str]] = {}

    def press(self, *labels: str):
        return super().press(*(self.called.get(label, label) for label in labels))


@pytest.mark.parametrize(
    ("names", "size"),
    [(NAMES, None), (LONG_NAMES, None), (LONG_NAMES, {"width": 320, "height": 568})],
    ids=["short", "long", "narrow"],
)
def test_save_stays_in_sight_and_off_the_keys_at_every_step_where_there_is_little_room(
    device, site, names, size, monkeypatch
):
    page, seen = device("phone", viewport=size) if size else in_large_letters(device), []

    def press_and_look(key):
        tap(key)
        seen.append((sheet.game, *page.evaluate(ON_TOP)))

    monkeypatch.setattr("tests.browser.scribe.tap", press_and_look)
    longer = {"rummikub-international", "vijfhonderd"}  # hands and bids: one scrolls
    kinds = [game for game in GAMES if game.key not in {*ALIKE, *longer}]
    by_day = [find("rummikub")] if size else [find("klaverjassen"), find("amerikaans-jokeren")]
    for game in by_chance(by_day, kinds):
        among = names[: game.seats[1]]
        sheet = opened(game.key, among)
        scribe = Among(page, site)
        scribe.called = dict(zip(NAMES, among, strict=False))
        WRITTEN[game.key][0](scribe.go(sheet))
        if size and game.key != "boerenbridge":  # a line of the first game stands above
            WRITTEN[game.key][0](scribe)
    assert [step for step in seen if step[1:] != (True, [], [])] == []


@pytest.mark.parametrize("large", [True, False])
def test_digit_stays_under_the_finger_whatever_grows_above_it(device, site, large):
    page = in_large_letters(device) if large else device("phone")
    names = NAMES if large else LONG_NAMES
    rows = [] if large else [{"entries": dict(zip(names, (12, 5, 7, 2), strict=True))}]
    scribe = Scribe(page, site, opened("klaverjassen" if large else "punten", names, rows))
    if rows:
        scribe.line(1).locator(".number").click()
        page.wait_for_timeout(500)  # keys settle
    digit = page.locator('[data-digit="5"]')
    before = digit.bounding_box()["y"]
    tap(digit)
    assert digit.bounding_box()["y"] == pytest.approx(before, abs=2)
    digit.dblclick()
    for part in (page.locator("#question"), *page.locator(".question .key").all()):
        expect(part).to_be_in_viewport(ratio=0.95)


@pytest.mark.parametrize("key", by_day([game.key for game in GAMES], "klaverjassen"))
def test_pad_on_its_side_has_save_in_sight_and_in_large_letters_nothing_over_it(
    phone, site, key, monkeypatch
):
    scrolled = []

    def press_and_look(pressed):
        scrolled.append(phone.evaluate("scrollY"))
        tap(pressed)

    monkeypatch.setattr("tests.browser.scribe.tap", press_and_look)
    phone.set_viewport_size({"width": 640, "height": 360})
    scribe = Scribe(phone, site, opened(key, NAMES[: find(key).seats[1]]))
    WRITTEN[ALIKE.get(key, key)][0](scribe)
    scribe.is_at(1, "club")
    assert max(scrolled) < 44  # for an answer that is waited for
    for width, height in ((640, 360), (180, 320)):
        phone.set_viewport_size({"width": width, "height": height})
        assert phone.evaluate(BESIDE) <= width
        assert phone.locator(".pad .key").evaluate_all(CUT_OFF) == []
        pad, save = (phone.locator(part).bounding_box() for part in ("#entry .pad", "#save"))
        if width < height:
            is_below = save["y"] >= pad["y"] + pad["height"]  # while there is nothing to save
            assert is_below if key == "vijfhonderd" else save["y"] + save["height"] <= height
            continue
        assert fits(phone)
        assert phone.evaluate(UNDER_SAVE) == []
        for digit in phone.locator(".pad :is(.few, .digits) .key").all()[:9]:
            box = digit.bounding_box()
            assert box["x"] > save["x"] + save["width"] and box["y"] + box["height"] <= height
