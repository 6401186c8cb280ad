from datetime import timedelta
from fractions import Fraction

import pytest
from django.core.cache import cache

from scoring.models import Sheet
from scoring.sheets import lifecycle
from scoring.sheets.sheet_under_lock import lock_sheet
from tests.tournaments.evenings import (
    THURSDAY,
    by_seat,
    club_with,
    drawn,
    enter,
    evening,
    fill,
    people,
    play_by_seat,
    playing,
    points,
    shut,
)
from tests.tournaments.nights.test_seating_history import rise, sit
from tournaments.members import members
from tournaments.models import Table
from tournaments.nights import at_the_door, changes_at_tables, closing, signing_up
from tournaments.standings import calculate


def rank(season):
    """The rows of the season's only division, by player in their order."""
    (division,) = calculate.compute_season_standing(season)
    return {row.player: row for row in division.rows}


def rank_points(season):
    return {player: row.points for player, row in rank(season).items()}


def list_states(season):
    """The state of each player's first night."""
    return {player: row.tallies[0].state for player, row in rank(season).items()}


def test_season_counts_what_was_closed(season):
    who = people(season, 4)
    first = evening(season, who)
    assert rank_points(season) == dict(zip(by_seat(first), [0, 10, 20, 30], strict=True))
    later = playing(season, who, THURSDAY + timedelta(weeks=1), rounds=1)
    fill(Table.objects.get(round__night=later), [[0, 4, 4, 4]])
    assert sorted(rank_points(season).values()) == [0, 10, 20, 30]
    assert sorted(points(calculate.compute_night_standing(later)).values()) == [0, 4, 4, 4]
    changes_at_tables.shorten(round_=later.rounds.get(), games=1)
    shut(later)
    assert sum(rank_points(season).values()) == 72


def test_night_that_is_opened_again_counts_what_it_says_then(season):
    night = evening(season, people(season, 4))
    calculate.compute_season_standing(season)
    closing.reopen(night=night, reason="fout")
    assert rank_points(season) == {}
    sheet = Table.objects.get().sheet
    names = sheet.seats.values_list("name", flat=True)
    row = {"entries": dict(zip(names, ["-", 13, 13, 13], strict=True))}
    lifecycle.record(sheet=sheet, number=1, row=row, seen=sheet.rows.get(number=1).revision)
    shut(night)
    assert sorted(rank_points(season).values()) == [0, 22, 31, 40]


def test_absent_round_by_round_and_by_night(season):
    """Who comes late is replaced by the worst of that round; who stays away, by that of a night."""
    who = people(season, 5)
    night = playing(season, who[:4], rounds=1)
    at_the_door.check_in(night=night, member=who[4], present=True)
    at_the_door.check_in(night=night, member=who[3], present=False)
    drawn(night, 1)
    play_by_seat(*Table.objects.all())
    shut(night)
    evening(season, who[:3] + who[4:], THURSDAY + timedelta(weeks=1))
    rows = rank(season)
    late, left = rows[who[4].pk].tallies[0], rows[who[3].pk].tallies
    assert [slice_.how for slice_ in late.slices] == ["worst", "played"]
    assert late.state == "left"
    assert [slice_.how for slice_ in left[0].slices] == ["played", "worst"]
    assert (left[1].state, left[1].how, left[1].points) == ("no show", "worst", 30)


def test_signed_off_is_not_staying_away(season):
    who = people(season, 6)
    evening(season, who)
    night = playing(season, who[2:], THURSDAY + timedelta(weeks=1), rounds=1)
    signing_up.sign_for(night=night, member=who[0], said="off")
    play_by_seat(Table.objects.get(round__night=night))
    shut(night)
    rows = rank(season)
    states = [rows[member.pk].tallies[1].state for member in who[:3]]
    assert states == ["signed off", "no show", "played"]


def test_who_is_merged_is_one(season):
    who = people(season, 4)
    evening(season, who)
    other = members.add(club=season.club, first="Dubbel")
    evening(season, [*who[:3], other], THURSDAY + timedelta(weeks=1))
    assert len(calculate.compute_season_standing(season)[0].rows) == 5
    members.merge(double=other, keep=who[3])
    rows = rank(season)
    assert sorted(rows) == [member.pk for member in who]
    assert {row.nights for row in rows.values()} == {2}


