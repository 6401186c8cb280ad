"""Logging in with a second step, and its pages; with what an attacker would try who knows the
password, or sits at an open laptop.
"""

import html
import re
import time

import pytest
from django.conf import settings as site
from django.core import signing
from django.test import Client

from tests.tournaments.accounts.test_second_step import NONCE, PASSWORD, code, person
from tests.tournaments.authenticator import Phone
from tournaments import links
from tournaments.accounts import (
    accounts,
    login_links,
    passkeys,
    second_step,
    step_session,
    throttle,
)
from tournaments.models import AccessLogEntry, LoginAttempt, LogInLink, PaperCode, Passkey, User

pytestmark = pytest.mark.usefixtures("stopped_clock")
LOG_IN = {"username": "ans", "password": PASSWORD}
SECOND = "/login/second/"
MEMBERS = "/de-hoop/members/"
PASSKEY = "/account/second/passkey/"


@pytest.fixture
def paper(ans):
    return second_step.add_app(user=ans, nonce=NONCE, code=code(ans, -1))


@pytest.fixture
def browser():
    return Client(headers={"accept-language": "en"})


def words(answer):
    return html.unescape(re.sub(r"\s+", " ", answer.content.decode()))


def problems(answer):
    return re.findall(r'data-number="(\w+)"', answer.content.decode())


def is_in(client):
    return client.get(MEMBERS).status_code == 200


def half(client, **more):
    assert client.post("/login/", LOG_IN | more)["Location"] == SECOND
    return client


def session(client):
    return client.cookies[site.SESSION_COOKIE_NAME].value


# Logging in


def test_password_and_then_a_code_of_the_app(browser, ans, paper):
    half(browser, next=MEMBERS)
    assert "open the app" in words(browser.get(SECOND))
    assert problems(browser.post(SECOND, {"step": "000000"})) == ["C300"]
    assert problems(browser.post(SECOND, {"step": " "})) == ["required"]
    assert not is_in(browser)
    assert browser.post(SECOND, {"step": code(ans)})["Location"] == MEMBERS
    assert is_in(browser)


def test_password_and_then_a_code_on_paper_tells_how_many_are_left(browser, ans, paper):
    half(browser, next=MEMBERS)
    assert "Code on paper" in words(browser.get(f"{SECOND}?paper"))
    address = browser.post(SECOND, {"step": paper[3]})["Location"]
    page = words(browser.get(address))
    assert "9 are left" in page
    assert f'href="{MEMBERS}"' in page
    assert is_in(browser)


@pytest.mark.parametrize("demo", [False, True])
def test_only_owner_who_lost_everything_is_told_the_line_to_type(
    browser, ans, paper, settings, demo
):
    settings.DEMO = demo
    line = "python3 manage.py secondstep ans --off"
    half(browser)
    assert line not in words(browser.get(SECOND))  # first the paper
    assert (line in words(browser.get(f"{SECOND}?paper"))) != demo


def test_every_log_in_starts_a_new_session_in_both_steps(browser, ans, paper):
    planted = browser.session.session_key  # which is there already
    half(browser)
    first = session(browser)
    browser.post(SECOND, {"step": code(ans)})
    assert len({planted, first, session(browser)}) == 3
    old = Client()
    for key in (planted, first):
        old.cookies[site.SESSION_COOKIE_NAME] = key
        assert not is_in(old)


# What an attacker tries who knows the password


@pytest.mark.parametrize(
    "path",
    ["/", "/account/", "/account/second/", "/account/second/app/", MEMBERS, "/de-hoop/people/"],
)
def test_no_other_address_lets_in_who_took_the_first_step_alone(browser, ans, paper, path):
    half(browser)
    answer = browser.get(path)
    assert (path == "/" and b"logout" not in answer.content) or "/login/" in answer["Location"]
    posted = browser.post("/account/second/remove/app/", {"step": "000000"})
    assert posted["Location"].startswith("/login/")
    assert second_step.is_on(ans)


