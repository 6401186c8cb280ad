"""Paper forms typed in by somebody who keeps their hands on the keys, in every game system."""

import json
import random
import re

import pytest
from django.core.management import call_command
from django.utils import translation
from playwright.sync_api import expect

from scoring import games
from scoring.games import GAMES
from scoring.games.sheet import score
from scoring.pages.entry_columns import AWAY, OUT, build_columns, build_sums, write_row, write_sums
from scoring.pages.no_night import NoNight
from scoring.sheets import lifecycle, links
from tests.browser.scribe import comes_to, opened, rows_of, state_of, until
from tests.browser.typist import Typist
from tests.by_day import SEARCHES, at_night, by_day
from tests.scoring import typists

DASH = "-"
NAMES = typists.NAMES
ROWS = [
    {"entries": {"Ans": DASH, "Bob": 5, "Cor": 34, "Dik": 13}},
    {"entries": {"Ans": 4, "Bob": DASH, "Cor": 5, "Dik": 2}},
    {"entries": {"Ans": 7, "Bob": 12, "Cor": DASH, "Dik": 9}},
]
RIGHT = {"Ans": 11, "Bob": 17, "Cor": 39, "Dik": 24}
SHORT = {"options": {"games": 3, "hand_max": 60}}
COUNT = "addEventListener('keydown', () => { window.keys = (window.keys ?? 0) + 1; }, true)"


def cells(rows):
    return [[row["entries"][name] for name in NAMES] for row in rows]


def paper_of(sheet):
    return state_of(sheet)["data"].get("paper")


# How many keys it takes


def ten_games(rng, most):
    """`most`: every loser has what takes two keys: 1 and Enter, or 10 to 13."""
    losers = [1, 10, 11, 12, 13] if most else range(1, 14)
    for number in range(10):
        row = [rng.choice(losers) for _name in NAMES]
        row[number % len(NAMES)] = DASH
        yield row


def test_form_is_typed_in_from_the_menu_mended_and_signed_once_all_totals_are_there(laptop, site):
    sheet = opened(rows=ROWS, **SHORT)
    laptop.goto(site + links.build_path(sheet))
    laptop.click("#menu summary")
    laptop.click('#menu a[href$="/paper/"]')
    typist, signing = Typist(laptop, site).ready().at("g0-dashes-p1"), laptop.locator("#signing")
    expect(signing.locator(".note")).to_be_visible()
    typist.press("ArrowUp", "ArrowUp", "ArrowUp", "ArrowRight").at("g1-p2")
    typist.type("8").at("g1-p3").press("ArrowDown")
    comes_to(sheet, [{"entries": ROWS[0]["entries"] | {"Bob": 8}}, *ROWS[1:]])
    walk(typist, "g0-dashes-p1").press("Enter").at("g0-totals-p1")  # a line that may be left out
    typist.type("11 ").at("g0-totals-p2").press("Enter", "Enter").at("g0-totals-p2")
    typist.type("20 39 ")
    expect(signing.locator("button")).to_have_count(0)
    typist.type("42").press("Enter")
    expect(laptop.locator(".suspects a").first).to_be_focused()
    typist.cell("g0-totals-p4").select_text()
    typist.type("24")
    expect(signing.locator(".main")).to_be_visible()
    typist.all_at("club")
    laptop.click(".back a")
    expect(laptop.locator("#sheet[data-ready]")).to_be_attached()
    assert laptop.url.endswith(links.build_path(sheet))


@pytest.mark.parametrize("bid", by_day(["7N", "7NT", "7nt"], "7N"))
def test_a_word_is_typed_whole_or_as_far_as_needed(laptop, site, bid):
    sheet = opened("vijfhonderd")
    typist = Typist(laptop, site, sheet).type(bid).at("g1-by").type("Bob").at("g1-tricks")
    typist.type("8").at("g2-bid")
    expect(laptop.locator("#so-far [translate=no]")).to_have_text(["Bob + Dik", "Ans + Cor"])
    comes_to(sheet, [{"bid": "7NT", "by": "Bob", "tricks": 8}])


# Enter after every cell, as many people are used to


