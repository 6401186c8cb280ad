import pytest
from django.utils import translation

from tests.tournaments.evenings import THURSDAY, people, refused, reopened, tonight
from tournaments.files.exports import personal_data
from tournaments.members import members
from tournaments.models import Attendance
from tournaments.nights import at_the_door, closing, money, nights, signing_up
from tournaments.nights.pages import door


@pytest.fixture
def ans(season):
    return members.add(club=season.club, first="Ans")


def test_signing_on_and_off_is_on_record_once(season, ans):
    night = tonight(season, "sign-up")
    for said in ("on", "on", "off"):
        signing_up.sign(night=night, member=ans, said=said, by="member 1")
    assert night.attendances.get().said == "off"
    assert [entry.body["to"] for entry in night.log_entries.filter(kind="said")] == ["on", "off"]


@pytest.mark.parametrize("state", ["planned", "check-in"])
def test_who_is_late_to_sign_up_is_told(season, ans, state):
    night = tonight(season, state)
    assert refused(signing_up.sign, night=night, member=ans, said="on") == ["C56"]


@pytest.mark.parametrize("state", ["planned", "sign-up", "check-in", "playing"])
def test_club_signs_somebody_off_before_and_during_the_night(season, ans, state):
    night = tonight(season, "planned" if state == "planned" else "sign-up")
    for to in {"check-in": ["check-in"], "playing": ["check-in", "playing"]}.get(state, []):
        nights.set_state(night=night, to=to)
    signing_up.sign_for(night=night, member=ans, said="off", by="user 1")
    entry = night.log_entries.last()
    assert (night.attendances.get().said, entry.kind, entry.actor) == ("off", "said", "user 1")


def test_after_play_somebody_is_signed_off_with_a_reason_until_closing(season, ans):
    night = tonight(season)
    reopened(nights.set_state(night=night, to="playing"))
    said = {"night": night, "member": ans, "said": "off"}
    assert refused(signing_up.sign_for, **said) == ["C64"]
    signing_up.sign_for(**said, reason="Belde om vijf uur", by="user 1")
    assert night.log_entries.last().reason == "Belde om vijf uur"
    closing.close(night=night)
    assert refused(signing_up.sign_for, **said, reason="te laat") == ["C56"]


@pytest.mark.parametrize("state", ["planned", "sign-up"])
def test_nobody_comes_in_by_a_closed_door(season, ans, state):
    night = tonight(season, state)
    assert refused(at_the_door.check_in, night=night, member=ans, present=True) == ["C56"]
    assert refused(at_the_door.pay, night=night, member=ans, paid=True) == ["C56"]
    assert refused(at_the_door.walk_in, night=night, first="Bob", family="") == ["C56"]
    assert refused(at_the_door.check_in_all, night=night) == ["C56"]
    assert not Attendance.objects.exists()


def test_somebody_walks_in(season):
    night = tonight(season)
    found = at_the_door.walk_in(night=night, first="Jan Willem", family="van der Vos")
    assert (found.present, found.member.guest) == (True, True)
    name = ("Jan Willem", "van der", "Vos")
    assert found.member.name == name
    again = {"night": night, "first": "Jan Willem", "family": "van der Vos"}
    assert refused(at_the_door.walk_in, **again) == ["C23"]
    at_the_door.walk_in(**again, another=True)
    assert night.attendances.count() == 2
    assert at_the_door.walk_in(night=night, first="Bob", family="").member.name == ("Bob", "", "")
    assert refused(at_the_door.walk_in, night=night, first="", family="Vos") == ["C21"]
    ali = members.add(club=season.club, first="Ali", family="Yilmaz")
    for word in ("ali", "Yilmaz", "Álí yil"):  # who is expected
        assert refused(at_the_door.walk_in, night=night, first=word, family="") == ["C23"]
    at_the_door.check_in(night=night, member=ali, present=True)
    assert refused(at_the_door.walk_in, night=night, first="Ali Yilmaz", family="") == ["C23"]
    members.merge(double=ali, keep=members.add(club=season.club, first="Ali", family="Bos"))
    assert at_the_door.walk_in(night=night, first="Ali", family="").member != ali


def test_what_is_kept_of_somebody_tells_of_nights(season, ans):
    night = tonight(season)
    at_the_door.check_in(night=night, member=ans, present=True)
    kept = {"day": THURSDAY, "said": "", "present": True, "paid": False, "amount": 0}
    kept |= {"waiting_since": None, "by_card": False}
    card = money.buy_card(season=season, member=ans, nights=10, amount=2000)
    bought = {"season": season.name, "day": card.day, "nights": 10, "amount": 2000}
    told = personal_data.collect_own_data(ans)
    assert (told["nights"], told["paid_beforehand"]) == ([kept], [bought])


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
        signing_up.sign(night=night, member=people[name], said=said)
    with translation.override("en"):
        assert door.build_door(night).tables == "1 table of 2"
    night = nights.set_state(night=night, to="check-in")
    at_the_door.check_in(night=night, member=people["Cor"], present=True)
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
    at_the_door.check_in(night=night, member=ans, present=True)
    for each in (ans, bob):
        members.archive(member=each)
    assert names(night) == ["Ans"]


def test_who_was_merged_is_one_person_at_the_door(season, ans):
    night = tonight(season)
    double = members.add(club=season.club, first="Anneke")
    for member in (ans, double):
        at_the_door.check_in(night=night, member=member, present=True)
    at_the_door.pay(night=night, member=double, paid=True)
    members.merge(double=double, keep=ans)
    found = door.build_door(night)
    assert found.present == 1
    assert [(row.member, row.present, row.paid) for row in found.rows] == [(ans, True, True)]
    at_the_door.check_in(night=night, member=ans, present=False)
    assert door.build_door(night).present == 0
    assert not night.attendances.filter(present=True).exists()


@pytest.mark.parametrize("count", [1, 3])
def test_everybody_is_let_in_with_the_same_queries(season, django_assert_num_queries, count):
    night, who = tonight(season), people(season, 2 * count)
    for member in who[:count]:
        Attendance.objects.create(night=night, member=member)
    with django_assert_num_queries(12):
        at_the_door.check_in_all(night=night)
    assert {each.present for each in night.attendances.all()} == {True}
    assert night.log_entries.filter(kind="present").count() == 2 * count


@pytest.mark.parametrize("answers", [{2: "off"}, {0: "off", 2: "on"}])
def test_who_signed_off_as_a_double_or_before_it_is_not_let_in_with_all(season, answers):
    night, who = tonight(season, "sign-up"), people(season, 3)
    for number, said in answers.items():
        signing_up.sign(night=night, member=who[number], said=said)
    members.merge(double=who[2], keep=who[0])
    nights.set_state(night=night, to="check-in")
    assert door.build_door(night).signed_off == 1
    at_the_door.check_in_all(night=night)
    assert [each.member for each in night.attendances.filter(present=True)] == [who[1]]
