"""Numbered refusals and warnings, each naming the game and the player it is about."""

import re
from collections.abc import Iterable
from typing import Any, NamedTuple

from scoring.games.text import Text, _

Json = dict[str, Any]


class Check(NamedTuple):
    """One thing that can be wrong; within a game system its number means one thing only."""

    number: int
    text: str
    severity: str = "error"


NOT_USED = Check(9, _("%(given)s has no meaning here and is left out."), "warning")
UNREADABLE = Check(21, _("%(given)s can't be read here: enter %(right)s."))
UNKNOWN_KEY = Check(27, _("%(given)s is not known here: %(right)s."))


class Problems:
    """What is wrong with one sheet or question, in the order it was found."""

    def __init__(self) -> None:
        self.letter = "S"  # until the game system is known
        self.found: list[Json] = []

    def refuse(
        self, check: Check, number: int | None = None, player: str | None = None, **params: Any
    ) -> None:
        self.found.append(
            {
                "code": f"{self.letter}{check.number:02d}",
                "severity": check.severity,
                "game": number,
                "player": player,
                "message": _placed(Text(check.text, **params), number, player),
            }
        )

    @property
    def valid(self) -> bool:
        return not any(problem["severity"] == "error" for problem in self.found)


def _placed(what: Text, number: int | None, player: str | None) -> Text:
    if number is not None and player is not None:
        text = _("Game %(number)s, %(player)s: %(what)s")
        return Text(text, number=number, player=player, what=what)
    if number is not None:
        return Text(_("Game %(number)s: %(what)s"), number=number, what=what)
    if player is not None:
        return Text(_("%(player)s: %(what)s"), player=player, what=what)
    return what


def instead(known: Iterable[str]) -> Text:
    """What to do with a word that is not known."""
    words = ", ".join(known)
    return Text(_("use %(known)s"), known=words) if words else Text(_("take it out"))


NO_WORD = re.compile(
    r"\s*|\s*[+-]?\d[\d.,]*\s*"
)  # typed as text, but read as a number or not at all


def shown(value: object) -> object:
    """A typed value as a message may repeat it: short, and never a whole structure."""
    if type(value) not in (str, int, float):
        return Text(_("this kind of value"))
    text = str(value) if len(str(value)) <= 40 else str(value)[:39] + "…"
    return f'"{text}"' if isinstance(value, str) and NO_WORD.fullmatch(text) else text
