import re
from datetime import date, time, timedelta
from html import unescape

import pytest
from django.core import mail as outbox
from django.test import Client
from django.utils import timezone
from django.utils.formats import date_format

from tests.threads import do_at_once
from tests.tournaments.evenings import THURSDAY, evening, people, play_by_seat, playing
from tournaments import links
from tournaments.accounts import mail, mail_queue
from tournaments.club import clubs
from tournaments.members import couples, erasure, members
from tournaments.models import Club, Member, Night, NightLogEntry, QueuedMail, Season, Table
from tournaments.nights import at_the_door, closing, nights, signing_up
from tournaments.publishing import letters_to_send
from tournaments.standings import calculate


@pytest.fixture(autouse=True)
def server(settings):
    settings.MAIL, settings.PUBLIC_URL = True, "https://club.example"
    settings.DEFAULT_FROM_EMAIL = "streepje@club.example"


@pytest.fixture
def who(season):
    clubs.set_letters(club=season.club, letters=True)
    return people(season, 8)


def ask(member, email="piet@club.nl", language="en"):
    Member.objects.filter(pk=member.pk).update(email=email)
    member.refresh_from_db()
    return mail_queue.ask_letters(member=member, language=language)


def stop_path(member, choice):
    return f"/m/{links.make_key(member, f'stop {choice}')}/letters/{choice}/"


def delivered():
    mail.deliver()
    return outbox.outbox


def test_letter_has_the_first_five_the_reader_and_the_next_evening(season, who, monkeypatch):
    monkeypatch.setattr(timezone, "localdate", lambda *_: THURSDAY)
    ask(who[0])
    nights.plan(season=season, days=[THURSDAY + timedelta(weeks=1)])
    Club.objects.update(email="wim@club.nl", visible_to="open")
    night = evening(season, who)
    (letter,) = delivered()
    assert (letter.to, letter.reply_to) == (["piet@club.nl"], ["wim@club.nl"])
    assert letter.from_email == "De Hoop <streepje@club.example>"
    assert re.search(r"^\w.* wins? with \d+!\n\n1\. ", letter.body, re.M)
    result = f"/{season.club.slug}/nights/{night.pk}/result/"
    assert f"All of it:\nhttps://club.example{result}\n" in letter.body
    Club.objects.update(visible_to="members")
    mail_queue.queue_result(night=Night.objects.get(pk=night.pk))
    own = f"https://club.example/m/{links.make_key(who[0])}/"
    assert f"All of it:\n{own}\n" in delivered()[-1].body
    assert letter.subject == "De Hoop: the result of 3 September 2026"
    assert re.search(r"^\d\. you: \d+$", letter.body, re.M)
    assert re.search(r"^2026: place \d of 8$", letter.body, re.M)
    assert 5 <= letter.body.count("Speler 0") <= 8
    assert "The next night is on Thursday 10 September 2026" in letter.body
    stop = f"https://club.example{stop_path(who[0], 'letters')}"
    assert letter.extra_headers["List-Unsubscribe"] == f"<{stop}>"
    assert stop in letter.body
    Season.objects.update(open_evening=True)  # its one night says the place already
    mail_queue.queue_result(night=Night.objects.get(pk=night.pk))
    assert "2026: place" not in delivered()[-1].body
    assert delivered()[-1].subject == "De Hoop: the result of 2026 · Thursday 3 September 2026"
    standing = calculate.compute_night_standing(night)
    own = {row.player: row for row in standing.rows}[who[0].pk]
    left = standing._replace(rows=(own._replace(rank=None),))
    monkeypatch.setattr(calculate, "compute_night_standing", lambda _night: left)
    mail_queue.queue_result(night=Night.objects.get(pk=night.pk))
    assert re.search(r"^you: \d+ \(no place, as ", delivered()[-1].body, re.M)


