"""Slow down guessing, and limit how many e-mails are requested. Failures count by account and
network address, so that nobody is locked out by others behind theirs; by account, with a much
higher limit, so that many addresses gain little; and, for passwords, by address, so that inventing
names helps little.
"""

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import reduce
from operator import or_
from threading import BoundedSemaphore
from typing import NamedTuple

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from scoring.toolkit import seals
from scoring.toolkit.addresses import find_network
from tournaments.models import LoginAttempt


class Pace(NamedTuple):
    free: int  # attempts before the first wait
    first: int  # seconds of the first wait; doubled each time
    most: int
    eased: int = 0  # seconds until one failure is forgotten; 0: never


# For one account from one address, one account from all addresses, and one address with all
# accounts. The longest wait for a letter is shorter than its link is valid, so an attacker who
# makes others wait leaves them with a working link. The last is wide enough for a hall whose
# phones all log in at once behind one address.
PACES = {
    "password": (Pace(5, 1, 15 * 60), Pace(30, 1, 30), Pace(80, 1, 8, eased=10)),
    # Here the password was right already, so few tries of a code are enough.
    "second": (Pace(5, 1, 15 * 60), Pace(10, 30, 15 * 60)),
    "warning": (Pace(1, 3600, 24 * 3600),),  # letters that tell of it
    "letter": (Pace(3, 30, 8 * 60), Pace(6, 30, 8 * 60)),
    "confirmation": (Pace(3, 30, 3600), Pace(3, 30, 3600)),
    "invitation": (Pace(30, 30, 900), Pace(60, 30, 900)),
}
KEPT = timedelta(days=1)

Key = tuple[str, str]  # account and address, hashed


def count_attempt(*, login: str, ip: str, what: str = "password") -> int:
    """Return 0 if the attempt may go on: it counts as a failure until `forget_failures`. Otherwise
    return the seconds to wait; mostly this locks no row.
    """
    keys, paces = _keys(login, ip, what), PACES[what]
    there = reduce(or_, (Q(account=account, address=where) for account, where in keys))
    known = {(row.account, row.address): row for row in LoginAttempt.objects.filter(there)}
    if wait := _seconds_to_wait([known.get(key) for key in keys], paces):
        return wait
    with transaction.atomic():
        purge_expired()
        rows = [_locked(*key) for key in keys]
        if wait := _seconds_to_wait(rows, paces):
            return wait
        now = timezone.now()
        for row, pace in zip(rows, paces, strict=True):
            row.failures = _failures(row, pace, now) + 1
            row.last = now
            row.save()
    return 0


@transaction.atomic
def forget_failures(*, login: str, ip: str, what: str = "password") -> None:
    """They must have been typing errors, because the password or code is now correct."""
    own_row, *wider = [_locked(*key) for key in _keys(login, ip, what)]
    for row in wider:
        row.failures = max(0, row.failures - own_row.failures)
        row.save()
    own_row.failures = 0
    own_row.save()


def purge_expired() -> int:
    """Delete old attempts, and those that a wrong clock dated far ahead."""
    now = timezone.now()
    old = LoginAttempt.objects.exclude(last__range=(now - KEPT, now + KEPT))
    free = old.select_for_update(skip_locked=True)  # two attempts never wait for each other
    return LoginAttempt.objects.filter(pk__in=free.values("pk")).delete()[0]


def _keys(login: str, ip: str, what: str) -> list[Key]:
    """Always in the same order, so that two attempts that lock their rows cannot deadlock."""
    account, hashed_ip = _hashed(login.strip().lower(), what), _hashed(find_network(ip))
    return [(account, hashed_ip), (account, ""), (_hashed("", what), hashed_ip)][: len(PACES[what])]


def _seconds_to_wait(rows: Sequence[LoginAttempt | None], paces: Sequence[Pace]) -> int:
    now = timezone.now()
    ready = now
    for row, pace in zip(rows, paces, strict=True):
        if row and row.last <= now:  # ignore timestamps in the future: the clock was wrong
            over = _failures(row, pace, now) - pace.free
            seconds = 0 if over < 0 else min(pace.first * 2 ** min(over, 12), pace.most)
            ready = max(ready, row.last + timedelta(seconds=seconds))
    return int((ready - now).total_seconds()) + 1 if ready > now else 0


def _failures(row: LoginAttempt, pace: Pace, now: datetime) -> int:
    past = int((now - row.last).total_seconds()) if row.last <= now else 0
    return max(0, row.failures - past // pace.eased) if pace.eased else row.failures


def _locked(account: str, address: str) -> LoginAttempt:
    defaults = {"last": timezone.now() - KEPT}
    rows = LoginAttempt.objects.select_for_update()
    return rows.get_or_create(account=account, address=address, defaults=defaults)[0]


def hash_ip(ip: str) -> str:
    return _hashed(ip, "log")[:8]


def _hashed(text: str, what: str = "") -> str:
    salt = f"tournaments.throttle {what}".strip()
    return seals.make(salt, text).hex()[:32]


PATIENCE = 2  # seconds that a log-in waits for its turn
PENALTY = 1  # seconds before a refusal is answered

# One check at a time keeps the processor free for pages and admits three people a second; those who
# wait use a thread but no processor time.
_checking = BoundedSemaphore(1)
_waiting: BoundedSemaphore
_refused: BoundedSemaphore


def share_threads(threads: int) -> None:
    global _waiting, _refused  # noqa: PLW0603  called once, before the first request
    _waiting = BoundedSemaphore(max(1, threads // 5))
    _refused = BoundedSemaphore(max(1, threads // 2 - 1))


share_threads(4)  # as in docs/deploying/; `start` has more and sets its own number


@contextmanager
def wait_for_slot() -> Iterator[bool]:
    """Yield whether this log-in may check its password: False if too many others wait."""
    free = _checking.acquire(blocking=False)
    if not free and _waiting.acquire(blocking=False):
        try:
            free = _checking.acquire(timeout=PATIENCE)
        finally:
            _waiting.release()
    try:
        yield free
    finally:
        if free:
            _checking.release()


def delay_refusal() -> None:
    """Sleep, so that guessing is slow, unless many requests are asleep already."""
    if _refused.acquire(blocking=False):
        try:
            time.sleep(PENALTY)
        finally:
            _refused.release()