def test_sign_begins_the_next_cell_and_enter_in_the_last_the_next_line(laptop, site):
    typist = Typist(laptop, site, opened(**SHORT)).type("1-1x")
    expect(laptop.locator('[data-game="1"] td.out')).to_have_count(1)
    typist.at("g2-p1").type("34 1 1 - ").at("g3-p1")  # behind 34 it went on by itself
    typist.press("Enter", "Enter").at("g3-p1")  # and no further
    typist.type("- 1 1 1 ").at("g0-dashes-p1")
    assert [typist.texts(number) for number in (1, 2, 3)] == [
        ["1", "—", "1", "×"],
        ["34", "1", "1", "—"],
        ["—", "1", "1", "1"],
    ]


def test_enter_goes_from_a_mended_cell_to_the_first_that_is_empty(laptop, site):
    typist = Typist(laptop, site, opened(rows=ROWS[:2], **SHORT)).at("g3-p1")
    walk(typist, "g1-p2").type("8")
    walk(typist, "g1-p2").press("Enter").at("g3-p1")


def test_enter_in_an_empty_line_goes_on_to_the_totals_where_games_have_no_number(laptop, site):
    typist = Typist(laptop, site, opened("rummy", NAMES[:2])).type("15 - ").at("g2-p1")
    assert not typist.press("Enter").here.startswith("g2-")


# What the paper says


def summed(**totals):
    sheet = opened(rows=ROWS, **SHORT)
    lifecycle.record(sheet=sheet, number=0, row={"totals": RIGHT | totals})
    return sheet


def test_what_differs_and_digits_the_wrong_way_round_are_pointed_at(laptop, site):
    laptop.set_viewport_size({"width": 1366, "height": 400})
    typist = Typist(laptop, site, opened(rows=ROWS, **SHORT))
    walk(typist, "g0-totals-p1").type("11 17 48 24 ")
    first = laptop.locator(".suspects a").first
    expect(first).to_be_focused()
    expect(laptop.locator("td.suspect").first).to_be_in_viewport(ratio=0.9)
    expect(laptop.locator("#signing button")).to_have_count(0)
    laptop.wait_for_timeout(700)  # an Enter at once is that of the last cell
    laptop.locator(".differs a").focus()
    typist.press("Enter").at("g0-totals-p3")
    first = laptop.locator(".suspects a").first
    expect(first).to_have_attribute("href", "#g1-p3")
    expect(laptop.locator("td.suspect #g1-p3")).to_be_attached()
    first.focus()
    typist.press("Enter").at("g1-p3").type("43")
    expect(laptop.locator(".differs, td.suspect")).to_have_count(0)
    expect(laptop.locator("#signing .main")).to_be_visible()


def test_game_with_two_dashes_is_marked_and_not_taken_before_it_is_right(laptop, site):
    sheet = opened(**SHORT)
    typist = Typist(laptop, site, sheet).type("--3 9").at("g2-p1")
    assert len(typist.read_messages(1)) == 1
    expect(laptop.locator('[data-game="1"] td.wrong')).not_to_have_count(0)
    typist.type("-").press("ArrowUp").at("g1-p2")
    assert rows_of(sheet) == []
    typist.type("7 ").press("ArrowDown")
    comes_to(sheet, [{"entries": {"Ans": DASH, "Bob": 7, "Cor": 3, "Dik": 9}}])
    assert typist.read_messages(1) == []


@pytest.mark.wide
def test_number_that_is_too_large_is_said_at_once(laptop, site):
    typist = Typist(laptop, site, opened()).type("-").at("g1-p2").type("14")
    expect(laptop.locator("td.wrong #g1-p2")).to_have_attribute("aria-invalid", "true")
    assert len(typist.read_messages(1)) == 1


@pytest.mark.wide
def test_total_that_is_no_number_is_said_below_the_totals(laptop, site):
    typist = Typist(laptop, site, summed())
    walk(typist, "g0-totals-p2").type("10o")
    expect(laptop.locator("td.wrong #g0-totals-p2")).to_have_attribute("aria-describedby", "said-0")
    assert [text.startswith("Bob: ") for text in typist.read_messages(0)] == [True]
    typist.press("Backspace")
    expect(laptop.locator("#said-0")).to_be_hidden()


COULD = "had op tafel gekund, lag al op tafel"


