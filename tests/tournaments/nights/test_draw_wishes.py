import pytest
from django.db import connection

from tests.tournaments.evenings import drawn, gathered, people, playing, refused
from tournaments import draw
from tournaments.draw.engine.request import Constraint, Wish
from tournaments.members import households, members
from tournaments.models import DrawRecord, Member, TableSeat
from tournaments.nights import at_the_door, draw_rounds, draw_wishes


def table_of(member, number=1):
    return TableSeat.objects.get(member=member, round__number=number).table.number


def wanted(kind, member, other):
    return Constraint(kind, member.pk, other if kind == Wish.FIXED_TABLE else other.pk)


def test_wishes_of_tonight_hold_for_one_draw(season):
    who, night = gathered(season, 12)
    wishes_made = (
        wanted("together", who[5], who[2]),
        wanted("apart", who[2], who[3]),
        wanted("fixed_table", who[5], 3),
    )
    first = drawn(night, 1, wishes=wishes_made)
    assert (table_of(who[5]), table_of(who[2])) == (3, 3)
    assert table_of(who[3]) != 3
    wanted_now = {"apart": [[2, 3]], "together": [[2, 5]], "fixed_table": {"5": 3}}
    assert first.record["input"]["constraints"] == wanted_now
    second = drawn(night, 1)
    assert not any(second.record["input"]["constraints"].values())


def test_table_of_tonight_goes_before_the_usual_one(season):
    who = people(season, 12)
    Member.objects.filter(pk=who[0].pk).update(table=1)
    drawn(playing(season, who), 1, wishes=(wanted("fixed_table", who[0], 2),))
    assert table_of(who[0]) == 2


def test_who_keeps_a_table_that_is_not_there_is_told(season):
    who = people(season, 8)
    Member.objects.filter(pk=who[0].pk).update(table=2)
    Member.objects.filter(pk=who[1].pk).update(table=3)
    night = playing(season, who)
    here = draw_rounds.list_present(night)
    assert draw_wishes.list_passed_over(night, here) == [who[1]]
    assert draw_wishes.list_passed_over(night, here[1:2]) == []


def test_family_is_kept_apart_night_after_night_and_not_for_one_draw(season):
    who = people(season, 12)
    family = [member.pk for member in who[3:6]]
    households.keep_apart(club=season.club, people=family[:2], household="Familie De Wit")
    households.keep_apart(club=season.club, people=family[2:], household="familie de wit ")
    night = playing(season, who)
    first = drawn(night, 1)
    assert first.record["input"]["constraints"]["apart"] == [[3, 4], [3, 5], [4, 5]]
    assert len({table_of(member) for member in who[3:6]}) == 3
    (group,) = draw_wishes.list_lasting(draw_rounds.list_present(night))
    assert group.in_words() == "Familie De Wit: Speler 03, Speler 04, Speler 05"
    second = drawn(night, 1, without=[group.key], wishes=(wanted("together", who[3], who[4]),))
    assert second.record["input"]["constraints"]["apart"] == []
    third = drawn(night, 1, wishes=(wanted("together", who[3], who[4]),))
    assert third.record["input"]["constraints"]["apart"] == [[3, 5], [4, 5]]


def test_wish_that_clashes_with_a_lasting_one_is_refused(season):
    who = people(season, 9)
    members.pair(member=who[0], other=who[8], kind="apart")
    members.merge(double=who.pop(), keep=who[1])
    wishes = (wanted("together", who[0], who[1]),)
    choices = {"night": playing(season, who), "rounds": 1, "method": "mix", "wishes": wishes}
    assert refused(draw_rounds.draw_rounds, **choices) == ["C85"]


@pytest.mark.parametrize(("kind", "other"), [("apart", 0), ("together", 7), ("fixed_table", 3)])
def test_wishes_that_make_no_sense_are_refused(season, kind, other):
    """About oneself, about who is not there, about a table that is not there."""
    who = people(season, 8)
    night = playing(season, who[:7])
    wish = wanted(kind, who[0], other if kind == Wish.FIXED_TABLE else who[other])
    code = "C90" if kind == Wish.FIXED_TABLE else "C89"
    choices = {"night": night, "rounds": 1, "method": "lots", "wishes": (wish,)}
    assert refused(draw_rounds.draw_rounds, **choices) == [code]


def test_what_a_wish_costs_is_kept_with_the_draw(season):
    who = people(season, 16)
    members.pair(member=who[0], other=who[1], kind="together")
    draw_record = drawn(playing(season, who), 3)
    assert draw_record.record["repeats"] > 1
    assert draw_record.record["costs"] == [["together", 0, 1, draw_record.record["repeats"]]]


def meanwhile(monkeypatch, entry, times):
    search, seen = draw.draw, []

    def slowly(*given):
        seen.append(list(connection.savepoint_ids))
        if len(seen) <= times:
            entry(len(seen))
        return search(*given)

    monkeypatch.setattr(draw, "draw", slowly)
    return seen


def test_nobody_waits_for_the_search_and_what_changed_is_drawn_again(season, monkeypatch):
    who = people(season, 9)
    night = playing(season, who[:7])
    outside = list(connection.savepoint_ids)

    def comes_late(count):
        at_the_door.check_in(night=night, member=who[6 + count], present=True)

    seen = meanwhile(monkeypatch, comes_late, 2)
    draw_record = drawn(night, 1)
    assert seen == [outside] * 3
    assert draw_record.people == [member.pk for member in who]


def test_drawing_ends_when_people_never_stop_coming(season, monkeypatch):
    who = people(season, 12)
    night = playing(season, who[:4])

    def comes_late(count):
        at_the_door.check_in(night=night, member=who[3 + count], present=True)

    meanwhile(monkeypatch, comes_late, 4)
    assert refused(draw_rounds.draw_rounds, night=night, rounds=1, method="mix") == ["C91"]
    assert not DrawRecord.objects.exists()


def test_what_two_people_draw_at_once_is_drawn_once(season, monkeypatch):
    night = playing(season, people(season, 4))
    meanwhile(monkeypatch, lambda count: drawn(night, 1), 1)
    assert refused(draw_rounds.draw_rounds, night=night, rounds=1, method="mix") == ["C154"]
    assert DrawRecord.objects.count() == 1
