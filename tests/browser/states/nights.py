"""Club nights: planned, signed up for, at the door."""

from tests.browser.pages import state
from tests.browser.states.clubs import PEOPLE, members_of
from tests.browser.states.seasons import season_of
from tournaments import links, members, night


def night_of(club, to="check-in"):
    season = season_of(club)
    one, *_more = night.plan(season=season, days=night.days_from(season.first, season.last, 4))
    if to == "check-in":
        night.move_on(night=one, to="sign-up")
        ans, bob = club.members.all()[:2]
        night.sign(night=one, member=ans, said="on")
        night.sign(night=one, member=bob, said="off")
    return one if to == "planned" else night.move_on(night=one, to=to)


@state("tournaments:nights")
def no_nights_yet(visit):
    visit.go("tournaments:nights", members_of(visit).slug)


@state("tournaments:nights")
def nights_in_a_list(visit):
    club = members_of(visit, *PEOPLE)
    night_of(club)
    visit.go("tournaments:nights", club.slug)


@state("tournaments:season-nights")
def planning_nights(visit):
    club = members_of(visit, *PEOPLE)
    one = night_of(club)
    visit.go("tournaments:season-nights", club.slug, one.season_id)
    visit.send(first="2026-09-03")


@state("tournaments:night")
def a_planned_night(visit):
    club = members_of(visit, *PEOPLE)
    visit.go("tournaments:night", club.slug, night_of(club, "planned").pk)


@state("tournaments:night")
def a_night_with_its_door_open(visit):
    club = members_of(visit, *PEOPLE)
    visit.go("tournaments:night", club.slug, night_of(club).pk)


@state("tournaments:night", "tournaments:night-state")
def a_night_that_can_not_be_taken_out(visit):
    club = members_of(visit, *PEOPLE)
    one = night_of(club, "sign-up")
    night.sign(night=one, member=club.members.first(), said="on")
    visit.go("tournaments:night", club.slug, one.pk)
    visit.expect(409)
    visit.page.click("[value=cancel]")


@state("tournaments:door")
def at_the_door(visit):
    club = members_of(visit, *PEOPLE)
    members.add(club=club, first="Christiaan-Alexander", particle="van den", family="Wijngaarden")
    one = night_of(club)
    for member in club.members.all()[2:6]:
        night.check_in(night=one, member=member, present=True)
    night.pay(night=one, member=club.members.all()[3], paid=True)
    visit.go("tournaments:door", club.slug, one.pk)


@state("tournaments:door")
def a_guest_of_a_known_name(visit):
    club = members_of(visit, *PEOPLE)
    visit.go("tournaments:door", club.slug, night_of(club).pk)
    visit.page.click("summary")
    visit.page.fill("[name=first]", "Ans")
    visit.page.fill("[name=family]", "Willemse")
    visit.page.click("details .button")


@state("tournaments:door")
def a_closed_door(visit):
    club = members_of(visit, *PEOPLE)
    visit.go("tournaments:door", club.slug, night_of(club, "sign-up").pk)


@state("tournaments:own")
def own_page_with_nights_to_sign_up_for(visit):
    club = members_of(visit, *PEOPLE)
    night_of(club, "sign-up")
    visit.go("tournaments:own", links.key(club.members.all()[0]))
    visit.page.click("[value=on]")
