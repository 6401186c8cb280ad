"""Seven people at klaverjassen: who is left over plays at a table with empty seats."""

import pytest

from scoring.sheets import lifecycle
from scoring.sheets.sheet_under_lock import read_unlocked
from tests.tournaments.evenings import drawn, people, playing, refused, shut
from tests.tournaments.views.forms import as_it_stands
from tournaments.club import reglementen
from tournaments.models import Season, Table, TableSeat
from tournaments.nights import at_the_door, changes_at_tables, draw_rounds, what_draw_knows
from tournaments.standings import calculate

MISSED = {"signed_off": "worst", "no_show": "worst", "before_joining": "absent", "rounds": "1"}


@pytest.fixture
def plan(client, club):
    def plan_season(**said):
        rules = {"club": club, "options": {"games": 2}, "approval": "one"}
        reglementen.make(game="klaverjassen", name="Amsterdams", **rules)
        stands = as_it_stands(client.get("/de-hoop/seasons/new/"))
        sent = stands | {"first": "2026-09-01", "last": "2030-01-01"} | MISSED | said
        assert client.post("/de-hoop/seasons/new/", sent).status_code == 302
        return Season.objects.get()

    return plan_season


def play(table, points):
    """Seats 1 and 3 win so many in each of two games, at least 82; the others get the rest."""
    for number in (1, 2):
        row = {"points_13": points, "nat": False}
        lifecycle.record(sheet=table.sheet, number=number, row=row)


def results(night):
    (division,) = calculate.compute_season_standing(night.season)
    of_night = {row.player: row.points for row in calculate.compute_night_standing(night).rows}
    assert of_night == {row.player: row.points for row in division.rows}
    return of_night


def test_who_sits_out_next_is_told_before_the_draw(client, plan):
    night = playing(plan(rounds="3"), people(Season.objects.get(), 5))
    page = f"{night.get_absolute_url()}draw/"
    assert "Nobody sat out more than others so far" in client.get(page).content.decode()
    for number in (1, 2):
        drawn(night, 1)
        told = client.get(page).content.decode().split("Next in turn to sit out:")[1]
        told = told.split("</p>")[0]
        out = [draw_rounds.list_sitting_out(round) for round in night.rounds.all()]
        sat = {str(member) for members in out for member in members}
        names = {str(member) for member in night.season.club.members.all()}
        assert {name for name in names if name in told} == names - sat
        assert (len(sat), "(1 of them, by lot)" in told) == (number, True)


@pytest.mark.parametrize("fill_ins", ["on", ""])
def test_who_is_done_fills_in_for_the_better_round(client, plan, fill_ins):
    """Without a word of the season about it, the own round of who fills in counts."""
    season = plan(sitting_out="worst", **({"fill_ins": "on"} if fill_ins else {}))
    night = playing(season, people(season, 7), rounds=1)
    four, out = Table.objects.get(), draw_rounds.list_sitting_out(night.rounds.get())
    room = f"{night.get_absolute_url()}?round=1"
    page = client.get(room).content.decode()
    assert all(str(member) in page for member in out)
    assert "Open a table for them, with empty seats" in page
    client.post(f"{night.get_absolute_url()}room/?round=1", {"open": "1"})
    page = client.get(room).content.decode()
    assert ("1 empty seat" in page, "Without a table this round" in page) == (True, False)
    play(four, 60)
    best = TableSeat.objects.get(table=four, seat__position=2).member
    three = Table.objects.exclude(pk=four.pk).get()
    path = f"/de-hoop/tables/{three.pk}/"
    page = client.get(path).content.decode()
    assert "Waits at a finished table" in page
    sent = {"do": "come", "member": best.pk, "next": "1"}
    assert client.post(path, sent).status_code == 302
    assert f"{best} fills in from game 1 on." in client.get(path).content.decode()
    play(three, 162 - 122)
    own, other = results_of(four), results_of(three)
    night = shut(night)
    counted = results(night)
    assert len(counted) == 7
    assert [counted[member.pk] for member in out] == other[:3]
    assert counted[best.pk] == (max(other[3], own[1]) if fill_ins else own[1])
    page = client.get(f"{night.get_absolute_url()}result/").content.decode()
    assert ("instead of" in page) == bool(fill_ins)
    assert client.get(f"{night.get_absolute_url()}workbook/").status_code == 200


def results_of(table):
    (read,) = read_unlocked([table.sheet_id])
    totals = read.score(read.build_data())["totals"]
    return [totals[seat.name] for seat in table.sheet.seats.order_by("position")]


def test_three_may_play_with_the_empty_seat_or_count_what_the_club_gives(client, plan):
    """De Pitslag: sitting out counts 1600 and a pit. A table that is not played is no table."""
    season = plan(sitting_out="fixed", sit_out="1600", tie_break="pit", sit_out_pits="1")
    night = playing(season, people(season, 7), rounds=1)
    four = Table.objects.get()
    entry = changes_at_tables.open_for_sitting_out(round_=night.rounds.get())
    assert refused(changes_at_tables.open_for_sitting_out, round_=night.rounds.get()) == ["C312"]
    changes_at_tables.undo(entry=entry)
    assert Table.objects.get() == four
    changes_at_tables.open_for_sitting_out(round_=night.rounds.get())
    three = Table.objects.exclude(pk=four.pk).get()
    names = [seat.name for seat in three.sheet.seats.order_by("position")]
    assert names[3] == "Empty seat 4"
    play(four, 100)
    page = client.get(f"{night.get_absolute_url()}?round=1").content.decode()
    assert f"Table {three.number}, of who sat out, is not in." in page
    out = set(three.seats.values_list("member", flat=True))
    night = shut(night)
    assert {points for pk, points in results(night).items() if pk in out} == {1600}
    (played,) = what_draw_knows.read_played_tables(night.rounds.all())
    assert (set(played.out), len(played.tables)) == (out, 1)


def test_who_sat_out_and_went_home_gets_no_seat(plan):
    season = plan()
    night = playing(season, people(season, 7), rounds=1)
    gone, *stay = draw_rounds.list_sitting_out(night.rounds.get())
    at_the_door.check_in(night=night, member=gone, present=False)
    changes_at_tables.open_for_sitting_out(round_=night.rounds.get())
    three = Table.objects.order_by("pk").last()
    assert {seat.member for seat in three.seats.all()} == set(stay)
