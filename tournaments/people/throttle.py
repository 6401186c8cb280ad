"""Guessing a password gets slow. Failures are counted per account and address, so that nobody is
shut out by others behind the same address; and, far more gently, per account, so that many
addresses help little and nobody can shut somebody out of their own account. Letters are counted
the same way.
"""

from datetime import timedelta
from typing import NamedTuple

from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac

from tournaments.models import Attempt


class Pace(NamedTuple):
    free: int  # tries before anybody has to wait
    first: int  # how many seconds then; twice as many each time
    most: int


# From one address, and from all together. The longest wait for a letter is shorter than its link
# works, so who makes others wait for theirs leaves them with one that works.
PACES = {
    "password": (Pace(5, 1, 15 * 60), Pace(30, 1, 30)),
    "letter": (Pace(3, 30, 15 * 60), Pace(6, 30, 15 * 60)),
    "confirmation": (Pace(3, 30, 3600), Pace(3, 30, 3600)),
    "invitation": (Pace(30, 30, 900), Pace(60, 30, 900)),
}
KEPT = timedelta(days=1)


@transaction.atomic
def take(*, login: str, address: str, what: str = "password") -> int:
    """A try, counted as failed until it is `passed`; or how many seconds to wait for one."""
    now = timezone.now()
    let_go()
    account = _hashed(login.strip().lower(), what)
    tries = [_locked(account, _hashed(address)), _locked(account, "")]
    pauses = [_pause(one, pace) for one, pace in zip(tries, PACES[what], strict=True)]
    known = zip(tries, pauses, strict=True)
    # What comes after now is of a clock that was wrong, and shuts nobody out until then.
    ready = max((one.last + pause for one, pause in known if one.last <= now), default=now)
    if ready > now:
        return int((ready - now).total_seconds()) + 1
    for one in tries:
        one.failures += 1
        one.last = now
        one.save()
    return 0


@transaction.atomic
def passed(*, login: str, address: str) -> None:
    """It was the right password: what failed from here before was a slip of the finger."""
    account = _hashed(login.strip().lower(), "password")
    here = Attempt.objects.filter(account=account, address=_hashed(address)).first()
    anywhere = Attempt.objects.filter(account=account, address="").first()
    if here and anywhere:
        anywhere.failures = max(0, anywhere.failures - here.failures)
        anywhere.save()
        here.delete()


def let_go() -> int:
    """Attempts of long ago, or of a clock that was far ahead; how many."""
    now = timezone.now()
    return Attempt.objects.exclude(last__range=(now - KEPT, now + KEPT)).delete()[0]


def _pause(attempt: Attempt, pace: Pace) -> timedelta:
    over = attempt.failures - pace.free
    seconds = 0 if over < 0 else min(pace.first * 2 ** min(over, 12), pace.most)
    return timedelta(seconds=seconds)


def _locked(account: str, address: str) -> Attempt:
    made = {"last": timezone.now() - KEPT}
    Attempt.objects.get_or_create(account=account, address=address, defaults=made)
    return Attempt.objects.select_for_update().get(account=account, address=address)


def visitor(address: str) -> str:
    """What the log calls who asked: the same word for the same address, and no address."""
    return _hashed(address, "log")[:8]


def _hashed(text: str, what: str = "") -> str:
    salt = f"tournaments.throttle {what}".strip()
    return salted_hmac(salt, text, algorithm="sha256").hexdigest()[:32]
