"""Results by e-mail, for who asked for them."""

import re
from datetime import timedelta

import pytest
from django.core import mail as outbox

from tests.tournaments.evenings import THURSDAY, evening, people
from tournaments import links
from tournaments.accounts import mail
from tournaments.members import members, privacy
from tournaments.models import Member, QueuedMail
from tournaments.nights import closing, nights
from tournaments.standings import calculate


@pytest.fixture(autouse=True)
def server(settings):
    settings.MAIL, settings.PUBLIC_URL = True, "https://club.example"
    settings.DEFAULT_FROM_EMAIL = "streepje@club.example"


@pytest.fixture
def who(season):
    return people(season, 8)


def ask(member, email="piet@club.nl", language="en"):
    Member.objects.filter(pk=member.pk).update(email=email)
    member.refresh_from_db()
    return privacy.ask_letters(member=member, language=language)


def delivered():
    mail.deliver()
    return outbox.outbox


def test_letter_has_the_first_five_the_reader_and_the_next_evening(season, who):
    ask(who[0])
    nights.plan(season=season, days=[THURSDAY + timedelta(weeks=1)])
    evening(season, who)
    (letter,) = delivered()
    assert (letter.to, letter.subject) == (
        ["piet@club.nl"],
        "De Hoop: the result of 3 September 2026",
    )
    assert re.search(r"^\d\. you: \d+$", letter.body, re.M)
    assert 5 <= letter.body.count("Speler 0") <= 8
    assert "The next evening is on 10 September 2026" in letter.body
    stop = f"https://club.example/m/{links.make_key(who[0])}/letters/"
    assert letter.extra_headers["List-Unsubscribe"] == f"<{stop}>"
    assert stop in letter.body


def test_who_hides_is_called_as_in_the_hall(season, who):
    own = ask(who[0], language="nl")
    night = evening(season, who)
    first = next(
        row.player for row in calculate.compute_night_standing(night).rows if row.player != own.pk
    )
    hidden = privacy.show_as(member=Member.objects.get(pk=first), shown="not")
    (letter,) = delivered()
    assert hidden.name.full not in letter.body
    assert f"S. {hidden.family[0]}." in letter.body
    assert letter.subject == "De Hoop: de uitslag van 3 september 2026"


@pytest.mark.parametrize(
    "end",
    [
        lambda member: privacy.ask_letters(member=member, language=""),
        lambda member: privacy.erase(member=member),
    ],
)
def test_nothing_comes_after_the_end(season, who, end):
    ask(who[0])
    evening(season, who)
    end(who[0])
    assert (delivered(), QueuedMail.objects.count()) == ([], 0)


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
    assert client.get(f"{own}letters/").status_code == 200  # a look ends nothing
    assert Member.objects.get(pk=who[0].pk).letters == "nl"
    client.post(f"{own}letters/", {"List-Unsubscribe": "One-Click"})
    assert Member.objects.get(pk=who[0].pk).letters == ""
