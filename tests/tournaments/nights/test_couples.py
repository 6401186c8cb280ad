import re
from collections import Counter
from datetime import date, timedelta
from html import unescape
from itertools import combinations

import pytest
from django.test import Client
from django.utils import translation
from django.utils.html import strip_tags

from scoring.sheets import lifecycle
from scoring.sheets.sheet_under_lock import lock_sheet
from scoring.toolkit.problems import user_error
from tests import printed
from tests.tournaments.evenings import (
    THURSDAY,
    brought_in,
    club_with,
    codes,
    drawn,
    people,
    playing,
    refused,
    reopened,
    tonight,
)
from tests.tournaments.views.forms import squeeze
from tournaments import links, problems
from tournaments.club import seasons
from tournaments.members import couples, delete_unplayed, erasure, members
from tournaments.models import Club, Couple, Member, Night, Role, Substitute, Table, TableSeat
from tournaments.names import NameDetail
from tournaments.nights import (
    at_the_door,
    changes_at_tables,
    closing,
    draw_rounds,
    entrants,
    lots,
    nights,
    signing_up,
)
from tournaments.nights.pages import (
    agenda,
    door,
    hall,
    link_preview,
    missed_rounds,
    result,
    room,
    seating_plan,
)
from tournaments.nights.pages.result import read_result
from tournaments.printing import standings
from tournaments.publishing import letter_texts
from tournaments.standings import calculate, who_played
from tournaments.standings.who_played import load_if_closed
from tournaments.views import door as door_page


@pytest.fixture
def season():
    return club_with("vijfhonderd", {"games": 2}, by_couple=True)


@pytest.fixture
def extra(season):
    return members.add(club=season.club, first="Els", family="Invaller")


def couples_of(season, count):
    who = people(season, 2 * count)
    return who, [
        couples.form_couple(season=season, first=who[2 * n], second=who[2 * n + 1])
        for n in range(count)
    ]


def play(table, tricks=7, games=2):
    """The side of the first seat bids seven and gets so many tricks."""
    with lock_sheet(table.sheet) as now:
        row = {"bid": "7H", "by": now.row_names.seats[0].name, "tricks": tricks}
        for number in range(1, games + 1):
            lifecycle.record(sheet=now, number=number, row=row)


def finish(night):
    """Play all tables, each with another result, and close the night."""
    for table in Table.objects.filter(round__night=night):
        play(table, 7 + table.number % 4)
    return closing.close(night=night, reason="klaar")


def test_couples_are_in_order_whatever_accents_they_have(client, season):
    text = "Zoë Bos\nAns Bos\nÉmile Bos\nBob Bos\nFem Bos\nCor Bos"
    pairs = iter(members.add_many(club=season.club, text=text))
    for first in pairs:
        couples.form_couple(season=season, first=first, second=next(pairs))
    client.force_login(Role.objects.get(club=season.club).user)
    page = client.get(f"/de-hoop/seasons/{season.pk}/couples/").content.decode()
    assert re.findall('<strong translate="no">(.)', page) == ["É", "F", "Z"]


def test_guest_for_a_couple_that_was_split_meanwhile_comes_in_alone(season):
    who, pairs = couples_of(season, 1)
    night = playing(season, who)
    couples.split(couple=Couple.objects.get())
    given = {"night": night, "first": "Gast", "family": ""}
    assert at_the_door.walk_in(**given, couple=pairs[0].pk).present
    assert not Substitute.objects.exists()


def test_nobody_stands_in_for_a_couple_of_which_one_was_a_double(season):
    who, _couples = couples_of(season, 2)
    kept = members.add(club=season.club, first="Kor", family="Kaart")
    members.merge(double=who[1], keep=kept)
    night = drawn(playing(season, [who[0], kept, *who[2:]]), 1).night
    assert result.describe_substitutes(night, NameDetail.FULL) == {}
    assert all(not place.remarks for place in room.read_room(night.rounds.get()).places)


def test_one_couple_is_too_few_couples_for_a_draw(season):
    who, _couples = couples_of(season, 1)
    night = playing(season, [*who, *members.add_many(club=season.club, text="Els\nFem\nGer")])
    assert refused(draw_rounds.draw_rounds, night=night, rounds=1, method="mix") == ["C364"]
    assert refused(lots.lay, night=night, method="bag") == ["C364"]


