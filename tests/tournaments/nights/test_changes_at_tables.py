import pytest
from django.utils import translation

from scoring.models import Event, FormerName, Sheet
from scoring.pages import history_in_words
from scoring.sheets import sittings
from tests.tournaments.evenings import (
    club_with,
    drawn,
    here,
    late,
    people,
    play,
    playing,
    refused,
    reopened,
    tables_of,
)
from tournaments.members import erasure, members
from tournaments.models import Attendance, Member, Round, Table, TableSeat
from tournaments.nights import (
    at_the_door,
    changes_at_tables,
    draw_rounds,
    seats_at_table,
    what_draw_knows,
)
from tournaments.nights.pages import agenda, door
from tournaments.nights.pages import table as table_page


@pytest.fixture
def table(season):
    return tables_of(season, 4)[0]


def stints(table):
    seats = table.seats.order_by("seat__position", "since")
    return list(seats.values_list("seat__position", "member", "since", "until"))


def scribe_of(table):
    return what_draw_knows.read_played_tables(table.round.night.rounds.all())[0].tables[0][0]


def names_on(table):
    return [seat.name for seat in Sheet.objects.get(pk=table.sheet_id).seats.all()]


def present(member):
    return Attendance.objects.filter(member=member, present=True).exists()


def test_latecomer_sits_down_at_a_table_of_three(season):
    four, three = tables_of(season, 7)
    play(three, 1, 2)
    who = late(season)
    entry = changes_at_tables.join_table(table=three, member=who, by="user 1")
    assert stints(three)[-1] == (4, who.pk, 3, None)
    assert names_on(three)[-1] == "Laat"
    assert present(who)
    assert (entry.kind, entry.actor, entry.body["since"]) == ("came", "user 1", 3)
    play(three, 3)
    assert refused(changes_at_tables.undo, entry=entry) == ["S75"]
    later = late(season)
    assert refused(changes_at_tables.join_table, table=four, member=later) == ["C265"]
    changes_at_tables.join_table(table=four, member=later, anyway=True)
    assert len(names_on(four)) == 5
    assert [there.room for there in table_page.build_table(three).others] == [0]
    assert refused(changes_at_tables.join_table, table=three, member=who) == ["C76"]


def test_who_came_or_sits_as_a_double_is_in_one_list_of_who_can_sit_down(season, table):
    came, double, kept = late(season), late(season), late(season)
    at_the_door.check_in(night=table.round.night, member=double, present=True)
    members.merge(double=double, keep=came)
    members.merge(double=here(table)[0], keep=kept)
    table.refresh_from_db()
    listed = table_page.list_free_people(table_page.build_table(table))
    assert [people for _words, people in listed] == [[came], [], []]


def test_who_sits_as_a_double_waits_for_nothing_and_goes_home(season, table):
    night, kept = table.round.night, late(season)
    members.merge(double=here(table)[1], keep=kept)
    assert door.make_wait_finder(table.round)(kept.pk) == ""
    entry = changes_at_tables.leave(table=table, member=here(table)[1])
    assert kept not in draw_rounds.list_present(night)
    changes_at_tables.undo(entry=entry)
    assert kept in draw_rounds.list_present(night)


def test_leaver_is_away_from_the_next_game_on_and_comes_back_to_the_own_seat(table):
    play(table, 1, 2)
    who = here(table)[1]
    entry = changes_at_tables.leave(table=table, member=who)
    assert stints(table)[1] == (2, who.pk, 1, 2)
    assert not present(who)
    play(table, 3)
    assert who not in draw_rounds.list_present(table.round.night)
    changes_at_tables.undo(entry=entry)
    assert (stints(table)[1], present(who)) == ((2, who.pk, 1, None), True)
    changes_at_tables.leave(table=table, member=who, since=3)
    changes_at_tables.join_table(table=table, member=who)
    assert stints(table)[1:3] == [(2, who.pk, 1, 2), (2, who.pk, 4, None)]
    assert (names_on(table)[1], present(who)) == (str(who), True)