def test_who_was_not_there_reads_what_they_got(season, who):
    ask(who[7])
    evening(season, who)
    evening(season, who[:7], THURSDAY + timedelta(weeks=1))
    letter = delivered()[-1]
    got = r"^you: \d+ \(not there, [^)]+\)\n2026: place \d of 8$"
    assert re.search(got, letter.body, re.M)
    Season.objects.update(by_couple=True)
    couples.form_couple(season=Season.objects.get(), first=who[7], second=who[0])
    ask(who[7], language="nl")
    mail_queue.queue_result(night=Night.objects.first())
    assert re.search(r"^(\d\. )?jullie: \d", delivered()[-1].body, re.M)


def test_who_hides_is_called_as_in_the_hall(season, who):
    own = ask(who[0], language="nl")
    night = evening(season, who)
    first = next(
        row.player for row in calculate.compute_night_standing(night).rows if row.player != own.pk
    )
    hidden = members.show_as(member=Member.objects.get(pk=first), shown="not")
    (letter,) = delivered()
    assert hidden.name.full not in letter.body
    assert f"S. {hidden.family[0]}." in letter.body
    assert letter.subject == "De Hoop: de uitslag van 3 september 2026"


@pytest.mark.parametrize(
    "end",
    [
        lambda member: mail_queue.ask_letters(member=member, language=""),
        lambda member: erasure.erase(member=member),
    ],
)
def test_nothing_comes_after_the_end_or_of_a_night_without_a_result(season, who, end):
    ask(who[0])
    closing.close(night=playing(season, who, THURSDAY + timedelta(7), 1), reason="late")
    assert delivered() == []
    evening(season, who)
    end(who[0])
    assert (delivered(), QueuedMail.objects.count()) == ([], 0)


def test_of_an_open_evening_who_played_and_went_home_gets_a_letter_and_who_stayed_away_none(
    season, who
):
    kept = members.add(club=season.club, first="Piet")
    ask(kept)
    ask(who[7], "els@club.nl")
    Season.objects.update(open_evening=True)
    night = playing(Season.objects.get(), who[:7], rounds=1)
    at_the_door.check_in(night=night, member=who[0], present=False)
    members.merge(double=who[0], keep=kept)
    play_by_seat(*Table.objects.all())
    closing.close(night=night, reason="late")
    assert [letter.to for letter in delivered()] == [["piet@club.nl"]]


def test_letter_comes_also_if_a_file_had_results_of_that_night_before(season, who):
    ask(who[0])
    night = playing(season, who, rounds=1)
    nights.add_log_entry(night, NightLogEntry.Kind.CLOSED, "", digest="0", brought=8)
    play_by_seat(*Table.objects.all())
    closing.close(night=night, reason="late")
    assert len(delivered()) == 1


def test_reopened_night_sends_nothing_and_its_correction_no_second_letter(season, who):
    ask(who[0])
    night = evening(season, who)
    closing.reopen(night=night, reason="een fout")
    assert delivered() == []
    closing.close(night=night, reason="goed zo")
    assert QueuedMail.objects.filter(gave_up=None).count() == 0


def test_only_members_who_asked_and_have_an_address_are_written_to(season, who):
    ask(who[0], email="")
    members.archive(member=ask(who[1]))
    evening(season, who)
    assert not QueuedMail.objects.exists()


def test_without_mail_settings_there_is_nothing(client, season, who, settings):
    own = f"/m/{links.make_key(ask(who[0]))}/"
    assert "piet@club.nl" in client.get(own).content.decode()
    settings.MAIL = False
    assert "piet@club.nl" not in client.get(own).content.decode()
    evening(season, who)
    assert not QueuedMail.objects.exists()


def test_member_asks_and_stops_on_the_own_page_and_by_the_link(client, season, who):
    ask(who[0], language="")
    own = f"/m/{links.make_key(who[0])}/"
    answer = client.post(own, {"do": "letters"})
    assert answer["Location"] == f"{own}?open=letters#letters"
    assert Member.objects.get(pk=who[0].pk).letters == "nl"
    client.post(own, {"do": "no-letters"})
    assert Member.objects.get(pk=who[0].pk).letters == ""
    client.post(own, {"do": "letters"})
    stop = stop_path(who[0], "letters")
    members.renew_link(member=who[0])  # a letter of before can still be stopped
    assert client.get(stop).status_code == 200  # a look ends nothing
    assert Member.objects.get(pk=who[0].pk).letters == "nl"
    assert client.get(stop.replace("letters/letters", "letters/reminders")).status_code == 404
    client.post(stop, {"List-Unsubscribe": "One-Click"})
    assert Member.objects.get(pk=who[0].pk).letters == ""


