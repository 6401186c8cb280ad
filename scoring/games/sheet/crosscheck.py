"""Compare the sums on the paper form with the scored games. Every difference names the player."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from scoring.games.core.play import Play
from scoring.games.sheet.data import SheetData
from scoring.toolkit.problems import NOT_USED, UNKNOWN_KEY, ProblemCode, Problems, instead, shown
from scoring.toolkit.texts import Text, _

PAPER_UNREADABLE = ProblemCode(
    17, _("the paper's %(what)s can't be read: write a whole number a player.")
)
PAPER_DASHES = ProblemCode(18, _("the dash count on paper is %(paper)s, the games give %(ours)s."))
PAPER_SUBTOTAL = ProblemCode(
    19, _("the subtotal on paper after this game is %(paper)s, the games give %(ours)s.")
)
PAPER_TOTAL = ProblemCode(20, _("the total on paper is %(paper)s, the games give %(ours)s."))
PAPER_TOO_EARLY = ProblemCode(
    31, _("this game is not entered yet, so its subtotal can't be compared."), "warning"
)

FIGURES = _("figures")
PARTS = {"dashes": _("dashes"), "subtotals": _("subtotals"), "totals": _("totals")}


class Played(NamedTuple):
    """The scored games, with which the sums on the paper form are compared."""

    play: Play
    running: Sequence[Mapping[str, int]]  # totals after each game
    done: int  # the number of games, from the first on, that are scored or void
    games: int | None  # on the form; None: open


def compare_paper(paper: object, played: Played, problems: Problems) -> None:
    if paper is None:
        return
    if not isinstance(paper, dict):
        problems.refuse(PAPER_UNREADABLE, what=Text(FIGURES))
        return
    for key in [key for key in paper if key not in PARTS]:
        problems.refuse(NOT_USED, given=shown(key))
    dashes, totals = paper.get("dashes"), paper.get("totals")
    so_far = played.done == len(played.running)
    _compare(problems, _grade(PAPER_DASHES, so_far), "dashes", dashes, played.play.won)
    _compare_subtotals(paper.get("subtotals"), played, problems)
    _compare(problems, _grade(PAPER_TOTAL, so_far), "totals", totals, played.play.totals)


def has_totals(data: SheetData) -> bool:
    """Return whether the total of every player on the paper form was typed in, be it right or
    wrong.
    """
    totals = (data.get("paper") or {}).get("totals") or {}
    return all(name in totals for name in data["players"])


def _grade(check: ProblemCode, all_done: bool) -> ProblemCode:
    """Return the code of the problem that a figure on paper differs. While some games are open it
    is only a warning, because these games may explain the difference.
    """
    return check if all_done else check._replace(severity="warning")


def _compare_subtotals(subtotals: object, played: Played, problems: Problems) -> None:
    if subtotals is None:
        return
    if not isinstance(subtotals, dict):
        problems.refuse(PAPER_UNREADABLE, what=Text(PARTS["subtotals"]))
        return
    for key, figures in sorted(subtotals.items(), key=lambda item: _game_number(item[0]) or 0):
        after = _game_number(key)
        if after is None or after > (played.games or after):
            problems.refuse(PAPER_UNREADABLE, what=Text(PARTS["subtotals"]))
        elif after > len(played.running):
            problems.refuse(PAPER_TOO_EARLY, after)
        else:
            ours, check = played.running[after - 1], _grade(PAPER_SUBTOTAL, after <= played.done)
            _compare(problems, check, "subtotals", figures, ours, after=after)


def _game_number(key: str) -> int | None:
    plain = key.isascii() and key.isdigit() and len(key) <= 3
    return int(key) or None if plain else None


def _compare(
    problems: Problems,
    check: ProblemCode,
    part: str,
    figures: object,
    ours: Mapping[str, int],
    *,
    after: int | None = None,
) -> None:
    if figures is None:
        return
    if not isinstance(figures, dict):
        problems.refuse(PAPER_UNREADABLE, after, what=Text(PARTS[part]))
        return
    for name in [name for name in figures if name not in ours]:
        problems.refuse(UNKNOWN_KEY, after, given=shown(name), right=instead(ours))
    for name, right in ours.items():
        figure = figures.get(name)
        if figure is not None and type(figure) is not int:
            problems.refuse(PAPER_UNREADABLE, after, name, what=Text(PARTS[part]))
        elif figure is not None and figure != right:
            problems.refuse(check, after, name, paper=shown(figure), ours=right)
