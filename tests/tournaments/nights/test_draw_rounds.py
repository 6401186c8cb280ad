from datetime import timedelta

import pytest
from django.utils import translation

from scoring.models import Event, Sheet
from scoring.sheets import lifecycle, verify
from tests.tournaments.evenings import (
    THURSDAY,
    club_with,
    drawn,
    gathered,
    let_in,
    people,
    play,
    playing,
    refused,
    tonight,
)
from tournaments import draw
from tournaments.club import season_texts
from tournaments.draw import record
from tournaments.draw.engine import known_nights
from tournaments.draw.engine.request import Request
from tournaments.files.exports import personal_data
from tournaments.members import erasure, members
from tournaments.models import DrawRecord, Member, Round, Table, TableSeat
from tournaments.nights import at_the_door, changes_at_tables, draw_rounds, lots, nights
from tournaments.nights.pages import draw_report, seating_plan


def test_everybody_sits_once_a_round_at_a_table_with_a_sheet(season):
    who, night = gathered(season, 14)
    seed = night.next_seed
    draw_record = drawn(night, by="user 1")
    assert night.rounds.count() == 3
    for each in night.rounds.all():
        seats = each.seats.select_related("member", "seat")
        assert sorted(seat.member_id for seat in seats) == sorted(member.pk for member in who)
        assert [table.seats.count() for table in each.tables.all()] == [4, 4, 3, 3]
        assert all(seat.seat.name == str(seat.member) for seat in seats)
    sheet = Table.objects.first().sheet
    assert (sheet.game, sheet.options, sheet.approval) == ("jokeren", {}, "one")
    assert sheet.arranged
    assert sheet.seats.get(is_scribe=True).position == 1
    assert (draw_record.record["repeats"], draw_record.record["lower_bound"]) == (0, 0)
    again, differs = record.repeat_draw(draw_record.record, "")
    assert (again.seed, differs) == (seed, False)
    night.refresh_from_db()
    assert night.next_seed not in ("", seed)
    entry = night.log_entries.last()
    assert (entry.kind, entry.actor) == ("drawn", "user 1")


@pytest.mark.parametrize(
    ("game", "sizes", "tables", "words"),
    [
        ("jokeren", "5-6", [6, 5], "six, or five"),
        ("jokeren", "4-5", [4, 4, 3], "five, or four"),
        ("jokeren", "3-4", [4, 4, 3], "four, or three"),
        ("jolly", "5-6", [6, 5], "six, or five"),
        ("amerikaans-jokeren", "5-6", [4, 4, 3], "four, or three"),  # which takes no more
    ],
)
def test_tables_are_as_large_as_the_season_says_and_the_game_takes(game, sizes, tables, words):
    season = club_with(game=game, sizes=sizes)
    night = playing(season, people(season, 11), rounds=2)
    for each in night.rounds.all():
        assert [table.sheet.seats.count() for table in each.tables.all()] == tables
    with translation.override("en"):
        assert dict(season_texts.describe_season(season))["How many sit at a table"] == words


def test_every_table_knows_its_round_and_with_it_its_contract():
    season = club_with(game="amerikaans-jokeren", options={"contract_by": "round"})
    playing(season, people(season, 8), rounds=2)
    found = [
        (table.round.number, lifecycle.build_data(table.sheet)["round"])
        for table in Table.objects.select_related("round", "sheet")
    ]
    assert sorted(found) == [(1, 1), (1, 1), (2, 2), (2, 2)]
    assert verify.run().problems == []


def test_next_round_knows_the_one_before(season):
    who, night = gathered(season, 16, rounds=1)
    at_the_door.check_in(night=night, member=who[0], present=False)
    late = members.add(club=season.club, first="Laat")
    at_the_door.check_in(night=night, member=late, present=True)
    last = drawn(night, 1)
    assert last.people[-1] == who[0].pk
    assert len(last.record["input"]["earlier"]) == 1
    assert last.record["repeats"] == 0
    assert night.rounds.last().seats.filter(member=late).exists()


