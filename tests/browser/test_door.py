"""At the door: a tap a person, and names found while they are typed."""

import pytest
from django.conf import settings
from django.utils import timezone
from playwright.sync_api import expect

from tests.browser.pages import Visit
from tests.browser.states.clubs import OWNER, PEOPLE
from tests.browser.states.nights import night_of
from tests.tournaments.evenings import club_with, people, playing
from tournaments.club import clubs
from tournaments.members import members
from tournaments.models import Attendance, Night, Reglement, Season, TableSeat, User
from tournaments.nights import at_the_door, nights, open_evenings

TAP_AND_SEND = """() => ["#door .person", "#guest .go button"].forEach(
    (key) => document.querySelector(key).click())"""


@pytest.fixture
def door(phone, site, trouble, monkeypatch):
    club, owner = clubs.create_club_with_owner(name="Kaartclub De Hoop", slug="de-hoop", **OWNER)
    members.add_many(club=club, text="\n".join(PEOPLE))
    visit = Visit(phone, site, trouble, monkeypatch)
    visit.log_in(owner)
    visit.go("tournaments:door", club.slug, night_of(club).pk)
    return phone


def present():
    return sorted(str(attendance.member) for attendance in Attendance.objects.filter(present=True))


def show_everybody(door):
    with door.expect_navigation():  # the click itself does not wait for the new page
        door.click("main nav:visible >> nth=0 >> a >> nth=0")


def test_taps_in_a_row_all_arrive_and_are_counted_in_sight_at_the_end_of_the_list(door):
    show_everybody(door)
    people = door.locator("#door .person")
    for place in range(5):
        people.nth(place).click()
    door.wait_for_selector("[name=out] >> nth=4")
    assert len(present()) == 5
    assert door.inner_text("#door-count").startswith("5 ")
    door.evaluate("scrollTo(0, document.body.scrollHeight / 2)")
    box = door.locator("#door-count").bounding_box()
    assert box["y"] >= 0
    assert box["y"] + box["height"] < 200


def test_tap_arrives_though_the_list_is_drawn_anew_under_it(door):
    show_everybody(door)
    first, second, third = (door.locator("#door .person").nth(place) for place in (1, 2, 3))
    second.hover()  # this may scroll the page
    box = third.bounding_box()
    with door.expect_response("**/door/*"):
        first.dispatch_event("click")
        door.mouse.down()
    door.wait_for_timeout(300)
    assert door.locator("[name=out]").count() == 0
    door.mouse.up()
    door.mouse.move(box["x"] + 20, box["y"] + 20)
    door.mouse.down()  # before the list is drawn anew for the first press
    door.wait_for_timeout(300)
    door.mouse.up()
    door.wait_for_selector("[name=out] >> nth=2")
    assert len(present()) == 3


def test_two_doors_follow_each_other_and_nobody_moves_away_under_a_finger(door):
    below = door.locator("#door .person").nth(3)
    where = "name => name.getBoundingClientRect().y + scrollY"
    before = below.evaluate(where)
    other = Attendance.objects.filter(present=False).first()
    at_the_door.check_in(night=other.night, member=other.member, present=True)
    door.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    door.wait_for_selector("[name=out]")
    assert door.inner_text("#door-count").startswith("1 ")
    assert below.evaluate(where) == before


def test_enter_lets_in_the_only_match_and_a_guest_of_an_earlier_night_is_found_when_sought(door):
    door.fill("#q", "YıLM")
    assert door.locator("#door .person:visible").count() == 1
    door.press("#q", "Enter")
    door.wait_for_selector("[name=out]")
    assert present() == ["Fatma Yılmaz"]
    expect(door.locator(".for-all [name=all]")).to_be_in_viewport(ratio=1)
    assert door.input_value("#q") == ""
    door.fill("#q", "fatma")
    door.locator("[name=out]").focus()
    door.keyboard.type("fatma")  # goes into the field, and Enter takes nobody out
    door.keyboard.press("Enter")
    assert door.input_value("#q:focus") == "fatma"
    assert present() == ["Fatma Yılmaz"]
    door.fill("#q", "xyz")
    assert door.is_visible("#nobody") and not door.is_visible(".for-all button")
    door.fill("#q", "a")  # several match
    assert not door.is_visible("#nobody")
    door.press("#q", "Enter")
    door.wait_for_timeout(300)
    assert present() == ["Fatma Yılmaz"]
    members.add(club=Season.objects.get().club, first="Zwaantje", guest=True)
    door.reload()
    guest = door.locator("#door li").filter(has_text="Zwaantje")
    assert not guest.is_visible()
    door.fill("#q", "zwaan")
    guest.locator("[name=in]").click()
    guest.locator("[name=out]").wait_for()
    assert present() == ["Fatma Yılmaz", "Zwaantje"]
    door.fill("#q", "")
    assert guest.is_visible()


