from typing import TypedDict

from scoring.games.sheet.data import Outcome
from scoring.games.sheet.rows import ABSENT
from scoring.models import Sheet
from scoring.sheets.locked import LockedSheet
from scoring.sheets.second_list import compare_lists, has_second_list


class GivenApproval(TypedDict):
    player: str | None  # None: signed on paper
    on_paper: bool


class ApprovalState(TypedDict):
    digest: str  # of what is to be read out
    approval: str  # whether one other player is enough, all are needed, or two equal lists
    approvals: list[GivenApproval]
    missing: list[str]  # who can still agree
    approvers: list[str]  # who can agree with other content
    approved: bool
    lists_differ: bool  # both are in


def build_approval(now: LockedSheet, result: Outcome) -> ApprovalState:
    """`missing` is who can still approve, and empty once the sheet counts as approved."""
    replay, names = now.replay, now.row_names.names
    if has_second_list(now):
        whole = result["valid"] and result["complete"] and not replay.list_conflicts()
        figures = compare_lists(now)
        differ = any(figure.differs for figure in figures or ())
        return {
            "digest": replay.read(),
            "approval": Sheet.Approval.TWO,
            "approvals": [],
            "missing": [],
            "approvers": [],
            "approved": whole and figures is not None and not differ,
            "lists_differ": differ,
        }
    approved = replay.list_approved()
    agreed = [given.seat for given in approved]
    needs_all = now.sheet.approval == Sheet.Approval.ALL
    own_side = {replay.scribe} if needs_all else find_side_of_scribe(now)
    approvers = [seat for seat in _seats_at_end(now, result) if seat not in own_side]
    missing = [names[seat] for seat in approvers if seat not in agreed]
    enough = missing == [] if needs_all else any(seat not in own_side for seat in agreed)
    settled = not replay.list_conflicts()  # the table has to choose first
    done = settled and (None in agreed or (bool(agreed) and enough))
    return {
        "digest": replay.read(),
        "approval": Sheet.Approval.ALL if needs_all else Sheet.Approval.ONE,
        "approvals": [
            {"player": names.get(str(given.seat)), "on_paper": given.seat is None}
            for given in approved
        ],
        "missing": [] if done else missing,
        "approvers": [names[seat] for seat in approvers],
        "approved": done,
        "lists_differ": False,
    }


def find_side_of_scribe(now: LockedSheet) -> set[str | None]:
    scribe, game = now.replay.scribe, now.row_names.game
    sides = game.list_sides(list(now.row_names.names))
    return {scribe, *next((side for side in sides if scribe in side), [])}


def _seats_at_end(now: LockedSheet, result: Outcome) -> list[str]:
    played = [number for number, version in now.rows.items() if number and version.row]
    last = max(played, default=0)
    entries = now.add_away(last, now.rows[last].row).get("entries", {}) if played else {}
    unranked = {
        now.row_names.ids[name]
        for group in result["ranking"]
        if group["rank"] is None
        for name in group["players"]
    }
    left = {seat for seat in unranked if entries.get(seat) == ABSENT}
    return [seat for seat in now.row_names.names if seat not in left]
