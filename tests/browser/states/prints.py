from tests.browser.pages import states
from tests.browser.states.nights import MORE, go_playing
from tests.browser.states.qr_codes import go_reached

states(
    "tournaments:print",
    to_print_before_the_draw=lambda visit: go_playing(visit, "print", rounds_drawn=0),
    to_print_where_phones_reach_the_site=lambda visit: go_reached(visit, "print"),
    to_print_with_everybody_seated=lambda visit: go_playing(visit, "print", *MORE),
)
