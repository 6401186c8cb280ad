"""Codes of six digits, which change every half minute (RFC 6238, RFC 4226). Each is accepted for
half a minute and no longer. As a phone's clock may be wrong, and typing takes time, each app has a
delay: the seconds from the beginning of a half minute by this site's clock until its code counts. A
right code at another time is refused, but adjusts the delay for the next.
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
    step: int
    in_time: bool
    delay: int  # from now on


def compute_code(secret: str, step: int) -> str:
    """`step` is the number of half minutes since 1970."""
    digest = hmac.digest(base64.b32decode(secret), step.to_bytes(8, "big"), "sha1")
    place = digest[-1] & 15
    number = int.from_bytes(digest[place : place + 4], "big") & 0x7FFF_FFFF
    return f"{number % 10**DIGITS:0{DIGITS}}"


def match_code(secret: str, typed: str, *, now: float, after: int, delay: int) -> Match | None:
    """Return None if the code is wrong or long over. Each works once: `after` is the step of the
    last used one.
    """
    present = (int(now) - delay) // SECONDS
    step = _find_step(secret, typed, range(present - AROUND, present + AROUND + 1), after)
    if step is None:
        return None
    since = int(now) - step * SECONDS
    delay = min(max(delay, since - SECONDS + MARGIN), since - MARGIN)
    return Match(step, step == present, max(-FARTHEST, min(delay, FARTHEST)))


def match_first_code(secret: str, typed: str, *, now: float) -> Match | None:
    """The first code may be minutes away, as the phone's clock may be wrong. One about a minute old
    was typed slowly, as most do the first time.
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
    label = quote(f"{site}:{login}", safe=":@")
    words = urlencode({"secret": secret, "issuer": site}, quote_via=quote)  # apps show a + as it is
    return f"otpauth://totp/{label}?{words}"
