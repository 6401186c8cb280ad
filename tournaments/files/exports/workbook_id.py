"""The line that identifies a worksheet when a workbook comes back: its night and sheet, the last
event exported and the language. Signed, so that only our own workbooks are accepted.
"""

import json
from hashlib import sha256
from typing import NamedTuple

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.utils.translation import get_language

from scoring.pages.state import SheetState

BEGINS = "streepje:"
SALT = "a night as a workbook"


class WorkbookId(NamedTuple):
    club: int
    night: int
    sheet: int
    sequence: int
    language: str
    head: str  # digest of the players and the number of games


def made(club: int, night: int, sheet: int, state: SheetState) -> str:
    """Return the signed line that identifies a worksheet. `state` is the sheet's state as a phone
    gets it.
    """
    language = get_language() or settings.LANGUAGE_CODE
    mark = WorkbookId(club, night, sheet, state["sequence"], language, head(state))
    return BEGINS + Signer(salt=SALT).sign_object([*mark])


def read(text: str) -> WorkbookId | None:
    """Return the identity in a signed line, or None if this site did not write the line."""
    try:
        return WorkbookId(*Signer(salt=SALT).unsign_object(text.strip().removeprefix(BEGINS)))
    except (BadSignature, ValueError, TypeError):
        return None


def head(state: SheetState) -> str:
    """Return a digest that changes with the sheet's rows and columns."""
    data = state["data"]
    parts = [data["players"], data["options"].get("games"), state["away"]]
    return sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()[:16]
