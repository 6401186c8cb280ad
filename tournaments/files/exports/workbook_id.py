"""The line that identifies a worksheet when its workbook is uploaded again. It names the club, the
night, the sheet, the sheet's last event (recorded change) at the export, and the language. It also
has a hash of the sheet's players, absences and number of games. It is signed, so that only our own
workbooks are accepted.
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


def make_id(club: int, night: int, sheet: int, state: SheetState) -> str:
    """Return the signed line that identifies a worksheet when its workbook is uploaded again.
    `state` is the sheet's state in the format that phones get.
    """
    language = get_language() or settings.LANGUAGE_CODE
    mark = WorkbookId(club, night, sheet, state["sequence"], language, digest_head(state))
    return BEGINS + Signer(salt=SALT).sign_object([*mark])


def read(text: str) -> WorkbookId | None:
    """Return the content of the signed line of a worksheet, or None if this site did not
    sign it.
    """
    try:
        return WorkbookId(*Signer(salt=SALT).unsign_object(text.strip().removeprefix(BEGINS)))
    except (BadSignature, ValueError, TypeError):
        return None


def digest_head(state: SheetState) -> str:
    """Return a hash of a sheet's players, the games during which players were away, and its number
    of games. If the sheet now has another hash than at the export, an exported worksheet no longer
    fits it.
    """
    data = state["data"]
    parts = [data["players"], data["options"].get("games"), state["away"]]
    return sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()[:16]
