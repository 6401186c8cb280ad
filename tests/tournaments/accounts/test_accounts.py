from datetime import timedelta
from functools import partial

import pytest
from django.contrib.auth.hashers import PBKDF2PasswordHasher, get_hasher
from django.db import connection
from django.db.models import F

from tests.tournaments.evenings import refused
from tournaments import links, models
from tournaments.accounts import accounts, invitations, lifetimes, login_links, throttle
from tournaments.club import clubs, first_club
from tournaments.files.exports import personal_data
from tournaments.forms.accounts import AccountForm
from tournaments.members import erasure

PASSWORD = "drie losse woorden"
HALL, HOME = "192.0.2.1", "192.0.2.2"


def make(login="ans", email=""):
    user = accounts.create_account(name=login.title(), login=login, password="drie losse woorden")
    models.User.objects.filter(pk=user.pk).update(email=email)
    user.refresh_from_db()
    return user


def mailed(who="ans", ip=HALL):
    return [link.email for link in login_links.mail_links(who=who, ip=ip)]


def later(**time):
    models.LoginAttempt.objects.update(last=F("last") - timedelta(**time))
    for model in (models.LogInLink, models.EmailConfirmation):
        model.objects.update(expires=F("expires") - timedelta(**time))


@pytest.mark.parametrize("who", ["ans", " ANS ", "ans@club.nl", "Ans@Club.nl"])
def test_link_goes_to_the_confirmed_address(who):
    make(email="ans@club.nl")
    assert mailed(who) == ["ans@club.nl"]


def test_no_letter_without_a_confirmed_address():
    user = make("ans@club.nl")
    accounts.ask_address(user=user, email="ans@club.nl", ip=HALL)
    make("bob", "bob@club.nl")
    models.User.objects.filter(login="bob").update(is_active=False)
    assert [mailed(who) for who in ("ans@club.nl", "bob", "nobody", "")] == [[], [], [], []]


def test_two_who_share_an_address_get_a_letter_each():
    make("ans", "samen@club.nl")
    make("bob", "samen@club.nl")
    links = login_links.mail_links(who="samen@club.nl", ip=HALL)
    assert [link.user.login for link in links] == ["ans", "bob"]


def handed_link(user):
    """By the owner of a club, to a helper."""
    owner = {"owner_name": "Els", "login": "els", "password": "drie losse woorden"}
    club, els = clubs.create_club_with_owner(name="De Hoop", slug="de-hoop", **owner)
    role = models.Role.objects.create(club=club, user=user, kind="helper")
    return login_links.create_login_link(role=role, by=els)


def test_mailed_link_is_short_lived():
    make(email="ans@club.nl")
    (link,) = login_links.mail_links(who="ans", ip=HALL)
    later(minutes=9)
    link.refresh_from_db()
    assert login_links.is_valid(link)
    later(minutes=1)
    assert refused(login_links.use_link, link=link, password="") == ["C43"]
    mailed("somebody else")
    assert models.LogInLink.objects.exists()  # for whoever opens it late
    later(hours=1)
    mailed("somebody else")
    assert not models.LogInLink.objects.exists()


def test_newer_letter_ends_the_link_of_the_former_one_and_takes_it_out_of_the_queue(settings):
    settings.MAIL = True
    make(email="ans@club.nl")
    make("bob", "bob@club.nl")
    (bobs,) = login_links.mail_links(who="bob", ip=HALL)
    first, second = (login_links.mail_links(who="ans", ip=HALL)[0] for _ in range(2))
    assert refused(login_links.use_link, link=first, password="") == ["C43"]
    assert {letter.link for letter in models.QueuedMail.objects.all()} == {bobs, second}
    assert login_links.use_link(link=second, password="").login == "ans"
    assert login_links.use_link(link=bobs, password="").login == "bob"


def test_who_has_to_wait_for_another_letter_keeps_the_link_of_the_last():
    make(email="ans@club.nl")
    *_, last = (login_links.mail_links(who="ans", ip=HALL) for _ in range(3))
    assert mailed() == []
    assert login_links.use_link(link=last[0], password="").login == "ans"


def test_another_letter_goes_only_where_the_first_one_went():
    user = make(email="ans@club.nl")
    (link,) = login_links.mail_links(who="ans", ip=HALL, then="/de-hoop/")
    given = {"ip": HALL, "asked_with": "Firefox, Linux"}
    another = login_links.mail_another(link=link, **given)
    assert (another.user, another.then, another.asked_with) == (user, "/de-hoop/", "Firefox, Linux")
    user.email = "ander@club.nl"
    user.save()
    for stale in models.LogInLink.objects.all():
        assert login_links.mail_another(link=stale, **given) is None
    assert login_links.mail_another(link=handed_link(user), **given) is None