@pytest.mark.parametrize(
    ("typed", "said", "points"),
    [
        ("41+", f"Ans: 41 + 10 = 51 · {COULD}: 41 + 20 = 61", ""),
        at_night("41+1x20", None, "61"),
        at_night("1x2", f"Ans: {COULD}: 20", "20"),
        at_night("41 + 1", f"Ans: 41 + 10 = 51 · {COULD}: 41 + 20 = 61", "51/61"),
        at_night("41+1x1", "Ans: 41 + 10 = 51", "51"),
        at_night("41+2x1", "Ans: 41 + 2 × 10 = 61", "61"),
        at_night("2x2", f"Ans: {COULD}: 2 × 20 = 40", "40"),
        at_night("41", None, ""),
        ("5+", f"Ans: {COULD}: 5 + 5 = 10", "10"),
        at_night("5+1x1", None, "6"),
        at_night("12+1", f"Ans: 12 + 1 = 13 · {COULD}: 12 + 5 = 17", "13/17"),
    ],
)
def test_hand_with_jokers_shows_what_it_comes_to(laptop, site, typed, said, points):
    """Few cards say that their holder lay on the table: in jokeren a number is of cards."""
    jokeren = typed.startswith(("5", "12"))
    options = {"joker_points": 5} if jokeren else {}
    sheet = opened("jokeren" if jokeren else "amerikaans-jokeren", options=options)
    typist = Typist(laptop, site, sheet).press(*typed)
    assert typist.read_messages(1) == ([said] if said else [])
    assert laptop.locator("td:has(> #g1-p1) small").all_inner_texts() == (
        [points] if points else []
    )


def test_figure_is_not_repeated_beside_itself(laptop, site):
    rows = [{"entries": {"Ans": 10.5, "Bob": -2}}]
    Typist(laptop, site, opened("punten", ["Ans", "Bob"], rows, options={"halves": True}))
    expect(laptop.locator("#g1-p1 ~ small, #g1-p2 ~ small")).to_have_count(0)


def test_joker_that_was_left_half_typed_is_a_mistake(laptop, site):
    typist = Typist(laptop, site, opened("amerikaans-jokeren")).type("41+1x 29")
    expect(laptop.locator("#said-1 .problem")).to_contain_text("41+1x")
    expect(typist.cell("g1-p1")).to_have_attribute("aria-invalid", "true")


@pytest.mark.wide
def test_what_leaving_does_is_said_once_of_each(laptop, site, monkeypatch):
    monkeypatch.setattr(NoNight, "warn_of_leaving", lambda night: "counts anew")
    sheet = opened(arranged=True, **SHORT)
    typist = Typist(laptop, site, sheet).row("-", 5, 34, "x").row("-", "x", 5, "x")
    found = [typist.read_messages(number) for number in (1, 2)]
    assert found == [["Dik: counts anew"], ["Bob: counts anew"]]
    typist.row(1, 2, "-", 3).press("ArrowUp")
    seen = [typist.read_messages(number) for number in (1, 2)]
    assert seen == [["Dik: counts anew"], ["Bob: counts anew"]]


# What is edited is not kept yet


def test_edited_cell_is_not_kept_and_nothing_is_right_or_signed_beside_it(laptop, site):
    """Enter goes to the next cell of the same line: that keeps nothing yet."""
    sheet = opened(rows=ROWS, **SHORT)
    paper = {"totals": RIGHT, "dashes": {"Ans": 1, "Bob": 1, "Cor": 1, "Dik": 0}}
    lifecycle.record(sheet=sheet, number=0, row=paper)
    typist = Typist(laptop, site, sheet).is_at(1, "club").all_at("club")
    right, sign = laptop.locator("#differences .agrees"), laptop.locator("#signing button")
    expect(right.or_(sign)).to_have_count(2)
    typist.cell("g1-p3").focus()
    typist.type("3").is_at(1, "draft").all_at("draft")
    expect(right.or_(sign)).to_have_count(0)
    typist.press("Enter").at("g1-p4").is_at(1, "draft").all_at("draft")
    expect(right.or_(sign)).to_have_count(0)
    typist.press("ArrowDown").is_at(1, "club").all_at("club")
    expect(right.or_(sign)).to_have_count(0)
    expect(laptop.locator(".differs a")).to_have_count(1)
    comes_to(sheet, [{"entries": ROWS[0]["entries"] | {"Cor": 3}}, *ROWS[1:]])


@pytest.mark.wide
def test_cell_typed_back_as_it_was_is_kept(laptop, site):
    typist = Typist(laptop, site, summed())
    walk(typist, "g1-p4").type("1").is_at(1, "draft").type("3").is_at(1, "club").all_at("club")
    expect(laptop.locator("#signing .main")).to_be_visible()


