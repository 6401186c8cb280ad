"""A whole evening from the night's page and back to it: nine tables and two rounds, forms on phones
and on paper, and people who come late, leave and swap.
"""

import re
from datetime import timedelta

import pytest
from playwright.sync_api import expect

from scoring.models import Sheet
from scoring.sheets import lifecycle, links
from tests.browser.pages import Visit
from tests.browser.scribe import Scribe, state_of
from tests.browser.states.clubs import OWNER
from tests.browser.typist import Typist
from tests.tournaments.evenings import THURSDAY
from tournaments.club import clubs, reglementen, seasons
from tournaments.members import members
from tournaments.models import Attendance, Night, Table
from tournaments.nights import nights

TABLES, PHONES, PEOPLE = 9, 6, 35
LATE = "Speler Nummer7"


@pytest.fixture
def evening(laptop, site, trouble, monkeypatch):
    """An organiser on the page of a night that is planned, with two rounds of two games."""
    club, owner = clubs.create_club_with_owner(name="De Hoop", slug="de-hoop", **OWNER)
    members.add_many(club=club, text="\n".join(f"Speler Nummer{n}" for n in range(PEOPLE)))
    rules = reglementen.make(
        club=club, game="jokeren", name="Kort", options={"games": 2}, approval="one"
    )
    season = seasons.plan(
        club=club,
        name="2026",
        reglement=rules,
        first=THURSDAY,
        last=THURSDAY + timedelta(weeks=20),
        rounds=2,
        signed_off="worst",
        no_show="worst",
        before_joining="absent",
    )
    (night,) = nights.plan(season=season, days=[THURSDAY])
    visit = Visit(laptop, site, trouble, monkeypatch)
    visit.log_in(owner)
    visit.go("tournaments:night", club.slug, night.pk)
    return laptop


@pytest.mark.wide
def test_an_evening_goes_out_from_the_nights_page_and_comes_back(evening, phone, site):
    through_the_door(evening)
    drawn(evening, 1)
    latecomer(evening)
    leaver(evening)
    two_swap(evening)
    sheets = list(Sheet.objects.filter(table__round__number=1).order_by("table__number"))
    on_a_phone(Scribe(phone, site, sheets[0]), sheets[0])
    for sheet in sheets[1:PHONES]:
        played(sheet)
    on_paper(Typist(evening, site), sheets[PHONES:])
    drawn(evening, 2)
    for sheet in Sheet.objects.filter(table__round__number=2).order_by("table__number")[1:]:
        played(sheet)
    ended(evening)


def sit(table):
    """Who plays at this table now."""
    return list(table.seats.filter(until=None).select_related("member"))


def back(laptop):
    laptop.click(".back a")
    expect(laptop.locator("#steps .here")).to_be_visible()


def through_the_door(laptop):
    """All but one, who comes late."""
    laptop.click("[name=to][value=check-in]")
    laptop.click("[name=all]")
    expect(laptop.locator("[name=out]")).to_have_count(PEOPLE)
    laptop.locator("#door li").filter(has_text=LATE).locator("[name=out]").click()
    expect(laptop.locator("[name=out]")).to_have_count(PEOPLE - 1)
    laptop.click("[name=to][value=playing]")


def drawn(laptop, number):
    """From the door or the night's page to the room of this round."""
    if number > 1:
        laptop.reload()
        laptop.locator("a.main").get_by_text(str(number)).click()
    for box in laptop.locator("[name=rounds][value='1']").all():
        box.check()
    laptop.click("main button.main")
    expect(laptop.locator(".room > li")).to_have_count(TABLES)
    assert Table.objects.filter(round__number=number).count() == TABLES


def latecomer(laptop):
    laptop.click("#people summary")
    laptop.click("#people [href$='/door/']")
    laptop.locator("#door li").filter(has_text=LATE).locator("[name=in]").click()
    laptop.locator("#door li").filter(has_text=LATE).locator("[name=out]").wait_for()
    back(laptop)
    expect(laptop.locator(".room .look")).to_contain_text(LATE)
    laptop.locator("#next a.main").filter(has_text=LATE).click()
    laptop.click("#come .button")
    expect(laptop.locator(".changed li")).to_have_count(1)
    back(laptop)
    expect(laptop.locator(".room .look")).to_have_count(0)
    assert Attendance.objects.filter(present=True).count() == PEOPLE


def leaver(laptop):
    laptop.click("#table-2 .change a")
    laptop.click("#leave summary")
    laptop.locator("#leave [name=member]").select_option(index=1)
    laptop.click("#leave .button")
    expect(laptop.locator(".at-table > ul li")).to_have_count(3)
    back(laptop)


def two_swap(laptop):
    table, other = Table.objects.filter(number__in=(3, 4)).order_by("number")
    mine, theirs = sit(table)[0].member_id, sit(other)[0].member_id
    laptop.click("#table-3 .change a")
    laptop.click("#swap summary")
    laptop.locator("#swap [name=member]").select_option(str(mine))
    laptop.locator("#swap [name=other]").select_option(str(theirs))
    laptop.click("#swap .button")
    expect(laptop.locator(".changed li")).to_have_count(1)
    back(laptop)
    assert theirs in [seated.member_id for seated in sit(table)]


def names(sheet):
    return [seat.name for seat in sheet.seats.all() if not seat.is_away(1)]


def on_a_phone(scribe, sheet):
    seated = names(sheet)
    for number in (1, 2):
        scribe.press(seated[1], *["5", "12", "7"][: len(seated) - 1]).save()
        scribe.is_at(number, "club")
    scribe.page.locator(f'#agreeing [value="{seated[1]}"]').click()
    scribe.all_at("approved")


def played(sheet):
    """As the phone of another table sends it."""
    seated = names(sheet)
    for number in (1, 2):
        row = {"entries": dict.fromkeys(seated, 10 + number) | {seated[0]: "-"}}
        lifecycle.record(sheet=sheet, number=number, row=row)
    lifecycle.approve(sheet=sheet, player=seated[1], read=state_of(sheet)["digest"])


def on_paper(typist, sheets):
    """The pile is found on the night's page, goes from form to form, and leads back there."""
    laptop = typist.page
    laptop.reload()
    laptop.click("#papers summary")
    laptop.click("#typing-in")
    for sheet in sheets:
        expect(laptop).to_have_url(f"{typist.site}{links.build_path(sheet)}paper/")
        typist.ready()
        count = len(names(sheet))
        for _game in range(2):
            typist.row("-", *[5, 6, 7][: count - 1])
        typist.press("Enter", "Enter").row(*[0, 10, 12, 14][:count])
        laptop.click("#signing .main")
        typist.all_at("approved")
        laptop.click("#next")
    expect(laptop.locator(".door-count")).to_have_text(re.compile(rf"^{TABLES}\D+{TABLES}\D+$"))


def ended(laptop):
    """Though a table of the second round is missing; then the page shows who won."""
    laptop.reload()
    expect(laptop.locator("#ending li")).to_have_count(1)
    laptop.click("#next [href$='/closing/']")
    expect(laptop.locator("main .left")).to_have_count(1)
    laptop.fill("[name=reason]", "Tafel 1 ging naar huis")
    laptop.click("main button.main")
    expect(laptop.locator(".champion")).to_be_visible()
    night = Night.objects.get()
    assert laptop.url.endswith(night.get_absolute_url())
    assert night.state == "closed"
