"""The line by which a sheet of a workbook is known when it comes back: of which night and form, as
it was after which event, in which language. Signed, so that nobody else's is taken for ours.
"""

import json
from hashlib import sha256
from typing import Any, NamedTuple

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.utils.translation import get_language

BEGINS = "streepje:"
SALT = "a night as a workbook"


class WorkbookId(NamedTuple):
    club: int
    night: int
    sheet: int
    sequence: int
    language: str
    head: str  # who sat there, and how many games there were


def made(club: int, night: int, sheet: int, state: dict[str, Any]) -> str:
    """`state` is what a phone knows of the sheet."""
    language = get_language() or settings.LANGUAGE_CODE
    mark = WorkbookId(club, night, sheet, state["sequence"], language, head(state))
    return BEGINS + Signer(salt=SALT).sign_object([*mark])


def read(text: str) -> WorkbookId | None:
    """None: it is none of ours."""
    try:
        return WorkbookId(*Signer(salt=SALT).unsign_object(text.strip().removeprefix(BEGINS)))
    except (BadSignature, ValueError, TypeError):
        return None


def head(state: dict[str, Any]) -> str:
    """Another one as soon as the lines or columns of the form are others."""
    data = state["data"]
    said = [data["players"], data["options"].get("games"), state["away"]]
    return sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()[:16]
