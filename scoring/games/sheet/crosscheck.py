"""What the paper form says beside what the games give; every difference names the player."""

from collections.abc import Mapping, Sequence

from scoring.games.play import Play
from scoring.games.problems import NOT_USED, UNKNOWN_KEY, Check, Json, Problems, shown
from scoring.games.text import Text, _

PAPER_UNREADABLE = Check(
    17, _("the paper's %(what)s can't be read: write a whole number a player.")
)
PAPER_DASHES = Check(18, _("the dash count on paper is %(paper)s, the games give %(ours)s."))
PAPER_SUBTOTAL = Check(
    19, _("the subtotal on paper after this game is %(paper)s, the games give %(ours)s.")
)
PAPER_TOTAL = Check(20, _("the total on paper is %(paper)s, the games give %(ours)s."))
PAPER_TOO_EARLY = Check(
    31, _("this game is not entered yet, so its subtotal can't be compared."), "warning"
)
PARTS = ("dashes", "subtotals", "totals")


def compare_paper(paper: object, play: Play, rows: Sequence[Json], problems: Problems) -> None:
    if paper is None:
        return
    if not isinstance(paper, dict):
        problems.refuse(PAPER_UNREADABLE, what=Text(_("figures")))
        return
    for key in [key for key in paper if key not in PARTS]:
        problems.refuse(NOT_USED, given=shown(key))
    _compare(problems, PAPER_DASHES, _("dashes"), paper.get("dashes"), play.won)
    _compare_subtotals(paper.get("subtotals"), play, rows, problems)
    _compare(problems, PAPER_TOTAL, _("totals"), paper.get("totals"), play.totals)


def _compare_subtotals(
    subtotals: object, play: Play, rows: Sequence[Json], problems: Problems
) -> None:
    if subtotals is None:
        return
    if not isinstance(subtotals, dict):
        problems.refuse(PAPER_UNREADABLE, what=Text(_("subtotals")))
        return
    for key, figures in subtotals.items():
        after = _game_number(key)
        if after is None:
            problems.refuse(PAPER_UNREADABLE, what=Text(_("subtotals")))
        elif after > len(rows):
            problems.refuse(PAPER_TOO_EARLY, after)
        else:
            ours = _running(play, rows[:after])
            _compare(problems, PAPER_SUBTOTAL, _("subtotals"), figures, ours, after=after)


def _game_number(key: str) -> int | None:
    plain = key.isascii() and key.isdigit() and len(key) <= 3
    return int(key) or None if plain else None


def _running(play: Play, rows: Sequence[Json]) -> Mapping[str, int]:
    """Totals after these games; one that is not scored leaves them as they were."""
    running = [row["running"] for row in rows if "running" in row]
    return running[-1] if running else dict.fromkeys(play.players, 0)


def _compare(
    problems: Problems,
    check: Check,
    what: str,
    figures: object,
    ours: Mapping[str, int],
    *,
    after: int | None = None,
) -> None:
    if figures is None:
        return
    if not isinstance(figures, dict):
        problems.refuse(PAPER_UNREADABLE, after, what=Text(what))
        return
    for name, figure in figures.items():
        if name not in ours:
            problems.refuse(UNKNOWN_KEY, after, given=shown(name), right=", ".join(ours))
        elif figure is not None and type(figure) is not int:
            problems.refuse(PAPER_UNREADABLE, after, name, what=Text(what))
        elif figure is not None and figure != ours[name]:
            problems.refuse(check, after, name, paper=shown(figure), ours=ours[name])
