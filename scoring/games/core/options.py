from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from scoring.games.core.meld_options import parse_contract
from scoring.toolkit.problems import ProblemCode, shorten_value
from scoring.toolkit.texts import Text, _

MOST_GAMES = 50
EACH, TOTALS = "games", "totals"  # what is written down: each game, or totals of the round alone
TIE_BREAKS = {
    "shared": _("they share the place"),
    "dashes": _("most dashes first"),
    "best_game": _("the smaller worst game first; where the highest wins, the greater best game"),
    "last_game": _("best last game first"),
}

NO_SUCH_OPTION = ProblemCode(3, _("%(game)s has no option %(given)s: it has %(right)s."))
WRONG_OPTION = ProblemCode(4, _("option %(option)s can't be %(given)s: choose %(right)s."))

Wrong = tuple[ProblemCode, dict[str, object]]


class Option(NamedTuple):
    """`right` says in words what is allowed."""

    default: Any
    label: str
    allows: Callable[[Any], bool]
    right: Text
    choices: Mapping[Any, str] = {}  # each with its label
    low: int | None = None
    high: int | None = None
    step: int = 1
    empty: str = ""  # what None means


def whole_number(
    default: int | None,
    low: int,
    high: int,
    label: str,
    *,
    step: int = 1,
    none: bool = False,
    empty: str = "",
) -> Option:
    def allows(value: Any) -> bool:
        if value is None:
            return none
        return type(value) is int and low <= value <= high and (value - low) % step == 0

    text = _("%(low)s to %(high)s in steps of %(step)s") if step > 1 else _("%(low)s to %(high)s")
    right = Text(text, low=low, high=high, step=step)
    if none:
        right = Text(_("%(right)s, or null for no bound"), right=right)
    return Option(default, label, allows, right, {}, low, high, step, empty)


def one_of(default: Any, choices: Mapping[Any, str], label: str) -> Option:
    def allows(value: Any) -> bool:
        return any(type(value) is type(choice) and value == choice for choice in choices)

    words = ", ".join("null" if choice is None else str(choice) for choice in choices)
    right = Text(_("one of %(choices)s"), choices=words)
    return Option(default, label, allows, right, choices)


def yes_or_no(default: bool, label: str) -> Option:
    return one_of(default, {False: _("no"), True: _("yes")}, label)


def halves(default: float, high: int, label: str) -> Option:
    def allows(value: Any) -> bool:
        return type(value) in (int, float) and 0 <= value <= high and value * 2 == int(value * 2)

    right = Text(_("%(low)s to %(high)s, halves too"), low=0, high=high)
    return Option(default, label, allows, right, {}, 0, high)


def contract_list(default: Sequence[str], label: str) -> Option:
    def allows(value: Any) -> bool:
        return (
            type(value) is list
            and len(value) <= MOST_GAMES
            and all(type(code) is str and parse_contract(code) is not None for code in value)
        )

    right = Text(_("a list, one per game, such as S3 (set), R4 (run), M3 (either), R3+R4 or all"))
    return Option(list(default), label, allows, right)


def games(default: int | None) -> Option:
    label = _("Number of games on a sheet")
    empty = _("Empty: as many as you like.")
    return whole_number(default, 1, MOST_GAMES, label, none=default is None, empty=empty)


def entry() -> Option:
    choices = {EACH: _("each game"), TOTALS: _("only the totals of a round")}
    return one_of(EACH, choices, _("What is written down"))


def find_wrong_options(name: Text, options: Mapping[str, Option], given: object) -> list[Wrong]:
    if given is None:
        return []
    if not isinstance(given, dict):
        return [_unknown(name, options, given)]
    wrong: list[Wrong] = []
    for key, value in given.items():
        option = options.get(key)
        if option is None:
            wrong.append(_unknown(name, options, key))
        elif not option.allows(value):
            words = {"option": key, "given": shorten_value(value), "right": option.right}
            wrong.append((WRONG_OPTION, words))
    return wrong


def _unknown(name: Text, options: Mapping[str, Option], given: object) -> Wrong:
    words = {"game": name, "given": shorten_value(given), "right": ", ".join(options)}
    return NO_SUCH_OPTION, words