def test_seventeen_couples_play_an_evening(season):
    who, pairs = couples_of(season, 17)
    night = playing(season, who)
    draw_record = drawn(night, 3)
    assert (draw_record.record["repeats"], draw_record.record["lower_bound"]) == (0, 0)
    met = Counter()
    for each in night.rounds.all():
        assert [table.seats.count() for table in each.tables.all()] == [4] * 8
        for table in each.tables.all():
            sat = list(table.seats.order_by("seat__position").select_related("couple"))
            assert sat[0].couple == sat[2].couple != sat[1].couple == sat[3].couple
            for seat in sat:
                assert seat.member in (seat.couple.first, seat.couple.second)
            met.update([frozenset({sat[0].couple_id, sat[1].couple_id})])
    assert len(met) == 24 and max(met.values()) == 1
    out = [pk for line in draw_record.record["sitting_out"] for pk in line]
    assert len(set(out)) == 3
    finish(night)
    standing = calculate.compute_night_standing(night)
    assert {row.player for row in standing.rows} == {pair.first_id for pair in pairs}
    (division,) = calculate.compute_season_standing(season)
    assert {row.player for row in division.rows} == {pair.first_id for pair in pairs}
    assert all(len(row.tallies[0].slices) == 3 for row in division.rows)
    named = couples.load_names(season, [pairs[0].first_id], NameDetail.FULL)
    assert list(named.values()) == ["Speler 00 & Speler 01"]


def test_scores_of_a_couple_count_once_and_of_both_seats_alike(season):
    who, _pairs = couples_of(season, 2)
    night = playing(season, who, rounds=1)
    table = Table.objects.get()
    play(table, 7)
    first = table.sheet.seats.get(position=1)
    lifecycle.penalize(sheet=table.sheet, player=first.name, points=10, reason="late", signed="Ans")
    other = table.sheet.seats.get(position=3)
    lifecycle.penalize(sheet=table.sheet, player=other.name, points=5, reason="late", signed="Ans")
    rows = {row.player: row.points for row in calculate.compute_night_standing(night).rows}
    bidders = TableSeat.objects.get(seat=first).couple
    assert rows[bidders.first_id] == 2 * 200 - 15
    assert len(rows) == 2


def test_who_is_away_is_stood_in_for_and_it_counts_for_the_couple(season, extra):
    who, pairs = couples_of(season, 2)
    night = playing(season, [*who[:3], extra])
    found = entrants.load_tonight(night)
    assert [half.away.pk for half in found.halves] == [who[3].pk]
    assert [member.pk for member in found.alone] == [extra.pk]
    assert draw_rounds.list_present(night)[0].pk == who[0].pk
    entrants.set_substitute(night=night, couple=pairs[1], member=extra, by="user 1")
    entry = night.log_entries.last()
    assert (entry.kind, entry.actor) == ("substitute", "user 1")
    assert entry.body == {"couple": pairs[1].pk, "member": extra.pk}
    assert entrants.load_tonight(night).alone == []
    entrants.set_substitute(night=night, couple=pairs[1], member=None)
    assert night.log_entries.last().body == {"couple": pairs[1].pk}
    assert len(entrants.load_tonight(night).halves) == 1
    entrants.set_substitute(night=night, couple=pairs[1], member=extra)
    drawn(night, 1)
    assert TableSeat.objects.get(member=extra).couple == pairs[1]
    finish(night)
    rows = calculate.compute_night_standing(night).rows
    assert {row.player for row in rows} == {who[0].pk, who[2].pk}
    entrants_now = {row.player for row in calculate.compute_season_standing(season)[0].rows}
    assert entrants_now == {who[0].pk, who[2].pk}


def test_substitutes_that_are_refused(season, extra):
    who, pairs = couples_of(season, 3)
    night = playing(season, who[:3])

    def refusal(couple, member):
        return refused(entrants.set_substitute, night=night, couple=couple, member=member)

    assert refusal(pairs[0], extra) == ["C295"]  # both are here
    assert refusal(pairs[2], extra) == ["C295"]  # neither is
    assert refusal(pairs[1], extra) == ["C296"]  # who is not here herself
    assert refusal(pairs[1], who[0]) == ["C296"]  # plays
    reopened(night)
    assert refusal(pairs[1], extra) == ["C56"]