def test_who_sits_out_has_the_mean_of_the_night():
    season = club_with("rummy")
    night = playing(season, people(season, 5), rounds=1)
    enter(Table.objects.get(number=1).sheet, ["-", 30], end="out")
    shut(night)
    tallies = [row.tallies[0] for row in calculate.compute_season_standing(season)[0].rows]
    assert sorted((tally.state, tally.how, tally.points) for tally in tallies) == [
        ("played", "", 0),
        ("played", "", 0.5),
        ("played", "", 1),
        ("unfinished", "worst", 0),
        ("unfinished", "worst", 0),
    ]


def test_match_points_come_first_then_what_was_left():
    season = club_with("rummy")
    night = playing(season, people(season, 4), rounds=1)
    for table, left in zip(Table.objects.order_by("number"), [30, 20], strict=True):
        enter(table.sheet, ["-", left], end="out")
    shut(night)
    rows = calculate.compute_season_standing(season)[0].rows
    assert [(row.rank, row.points) for row in rows] == [(1, 1), (1, 1), (3, 0), (4, 0)]
    assert [row.tallies[0].slices[0].share.left for row in rows] == [0, 0, 20, 30]


def test_partners_have_a_place_together():
    season = club_with("vijfhonderd", counting="places", place_points=[4, 2, 1, 0.5])
    night = playing(season, people(season, 4), rounds=1)
    table = Table.objects.get()
    names = [seat.name for seat in table.sheet.seats.all()]
    lifecycle.record(sheet=table.sheet, number=1, row={"bid": "6S", "by": names[0], "tricks": 7})
    changes_at_tables.shorten(round_=night.rounds.get(), games=1)
    shut(night)
    assert [row.points for row in calculate.compute_season_standing(season)[0].rows] == [4, 4, 2, 2]


def test_four_who_play_alone_have_a_place_each():
    season = club_with("hartenjagen", {"games": 1}, counting="places", place_points=[4, 2, 1, 0.5])
    night = playing(season, people(season, 4), rounds=1)
    enter(Table.objects.get().sheet, [13, 5, 8, 0])
    shut(night)
    points = [row.points for row in calculate.compute_season_standing(season)[0].rows]
    assert points == [4, 2, 1, Fraction(1, 2)]


def test_penalty_counts_against_who_has_it(season):
    night = playing(season, people(season, 4), rounds=1)
    table = Table.objects.get()
    play_by_seat(table)
    name = table.sheet.seats.get(position=2).name
    said = {"points": 20, "reason": "te laat", "signed": "Ans"}
    lifecycle.penalize(sheet=table.sheet, player=name, **said)
    taken = lifecycle.penalize(sheet=table.sheet, player=name, **said)
    lifecycle.withdraw(sheet=table.sheet, penalty=taken.pk)
    shut(night)
    assert sorted(rank_points(season).values()) == [0, 20, 30, 30]


STATES_BY_MEMBER_SINCE = {  # days after the first night
    None: ["before", "before", "played"],  # they were put on the list after all that
    -100: ["no show", "no show", "played"],
    0: ["no show", "no show", "played"],  # on the very day of the first night
    1: ["before", "no show", "played"],
    7: ["before", "no show", "played"],
    8: ["before", "before", "played"],
    50: ["before", "before", "played"],  # they were there by then, whatever is said
}


def test_member_since_says_which_nights_count_for_somebody(season):
    *who, late = people(season, 5)
    for week in range(3):
        evening(season, [*who[:3], late] if week == 2 else who, THURSDAY + timedelta(weeks=week))
    season.counting, season.signed_off, season.signed_off_points = "average", "fixed", [70]
    for days, states in STATES_BY_MEMBER_SINCE.items():
        joined = None if days is None else THURSDAY + timedelta(days=days)
        late = members.change(member=late, joined=joined)
        for rule, before in (("absent", 70), ("skip", None)):
            season.before_joining = rule
            season.save()
            rows = rank(season)
            found = rows[late.pk].tallies
            assert [table.state for table in found] == states, days
            counts = {"before": before, "no show": 30}
            assert [table.points for table in found[:2]] == [counts[state] for state in states[:2]]


