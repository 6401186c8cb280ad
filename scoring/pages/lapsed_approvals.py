"""Approvals that a change ended or would end: whose, what has changed, and who wins now."""

import hashlib
from collections.abc import Iterator, Mapping

from django.utils.text import capfirst
from django.utils.translation import gettext

from scoring.games.core.game import Game
from scoring.games.sheet import score
from scoring.games.sheet.data import Outcome, SheetData
from scoring.games.sheet.head import turn_key
from scoring.pages import grid
from scoring.pages.state import ApprovedHead, Change, Lapsed, LapsedState, LapseWarning, SheetState
from scoring.pages.words import format_points
from scoring.sheets.locked import LockedSheet, build_options
from scoring.sheets.replay import Replay
from scoring.sheets.row_names import RowNames
from scoring.sheets.verdicts import find_open

SIGNS = {"dash": "—", "absent": "×"}


def find_lapsed(now: LockedSheet) -> Lapsed | None:
    """Return None if the sheet is approved as it is now, or never was."""
    approvals, names = now.replay.approvals, now.row_names.names
    if not approvals or now.replay.list_approved():
        return None
    last = approvals[-1]
    agreed = [approval for approval in approvals if approval.read == last.read]
    then = Replay(event for event in now.events if event.sequence <= last.event.sequence)
    before, after = then.find_in_force(), now.replay.find_in_force()
    rows = {
        number: before[number].row if number in before else {}
        for number in sorted(before.keys() | after.keys())
        if number and (before.get(number) is None or before[number].row != after[number].row)
    }
    return {
        "players": [names[approval.seat] for approval in agreed if approval.seat in names],
        "on_paper": any(approval.seat is None for approval in agreed),
        "games": {
            str(number): now.row_names.convert_to_typed(row, number) for number, row in rows.items()
        },
        "head": _head_before(now, then),
        "others": list(_list_others(now, then)),
    }


def _head_before(now: LockedSheet, then: Replay) -> ApprovedHead:
    """Return the options and the starter of the sheet as it was approved, where they differ."""
    head: ApprovedHead = {}
    if then.games != now.replay.games:
        head["options"] = build_options(now.sheet, then.games)
    if then.starter != now.replay.starter:
        assert now.row_names.game is not None, "a stored sheet has a known game"
        head[turn_key(now.row_names.game)] = now.row_names.names.get(str(then.starter))
    return head


def _list_others(now: LockedSheet, then: Replay) -> Iterator[Change]:
    """Return what differs outside the games."""
    was, is_now = (_describe_whole(now.row_names, replay) for replay in (then, now.replay))
    return (Change(what, was[what], is_now[what]) for what in was if was[what] != is_now[what])


def _describe_whole(row_names: RowNames, replay: Replay) -> dict[str, str]:
    assert row_names.game is not None, "a stored sheet has a known game"
    penalty = gettext("Penalty by the arbiter")
    return {
        gettext("Number of games"): str(replay.games or row_names.game.games or "…"),
        capfirst(_first_turn(row_names.game)): row_names.names.get(str(replay.starter), "…"),
        **{
            f"{penalty}, {name}": str(_penalty_points(replay, seat))
            for seat, name in row_names.names.items()
        },
    }


def _first_turn(game: Game) -> str:
    return gettext("deals the first game") if game.has_dealer else gettext("begins the first game")


def _penalty_points(replay: Replay, seat: str) -> int:
    return sum(penalty.points for penalty in replay.penalties.values() if penalty.seat == seat)


def describe_lapsed(state: LapsedState) -> LapseWarning:
    """Return the changes, and who won then and wins now; nothing if no approval lapsed."""
    if not state["lapsed"]:
        return {}
    decided = state["result"]["finished"] and not find_open(state["result"])
    winners = find_winners(state) if decided else None
    return {"changes": list_changes(state), "winners": winners}


def compare_states(before: SheetState, after: SheetState) -> LapseWarning:
    """Return the warning for a change that ended approvals; nothing for others. Its hash `told`,
    which the page sends back, proves that the user saw this very warning.
    """
    if after["approvals"] or not before["approvals"]:
        return {}
    warning: LapseWarning = {"lapsed": after["lapsed"], **describe_lapsed(after)}
    return warning | {"told": hashlib.sha256(repr(warning).encode()).hexdigest()[:16]}


def list_changes(state: LapsedState) -> list[Change]:
    """Return what differs from the sheet as it was approved: the whole sheet first, then cells,
    then totals.
    """
    data, before = state["data"], _sheet_before(state)
    lapsed = state["lapsed"]
    assert lapsed is not None, "asked about a lapsed approval"
    every = range(1, len(data["games"]) + 1)  # the starter may matter in any game
    numbers = every if lapsed["head"] else sorted(map(int, lapsed["games"]))
    changes = [*lapsed["others"]]
    changes += [change for number in numbers for change in _compare_rows(before, data, number)]
    was, now = _points(score(before)), _points(state["result"])
    total = gettext("Total")
    return changes + [
        Change(
            f"{total}, {names}",
            format_points(was.get(name)),
            format_points(now.get(name)),
        )
        for name, names in grid.name_sides(data).items()
        if was.get(name) != now.get(name)
    ]


def _compare_rows(before: SheetData, after: SheetData, number: int) -> list[Change]:
    game = gettext("Game %(number)s") % {"number": number}
    old, new = (
        grid.build_line(data, number, data["games"][number - 1]) for data in (before, after)
    )
    if old.void or new.void:
        was, now = _line_words(old), _line_words(new)
        return [Change(game, was, now)] if was != now else []
    pairs = zip(grid.name_sides(after).values(), old.cells, new.cells, strict=True)
    return [
        Change(f"{game}, {names}", _cell_words(old_cell), _cell_words(new_cell))
        for names, old_cell, new_cell in pairs
        if _cell_words(old_cell) != _cell_words(new_cell)
    ]


def _line_words(line: grid.GridLine) -> str:
    played = " ".join(_cell_words(cell) for cell in line.cells)
    return gettext("Not played: %(reason)s") % {"reason": line.void} if line.void else played


def _cell_words(cell: grid.Cell) -> str:
    return SIGNS.get(cell.kind, cell.score) or "…"


def _points(result: Outcome) -> Mapping[str, float]:
    points: Mapping[str, float] = result["match_points"] or result["totals"]
    return points


def find_winners(state: LapsedState) -> tuple[str, str]:
    results = score(_sheet_before(state)), state["result"]
    was, now = (", ".join(_first(result)) for result in results)
    return was, now


def _sheet_before(state: LapsedState) -> SheetData:
    lapsed = state["lapsed"]
    assert lapsed is not None, "asked about a lapsed approval"
    rows = enumerate(state["data"]["games"], 1)
    games = [lapsed["games"].get(str(number), row) for number, row in rows]
    return {**state["data"], **lapsed["head"], "games": games}


def _first(result: Outcome) -> list[str]:
    return [name for group in result["ranking"] if group["rank"] == 1 for name in group["players"]]
