"""A pile of forms of one round, typed in one after the other."""

import random
import re
from functools import partial

import pytest
from playwright.sync_api import expect

from scoring.browser import sync
from scoring.sheets import lifecycle, links
from tests.browser.scribe import comes_to, rows_of, state_of
from tests.browser.test_paper import COUNT, ten_games
from tests.browser.typist import Typist
from tests.by_day import by_day
from tests.tournaments.evenings import club_with, people, playing
from tournaments.models import Night, Season, Table, User

TABLES = 9


@pytest.fixture
def pile(at_laptop):
    season = club_with(rounds=1)
    playing(season, people(season, 4 * TABLES), rounds=1)
    at_laptop.log_in(User.objects.get())
    return [table.sheet for table in Table.objects.order_by("number")]


def is_at(typist, sheet):
    expect(typist.page).to_have_url(f"{typist.site}{links.build_path(sheet)}paper/")
    return typist.ready()


def rows(sheet, typed):
    names = [seat.name for seat in sheet.seats.all()]
    return [{"entries": dict(zip(names, row, strict=True))} for row in typed]


def bring_in(sheet):
    """Close a sheet of a single game, which is recorded unless somebody typed it."""
    lifecycle.set_games(sheet=sheet, games=1)
    if not rows_of(sheet):
        lifecycle.record(sheet=sheet, number=1, row=rows(sheet, [["-", 5, 6, 7]])[0])
    lifecycle.close(sheet=sheet)


def own_figures(form):
    dashes = [column.count("-") for column in zip(*form, strict=True)]
    figures = [[0 if cell == "-" else cell for cell in row] for row in form]
    added = [[sum(column) for column in zip(*rows, strict=True)] for rows in (figures[:5], figures)]
    return [dashes, *added]


@pytest.mark.parametrize("count", by_day([1, 2, TABLES], 1))
def test_forms_take_few_keys_and_none_between_them(laptop, site, pile, count):
    """Type the last forms of a pile: games, sums and signatures, then go on to the next."""
    for sheet in pile[:-count]:
        bring_in(sheet)
    pile = pile[-count:]
    rng = random.Random(5)
    typist, games, figures = Typist(laptop, site, pile[0]), 0, 0
    forms = [list(ten_games(rng, most=False)) for _ in pile]
    for sheet, following, form in zip(pile, [*pile[1:], None], forms, strict=True):
        laptop.evaluate(COUNT)
        for row in form:
            typist.row(*row)
        typist.at("g0-dashes-p1")
        typed = laptop.evaluate("window.keys")
        games += typed + 2  # Control and Enter go on to the next
        for row in own_figures(form):
            typist.row(*row)
        sign = laptop.locator("#signing:has(~ #so-far) .main")
        expect(sign).to_be_focused()
        figures += laptop.evaluate("window.keys") - typed + 1
        laptop.wait_for_timeout(700)  # an Enter at once is that of the last cell
        typist.press("Enter")  # signed, it goes on by itself
        if following:
            is_at(typist, following)
        comes_to(sheet, rows(sheet, form))
    expect(laptop).to_have_url(re.compile("/nights/"))
    assert all(sync.build_sheet_state(sheet)["approved"] for sheet in pile)
    assert games <= count * 56
    assert figures <= count * 25


def test_only_enter_leads_to_what_signs_totals_and_another_signs(laptop, site, pile):
    Season.objects.update(rounds=2)
    typist = Typist(laptop, site, pile[0])
    laptop.locator(".switch button").click()
    typist.ready().type("41 x33 44")
    expect(laptop.locator("#signing .main")).to_be_visible()
    expect(laptop.locator("#gone b")).to_have_text(pile[0].seats.all()[1].name)
    expect(laptop.locator("#gone a")).to_have_attribute("href", re.compile("/door/$"))
    typist.at("g1-p4").press("Enter")
    expect(laptop.locator("#signing .main")).to_be_focused()
    expect(laptop.locator(".agrees")).to_have_count(0)  # nothing was checked


def test_tables_that_others_bring_in_follow_while_somebody_types(laptop, site, pile):
    typist = Typist(laptop, site, pile[0]).type("5").at("g1-p2")
    for sheet in pile[1:4]:
        bring_in(sheet)
    laptop.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(laptop.locator("#pile-open")).to_have_text("Nog open: 6")
    assert laptop.locator("#pile li .done b").all_inner_texts() == ["2", "3", "4"]
    assert typist.at("g1-p2").type("-1 6").texts(1) == ["5", "—", "1", "6"]
    typist.press("Control+Enter")
    is_at(typist, pile[4])
    for sheet in [pile[0], *pile[5:]]:
        bring_in(sheet)
    laptop.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(laptop.locator("#next")).to_have_text("Bewaren, terug naar de zaal")
    expect(laptop.locator("#pile .both")).to_be_hidden()


def test_last_enter_leads_to_the_number_and_it_to_that_table(laptop, site, pile):
    lifecycle.set_games(sheet=pile[0], games=1)
    typist = Typist(laptop, site, pile[0]).row("-", 5, 6, 7).at("g0-dashes-p1")
    typist.press("Enter", "Enter").at("g0-totals-p1").press("Enter").at("to").type("4 ")
    is_at(typist, pile[3])
    assert len(rows_of(pile[0])) == 1


@pytest.mark.usefixtures("lossy")
def test_who_signs_what_was_changed_meanwhile_stays_when_others_sign(laptop, site, pile):
    sheet, sums = pile[0], {"dashes": [1, 0, 0, 0], "totals": [0, 5, 6, 7]}
    names = [seat.name for seat in sheet.seats.all()]
    bring = partial(lifecycle.record, sheet=sheet)
    lifecycle.set_games(sheet=sheet, games=1)
    bring(number=1, row=rows(sheet, [["-", 5, 6, 7]])[0])
    bring(number=0, row={key: dict(zip(names, sums[key], strict=True)) for key in sums})
    typist = Typist(laptop, site, sheet)
    laptop.route("**/sync/**", lambda route: route.abort())
    laptop.click("#signing [name=on_paper]")
    bring(number=1, row=rows(sheet, [[5, "-", 6, 7]])[0])
    laptop.unroute("**/sync/**")
    typist.poll().all_at("refused")
    bring(number=1, row=rows(sheet, [["-", 5, 6, 7]])[0])
    laptop.click("#mind button")
    lifecycle.approve(sheet=sheet, player=None, read=state_of(sheet)["digest"])
    typist.poll()
    expect(laptop.locator("#signing h2")).to_have_text(" Akkoord")
    is_at(typist, sheet)


def test_code_scanned_in_a_cell_leads_to_that_form_and_leaves_nothing(laptop, site, pile):
    typist = Typist(laptop, site, pile[0]).type("5")
    laptop.keyboard.type(f"http://192.168.1.5:8000{links.build_path(pile[6])}")
    typist.press("Enter")
    is_at(typist, pile[6]).page.go_back()
    assert typist.ready().texts(1) == ["5", "", "", ""]


def test_night_leads_to_the_pile_and_its_button_stays_at_a_line_that_is_not_full(
    laptop, site, pile
):
    laptop.goto(site + Night.objects.get().get_absolute_url())
    laptop.click("#next [href='#papers-links']")
    laptop.click("#typing-in")
    typist = is_at(Typist(laptop, site), pile[0]).type("-5")
    typist.press("Control+Enter").at("g1-p3")
    laptop.locator("#pile .both a").last.click()
    is_at(typist, pile[1])