def test_two_halves_can_play_as_one_couple(season):
    who, pairs = couples_of(season, 3)
    night = playing(season, [who[0], who[2], who[4], who[5]])
    entrants.set_substitute(night=night, couple=pairs[0], member=who[2])
    found = [pair.partners.couple for pair in entrants.load_tonight(night).pairs]
    assert found == [pairs[0].pk, pairs[2].pk]
    assert entrants.load_tonight(night).halves == []


def test_couple_whose_partner_leaves_in_the_middle_keeps_its_seat(season, extra):
    who, _pairs = couples_of(season, 2)
    night = playing(season, who, rounds=1)
    table = Table.objects.get()
    leaver = table.seats.select_related("member", "couple").order_by("seat__position").first()
    change = changes_at_tables.replace(table=table, member=leaver.member, other=extra)
    assert TableSeat.objects.get(member=extra).couple == leaver.couple
    changes_at_tables.undo(entry=change)
    assert table.seats.get(member=leaver.member).couple == leaver.couple
    changes_at_tables.replace(table=table, member=leaver.member, other=extra)
    finish(night)
    rows = calculate.compute_night_standing(night).rows
    assert {row.player for row in rows} == {who[0].pk, who[2].pk}


@pytest.mark.parametrize("played", [0, 1])
def test_who_takes_over_at_a_table_plays_for_that_couple_all_night(season, extra, played):
    who, pairs = couples_of(season, 4)
    night = playing(season, who, rounds=1)
    (leaver,) = TableSeat.objects.filter(member=who[1]).select_related("table")
    if played:
        play(leaver.table, games=1)
    change = changes_at_tables.replace(table=leaver.table, member=who[1], other=extra)
    here = {pair.partners.couple: pair.people for pair in entrants.load_tonight(night).pairs}
    assert here[pairs[0].pk] == (who[0], extra)
    changes_at_tables.undo(entry=change)
    assert not night.substitutes.exists()
    changes_at_tables.replace(table=leaver.table, member=who[1], other=extra)
    drawn(night, 1)
    seats = TableSeat.objects.filter(round__number=2)
    found = {*seats.filter(couple=pairs[0]).values_list("member", flat=True)}
    assert found == {who[0].pk, extra.pk}
    (later,) = members.add_many(club=season.club, text="Fred Ander")
    at = seats.select_related("table").get(member=extra).table
    again = changes_at_tables.replace(table=at, member=extra, other=later)
    assert night.substitutes.get().member == later
    changes_at_tables.undo(entry=again)
    assert night.substitutes.get().member == extra
    at_the_door.check_in(night=night, member=who[1], present=True)
    at_the_door.check_in(night=night, member=who[3], present=False)
    entrants.set_substitute(night=night, couple=pairs[1], member=extra)  # no longer for the first
    assert night.substitutes.get().couple == pairs[1]


def test_next_round_and_next_night_know_who_met(season):
    who, _pairs = couples_of(season, 4)
    night = playing(season, who)
    for number in range(3):
        record = drawn(night, 1).record
        assert len(record["input"]["earlier"]) == number
        assert record["repeats"] == 0
    for table in Table.objects.all():
        play(table)
    later = playing(season, who, THURSDAY + timedelta(7))
    record = drawn(later, 1).record
    assert record["input"]["history"] == [[a, b, 1] for a, b in combinations(range(4), 2)]


def test_movement_goes_on_round_by_round(season):
    who, _pairs = couples_of(season, 5)
    night = playing(season, who)
    met, out = Counter(), []
    for _ in range(3):
        record = draw_rounds.draw_rounds(night=night, rounds=1, method="move").record
        met.update(frozenset(table) for table in record["rounds"][0])
        out += record["sitting_out"][0]
    assert max(met.values()) == 1
    assert len(set(out)) == 3
    stays = [[table[0] for table in record["rounds"][0]]]
    assert len({tuple(line) for line in stays}) == 1


def test_by_standing_leaders_meet(season):
    who, pairs = couples_of(season, 4)
    night = playing(season, who, rounds=1)
    finish(night)
    places = calculate.number_places(season)
    later = playing(season, who, THURSDAY + timedelta(7))
    record = draw_rounds.draw_rounds(night=later, rounds=1, method="standing").record
    assert record["input"]["standing"] == [places[pair.first_id] for pair in pairs]