# Do you come?


@pytest.fixture
def tomorrow(season, who):
    """A night for which members can sign up; the second of them has said so already."""
    day = timezone.localdate() + timedelta(days=1)
    Season.objects.update(first=day, last=day)
    season.refresh_from_db()
    (night,) = nights.plan(season=season, days=[day], sign_up=True)
    for member in who[:2]:
        Member.objects.filter(pk=member.pk).update(email=f"m{member.pk}@club.nl")
        member.refresh_from_db()
        mail_queue.ask_letters(member=member, language="nl", choice="reminders")
    signing_up.sign(night=night, member=who[1], said="on")
    return night


@pytest.fixture
def from_nine(monkeypatch):
    monkeypatch.setattr(letters_to_send, "ASKED_FROM", time(0))


def find_addresses(letter):
    """Each has a line of its own."""
    return re.findall(r"^https://club.example(/m/\S+)$", letter.body, re.M)


def test_who_said_nothing_is_asked_once_the_day_before(tomorrow, who, from_nine):
    letters_to_send.ask_who_comes()
    letters_to_send.ask_who_comes()
    (letter,) = delivered()
    assert letter.subject == "De Hoop: morgen kaarten, kom je?"
    assert letter.to == [who[0].email]
    assert links.make_key(who[0]) not in letter.body
    assert letter.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    way_out = f"<https://club.example{find_addresses(letter)[-1]}>"
    assert letter.extra_headers["List-Unsubscribe"] == way_out


def test_question_that_waits_while_its_night_moves_is_asked_once(tomorrow, who, from_nine):
    Season.objects.update(last=tomorrow.day + timedelta(days=1))
    for days in (1, 0):
        letters_to_send.ask_who_comes()
        night = Night.objects.get(pk=tomorrow.pk)
        nights.move(night=night, day=tomorrow.day + timedelta(days=days))
    letters_to_send.ask_who_comes()
    assert len(delivered()) == 1


@pytest.mark.parametrize("hours", [0, 30])
def test_letter_leaves_a_day_before_the_deadline(tomorrow, hours):
    clubs.introduce(club=tomorrow.season.club, starts=time(19), venue="")
    Season.objects.update(sign_off_hours=hours)
    asked = letters_to_send._find_ask_time(Night.objects.get(pk=tomorrow.pk))
    assert timezone.localdate(asked) == tomorrow.day - timedelta(days=2 if hours else 1)


@pytest.mark.parametrize("end", ["answer", "club", "call off"])
def test_question_that_came_to_nothing_is_dropped_and_no_failure(tomorrow, who, from_nine, end):
    letters_to_send.ask_who_comes()
    if end == "answer":
        signing_up.sign(night=tomorrow, member=who[0], said="off")
    elif end == "club":
        clubs.set_letters(club=tomorrow.season.club, letters=False)
    else:
        nights.call_off(night=tomorrow)
    assert delivered() == []
    assert not QueuedMail.objects.exists()


def test_answer_takes_one_tap_and_a_look_changes_nothing(client, tomorrow, who, from_nine):
    letters_to_send.ask_who_comes()
    on, off, _stop = find_addresses(delivered()[0])
    for path in (on, off):
        assert links.make_key(who[0]) not in client.get(path).content.decode()
    assert signing_up.find_answer(tomorrow, who[0]) == ""
    client.post(on)
    assert signing_up.find_answer(tomorrow, who[0]) == "on"
    client.post(off)
    assert signing_up.find_answer(tomorrow, who[0]) == "off"
    nights.set_state(night=tomorrow, to="check-in")
    assert client.get(on).status_code == 200
    assert client.post(on).status_code == 409
    assert signing_up.find_answer(tomorrow, who[0]) == "off"


