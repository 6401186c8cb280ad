import html
import re

import pytest
from django.conf import settings as site
from django.test import Client
from django.utils import timezone

from tournaments.accounts import lifetimes, sessions
from tournaments.accounts import mail as letters
from tournaments.club import clubs
from tournaments.models import EmailConfirmation, LoginAttempt, LogInLink, Role, User

PASSWORD = "drie losse woorden"
OWNER = {"owner_name": "Ans", "login": "ans", "password": PASSWORD}


@pytest.fixture
def ans(mail):
    clubs.create_club_with_owner(name="De Hoop", slug="de-hoop", **OWNER)
    User.objects.update(email="ans@club.nl")
    return User.objects.get()


def words(answer):
    return re.sub(r"\s+", " ", answer.content.decode())


def link_in(letter):
    return re.search(r"https://club\.example(/\S+)", letter.body)[1]


def main(answer):
    shown = re.search(r"(?s)<main.*</main>", answer.content.decode())[0]
    return re.sub(r'csrfmiddlewaretoken" value="\w+"', "", shown)


# A link by e-mail


def test_letter_logs_in_once_on_whatever_device(client, ans, mailoutbox):
    client.post("/login/link/", {"who": "Ans@club.nl"})
    (letter,) = mailoutbox
    assert (letter.to, "Ans" in letter.body) == (["ans@club.nl"], True)
    assert len(letter.body.splitlines()) < 10
    path, phone = link_in(letter), Client()
    phone.get(path)
    phone.head(path)
    assert phone.get("/de-hoop/members/").status_code == 302
    assert LogInLink.objects.exists()
    assert phone.post(path, {"password": ""})["Location"] == "/de-hoop/"
    assert phone.get("/de-hoop/members/").status_code == 200
    assert client.get(path).status_code == client.post(path).status_code == 404


@pytest.mark.parametrize(
    ("page", "leads"),
    [
        ("/de-hoop/players/?sort=-name", "/de-hoop/players/?sort=-name"),
        *((there, "/de-hoop/") for there in ("https://elsewhere.example/", "//elsewhere.example/")),
        *((there, "/de-hoop/") for there in ("/\\\\elsewhere.example/", "javascript:alert(1)")),
    ],
)
def test_letter_leads_back_to_the_page_it_was_asked_from(client, ans, mailoutbox, page, leads):
    log_in = client.get("/login/", {"next": page}).content.decode()
    ask = re.search(r'href="(/login/link/[^"]*)"', log_in)[1]
    client.get(client.post(html.unescape(ask), {"who": "ans"})["Location"])
    phone = Client()
    assert phone.post(link_in(mailoutbox[0]), {"password": ""})["Location"] == leads


def test_page_that_only_members_see_is_returned_to_but_no_secret_is_told(client, ans):
    hidden = client.get("/de-hoop/players/").content.decode()
    assert 'href="/login/?next=/de-hoop/players/"' in hidden
    assert "next=" not in client.get("/m/abc/").content.decode()
    assert 'href="/login/?next=/de-hoop/"' in client.get("/de-hoop/").content.decode()


def test_session_is_a_new_one_after_a_link(client, ans, mailoutbox):
    session = client.session
    session["basket"] = 1
    session.save()
    before = client.cookies[site.SESSION_COOKIE_NAME] = session.session_key
    client.post("/login/link/", {"who": "ans"})
    client.post(link_in(mailoutbox[0]), {"password": ""})
    cookie = client.cookies[site.SESSION_COOKIE_NAME]
    assert cookie.value not in ("", before)
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")


def test_nobody_is_told_who_is_known(client, ans, mailoutbox):
    responses = [
        client.post("/login/link/", {"who": who}) for who in ("ans", "nobody", "x@club.nl")
    ]
    assert {(response.status_code, response["Location"]) for response in responses} == {
        (302, "/login/link/?sent")
    }
    for _ in range(5):  # nor once there were enough
        again = client.post("/login/link/", {"who": "ans"})
    assert again["Location"] == "/login/link/?sent"
    pages = {main(client.get(response["Location"])) for response in responses}
    assert len(pages) == 1
    assert len(mailoutbox) == 3


