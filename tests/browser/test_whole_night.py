"""A whole night: tables on three phones, all busy at once, and the organiser's laptop; from planned
to closed. By day each phone has one table, at night three.
"""

import re

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import expect

from scoring.models import Sheet
from scoring.sheets import links
from tests.browser.scribe import Scribe, agree, state_of, tap
from tests.by_day import by_chance
from tests.tournaments.evenings import club_with, people, tonight
from tournaments import links as club_links
from tournaments.models import Member, Night, User, UserSession

TABLES, GAMES = by_chance(3, 9), 2


@pytest.fixture
def organiser(laptop, at_laptop):
    """On the page of a night that is planned, for 36 members who play two games."""
    season = club_with(options={"games": GAMES}, rounds=1)
    people(season, 4 * TABLES)
    night = tonight(season, "planned")
    laptop.clock.install()
    at_laptop.log_in(User.objects.get())
    at_laptop.go("tournaments:night", season.club.slug, night.pk)
    return laptop


@pytest.fixture
def log(settings, tmp_path):
    settings.LOGS = tmp_path / "logs"

    def written():
        return "".join(path.read_text(encoding="utf-8") for path in settings.LOGS.iterdir())

    return written


@pytest.fixture
def phones(device, site):
    return [Scribe(device("phone"), site) for _ in range(3)]


def names(sheet):
    """Who plays there; nobody leaves once a game was written."""
    return [seat.name for seat in sheet.seats.all() if not seat.is_away(1)]


def write(scribe, sheet, first="5"):
    seated = names(sheet)
    scribe.press(seated[1], *[first, "12", "7"][: len(seated) - 1]).save()


def approve(scribe, sheet):
    agree(scribe.page, names(sheet)[1])
    scribe.all_at("approved")


def room(laptop):
    laptop.clock.run_for(11_000)
    return laptop.locator("#room")


def tables_in(count):
    return re.compile(rf"^\s*{count}\D+{TABLES}\D+$")


def test_a_whole_night_from_planned_to_closed(organiser, phones, trouble, log):
    through_the_door(organiser)
    sheets = drawn(organiser)
    trouble.expect("ERR_INTERNET_DISCONNECTED")
    disagreeing(organiser, phones, sheets[0])
    cut_short(organiser, table=TABLES)
    somebody_leaves(organiser, table=2)
    played(organiser, phones, sheets)
    closed(organiser)
    nobody_and_no_link_is_named(log)


def through_the_door(laptop):
    laptop.click("[name=to][value=check-in]")
    laptop.click("[name=all]")
    expect(laptop.locator("[name=out]")).to_have_count(4 * TABLES)
    laptop.locator("[name=out]").last.click()  # who went home again
    expect(laptop.locator("[name=out]")).to_have_count(4 * TABLES - 1)
    laptop.click("[name=to][value=playing]")


def drawn(laptop):
    laptop.click("main button.main")
    anchors = laptop.locator(".room li a[href^='/s/']")
    expect(anchors).to_have_count(TABLES)
    expect(laptop.locator(".door-count")).to_have_text(tables_in(0))
    keys = [link.get_attribute("href").split("/")[2] for link in anchors.all()]
    return [links.find(key) for key in keys]


def disagreeing(laptop, phones, sheet):
    """Two phones write the first game of one table; one of them is out of reach for a while."""
    writer, other = (scribe.go(sheet) for scribe in phones[:2])
    other.page.context.set_offline(True)
    write(other, sheet, "6")
    other.is_at(1, "phone")
    write(writer, sheet)
    writer.is_at(1, "club")
    other.page.context.set_offline(False)
    other.poll()
    expect(other.page.locator("#disputed [name=event]")).to_have_count(2)
    expect(room(laptop).locator("li.look")).to_have_count(1)
    tap(other.page.locator("#disputed [name=event]").nth(1))
    expect(other.page.locator("#disputed section")).to_have_count(0)
    other.is_at(1, "club")
    expect(room(laptop).locator("li.look")).to_have_count(0)
    assert state_of(sheet)["data"]["games"][0]["entries"][names(sheet)[0]] == 6


def cut_short(laptop, table):
    laptop.click("#further > summary")
    laptop.click("#cut summary")
    laptop.fill("[name=games]", "1")
    laptop.locator("[name=table]").select_option(index=table)
    laptop.click("#cut .button")
    laptop.wait_for_load_state()
    assert [sheet.games for sheet in Sheet.objects.order_by("pk")] == [None] * (table - 1) + [1]


def somebody_leaves(laptop, table):
    laptop.click(f"#table-{table} .change a")
    laptop.click("#leave summary")
    laptop.locator("#leave [name=member]").select_option(index=4)
    laptop.click("#leave .button")
    expect(laptop.locator(".changed li")).to_have_count(1)
    expect(laptop.locator(".at-table > ul li")).to_have_count(3)
    laptop.click(".back a")
    expect(laptop.locator(".room > li")).to_have_count(TABLES)


def played(laptop, phones, sheets):
    for place in range(0, TABLES, len(phones)):
        busy = list(zip(phones, sheets[place : place + len(phones)], strict=True))
        for scribe, sheet in busy:
            scribe.go(sheet)
        for number in range(1, GAMES + 1):
            for scribe, sheet in busy:
                if str(number) not in state_of(sheet)["seen"] and number <= games_of(sheet):
                    write(scribe, sheet)
                    scribe.is_at(number, "club")
        for scribe, sheet in busy:
            approve(scribe, sheet)
        text = tables_in(place + len(phones))
        expect(room(laptop).page.locator(".door-count")).to_have_text(text)


def games_of(sheet):
    return Sheet.objects.get(pk=sheet.pk).games or GAMES


def closed(laptop):
    laptop.click("#next a[href$='/closing/']")
    expect(laptop.locator("main .left")).to_have_count(0)
    laptop.click("main button.main")
    expect(laptop.locator(".winner")).to_be_visible()
    laptop.click(".ways [href$='/closing/#correct']")
    expect(laptop.locator("[name=table]")).to_be_in_viewport(ratio=1)
    laptop.click("main summary")
    digest = laptop.locator("main code").inner_text()
    night = Night.objects.get()
    assert (night.state, night.digest) == ("closed", digest)
    assert Sheet.objects.filter(closed=True).count() == TABLES


def nobody_and_no_link_is_named(log):
    """In the log of all that, and of links that lead nowhere any more."""
    night, sheets = Night.objects.get(), Sheet.objects.all()
    keys = {f"/s/{links.make_key(sheet)}/" for sheet in sheets}
    keys |= {reverse("tournaments:hall", args=[club_links.make_key(night)])}
    keys |= {
        reverse("tournaments:own", args=[club_links.make_key(m)]) for m in Member.objects.all()
    }
    for key in keys:
        assert Client().get(f"{key}nowhere/").status_code == 404
    text = log()
    assert text.count("Not Found: /s/\\u2026/nowhere/") == TABLES
    secrets = {key.split("/")[2] for key in keys}
    secrets |= {session.session_key for session in UserSession.objects.all()}
    assert [secret for secret in secrets if secret in text] == []
    assert [word for word in ("Speler", "Ans") if word in text] == []