def test_latecomer_gets_a_seat_by_keys_alone_and_who_types_on_never_pays_for_them(
    laptop, at_laptop
):
    season = club_with(rounds=1, member_fee=350)
    night = playing(season, people(season, 7), rounds=1)
    members.add(club=season.club, first="Zwaantje")
    at_laptop.log_in(User.objects.get())
    at_laptop.go("tournaments:door", season.club.slug, night.pk)
    laptop.keyboard.type("zwaan")  # the field has the focus
    laptop.keyboard.press("Enter")
    laptop.wait_for_selector(".late a")
    laptop.keyboard.type("zwaan")  # it keeps the focus
    assert laptop.input_value("#q:focus") == "zwaan"
    for _key in range(30):
        if laptop.locator(".late [href*='?come=']:focus").count():
            break
        laptop.keyboard.press("Tab")
    with laptop.expect_response("**/door/*"):
        laptop.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    laptop.wait_for_timeout(200)
    for _pressed in ("the table", "To this table"):
        with laptop.expect_navigation():
            laptop.keyboard.press("Enter")
    assert TableSeat.objects.get(member__first="Zwaantje").table.number == 2


def test_guest_form_stays_open_for_the_next_guest(door):
    assert not door.is_visible("#guest")
    door.click("[href='#guest']")
    for first in ("Fien", "Zwaantje"):
        door.fill("#id_first", first)
        with door.expect_navigation():  # with two taps that are still to be sent
            door.evaluate("""() => [
                ...[...document.querySelectorAll("li:not(.in) > .person")].slice(0, 2),
                document.querySelector("#guest .go button")].forEach((key) => key.click())""")
        assert door.inner_text("#guest [role=status]").startswith(f"{first} is binnen.")
        door.wait_for_selector("#id_first:focus")
    with door.expect_navigation():
        door.press("#id_first", "Enter")
    assert door.is_visible("#guest .problem")
    assert len(present()) == 6
    fien = Attendance.objects.get(member__first="Fien")
    at_the_door.check_in(night=fien.night, member=fien.member, present=False)
    door.fill("#id_first", "fien")
    with door.expect_navigation():
        door.press("#id_first", "Enter")
    first, family, refused = (
        door.locator(key).bounding_box() for key in ("#id_first", "#id_family", "#id_first_error")
    )
    assert first["y"] == family["y"] and refused["height"] < 130
    with door.expect_navigation():
        door.click("[name=same]")
    assert door.inner_text("#guest [role=status]").startswith("Fien is binnen.")
    assert len(present()) == 6 and "Fien" in present()


