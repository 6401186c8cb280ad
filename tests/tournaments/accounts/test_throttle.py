from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import partial

import pytest
from django.db.models import F
from django.utils import timezone

from tests.servers import database_url, run
from tests.threads import do_at_once
from tournaments.accounts import accounts, throttle
from tournaments.models import LoginAttempt

HALL, HOME = "192.0.2.1", "192.0.2.2"


def tries(count, login="ans", ip=HALL):
    return [throttle.count_attempt(login=login, ip=ip) for _ in range(count)]


def later(seconds):
    LoginAttempt.objects.update(last=F("last") - timedelta(seconds=seconds))


def test_the_sixth_wrong_password_has_to_wait():
    assert tries(7) == [0, 0, 0, 0, 0, 1, 1]
    later(1)
    assert tries(2) == [0, 2]


@pytest.mark.parametrize("ahead", [3600, 10 * 365 * 86_400])
def test_clock_that_was_ahead_shuts_nobody_out(ahead):
    tries(5)
    later(-ahead)
    assert tries(1) == [0]
    assert max(tries(3)) <= 2


def test_waiting_has_an_end():
    for _ in range(40):
        tries(1)
        later(3600)
    assert 0 < tries(2)[1] <= 15 * 60


def test_guessing_from_one_place_shuts_nobody_out_elsewhere():
    tries(50)
    assert tries(1, ip=HOME) == [0]
    others = (f"player{n}" for n in range(60))  # behind the same address
    assert [throttle.count_attempt(login=other, ip=HALL) for other in others] == [0] * 60


def test_guessing_from_many_places_makes_one_account_slow_and_no_more():
    for n in range(60):
        throttle.count_attempt(login="ans", ip=f"198.51.100.{n}")
        later(60)
    throttle.count_attempt(login="ans", ip="198.51.100.99")
    assert 0 < throttle.count_attempt(login="ans", ip=HOME) <= 30
    assert throttle.count_attempt(login="bob", ip=HOME) == 0


def test_right_password_forgives_what_failed_from_there():
    tries(4)
    throttle.forget_failures(login=" ANS ", ip=HALL)
    assert tries(6) == [0, 0, 0, 0, 0, 1]


def test_attempts_keep_nothing_that_was_typed_and_are_let_go_after_a_day():
    tries(3, login="my-secret")
    kept = str(LoginAttempt.objects.values_list())
    assert "my-secret" not in kept and HALL not in kept
    LoginAttempt.objects.update(last=timezone.now() - timedelta(days=1, seconds=1))
    throttle.count_attempt(login="bob", ip=HOME)
    assert LoginAttempt.objects.count() == 3  # of Bob from here, of Bob, of here


def invent(count, ip=HALL):
    return [throttle.count_attempt(login=f"invented{n}", ip=ip) for n in range(count)]


def test_inventing_names_gets_slow_for_an_address_and_leaves_nothing_behind():
    assert invent(80) == [0] * 80
    kept = LoginAttempt.objects.count()
    assert throttle.count_attempt(login="another", ip=HALL) == 1
    assert LoginAttempt.objects.count() == kept
    assert throttle.count_attempt(login="another", ip=HOME) == 0
    network = "2001:db8:0:1::"  # an attacker has all of its addresses
    for n in range(80):
        assert throttle.count_attempt(login=f"typed{n}", ip=f"{network}{n:x}") == 0
    assert throttle.count_attempt(login="another", ip=f"{network}ffff") == 1


def test_sixty_phones_of_a_hall_get_in_though_each_of_them_slips_once():
    for n in range(60):
        assert throttle.count_attempt(login=f"player{n}", ip=HALL) == 0
    for n in range(60):
        assert throttle.count_attempt(login=f"player{n}", ip=HALL) == 0
        throttle.forget_failures(login=f"player{n}", ip=HALL)
    assert invent(80) == [0] * 80


def test_address_that_was_slowed_down_is_let_off_bit_by_bit():
    invent(80)
    later(100)
    assert invent(20)[:10] == [0] * 10
    assert 0 < throttle.count_attempt(login="another", ip=HALL) <= 8


@pytest.mark.django_db(transaction=True)
def test_right_passwords_at_once_forgive_all_that_failed():
    """One reading what another is about to write would leave failures behind."""
    logins = [f"player{n}" for n in range(8)]
    for login in logins:
        tries(3, login=login)
    forgive = partial(throttle.forget_failures, ip=HALL)
    do_at_once(partial(forgive, login=login) for login in logins)
    assert not LoginAttempt.objects.filter(failures__gt=0).exists()


def test_log_in_page_says_how_long_to_wait_and_takes_no_password_then(client):
    accounts.create_account(name="Ans", login="ans", password="drie losse woorden")
    wrong, right = {"username": "Ans", "password": "x"}, {"username": "ans"}
    for _ in range(5):
        assert 'data-number="invalid_login"' in client.post("/login/", wrong).content.decode()
    LoginAttempt.objects.update(failures=12)
    right["password"] = "drie losse woorden"
    assert 'data-number="too_often"' in client.post("/login/", right).content.decode()
    later(200)
    assert client.post("/login/", right).status_code == 302


WORKER = """
import django, sys
django.setup()
from tournaments.accounts import throttle
slow = throttle.Pace(5, 900, 900)
throttle.PACES["password"] = (slow, throttle.Pace(30, 900, 900))
print(sum(throttle.count_attempt(login="ans", ip="192.0.2.1") == 0 for _ in range(10)))
"""


@pytest.mark.django_db(transaction=True)
def test_two_processes_count_together(tmp_path):
    with ThreadPoolExecutor(2) as pool:
        work = partial(run, tmp_path, "-c", WORKER, DATABASE_URL=database_url())
        done = [pool.submit(work) for _ in range(2)]
    assert sum(int(worker.result().stdout) for worker in done) == 5
