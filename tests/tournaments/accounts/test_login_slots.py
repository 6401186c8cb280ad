import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from threading import Barrier, Event, Lock

import pytest

from tournaments.accounts import accounts, throttle
from tournaments.models import LoginAttempt

PASSWORD = "drie losse woorden"
LOGIN = {"username": "ans", "password": PASSWORD}


@pytest.fixture(autouse=True)
def of_sixteen(monkeypatch):
    """Threads, as `start` has them."""
    for name in ("_waiting", "_refused"):
        monkeypatch.setattr(throttle, name, None)
    throttle.share_threads(16)


def test_passwords_are_checked_for_one_at_a_time_and_each_gets_its_turn():
    inside, most, lock = 0, 0, Lock()

    def log_in(_):
        nonlocal inside, most
        with throttle.wait_for_slot() as free:
            with lock:
                inside += 1
                most = max(most, inside)
            time.sleep(0.01)
            with lock:
                inside -= 1
        return free

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(log_in, range(4))) == [True] * 4
    assert most == 1


def test_who_finds_all_places_taken_is_told_at_once(monkeypatch):
    monkeypatch.setattr(throttle, "PATIENCE", 60)
    done, all_wait = Event(), Barrier(2)

    def log_in(_):
        with throttle.wait_for_slot():
            all_wait.wait()
            done.wait()

    with ThreadPoolExecutor(4) as pool:
        first = pool.submit(log_in, 0)
        all_wait.wait()
        with ExitStack() as places:
            for _ in range(3):
                places.callback(throttle._waiting.release)
                assert throttle._waiting.acquire(blocking=False)
            with throttle.wait_for_slot() as free:
                assert not free
        done.set()
        first.result()
    with throttle.wait_for_slot() as free:
        assert free


def test_patience_has_an_end_and_a_slot_is_free_again_after_a_fault(monkeypatch):
    monkeypatch.setattr(throttle, "PATIENCE", 0.01)
    with throttle.wait_for_slot(), throttle.wait_for_slot() as free:
        assert not free
    for _ in range(3):
        with pytest.raises(ZeroDivisionError), throttle.wait_for_slot() as free:
            assert free
            raise ZeroDivisionError


def test_refusals_sleep_but_in_half_of_the_threads_only(monkeypatch):
    slept = []
    monkeypatch.setattr(throttle.time, "sleep", slept.append)
    throttle.delay_refusal()
    for _ in range(7):
        throttle._refused.acquire()
    throttle.delay_refusal()
    throttle._refused.release(7)
    assert slept == [throttle.PENALTY]


@pytest.mark.parametrize("threads", [4, 8, 16])
def test_log_ins_never_have_all_threads_of_a_process(threads):
    throttle.share_threads(threads)
    places = (throttle._checking, throttle._waiting, throttle._refused)
    assert sum(place._initial_value for place in places) < threads


def test_log_in_that_finds_no_place_is_told_to_wait_and_is_not_counted(client, monkeypatch):
    accounts.create_account(name="Ans", login="ans", password=PASSWORD)
    monkeypatch.setattr(throttle, "PATIENCE", 0.01)
    with throttle.wait_for_slot():
        assert 'data-number="too_often"' in client.post("/login/", LOGIN).content.decode()
    assert not LoginAttempt.objects.exists()
    assert client.post("/login/", LOGIN).status_code == 302
