"""Sums that players can check on paper, such as that all totals together are 0."""

from collections.abc import Iterator, Mapping
from typing import Any

from scoring.games.core.game import Game
from scoring.games.sheet.data import Outcome, SheetData
from scoring.games.sheet.rows import DASH
from scoring.toolkit.texts import Text, _
from scoring.toolkit.translation import translate


def list_sums_to_check(game: Game, data: SheetData, result: Outcome) -> Iterator[str]:
    """Yield sentences with sums that players can check on paper, such as that all totals together
    are 0.
    """
    scored = [row for row in result["rows"] if "scores" in row]
    if not scored:
        return
    outs = [_count_dashes(data["games"][row["game"] - 1]) for row in scored]
    if has_dashes(game) and outs == [1] * len(scored):
        text = _("Dashes together: %(dashes)s. Games scored: %(games)s.")
        yield translate(Text(text, dashes=sum(outs), games=len(scored)))
    if all(sum(row["scores"].values()) == 0 for row in scored):
        yield translate(Text(_("All totals together: 0.")))
    elif game.adds_to:
        inside = _marks_in_scores(game, data, result)
        sides = [side[0] for side in game.sides(data["players"])]
        points = sum(result["totals"][name] for name in sides) - sum(inside.values())
        text = _("Points together: %(points)s = %(games)s × %(each)s.")
        yield translate(Text(text, points=points, games=len(scored), each=game.adds_to))
        for kind, total in inside.items():
            words = translate(Text(game.marks[kind].label))
            yield translate(Text(_("%(what)s together: %(total)s."), what=words, total=total))


def _marks_in_scores(game: Game, data: SheetData, result: Outcome) -> dict[str, int]:
    """Return the sum over the whole sheet of each kind of extra points that the scores include,
    such as roem in klaverjassen. The sums are keyed by kind. Partners share these points, so each
    side is counted once.
    """
    sides = [side[0] for side in game.sides(data["players"])]
    marks = result.get("marks", {})
    return {
        kind: sum(marks[kind][name] for name in sides)
        for kind, mark in game.marks.items()
        if mark.in_score
    }


def has_dashes(game: Game) -> bool:
    """Return whether this game system gives every game's winner a dash (the winner's mark). It does
    not if it has no dashes, or if a game can also end because the tiles run out.
    """
    return game.dash and "end" not in game.row_fields


def _count_dashes(entered: Mapping[str, Any]) -> int:
    return sum(entry == DASH for entry in (entered.get("entries") or {}).values())