def test_who_left_before_the_first_game_comes_back_too(table):
    before, names = here(table), names_on(table)
    changes_at_tables.leave(table=table, member=before[1])
    changes_at_tables.leave(table=table, member=before[2])
    play(table, 1)
    changes_at_tables.join_table(table=table, member=before[2])
    assert (here(table), names_on(table)) == ([before[0], *before[2:]], names)
    assert stints(table)[1] == (3, before[2].pk, 2, None)


def test_latecomer_takes_the_seat_of_who_left(season, table):
    play(table, 1)
    gone, who = here(table)[3], late(season)
    changes_at_tables.leave(table=table, member=gone)
    changes_at_tables.join_table(table=table, member=who)
    assert stints(table)[3:] == [(4, gone.pk, 1, 1), (4, who.pk, 2, None)]
    assert len(names_on(table)) == 4


def test_substitute_plays_on_in_the_seat(season, table):
    play(table, 1, 2, 3)
    gone, who, later = here(table)[1], late(season), drawn(table.round.night, 1)
    entry = changes_at_tables.replace(table=table, member=gone, other=who, since=3)
    assert stints(table)[1:3] == [(2, gone.pk, 1, 2), (2, who.pk, 3, None)]
    assert (present(gone), present(who)) == (False, True)
    by_seat = sittings.load_sittings([table.sheet])[table.sheet.pk].values()
    (of_two,) = [sat for sat in by_seat if len(sat) == 2]
    told = [(sitting.name, sitting.since, sitting.until) for sitting in of_two]
    assert told == [(str(gone), 1, 2), ("Laat", 3, None)]
    draw_rounds.undo_draw(draw_record=later, reason="x")
    changes_at_tables.undo(entry=entry)
    assert stints(table)[1] == (2, gone.pk, 1, None)
    assert (present(gone), present(who)) == (True, False)
    assert names_on(table)[1] == str(gone)
    changes_at_tables.replace(table=table, member=gone, other=late(season, str(gone)), since=3)
    assert names_on(table)[1] == f"{gone} 2"


def test_what_can_not_be_is_refused(season):
    first, second = tables_of(season, 8)
    play(first, 1, 2)
    who, others = here(first), here(second)
    leave, split = changes_at_tables.leave, changes_at_tables.split
    for since in (0, 11, 99):
        assert refused(leave, table=first, member=who[1], since=since) == ["C82"]
    assert refused(leave, table=first, member=who[1], since=2) == ["S75"]  # entered there
    assert refused(leave, table=first, member=others[0]) == ["C75"]  # sits elsewhere
    for going in (others[1:], []):  # somebody would be alone
        assert refused(split, table=second, going=going) == ["C83"]


def test_who_leaves_a_table_of_paper_leaves_from_any_game(season, table):
    gone = here(table)[1]
    changes_at_tables.leave(table=table, member=gone, since=6)
    assert stints(table)[1] == (2, gone.pk, 1, 5)
    changes_at_tables.join_table(table=table, member=(who := late(season)), anyway=True)
    assert stints(table)[-1][1:] == (who.pk, 1, None)  # on a chair of their own


def test_two_swap_tables_before_anything_is_written(season):
    first, second = tables_of(season, 8)
    member, other = here(first)[2], here(second)[1]
    changes_at_tables.swap(table=first, member=member, other=other)
    assert stints(first)[2] == (3, other.pk, 1, None)
    assert stints(second)[1] == (2, member.pk, 1, None)
    assert (names_on(first)[2], names_on(second)[1]) == (str(other), str(member))
    assert what_draw_knows.read_played_tables(first.round.night.rounds.all())[0].briefly == set()


