from datetime import time, timedelta

import pytest
from django.core import mail as outbox
from django.utils import timezone

from tests.threads import do_at_once
from tests.tournaments.evenings import people, tonight
from tournaments.accounts import mail, mail_queue
from tournaments.club import clubs, seasons
from tournaments.members import couples, erasure, members
from tournaments.models import Member, Night, Season
from tournaments.names import NameDetail
from tournaments.nights import at_the_door, nights, signing_up
from tournaments.nights.nights import Arrangement, arrange
from tournaments.nights.pages import agenda, door, hub
from tournaments.standings import who_played


@pytest.fixture
def who(season):
    return people(season, 5)


@pytest.fixture
def night(season, who):
    """Two places; all five signed up."""
    seasons.change(season=season, most_people=2)
    night = tonight(season, "sign-up")
    sign_on(night, *who)
    return night


def sign_on(night, *who, said="on"):
    for member in who:
        signing_up.sign(night=night, member=member, said=said)


def list_answers(night, who):
    return [signing_up.find_answer(night, member) for member in who]


def test_who_signs_up_for_a_full_night_waits_and_moves_up_in_turn(night, who):
    assert list_answers(night, who) == ["on", "on", "wait", "wait", "wait"]
    sign_on(night, who[2])  # a second tap keeps the place in the line
    assert "1" in signing_up.describe_sign_off(night, "wait", who[2])
    assert "reservelijst" in signing_up.describe_sign_off(night, "on", who[0])
    sign_on(night, who[3], said="off")
    sign_on(night, who[0], said="off")
    assert list_answers(night, who) == ["off", "on", "on", "off", "wait"]
    assert signing_up.list_reserve(night) == [who[4]]
    named = agenda.read_who_comes(night, NameDetail.FULL)
    assert [player.name for _pk, player in named.coming] == ["Speler 01", "Speler 02"]


def test_organiser_lets_somebody_in_over_it_and_may_add_places(night, who):
    signing_up.sign_for(night=night, member=who[4], said="on")
    sign_on(night, who[0], said="off")
    assert list_answers(night, who) == ["off", "on", "wait", "wait", "on"]
    arrange(night=night, arrangement=Arrangement(most_people=3))
    signing_up.fill_all_places()
    assert list_answers(night, who) == ["off", "on", "on", "wait", "on"]
    arrange(night=night, arrangement=Arrangement(most_people=0))
    signing_up.fill_all_places()
    assert signing_up.list_reserve(night) == []


@pytest.mark.parametrize("go", [members.archive, erasure.erase])
def test_place_of_whoever_left_the_club_becomes_free(night, who, go):
    go(member=who[0])
    Night.objects.update(day=timezone.localdate())
    (ahead,) = agenda.build_agenda(night.season.club).coming
    assert hub.count_people(night).signed_up == door.build_door(night).signed_up == 1
    assert ahead.count_coming == len(agenda.read_who_comes(night, NameDetail.FULL).coming) == 1
    signing_up.fill_all_places()
    assert list_answers(night, who[1:]) == ["on", "on", "wait", "wait"]


def test_who_signed_up_as_a_duplicate_keeps_that_place(night, who):
    members.merge(double=who[0], keep=who[4])
    assert list_answers(night, [who[4]]) == ["on"]
    assert signing_up.open_for(who[4]) == [(night, "on")]  # on the own page and the club's front
    signing_up.sign(night=night, member=who[4], said="on")
    assert list_answers(night, who[1:]) == ["on", "wait", "wait", "on"]


def test_who_has_a_place_and_waits_as_a_duplicate_is_not_in_the_line(night, who):
    members.merge(double=who[2], keep=who[4])
    signing_up.sign_for(night=night, member=who[2], said="on")
    assert signing_up.list_reserve(night) == [who[3]]
    assert list_answers(night, [who[4]]) == ["on"]