def test_lots_and_hand(season):
    who, pairs = couples_of(season, 3)
    night = playing(season, who)
    bag = lots.fill_bag(night, "bag")
    assert ([table.size for table in bag.tables], len(bag.waiting), bag.out) == ([2], 3, 1)
    assert str(bag.waiting[0]) == "Speler 00 & Speler 01"
    for pair in pairs[:2]:
        lots.seat_member(night=night, member=pair.first, table=1, method="bag")
    assert refused(lots.seat_member, night=night, member=pairs[2].first, table=1, method="bag")
    lots.lay(night=night, method="bag")
    assert Table.objects.get().seats.count() == 4
    with translation.override("en"):
        (shown,) = seating_plan.build_seating(night)
    assert shown.out == ["Speler 04 & Speler 05"]
    lots.seat_as_last_round(night=night)
    assert night.reserved_seats.count() == 2


def test_a_draw_is_taken_back_and_laid_again(season):
    who, _pairs = couples_of(season, 4)
    night = playing(season, who)
    draw_record = drawn(night, 1)
    draw_rounds.undo_draw(draw_record=draw_record, reason="x")
    draw_rounds.redo_draw(draw_record=draw_record)
    assert Table.objects.count() == 2
    draw_rounds.undo_draw(draw_record=draw_record, reason="x")
    at_the_door.check_in(night=night, member=who[1], present=False)
    assert refused(draw_rounds.redo_draw, draw_record=draw_record) == ["C152"]


def test_the_door_counts_couples(season):
    who, _pairs = couples_of(season, 5)
    night = playing(season, who[:9])
    with translation.override("en"):
        assert door.build_door(night).tables == "2 tables of two couples"
        at_the_door.check_in(night=night, member=who[9], present=True)
        assert door.build_door(night).tables == "2 tables of two couples, 1 couple sits out"
        drawn(night, 1)
        waiting = {row.member.pk for row in door.build_door(night).rows if row.waits == "out"}
    assert len(waiting) == 2
    lines = hall._people(night, 1)
    assert sum(line.table is None for line in lines) == 2


def test_door_expects_couples_and_who_signed_up_and_lets_them_in_together(season, extra):
    who, pairs = couples_of(season, 3)
    night = tonight(season)
    shown = door.build_door(night)
    assert (shown.expected, len(shown.lines), len(shown.listed)) == (6, 3, 7)
    assert [line.people[0].member for line in shown.unexpected] == [extra]
    for member in (who[0], extra):
        at_the_door.check_in(night=night, member=member, present=True)
    entrants.set_substitute(night=night, couple=pairs[0], member=extra)
    assert door.build_door(night).expected == 4  # not who is stood in for
    for _again in range(2):
        at_the_door.check_in_all(night=night)
        there = {each.member for each in night.attendances.filter(present=True)}
        assert there == {*who, extra} - {who[1]}
    late, guest = (
        members.add(club=season.club, first=n, guest=n == "Gijs") for n in ("Lot", "Gijs")
    )
    couples.form_couple(season=season, first=late, second=guest, made_at=night)
    assert door.build_door(night).expected == 2
    at_the_door.check_in_all(night=night)
    assert night.attendances.filter(present=True, member__in=[late, guest]).count() == 2
    assert {line.people[0].member for line in door.build_door(night).lines} > {extra}


def test_couples_made_at_the_door_leave_everybody_else_expected(client, season, at_the_laptop):
    who, night = people(season, 6), tonight(season)
    for member in who[:2]:
        at_the_door.check_in(night=night, member=member, present=True)
    form = {"first": who[0].pk, "second": who[1].pk}
    client.post(f"/de-hoop/nights/{night.pk}/couples/", form)
    assert season.couples.count() == 1 and door.build_door(night).expected == 4
    at_the_door.check_in_all(night=night)
    assert night.attendances.filter(present=True).count() == 6
    assert door.build_door(tonight(season, day=THURSDAY + timedelta(weeks=1))).expected == 2


