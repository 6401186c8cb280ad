import pytest

from tests.tournaments.evenings import club_with, drawn, gathered, people, playing, refused
from tournaments.draw import record
from tournaments.members import members
from tournaments.models import ReservedSeat, Round, TableSeat
from tournaments.nights import at_the_door, changes_at_tables, closing, draw_rounds, lots, nights
from tournaments.nights.pages import door


def put(night, member, table, method="bag"):
    lots.seat_member(night=night, member=member, table=table, method=method)


def filled(evening, method="bag"):
    return [
        [member.pk for member in table.people] for table in lots.fill_bag(evening, method).tables
    ]


def test_seats_fill_in_order_and_the_first_lot_of_a_table_is_its_scribe(season):
    who, night = gathered(season, 7)
    assert [table.size for table in lots.fill_bag(night, "bag").tables] == [4, 3]
    for member, table in zip(who, (2, 1, 1, 2, 1, 2, 1), strict=True):
        put(night, member, table)
    seed = nights.Night.objects.get(pk=night.pk).next_seed
    draw_record = lots.lay(night=night, method="bag", by="user 1")
    seats = TableSeat.objects.order_by("table__number", "seat__position")
    ids = [who[n].pk for n in (1, 2, 4, 6, 0, 3, 5)]
    assert [*seats.values_list("member", flat=True)] == ids
    assert seats.filter(seat__is_scribe=True).count() == 2
    assert seats.get(member=who[0]).seat.is_scribe
    made = draw_record.record
    assert (made["input"]["method"], made["seed"], made["algorithm"]) == ("bag", "", "")
    assert (made["repeats"], made["lower_bound"]) == (0, 0)
    assert record.repeat_draw(made, "")[1] is False
    night.refresh_from_db()
    assert night.next_seed == seed  # nothing of it was used
    assert not ReservedSeat.objects.exists()
    entry = night.log_entries.last()
    assert (entry.kind, entry.actor, entry.body["rounds"]) == ("drawn", "user 1", 1)


def test_repeats_are_counted_beside_the_minimum(season):
    who, night = gathered(season, 8)
    lay_all(night, who, [1, 1, 1, 1, 2, 2, 2, 2])
    again = lay_all(night, who, [1, 1, 1, 1, 2, 2, 2, 2])
    assert (again.record["repeats"], again.record["lower_bound"]) == (12, 4)


def lay_all(night, who, tables, method="bag"):
    seats = {member.pk: (table, 1) for member, table in zip(who, tables, strict=True)}
    lots.seat_members(night=night, seats=seats, method=method)
    return lots.lay(night=night, method=method)


def test_full_table_is_refused_and_who_draws_again_moves(season):
    who, night = gathered(season, 7)
    for member in who[:3]:
        put(night, member, 2)
    choices = {"night": night, "method": "bag"}
    assert refused(lots.seat_member, member=who[3], table=2, **choices) == ["C86"]
    assert refused(lots.seat_member, member=who[3], table=3, **choices) == ["C90"]
    assert filled(night) == [[], [person.pk for person in who[:3]]]
    put(night, who[0], 1)
    put(night, who[3], 2)
    assert filled(night) == [[who[0].pk], [who[1].pk, who[2].pk, who[3].pk]]
    lots.unseat_member(night=night, member=who[2])
    assert filled(night) == [[who[0].pk], [who[1].pk, who[3].pk]]
    assert [member.pk for member in lots.fill_bag(night, "bag").waiting] == [
        who[n].pk for n in (2, 4, 5, 6)
    ]


def test_all_at_once_is_all_or_nothing(season):
    who, night = gathered(season, 7)
    put(night, who[0], 1)
    choices = {"night": night, "method": "bag"}
    seats = {member.pk: (2, 1) for member in who[:4]}
    assert refused(lots.seat_members, seats=seats, **choices) == ["C86"]
    stranger = members.add(club=season.club, first="Nobody")
    assert refused(lots.seat_members, seats={stranger.pk: (1, 1)}, **choices) == ["C89"]
    assert filled(night) == [[who[0].pk], []]
    lots.seat_members(night=night, seats={who[5].pk: (1, 2), who[6].pk: (1, 1)}, method="bag")
    assert filled(night) == [[who[6].pk, who[5].pk], []]


def test_everybody_needs_a_place_where_nobody_sits_out(season):
    who, night = gathered(season, 7)
    for member in who[:6]:
        put(night, member, 1 if member in who[:4] else 2)
    assert not lots.fill_bag(night, "bag").ready
    assert refused(lots.lay, night=night, method="bag") == ["C87"]
    put(night, who[6], 2)
    assert lots.fill_bag(night, "bag").ready
    closing.close(night=night, reason="late")
    assert not ReservedSeat.objects.exists()


def test_who_is_left_over_sits_out():
    season = club_with("rummy")
    who, night = gathered(season, 5)
    for member, table in zip(who[1:], (1, 1, 2, 2), strict=True):
        put(night, member, table)
    assert lots.lay(night=night, method="bag").record["sitting_out"] == [[0]]


def test_by_hand_there_may_be_more_tables_and_none_is_left_empty_between(season):
    who, night = gathered(season, 12)
    assert [table.size for table in lots.fill_bag(night, "hand").tables] == [4] * 4
    choices = {"night": night, "method": "hand"}
    for tables in ([1] * 4 + [2] * 4 + [4] * 4, [1] * 4 + [2] * 4 + [3] * 3 + [4]):
        seats = {member.pk: (table, 1) for member, table in zip(who, tables, strict=True)}
        lots.seat_members(seats=seats, **choices)
        assert refused(lots.lay, **choices) == ["C88"]
    draw_record = lay_all(night, who, [1, 2, 3, 4] * 3, "hand")
    assert [len(table) for table in draw_record.record["rounds"][0]] == [3] * 4
    lay_all(night, who, [1] * 4 + [2] * 4 + [3] * 4, "hand")
    assert [round_.tables.count() for round_ in Round.objects.all()] == [4, 3]