def test_nobody_moves_up_by_itself_once_the_door_is_open(night, who):
    nights.set_state(night=night, to="check-in")
    signing_up.sign_for(night=night, member=who[0], said="off")
    assert list_answers(night, who)[:3] == ["off", "on", "wait"]
    at_the_door.check_in(night=night, member=who[2], present=True)
    assert signing_up.list_reserve(night) == who[3:]


def test_two_who_sign_up_together_get_their_places_together(night, who):
    Season.objects.update(by_couple=True)
    couples.form_couple(season=Season.objects.get(), first=who[0], second=who[1])
    sign_on(night, *who[2:], said="off")
    signing_up.sign_for(night=night, member=who[1], said="")
    signing_up.sign_for(night=night, member=who[0], said="")
    sign_on(night, who[2])
    signing_up.sign(night=night, member=who[0], said="on", with_partner=True)
    sign_on(night, who[3])  # nobody goes past them
    assert list_answers(night, who) == ["wait", "wait", "on", "wait", "off"]
    sign_on(night, who[2], said="off")
    assert list_answers(night, who) == ["on", "on", "off", "wait", "off"]


def test_who_got_a_place_after_the_deadline_can_still_sign_off_in_time(season, night, who):
    clubs.introduce(club=season.club, starts=time(19), venue="")
    seasons.change(season=season, sign_off_hours=3)
    Night.objects.update(day=timezone.localdate())  # the deadline is past, or there is none today
    Season.objects.update(sign_off_hours=48)
    sign_on(night, who[3], who[0], said="off")
    assert list_answers(night, who) == ["late", "on", "on", "off", "wait"]
    night = Night.objects.get()
    told = [signing_up.describe_sign_off(night, "on", member) for member in who[1:3]]
    moved = "Er kwam een plek vrij: je komt alsnog. Meld je je af, dan gaat je plaats naar de "
    assert "niet meer" in told[0] and told[1] == f"{moved}eerste op de reservelijst."
    Season.objects.update(most_people=0)
    assert not signing_up.describe_sign_off(Night.objects.get(), "on", who[2])
    Season.objects.update(most_people=2)
    sign_on(night, who[2], who[1], said="off")
    assert list_answers(night, who) == ["late", "late", "off", "off", "on"]
    Season.objects.update(most_people=3)
    sign_on(night, who[2])  # by themselves this time
    assert "plek vrij" not in signing_up.describe_sign_off(Night.objects.get(), "on", who[2])


def test_who_found_no_place_is_no_no_show(night, who):
    assert who_played._excused([night], {})[night.pk] == {member.pk for member in who[2:]}


def test_who_moves_up_is_told_by_letter_if_they_want_any(season, night, who, settings):
    settings.MAIL, settings.PUBLIC_URL = True, "https://club.example"
    settings.DEFAULT_FROM_EMAIL = "streepje@club.example"
    clubs.set_letters(club=season.club, letters=True)
    Member.objects.filter(pk__in=[member.pk for member in who]).update(email="els@club.nl")
    who[2].refresh_from_db()
    mail_queue.ask_letters(member=who[2], language="nl", choice="reminders")
    Night.objects.update(day=timezone.localdate() + timedelta(days=1))
    sign_on(night, who[0], who[1], said="off")
    mail.deliver()
    assert signing_up.list_untold(Night.objects.get()) == [who[3]]  # an organiser has to
    (letter,) = outbox.outbox
    assert letter.subject.startswith("De Hoop: er is een plek voor je op ")
    assert "/off/" in letter.body
    assert "/on/" not in letter.body


@pytest.mark.django_db(transaction=True)
def test_one_of_two_who_tap_at_once_gets_the_last_place(season, who):
    seasons.change(season=season, most_people=1)
    night = tonight(season, "sign-up")
    taps = [
        lambda member=member: signing_up.sign(night=night, member=member, said="on")
        for member in who[:2]
    ]
    do_at_once(taps)
    assert sorted(list_answers(night, who[:2])) == ["on", "wait"]