def test_letter_asks_for_the_second_step_too_and_sets_no_password_without(
    browser, ans, paper, mail
):
    User.objects.update(email="ans@club.nl")
    browser.post("/login/link/", {"who": "ans"})
    path = re.search(r"https://club\.example(/\S+)", mail[0].body)[1]
    assert "asks a second step" in words(browser.get(path))
    for given in ({}, {"step": "000000"}, {"passkey": "{}"}):
        assert problems(browser.post(path, {"password": "vier heel losse woorden"} | given))
    assert (is_in(browser), LogInLink.objects.count()) == (False, 1)
    ans.refresh_from_db()
    assert ans.check_password(PASSWORD)
    given = {"password": "vier heel losse woorden", "step": code(ans)}
    assert browser.post(path, given).status_code == 302
    ans.refresh_from_db()
    assert (is_in(browser), ans.check_password("vier heel losse woorden")) == (True, True)


def test_link_that_an_organiser_hands_over_asks_for_it_too(browser, club, ans):
    role = person(club, "Bob", "organiser")
    codes = second_step.add_app(user=role.user, nonce=NONCE, code=code(role.user, -1))
    path = f"/log-in/{links.make_key(login_links.create_login_link(role=role, by=ans))}/"
    assert problems(browser.post(path, {"password": ""})) == ["required"]
    assert not is_in(browser)
    assert browser.post(path, {"password": "", "step": codes[0]}).status_code == 302
    assert is_in(browser)


@pytest.fixture
def patient(monkeypatch):
    """Who guesses waits long, however slow the tests are."""
    longer = tuple(pace._replace(first=900) for pace in throttle.PACES["second"])
    monkeypatch.setitem(throttle.PACES, "second", longer)


@pytest.mark.usefixtures("patient")
def test_guessing_gets_slow_from_one_place_and_from_many(browser, ans, paper):
    half(browser)
    tried = [problems(browser.post(SECOND, {"step": f"{n:06}"})) for n in range(7)]
    assert tried == [["C300"]] * 5 + [["too_often"]] * 2
    assert problems(browser.post(SECOND, {"step": code(ans)})) == ["too_often"]
    LoginAttempt.objects.all().delete()
    elsewhere = [Client(REMOTE_ADDR=f"192.0.2.{n}") for n in range(12)]
    tried = [problems(half(place).post(SECOND, {"step": "000000"}))[0] for place in elsewhere]
    assert tried == ["C300"] * 10 + ["too_often"] * 2


@pytest.mark.usefixtures("patient")
def test_who_guesses_is_told_on_in_one_letter(browser, ans, paper, mail):
    User.objects.update(email="ans@club.nl")
    half(browser)
    for number in range(9):
        browser.post(SECOND, {"step": f"{number:06}"})
    (letter,) = mail
    assert letter.to == ["ans@club.nl"]
    assert "wrong codes" in letter.body


def test_browser_drops_its_pages_at_the_end_of_a_log_in(browser, ans):
    for secure, header in ((True, '"cache"'), (False, None)):
        browser.force_login(ans)
        assert browser.post("/logout/", secure=secure).get("Clear-Site-Data") == header


def test_log_in_by_the_password_takes_no_guess_back(ans, paper):
    for _ in range(12):
        throttle.count_attempt(login="ans", ip="", what="second")
        throttle.forget_failures(login="ans", ip="")
    assert throttle.count_attempt(login="ans", ip="", what="second")


def test_first_step_holds_for_a_while_and_until_the_account_changes(
    browser, ans, paper, monkeypatch
):
    half(browser)
    now = time.time()
    for later in (step_session.WAITS + 1, -10):
        monkeypatch.setattr(step_session.time, "time", lambda at=now + later: at)
        assert browser.get(SECOND)["Location"] == "/login/"
    monkeypatch.undo()
    accounts.change_password(user=ans, password="vier heel losse woorden")
    assert browser.post(SECOND, {"step": code(ans)})["Location"] == "/login/"
    half(browser, password="vier heel losse woorden")
    accounts.set_active(user=ans, active=False)
    assert browser.post(SECOND, {"step": code(ans)})["Location"] == "/login/"
    assert Client().get(SECOND)["Location"] == "/login/"