def test_wishes_of_either_partner_hold_for_the_couple(season):
    who, _pairs = couples_of(season, 4)
    members.pair(member=who[1], other=who[3], kind="apart")
    members.pair(member=who[0], other=who[1], kind="apart")  # a couple: means nothing
    night = playing(season, who)
    record = drawn(night, 1).record
    assert record["input"]["constraints"]["apart"] == [[0, 1]]
    assert not any({0, 1} <= set(table) for table in record["rounds"][0])


def test_what_is_refused_of_a_couple(season, extra):
    who, _pairs = couples_of(season, 1)

    def refusal(first, second):
        return refused(couples.form_couple, season=season, first=first, second=second)

    assert refusal(extra, extra) == ["C31"]
    assert refusal(who[0], extra) == ["C293"]
    assert refusal(extra, who[1]) == ["C293"]
    erasure.erase(member=extra)
    (other,) = members.add_many(club=season.club, text="Fred Ander")
    assert refusal(other, extra) == ["C153"]
    plain = seasons.plan(
        club=season.club, reglement=season.reglement, name="alone", first=season.first,
        last=season.last, rounds=3, signed_off="worst", no_show="worst", before_joining="absent",
    )  # fmt: skip
    assert refused(couples.form_couple, season=plain, first=who[0], second=who[1]) == ["C292"]
    assert couples.list_couples(plain) == []


def test_a_couple_that_played_stays(season):
    who, pairs = couples_of(season, 3)
    couples.split(couple=pairs.pop())
    assert Couple.objects.count() == 2
    assert delete_unplayed.find_played(season.club, [who[0].pk, who[4].pk]) == {who[0].pk}
    drawn(playing(season, who[:4]), 1)
    assert refused(couples.split, couple=pairs[0]) == ["C294"]
    assert refused(seasons.change, season=season, by_couple=False) == ["C291"]


def test_couples_need_a_game_with_partners():
    assert refused(club_with, game="jokeren", by_couple=True) == ["C290"]


def test_merged_doubles_are_the_same_couple(season):
    who, _pairs = couples_of(season, 1)
    (double,) = members.add_many(club=season.club, text="Speler nul")
    members.merge(double=who[1], keep=double)
    (found,) = couples.list_couples(season)
    assert (found.first, found.second) == (who[0].pk, double.pk)
    assert couples.find_entrants(season, [double.pk, 999]) == {who[0].pk, 999}


def test_nobody_gets_into_two_couples_of_a_season_by_a_merge(season):
    who, pairs = couples_of(season, 3)
    assert refused(members.merge, double=who[1], keep=who[0]) == ["C293"]
    assert refused(members.merge, double=who[2], keep=who[0]) == ["C293"]
    (kept,) = members.add_many(club=season.club, text="Speler nul")
    members.merge(double=who[0], keep=kept)
    assert refused(members.merge, double=who[2], keep=kept) == ["C293"]
    couples.split(couple=pairs[1])
    members.merge(double=who[2], keep=kept)


def test_what_a_double_of_the_second_said_and_played_is_the_couples(season):
    who, _pairs = couples_of(season, 3)
    night = tonight(season, "sign-up")
    signing_up.sign(night=night, member=who[5], said="off")
    before = brought_in(season, [who[1], who[3], who[5]], [10, 20, 30], date(2026, 9, 10))
    (double,) = members.add_many(club=season.club, text="Speler nul")
    members.merge(double=who[5], keep=double)
    assert who_played.load_night(night).excused == {who[4].pk}
    assert who_played.load_night(before).came == {who[0].pk, who[2].pk, who[4].pk}
    assert calculate.compute_season_standing(season)[0].rows[0].player == who[4].pk


def test_a_couple_of_hidden_names_is_hidden(season):
    who, _pairs = couples_of(season, 1)
    for member in who:
        members.show_as(member=member, shown="not")
    assert list(couples.load_names(season, [who[0].pk], NameDetail.PUBLIC).values()) == ["…"]
    members.show_as(member=who[1], shown="first")
    assert list(couples.load_names(season, [who[0].pk], NameDetail.PUBLIC).values()) == [
        "… & Speler"
    ]


