from datetime import date

import pytest
from django.db import IntegrityError, transaction
from django.utils import translation

from tests.tournaments.evenings import THURSDAY, club_with, people, refused, tonight
from tournaments import links
from tournaments.club import seasons
from tournaments.members import members, privacy
from tournaments.models import Attendance, Night, NightLogEntry
from tournaments.nights import closing, nights
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
    days = list(nights.list_days(THURSDAY, last, weeks))
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


def test_night_that_began_is_neither_moved_nor_called_off(season):
    night = tonight(season)
    assert refused(nights.call_off, night=night) == ["C56"]
    assert refused(nights.move, night=night, day=date(2026, 9, 4)) == ["C56"]
    assert refused(nights.bring_back, night=night) == ["C56"]


def test_night_moves_to_a_free_day_of_its_season(season):
    first, second = nights.plan(season=season, days=[THURSDAY, date(2026, 9, 10)])
    assert refused(nights.move, night=first, day=second.day) == ["C58"]
    assert refused(nights.move, night=first, day=date(2026, 9, 2)) == ["C57"]
    nights.move(night=first, day=THURSDAY)
    assert not first.log_entries.exists()
    nights.move(night=first, day=date(2026, 9, 17), by="user 1")
    assert [night.pk for night in season.nights.all()] == [second.pk, first.pk]
    entry = first.log_entries.get()
    assert (entry.kind, entry.body, entry.actor) == (
        "moved", {"was": "2026-09-03", "to": "2026-09-17"}, "user 1",
    )  # fmt: skip


def test_night_called_off_comes_back_as_it_was_while_its_day_is_free(season, ans):
    night = tonight(season, "sign-up")
    nights.sign(night=night, member=ans, said="on")
    nights.call_off(night=night)
    assert not season.nights.exists()
    assert refused(nights.call_off, night=night) == ["C56"]
    assert refused(nights.set_state, night=night, to="sign-up") == ["C56"]
    (other,) = nights.plan(season=season, days=[THURSDAY])
    assert refused(nights.bring_back, night=night) == ["C58"]
    nights.move(night=other, day=date(2026, 9, 10))
    nights.bring_back(night=night)
    night = season.nights.get(day=THURSDAY)
    assert (night.state, nights.count_signed_up(night)) == ("sign-up", 1)


def test_night_called_off_does_not_come_back_beside_as_many_as_fit(season):
    night = tonight(season, "planned")
    nights.call_off(night=night)
    days = [date.fromordinal(THURSDAY.toordinal() + n) for n in range(1, seasons.MOST_NIGHTS + 1)]
    nights.plan(season=season, days=days)
    assert refused(nights.bring_back, night=night) == ["C59"]


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


@pytest.mark.parametrize("state", ["planned", "sign-up", "check-in", "playing"])
def test_club_signs_somebody_off_before_and_during_the_night(season, ans, state):
    night = tonight(season, "planned" if state == "planned" else "sign-up")
    for to in {"check-in": ["check-in"], "playing": ["check-in", "playing"]}.get(state, []):
        nights.set_state(night=night, to=to)
    nights.sign_for(night=night, member=ans, said="off", by="user 1")
    entry = night.log_entries.last()
    assert (night.attendances.get().said, entry.kind, entry.actor) == ("off", "said", "user 1")


def test_after_play_somebody_is_signed_off_with_a_reason_until_closing(season, ans):
    night = tonight(season)
    for to in ("playing", "closing"):
        nights.set_state(night=night, to=to)
    said = {"night": night, "member": ans, "said": "off"}
    assert refused(nights.sign_for, **said) == ["C64"]
    nights.sign_for(**said, reason="Belde om vijf uur", by="user 1")
    assert night.log_entries.last().reason == "Belde om vijf uur"
    closing.close(night=night)
    assert refused(nights.sign_for, **said, reason="te laat") == ["C56"]


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
    assert refused(nights.check_in_all, night=night) == ["C56"]
    assert refused(nights.check_in_both, night=night, member=ans) == ["C56"]
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
    kept = {"day": THURSDAY, "said": "", "present": True, "paid": False, "amount": 0}
    assert privacy.collect_own_data(ans)["nights"] == [kept]


# The list at the door


def names(evening, sought=""):
    return [str(row.member) for row in door.build_door(evening, sought).rows]


def test_door_goes_by_family_name_and_counts_who_is_expected(season):
    night = tonight(season, "sign-up")
    names_given = {"Ans": "Zwart", "Bob": "IJzerman", "Cor": "Imkamp", "Dik": "Zijlstra"}
    people = {
        name: members.add(club=season.club, first=name, family=family)
        for name, family in names_given.items()
    }
    for name, said in (("Cor", "on"), ("Dik", "on"), ("Ans", "off")):
        nights.sign(night=night, member=people[name], said=said)
    with translation.override("en"):
        assert door.build_door(night).tables == "1 table of 2"
    night = nights.set_state(night=night, to="check-in")
    nights.check_in(night=night, member=people["Cor"], present=True)
    found = door.build_door(night)
    letters = [(str(row.member), row.letter) for row in found.rows]
    assert letters == [("Bob IJzerman", "IJ"), ("Cor Imkamp", "I"), ("Dik Zijlstra", "Z"),
                       ("Ans Zwart", "")]  # fmt: skip
    assert (found.expected, found.missing, found.signed_off, found.unpaid) == (1, 2, 1, 0)
    found = door.build_door(night, "ÀNS")
    assert [str(row.member) for row in found.rows] == ["Ans Zwart"]
    assert (found.signed_up, found.present) == (2, 1)


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
    night = tonight(club_with(game))
    with translation.override("en"):
        assert door.tables_in_words(night, present) == words


def test_five_may_be_one_table():
    night = tonight(club_with(five="sit-out"))
    with translation.override("en"):
        assert door.tables_in_words(night, 5) == "1 table of 4, 1 sits out"


def test_new_link_to_the_hall_ends_the_old_one(season):
    night = tonight(season)
    old = links.make_key(night)
    nights.renew_link(night=night, by="user 1")
    night.refresh_from_db()
    assert links.find(Night, old) is None
    assert links.find(Night, links.make_key(night)) == night
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


def test_who_signed_off_as_a_double_is_not_let_in_with_all(season):
    night, (ans, bob, double) = tonight(season, "sign-up"), people(season, 3)
    nights.sign(night=night, member=double, said="off")
    members.merge(double=double, keep=ans)
    nights.set_state(night=night, to="check-in")
    nights.check_in_all(night=night)
    assert [each.member for each in night.attendances.filter(present=True)] == [bob]


def test_of_two_answers_of_one_person_the_first_counts_on_the_list_and_for_all(season):
    night, (ans, bob, double) = tonight(season, "sign-up"), people(season, 3)
    nights.sign(night=night, member=ans, said="off")
    nights.sign(night=night, member=double, said="on")
    members.merge(double=double, keep=ans)
    nights.set_state(night=night, to="check-in")
    assert door.build_door(night).signed_off == 1
    nights.check_in_all(night=night)
    assert [each.member for each in night.attendances.filter(present=True)] == [bob]