def test_second_step_of_one_account_opens_no_other(browser, club, ans, paper):
    bob = person(club, "Bob", "helper").user
    second_step.add_app(user=bob, nonce=NONCE, code=code(bob, -1))
    half(browser)
    for typed in (code(bob), code(bob, 1)):
        assert problems(browser.post(SECOND, {"step": typed, "user": bob.pk})) == ["C300"]
    half(browser, username="bob")
    assert browser.post(SECOND, {"step": code(bob)}).status_code == 302
    assert "Bob" in words(browser.get("/account/"))


def test_another_site_neither_adds_nor_ends_one(ans):
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(ans)
    for path in ("app/", "passkey/", "paper/", "remove/app/", "prove/"):
        assert strict.post(f"/account/second/{path}", {"code": code(ans)}).status_code == 403
    assert strict.post("/de-hoop/people/second/", {"asks": "on"}).status_code == 403


# What somebody tries who sits at an open laptop


@pytest.fixture
def open_laptop(browser, ans):
    browser.force_login(ans)
    return browser


@pytest.mark.parametrize("path", ["app/", "passkey/", "paper/", "remove/app/"])
def test_nothing_changes_without_the_password_once_more(open_laptop, ans, paper, path):
    open_laptop.force_login(ans)
    for answer in (
        open_laptop.get(f"/account/second/{path}"),
        open_laptop.post(f"/account/second/{path}", {"code": code(ans), "step": paper[0]}),
    ):
        assert answer["Location"].startswith("/account/second/prove/?next=")
    assert PaperCode.objects.count() == 10


def test_password_alone_is_not_enough_where_there_is_a_second_step(open_laptop, ans, paper):
    open_laptop.force_login(ans)
    prove = "/account/second/prove/?next=/account/second/paper/"
    assert problems(open_laptop.post(prove, {"current": PASSWORD})) == ["required"]
    wrong = open_laptop.post(prove, {"current": "wrong", "step": paper[0]})
    assert problems(wrong) == ["wrong_password"]  # and the code on paper is not used up
    proved = open_laptop.post(prove, {"current": PASSWORD, "step": paper[0]})
    assert proved["Location"] == "/account/second/paper/"


def test_proof_holds_for_a_while_and_for_that_account(open_laptop, club, ans, monkeypatch):
    prove = {"current": PASSWORD}
    away = "/account/second/prove/?next=https://elsewhere.example/"
    before = open_laptop.session.session_key
    assert open_laptop.post(away, prove)["Location"] == "/account/second/"
    assert open_laptop.session.session_key != before
    assert open_laptop.get("/account/second/app/").status_code == 200
    later = time.time() + step_session.FRESH + 1
    monkeypatch.setattr(step_session.time, "time", lambda: later)
    assert open_laptop.get("/account/second/app/").status_code == 302
    sent = open_laptop.post("/account/second/app/", {"code": "123456"})
    assert sent["Location"] == "/account/second/prove/?next=/account/second/app/%3Fagain"
    back = open_laptop.post(sent["Location"], prove, follow=True)
    assert "was not used" in words(back)


def test_ending_it_takes_a_code_even_right_after_logging_in(browser, ans, paper):
    half(browser).post(SECOND, {"step": code(ans)})
    path = "/account/second/remove/app/"
    page = words(browser.get(path))
    assert "your password is enough" in page and "Take the app off</h1>" in page
    assert problems(browser.post(path, {})) == ["required"]
    assert second_step.is_on(ans)
    assert browser.post(path, {"step": paper[0]})["Location"] == "/account/second/"
    assert not second_step.is_on(ans)