def test_link_says_when_and_with_what_it_was_asked_for(client, ans, mailoutbox):
    """On whatever device it is opened, so that nobody uses the link of a stranger's request."""
    firefox = "Mozilla/5.0 (Windows NT 10.0; rv:143.0) Gecko/20100101 Firefox/143.0 <b>"
    client.post("/login/link/", {"who": "ans"}, headers={"user-agent": firefox})
    asked = timezone.localtime(LogInLink.objects.get().expires) - lifetimes.LETTER_WORKS
    page = words(Client(headers={"accept-language": "en"}).get(link_in(mailoutbox[0])))
    assert f"Asked for at {asked:%H:%M} with Firefox, Windows. Was that not you?" in page


def test_link_that_is_over_offers_another_letter_in_one_press(client, ans, mailoutbox, visitor):
    client.post("/login/link/?next=/de-hoop/players/", {"who": "ans"})
    first = link_in(mailoutbox[0])
    LogInLink.objects.update(expires=timezone.now())
    old = visitor.get(first)
    assert (old.status_code, "ans@club.nl" in words(old)) == (404, False)
    assert "Send me a new letter" in words(old)
    assert visitor.post(first, {"another": ""})["Location"] == "/login/link/?sent"
    assert [letter.to for letter in mailoutbox] == [["ans@club.nl"]] * 2
    second = link_in(mailoutbox[1])
    assert visitor.post(second, {"password": ""})["Location"] == "/de-hoop/players/"
    used = visitor.post(first, {"another": ""})
    assert (used.status_code, "Send me" in words(used)) == (404, False)
    assert len(mailoutbox) == 2


def test_as_much_is_asked_of_the_database_for_who_is_unknown(
    client, ans, monkeypatch, django_assert_max_num_queries
):
    monkeypatch.setattr(letters, "wake", lambda: None)  # that is beside the page
    client.post("/login/link/", {"who": "ans"})
    counts = []
    for who in ("ans", "nobody", "nobody"):
        with django_assert_max_num_queries(30) as queries:
            client.post("/login/link/", {"who": who})
        counts.append(len(queries))
    known, _first, unknown = counts
    assert known - unknown <= 2, "the link and its letter, in the same transaction"


def test_link_leads_to_the_site_whatever_name_it_was_asked_by(client, ans, mailoutbox):
    client.post("/login/link/", {"who": "ans"}, headers={"host": "localhost"})
    assert link_in(mailoutbox[0]).startswith("/log-in/")


@pytest.mark.parametrize(
    ("language", "subject"), [("en", "Log in to Streepje"), ("nl", None), ("de", None)]
)
def test_letter_is_in_the_language_of_the_page(client, ans, mailoutbox, language, subject):
    client.cookies[site.LANGUAGE_COOKIE_NAME] = language
    client.post("/login/link/", {"who": "ans"})
    (letter,) = mailoutbox
    assert subject in (None, letter.subject)
    assert "<" not in letter.body


def test_nothing_typed_is_told(client, mail):
    assert 'data-number="required"' in words(client.post("/login/link/", {"who": " "}))
    assert not LoginAttempt.objects.exists()


def test_without_a_mail_server_who_runs_the_club_is_named(client, mailoutbox):
    clubs.create_club_with_owner(name="De Hoop", slug="de-hoop", **OWNER)
    User.objects.update(email="ans@club.nl")
    assert "/login/link/" not in words(client.get("/login/"))
    client.cookies[site.LANGUAGE_COOKIE_NAME] = "en"
    for answer in (client.get("/login/link/"), client.post("/login/link/", {"who": "ans"})):
        assert "Whoever runs your club can give you a link" in words(answer)
        assert "<form" not in main(answer)
    assert mailoutbox == []
    assert not LogInLink.objects.exists()


# One's own account


