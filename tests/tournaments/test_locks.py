"""Whoever changes a night looks at it as it is stored, not as a page of a minute ago had it."""

from datetime import date, time

import pytest

from tests.tournaments.evenings import drawn, people, playing, refused
from tournaments.models import Night
from tournaments.nights import at_the_door, changes_at_tables, draw_rounds, lots, nights, signing_up
from tournaments.nights.closing import close
from tournaments.nights.round_clock import begin_round

# Each verb with the state in which the page still has the night, which is closed by now
VERBS = {
    "move": ("planned", lambda w: (nights.move, {"day": date(2026, 9, 4)})),
    "call_off": ("planned", lambda w: (nights.call_off, {})),
    "bring_back": ("off", lambda w: (nights.bring_back, {})),
    "set_state": ("playing", lambda w: (nights.set_state, {"to": "check-in"})),
    "sign": ("sign-up", lambda w: (signing_up.sign, {"member": w.who, "said": "on"})),
    "sign_for": ("playing", lambda w: (signing_up.sign_for, {"member": w.who, "said": "on"})),
    "check_in": ("playing", lambda w: (at_the_door.check_in, {"member": w.who, "present": True})),
    "check_in_all": ("playing", lambda w: (at_the_door.check_in_all, {})),
    "walk_in": ("playing", lambda w: (at_the_door.walk_in, {"first": "Bob", "family": ""})),
    "arrange": (
        "playing",
        lambda w: (nights.arrange, {"arrangement": nights.Arrangement(time(19))}),
    ),
    "close": ("closing", lambda w: (close, {"reason": "Over"})),
    "draw": ("playing", lambda w: (draw_rounds.draw_rounds, {"rounds": 1, "method": "lots"})),
    "seat_member": (
        "playing",
        lambda w: (lots.seat_member, {"member": w.who, "table": 1, "method": "bag"}),
    ),
    "seat_members": ("playing", lambda w: (lots.seat_members, {"seats": {}, "method": "bag"})),
    "seat_as_last_round": ("playing", lambda w: (lots.seat_as_last_round, {})),
    "lay": ("playing", lambda w: (lots.lay, {"method": "bag"})),
}


class World:
    def __init__(self, season):
        self.who, *_others = who = people(season, 4)
        self.night = playing(season, who)
        self.draw_record = drawn(self.night, 1)
        self.round = self.night.rounds.get()
        self.table = self.round.tables.get()
        self.draw_record.night = self.round.night = self.table.round.night = self.night
        Night.objects.update(state="closed", digest="x")

    def read_as(self, state):
        self.night.state = state
        return self.night


@pytest.fixture
def world(season):
    return World(season)


@pytest.mark.parametrize("name", VERBS)
def test_night_that_was_closed_meanwhile_stays_as_it_is(world, name):
    state, call = VERBS[name]
    verb, said = call(world)
    assert refused(verb, night=world.read_as(state), **said) == ["C56"]


def test_tables_of_a_night_that_was_closed_meanwhile_stay_as_they_are(world):
    world.read_as("playing")
    reason = {"draw_record": world.draw_record, "reason": "Nee"}
    assert refused(draw_rounds.undo_draw, **reason) == ["C56"]
    assert refused(draw_rounds.redo_draw, draw_record=world.draw_record) == ["C56"]
    assert refused(changes_at_tables.shorten, round_=world.round, games=3) == ["C56"]
    assert refused(begin_round, round_=world.round) == ["C56"]
    assert refused(changes_at_tables.leave, table=world.table, member=world.who) == ["C56"]


def test_links_that_two_renew_at_once_are_two(world):
    found = [nights.renew_link(night=world.night).link_version for _ in range(2)]
    assert len({world.night.link_version, *found}) == 3
