"""What a session stores about the second step of logging in: who typed the right password, the
challenge that a passkey must sign, and when the user last proved who they are.
"""

import time
from typing import NamedTuple

from django.contrib.sessions.backends.base import SessionBase

from tournaments.accounts import passkeys, second_step
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
    """Store in the session that this user typed the right password and still has to take the second
    step. The user is not logged in yet. `then` is the page to go to afterwards.
    """
    session.cycle_key()
    seal = user.get_session_auth_hash()
    session[WAITING] = {"user": user.pk, "seal": seal, "since": time.time(), "then": then}


def find_waiting(session: SessionBase) -> Waiting | None:
    """Return the user who typed the right password in this session and still has to take the second
    step. Return None if that was too long ago, or if the password has changed since.
    """
    waiting = session.get(WAITING)
    if not waiting or _is_old(waiting["since"], WAITS):
        return None
    user = User.objects.filter(pk=waiting["user"], is_active=True).first()
    if user is None or not user.has_sealed(waiting["seal"]):
        return None
    return Waiting(user, waiting["then"])


def wait_no_longer(session: SessionBase) -> None:
    session.pop(WAITING, None)


def give_challenge(session: SessionBase) -> str:
    """Return a new challenge for a passkey to sign, and store it in the session. It replaces the
    previous one.
    """
    challenge = passkeys.make_challenge()
    session[CHALLENGE] = {"value": challenge, "since": time.time()}
    return challenge


def take_challenge(session: SessionBase) -> str:
    """Remove the challenge from the session and return it, so that each challenge is used only
    once. If there is none or it is too old, return a new random challenge. No passkey has signed
    that one, so the check of the passkey will fail.
    """
    stored = session.pop(CHALLENGE, None)
    if not stored or _is_old(stored["since"], KEPT):
        return passkeys.make_challenge()
    return str(stored["value"])


def prove(session: SessionBase, user: User) -> None:
    session[PROVED] = {"user": user.pk, "since": time.time()}


def has_proved(session: SessionBase, user: User) -> bool:
    """Return whether the user logged in during this session, or typed the password again, in the
    last few minutes.
    """
    proved = session.get(PROVED)
    if not proved or proved["user"] != user.pk:
        return False
    return not _is_old(proved["since"], FRESH)


def find_new_app(session: SessionBase) -> str:
    """Return the nonce for the authenticator app that the user is adding: a random value from which
    the app's secret is computed. It stays the same for a while, so that a reloaded page shows the
    same QR code.
    """
    app = session.get(NEW_APP)
    if not app or _is_old(app["since"], KEPT):
        app = session[NEW_APP] = {"nonce": second_step.make_nonce(), "since": time.time()}
    return str(app["nonce"])


def forget_app(session: SessionBase) -> None:
    session.pop(NEW_APP, None)


def _is_old(since: float, seconds: int) -> bool:
    return not 0 <= time.time() - since < seconds
