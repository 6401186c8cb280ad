import json
from dataclasses import replace

import pytest

from tests.tournaments.authenticator import Phone
from tests.tournaments.evenings import refused
from tournaments.accounts import accounts, passkeys, second_step
from tournaments.accounts.passkeys import SiteAddress
from tournaments.models import Passkey

pytestmark = pytest.mark.django_db
HERE = SiteAddress("http://localhost", "localhost")
CHALLENGE = "ab" * 32


@pytest.fixture
def phone():
    return Phone()


def added(user, phone, place=HERE):
    given = {"challenge": CHALLENGE, "answer": phone.make(CHALLENGE), "name": "Phone"}
    return passkeys.add(user=user, place=place, **given)


def checked(user, answer, challenge=CHALLENGE, place=HERE):
    return passkeys.check(user=user, place=place, challenge=challenge, answer=answer)


def check_refused(user, answer, **given):
    given = {"challenge": CHALLENGE, "place": HERE} | given
    assert refused(passkeys.check, user=user, answer=answer, **given) == ["C302"]


@pytest.mark.parametrize(
    ("origin", "host", "works"),
    [
        ("https://club.example", "club.example", True),
        ("http://localhost:8000", "localhost", True),
        ("http://club.example", "club.example", False),
        ("http://127.0.0.1:8000", "127.0.0.1", False),
        ("https://192.168.1.7", "192.168.1.7", False),
        ("https://[::1]", "::1", False),
    ],
)
def test_where_browsers_have_passkeys(origin, host, works):
    assert passkeys.can_work_at(SiteAddress(origin, host)) == works


def test_passkey_is_the_second_step_from_now_on(ans, phone):
    codes = added(ans, phone)
    assert (len(codes), second_step.is_on(ans)) == (10, True)
    checked(ans, phone.use(CHALLENGE))
    passkey = Passkey.objects.get()
    assert (passkey.count, passkey.used is None, passkey.host) == (1, False, "localhost")


def test_what_browsers_are_told_fits_the_account(ans, phone):
    added(ans, phone)
    make = passkeys.build_add_options(ans, HERE, CHALLENGE)
    use = passkeys.build_use_options(ans, HERE, CHALLENGE)
    credential = Passkey.objects.get().credential
    assert make["rp"]["id"] == use["rpId"] == "localhost"
    assert make["excludeCredentials"][0]["id"] == use["allowCredentials"][0]["id"] == credential
    assert make["challenge"] == use["challenge"]
    assert make["attestation"] == "none"


def without(answer, part):
    read = json.loads(answer)
    del read["response"][part]
    return json.dumps(read)


@pytest.mark.parametrize(
    "answer",
    [
        lambda phone: Phone().use(CHALLENGE),
        lambda phone: phone.use("cd" * 32),  # to another challenge
        lambda phone: phone.use(CHALLENGE, flags=0),  # nobody was there
        lambda phone: phone.make(CHALLENGE),
        lambda phone: replace(phone, origin="http://localhost.evil").use(CHALLENGE),
        lambda phone: replace(phone, host="evil").use(CHALLENGE),
        lambda phone: without(phone.use(CHALLENGE), "clientDataJSON"),
        lambda phone: without(phone.use(CHALLENGE), "authenticatorData"),
        lambda phone: without(phone.use(CHALLENGE), "signature"),
    ],
)
def test_signature_of_another_key_or_for_something_else_is_refused(ans, phone, answer):
    added(ans, phone)
    check_refused(ans, answer(phone))


def test_passkey_of_somebody_else_is_refused(ans, phone):
    bob = accounts.create_account(name="Bob", login="bob", password="drie losse woorden")
    added(ans, phone)
    check_refused(bob, phone.use(CHALLENGE))
    another = Phone(id=phone.id)
    given = {"challenge": CHALLENGE, "answer": another.make(CHALLENGE), "name": "Mine"}
    assert refused(passkeys.add, user=bob, place=HERE, **given) == ["C303"]


def test_passkey_of_another_address_is_refused(ans, phone):
    added(ans, phone)
    there = SiteAddress("https://club.example", "club.example")
    away = replace(phone, host=there.host, origin=there.origin)
    check_refused(ans, away.use(CHALLENGE), place=there)
    assert (passkeys.list_usable(ans, there), len(passkeys.list_usable(ans, HERE))) == ([], 1)


def test_copy_of_a_key_that_counts_less_is_refused(ans, phone):
    added(ans, phone)
    copy = replace(phone)
    checked(ans, phone.use(CHALLENGE))
    checked(ans, phone.use(CHALLENGE))
    check_refused(ans, copy.use(CHALLENGE))


@pytest.mark.parametrize("answer", ["", "[]", "null", "{}", '{"id": []}', "[" * 100_000, "{" * 9])
def test_what_is_no_answer_is_refused(ans, phone, answer):
    added(ans, phone)
    check_refused(ans, answer)
    given = {"challenge": CHALLENGE, "answer": answer, "name": "Phone"}
    assert refused(passkeys.add, user=ans, place=HERE, **given) == ["C302"]


def test_names_and_number_are_limited(ans, phone):
    given = {"user": ans, "place": HERE, "challenge": CHALLENGE}
    answer = phone.make(CHALLENGE)
    assert refused(passkeys.add, **given, answer=answer, name="a\u202eb") == ["C20"]
    for number in range(passkeys.MOST):
        added(ans, Phone(id=bytes([number])))
    assert refused(passkeys.add, **given, answer=answer, name="Phone") == ["C304"]
