"""Changes that nobody thought of, in any order, undone in any order that is let: the database
stays whole all along, and undoing all of them gives the beginning back.
"""

from itertools import pairwise
from random import Random

import pytest

from scoring.sheets import sittings
from scoring.toolkit.problems import UserError
from tests.by_day import at_night, by_chance
from tests.tournaments.evenings import club_with, here, late, play, tables_of
from tournaments.models import NightLogEntry, Round, Table
from tournaments.nights import changes_at_tables, seats_at_table, what_draw_knows


def state():
    """All that the changes are about: who sits where, how many games, who is there, the names."""
    round_ = Round.objects.get()
    tables = [
        (
            table.number,
            here(table),
            [
                *table.seats.order_by("seat__position", "since").values_list(
                    "seat__position", "member", "since", "until"
                )
            ],
            seats_at_table.count_games(table.sheet),
            table.sheet.closed,
            [(seat.position, seat.name, seat.away) for seat in table.sheet.seats.all()],
        )
        for table in round_.tables.all()
    ]
    there = round_.night.attendances.filter(present=True).order_by("member")
    return tables, list(there.values_list("member", flat=True))


def whole():
    """Nobody at two tables, nobody's games on one seat overlap, and forms say the same."""
    round_ = Round.objects.get()
    sitting = [*round_.seats.filter(until=None).values_list("member", flat=True)]
    assert len(sitting) == len(set(sitting))
    for table in round_.tables.all():
        assert sum(seated.until is None for seated in table.seats.all()) <= 4
        by_seat = sittings.load_sittings([table.sheet])[table.sheet.pk]
        for seat in table.sheet.seats.all():
            spans = [(sat.since, sat.until) for sat in seat.sat_on.order_by("since")]
            for (_since, until), (since, _until) in pairwise(spans):
                assert until is not None and until < since
            on_form = [(sat.since, sat.until) for sat in by_seat.get(seat.pk, [])]
            dissolved = not table.seats.filter(until=None).exists()
            assert spans in (on_form, []) or dissolved, (spans, on_form)
    what_draw_knows.read_played_tables(Round.objects.all())


def change(chance, waiting, plays):
    tables = list(Table.objects.all())
    table, other = chance.choice(tables), chance.choice(tables)
    people, others = here(table), here(other)
    if not people:
        return None
    who, do = chance.choice(people), chance.randrange(8)
    if do == 0 and plays:
        return play(table, seats_at_table.find_next_game(table.sheet))
    if do == 1:
        return changes_at_tables.join_table(table=table, member=chance.choice(waiting))
    if do == 2:
        return changes_at_tables.leave(table=table, member=who)
    if do == 3:
        return changes_at_tables.replace(table=table, member=who, other=chance.choice(waiting))
    if do == 4 and others:
        return changes_at_tables.swap(
            table=table, member=who, other=chance.choice(others), anyway=True
        )
    if do == 5:
        return changes_at_tables.hand_over(table=table, member=who)
    if do == 6:
        return changes_at_tables.split(table=table, going=people[: len(people) // 2])
    return changes_at_tables.merge_tables(table=table, to=dict.fromkeys(people, other))


@pytest.mark.parametrize(
    ("seed", "plays"), [(1, False), at_night(2, False), (3, True), at_night(4, True)]
)
def test_any_changes_leave_all_whole_and_are_undone(seed, plays):
    chance, season = Random(seed), club_with()
    tables = tables_of(season, 11)
    waiting = [late(season, f"Laat {number}") for number in range(4)]
    play(tables[0], 1, 2)
    before = state()
    for _ in range(by_chance(12, 40)):
        attempt(lambda: change(chance, waiting, plays))
        if open_deeds() and chance.random() < 0.3:
            attempt(lambda: changes_at_tables.undo(entry=chance.choice(open_deeds())))
    assert NightLogEntry.objects.filter(kind="undone").exists()
    for entry in open_deeds()[::-1]:
        attempt(lambda: changes_at_tables.undo(entry=entry))  # noqa: B023
    if not plays:  # who was entered in a game stays on the form
        assert (state(), open_deeds()) == (before, [])


def attempt(do):
    try:
        do()
    except UserError:
        return
    whole()


def open_deeds():
    undone = {entry.body["entry"] for entry in NightLogEntry.objects.filter(kind="undone")}
    done = NightLogEntry.objects.filter(kind__in=changes_at_tables.KINDS)
    return [entry for entry in done if entry.pk not in undone]
