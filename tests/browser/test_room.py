"""The room follows the evening by itself."""

import pytest

from scoring.sheets import lifecycle
from tests.browser.pages import Visit
from tests.browser.states.nights import playing
from tournaments.models import Table


@pytest.fixture
def room(laptop, site, trouble, monkeypatch):
    laptop.clock.install()
    visit = Visit(laptop, site, trouble, monkeypatch)
    club, night = playing(visit, rounds_drawn=1)
    visit.go("tournaments:night", club.slug, night.pk)
    return laptop


def play(game):
    table = Table.objects.first()
    names = [seat.name for seat in table.sheet.seats.all()]
    row = {"entries": dict.fromkeys(names, 30) | {names[0]: "-"}}
    lifecycle.record(sheet=table.sheet, number=game, row=row)


def test_what_was_written_at_a_table_shows(room):
    room.focus(".room li:nth-child(2) a")
    for game in (1, 2):
        play(game)
        room.clock.run_for(11_000)
        room.wait_for_selector(f".room li:first-child >> text=/ {game} .* 7/")
    assert room.evaluate("document.activeElement.matches('.room li:nth-child(2) a')")


def test_without_a_connection_it_says_so(room, trouble):
    trouble.expect("ERR_INTERNET_DISCONNECTED")
    room.context.set_offline(True)
    room.clock.run_for(11_000)
    room.wait_for_selector("#lost:visible")
    room.context.set_offline(False)
    room.clock.run_for(11_000)
    room.wait_for_selector("#lost", state="hidden")