def test_one_use_ends_all_links_of_that_account():
    user = make(email="ans@club.nl")
    make("bob", "bob@club.nl")
    (link,) = login_links.mail_links(who="ans", ip=HALL)
    handed = handed_link(user)
    mailed("bob")
    assert login_links.use_link(link=link, password="") == user
    for old in (link, handed):
        assert refused(login_links.use_link, link=old, password="") == ["C43"]
    assert models.LogInLink.objects.get().user.login == "bob"


def test_letters_slow_down_from_one_place_and_from_many_and_never_stop():
    make("bob", "bob@club.nl")
    sent = [len(mailed("bob", f"198.51.100.{n}")) for n in range(10)]
    assert sent == [1] * 6 + [0] * 4
    make("cor", "cor@club.nl")  # by name and by address are counted together
    assert [len(mailed(who)) for who in ("cor", "cor@club.nl") * 2] == [1, 1, 1, 0]
    make(email="ans@club.nl")
    assert sum(len(mailed()) for _ in range(10)) == 3
    for _ in range(20):
        later(minutes=8)
        assert len(mailed()) == 1


def test_who_has_to_wait_for_a_letter_has_one_that_works():
    longest = max(pace.most for pace in throttle.PACES["letter"])
    assert timedelta(seconds=longest) < lifetimes.LETTER_WORKS


def test_tries_with_a_password_are_counted_apart():
    make(email="ans@club.nl")
    for _ in range(20):
        throttle.count_attempt(login="ans", ip=HALL)
    assert mailed() == ["ans@club.nl"]
    assert throttle.count_attempt(login="ans", ip=HOME) == 0


def test_only_the_last_question_counts_and_not_for_long():
    user = make()
    first = accounts.ask_address(user=user, email="een@club.nl", ip=HALL)
    last = accounts.ask_address(user=user, email="twee@club.nl", ip=HALL)
    assert refused(accounts.confirm, confirmation=first) == ["C43"]
    later(days=1)
    assert refused(accounts.confirm, confirmation=last) == ["C43"]


def test_nobody_sends_letters_to_strangers_without_end():
    ans, bob = make("ans"), make("bob")
    ask = {"verb": accounts.ask_address, "ip": HALL}
    for n in range(3):
        accounts.ask_address(user=ans, email=f"ander{n}@club.nl", ip=HALL)
    assert refused(**ask, user=ans, email="ander4@club.nl") == ["C72"]
    for _ in range(2):
        accounts.ask_address(user=bob, email="ander0@club.nl", ip=HOME)
    assert refused(**ask, user=make("cor"), email="ander0@club.nl") == ["C72"]


def test_address_that_is_dropped_leaves_no_way_in():
    user = make(email="ans@club.nl")
    mailed()
    confirmation = accounts.ask_address(user=user, email="ander@club.nl", ip=HALL)
    assert accounts.drop_address(user=user) == "ans@club.nl"
    assert refused(accounts.confirm, confirmation=confirmation) == ["C43"]
    assert (models.LogInLink.objects.count(), models.User.objects.get().email) == (0, "")


@pytest.mark.parametrize("verb", [accounts.change_password, accounts.log_out_elsewhere])
def test_sessions_and_links_under_way_end_together(verb):
    user = make(email="ans@club.nl")
    before = user.get_session_auth_hash()
    mailed()
    given = {"password": "heel anders dan"} if verb is accounts.change_password else {}
    verb(user=user, **given)
    assert models.User.objects.get().get_session_auth_hash() != before
    assert not models.LogInLink.objects.exists()


def test_account_data_are_all_there_is(settings):
    settings.MAIL = True
    user = make(email="ans@club.nl")
    accounts.ask_address(user=user, email="nieuw@club.nl", ip=HALL)
    own_data = personal_data.collect_account_data(user)
    assert (own_data["login"], own_data["email"]) == ("ans", "ans@club.nl")
    assert own_data["email_to_confirm"] == "nieuw@club.nl"
    assert [letter["to"] for letter in own_data["letters_waiting"]] == ["nieuw@club.nl"]
    inner = {"id", "password", "is_active", "session_version"}
    fields = {field.name for field in models.User._meta.concrete_fields} - inner
    assert fields == set(own_data) - {
        *("clubs", "email_to_confirm", "letters_waiting", "let_in_by_links", "second_step")
    }