def test_paper_is_not_right_beside_a_line_that_was_not_taken(laptop, wifi):
    sheet = opened(rows=ROWS[:2], **SHORT)
    paper = {"totals": {"Ans": 4, "Bob": 5, "Cor": 39, "Dik": 15}}
    paper["dashes"] = {"Ans": 1, "Bob": 1, "Cor": 0, "Dik": 0}
    lifecycle.record(sheet=sheet, number=0, row=paper)
    typist = Typist(laptop, wifi.url, sheet)
    expect(laptop.locator("#differences .agrees")).to_have_count(1)
    wifi.drop()
    walk(typist, "g3-p1").row(*cells(ROWS)[2]).is_at(3, "phone")
    lifecycle.set_games(sheet=sheet, games=2)
    wifi.restore()
    typist.poll().press("ArrowUp").all_at("refused").is_at(3, "refused")
    expect(laptop.locator("#differences .agrees, #signing button")).to_have_count(0)


# Every game system


KEYS = {OUT: "-", AWAY: "x"}


def walk(typist, id):
    game = re.match(r"g(\d+)", id)[1]
    for _ in range(40):
        if typist.here.startswith(f"g{game}-"):
            break
        here = int(re.match(r"g(\d+)", typist.here)[1])
        typist.press("ArrowUp" if here == 0 or here > int(game) > 0 else "ArrowDown")
    order = typist.page.evaluate(
        "line => [...document.querySelectorAll(`[data-game='${line}'] input`)].map(({id}) => id)",
        game,
    )
    steps = order.index(id) - order.index(typist.here)
    typist.press(*["ArrowRight" if steps > 0 else "ArrowLeft"] * abs(steps))
    return typist.at(id)


def signs(text):
    return ["Space" if sign == " " else sign for sign in text]


def type_in(typist, line, made, texts):
    """Optional things first, by the arrows; then the line as it asks for it."""
    texts = {name: KEYS.get(text, text) for name, text in texts.items()}
    for field in made:
        if field.optional and not field.passes and texts[field.name]:
            walk(typist, f"g{line}-{field.name}").press(*signs(texts[field.name]))
    stops = [field for field in made if field.passes or not field.optional]
    while stops and not texts[stops[0].name]:
        stops.pop(0)
    fields_in_turn = [field.name for field in stops if texts[field.name] or field.passes]
    if not fields_in_turn:  # who took all says it in one field
        return
    walk(typist, f"g{line}-{fields_in_turn[0]}")
    for name in fields_in_turn:
        if not line:  # behind what is needed, the page may have gone on to the signing
            typist.cell(f"g0-{name}").focus()
        elif typist.here != f"g{line}-{name}":
            walk(typist, f"g{line}-{name}")
        typist.press(*signs(texts[name]))
        if typist.here == f"g{line}-{name}" and (line or name != fields_in_turn[-1]):
            typist.press("Enter")


# Whole forms of jokeren are typed above; of others by day three games.
OTHERS = [system for system in GAMES if system.key != "jokeren"]


@pytest.mark.parametrize("system", by_day(GAMES, *OTHERS), ids=lambda system: system.key)
def test_form_of_every_game_comes_to_what_score_says(laptop, site, system, tmp_path, capsys):
    is_long = not SEARCHES and (typists.SYSTEMS | typists.PRESETS)[system.key].get("games", 0) > 3
    form = typists.paper_form(random.Random(11), system.key, **({"games": 3} if is_long else {}))
    sheet = opened(system.key, form["players"], options=form["options"])
    typist = Typist(laptop, site, sheet)
    with translation.override("nl"):
        game = games.find(system.key)(form["options"])
        made, own = build_columns(game, form["players"]), build_sums(game, form["players"])
        for number, row in enumerate(form["games"], 1):
            type_in(typist, number, made, write_row(made, row, {}))
        paper = write_sums(own, form["paper"])
        type_in(typist, 0, own, {field.name: paper[field.name] for field in own})
    typist.press("Enter")
    expect(laptop.locator("#differences .agrees")).to_be_visible()
    typist.all_at("club")
    path = tmp_path / "form.json"
    path.write_text(json.dumps(form), encoding="utf-8")
    call_command("score", str(path))
    on_phone = json.loads(capsys.readouterr().out)
    kept = score(lifecycle.build_data(sheet_again(sheet)))
    for part in ("valid", "complete", "finished", "totals", "ranks", "dashes", "subtotals"):
        assert kept.get(part) == on_phone.get(part), part
    assert [row["scores"] for row in kept["rows"]] == [row["scores"] for row in on_phone["rows"]]
    assert not kept["problems"] and on_phone["valid"]


