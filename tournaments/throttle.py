"""Guessing a password gets slow. Failures are counted per account and address, so that nobody is
shut out by others behind the same address; and, far more gently, per account, so that many
addresses help little and nobody can shut somebody out of their own account.
"""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac

from tournaments.models import Attempt

FREE_HERE, FREE_ANYWHERE = 5, 30  # failures before anybody has to wait
MOST_HERE, MOST_ANYWHERE = 15 * 60, 30  # seconds
KEPT = timedelta(days=1)


@transaction.atomic
def take(*, login: str, address: str) -> int:
    """A try, counted as failed until it is `passed`; or how many seconds to wait for one."""
    now = timezone.now()
    Attempt.objects.filter(last__lt=now - KEPT).delete()
    account = _hashed(login.strip().lower())
    tries = [_locked(account, _hashed(address)), _locked(account, "")]
    ready = max(one.last + timedelta(seconds=_pause(one)) for one in tries)
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
    account = _hashed(login.strip().lower())
    here = Attempt.objects.filter(account=account, address=_hashed(address)).first()
    anywhere = Attempt.objects.filter(account=account, address="").first()
    if here and anywhere:
        anywhere.failures = max(0, anywhere.failures - here.failures)
        anywhere.save()
        here.delete()


def _pause(attempt: Attempt) -> int:
    free, most = (FREE_HERE, MOST_HERE) if attempt.address else (FREE_ANYWHERE, MOST_ANYWHERE)
    over = attempt.failures - free
    return 0 if over < 0 else min(2 ** min(over, 12), most)


def _locked(account: str, address: str) -> Attempt:
    made = {"last": timezone.now() - KEPT}
    Attempt.objects.get_or_create(account=account, address=address, defaults=made)
    return Attempt.objects.select_for_update().get(account=account, address=address)


def _hashed(text: str) -> str:
    return salted_hmac("tournaments.throttle", text, algorithm="sha256").hexdigest()[:32]
