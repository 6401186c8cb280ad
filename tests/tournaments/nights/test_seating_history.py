from scoring.sheets import lifecycle
from tests.tournaments.evenings import THURSDAY, club_with, drawn, gathered, people, playing
from tournaments.members import members
from tournaments.models import Round, TableSeat
from tournaments.nights import changes_at_tables, what_draw_knows


def seated(round_):
    return [
        [*table.seats.order_by("seat__position", "since").values_list("member", flat=True)]
        for table in round_.tables.all()
    ]


def read_tables():
    return what_draw_knows.read_played_tables(Round.objects.all())


def pairs(*tables):
    return {(min(seat, other), max(seat, other)) for t in tables for seat in t for other in t} - {
        (seat, seat) for t in tables for seat in t
    }


def rise(member, until):
    seat = TableSeat.objects.get(member=member, until=None)
    TableSeat.objects.filter(pk=seat.pk).update(until=until)
    return seat


def sit(seat, member, since):
    keys = {key: getattr(seat, f"{key}_id") for key in ("table", "round", "seat")}
    TableSeat.objects.create(
        member_id=member, since=since, **{f"{key}_id": pk for key, pk in keys.items()}
    )


def test_who_stayed_where_they_were_drawn_met(season):
    drawn(playing(season, people(season, 8)), 1)
    (sat,) = read_tables()
    tables = seated(Round.objects.get())
    assert (sat.tables, sat.met, sat.out) == (tables, pairs(*tables), [])
    assert sat.briefly == set()


def test_who_swapped_in_the_middle_met_both_tables(season):
    drawn(playing(season, people(season, 8)), 1)
    (mover, *first), (other, *second) = seated(Round.objects.get())
    here, there = rise(mover, 5), rise(other, 3)
    sit(here, other, 6)
    sit(there, mover, 4)
    (sat,) = read_tables()
    assert sat.tables == [[other, *first], [mover, *second]]
    assert sat.met == pairs([mover, *first], [other, *first], [mover, *second], [other, *second])
    assert sat.briefly == pairs([mover, *first], [other, *second]) - pairs(first, second)


def test_who_never_had_a_game_together_did_not_meet(season):
    night = playing(season, people(season, 7), rounds=1)
    four, three = seated(night.rounds.get())
    gone, late = four[3], members.add(club=season.club, first="Laat").pk
    sit(rise(gone, 4), late, 5)
    TableSeat.objects.filter(member=late).update(since=8)
    (sat,) = read_tables()
    assert sat.tables == [[*four[:3], late], three]
    assert sat.met == pairs(four, [*four[:3], late], three)


def test_round_that_was_cut_before_somebody_sat_down_knows_only_who_played(season):
    night = playing(season, people(season, 4), rounds=1)
    ((*_rest, last),) = seated(night.rounds.get())
    late = members.add(club=season.club, first="Laat").pk
    sit(rise(last, 5), late, 6)
    changes_at_tables.shorten(round_=night.rounds.get(), games=5)
    (sat,) = read_tables()
    assert late not in {pk for pair in sat.met for pk in pair}


def test_who_keeps_score_in_the_end_had_the_turn(season):
    drawn(playing(season, people(season, 4)), 1)
    round_ = Round.objects.get()
    ((a, b, c, d),) = seated(round_)
    sheet = round_.tables.get().sheet
    for position in (2, 3):
        lifecycle.hand_over(sheet=sheet, player=sheet.seats.get(position=position).name)
    (sat,) = read_tables()
    assert sat.tables == [[c, d, a, b]]


def test_who_sat_out_and_came_in_for_another_did_not_sit_out():
    season = club_with("rummy")
    drawn(playing(season, people(season, 3)), 1)
    round_ = Round.objects.get()
    (out,) = read_tables()[0].out
    ((first, second),) = seated(round_)
    sit(rise(second, 2), out, 3)
    (sat,) = read_tables()
    assert (sat.tables, sat.out) == ([[first, out]], [])
    assert sat.met == pairs([first, second], [first, out])


def test_next_draw_knows_who_met_for_a_part_of_the_round(season):
    who, night = gathered(season, 8, rounds=1)
    (first, *_rest), (other, *_others) = seated(night.rounds.get())
    here, there = rise(first, 5), rise(other, 5)
    sit(here, other, 6)
    sit(there, first, 6)
    drawn_input = drawn(night, 1).record["input"]
    numbers = [member.pk for member in who]
    met = {(numbers[a], numbers[b]) for a, b, _times in drawn_input["history"]}
    assert met == what_draw_knows.read_played_tables(night.rounds.filter(number=1))[0].briefly
    assert len(drawn_input["earlier"][0]) == 2
    again = drawn(playing(season, who, THURSDAY.replace(day=10)), 1).record["input"]
    assert sum(times for _a, _b, times in again["history"]) == 24 + 6
