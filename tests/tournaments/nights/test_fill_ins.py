"""Who waits at a finished table fills in elsewhere, and the better of the two rounds counts."""

import re

import pytest

from scoring.models import Sheet
from scoring.sheets import lifecycle
from scoring.sheets.sheet_under_lock import lock_sheet
from tests.tournaments.evenings import club_with, here, people, playing, points, refused, shut
from tournaments.models import TableSeat
from tournaments.nights import changes_at_tables, what_draw_knows
from tournaments.standings import calculate

OWN, BETTER = 20, 10


@pytest.fixture
def season():
    return club_with(fill_ins=True)


@pytest.fixture
def room(season):
    night = playing(season, people(season, 7), rounds=1)
    four, three = sorted(night.rounds.get().tables.all(), key=lambda table: -table.seats.count())
    return night, four, three


def stays(member):
    seats = TableSeat.objects.filter(member=member).order_by("pk")
    return list(seats.values_list("table", "since", "until", "fill_in"))


def play(table, since=1, until=10, **losses):
    """Whoever keeps score wins every game; the others lose what is said, else two points."""
    with lock_sheet(Sheet.objects.get(pk=table.sheet_id)) as now:
        for number in range(since, until + 1):
            names = [seat.name for seat in now.row_names.seats if not seat.is_away(number)]
            entries = {name: losses.get(name, 2) for name in names} | {names[0]: "-"}
            lifecycle.record(sheet=now, number=number, row={"entries": entries})


def name_of(table, member):
    return TableSeat.objects.get(table=table, member=member, until=None).seat.name


def fill_in(four, three, member, loss):
    """The member of the table of four plays all games of the other one, too."""
    changes_at_tables.join_table(table=three, member=member)
    play(three, **{name_of(three, member): loss})


def counted(night, member):
    of_night = points(calculate.compute_night_standing(night))
    return of_night[member.pk], points(calculate.compute_season_standing(night.season)[0])[
        member.pk
    ]


@pytest.fixture
def ready(room):
    """The table of four has played; one of them waits."""
    night, four, three = room
    play(four)
    return night, four, three, here(four)[1]


@pytest.mark.parametrize(("loss", "counts"), [(1, BETTER), (2, OWN), (3, OWN)])
def test_better_of_the_two_rounds_counts(ready, loss, counts):
    night, four, three, member = ready
    fill_in(four, three, member, loss)
    assert stays(member) == [(four.pk, 1, 10, False), (three.pk, 1, None, True)]
    night = shut(night)
    assert counted(night, member) == (counts, counts)
    others = {other.pk for other in here(three)} - {member.pk}
    assert len(others) == 3 and others <= points(calculate.compute_night_standing(night)).keys()


def test_own_round_counts_while_the_other_table_plays(ready):
    night, _four, three, member = ready
    changes_at_tables.join_table(table=three, member=member)
    play(three, until=3, **{name_of(three, member): 1})
    assert points(calculate.compute_night_standing(night))[member.pk] == OWN


def test_seat_taken_over_in_the_middle_replaces_nothing(room, season):
    night, four, three = room
    play(four)
    play(three, until=4)
    member, gone = here(four)[1], here(three)[2]
    entry = changes_at_tables.replace(table=three, member=gone, other=member)
    assert stays(member)[-1] == (three.pk, 5, None, True)
    assert set(entry.body["tables"]) == {four.pk, three.pk}
    play(three, 5, **{name_of(three, member): 1})
    night = shut(night)
    assert counted(night, member) == (OWN, OWN)
    season.for_member = True
    season.save()
    assert points(calculate.compute_season_standing(season)[0])[gone.pk] == 4 * 2 + 6 * 1
    assert counted(night, member) == (OWN, OWN)


def test_it_is_undone_as_a_whole(ready):
    _night, _four, three, member = ready
    before = stays(member)
    entry = changes_at_tables.join_table(table=three, member=member)
    changes_at_tables.undo(entry=entry)
    assert stays(member) == before
    assert member not in here(three)
    again = changes_at_tables.join_table(table=three, member=member)
    assert stays(member)[-1][-1]
    assert again.body["was"] and "fill_in" not in again.body["was"][0]


def test_who_still_plays_or_filled_in_before_stays(room):
    _night, four, three = room
    play(four, until=9)
    member = here(four)[1]
    assert refused(changes_at_tables.join_table, table=three, member=member) == ["C76"]
    play(four, 10)
    fill_in(four, three, member, 1)
    (number,) = refused(changes_at_tables.join_table, table=four, member=member)
    assert number in ("C76", "C265", "C79")
    assert stays(member)[-1] == (three.pk, 1, None, True)


def test_season_without_fill_ins_refuses_them(ready, season):
    _night, _four, three, member = ready
    season.fill_ins = False
    season.save()
    assert refused(changes_at_tables.join_table, table=three, member=member) == ["C76"]
    assert refused(changes_at_tables.replace, table=three, member=here(three)[0], other=member) == [
        "C76"
    ]


def test_choice_taken_back_leaves_the_own_round(ready, season):
    night, four, three, member = ready
    fill_in(four, three, member, 1)
    night = shut(night)
    season.fill_ins = False
    season.save()
    night.refresh_from_db()
    assert counted(night, member) == (OWN, OWN)


def test_fill_in_who_changes_seats_still_fills_in(ready):
    night, _four, three, member = ready
    changes_at_tables.join_table(table=three, member=member)
    changes_at_tables.swap(table=three, member=member, other=here(three)[0])
    assert stays(member)[-1] == (three.pk, 1, None, True)
    play(three)
    assert counted(shut(night), member)[0] in (0, OWN)


def test_next_draw_knows_whom_a_fill_in_met(ready):
    night, four, three, member = ready
    own, others = {person.pk for person in here(four)}, {person.pk for person in here(three)}
    fill_in(four, three, member, 1)
    (played_table,) = what_draw_knows.read_played_tables(night.rounds.all())
    assert sorted(map(sorted, played_table.tables)) == sorted([sorted(own), sorted(others)])
    assert played_table.briefly == {
        (min(member.pk, other), max(member.pk, other)) for other in others
    }


def test_pages_say_what_happened(client, ready, at_the_laptop):
    night, four, three, member = ready
    page = client.get(f"/de-hoop/tables/{three.pk}/").content.decode()
    (group,) = set(
        re.findall(r'<optgroup label="Waits at a finished table">(.*?)</optgroup>', page, re.DOTALL)
    )
    assert group.count("<option") == 4
    fill_in(four, three, member, 1)
    page = client.get(f"/de-hoop/tables/{three.pk}/").content.decode()
    assert f"{member} fills in from game 1 on." in page
    night = shut(night)
    page = client.get(f"/de-hoop/nights/{night.pk}/result/").content.decode()
    assert "round 1: 10 instead of 20" in page
    terms = client.get(night.season.get_absolute_url()).content.decode()
    assert "the better of the two rounds counts" in terms