def test_season_is_remembered(season):
    who = people(season, 9)
    first = drawn(playing(season, who), 1, sizes="4-5")
    second = drawn(playing(season, who, THURSDAY + timedelta(weeks=1)), 1)
    assert first.record["input"]["history"] == []
    drawn_input = second.record["input"]
    assert len(drawn_input["history"]) == 16
    assert sum(turns > 0 for turns in drawn_input["duties"]["small"]) == 4
    assert drawn_input["earlier"] == []
    seats = TableSeat.objects.filter(round=first.rounds.get(), seat__position=1)
    scribes = {seat.member_id for seat in seats}
    owed = dict(zip(second.people, drawn_input["duties"]["scribe"], strict=True))
    assert {pk for pk, turns in owed.items() if turns > 0} == scribes


def test_who_sits_out_is_remembered_and_told():
    season = club_with("rummy")
    who, night = gathered(season, 5)
    draw_record = drawn(night, 2)
    sitting_out = [each.out for each in reversed(seating_plan.build_seating(night))]
    numbers = draw_record.record["sitting_out"]
    assert [len(out) for out in sitting_out] == [1, 1]
    names = {member.pk: str(member) for member in who}
    assert sitting_out == [[names[draw_record.people[n]] for n in out] for out in numbers]
    double = who[numbers[0][0]]
    members.merge(double=double, keep=members.add(club=season.club, first="A"))
    assert seating_plan.build_seating(night)[1].out == ["A"]
    later = drawn(playing(season, who, THURSDAY + timedelta(weeks=1)), 1)
    owed = dict(zip(later.people, later.record["input"]["duties"]["sat_out"], strict=True))
    assert sorted(owed.values()) == [-0.4, -0.4, -0.4, 0.6, 0.6]


def test_pairs_and_fixed_tables_hold_and_what_can_not_is_told(season):
    who = people(season, 8)
    members.pair(member=who[0], other=who[1], kind="together")
    members.pair(member=who[0], other=who[2], kind="apart")
    members.pair(member=who[1], other=who[2], kind="together")
    for member, table in ((who[3], 2), (who[4], 9)):
        Member.objects.filter(pk=member.pk).update(table=table)
    draw_record = drawn(playing(season, who), 1)
    assert draw_record.record["input"]["constraints"]["fixed_table"] == {"3": 2}
    assert TableSeat.objects.get(member=who[3]).table.number == 2
    with translation.override("en"):
        (report,) = draw_report.list_reports(draw_record.night)
    assert len(report.unmet) == 1
    assert report.unmet[0].startswith("Speler 0")


def test_report_says_what_is_possible(season):
    draw_record = drawn(playing(season, people(season, 5)), 3)
    with translation.override("en"):
        (report,) = draw_report.list_reports(draw_record.night)
    count, bound = draw_record.record["repeats"], draw_record.record["lower_bound"]
    assert report.repeats == f"{count} repeats"
    assert (report.least == "fewer is impossible") == (count == bound)


@pytest.mark.parametrize(("count", "times"), [(3, 0), (4, 2)])
def test_report_says_how_often_partners_repeat_and_the_next_night_knows_them(count, times):
    """Four players: each has three others to be a partner of."""
    season = club_with("vijfhonderd", rounds=4)
    who = people(season, 4)
    draw_record = drawn(playing(season, who), count)
    with translation.override("en"):
        (report,) = draw_report.list_reports(draw_record.night)
    assert report.partners == f"The same partner again: {times} times; fewer is impossible."
    later = drawn(playing(season, who, THURSDAY + timedelta(weeks=1)), 1)
    met = {(low, high): many for low, high, many in later.record["input"]["duties"]["partners"]}
    assert (len(met), sum(met.values())) == (6, 2 * count)


