"""What a session knows about the second step: who took the first one, which challenge a passkey has
to sign, and how long ago its user proved who they are.
"""

import time
from typing import NamedTuple

from django.contrib.sessions.backends.base import SessionBase
from django.utils.crypto import constant_time_compare

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
    """Note that this user took the first step. Nobody is logged in by that."""
    session.cycle_key()
    seal = user.get_session_auth_hash()
    session[WAITING] = {"user": user.pk, "seal": seal, "since": time.time(), "then": then}


def find_waiting(session: SessionBase) -> Waiting | None:
    """Return who took the first step here, unless that was too long ago or the password was changed
    meanwhile.
    """
    found = session.get(WAITING)
    if not found or _is_old(found["since"], WAITS):
        return None
    user = User.objects.filter(pk=found["user"], is_active=True).first()
    if user is None or not constant_time_compare(found["seal"], user.get_session_auth_hash()):
        return None
    return Waiting(user, found["then"])


def wait_no_longer(session: SessionBase) -> None:
    session.pop(WAITING, None)


def give_challenge(session: SessionBase) -> str:
    """Return a new challenge for a passkey. It ends the one before it."""
    challenge = passkeys.make_challenge()
    session[CHALLENGE] = {"value": challenge, "since": time.time()}
    return challenge


def take_challenge(session: SessionBase) -> str:
    """Return the challenge of this session, once; one that nobody knows if there is none."""
    found = session.pop(CHALLENGE, None)
    if not found or _is_old(found["since"], KEPT):
        return passkeys.make_challenge()
    return str(found["value"])


def prove(session: SessionBase, user: User) -> None:
    session[PROVED] = {"user": user.pk, "since": time.time()}


def has_proved(session: SessionBase, user: User) -> bool:
    """Return whether the user logged in here, or proved who they are, a short time ago."""
    found = session.get(PROVED)
    if not found or found["user"] != user.pk:
        return False
    return not _is_old(found["since"], FRESH)


def find_new_app(session: SessionBase) -> str:
    """Return the nonce of the app that is being added. It stays the same for a while, so that a
    page that is loaded again shows the same code.
    """
    found = session.get(NEW_APP)
    if not found or _is_old(found["since"], KEPT):
        found = session[NEW_APP] = {"nonce": second_step.make_nonce(), "since": time.time()}
    return str(found["nonce"])


def forget_app(session: SessionBase) -> None:
    session.pop(NEW_APP, None)


def _is_old(since: float, seconds: int) -> bool:
    return not 0 <= time.time() - since < seconds