def test_signing_up_as_a_couple(client, season, extra):
    who, _pairs = couples_of(season, 1)
    (night,) = nights.plan(season=season, days=[THURSDAY], sign_up=True)
    client.cookies["streepje_language"] = "en"
    path = f"/m/{links.make_key(who[0])}/"
    told = "You play with Speler 01, who"
    assert f"{told} has not answered yet." in client.get(path).content.decode()
    signing_up.sign(night=night, member=who[1], said="on")
    assert f"{told} is coming." in client.get(path).content.decode()
    client.post(path, {"night": night.pk, "said": "both-on"})
    page = unescape(squeeze(client.get(path)))
    both, _fold, alone = page.partition('<details class="more"')
    assert 'value="both-on" aria-pressed="true">You\'re both coming ✓' in both
    assert 'value="both-off" aria-pressed="false"' in both and 'value="on"' in alone
    assert [signing_up.find_answer(night, member) for member in who] == ["on", "on"]
    signing_up.sign(night=night, member=who[1], said="off")
    assert [signing_up.find_answer(night, member) for member in who] == ["on", "off"]
    Club.objects.update(email="wim@example.org")
    page = client.get(path).content.decode()
    assert "Speler 01, with whom you play, signed off." in page and "mailto:wim" in page
    assert 'value="both-' not in page and 'aria-pressed="true"' in page
    assert agenda.read_who_comes(night, NameDetail.FULL).left[0][0] == who[0].pk
    other = Client()  # of who signed off
    other.get(f"/m/{links.make_key(who[1])}/")
    page = other.get(night.get_absolute_url()).content.decode()
    assert "Speler 00" in page and 'class="you"' not in page
    client.post(path, {"night": night.pk, "said": "both-off"})
    assert [signing_up.find_answer(night, member) for member in who] == ["off", "off"]
    signing_up.sign(night=night, member=extra, said="on", with_partner=True)
    assert signing_up.find_partner(night, who[0]).name == "Speler 01"
    assert signing_up.find_partner(night, extra) is None
    members.archive(member=who[1])  # who left the club comes along no more
    assert "both-on" not in client.get(path).content.decode()
    client.post(path, {"night": night.pk, "said": "both-on"})
    assert [signing_up.find_answer(night, member) for member in who] == ["on", "off"]


def test_pages_of_a_couple_speak_to_both(client, season):
    who, _pairs = couples_of(season, 2)
    night = brought_in(season, [who[0], who[2]], [10, 20])
    page = squeeze(client.get(f"/m/{links.make_key(who[1])}/"))
    assert re.search("jullie (10 was|wonnen de avond)", page) and "jouw" not in page
    place, you = "Jullie (staan|eindigden)", '<span class="you">jullie</span>'
    for address in (f"seasons/{season.pk}/standing/", f"nights/{night.pk}/result/"):
        page = squeeze(client.get(f"/de-hoop/{address}"))
        assert re.search(place, page) and you in page
    (ahead,) = nights.plan(season=season, days=[season.last], sign_up=True)
    signing_up.sign(night=ahead, member=who[1], said="on", with_partner=True)
    page = squeeze(client.get(f"/de-hoop/nights/{ahead.pk}/"))
    assert '<span class="you" translate="yes">jullie</' in page


def test_couple_that_never_came_is_named_at_closing(season):
    who, _pairs = couples_of(season, 5)
    night = playing(season, who[:8], rounds=1)
    Member.objects.update(joined=night.day)
    for table in Table.objects.all():
        play(table)
    (away,) = missed_rounds.list_away(night, NameDetail.FULL, load_if_closed(night))
    assert away.player.name == "Speler 08 & Speler 09"