NAT = {"nat": True, "roem_24": 20}
PLAYED = [{"points_13": 100, "roem_13": 20}, {"points_13": 82}, NAT, {"pit": "24"}]


@pytest.mark.parametrize(
    ("language", "nat"), [("nl-NL", "nat"), at_night("de-DE", "nass"), at_night("en-GB", "nat")]
)
def test_game_of_two_sides_takes_its_figures_and_an_enter_a_cell(device, site, language, nat):
    page = device("laptop", locale=language)
    sheet = opened("klaverjassen")
    typist = Typist(page, site, sheet).at("g1-points_13")
    typist.type("100 20 ").at("g1-points_24")
    expect(typist.cell("g1-points_24")).to_have_attribute("placeholder", "62")
    typist.type(" ").at("g1-roem_24").type(" ")
    typist.at("g2-points_13").type("82 ").at("g2-roem_13").type(" ").at("g2-points_24")
    typist.type("72").press("ArrowDown")
    expect(typist.page.locator("#said-2 .problem")).to_be_visible()
    walk(typist, "g2-points_24").type("80 ").at("g2-roem_24").type(" ").at("g3-points_13")
    comes_to(sheet, [PLAYED[0], {"points_13": 82, "points_24": 80}])
    walk(typist, "g2-points_24").press("Delete").press("Enter").at("g2-roem_24").type(" ")
    typist.at("g3-points_13")
    typist.type("n ").at("g3-roem_13").type(" 20 ").at("g4-points_13")
    typist.press("ArrowRight", "ArrowRight").at("g4-points_24").type("p ").at("g4-roem_24")
    comes_to(sheet, PLAYED[:3])
    typist.type(" ").at("g5-points_13")
    comes_to(sheet, PLAYED)
    expect(typist.cell("g3-points_13")).to_have_value(nat)


def test_figure_of_two_sides_is_mended_and_moved_to_the_other(laptop, site):
    """Enter from there passes what may stay empty."""
    sheet = opened("klaverjassen", rows=PLAYED)
    typist = Typist(laptop, site, sheet).at("g5-points_13")
    walk(typist, "g2-points_13").type("83 ").at("g2-roem_13").type("   ").at("g5-points_13")
    comes_to(sheet, [PLAYED[0], {"points_13": 83}, *PLAYED[2:]])
    walk(typist, "g2-points_13").press("Delete", "ArrowRight", "ArrowRight").at("g2-points_24")
    typist.type("82").press("ArrowDown")
    comes_to(sheet, [PLAYED[0], {"points_24": 82}, *PLAYED[2:]])


def test_points_and_roem_of_the_paper_are_compared_apart(device, site):
    laptop = device("laptop", locale="en-GB")
    rows = [{"points_13": 100, "roem_13": 20}, {"pit": "24"}]
    sheet = opened("klaverjassen", rows=rows, options={"games": 2})
    typist = Typist(laptop, site, sheet).at("g0-totals-p1").type("120 324 ")
    expect(laptop.locator("#signing button")).to_be_visible()  # nobody has to type them
    typist.cell("g0-apart-points-p1").focus()
    typist.type("80 ").at("g0-apart-points-p2").type("224 ")
    typist.at("g0-apart-roem-p1").type("40 ")
    differs = laptop.locator(".differs a")
    lines = ("points on paper: 80, the games give 100.", "roem on paper: 40, the games give 20.")
    expect(differs).to_have_text([f"Ans: {line}" for line in lines])
    expect(laptop.locator("#signing button")).to_have_count(0)
    differs.last.click()
    typist.at("g0-apart-roem-p1").type("20 ")
    typist.cell("g0-apart-points-p1").focus()
    typist.type("100 ")
    expect(differs).to_have_count(0)
    expect(laptop.locator("#signing button")).to_be_visible()
    figures = {"Ans": 20, "Cor": 20}
    comes_to(sheet, rows)
    assert lifecycle.build_data(sheet_again(sheet))["paper"]["apart"]["roem"] == figures


def sheet_again(sheet):
    return type(sheet).objects.get(pk=sheet.pk)


