"""Making a club, logging in, a club's page."""

from tests.browser.pages import state
from tournaments import clubs, fresh

OWNER = {"owner_name": "Ans Willemse", "login": "ans", "password": "drie losse woorden"}


@state("tournaments:found")
def making_a_club(visit):
    fresh.make_code()
    visit.go("tournaments:found")


@state("tournaments:found")
def club_refused(visit):
    fresh.make_code()
    visit.go("tournaments:found")
    visit.send(name="Kaartclub De Hoop", slug="De Hoop", password="123")


@state("tournaments:login")
def logging_in(visit):
    visit.go("tournaments:login")


@state("tournaments:login")
def log_in_refused(visit):
    visit.go("tournaments:login")
    visit.send(username="ans", password="wrong")


@state("tournaments:club")
def club_for_a_visitor(visit):
    club, _owner = clubs.found(name="Kaartclub De Hoop", slug="de-hoop", **OWNER)
    visit.go("tournaments:club", club.slug)


@state("tournaments:club")
def club_for_its_owner(visit):
    club, owner = clubs.found(name="Kaartclub De Hoop", slug="de-hoop", **OWNER)
    visit.log_in(owner)
    visit.go("tournaments:club", club.slug)