def test_report_says_how_few_repeated_partners_there_could_be():
    with translation.override("en"):
        words = draw_report.partners_in_words(Request(4, 2, "4"), {"rounds": [[[0, 1, 2, 3]]] * 2})
    assert words == "The same partner again: 2 times; the proven minimum is 0."


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (0, "fewer are not known, and fewer than 0 impossible"),
        (2, "the best known is 2, and fewer than 0 impossible"),
    ],
)
def test_report_tells_best_known_from_proven(season, more, said):
    request = Request(18, 6, effort=100)
    made = record.build_record(draw.draw(request, "x"), request)
    best, bound = known_nights.find_fewest_repeats(18, 6), made["lower_bound"]
    assert (best, bound) == (2, 0)
    night = playing(season)
    who = people(season, 18)
    made |= {"repeats": best + more}
    DrawRecord.objects.create(night=night, record=made, people=[member.pk for member in who])
    with translation.override("en"):
        assert draw_report.list_reports(night)[0].least == said


def test_merged_person_is_there_once(season):
    ans, double, bob = (members.add(club=season.club, first=name) for name in ("A", "Aa", "B"))
    night = playing(season, [ans, double, bob])
    members.merge(double=double, keep=ans)
    assert draw_rounds.list_present(night) == [ans, bob]


@pytest.mark.parametrize("method", ["mix", "lots", "standing"])
@pytest.mark.parametrize("count", [2, 5])
def test_a_few_can_play(season, count, method):
    night = playing(season, people(season, count))
    draw_record = draw_rounds.draw_rounds(night=night, rounds=2, method=method)
    assert TableSeat.objects.count() == 2 * count
    assert record.repeat_draw(draw_record.record, "")[1] is False


def test_no_more_rounds_than_the_season_has(season):
    night = playing(season, people(season, 4))
    for count in (0, 4):
        assert refused(drawn, night=night, count=count) == ["C50"]
    assert refused(drawn, night=night, count=1, divided=True) == ["C95"]  # there are no divisions
    drawn(night, 3)
    assert refused(drawn, night=night, count=1) == ["C62"]


def test_door_must_be_closed_and_stays_so(season):
    night = tonight(season)
    let_in(night, people(season, 4))
    assert refused(drawn, night=night, count=1) == ["C56"]
    for to in ("playing", "check-in", "playing"):
        nights.set_state(night=night, to=to)
    drawn(night, 1)
    assert refused(nights.set_state, night=night, to="check-in") == ["C56"]


def test_draw_is_taken_back_and_stays_on_record(season):
    night = playing(season, people(season, 8))
    draw_record = drawn(night, 2)
    gone = draw_record.rounds.first()
    draw_rounds.undo_draw(draw_record=draw_record, reason="  Bob was not there ", by="user 1")
    assert refused(changes_at_tables.shorten, round_=gone, games=3) == ["C153"]
    assert not Sheet.objects.exists()
    assert not Event.objects.exists()
    assert not Round.objects.exists()
    draw_record.refresh_from_db()
    assert draw_record.reason == "Bob was not there"
    entry = night.log_entries.last()  # keeps the reason, also when the draw is put back after all
    assert (entry.kind, entry.reason) == ("taken back", "Bob was not there")
    assert drawn(night, 3).record["input"]["earlier"] == []


def test_rounds_that_were_begun_stay_when_the_others_are_drawn_anew(season):
    who, night = gathered(season, 9)
    draw_record = drawn(night, 3)
    play(Table.objects.filter(round__number=1).first())
    at_the_door.check_in(night=night, member=who[0], present=False)
    draw_rounds.undo_draw(draw_record=draw_record, reason="One went home", by="user 1")
    draw_record.refresh_from_db()
    assert (draw_record.kept, draw_record.taken_back) == (1, None)
    assert [each.number for each in night.rounds.all()] == [1]
    assert Sheet.objects.count() == 3
    entry = night.log_entries.last()
    assert (entry.kind, entry.body) == ("taken back", {"draw_record": draw_record.pk, "since": 2})
    assert refused(draw_rounds.undo_draw, draw_record=draw_record, reason="x") == ["C63"]
    again = drawn(night, 2)
    assert not TableSeat.objects.filter(round__draw_record=again, member=who[0]).exists()
    assert len(again.record["input"]["earlier"]) == 1
    assert [each.number for each in seating_plan.build_seating(night)] == [3, 2, 1]
    draw_rounds.undo_draw(draw_record=again, reason="x", since=3)  # as a table of round 2 asks
    assert [each.number for each in again.rounds.all()] == [2]


