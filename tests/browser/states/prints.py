from tests.browser.pages import state
from tests.browser.states.nights import MORE, playing
from tests.browser.states.qr_codes import reached


@state("tournaments:print")
def to_print_before_the_draw(visit):
    club, night = playing(visit, rounds_drawn=0)
    visit.go("tournaments:print", club.slug, night.pk)


@state("tournaments:print")
def to_print_where_phones_reach_the_site(visit):
    reached(visit)
    club, night = playing(visit)
    visit.go("tournaments:print", club.slug, night.pk)


@state("tournaments:print")
def to_print_with_everybody_seated(visit):
    club, night = playing(visit, *MORE)
    visit.go("tournaments:print", club.slug, night.pk)