def test_names_at_a_drive_are_typed_while_the_one_before_is_let_in(laptop, at_laptop, trouble):
    club, owner = clubs.create_club_with_owner(name="Kaartclub De Hoop", slug="de-hoop", **OWNER)
    rules = Reglement.objects.create(club=club, name="Jokeren", game="jokeren")
    said = {"day": timezone.localdate(), "starts": None, "rounds": 1, "night_prizes": []}
    night = open_evenings.plan(
        club=club, name="Drive", rules=rules, fee=5_00, by_couple=False, **said
    )
    nights.set_state(night=night, to="check-in")
    at_laptop.log_in(owner)
    laptop.route("**/door/*", lambda route: (laptop.wait_for_timeout(300), route.continue_()))
    at_laptop.go("tournaments:door", club.slug, night.pk)
    for name in ("Jan de Vries", "Bep Smit", "Bep Smit", "Fatma Yılmaz"):
        laptop.keyboard.type(f"{name}\n")
    laptop.keyboard.type("Gé Po")
    laptop.wait_for_selector("#typed .problem")
    laptop.wait_for_selector("[name=out] >> nth=2")
    assert present() == ["Bep Smit", "Fatma Yılmaz", "Jan de Vries"]
    assert laptop.input_value("[list=known]") == "Bep Smit"
    assert laptop.input_value("#typed textarea") == "Gé Po"
    members.add_many(club=club, text="Wim de Groot\nAns Bos\nPiet Kok")
    laptop.reload()
    laptop.click("#door details summary")
    for count in (4, 5):
        laptop.click("#door details [name=in] >> nth=0")  # the list stays open
        laptop.wait_for_selector(f"[name=out] >> nth={count - 1}")
    trouble.expect("Failed to load resource")
    laptop.route("**/door/*", lambda route: (laptop.wait_for_timeout(300), route.abort()))
    laptop.locator("#typed textarea").evaluate("field => (field.value = 'Siem')")
    laptop.keyboard.type("Kees\nLoes\nMia\n")
    expect(laptop.locator("[list=known]")).to_have_value("Mia")
    assert sorted(laptop.input_value("#typed textarea").split()) == ["Kees", "Loes", "Siem"]


def test_second_target_follows_the_state_and_who_was_tapped_stays(door):
    Season.objects.update(member_fee=250)
    row = door.locator("#door li").filter(has_text="Fatma")
    row.locator("[name=off]").click()
    row.locator("[name=on]").wait_for()
    assert row.is_visible()
    row.locator("[name=on]").click()
    row.locator("[name=in]").click()
    row.locator("[name=paid]").click()
    row.locator("[name=unpaid]").wait_for()
    assert row.is_visible()
    assert Attendance.objects.get(paid=True).said == "on"
    door.reload()
    assert not row.is_visible()
    show_everybody(door)
    row.wait_for()


def test_list_on_the_nights_page_takes_taps_and_stays_there(door):
    night = door.url.removesuffix("door/")
    door.goto(night)
    row = door.locator("#door li").filter(has_text="Fatma")
    row.locator("[name=in]").click()
    row.locator("[name=out]").wait_for()
    assert present() == ["Fatma Yılmaz"]
    assert door.url == night


def test_tap_while_the_site_is_away_is_asked_for_once_more(door, trouble):
    trouble.expect("Failed to load resource")
    door.route("**/door/", lambda route: (door.wait_for_timeout(300), route.abort()))
    person = door.locator("#door .person >> nth=0")
    person.click()
    door.wait_for_selector(".person[aria-busy]")
    door.wait_for_selector("#door-lost")
    door.wait_for_selector(".person[aria-busy]", state="detached")
    door.click("[href='#guest']")
    door.fill("#id_first", "Fien")
    door.evaluate(TAP_AND_SEND)
    door.wait_for_timeout(500)
    assert door.input_value("#id_first") == "Fien" and present() == []
    door.unroute("**/door/")
    person.click()
    door.wait_for_selector("#door-lost", state="hidden")
    assert len(present()) == 1


def test_what_is_refused_is_told_and_a_form_that_waits_stays(door, trouble):
    nights.set_state(night=Night.objects.get(state="check-in"), to="sign-up")
    trouble.expect("status of 409")
    door.click("[href='#guest']")
    door.fill("#id_first", "Fien")
    door.evaluate(TAP_AND_SEND)
    door.wait_for_selector("#door-refused .problem")
    assert door.input_value("#id_first") == "Fien" and present() == []


def test_log_in_that_is_over_leads_back_to_the_door(door):
    where = door.url
    door.context.clear_cookies(name=settings.SESSION_COOKIE_NAME)
    door.locator("#door .person").nth(0).click()
    door.wait_for_url("**/login/**")
    door.fill("[name=username]", OWNER["login"])
    door.fill("[name=password]", OWNER["password"])
    door.press("[name=password]", "Enter")
    door.wait_for_url(where)
    assert door.locator("#door .person").count() and present() == []
