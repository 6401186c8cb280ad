from tests.browser.pages import state
from tests.browser.states.nights import MORE, playing


def reached(visit):
    visit.patch.setattr("django.conf.settings.PUBLIC_URL", "http://192.168.1.7:8000")


@state("tournaments:codes", at_night=True)
def codes_before_the_draw(visit):
    club, night = playing(visit, rounds_drawn=0)
    visit.go("tournaments:codes", club.slug, night.pk)


@state("tournaments:codes")
def codes_that_no_phone_could_open(visit):
    club, night = playing(visit)
    visit.go("tournaments:codes", club.slug, night.pk)


@state("tournaments:codes")
def codes_after_phones_are_let_in(visit):
    visit.patch.setattr("django.conf.settings.OPEN_TO_NETWORK", lambda: True)
    club, night = playing(visit)
    visit.go("tournaments:codes", club.slug, night.pk)


@state("open-to-network")
def no_network_for_phones(visit):
    visit.patch.setattr("django.conf.settings.OPEN_TO_NETWORK", lambda: False)
    club, night = playing(visit)
    visit.go("tournaments:codes", club.slug, night.pk)
    visit.expect(409)
    visit.page.click("section.note .button")


@state("open-to-network")
def phones_were_let_in(visit):
    visit.patch.setattr("django.conf.settings.OPEN_TO_NETWORK", lambda: True)
    club, night = playing(visit)
    visit.go("tournaments:codes", club.slug, night.pk)
    visit.page.click("section.note .button")


@state("tournaments:codes")
def codes_of_all_tables(visit):
    reached(visit)
    club, night = playing(visit, *MORE)
    visit.go("tournaments:codes", club.slug, night.pk)


@state("tournaments:codes")
def the_code_of_one_table(visit):
    reached(visit)
    club, night = playing(visit, *MORE)
    visit.go("tournaments:codes", club.slug, night.pk, query="?round=1&table=1")