def test_two_swap_tables_in_the_middle(season):
    first, second = tables_of(season, 8)
    play(first, 1, 2)
    play(second, 1, 2, 3)
    member, other = here(first)[2], here(second)[1]
    before = [set(here(first)), set(here(second))]
    entry = changes_at_tables.swap(table=first, member=member, other=other, anyway=True)
    assert stints(first)[2:4] == [(3, member.pk, 1, 2), (3, other.pk, 3, None)]
    assert stints(second)[1:3] == [(2, other.pk, 1, 3), (2, member.pk, 4, None)]
    (sat,) = what_draw_knows.read_played_tables(first.round.night.rounds.all())
    met = {pk for pair in sat.met for pk in pair if member.pk in pair} - {member.pk}
    assert met == {who.pk for who in before[0] | before[1]} - {member.pk, other.pk}
    changes_at_tables.undo(entry=entry)
    assert [set(here(first)), set(here(second))] == before


def test_two_at_one_table_exchange_seats_before_the_first_game(table):
    who, names = here(table), names_on(table)
    entry = changes_at_tables.swap(table=table, member=who[0], other=who[2])
    assert here(table) == [who[2], who[1], who[0], who[3]]
    assert names_on(table) == [names[2], names[1], names[0], names[3]]
    changes_at_tables.undo(entry=entry)
    assert (here(table), names_on(table)) == (who, names)
    play(table, 1)
    assert refused(changes_at_tables.swap, table=table, member=who[0], other=who[2]) == ["C69"]


def test_change_that_another_builds_on_stays(season):
    first, second = tables_of(season, 8)
    member, other, third = here(first)[2], here(second)[1], late(season)
    swap = changes_at_tables.swap(table=first, member=member, other=other, anyway=True)
    then = changes_at_tables.replace(table=second, member=member, other=third)
    assert refused(changes_at_tables.undo, entry=swap) == ["C80"]
    changes_at_tables.undo(entry=then)
    changes_at_tables.undo(entry=swap)
    assert refused(changes_at_tables.undo, entry=swap) == ["C81"]
    assert (here(first)[2], here(second)[1]) == (member, other)


def test_nobody_is_brought_back_to_two_tables(season):
    four, three = tables_of(season, 7)
    who = here(four)[1]
    entry = changes_at_tables.leave(table=four, member=who)
    changes_at_tables.join_table(table=three, member=who)
    assert refused(changes_at_tables.undo, entry=entry) == ["C76"]


def test_pen_is_handed_over_and_back_and_passed_on_by_who_leaves(table):
    first, second, third, _fourth = here(table)
    entry = changes_at_tables.hand_over(table=table, member=third)
    last = changes_at_tables.hand_over(table=table, member=second)
    assert refused(changes_at_tables.undo, entry=entry) == ["C80"]
    changes_at_tables.undo(entry=last)
    assert scribe_of(table) == third.pk
    own = [agenda.find_seats(who, [table.round.night])[0].seats[0] for who in (first, third)]
    assert [seat.writes for seat in own] == [False, True]
    changes_at_tables.undo(entry=entry)
    assert scribe_of(table) == first.pk
    entry = changes_at_tables.leave(table=table, member=first)
    assert scribe_of(table) == second.pk
    changes_at_tables.undo(entry=entry)
    assert scribe_of(table) == first.pk


def row(table, number):
    stored = Sheet.objects.get(pk=table.sheet_id).rows.filter(number=number).first()
    return stored and stored.data


def test_game_is_not_played_and_played_after_all(table):
    play(table, 1)
    before = row(table, 1)
    entry = changes_at_tables.void(table=table, number=1, reason=" stok  op ")
    assert "void" in row(table, 1)
    assert entry.reason == "stok op"
    changes_at_tables.undo(entry=entry)
    assert row(table, 1) == before
    entry = changes_at_tables.void(table=table, number=2, reason="ruzie")
    changes_at_tables.undo(entry=entry)
    assert seats_at_table.find_next_game(Sheet.objects.get()) == 2
    assert refused(changes_at_tables.void, table=table, number=2, reason=" ") == ["C64"]


