import pytest

from tests.browser.pages import all_states
from tests.browser.states.nights import the_result_of_a_night
from tests.browser.states.players import two_players_compared

LANGUAGES = ("de-DE", *(pytest.param(other, marks=pytest.mark.wide) for other in ("nl-NL", "en")))
STATES = {state.prepare.__name__: state for state in all_states()}
HIDDEN = """(parts) => [...document.querySelectorAll(parts)]
  .filter((part) => part.scrollWidth > part.clientWidth + 1).map((part) => part.innerText)"""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("state", [the_result_of_a_night, two_players_compared])
def test_no_figure_is_out_of_sight(visit, state, language):
    page = visit(STATES[state.__name__], "phone", locale=language)
    assert page.locator(".night, .of-two").count()
    for width in (320, 360, 390):
        page.set_viewport_size({"width": width, "height": 800})
        assert not page.evaluate(HIDDEN, ".night, .of-two"), width