# Nothing is lost


def test_without_a_connection_it_says_where_everything_is(laptop, wifi):
    sheet = opened(**SHORT)
    typist = Typist(laptop, wifi.url, sheet)
    wifi.drop()
    for row in cells(ROWS):
        typist.row(*row)
    typist.is_at(3, "phone").all_at("phone")
    walk(typist, "g0-totals-p3").type("48")
    expect(laptop.locator(".differs a")).to_have_count(1)
    expect(laptop.locator("#differences .quiet").first).to_be_visible()
    expect(laptop.locator(".suspects, #signing button")).to_have_count(0)
    assert rows_of(sheet) == []
    wifi.restore()
    typist.poll()
    comes_to(sheet, ROWS)
    typist.press("ArrowUp").is_at(3, "club").all_at("club")
    expect(laptop.locator(".suspects a").first).to_have_attribute("href", "#g1-p3")


KEPT = """async () => {
  const files = performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname);
  const typing = files.filter((path) => path.includes("/scoring/paper"));
  const kept = await Promise.all([location.pathname, ...typing].map((path) => caches.match(path)));
  return typing.length > 2 && kept.every(Boolean);
}"""


STORED = """async (count) => {
  const drafts = () => new Promise((resolve) => {
    indexedDB.open("streepje").onsuccess = ({ target: { result: db } }) => {
      db.transaction("drafts").objectStore("drafts").getAll().onsuccess = ({ target }) => {
        db.close();
        resolve(target.result);
      };
    };
  });
  const typed = ({ typed }) => Object.values(typed).filter(Boolean).length;
  return (await drafts()).some((draft) => typed(draft) === count);
}"""


@pytest.mark.usefixtures("worker")
def test_it_opens_again_without_a_connection(laptop, wifi):
    sheet = opened(**SHORT)
    typist = Typist(laptop, wifi.url, sheet)
    until(laptop, KEPT)
    wifi.drop()
    typist.row(*cells(ROWS)[0]).is_at(1, "phone").type("4-")
    until(laptop, STORED, 2)
    laptop.on("dialog", lambda dialog: dialog.accept())
    typist.reload().is_at(1, "phone")
    assert typist.texts(2) == ["4", "—", "", ""]
    wifi.restore()
    typist.poll()
    comes_to(sheet, ROWS[:1])


# What was asked of the disk is told late: a figure that is given meanwhile is not in it.
SLOW = """
const read = IDBObjectStore.prototype.getAll;
IDBObjectStore.prototype.getAll = function () {
  const asked = read.call(this);
  if (this.name === "tickets" && this.transaction.mode === "readonly") {
    const late = (tell) => asked.addEventListener("success", () => setTimeout(tell, 500));
    Object.defineProperty(asked, "onsuccess", { set: late });
  }
  return asked;
};
"""
NEWS = "(sheet) => new BroadcastChannel(`streepje ${sheet}`).postMessage('news')"


@pytest.mark.wide
def test_figures_stay_that_are_given_while_the_disk_is_read(laptop, site):
    laptop.add_init_script(SLOW)
    sheet = opened(rows=ROWS, **SHORT)
    typist = Typist(laptop, site, sheet).at("g0-dashes-p1").type("111")
    laptop.evaluate(NEWS, links.make_key(sheet)[: links.ID])
    typist.type("0").at("g0-totals-p1").all_at("club")
    typist.type("11 17 39 24").press("Enter")
    expect(laptop.locator("#signing .main")).to_be_visible()
    assert paper_of(sheet) == {"totals": RIGHT, "dashes": {"Ans": 1, "Bob": 1, "Cor": 1, "Dik": 0}}


@pytest.mark.wide
def test_line_that_was_left_half_typed_shows_as_not_kept(laptop, site):
    typist = Typist(laptop, site, opened(**SHORT)).type("-5 ").press("ArrowDown").at("g2-p3")
    expect(laptop.locator('[data-game="1"] .spot svg')).to_be_attached()
    assert len(typist.read_messages(1)) == 1


NO_STORE = "indexedDB.open = () => { throw new DOMException('no', 'SecurityError'); }"


