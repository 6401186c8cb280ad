"""Errors and warnings with a code such as S08, about a game and a player."""

import re
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, TypedDict

from scoring.toolkit.texts import Text, _

Json = dict[str, Any]


class Problem(TypedDict):
    """As `manage.py score` prints it."""

    code: str  # a letter and a number, such as S08
    severity: str  # error or warning
    game: int | None  # the number of the game that it concerns
    player: str | None
    message: Text | str  # a string once it is translated


class ProblemCode(NamedTuple):
    """The number is unique within a game system."""

    number: int
    text: str
    severity: str = "error"
    letter: str = ""  # empty: that of the game, or S

    @property
    def code(self) -> str:
        return f"{self.letter or 'S'}{self.number:02d}"

    def is_code_of(self, problem: Problem) -> bool:
        """Of an outcome of whatever game."""
        return int(problem["code"][1:]) == self.number


NOT_USED = ProblemCode(9, _("%(given)s has no meaning here and is left out."), "warning")
UNREADABLE = ProblemCode(21, _("%(given)s can't be read here: enter %(right)s."))
UNKNOWN_KEY = ProblemCode(27, _("%(given)s is not known here: %(right)s."))

IN_GAME_OF = _("Game %(number)s, %(player)s: %(what)s")
IN_GAME = _("Game %(number)s: %(what)s")
OF = _("%(player)s: %(what)s")
USE = _("use %(known)s")
TAKE_OUT = _("take it out")
THIS_KIND = _("this kind of value")


class UserError(Exception):
    """A user's mistake; any other exception is a bug."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__(", ".join(str(problem["code"]) for problem in problems))
        self.problems = problems


def make_problem(check: ProblemCode, number: int | None = None, /, **params: object) -> Problem:
    problems = Problems()
    problems.refuse(check, number, **params)
    return problems.found[0]


def user_error(check: ProblemCode, number: int | None = None, /, **params: object) -> UserError:
    return UserError([make_problem(check, number, **params)])


class Problems:
    """In the order in which they were found."""

    def __init__(self, letter: str = "S") -> None:
        self.letter = letter  # S until the game system is known
        self.names_games = True  # in messages
        self.found: list[Problem] = []

    def refuse(
        self,
        check: ProblemCode,
        number: int | None = None,
        player: str | None = None,
        /,
        **params: object,
    ) -> None:
        self.found.append(
            {
                "code": f"{check.letter or self.letter}{check.number:02d}",
                "severity": check.severity,
                "game": number,
                "player": player,
                "message": _placed(
                    Text(check.text, **params), number if self.names_games else None, player
                ),
            }
        )

    @property
    def valid(self) -> bool:
        return not any(problem["severity"] == "error" for problem in self.found)


def _placed(what: Text, number: int | None, player: str | None) -> Text:
    if number is not None and player is not None:
        return Text(IN_GAME_OF, number=number, player=player, what=what)
    if number is not None:
        return Text(IN_GAME, number=number, what=what)
    if player is not None:
        return Text(OF, player=player, what=what)
    return what


def suggest_known(known: Iterable[str]) -> Text:
    words = ", ".join(known)
    return Text(USE, known=words) if words else Text(TAKE_OUT)


# Text that looks like a number or like nothing, so messages show it in quotes.
NO_WORD = re.compile(r"\s*|\s*[+-]?\d[\d.,]*\s*")


def shorten_value(value: object) -> object:
    """A typed value as a message may repeat it: short, other than text in general words."""
    if type(value) not in (str, int, float):
        return Text(THIS_KIND)
    text = str(value) if len(str(value)) <= 40 else str(value)[:39] + "…"
    return f'"{text}"' if isinstance(value, str) and NO_WORD.fullmatch(text) else text