@pytest.fixture
def own(client, ans):
    client.force_login(ans)
    client.cookies[site.LANGUAGE_COOKIE_NAME] = "en"

    def send(do="", **typed):
        return client.post("/account/", {"do": do, **typed}, follow=True)

    return send


def test_account_page_shows_the_clubs(client, ans, own):
    page = words(client.get("/account/"))
    assert "De Hoop</strong>" in page
    assert ">owner</span>" in page
    assert 'href="/account/"' in words(client.get("/de-hoop/"))


def test_name_is_changed(ans, own):
    assert "Your name is saved." in words(own("name", owner_name=" Ans  Vos "))
    assert User.objects.get().name == "Ans Vos"
    assert 'data-number="required"' in words(own("name", owner_name=""))
    assert 'data-number="C20"' in words(own("name", owner_name="A\u202ens"))


def test_address_is_changed_by_a_letter_to_the_new_one(client, ans, own, mailoutbox):
    typed = {"email": "Nieuw@club.nl", "current": PASSWORD}
    assert "nieuw@club.nl" in words(own("email", **typed))
    (letter,) = mailoutbox
    assert (letter.to, "Ans" in letter.body) == (["nieuw@club.nl"], False)
    path, phone = link_in(letter), Client()
    assert "nieuw@club.nl" in words(phone.get(path))
    assert User.objects.get().email == "ans@club.nl"
    assert phone.post(path).status_code == 200
    assert User.objects.get().email == "nieuw@club.nl"
    assert [letter.to for letter in mailoutbox] == [["nieuw@club.nl"], ["ans@club.nl"]]
    assert phone.get(path).status_code == phone.post(path).status_code == 404


def test_address_takes_the_password(ans, own, mailoutbox):
    wrong = own("email", email="nieuw@club.nl", current="wrong")
    assert 'data-number="wrong_password"' in words(wrong)
    assert 'data-number="required"' in words(own("email", email="nieuw@club.nl", current=""))
    assert 'data-number="invalid"' in words(own("email", email="nieuw", current=PASSWORD))
    assert 'data-number="same_address"' in words(
        own("email", email="ANS@club.nl", current=PASSWORD)
    )
    assert mailoutbox == []
    assert not EmailConfirmation.objects.exists()


def test_address_is_taken_away_and_the_old_one_hears_of_it(ans, own, settings, client, mailoutbox):
    settings.MAIL = False
    assert 'data-number="no_mail"' in words(own("email", email="b@club.nl", current=PASSWORD))
    settings.MAIL = True
    for n in range(3):
        own("email", email=f"a{n}@club.nl", current=PASSWORD)
    assert 'data-number="C72"' in words(own("email", email="b@club.nl", current=PASSWORD))
    mailoutbox.clear()
    own("email", email="", current=PASSWORD)
    assert [letter.to for letter in mailoutbox] == [["ans@club.nl"]]
    settings.MAIL = False
    assert User.objects.get().email == ""
    assert "This site sends no e-mail." in words(client.get("/account/"))


def test_guessing_the_password_of_an_open_session_gets_slow(ans, own):
    for _ in range(5):
        own("password", current="wrong", password="heel anders dan")
    LoginAttempt.objects.update(failures=12)
    answer = own("password", current=PASSWORD, password="heel anders dan")
    assert 'data-number="too_often"' in words(answer)


def test_new_password_logs_out_other_devices_and_not_this_one(client, ans, own):
    other = Client()
    other.force_login(ans)
    before = client.cookies[site.SESSION_COOKIE_NAME].value
    assert 'data-number="password_too_short"' in words(
        own("password", current=PASSWORD, password="kort")
    )
    own("password", current=PASSWORD, password="heel anders dan")
    assert client.get("/account/").status_code == 200
    assert client.cookies[site.SESSION_COOKIE_NAME].value != before
    assert other.get("/account/")["Location"].startswith("/login/")
    assert Client().login(username="ans", password="heel anders dan")