def test_one_of_a_couple_answers_for_both_or_is_told_for_whom(client, tomorrow, who, from_nine):
    Season.objects.update(by_couple=True)
    couples.form_couple(season=Season.objects.get(), first=who[0], second=who[2])
    letters_to_send.ask_who_comes()
    (letter,) = delivered()
    day = date_format(tomorrow.day, "WEEKDAY_FORMAT").capitalize()
    assert f"\n\n{day}\n\nJe speelt met {who[2]}, die nog niets zei.\nJe mag voor" in letter.body
    on, *_others = find_addresses(letter)
    client.cookies["streepje_language"] = "en"
    page = client.get(on).content.decode()
    assert ("Answer for yourself, or for both" in page, page.count(">De Hoop<")) == (True, 1)
    page = client.post(on, follow=True).content.decode()
    assert f"You play with {who[2]}, who has not answered yet." in page and "for you alone" in page
    assert signing_up.find_answer(tomorrow, who[2]) == ""
    own = f"/m/{links.make_key(who[0])}/"
    assert own not in client.get(on).content.decode() and client.get(own).status_code == 200
    page = client.post(on, {"both": ""}, follow=True).content.decode()
    assert "You're both coming ✓" in unescape(page) and "for you alone" not in page
    assert f'href="{own}"' in page  # this browser knows it
    comes = f'href="/de-hoop/nights/{tomorrow.pk}/"'
    assert ('class="tabs"' in page, comes in page) == (True, True)
    strange = Client().get(on).content.decode()
    assert 'class="tabs"' not in strange and comes not in strange  # its pages are for members
    clubs.set_visibility(club=tomorrow.season.club, visible_to="open")
    strange = Client().get(on).content.decode()
    assert 'class="tabs"' in strange and comes in strange and own not in strange
    assert signing_up.find_answer(tomorrow, who[2]) == "on"


def test_whoever_left_the_club_signs_up_by_no_link(client, tomorrow, who, from_nine):
    letters_to_send.ask_who_comes()
    on, *_others = find_addresses(delivered()[0])
    members.archive(member=who[0])
    own = f"/m/{links.make_key(who[0])}/"
    assert 'name="said"' not in client.get(own).content.decode()
    assert client.post(own, {"said": "on", "night": tomorrow.pk}).status_code == 409
    assert client.post(on).status_code == 409
    assert signing_up.find_answer(tomorrow, who[0]) == ""


def test_answer_about_a_night_that_is_called_off_or_over_says_so_and_leads_on(
    client, tomorrow, who, from_nine
):
    letters_to_send.ask_who_comes()
    on, *_others = find_addresses(delivered()[0])
    nights.call_off(night=tomorrow)
    client.cookies["streepje_language"] = "en"
    assert "is called off." in client.get(on).content.decode()
    assert client.post(on).status_code == 409
    nights.bring_back(night=tomorrow)
    Night.objects.filter(pk=tomorrow.pk).update(state="closed", digest="0" * 64)
    Night.objects.bulk_create([Night(season=tomorrow.season, day=tomorrow.day + timedelta(1))])
    clubs.set_visibility(club=tomorrow.season.club, visible_to="open")
    page = client.get(on).content.decode()
    assert "This night has been played." in page and "Next night: " in page
    assert f'href="/de-hoop/nights/{tomorrow.pk}/result/"' in page


def test_link_of_an_answer_opens_nothing_else(client, tomorrow, who, from_nine):
    letters_to_send.ask_who_comes()
    on, _off, stop = find_addresses(delivered()[0])
    key, other = on.split("/")[2], links.make_key(who[0])
    (later,) = Night.objects.bulk_create([Night(season=tomorrow.season, day=date(2030, 1, 1))])
    for path in (
        f"/m/{key}/",
        f"/m/{key}/data/",
        f"/m/{key}/letters/reminders/",
        f"/m/{key}/nights/{later.pk}/on/",
        f"/m/{other}/nights/{tomorrow.pk}/on/",
        f"/m/{stop.split('/')[2]}/",
        f"/m/{stop.split('/')[2]}/nights/{tomorrow.pk}/on/",
    ):
        assert client.get(path).status_code == 404, path
    members.renew_link(member=who[0])
    assert client.get(on).status_code == 404


