from tests.browser.pages import state, states
from tests.browser.states.nights import MORE, go_playing


def reached(visit):
    visit.patch.setattr("django.conf.settings.PUBLIC_URL", "http://192.168.1.7:8000")


def go_reached(visit, page, *more, query=""):
    reached(visit)
    go_playing(visit, page, *more, query=query)


@state("tournaments:codes", at_night=True)
def codes_before_the_draw(visit):
    go_playing(visit, "codes", rounds_drawn=0)


states(
    "tournaments:codes",
    codes_that_no_phone_could_open=lambda visit: go_playing(visit, "codes"),
    codes_of_all_tables=lambda visit: go_reached(visit, "codes", *MORE),
    the_code_of_one_table=lambda visit: go_reached(visit, "codes", *MORE, query="?round=1&table=1"),
)


@state("tournaments:codes")
def codes_after_phones_are_let_in(visit):
    visit.patch.setattr("django.conf.settings.OPEN_TO_NETWORK", lambda: True)
    go_playing(visit, "codes")


@state("open-to-network")
def no_network_for_phones(visit):
    visit.patch.setattr("django.conf.settings.OPEN_TO_NETWORK", lambda: False)
    go_playing(visit, "codes")
    visit.expect(409)
    visit.page.click("section.note .button")


@state("open-to-network")
def phones_were_let_in(visit):
    visit.patch.setattr("django.conf.settings.OPEN_TO_NETWORK", lambda: True)
    go_playing(visit, "codes")
    visit.page.click("section.note .button")
