import logging
from datetime import timedelta
from smtplib import SMTPRecipientsRefused
from socketserver import StreamRequestHandler, TCPServer
from threading import Thread
from types import SimpleNamespace

import pytest
from django.core.mail.backends.locmem import EmailBackend
from django.utils import timezone

from scoring.toolkit.problems import UserError
from tests import servers
from tests.servers import wait
from tests.threads import do_at_once
from tournaments import links, models
from tournaments.accounts import accounts, invitations, login_links, mail_queue
from tournaments.accounts import mail as letters


@pytest.fixture(autouse=True)
def mail(settings):
    settings.MAIL, settings.PUBLIC_URL = True, "https://club.example"
    settings.DEFAULT_FROM_EMAIL = "streepje@club.example"


@pytest.fixture
def ans(club):
    models.User.objects.update(email="ans@club.nl")
    return models.User.objects.get()


def ask(who="ans"):
    return login_links.mail_links(who=who, ip="192.0.2.1")


REFUSALS = {
    "away": ConnectionRefusedError(),
    "hangs": TimeoutError(),
    "busy": SMTPRecipientsRefused({"ans@club.nl": (451, b"later")}),
    "nobody": SMTPRecipientsRefused({"ans@club.nl": (550, b"ans@club.nl unknown")}),
}


@pytest.fixture
def smtp(monkeypatch, mailoutbox):
    """A mail server with a mood, and the letters that it took."""
    server, send = SimpleNamespace(mood="well", taken=mailoutbox), EmailBackend.send_messages

    def send_in_mood(backend, messages):
        if error := REFUSALS.get(server.mood):
            raise error
        return send(backend, messages)

    monkeypatch.setattr(EmailBackend, "send_messages", send_in_mood)
    return server


def due_now():
    models.QueuedMail.objects.update(due=timezone.now())


def test_server_that_is_away_hangs_and_is_busy_gets_the_letter_once_it_is_well(ans, smtp):
    ask()
    for smtp.mood in ("away", "hangs", "busy"):
        due_now()
        assert letters.deliver() == 0
        assert letters.deliver() == 0, "not before its time"
    assert (models.QueuedMail.objects.get().tries, smtp.taken) == (3, [])
    due_now()
    smtp.mood = "well"
    assert letters.deliver() == 1
    (letter,) = smtp.taken
    assert "https://club.example/log-in/" in letter.body
    assert not models.QueuedMail.objects.exists()


def test_pauses_grow_until_it_would_be_too_late(ans, smtp):
    smtp.mood = "busy"
    ask()
    pauses = []
    while not models.QueuedMail.objects.get().gave_up:
        due_now()
        before = timezone.now()
        letters.deliver()
        pauses.append(round((models.QueuedMail.objects.get().due - before).total_seconds(), -1))
        left = timedelta(minutes=20, seconds=-sum(pauses))
        models.QueuedMail.objects.filter(gave_up=None).update(until=timezone.now() + left)
    assert pauses[:-1] == [30, 60, 120, 240, 480]
    letter = models.QueuedMail.objects.get()
    assert (letter.to, letter.link, letter.why) == ("", None, "refused")
    found = [mail_queue.find_pause(tries).total_seconds() for tries in (1, 7, 8, 60)]
    assert found == [30, 1920, 3600, 3600]


def test_address_that_nobody_has_is_given_up_at_once_and_who_typed_it_is_told(ans, smtp, client):
    smtp.mood = "nobody"
    confirmation = accounts.ask_address(user=ans, email="anz@club.nl", ip="192.0.2.1")
    assert not mail_queue.has_failed(confirmation)
    letters.deliver()
    assert mail_queue.has_failed(confirmation)
    waiting = mail_queue.count_waiting()
    assert (waiting.letters, waiting.given_up, waiting.last.why) == (0, 1, "address")
    client.force_login(ans)
    assert b'<p class="problem">' in client.get("/account/").content
    models.QueuedMail.objects.update(gave_up=timezone.now() - timedelta(days=31))
    assert (mail_queue.purge_expired(), models.QueuedMail.objects.count()) == (1, 0)


@pytest.mark.parametrize("is_used", [True, False])
def test_letter_whose_link_is_gone_or_over_does_not_leave(ans, mailoutbox, is_used):
    (link,) = ask()
    if is_used:
        login_links.use_link(link=link, password="")
    models.QueuedMail.objects.update(until=timezone.now() + timedelta(hours=is_used))
    assert letters.deliver() == 0
    assert (mailoutbox, models.QueuedMail.objects.get().why) == ([], "late")


def test_letter_of_a_worker_that_died_leaves_later_under_the_same_number(ans, mailoutbox):
    ask()
    first = mail_queue.claim()
    assert (mail_queue.claim(), letters.deliver()) == (None, 0)
    due_now()
    letters.deliver()
    (letter,) = mailoutbox
    assert letter.extra_headers["Message-ID"] == f"<{first.public_id}@club.example>"


def test_no_log_names_whom_a_letter_was_for_or_what_it_opens(ans, smtp, caplog):
    smtp.mood = "nobody"
    (link,) = ask()
    letters.deliver()
    said = [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]
    assert said == ["A letter could not be sent: SMTPRecipientsRefused", "A letter was given up"]
    row = str(models.QueuedMail.objects.values().get())
    assert letters.build_address("tournaments:back", link).rpartition("/log-in/")[2] not in row


