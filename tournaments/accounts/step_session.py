import secrets
import time
from typing import NamedTuple

from django.contrib.sessions.backends.base import SessionBase

from tournaments.accounts import second_step
from tournaments.models import User

# Seconds; each is longer than it takes to find the phone and the glasses.
WAITS = 15 * 60  # for the second step
FRESH = 15 * 60  # after somebody logged in or typed the password once more
KEPT = 15 * 60  # challenges, and the secret of an app that is being added

WAITING, CHALLENGE, PROVED, NEW_APP = "step_waiting", "step_challenge", "step_proved", "step_app"


class Waiting(NamedTuple):
    user: User
    then: str  # the page to go to


def wait(session: SessionBase, user: User, then: str) -> None:
    """Remember who typed the right password. The user is not logged in yet."""
    session.cycle_key()
    seal = user.get_session_auth_hash()
    session[WAITING] = {"user": user.pk, "seal": seal, "since": time.time(), "then": then}


def find_waiting(session: SessionBase) -> Waiting | None:
    """Return None if that was too long ago, or if the password has changed since."""
    waiting = session.get(WAITING)
    if not waiting or _is_old(waiting["since"], WAITS):
        return None
    user = User.objects.filter(pk=waiting["user"], is_active=True).first()
    if user is None or not user.has_sealed(waiting["seal"]):
        return None
    return Waiting(user, waiting["then"])


def give_challenge(session: SessionBase) -> str:
    challenge = secrets.token_hex(32)
    session[CHALLENGE] = {"value": challenge, "since": time.time()}
    return challenge


def take_challenge(session: SessionBase) -> str:
    """Each challenge is used only once. Without one, return one that no passkey has signed."""
    stored = session.pop(CHALLENGE, None)
    if not stored or _is_old(stored["since"], KEPT):
        return secrets.token_hex(32)
    return str(stored["value"])


def prove(session: SessionBase, user: User) -> None:
    session[PROVED] = {"user": user.pk, "since": time.time()}


def has_proved(session: SessionBase, user: User) -> bool:
    proved = session.get(PROVED)
    if not proved or proved["user"] != user.pk:
        return False
    return not _is_old(proved["since"], FRESH)


def find_new_app(session: SessionBase) -> str:
    """It stays the same for a while, so that a reloaded page shows the same QR code."""
    app = session.get(NEW_APP)
    if not app or _is_old(app["since"], KEPT):
        app = session[NEW_APP] = {"nonce": second_step.make_nonce(), "since": time.time()}
    return str(app["nonce"])


def _is_old(since: float, seconds: int) -> bool:
    return not 0 <= time.time() - since < seconds
