"""Codes of six digits from an authenticator app, which change every half minute (RFC 6238, RFC
4226). This module does not use the database.

Each code is accepted for half a minute and no longer, so it matters when that half minute begins.
The clock of a phone may be wrong, and typing takes time. So we remember a delay for each app. It is
the number of seconds from the beginning of a half minute, by the clock of this site, until the
app's code for it is accepted. A right code that comes outside its half minute is refused, but the
delay is adjusted to it for the next code.
"""

import base64
import hmac
import re
from typing import NamedTuple
from urllib.parse import quote, urlencode

SECONDS, DIGITS = 30, 6
TYPING = 8  # seconds: the delay of an app whose clock is right
AROUND = 2  # steps before and after the present one by which we find the delay
AT_FIRST = 10  # the same for the first code of an app, which logs nobody in
FARTHEST = (AT_FIRST + 1) * SECONDS  # the longest delay: else late codes could stretch it for ever
MARGIN = 5  # seconds by which the next code may come earlier or later


class Match(NamedTuple):
    """What a right code tells: the half minute that it belongs to, whether it came in time, and the
    app's new delay (its allowance for a wrong clock).
    """

    step: int
    in_time: bool
    delay: int  # from now on


def compute_code(secret: str, step: int) -> str:
    """Return the six-digit code of time step `step`, which is the number of half minutes since
    1970.
    """
    digest = hmac.digest(base64.b32decode(secret), step.to_bytes(8, "big"), "sha1")
    place = digest[-1] & 15
    number = int.from_bytes(digest[place : place + 4], "big") & 0x7FFF_FFFF
    return f"{number % 10**DIGITS:0{DIGITS}}"


def match_code(secret: str, typed: str, *, now: float, after: int, delay: int) -> Match | None:
    """Find the time step (half minute) to which the typed code belongs. Return None if the code is
    wrong, or of a step that is long over.

    A code works only once. `after` is the step of the last used code, so codes of this and earlier
    steps also give None. `delay` allows for a wrong clock in the phone: an app's code becomes valid
    that many seconds after its step begins by this site's clock.
    """
    present = (int(now) - delay) // SECONDS
    step = _find_step(secret, typed, range(present - AROUND, present + AROUND + 1), after)
    if step is None:
        return None
    since = int(now) - step * SECONDS
    delay = min(max(delay, since - SECONDS + MARGIN), since - MARGIN)
    return Match(step, step == present, max(-FARTHEST, min(delay, FARTHEST)))


def match_first_code(secret: str, typed: str, *, now: float) -> Match | None:
    """Find the time step (half minute) of the first code that an app shows. It may be some minutes
    away from the present one, because the phone's clock may be wrong. If the code is only about a
    minute old, the clock is taken to be right and the user to have typed slowly, as most do the
    first time.
    """
    present = int(now) // SECONDS
    step = _find_step(secret, typed, range(present - AT_FIRST, present + AT_FIRST + 1), 0)
    if step is None:
        return None
    since = int(now) - step * SECONDS
    is_right = 0 <= since < 2 * SECONDS + TYPING
    return Match(step, True, TYPING if is_right else since - SECONDS // 2)


def _find_step(secret: str, typed: str, steps: range, after: int) -> int | None:
    code = re.sub(r"[\s-]", "", typed)
    right = None
    for step in steps:  # always all, in the same time
        if hmac.compare_digest(compute_code(secret, step).encode(), code.encode()) and step > after:
            right = step
    return right


def build_app_address(secret: str, *, login: str, site: str) -> str:
    """Return the otpauth address with the secret. A page shows it as a QR code, which an
    authenticator app reads.
    """
    label = quote(f"{site}:{login}", safe=":@")
    words = urlencode({"secret": secret, "issuer": site}, quote_via=quote)  # apps show a + as it is
    return f"otpauth://totp/{label}?{words}"


def group_letters(secret: str) -> str:
    """Return the secret in groups of four characters, for people who type it into an authenticator
    app.
    """
    return " ".join(secret[at : at + 4] for at in range(0, len(secret), 4))