def test_what_is_not_on_the_list_is_not_taken_off(browser, club, ans, paper):
    bob = person(club, "Bob", "helper").user
    his = Passkey.objects.create(
        user=bob, name="His", host="localhost", credential="A", public_key=b""
    )
    half(browser).post(SECOND, {"step": code(ans)})
    for what in (his.pk, 0, "x"):
        path = f"/account/second/remove/{what}/"
        assert browser.post(path, {"step": paper[0]}).status_code == 404
    assert Passkey.objects.count() == 1


# Setting it up


def test_app_is_added_right_after_logging_in(browser, ans):
    browser.post("/login/", LOG_IN)
    other = Client()
    other.force_login(ans)
    page = words(browser.get("/account/second/app/?next=/de-hoop/"))
    nonce = browser.session[step_session.NEW_APP]["nonce"]
    secret = second_step.compute_app_secret(ans, nonce)
    assert f"secret={secret}" in page
    assert " ".join(re.findall("....", secret)) in page
    assert words(browser.get("/account/second/app/")).count(secret)  # loaded again: the same
    wrong = browser.post("/account/second/app/?next=/de-hoop/", {"code": "000000"})
    assert problems(wrong) == ["C306"]
    assert secret in words(wrong)
    done = browser.post("/account/second/app/?next=/de-hoop/", {"code": code(ans, nonce=nonce)})
    codes = re.findall("<code>(.{11})</code>", words(done))
    assert len(codes) == 10
    assert 'href="/de-hoop/"' in words(done)
    assert "no-store" in done["Cache-Control"]
    assert (is_in(browser), is_in(other)) == (True, False)
    assert second_step.check(user=ans, code=codes[0])
    assert browser.get("/account/second/app/")["Location"] == "/account/second/"
    assert not any(code in words(browser.get("/account/second/")) for code in codes)


def test_new_codes_for_paper_are_shown_once(browser, ans, paper):
    half(browser).post(SECOND, {"step": code(ans)})
    assert "10 codes" in words(browser.get("/account/second/paper/"))
    codes = re.findall("<code>(.{11})</code>", words(browser.post("/account/second/paper/")))
    assert len(codes) == 10
    assert not set(codes) & set(paper)
    browser.post("/account/second/remove/app/", {"step": codes[0]})
    assert browser.get("/account/second/paper/")["Location"] == "/account/second/"


def test_page_says_where_passkeys_work(browser, ans, monkeypatch):
    browser.force_login(ans)
    assert "Add this phone" in words(browser.get("/account/second/", HTTP_HOST="localhost"))
    plain = words(browser.get("/account/second/", HTTP_HOST="127.0.0.1:8000"))
    assert "Here it is http://127.0.0.1:8000" in plain
    browser.post("/login/", LOG_IN)
    assert browser.get(PASSKEY, HTTP_HOST="127.0.0.1")["Location"] == "/account/second/"
    monkeypatch.setattr(passkeys, "is_installed", lambda: False)
    missing = words(browser.get("/account/second/", HTTP_HOST="localhost"))
    assert "does not have the part" in missing
    assert browser.get(PASSKEY, HTTP_HOST="localhost")["Location"] == "/account/second/"


def begin_passkey(browser):
    browser.post("/login/", LOG_IN)
    browser.get(PASSKEY)
    return browser.session[step_session.CHALLENGE]["value"]