def test_pages_of_couples(client, season, at_the_laptop):
    who = people(season, 5)
    path = f"/de-hoop/seasons/{season.pk}/couples/"
    client.post(path, {"first": who[0].pk, "second": who[1].pk})
    client.post(path, {"first": who[2].pk, "second": who[3].pk})
    page = client.get(path).content.decode()
    assert "Speler 00 &amp; Speler 01" in page and "2 couples" in page
    pasted = {"text": "Speler 00 & Speler 01\nSpeler 04\tQuinten Nieuw"}  # of a sheet
    asked = client.post(path, pasted)
    assert codes(asked) == ["C365"] and 'name="new"' in asked.content.decode()
    assert "Quinten" not in client.get("/de-hoop/members/").content.decode()
    page = squeeze(client.post(path, pasted | {"new": "on"}, follow=True))
    assert "1 couple made: Speler 04 &amp; Quinten Nieuw." in page
    assert "Already there: Speler 00 &amp; Speler 01. New: Quinten Nieuw." in page
    Couple.objects.get(first=who[4]).delete()
    assert codes(client.post(path, {"first": who[4].pk, "second": who[4].pk})) == ["C31"]
    night = playing(season, who[:3])
    here = f"/de-hoop/nights/{night.pk}/couples/"
    page = client.get(here).content.decode()
    assert "Nobody is in yet who can play instead." in page and "<select" not in page
    at_the_door.check_in(night=night, member=who[4], present=True)
    page = client.get(here).content.decode()
    assert "is here, Speler 03 is not." in page and '<option value="">' not in page
    door_list = f"/de-hoop/nights/{night.pk}/door/"
    assert f'class="main" href="{door_list}"' in page
    alone = "Not drawn without a partner: Speler 02, Speler 04<"
    assert alone in client.get(door_list).content.decode()
    pair = Couple.objects.get(first=who[2])
    client.post(here, {"couple": pair.pk, "member": who[4].pk})
    assert "Speler 04 stands in" in client.get(here).content.decode()
    assert "Not drawn without" not in client.get(door_list).content.decode()
    assert client.post(here, {"couple": pair.pk, "member": who[0].pk}).status_code == 409
    client.post(here, {"couple": pair.pk, "member": who[4].pk})
    assert "2 couples are here" in client.get(f"/de-hoop/nights/{night.pk}/draw/").content.decode()
    client.post(f"/de-hoop/nights/{night.pk}/draw/", {"rounds": 1, "method": "move"})
    assert Table.objects.count() == 1
    refusal = client.post(path, {"split": pair.pk})
    assert (refusal.status_code, codes(refusal)) == (409, ["C294"])
    report = client.get(f"/de-hoop/nights/{night.pk}/draws/1/").content.decode()
    assert "one stays, the other moves a table on" in report
    assert "Speler 00 &amp; Speler 01" in report
    finish(night)
    result = client.get(f"/de-hoop/nights/{night.pk}/result/").content.decode()
    told = result.replace("\N{NO-BREAK SPACE}", " ")
    assert "<small>Speler 04 stood in for Speler 03</small>" in told
    (paper,) = printed.read(standings.print_night(night, NameDetail.FULL))
    assert {"stood", *str(season).split(), *str(season.reglement).split()} <= {*paper.words.split()}
    hub = client.get(f"/de-hoop/nights/{night.pk}/").content.decode()  # with the text to send
    for text in (hub, " ".join(letter_texts._lines(night, who[4]))):
        assert "(Speler 04 stood in for Speler 03)" in text
    for where in (f"nights/{night.pk}/result/", f"seasons/{season.pk}/standing/", ""):
        page = client.get(f"/de-hoop/{where}").content.decode()
        assert "Speler 00 &amp; Speler 01" in page.replace("\N{NO-BREAK SPACE}", " ")


def test_of_a_couple_two_people_win(client, season, at_the_laptop):
    who, _pairs = couples_of(season, 2)
    night = playing(season, who, rounds=1)
    finish(night)
    here = f"nights/{night.pk}/"
    for where in (here, f"{here}result/", f"seasons/{season.pk}/", "seasons/"):
        page = client.get(f"/de-hoop/{where}").content.decode()
        words = strip_tags(page.replace("<", " <")).replace("high wins", "").split()
        assert {"win", "win,", "lead"} & {*words} and not {"wins", "wins,", "leads"} & {*words}
    Club.objects.update(visible_to=Club.Visibility.OPEN)
    with translation.override("en"):
        night = Night.objects.get()
        shown = link_preview.describe_result(night, read_result(night, NameDetail.PUBLIC).rows)
    assert re.fullmatch(r"Speler 0[02] & Speler 0[13] win with \d+ points", shown.won)
    assert shown.sentence.startswith("win with ")


