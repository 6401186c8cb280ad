from datetime import date

import pytest
from django.db import IntegrityError, transaction
from django.utils import translation

from tests.tournaments.evenings import THURSDAY, club_with, people, refused, tonight
from tournaments import links
from tournaments.members import members, privacy
from tournaments.models import Attendance, Night, NightLogEntry
from tournaments.nights import nights
from tournaments.nights.pages import door

pytestmark = pytest.mark.django_db


@pytest.fixture
def ans(season):
    return members.add(club=season.club, first="Ans")


# Planning


@pytest.mark.parametrize(
    ("weeks", "last", "count"),
    [(0, THURSDAY, 1), (1, THURSDAY, 1), (1, date(2026, 9, 24), 4), (2, date(2026, 9, 30), 2)],
)
def test_days_go_on_from_the_first(weeks, last, count):
    days = list(nights.days_from(THURSDAY, last, weeks))
    assert (len(days), days[0]) == (count, THURSDAY)
    assert {day.weekday() for day in days} == {3}


def test_nights_are_planned_together_or_not_at_all(season):
    nights.plan(season=season, days=[THURSDAY])
    more = [date(2026, 9, 10), THURSDAY]
    assert refused(nights.plan, season=season, days=more) == ["C58"]
    assert refused(nights.plan, season=season, days=[date(2026, 9, 2)]) == ["C57"]
    many = [date.fromordinal(THURSDAY.toordinal() + n) for n in range(1, 100)]
    assert refused(nights.plan, season=season, days=many) == ["C59"]
    assert season.nights.count() == 1


def test_night_is_taken_out_while_nobody_is_in_it(season, ans):
    night = tonight(season, "sign-up")
    nights.sign(night=night, member=ans, said="on")
    assert refused(nights.cancel, night=night) == ["C60"]
    nights.sign(night=night, member=ans, said="")
    nights.cancel(night=night)
    assert not Night.objects.exists()


@pytest.mark.parametrize(
    ("was", "to"),
    [("planned", "sign-up"), ("planned", "check-in"), ("sign-up", "planned"),
     ("sign-up", "check-in"), ("check-in", "sign-up")],
)  # fmt: skip
def test_night_goes_from_state_to_state(season, was, to):
    night = tonight(season, was)
    nights.set_state(night=night, to=to, by="user 1")
    entry = night.log_entries.last()
    assert (entry.kind, entry.body, entry.actor) == ("state", {"was": was, "to": to}, "user 1")


@pytest.mark.parametrize("to", ["", "planned", "closed", "closing", "check-in", "dancing"])
def test_night_goes_nowhere_else(season, to):
    assert refused(nights.set_state, night=tonight(season), to=to) == ["C56"]


# Who comes


def test_signing_on_and_off_is_on_record_once(season, ans):
    night = tonight(season, "sign-up")
    for said in ("on", "on", "off"):
        nights.sign(night=night, member=ans, said=said, by="member 1")
    assert night.attendances.get().said == "off"
    assert [entry.body["to"] for entry in night.log_entries.filter(kind="said")] == ["on", "off"]


@pytest.mark.parametrize("state", ["planned", "check-in"])
def test_who_is_late_to_sign_up_is_told(season, ans, state):
    night = tonight(season, state)
    assert refused(nights.sign, night=night, member=ans, said="on") == ["C56"]


def test_who_comes_in_may_go_again(season, ans):
    night = tonight(season)
    nights.check_in(night=night, member=ans, present=True)
    nights.pay(night=night, member=ans, paid=True)
    nights.check_in(night=night, member=ans, present=False)
    found = night.attendances.get()
    assert (found.present, found.paid) == (False, True)


@pytest.mark.parametrize("state", ["planned", "sign-up"])
def test_nobody_comes_in_by_a_closed_door(season, ans, state):
    night = tonight(season, state)
    assert refused(nights.check_in, night=night, member=ans, present=True) == ["C56"]
    assert refused(nights.pay, night=night, member=ans, paid=True) == ["C56"]
    assert refused(nights.walk_in, night=night, first="Bob", family="") == ["C56"]
    assert not Attendance.objects.exists()


def test_somebody_walks_in(season):
    night = tonight(season)
    found = nights.walk_in(night=night, first="Jan Willem", family="van der Vos")
    assert (found.present, found.member.guest) == (True, True)
    name = ("Jan Willem", "van der", "Vos")
    assert found.member.name == name
    again = {"night": night, "first": "Jan Willem", "family": "van der Vos"}
    assert refused(nights.walk_in, **again) == ["C23"]
    nights.walk_in(**again, another=True)
    assert night.attendances.count() == 2
    assert nights.walk_in(night=night, first="Bob", family="").member.name == ("Bob", "", "")
    assert refused(nights.walk_in, night=night, first="", family="Vos") == ["C21"]


