"""Reads numbers and cards as somebody types them in a form without scripts."""

import re
from typing import Any

from scoring.games.core.cards import Pack


def read_number(typed: str) -> Any:
    """Return the text as an int if it has only the digits 0 to 9; else return it unchanged."""
    return int(typed) if re.fullmatch(r"[0-9]{1,6}", typed) else typed


SYMBOLS = str.maketrans("♥♦♣♠♡♢♧♤", "hdcshdcs")


def read_cards(typed: str, pack: Pack) -> list[str]:
    """Return the cards named in a typed text. They are separated by spaces, commas or semicolons,
    and written in upper or lower case. A ten may be T or 10. A word that names no card stays as
    typed.
    """
    return [_token(word, pack) for word in re.split(r"[\s,;]+", typed.strip()) if word]


def _token(typed: str, pack: Pack) -> str:
    plain = typed.translate(SYMBOLS)
    rank, suit = plain[:-1].upper(), plain[-1:].lower()
    for spelling in (plain, plain.upper(), rank + suit, ("10" if rank == "T" else "") + suit):
        if spelling in pack.spellings:
            return spelling
    return typed
