import pytest

from scoring.sheets import lifecycle
from tests.browser.states.nights import playing
from tournaments.models import Table


@pytest.fixture
def room(laptop, at_laptop):
    laptop.clock.install()
    club, night = playing(at_laptop, rounds_drawn=1)
    at_laptop.go("tournaments:night", club.slug, night.pk)
    return laptop


def play(game):
    table = Table.objects.first()
    names = [seat.name for seat in table.sheet.seats.all()]
    row = {"entries": dict.fromkeys(names, 30) | {names[0]: "-"}}
    lifecycle.record(sheet=table.sheet, number=game, row=row)


def test_what_was_written_at_a_table_shows_and_that_there_is_no_connection(room, trouble):
    room.focus(".room li:nth-child(2) a")
    for game in (1, 2):
        play(game)
        room.clock.run_for(11_000)
        room.wait_for_selector(f".room li:first-child >> text=/ {game} .* 7/")
    assert room.evaluate("document.activeElement.matches('.room li:nth-child(2) a')")
    trouble.expect("ERR_INTERNET_DISCONNECTED")
    room.context.set_offline(True)
    room.clock.run_for(11_000)
    room.wait_for_selector("#lost:visible")
    room.context.set_offline(False)
    room.clock.run_for(11_000)
    room.wait_for_selector("#lost", state="hidden")


def test_tables_and_next_step_and_the_button_of_a_long_page_are_in_view(laptop, at_laptop):
    more = [f"Jan-Willem Nummer{number}" for number in range(27)]
    club, night = playing(at_laptop, *more, rounds_drawn=1)
    for width, height, tables in ((390, 844, 1), (1366, 650, 8)):
        laptop.set_viewport_size({"width": width, "height": height})
        at_laptop.go("tournaments:night", club.slug, night.pk)
        bar = laptop.locator("#next").bounding_box()
        step = laptop.locator("#next :is(.main, .button)").bounding_box()
        card = laptop.locator(".room > li").nth(tables - 1).bounding_box()
        tabs = laptop.locator(".tabs").bounding_box()
        bottom = tabs["y"] if width < 700 else height
        assert step["y"] + step["height"] <= bottom
        assert card["y"] + card["height"] <= bar["y"]
    for name in ("draw", "closing", "night-move"):
        at_laptop.go(f"tournaments:{name}", club.slug, night.pk)
        step = laptop.locator("main button.main").bounding_box()
        assert step["y"] + step["height"] <= 650, name
