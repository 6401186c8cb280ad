"""Compare the sums on the paper form with the scored games."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from scoring.games.core.options import TOTALS
from scoring.games.core.sheet_state import Play
from scoring.games.sheet.data import SheetData
from scoring.games.sheet.rows import ABSENT
from scoring.toolkit.figures import format_points, is_with_half
from scoring.toolkit.problems import (
    NOT_USED,
    UNKNOWN_KEY,
    ProblemCode,
    Problems,
    shorten_value,
    suggest_known,
)
from scoring.toolkit.texts import Text, _

PAPER_UNREADABLE = ProblemCode(
    17, _("the paper's %(what)s can't be read: write a whole number a player.")
)
PAPER_DASHES = ProblemCode(18, _("the dash count on paper is %(paper)s, the games give %(ours)s."))
PAPER_SUBTOTAL = ProblemCode(
    19, _("the subtotal on paper after this game is %(paper)s, the games give %(ours)s.")
)
PAPER_TOTAL = ProblemCode(20, _("the total on paper is %(paper)s, the games give %(ours)s."))
PAPER_APART = ProblemCode(37, _("%(what)s on paper: %(paper)s, the games give %(ours)s."))
PAPER_TOO_EARLY = ProblemCode(
    31, _("this game is not entered yet, so its subtotal can't be compared."), "warning"
)

FIGURES = _("figures")
PARTS = {"dashes": _("dashes"), "subtotals": _("subtotals"), "totals": _("totals")}
APART = "apart"  # points, roem and the like, in games that count them beside the total


class OurSums(NamedTuple):
    play: Play
    running: Sequence[Mapping[str, float]]  # totals after each game
    done: int  # the number of games, from the first on, that are scored or void
    games: int | None  # on the form; None: open
    apart: Mapping[str, Mapping[str, float]]  # everybody's points, roem and the like
    labels: Mapping[str, str]  # of these
    halves: bool  # whether a figure may end in a half


class PaperLine(NamedTuple):
    check: ProblemCode
    label: str
    after: int | None = None  # the game under which it stands
    kind: str = ""  # of what is added up apart
    halves: bool = False


def compare_paper(paper: object, played: OurSums, problems: Problems) -> None:
    if paper is None:
        return
    if not isinstance(paper, dict):
        problems.refuse(PAPER_UNREADABLE, what=Text(FIGURES))
        return
    for key in [key for key in paper if key not in PARTS and not (key == APART and played.apart)]:
        problems.refuse(NOT_USED, given=shorten_value(key))
    dashes, totals = paper.get("dashes"), paper.get("totals")
    so_far = played.done == len(played.running)
    line = PaperLine(_grade(PAPER_DASHES, so_far), PARTS["dashes"])
    _compare(problems, line, dashes, played.play.won)
    _compare_subtotals(paper.get("subtotals"), played, problems)
    line = PaperLine(_grade(PAPER_TOTAL, so_far), PARTS["totals"], halves=played.halves)
    _compare(problems, line, totals, played.play.totals)
    if played.apart:
        _compare_apart(paper.get(APART), played, problems, _grade(PAPER_APART, so_far))


def has_totals(data: SheetData) -> bool:
    """Whether the total of everybody who played was typed, be it right or wrong."""
    if data["options"].get("entry") == TOTALS:
        return bool(data["games"])  # nothing else is typed
    totals = (data.get("paper") or {}).get("totals") or {}
    rows = [row.get("entries") or {} for row in data["games"]] or [{}]
    return all(
        name in totals or all(row.get(name) == ABSENT for row in rows) for name in data["players"]
    )


def _grade(check: ProblemCode, all_done: bool) -> ProblemCode:
    """While games are open, which may explain it, a difference is a warning."""
    return check if all_done else check._replace(severity="warning")


def _compare_subtotals(subtotals: object, played: OurSums, problems: Problems) -> None:
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
            check = _grade(PAPER_SUBTOTAL, after <= played.done)
            line = PaperLine(check, PARTS["subtotals"], after, halves=played.halves)
            _compare(problems, line, figures, played.running[after - 1])


def _compare_apart(apart: object, played: OurSums, problems: Problems, check: ProblemCode) -> None:
    if apart is None:
        return
    if not isinstance(apart, dict):
        problems.refuse(PAPER_UNREADABLE, what=Text(FIGURES))
        return
    for key in [key for key in apart if key not in played.apart]:
        problems.refuse(UNKNOWN_KEY, given=shorten_value(key), right=suggest_known(played.apart))
    for key, ours in played.apart.items():
        line = PaperLine(check, played.labels[key], kind=key)
        _compare(problems, line, apart.get(key), ours)


def _game_number(key: str) -> int | None:
    plain = key.isascii() and key.isdigit() and len(key) <= 3
    return int(key) or None if plain else None


def _compare(
    problems: Problems, line: PaperLine, figures: object, ours: Mapping[str, float]
) -> None:
    if figures is None:
        return
    after, what = line.after, Text(line.label)
    if not isinstance(figures, dict):
        problems.refuse(PAPER_UNREADABLE, after, what=what)
        return
    for name in [name for name in figures if name not in ours]:
        problems.refuse(UNKNOWN_KEY, after, given=shorten_value(name), right=suggest_known(ours))
    for name, right in ours.items():
        figure = figures.get(name)
        readable = type(figure) is int or (line.halves and is_with_half(figure))
        if figure is not None and not readable:
            problems.refuse(PAPER_UNREADABLE, after, name, what=what)
        elif figure is not None and figure != right:
            kind = {"what": what, "kind": line.kind} if line.kind else {}
            given = figure if is_with_half(figure) else shorten_value(figure)
            problems.refuse(line.check, after, name, paper=_draw(given), ours=_draw(right), **kind)


def _draw(figure: object) -> object:
    return format_points(figure) if isinstance(figure, float) else figure