def test_who_has_no_password_is_not_asked_for_one(client, ans, own):
    ans.set_unusable_password()
    ans.save()
    client.force_login(ans)
    own("password", password="heel anders dan")
    assert User.objects.get().check_password("heel anders dan")


def test_log_out_on_other_devices(client, ans, own):
    other = Client()
    other.force_login(ans)
    assert "All other devices are logged out." in words(own("elsewhere"))
    assert client.get("/account/").status_code == 200
    assert other.get("/account/")["Location"].startswith("/login/")


def elsewhere(user):
    """A session of somebody on another device, and what the account's page calls it."""
    other = Client()
    other.force_login(user)
    listed = sessions.list_sessions(user, other.cookies[site.SESSION_COOKIE_NAME].value)
    (name,) = (session.name for session in listed if session.here)
    return other, name


def test_each_session_is_shown_and_ended_with_the_password(client, ans, own):
    phone, name = elsewhere(ans)
    laptop, other = elsewhere(ans)
    assert 'href="?where#where"' in words(client.get("/account/"))
    page = words(client.get("/account/?where"))
    assert (name in page, other in page, page.count('name="session"')) == (True, True, 2)
    thief = Client()
    thief.cookies[site.SESSION_COOKIE_NAME] = name
    assert thief.get("/account/").status_code == 302
    assert 'data-number="wrong_password"' in words(own("session", session=name, current="wrong"))
    assert phone.get("/account/").status_code == 200
    assert "There you are logged out." in words(own("session", session=name, current=PASSWORD))
    assert phone.get("/account/").status_code == 302
    assert laptop.get("/account/").status_code == client.get("/account/").status_code == 200


def test_session_of_somebody_else_or_of_before_is_neither_shown_nor_ended(client, ans, own):
    bob = User.objects.create(login="bob", name="Bob")
    bobs, name = elsewhere(bob)
    _old, old = elsewhere(ans)
    own("elsewhere")
    page = words(client.get("/account/?where"))
    assert (name in page, old in page, "And nowhere else." in page) == (False, False, True)
    assert "There you are" not in words(own("session", session=name, current=PASSWORD))
    sessions.end(user=ans, session=name)
    assert bobs.get("/account/").status_code == 200


def test_account_data_are_for_who_they_are_about(client, ans, own):
    answer = client.get("/account/data/")
    assert answer.json()["email"] == "ans@club.nl"
    assert answer.json()["clubs"] == [{"club": "De Hoop", "part": "owner"}]
    assert "attachment" in answer["Content-Disposition"]


def test_account_is_erased_unless_a_club_would_have_no_owner(client, ans, own):
    page = words(client.post("/account/erase/", {"current": PASSWORD}))
    assert 'data-number="C41"' in page
    bob = User.objects.create(login="bob", name="Bob")
    Role.objects.create(user=bob, club=Role.objects.get().club, kind="owner")
    wrong = words(client.post("/account/erase/", {"current": "wrong"}))
    assert 'data-number="wrong_password"' in wrong
    assert client.post("/account/erase/", {"current": PASSWORD})["Location"] == "/"
    assert [user.login for user in User.objects.all()] == ["bob"]
    assert client.get("/account/").status_code == 302


# Where the log-in leads


@pytest.mark.parametrize(
    ("clubs_of_ans", "query", "leads_to"),
    [
        (1, "", "/de-hoop/"),
        (1, "?next=/de-hoop/members/", "/de-hoop/members/"),
        (2, "", "/"),
        (0, "", "/"),
    ],
)
def test_log_in_leads_to_where_one_came_from_or_to_the_only_club(
    client, ans, clubs_of_ans, query, leads_to
):
    if clubs_of_ans == 2:
        other = clubs.create_club(name="De Boom", slug="boom", owner=ans)
        assert other.roles.filter(user=ans).exists()
    elif clubs_of_ans == 0:
        ans.roles.all().delete()
    answer = client.post(f"/login/{query}", {"username": "ans", "password": PASSWORD})
    assert (answer.status_code, answer["Location"]) == (302, leads_to)