@pytest.mark.parametrize("loose", by_day([False, True], False))
def test_computer_that_keeps_nothing_says_so(laptop, wifi, loose):
    laptop.add_init_script(NO_STORE)
    sheet = opened(loose=loose, **SHORT)
    typist = Typist(laptop, wifi.url, sheet)
    wifi.drop()
    typist.row(*cells(ROWS)[0]).all_at("refused")
    expect(laptop.locator("#mind .problem")).to_be_visible()
    assert ("club" in laptop.locator("#mind").inner_text()) is not loose
    wifi.restore()
    typist.poll().all_at("club")
    assert rows_of(sheet) == ROWS[:1]


@pytest.mark.wide
def test_on_plain_http_it_says_what_to_mind(laptop, site, insecure):
    typist = Typist(laptop, insecure(site), opened(**SHORT)).row(*cells(ROWS)[0])
    typist.is_at(1, "club")
    expect(laptop.locator("#news .note")).to_be_visible()


# There and back


def test_who_begins_is_asked_above_the_grid(device, site):
    sheet = opened("rummikub-international")
    page = device("laptop", locale="en-GB")
    typist = Typist(page, site, sheet)
    page.get_by_label("Who begins the first game?").select_option("Cor")
    expect(page.get_by_label("Who begins the first game?")).to_be_hidden()
    typist.all_at("club")
    assert state_of(sheet)["data"]["first_starter"] == "Cor"


def test_figure_of_a_key_that_bounced_is_taken_out_of_the_second_cell(laptop, site):
    typist, asked = Typist(laptop, site, opened()), laptop.locator("#twice button")
    laptop.keyboard.type("55")  # at once, as one step of the browser's
    typist.at("g1-p3")
    asked.click()
    typist.at("g1-p2")
    assert typist.texts(1)[:3] == ["5", "", ""]
    expect(asked).to_have_count(0)
    typist.type("-7").at("g1-p4")
    laptop.wait_for_timeout(300)  # longer than a key bounces
    typist.type("7")
    expect(asked).to_have_count(0)
    typist.at("g2-p1")
    laptop.keyboard.type("66")
    expect(asked).to_have_count(1)
    laptop.fill("#g2-p2", "8")  # put right by hand: its figure is no longer taken out
    expect(asked).to_have_count(0)
    laptop.focus("#g2-p1")
    laptop.keyboard.type("99")
    asked.click()
    assert typist.texts(2)[:2] == ["9", "8"]  # what stood there


def test_who_went_home_before_gets_no_figure_by_mistake_and_needs_no_total(laptop, site):
    sheet = opened(options={"games": 3})
    lifecycle.leave(sheet=sheet, player="Bob", since=1)
    typist, asked = Typist(laptop, site, sheet), laptop.locator("#twice button")
    typist.type("-").at("g1-p3").type("x5").at("g1-p4").type("6").at("g2-p1")  # his × may be typed
    typist.type("5").at("g2-p3").type("-").at("g2-p4").type("1 ").at("g3-p1")
    typist.press("ArrowRight").type("7").at("g3-p2")
    assert typist.texts(3) == ["", AWAY, "", ""]
    expect(asked).to_be_visible()
    typist.press("ArrowLeft").type("-57").at("g0-dashes-p1")
    typist.press("Enter", "Enter").at("g0-totals-p1")
    comes_to(
        sheet,
        [
            {"entries": dict(zip(("Ans", "Cor", "Dik"), row, strict=True)) | {"Bob": "x"}}
            for row in ((DASH, 5, 6), (5, DASH, 1), (DASH, 5, 7))
        ],
    )
    signing = laptop.locator("#signing")
    typist.type("5 10 ").at("g0-totals-p4").press("ArrowUp")
    expect(signing.locator(".note")).to_contain_text("Totaal: Dik’")
    expect(laptop.locator("td.suspect input")).to_have_attribute("id", "g0-totals-p4")
    typist.cell("g0-totals-p4").focus()
    typist.type("14").press("Enter")
    signing.locator(".main").click()
    typist.all_at("approved")


def test_who_plays_after_all_says_so_first(laptop, site):
    sheet = opened(options={"games": 3})
    lifecycle.leave(sheet=sheet, player="Bob", since=1)
    typist = Typist(laptop, site, sheet).type("-").press("ArrowLeft").type("5")
    laptop.locator("#twice button").click()
    typist.at("g1-p2").type("5").at("g1-p3").type("67")
    first = {"entries": {"Ans": DASH, "Bob": 5, "Cor": 6, "Dik": 7}}
    comes_to(sheet, [first, *[{"entries": {"Bob": "x"}}] * 2])