def test_places_go_on_below_the_line(season):
    who = people(season, 5)
    season.least_nights = 2
    season.save()
    evening(season, who[:4])
    evening(season, who[:3] + who[4:], THURSDAY + timedelta(weeks=1))
    found = calculate.number_places(season)
    assert sorted(found.values())[-2:] == [4, 4]
    assert {found[who[3].pk], found[who[4].pk]} == {4}


def test_substitute_plays_for_the_night_and_for_the_member_only_if_the_season_says_so(season):
    *who, other = people(season, 5)
    night = playing(season, who, rounds=1)
    play_by_seat(Table.objects.get())
    ids = by_seat(night)
    sit(rise(ids[3], until=6), other.pk, since=7)
    shut(night)
    tonight = {row.player: row for row in calculate.compute_night_standing(night).rows}
    assert (tonight[ids[3]].rank, tonight[ids[3]].points) == (None, 18)
    assert (tonight[other.pk].rank, tonight[other.pk].points) == (None, 12)
    counts = {ids[0]: 0, ids[1]: 10, ids[2]: 20, ids[3]: 20, other.pk: 20}
    assert rank_points(season) == counts
    season.for_member = True
    assert rank_points(season)[ids[3]] == 30


@pytest.mark.parametrize("games", [0, 1, 9])
def test_table_that_did_not_end_missed_the_round(season, games):
    """Only once the night is closed; till then nobody has missed anything."""
    night = playing(season, people(season, 8), rounds=1)
    first, second = Table.objects.order_by("number")
    play_by_seat(first)
    fill(second, [range(4)] * games)
    running = {
        tally.state
        for row in calculate.compute_season_standing(season, night)[0].rows
        for tally in row.tallies
    }
    assert running == {"played"}
    night = shut(night)
    rows = rank(season)
    lost = [rows[seat.member_id] for seat in second.seats.all()]
    assert {(row.points, row.nights, row.rank) for row in lost} == {(30, 0, None)}
    assert {(row.tallies[0].state, row.tallies[0].how) for row in lost} == {("unfinished", "worst")}
    tonight = [row.points for row in calculate.compute_night_standing(night).rows if not row.rank]
    assert tonight == ([0, games, 2 * games, 3 * games] if games else [None] * 4)


@pytest.mark.parametrize(("games", "state"), [(4, "played"), (5, "unfinished")])
def test_table_that_was_cut_short_ends_there(season, games, state):
    night = playing(season, people(season, 4), rounds=2)
    first, second = Table.objects.order_by("round__number")
    play_by_seat(first)
    fill(second, [range(4)] * 4)
    changes_at_tables.shorten(round_=second.round, table=second, games=games)
    closing.close(night=night, reason="klaar")
    (division,) = calculate.compute_season_standing(season)
    tallies = [row.tallies[0] for row in division.rows]
    assert {tally.state for tally in tallies} == {"played"}
    assert {len(tally.slices) for tally in tallies} == {2 if state == "played" else 1}


def test_who_went_on_at_another_table_has_what_that_came_to(season):
    """Also where nobody finished the form that was left; and who waited for a game that did not
    come has not played to the end.
    """
    night = playing(season, people(season, 12), rounds=1)
    first, second, third = Table.objects.order_by("number")
    play_by_seat(third)
    go_on(first, 1, 3)
    go_on(second, 1, 9)
    here, there = sits(first, 3), sits(second, 3)
    changes_at_tables.swap(table=first, member=here, other=there, anyway=True)
    go_on(second, 10, 10)
    shut(night)
    rows = list_states(season)
    assert (rows[here.pk], rows[there.pk]) == ("played", "unfinished")
    assert sorted(rows.values()) == ["played"] * 8 + ["unfinished"] * 4


