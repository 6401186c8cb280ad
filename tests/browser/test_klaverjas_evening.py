"""An evening of klaverjassen to its standing, for 17 couples and for 34 people by themselves."""

import random
from collections import Counter

import pytest
from playwright.sync_api import expect

from clubsite.demo import dealing as demo_tables
from scoring.models import Sheet
from tests.browser import taps
from tests.browser.scribe import Scribe
from tests.tournaments.evenings import club_with, people, tonight
from tournaments.members import couples
from tournaments.models import Night, Table, TableSeat, User
from tournaments.standings import calculate

ROUNDS, TABLES, SIT_OUT = 3, 8, 400


@pytest.fixture
def phones(device, site):
    return [Scribe(device("phone"), site) for _ in range(2)]


def season_with(games, **more):
    rules = {"games": games, "subtotal_every": 4}
    return club_with(
        "klaverjassen", rules, rounds=ROUNDS, sitting_out="fixed", sit_out=SIT_OUT, **more
    )


def begin(at_laptop, season):
    """Let everybody in at the door, close it and draw all rounds."""
    night, page = tonight(season), at_laptop.page
    at_laptop.log_in(User.objects.get())
    at_laptop.go("tournaments:door", season.club.slug, night.pk)
    page.click("[name=all]")
    expect(page.locator("#door-count strong")).to_contain_text("34")
    expect(page.locator("#door-next b")).to_contain_text(str(TABLES))
    page.click("[name=to][value=playing]")
    page.check("[name=method][value=mix]")
    page.check(f"[name=rounds][value='{ROUNDS}']")
    page.click("main button.main")
    at_laptop.go("tournaments:draw", season.club.slug, night.pk)
    return night


def play(phones, games):
    """Play all rounds. The first two tables of the first round are written on phones."""
    chance = random.Random("klaverjassen")
    first, second, *others = (
        table.sheet for table in Table.objects.order_by("round__number", "number")
    )
    write(dict(zip(phones, (first, second), strict=True)), games, chance)
    for sheet in others:
        demo_tables.play(sheet, games, chance)
        demo_tables.approve(sheet, chance)


def write(sheets, games, chance):
    """Write these sheets on their phones, a game at a time, and let a player of each approve."""
    for scribe, sheet in sheets.items():
        scribe.go(sheet)
    for number in range(1, games + 1):
        for scribe in sheets:
            taps.write(scribe, "klaverjassen", taps.draw("klaverjassen", chance, number))
    for scribe in sheets:
        scribe.all_at("club")
        scribe.page.locator("#agreeing .agree").first.click()
        scribe.all_at("approved")


def close(at_laptop, season, night):
    """Close the night with the buttons of its page, and read its result and the standing."""
    at_laptop.go("tournaments:night", season.club.slug, night.pk)
    at_laptop.page.click("main a[href$='/closing/']")
    expect(at_laptop.page.locator("main .left")).to_have_count(0)
    at_laptop.page.click("main button.main")
    expect(at_laptop.page.locator(".champion")).to_be_visible()
    assert Night.objects.get().state == "closed"
    assert Sheet.objects.filter(closed=True).count() == ROUNDS * TABLES
    shown = []
    for address, pk in (("night-result", night.pk), ("standing", season.pk)):
        at_laptop.go(f"tournaments:{address}", season.club.slug, pk)
        shown.append(at_laptop.page.locator("main").inner_text())
    return shown


def points_without_a_table(season):
    """Return what each row of the standing got for rounds without a table."""
    rows = calculate.compute_season_standing(season)[0].rows
    return [[part.points for part in row.tallies[0].slices if not part.share] for row in rows]


@pytest.mark.wide
def test_seventeen_couples_play_an_evening(at_laptop, phones):
    season = season_with(4, by_couple=True)
    form_couples(at_laptop, season, people(season, 34))
    night = begin(at_laptop, season)
    met = Counter()
    for table in Table.objects.all():
        seats = TableSeat.objects.filter(table=table).order_by("seat__position")
        sat = list(seats.values_list("couple", flat=True))
        assert sat[:2] == sat[2:]
        met[frozenset(sat)] += 1
    assert (len(met), max(met.values())) == (ROUNDS * TABLES, 1)
    play(phones, 4)
    for page in close(at_laptop, season, night):
        assert "Speler 00 & Speler 01" in page
        assert "Speler 33" in page
    out = points_without_a_table(season)
    assert sorted(map(len, out)) == [0] * 14 + [1] * 3
    assert {points for parts in out for points in parts} == {SIT_OUT}


def form_couples(at_laptop, season, who):
    """Make the first couple on the page of couples, and the others by the verb."""
    at_laptop.log_in(User.objects.get())
    at_laptop.go("tournaments:couples", season.club.slug, season.pk)
    at_laptop.page.select_option("[name=first]", str(who[0].pk))
    at_laptop.page.select_option("[name=second]", str(who[1].pk))
    at_laptop.page.click("main button.main")
    expect(at_laptop.page.locator("[name=split]")).to_have_count(1)
    for number in range(2, 34, 2):
        couples.form_couple(season=season, first=who[number], second=who[number + 1])


@pytest.mark.wide
def test_thirty_four_people_play_an_evening(at_laptop, phones):
    season = season_with(16)
    people(season, 34)
    night = begin(at_laptop, season)
    repeated = at_laptop.page.locator("main").get_by_text("dezelfde partner")
    expect(repeated).to_have_text("Nog eens dezelfde partner: 0 keer; minder kan niet.")
    partners, met = Counter(), Counter()
    for table in Table.objects.all():
        sat = list(table.seats.order_by("seat__position").values_list("member", flat=True))
        partners.update([frozenset(sat[::2]), frozenset(sat[1::2])])
        met.update(frozenset((a, b)) for n, a in enumerate(sat) for b in sat[:n])
    assert {max(partners.values()), max(met.values())} == {1}
    play(phones, 16)
    for page in close(at_laptop, season, night):
        assert "Speler 33" in page
    out = points_without_a_table(season)
    assert sorted(map(len, out)) == [0] * 28 + [1] * 6
    assert {points for parts in out for points in parts} == {SIT_OUT}