def test_only_the_last_draw_is_taken_back_and_why(season):
    night = playing(season, people(season, 8))
    first, last = drawn(night, 1), drawn(night, 1)
    assert refused(draw_rounds.undo_draw, draw_record=first, reason="x") == ["C65"]
    assert refused(draw_rounds.undo_draw, draw_record=last, reason=" ") == ["C64"]
    draw_rounds.undo_draw(draw_record=last, reason="x")
    assert refused(draw_rounds.undo_draw, draw_record=last, reason="x") == ["C65"]
    draw_rounds.undo_draw(draw_record=first, reason="x")


@pytest.mark.parametrize("begun", [0, 1])
def test_draw_that_was_taken_back_is_put_back_after_all(season, begun):
    who, night = gathered(season, 8)
    draw_record = drawn(night, 2)
    assert refused(draw_rounds.redo_draw, draw_record=draw_record) == ["C65"]
    before = [each._replace(tables=[]) for each in seating_plan.build_seating(night)]
    for table in Table.objects.filter(round__number=begun):
        play(table)
    draw_rounds.undo_draw(draw_record=draw_record, reason="x")
    at_the_door.check_in(night=night, member=who[3], present=False)
    assert refused(draw_rounds.redo_draw, draw_record=draw_record) == ["C152"]
    at_the_door.check_in(night=night, member=who[3], present=True)
    again = draw_rounds.redo_draw(draw_record=draw_record, by="user 1")
    assert (again.taken_back, again.kept, again.reason) == (None, None, "")
    assert [each._replace(tables=[]) for each in seating_plan.build_seating(night)] == before
    assert night.log_entries.last().body == {"draw_record": draw_record.pk, "rounds": 2 - begun}
    draw_rounds.undo_draw(draw_record=draw_record, reason="x")
    members.merge(double=who[3], keep=members.add(club=season.club, first="A"))
    draw_rounds.redo_draw(draw_record=draw_record)
    draw_rounds.undo_draw(draw_record=draw_record, reason="x")
    drawn(night, 1)
    assert refused(draw_rounds.redo_draw, draw_record=draw_record) == ["C65"]


def test_what_is_kept_of_somebody_tells_of_seats_and_erased_they_are_nobody_there(season):
    who = people(season, 4)
    drawn(playing(season, who), 2)
    kept = personal_data.collect_own_data(who[0])["seats"]
    lines = [(line["day"], line["round"], line["table"], line["total"]) for line in kept]
    assert lines == [(THURSDAY, 1, 1, 0), (THURSDAY, 2, 1, 0)]
    for member in who[:2]:
        erasure.erase(member=member)
    names = {seat.name for seat in Sheet.objects.first().seats.all()}
    assert names == {"…", "… 2", "Speler 02", "Speler 03"}


def test_draw_that_was_asked_for_before_another_is_none(season):
    night = playing(season, people(season, 4))
    seen = draw_rounds.mark_draws(night)
    made = draw_rounds.draw_rounds(night=night, rounds=1, method="lots", seen=seen)
    again = {"night": night, "rounds": 1, "method": "lots", "seen": seen}
    assert refused(draw_rounds.draw_rounds, **again) == ["C154"]
    assert refused(lots.lay, night=night, method="hand", seen=seen) == ["C154"]
    draw_rounds.undo_draw(draw_record=made, reason="No")
    assert refused(draw_rounds.draw_rounds, **again) == ["C154"]
    now = draw_rounds.mark_draws(night)
    drawn_now = draw_rounds.draw_rounds(night=night, rounds=1, method="lots", seen=now)
    assert drawn_now.rounds.count() == 1


def test_a_night_is_planned_with_another_number_of_games(season):
    (night,) = nights.plan(season=season, days=[THURSDAY], games=12)
    nights.set_state(night=night, to="check-in")
    let_in(night, people(season, 8))
    drawn(nights.set_state(night=night, to="playing"), 2)
    assert {table.sheet.games for table in Table.objects.all()} == {12}
    assert refused(nights.plan, season=season, days=[THURSDAY], games=51) == ["C50"]