def test_game_that_was_changed_in_the_meantime_is_left_alone(table):
    seen = Event.objects.count()
    play(table, 1)
    before = row(table, 1)
    assert refused(changes_at_tables.void, table=table, number=1, reason="x", seen=seen) == ["C84"]
    assert row(table, 1) == before
    entry = changes_at_tables.void(table=table, number=1, reason="x")
    play(table, 1)
    assert refused(changes_at_tables.undo, entry=entry) == ["C84"]


def games_of(round_):
    return [table.sheet.games for table in round_.tables.select_related("sheet")]


def test_round_is_cut_short_and_back_again(season):
    drawn(playing(season, people(season, 8)), 2)
    early, other = Round.objects.all()
    first, second = early.tables.all()
    play(first, *range(1, 6))
    changes_at_tables.shorten(round_=early, games=4, by="user 1")
    assert (games_of(early), games_of(other)) == ([5, 4], [None, None])
    entry = early.night.log_entries.last()
    logged = {key: entry.body[key] for key in ("round", "table", "games")}
    assert (entry.kind, logged) == ("cut", {"round": 1, "table": None, "games": 4})
    changes_at_tables.shorten(round_=early, games=7, table=second)
    assert games_of(early) == [5, 7]
    changes_at_tables.shorten(round_=early, games=10)
    assert games_of(early) == [10, 10]
    for games in (0, 51, None):
        assert refused(changes_at_tables.shorten, round_=early, games=games) == ["C50"]


def test_cut_is_undone(season):
    first, _second = tables_of(season, 8)
    play(first, 1, 2, 3)
    changes_at_tables.shorten(round_=first.round, games=2)
    entry = first.round.night.log_entries.last()
    assert [seats_at_table.count_games(table.sheet) for table in Table.objects.all()] == [3, 2]
    changes_at_tables.undo(entry=entry)
    assert [seats_at_table.count_games(table.sheet) for table in Table.objects.all()] == [10, 10]


def test_cut_of_a_game_without_a_number_of_games_is_undone():
    (table,) = tables_of(club_with("jolly"), 4)
    changes_at_tables.shorten(round_=table.round, games=3)
    changes_at_tables.undo(entry=table.round.night.log_entries.last())
    sheet = Sheet.objects.get()
    assert seats_at_table.count_games(sheet) is None
    with translation.override("en"):
        assert [change.headline for change in history_in_words.list_history(sheet)][:2] == [
            "The form has as many games as its rules say again",
            "The form has 3 games from now on",
        ]


def test_draw_is_taken_back_though_people_were_moved(season):
    first, second = tables_of(season, 8)
    changes_at_tables.swap(table=first, member=here(first)[1], other=here(second)[1])
    changes_at_tables.split(table=first, going=here(first)[:2])
    draw_rounds.undo_draw(draw_record=first.round.draw_record, reason="Cor was niet meegeloot")
    assert (Table.objects.count(), Sheet.objects.count()) == (0, 0)


def test_table_is_split_and_whole_again(table):
    play(table, 1, 2, 3)
    who = here(table)
    entry = changes_at_tables.split(table=table, going=who[2:])
    new = Table.objects.get(number=2)
    assert (here(table), here(new)) == (who[:2], who[2:])
    assert seats_at_table.count_games(new.sheet) == 7
    assert stints(table)[2] == (3, who[2].pk, 1, 3)
    changes_at_tables.undo(entry=entry)
    assert (here(table), Table.objects.count(), Sheet.objects.count()) == (who, 1, 1)
    entry = changes_at_tables.split(table=table, going=who[2:])
    play(Table.objects.get(number=2), 1)
    assert refused(changes_at_tables.undo, entry=entry) == ["C80"]