@pytest.mark.parametrize(
    "wrong", [{"model": Night, "state": "late"}, {"model": Attendance, "said": "yes"},
              {"model": NightLogEntry, "kind": "x"}, {"model": NightLogEntry, "sequence": 0}],
)  # fmt: skip
def test_the_database_refuses_what_makes_no_sense(season, ans, wrong):
    night = tonight(season)
    nights.check_in(night=night, member=ans, present=True)
    model = wrong.pop("model")
    with pytest.raises(IntegrityError), transaction.atomic():
        model.objects.update(**wrong)


def test_what_is_kept_of_somebody_tells_of_nights(season, ans):
    night = tonight(season)
    nights.check_in(night=night, member=ans, present=True)
    kept = {"day": THURSDAY, "said": "", "present": True, "paid": False}
    assert privacy.own_data(ans)["nights"] == [kept]


# The list at the door


def names(one, sought=""):
    return [str(row.member) for row in door.build_door(one, sought).rows]


def test_who_signed_up_stands_on_top(season):
    night = tonight(season, "sign-up")
    people = {name: members.add(club=season.club, first=name) for name in ("Ans", "Bob", "Cor")}
    nights.sign(night=night, member=people["Cor"], said="on")
    nights.sign(night=night, member=people["Ans"], said="off")
    assert names(night) == ["Cor", "Bob", "Ans"]
    assert names(night, "ÀN") == ["Ans"]
    assert door.build_door(night).signed_up == 1


def test_archived_people_stand_there_when_they_came(season):
    night = tonight(season)
    ans, bob = (members.add(club=season.club, first=name) for name in ("Ans", "Bob"))
    nights.check_in(night=night, member=ans, present=True)
    for each in (ans, bob):
        members.archive(member=each)
    assert names(night) == ["Ans"]


@pytest.mark.parametrize(
    ("game", "present", "words"),
    [
        ("jokeren", 34, "7 tables of 4, 2 of 3"),
        ("jokeren", 4, "1 table of 4"),
        ("jokeren", 5, "1 table of 3, 1 of 2"),
        ("jokeren", 1, "too few for a table"),
        ("rummy", 7, "3 tables of 2, 1 sits out"),
        ("vijfhonderd", 18, "4 tables of 4, 2 sit out"),
        ("vijfhonderd", 3, "too few for a table"),
    ],
)
def test_tables_follow_the_game(game, present, words):
    one = tonight(club_with(game))
    with translation.override("en"):
        assert door.tables_in_words(one, present) == words


def test_five_may_be_one_table():
    one = tonight(club_with(five="sit-out"))
    with translation.override("en"):
        assert door.tables_in_words(one, 5) == "1 table of 4, 1 sits out"


def test_new_link_to_the_hall_ends_the_old_one(season):
    night = tonight(season)
    old = links.key(night)
    nights.renew_link(night=night, by="user 1")
    night.refresh_from_db()
    assert links.find(Night, old) is None
    assert links.find(Night, links.key(night)) == night
    assert (night.log_entries.last().kind, night.log_entries.last().actor) == ("link", "user 1")


def test_who_was_merged_is_one_person_at_the_door(season, ans):
    night = tonight(season)
    double = members.add(club=season.club, first="Anneke")
    for member in (ans, double):
        nights.check_in(night=night, member=member, present=True)
    nights.pay(night=night, member=double, paid=True)
    members.merge(double=double, keep=ans)
    found = door.build_door(night)
    assert found.present == 1
    assert [(row.member, row.present, row.paid) for row in found.rows] == [(ans, True, True)]
    nights.check_in(night=night, member=ans, present=False)
    assert door.build_door(night).present == 0
    assert not night.attendances.filter(present=True).exists()


@pytest.mark.parametrize("count", [1, 3])
def test_everybody_is_let_in_with_the_same_queries(season, django_assert_num_queries, count):
    night, who = tonight(season), people(season, 2 * count)
    for member in who[:count]:
        Attendance.objects.create(night=night, member=member)
    with django_assert_num_queries(10):
        nights.check_in_all(night=night)
    assert {each.present for each in night.attendances.all()} == {True}
    assert night.log_entries.filter(kind="present").count() == 2 * count
