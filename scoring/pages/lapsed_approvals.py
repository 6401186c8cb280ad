"""Approvals that a change ended or would end: whose, what has changed, and who wins now."""

import hashlib

from django.utils.text import capfirst
from django.utils.translation import gettext

from scoring.games.core.game import Game
from scoring.games.sheet import score
from scoring.games.sheet.data import Outcome, SheetData
from scoring.games.sheet.head import turn_key
from scoring.pages import grid
from scoring.pages.state import ApprovedHead, Changed, Lapsed, LapsedState, LapseWarning, SheetState
from scoring.sheets.approvals import list_approved
from scoring.sheets.replay import Replay
from scoring.sheets.row_names import RowNames
from scoring.sheets.sheet_under_lock import SheetNow
from scoring.sheets.verdicts import find_open
from scoring.toolkit.figures import format_points

SIGNS = {"dash": "—", "absent": "×"}


def find_lapsed(now: SheetNow) -> Lapsed | None:
    """Return None if the sheet is approved as it is now, or never was."""
    replay, names, game = now.replay, now.row_names.names, now.row_names.game
    if not replay.approvals or list_approved(replay):
        return None
    last = replay.approvals[-1]
    agreed = [approval for approval in replay.approvals if approval.read == last.read]
    then = Replay(event for event in now.events if event.sequence <= last.event.sequence)
    before, after = then.find_in_force(), replay.find_in_force()
    rows = {
        number: before[number].row if number in before else {}
        for number in sorted(before.keys() | after.keys())
        if number and (before.get(number) is None or before[number].row != after[number].row)
    }
    head: ApprovedHead = {}
    if then.games != replay.games:
        head["options"] = now.sheet.build_options(then.games)
    if then.starter != replay.starter:
        head[turn_key(game)] = names.get(str(then.starter))
    was, is_now = (_describe_whole(now.row_names, game, whole) for whole in (then, replay))
    return {
        "players": [names[approval.seat] for approval in agreed if approval.seat in names],
        "on_paper": any(approval.seat is None for approval in agreed),
        "games": {
            str(number): now.row_names.convert_to_typed(now.add_away(number, row), number)
            for number, row in rows.items()
        },
        "head": head,
        "others": [
            Changed(what, was[what], is_now[what]) for what in was if was[what] != is_now[what]
        ],
    }


def _describe_whole(row_names: RowNames, game: Game, replay: Replay) -> dict[str, str]:
    begins = gettext("begins the first game")
    if game.has_dealer:
        begins = gettext("deals the first game")
    given = [(row_names.names.get(fine.seat), fine.points) for fine in replay.penalties.values()]
    penalty = gettext("Penalty by the arbiter")
    return {
        gettext("Number of games"): str(replay.games or game.games or "…"),
        capfirst(begins): row_names.names.get(str(replay.starter), "…"),
        **{
            f"{penalty}, {name}": str(sum(points for to, points in given if to == name))
            for name in row_names.names.values()
        },
    }


def describe_lapsed(state: LapsedState) -> LapseWarning:
    """Return the changes (of the whole sheet first, then of cells, then of totals), and who won
    then and wins now; nothing if no approval lapsed.
    """
    lapsed, data, result = state["lapsed"], state["data"], state["result"]
    if not lapsed:
        return {}
    rows = [lapsed["games"].get(str(number), row) for number, row in enumerate(data["games"], 1)]
    before: SheetData = {**data, **lapsed["head"], "games": rows}
    then = score(before)
    every = range(1, len(rows) + 1)  # the starter may matter in any game
    numbers = every if lapsed["head"] else sorted(map(int, lapsed["games"]))
    changes = [*lapsed["others"]]
    changes += [change for number in numbers for change in _compare_rows(before, data, number)]
    was, now = (whole["match_points"] or whole["totals"] for whole in (then, result))
    changes += [
        Changed(
            f"{gettext('Total')}, {names}",
            format_points(was.get(name)),
            format_points(now.get(name)),
        )
        for name, names in grid.name_sides(data).items()
        if was.get(name) != now.get(name)
    ]
    decided = result["finished"] and not find_open(result)
    winners = (_name_winners(before, then), _name_winners(data, result)) if decided else None
    return {"changes": changes, "winners": winners}


def compare_states(before: SheetState, after: SheetState) -> LapseWarning:
    """Return the warning for a change that ended approvals; nothing for others. Its hash `told`,
    which the page sends back, proves that the user saw this very warning.
    """
    if after["approvals"] or not before["approvals"]:
        return {}
    warning: LapseWarning = {"lapsed": after["lapsed"], **describe_lapsed(after)}
    return warning | {"told": hashlib.sha256(repr(warning).encode()).hexdigest()[:16]}


def _compare_rows(before: SheetData, after: SheetData, number: int) -> list[Changed]:
    game = gettext("Game %(number)s") % {"number": number}
    old, new = (
        grid.build_line(data, number, data["games"][number - 1]) for data in (before, after)
    )
    if old.void or new.void:
        was, now = _line_words(old), _line_words(new)
        return [Changed(game, was, now)] if was != now else []
    pairs = zip(grid.name_sides(after).values(), old.cells, new.cells, strict=True)
    return [
        Changed(f"{game}, {names}", _cell_words(old_cell), _cell_words(new_cell))
        for names, old_cell, new_cell in pairs
        if _cell_words(old_cell) != _cell_words(new_cell)
    ]


def _line_words(line: grid.GridLine) -> str:
    played = " ".join(_cell_words(cell) for cell in line.cells)
    return gettext("Not played: %(reason)s") % {"reason": line.void} if line.void else played


def _cell_words(cell: grid.Cell) -> str:
    return SIGNS.get(cell.kind, cell.score) or "…"


def _name_winners(data: SheetData, result: Outcome) -> str:
    first = [group["players"] for group in result["ranking"] if group["rank"] == 1]
    names = {name for players in first for name in players}
    return ", ".join(side for name, side in grid.name_sides(data).items() if name in names)