def test_passkey_is_added_and_logs_in_and_its_challenge_works_once(ans):
    browser, phone = Client(HTTP_HOST="localhost"), Phone()
    answer = phone.make(begin_passkey(browser))
    done = browser.post(PASSKEY, {"name": "My phone", "answer": answer})
    assert len(re.findall("<code>", words(done))) == 10
    assert problems(browser.post(PASSKEY, {"name": "Again", "answer": answer})) == ["C302"]
    assert is_in(browser)

    other = half(Client(HTTP_HOST="localhost"))
    assert 'data-passkey="get"' in other.get(SECOND).content.decode()
    answer = phone.use(other.session[step_session.CHALLENGE]["value"])
    assert other.post(SECOND, {"passkey": answer})["Location"] == "/de-hoop/"
    assert is_in(other)
    third = half(Client(HTTP_HOST="localhost"))
    third.get(SECOND)
    assert problems(third.post(SECOND, {"passkey": answer})) == ["C302"]
    assert not is_in(third)


def test_who_comes_by_another_address_than_that_of_the_passkey_takes_the_paper(ans):
    there = Client(HTTP_HOST="localhost")
    answer = Phone().make(begin_passkey(there))
    page = there.post(PASSKEY, {"name": "My phone", "answer": answer})
    (typed, *_) = re.findall("<code>(.{11})</code>", words(page))
    hall = half(Client(headers={"accept-language": "en"}, HTTP_HOST="127.0.0.1:8000"))
    page = words(hall.get(SECOND))
    assert "works at localhost only" in page
    assert "data-passkey" not in page
    assert hall.post(SECOND, {"step": typed}).status_code == 302
    assert is_in(hall)


def test_old_challenge_is_none(ans, monkeypatch):
    browser = Client(HTTP_HOST="localhost")
    answer = Phone().make(begin_passkey(browser))
    late = time.time() + step_session.KEPT + 1
    monkeypatch.setattr(step_session.time, "time", lambda: late)
    monkeypatch.setattr(step_session, "FRESH", 10**6)
    sent = browser.post(PASSKEY, {"name": "My phone", "answer": answer})
    assert problems(sent) == ["C302"]


# Of a club


def test_owner_asks_it_of_who_runs_the_club_and_no_longer(browser, club, ans):
    browser.force_login(ans)
    page = words(browser.get("/de-hoop/people/"))
    assert 'Without one so far: <span translate="no">Ans</span>' in page
    browser.post("/de-hoop/people/second/", {"asks": "on"})
    assert "Ask it no longer" in words(browser.get("/de-hoop/people/"))
    browser.post("/de-hoop/people/second/")
    page = words(browser.get("/de-hoop/people/"))
    assert "no second step is asked any more" in page
    assert "a second step is asked of who runs the club" in page


def test_who_has_to_set_it_up_is_led_there_after_the_password(browser, club, ans):
    browser.force_login(ans)
    browser.post("/de-hoop/people/second/", {"asks": "on"})
    browser.post("/logout/")
    address = browser.post("/login/", LOG_IN | {"next": MEMBERS})["Location"]
    assert address == "/account/second/?next=%2Fde-hoop%2Fmembers%2F"
    assert browser.get("/account/second/app/").status_code == 200  # no password once more
    assert not is_in(browser)


def test_owner_ends_that_of_somebody_with_the_own_password(browser, club, ans):
    role = person(club, "Bob", "organiser")
    second_step.add_app(user=role.user, nonce=NONCE, code=code(role.user, -1))
    browser.force_login(ans)
    path = f"/de-hoop/people/{role.pk}/second/"
    assert path in words(browser.get(f"/de-hoop/people/{role.pk}/"))
    assert problems(browser.post(path, {"current": "wrong"})) == ["wrong_password"]
    assert second_step.is_on(role.user)
    assert browser.post(path, {"current": PASSWORD})["Location"] == f"/de-hoop/people/{role.pk}/"
    assert not second_step.is_on(role.user)
    assert AccessLogEntry.objects.filter(kind="reset", user=role.user, by=ans).exists()
    assert "second step of Bob ended" in words(browser.get("/de-hoop/people/"))


def test_no_secret_is_in_the_session_the_browser_holds(browser, ans, paper):
    """The cookie is a key to the row on the server, and not the row."""
    half(browser)
    with pytest.raises(signing.BadSignature):
        signing.loads(session(browser))
