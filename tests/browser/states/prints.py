from tests.browser.pages import state
from tests.browser.states.nights import MORE, go_playing
from tests.browser.states.qr_codes import reached


@state("tournaments:print")
def to_print_before_the_draw(visit):
    go_playing(visit, "print", rounds_drawn=0)


@state("tournaments:print")
def to_print_where_phones_reach_the_site(visit):
    reached(visit)
    go_playing(visit, "print")


@state("tournaments:print")
def to_print_with_everybody_seated(visit):
    go_playing(visit, "print", *MORE)