def invited(by, email="bob@club.nl"):
    club = models.Club.objects.get()
    return invitations.invite(club=club, kind="helper", name="Bob", by=by, email=email)


def test_invitation_waits_for_a_server_that_is_away_and_says_when_it_left(ans, smtp):
    invitation = invited(ans)
    smtp.mood = "away"
    letters.deliver()
    invitation.refresh_from_db()
    assert (invitation.mailed, mail_queue.find_invitation(invitation).gave_up) == (None, None)
    due_now()
    smtp.mood = "well"
    assert letters.deliver() == 1
    invitation.refresh_from_db()
    assert (invitation.mailed is None, mail_queue.find_invitation(invitation)) == (False, None)
    (letter,) = smtp.taken
    assert letter.to == ["bob@club.nl"]
    for words in (f"https://club.example/join/{links.make_key(invitation)}/", "Ans", "De Hoop"):
        assert words in letter.body


def test_invitation_to_an_address_that_nobody_has_is_told_as_lost_and_works_all_the_same(ans, smtp):
    smtp.mood = "nobody"
    invitation = invited(ans)
    letters.deliver()
    assert mail_queue.find_invitation(invitation).why == "address"
    invitation.refresh_from_db()
    assert (invitation.mailed, invitations.can_be_accepted(invitation)) == (None, True)


def withdrawn(invitation, by):
    invitations.revoke(invitation=invitation, by=by)


def of_who_may_no_longer(_invitation, by):
    models.Role.objects.filter(user=by).update(kind="helper")


@pytest.mark.parametrize("since", [withdrawn, of_who_may_no_longer])
def test_invitation_that_ended_meanwhile_does_not_leave(ans, mailoutbox, since):
    invitation = invited(ans)
    since(invitation, ans)
    assert (letters.deliver(), mailoutbox) == (0, [])


def test_letters_to_strangers_slow_down(ans):
    for _ in range(3):
        invited(ans)
    with pytest.raises(UserError, match="C72"):
        invited(ans)
    for n in range(27):
        invited(ans, f"bob{n}@club.nl")
    with pytest.raises(UserError, match="C72"):
        invited(ans, "els@club.nl")
    assert (models.Invitation.objects.count(), models.QueuedMail.objects.count()) == (30, 30)


@pytest.mark.django_db(transaction=True)
def test_several_workers_send_each_letter_once(mailoutbox):
    user = models.User.objects.create(login="ans", name="Ans", email="ans@club.nl")
    until = timezone.now() + timedelta(hours=1)
    for _ in range(8):
        link = models.LogInLink.objects.create(user=user, email=user.email, expires=until)
        mail_queue.queue(kind="log in", user=user, to=user.email, link=link)
    left = do_at_once([letters.deliver] * 4)
    assert (sum(left), len(mailoutbox), models.QueuedMail.objects.count()) == (8, 8, 0)
    assert len({letter.extra_headers["Message-ID"] for letter in mailoutbox}) == 8


@pytest.mark.django_db(transaction=True)
def test_postman_sends_beside_the_page_and_rests_when_nothing_waits(mailoutbox):
    user = models.User.objects.create(login="ans", name="Ans", email="ans@club.nl")
    expires = timezone.now() + timedelta(hours=1)
    confirmation = models.EmailConfirmation.objects.create(
        user=user, email="a@club.nl", expires=expires
    )
    mail_queue.queue(kind="confirm", user=user, to="a@club.nl", confirmation=confirmation)
    postman = letters.MailThread()
    postman.wake().join(20)
    assert [letter.to for letter in mailoutbox] == [["a@club.nl"]]
    mail_queue.queue(kind="moved", user=user, to="b@club.nl")
    postman.wake().join(20)
    assert [letter.to for letter in mailoutbox] == [["a@club.nl"], ["b@club.nl"]]


class Smtp(StreamRequestHandler):
    """As much of a mail server as one letter takes."""

    def handle(self):
        self.wfile.write(b"220 here\r\n")
        for line in self.rfile:
            if line.upper() == b"DATA\r\n":
                self.wfile.write(b"354 go on\r\n")
                self.server.taken += iter(self.rfile.readline, b".\r\n")
            self.wfile.write(b"250 ok\r\n")


@pytest.mark.wide
@pytest.mark.django_db(transaction=True)
def test_what_waited_when_the_site_was_stopped_leaves_once_it_is_started(tmp_path):
    user = models.User.objects.create(login="ans", name="Ans", email="ans@club.nl")
    mail_queue.queue(kind="moved", user=user, to="b@club.nl")
    site = servers.Server(tmp_path)
    with TCPServer(("127.0.0.1", 0), Smtp) as smtp:
        smtp.taken = []
        Thread(target=smtp.handle_request, daemon=True).start()
        site.env |= {"STREEPJE_MAIL": f"smtp://127.0.0.1:{smtp.server_address[1]}"}
        site.env |= {"STREEPJE_MAIL_FROM": "streepje@club.example"}
        site.env |= {"STREEPJE_URL": "https://club.example"}
        try:
            site.start()
            wait(lambda: not models.QueuedMail.objects.exists(), "the letter stays", site.log)
        finally:
            site.kill()
    assert b"To: b@club.nl\r\n" in smtp.taken


def test_letter_that_was_put_by_a_clock_far_ahead_leaves_all_the_same(ans):
    ask()
    models.QueuedMail.objects.update(due=timezone.now() + timedelta(days=3650))
    assert mail_queue.claim() is not None
    assert mail_queue.claim() is None  # held by who sends it