def test_two_who_are_in_are_made_a_couple_on_the_night_itself(client, season, at_the_laptop):
    who = people(season, 9)
    playing(season, who[:8])
    night = nights.set_state(night=Night.objects.get(), to="check-in")
    to_door, here = (f"/de-hoop/nights/{night.pk}/{page}/" for page in ("door", "couples"))
    door_page = client.get(to_door).content.decode()
    bar = " ".join(door_page[door_page.index('id="door-next"') :].split())
    assert "too few couples for a table" in bar
    assert "Without a partner: 8" in bar
    page = client.get(here).content.decode()
    assert re.findall(r'class="main" href="([^"]*)', page) == [to_door]
    groups = r'<optgroup label="([^"]*)">|<option value="(\d+)'
    offered = ["".join(each) for each in re.findall(groups, page)]
    named = [str(member.pk) for member in who]
    lists = ["Without a partner tonight", *named[:8], "Not in yet", named[8]]
    assert offered == [*lists, *lists]
    pair = {"first": who[0].pk, "second": who[1].pk}
    assert client.post(here, pair).url == here
    assert "Speler 00 &amp; Speler 01" in client.get(here).content.decode()
    Role.objects.update(kind=Role.Kind.HELPER)
    client.post(here, {"first": who[2].pk, "second": who[3].pk})
    assert season.couples.count() == 1
    assert f'href="/de-hoop/seasons/{season.pk}/couples/"' not in client.get(here).content.decode()


def test_night_where_nobody_is_in_leads_to_the_couples_of_the_season(client, season, at_the_laptop):
    (night,) = nights.plan(season=season, days=[season.first])
    page = client.get(f"{night.get_absolute_url()}couples/").content.decode()
    assert f'class="main" href="/de-hoop/seasons/{season.pk}/couples/"' in page


def test_who_has_no_partner_is_sent_to_the_couples_not_to_the_draw(
    client, season, extra, at_the_laptop
):
    who, _pairs = couples_of(season, 3)
    night = playing(season, who[:4], rounds=1)
    at_the_door.check_in(night=night, member=extra, present=True)
    path = f"/de-hoop/nights/{night.pk}/"
    page = client.get(path).content.decode()
    assert "Has no partner tonight." in page and "Redraw the tables" not in page
    assert "Els Invaller: Couples tonight" not in page
    at_the_door.check_in(night=night, member=who[4], present=True)
    assert ">Speler 04: Couples tonight<" in client.get(path).content.decode()
    leaver = TableSeat.objects.select_related("member", "table").first()
    change = changes_at_tables.replace(table=leaver.table, member=leaver.member, other=extra)
    cards = r'<strong>([^<]*)</strong><p class="problem">Has no partner tonight'
    page = client.get(path).content.decode()
    assert re.findall(cards, page) == ["Speler 04"]  # the two of that table play
    assert f"Els Invaller stands in for {leaver.member}</p>" in page
    of_table = client.get(f"/de-hoop/tables/{leaver.table_id}/").content.decode()
    assert "<small>· with Els Invaller</small>" in of_table
    changes_at_tables.undo(entry=change)
    for table in Table.objects.all():
        play(table)
    assert re.findall(cards, client.get(path).content.decode()) == ["Speler 04", "Els Invaller"]
    page = client.get(f"{path}draw/").content.decode()
    assert "Not drawn without a partner: Speler 04, Els Invaller" in " ".join(page.split())


def refuse_all_but(first):
    def check_in(*, member, **named):
        if member != first:
            raise user_error(problems.GONE)
        return at_the_door.check_in(member=member, present=True, **named)

    return check_in


def test_both_of_a_couple_are_let_in_with_one_tap(client, season, at_the_laptop, monkeypatch):
    who, (couple, _other) = couples_of(season, 2)
    (night,) = nights.plan(season=season, days=[THURSDAY])
    path = f"/de-hoop/nights/{night.pk}/couples/"
    nights.set_state(night=night, to="check-in")
    at_door = {"in": f"{who[0].pk}-{who[1].pk}"}
    with monkeypatch.context() as other_laptop:  # closes the door between the two
        other_laptop.setitem(door_page.DEEDS, "in", refuse_all_but(who[0]))
        assert client.post(f"/de-hoop/nights/{night.pk}/door/", at_door).status_code == 409
    assert not night.attendances.filter(present=True).exists()
    client.post(f"/de-hoop/nights/{night.pk}/door/", at_door)
    found = entrants.load_tonight(night)
    assert [pair.partners.couple for pair in found.pairs] == [couple.pk]
    assert "1 couple is here" in client.get(path).content.decode()