def test_erased_account_leaves_nothing_of_its_own():
    user = make(email="ans@club.nl")
    mailed()
    accounts.ask_address(user=user, email="nieuw@club.nl", ip=HALL)
    erasure.erase_account(user=user)
    for model in (models.User, models.LogInLink, models.EmailConfirmation):
        assert not model.objects.exists()
    assert "club.nl" not in str(models.LoginAttempt.objects.values_list())


def test_what_is_done_to_an_account_is_in_the_log_by_number_alone(client, caplog):
    user = accounts.create_account(name="Ans Vos", login="ans", password=PASSWORD)
    caplog.set_level("INFO", logger="tournaments")
    client.post("/login/", {"username": "ans", "password": "wrong"})
    client.post("/login/", {"username": "ans", "password": PASSWORD})
    login_links.use_link(link=handed_link(user), password="heel anders dan")
    accounts.change_password(user=user, password=PASSWORD)
    accounts.log_out_elsewhere(user=user)
    ours = [record for record in caplog.records if record.name.startswith("tournaments")]
    said = [(our.getMessage(), getattr(our, "user", "")) for our in ours]
    assert said == [
        ("log-in refused", ""),
        ("logged in by a password", user.pk),
        ("a link to log in was handed over", user.pk),
        ("logged in by a link", user.pk),
        ("another password", user.pk),
        ("logged out elsewhere", user.pk),
    ]
    visitors = {our.visitor for our in ours if hasattr(our, "visitor")}
    assert [len(word) for word in visitors] == [8]


@pytest.mark.parametrize(
    ("password", "codes"),
    [
        *(
            (word, ["password_own_word"])
            for word in ("Streepje2026!", "rummikub99", "Wacht-woord-1")
        ),
        ("streepje onder de appelboom", []),
    ],
)
def test_word_that_is_tried_first_at_a_club_is_no_password(password, codes):
    form = AccountForm({"owner_name": "A", "login": "a", "password": password})
    form.is_valid()
    told = [code for _field, refusals in form.fields_with_errors() for code, _words in refusals]
    assert told == codes


def test_long_password_counts_to_its_last_character(client):
    password = " Überlang " * 10
    accounts.create_account(name="Ans", login="ans", password=password)
    for typed in (password[:-1], password.strip(), password.lower()):
        client.post("/login/", {"username": "ans", "password": typed})
        assert "_auth_user_id" not in client.session
    client.post("/login/", {"username": "ans", "password": password})
    assert "_auth_user_id" in client.session


def test_password_is_kept_as_a_slow_hash():
    user = accounts.create_account(name="Ans", login="ans", password=PASSWORD)
    algorithm, _rounds, salt, hashed = user.password.split("$")
    assert (algorithm, len(salt) >= 22, len(hashed)) == ("pbkdf2_sha256", True, 44)
    assert PASSWORD not in user.password


@pytest.mark.django_db(transaction=True)
def test_nobody_waits_while_a_password_is_hashed(client, monkeypatch):
    """On every page that takes a password: on SQLite, nobody else can save in a transaction."""
    inside = []

    def encode(hasher, *given, **more):
        inside.append(connection.in_atomic_block)
        return PBKDF2PasswordHasher.encode(hasher, *given, **more)

    def send(path, **given):
        inside.clear()
        assert client.post(path, given).status_code == 302
        assert inside and not any(inside), path

    monkeypatch.setattr(get_hasher(), "encode", partial(encode, get_hasher()))
    ans = {"owner_name": "Ans", "login": "ans", "password": PASSWORD}
    send("/new-club/", name="De Hoop", slug="de-hoop", code=first_club.make_code(), **ans)
    club, owner = models.Club.objects.get(), models.User.objects.get()
    client.logout()
    invitation = invitations.invite(club=club, kind="helper", name="Bob", by=owner)
    send(f"/join/{links.make_key(invitation)}/", **ans | {"login": "bob"})
    send("/account/", do="password", current=PASSWORD, password="vier losse woorden")
    client.logout()
    link = login_links.create_login_link(role=models.Role.objects.get(user__login="bob"), by=owner)
    send(f"/log-in/{links.make_key(link)}/", password="vijf losse woorden")
    client.logout()
    send("/login/", username="bob", password="vijf losse woorden")