def test_table_is_dissolved_and_laid_again(season):
    first, second, third = tables_of(season, 9)
    play(third, 1, 2)
    play(first, 1)
    person, other, last = here(third)
    drawn(first.round.night, 1)
    later = TableSeat.objects.filter(round__number=2, until=None, member=last)
    entry = changes_at_tables.merge_tables(table=third, to={person: first, other: second})
    assert here(third) == [] and not later.exists()
    assert seats_at_table.count_games(Sheet.objects.get(pk=third.sheet_id)) == 2
    assert stints(first)[-1] == (4, person.pk, 2, None)
    assert stints(second)[-1] == (4, other.pk, 1, None)
    assert not present(last)
    changes_at_tables.undo(entry=entry)
    assert here(third) == [person, other, last] and later.exists()
    assert (len(here(first)), len(here(second)), present(last)) == (3, 3, True)


def test_table_without_a_game_is_closed_when_it_is_dissolved(season):
    first, second, third = tables_of(season, 9)
    person, other, last = here(third)
    changes_at_tables.leave(table=third, member=last)
    entry = changes_at_tables.merge_tables(table=third, to={person: first, other: second})
    assert Sheet.objects.get(pk=third.sheet_id).closed
    assert stints(third) == []
    changes_at_tables.undo(entry=entry)
    assert here(third) == [person, other]
    assert not Sheet.objects.get(pk=third.sheet_id).closed


@pytest.mark.parametrize(("game", "count"), [("rummy", 2), ("vijfhonderd", 4)])
def test_game_for_so_many_takes_a_substitute_only(game, count):
    season = club_with(game)
    playing(season, people(season, count), rounds=2)
    table, again = Table.objects.order_by("round__number")
    who, then = here(table), here(again)
    new = late(season)
    assert refused(changes_at_tables.join_table, table=table, member=new) == ["C78"]
    assert refused(changes_at_tables.leave, table=table, member=who[0]) == ["C78"]
    assert refused(changes_at_tables.split, table=table, going=who[1:]) == ["C78"]
    assert refused(changes_at_tables.merge_tables, table=table, to={}) == ["C78"]
    entry = changes_at_tables.replace(table=table, member=who[0], other=new)
    assert here(table)[0] == new
    assert here(again)[then.index(who[0])] == new  # drawn, and not begun
    changes_at_tables.undo(entry=entry)
    assert (here(table), here(again)) == (who, then)


def test_table_that_is_finished_changes_no_more(season, table):
    play(table, *range(1, 11))
    who = here(table)
    for verb, said in (
        (changes_at_tables.leave, {}),
        (changes_at_tables.replace, {"other": late(season)}),
        (changes_at_tables.swap, {"other": who[1]}),
    ):
        assert refused(verb, table=table, member=who[0], **said) == ["C79"]


def test_only_a_night_that_is_played_is_changed(table):
    who = here(table)[1]
    entry = changes_at_tables.leave(table=table, member=who)
    reopened(table.round.night)
    assert refused(changes_at_tables.join_table, table=table, member=who) == ["C56"]
    assert refused(changes_at_tables.undo, entry=entry) == ["C56"]


def test_who_stands_for_another_sits_down(season):
    _four, three = tables_of(season, 7)
    keep, double = late(season), late(season, "Dubbel")
    members.merge(double=double, keep=keep)
    changes_at_tables.join_table(table=three, member=Member.objects.get(pk=double.pk))
    assert TableSeat.objects.filter(member=keep).exists()


def test_erased_people_are_nobody_on_seats_they_left_too(season, table):
    first, second, *_rest = here(table)
    changes_at_tables.replace(table=table, member=first, other=late(season))
    play(table, 1)
    changes_at_tables.replace(table=table, member=second, other=late(season, "Later"))
    gone = {str(first), str(second)}
    for member in (first, second):
        erasure.erase(member=member)
    by_seat = sittings.load_sittings([table.sheet])[table.sheet.pk].values()
    told = {*FormerName.objects.values_list("name", flat=True)}
    assert not gone & {*names_on(table), *told, *(sat.name for seat in by_seat for sat in seat)}
    assert names_on(table)[:2] == ["Laat", "Later"]
