"""Codes of six digits from an authenticator app, which change every half minute (RFC 6238, RFC
4226). This module does not use the database.
"""

import base64
import hmac
import re
from urllib.parse import quote, urlencode

SECONDS, DIGITS = 30, 6
AROUND = 1  # steps before and after the present one that are accepted, as clocks differ


def compute_code(secret: str, step: int) -> str:
    """Return the six-digit code of time step `step`, which is the number of half minutes since
    1970.
    """
    digest = hmac.digest(base64.b32decode(secret), step.to_bytes(8, "big"), "sha1")
    place = digest[-1] & 15
    number = int.from_bytes(digest[place : place + 4], "big") & 0x7FFF_FFFF
    return f"{number % 10**DIGITS:0{DIGITS}}"


def find_step(secret: str, typed: str, *, now: float, after: int) -> int | None:
    """Return the time step (half minute) to which the typed code belongs. Return None if the code
    is wrong or too old.

    A code works only once. `after` is the step of the last used code, so codes of this and earlier
    steps also give None.
    """
    code = re.sub(r"[\s-]", "", typed)
    present = int(now) // SECONDS
    right = None
    for step in range(present - AROUND, present + AROUND + 1):  # always all, in the same time
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