@pytest.mark.django_db(transaction=True)
def test_two_machines_at_once_ask_once(tomorrow, who):
    do_at_once([lambda: letters_to_send._ask(tomorrow)] * 2)
    assert QueuedMail.objects.count() == 1


# Personal links


@pytest.fixture
def organiser(client, at_the_laptop, monkeypatch):
    monkeypatch.setattr(mail, "wake", lambda: None)
    return client


def test_links_are_mailed_after_a_look_once(organiser, who):
    for member in who[:3]:
        Member.objects.filter(pk=member.pk).update(email=f"m{member.pk}@club.nl", reminders="de")
    mail_queue.refuse_mail(member=Member.objects.get(pk=who[2].pk))
    members.add(club=who[0].club, first="Gast", guest=True)  # of an evening
    page = "/de-hoop/members/letters/"
    mailed, _, unreached = organiser.get(page).content.decode().partition("no address:")
    assert mailed.count(" checked") == 2 and str(who[3]) not in mailed and str(who[3]) in unreached
    chosen = {"who": [member.pk for member in who]}
    looked = organiser.post(page, {"do": "look", **chosen}).content.decode()
    assert "To 2 members:" in looked and "5 have no address" in looked
    assert "opens their page, and those of the club" in looked
    assert links.make_key(who[0]) not in looked
    assert not QueuedMail.objects.exists()
    for _tap in range(2):
        organiser.post(page, {"do": "send", **chosen})
    assert [letter.to for letter in delivered()] == [[f"m{each.pk}@club.nl"] for each in who[:2]]
    assert all(letter.body.startswith("Hallo ") for letter in outbox.outbox)
    for letter, member in zip(outbox.outbox, who, strict=False):
        own = f"/m/{links.make_key(member)}/"
        assert find_addresses(letter)[:2] == [own, stop_path(member, "no_mail")]
    organiser.post(page, {"do": "send", **chosen})
    assert len(delivered()) == 2
    assert organiser.get(page).content.decode().count("mailed on") == 2


def test_link_goes_to_the_address_of_now_and_a_new_one_can_be_mailed_at_once(organiser, who):
    change = {"member": who[0], "another": True}
    members.change(**change, email="tikfout@club.nl")
    sent = {"do": "send", "who": who[0].pk}
    organiser.post("/de-hoop/members/letters/", sent)
    members.change(**change, email="goed@club.nl")
    assert [letter.to for letter in delivered()] == [["goed@club.nl"]]
    anew = (
        lambda: members.renew_link(member=who[0]),
        lambda: members.change(**change, email="nieuw@club.nl"),
    )
    for count, renew in enumerate(anew, 2):
        organiser.post("/de-hoop/members/letters/", sent)
        assert not QueuedMail.objects.exists()
        renew()
        organiser.post("/de-hoop/members/letters/", sent)
        assert len(delivered()) == count


def test_club_that_sends_none_mails_no_link_nor_does_another_to_whoever_left(organiser, who):
    Member.objects.filter(pk=who[0].pk).update(email="weg@club.nl")
    for sends in (False, True):
        clubs.set_letters(club=who[0].club, letters=sends)
        organiser.post("/de-hoop/members/letters/", {"do": "send", "who": who[0].pk})
        assert QueuedMail.objects.exists() == sends
    members.archive(member=Member.objects.get(pk=who[0].pk))
    assert delivered() == []


def test_organiser_is_told_which_letter_did_not_arrive(organiser, who):
    Member.objects.filter(pk=who[0].pk).update(email="weg@club.nl")
    organiser.post("/de-hoop/members/letters/", {"do": "send", "who": who[0].pk})
    mail_queue.mark_failed(QueuedMail.objects.get(), "address", for_good=True)
    assert "did not arrive" in organiser.get("/de-hoop/").content.decode()
    assert "Speler 00" in organiser.get("/de-hoop/members/letters/").content.decode()


def test_stopping_the_link_letters_stops_all(client, who):
    ask(who[0])
    client.post(stop_path(who[0], "no_mail"))
    member = Member.objects.get(pk=who[0].pk)
    assert (member.letters, member.no_mail) == ("", True)
    mail_queue.ask_letters(member=member, language="nl")
    assert not member.no_mail