def test_sizes_of_the_night_are_those_of_its_tables(season):
    who, night = gathered(season, 15)
    choices = {"night": night, "method": "bag"}
    assert [table.size for table in lots.fill_bag(night, "bag").tables] == [4, 4, 4, 3]
    lots.choose_sizes(night=night, sizes="4-5")
    night.refresh_from_db()
    assert [table.size for table in lots.fill_bag(night, "bag").tables] == [5, 5, 5]
    assert door.tables_in_words(night, 15) == "3 tafels van 5"
    lots.seat_members(seats={member.pk: (1, 1) for member in who[:5]}, **choices)
    assert refused(lots.seat_member, member=who[5], table=1, **choices) == ["C86"]
    lots.choose_sizes(night=night, sizes="3-4")
    assert refused(lots.choose_sizes, night=night, sizes="4") == ["C190"]


def test_table_of_another_size_has_to_be_asked_for(season):
    """A draw of fours and threes makes no five, no six and, of eleven people, no two."""
    who, night = gathered(season, 11)
    choices = {"night": night, "method": "hand"}
    seats = {member.pk: (1 + place // 5, place) for place, member in enumerate(who[:10])}
    assert refused(lots.seat_members, seats=seats, **choices) == ["C86"]
    lots.seat_members(seats=seats, anyway=True, **choices)
    assert refused(lots.seat_member, member=who[10], table=1, **choices) == ["C86"]
    lots.seat_member(member=who[10], table=1, anyway=True, **choices)
    assert refused(lots.lay, **choices) == ["C88"]
    drawn_ = lots.lay(anyway=True, **choices)
    assert [len(table) for table in drawn_.record["rounds"][0]] == [6, 5]
    lots.seat_as_last_round(night=night)
    assert [len(table) for table in filled(night, "hand")] == [6, 5, 0]
    seats = {member.pk: (1 + place // 7, place) for place, member in enumerate(who)}
    assert refused(lots.seat_members, seats=seats, anyway=True, **choices) == ["C86"]


def test_sizes_that_a_draw_was_made_with_stay_those_of_the_night(season):
    night = playing(season, people(season, 10))
    drawn(night, 1, sizes="4-5")
    assert [len(table) for table in drawn(night, 1).record["rounds"][0]] == [5, 5]
    night.refresh_from_db()
    assert [table.size for table in lots.fill_bag(night, "bag").tables] == [5, 5]
    (first, _second) = night.rounds.last().tables.all()
    late = members.add(club=season.club, first="Laat")
    assert refused(changes_at_tables.join_table, table=first, member=late) == ["C265"]
    changes_at_tables.join_table(table=first, member=late, anyway=True)


def test_by_hand_begins_from_the_last_round_and_the_rest_is_drawn(season):
    who, night = gathered(season, 9)
    lots.seat_as_last_round(night=night)
    assert not ReservedSeat.objects.exists()  # there is none before the first
    first = drawn(night, 1)
    at_the_door.check_in(night=night, member=who[0], present=False)
    keep = members.merge(double=who[3], keep=members.add(club=season.club, first="A"))
    lots.seat_as_last_round(night=night)
    people_ = [keep.pk if pk == who[3].pk else pk for pk in first.people]
    tables = [[people_[n] for n in table] for table in first.record["rounds"][0]]
    kept = [[pk for pk in table if pk != who[0].pk] for table in tables]
    assert filled(night, "hand") == kept[:2]  # eight people need no third
    places = {who[1].pk: 2, who[2].pk: 1}
    lots.seat_members(night=night, seats={pk: (places[pk], 1) for pk in places}, method="hand")
    draw_record = lots.draw_rest(night=night, by="user 1")
    assert draw_record.record["input"]["method"] == "mix"
    assert len(draw_record.record["input"]["constraints"]["fixed_table"]) == 2
    seats = TableSeat.objects.filter(round__number=2, member__in=places)
    assert dict(seats.values_list("member", "table__number")) == places
    assert not ReservedSeat.objects.exists()


@pytest.mark.parametrize(("count", "tables"), [(2, [1, 1]), (5, [1, 2, 1, 2, 1])])
@pytest.mark.parametrize("method", ["bag", "hand"])
def test_a_few_can_play(season, count, tables, method):
    who = people(season, count)
    lay_all(playing(season, who), who, tables, method)
    assert TableSeat.objects.count() == count


def test_no_more_rounds_than_the_season_has(season):
    who, night = gathered(season, 4, rounds=3)
    choices = {"night": night, "method": "bag"}
    assert refused(lots.seat_member, member=who[0], table=1, **choices) == ["C62"]
    assert refused(lots.seat_members, seats={who[0].pk: (1, 1)}, **choices) == ["C62"]
    assert refused(lots.seat_as_last_round, night=night) == ["C62"]
    assert refused(lots.lay, **choices) == ["C62"]


def test_who_leaves_or_comes_changes_the_tables(season):
    who = people(season, 8)
    night = playing(season, who[:7])
    for member in who[:3]:
        put(night, member, 2)
    at_the_door.check_in(night=night, member=who[0], present=False)
    assert filled(night) == [[], [member.pk for member in who[1:3]]]  # six: three and three
    for member in who[2:7]:
        at_the_door.check_in(night=night, member=member, present=False)
    assert draw_rounds.list_present(night) == [who[1]]
    assert filled(night) == []