@pytest.mark.parametrize("games", [None, 1])
def test_game_that_ends_by_itself_and_did_not_is_missed_unless_it_was_cut(games):
    season = club_with("jolly")
    night = playing(season, people(season, 8), rounds=1)
    first, second = Table.objects.order_by("number")
    for table, laid in ((first, 550), (second, 180)):
        names = [seat.name for seat in table.sheet.seats.all()]
        entries = {name: {"meld": 0, "hand": 20} for name in names}
        entries[names[0]] = {"meld": laid, "out": True}
        lifecycle.record(sheet=table.sheet, number=1, row={"entries": entries})
    if games:
        changes_at_tables.shorten(round_=second.round, table=second, games=games)
    shut(night)
    rows = list_states(season)
    found = {rows[seat.member_id] for seat in second.seats.all()}
    assert found == ({"played"} if games else {"unfinished"})
    assert {rows[seat.member_id] for seat in first.seats.all()} == {"played"}


def go_on(table, first, last):
    """The seats there are, from a game up to a game; seat 1 is out each time."""
    with lock_sheet(Sheet.objects.get(pk=table.sheet_id)) as now:
        for number in range(first, last + 1):
            names = [seat.name for seat in now.row_names.seats if not seat.is_away(number)]
            entries = {name: place or "-" for place, name in enumerate(names)}
            lifecycle.record(sheet=now, number=number, row={"entries": entries})


def sits(table, position):
    return table.seats.get(seat__position=position, until=None).member


def test_who_change_places_are_nobodys_substitutes_and_played_all_of_it(season):
    night = playing(season, people(season, 8), rounds=1)
    first, second = Table.objects.order_by("number")
    go_on(first, 1, 3)
    go_on(second, 1, 5)
    here, there = sits(first, 3), sits(second, 3)
    changes_at_tables.swap(table=first, member=here, other=there, anyway=True)
    go_on(first, 4, 10)
    go_on(second, 6, 10)
    season.for_member = True
    shut(night)
    rows = rank(season)
    found = [rows[member.pk].tallies[0] for member in (here, there)]
    assert [(tally.state, tally.points) for tally in found] == [("played", 16), ("played", 24)]
    share = found[0].slices[0].share
    assert (share.games, share.places) == ((2,) * 8, (3,))


def test_table_that_is_split_is_one_round(season):
    night = playing(season, people(season, 4), rounds=1)
    table = Table.objects.get()
    go_on(table, 1, 4)
    going = [sits(table, 3), sits(table, 4)]
    changes_at_tables.split(table=table, going=going)
    new = Table.objects.exclude(pk=table.pk).get()
    go_on(table, 5, 10)
    go_on(new, 1, 6)
    shut(night)
    division = calculate.compute_season_standing(season)[0]
    assert {row.tallies[0].state for row in division.rows} == {"played"}
    assert sorted(points(division).values()) == [0, 8, 10, 18]


def test_who_left_after_the_last_game_that_was_played_missed_nothing(season):
    night = playing(season, people(season, 4), rounds=1)
    table = Table.objects.get()
    go_on(table, 1, 5)
    last = sits(table, 4)
    changes_at_tables.leave(table=table, member=last)
    assert calculate.compute_night_standing(night).rows[-1].points == 15
    changes_at_tables.shorten(round_=night.rounds.get(), games=5)
    shut(night)
    rows = calculate.compute_season_standing(season)[0].rows
    assert (rows[-1].player, rows[-1].rank, rows[-1].tallies[0].state) == (last.pk, 4, "played")


def test_who_comes_back_later_missed_something(season):
    night = playing(season, people(season, 4), rounds=1)
    table = Table.objects.get()
    go_on(table, 1, 3)
    last = sits(table, 4)
    changes_at_tables.leave(table=table, member=last)
    go_on(table, 4, 5)
    changes_at_tables.join_table(table=table, member=last)
    go_on(table, 6, 10)
    shut(night)
    assert rank(season)[last.pk].tallies[0].state == "left"
    (share,) = calculate.compute_night_standing(night).rows[-1].tallies[0].slices
    assert (share.how, share.points) == ("piece", 24)


def test_queries_stay_the_same(season, django_assert_num_queries):
    who = people(season, 8)
    evening(season, who[:4])
    with django_assert_num_queries(11):
        calculate.compute_season_standing(season)
    evening(season, who, THURSDAY + timedelta(weeks=1), count=2)
    cache.clear()
    with django_assert_num_queries(11):
        calculate.compute_season_standing(season)
    with django_assert_num_queries(3):
        calculate.compute_season_standing(season)
