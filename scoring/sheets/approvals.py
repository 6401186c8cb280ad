"""Who has to agree with a form, and who has."""

from typing import Any

from scoring.games.sheet.rows import ABSENT
from scoring.models import Sheet
from scoring.sheets.locked import LockedSheet

Json = dict[str, Any]


def approval(now: LockedSheet, result: Json) -> Json:
    """`result` is what the sheet comes to. `missing`: of these one is enough, or all are needed,
    as the sheet has it.
    """
    replay, names = now.replay, now.spelling.names
    approved = replay.approved()
    agreed = [one.seat for one in approved]
    asked = [seat for seat in _there(now, result) if seat != replay.scribe]
    missing = [names[seat] for seat in asked if seat not in agreed]
    enough = missing == [] if now.sheet.approval == Sheet.Approval.ALL else bool(agreed)
    settled = not replay.conflicts()  # the table has to choose first
    done = settled and (None in agreed or (bool(agreed) and enough))
    return {
        "digest": replay.read(),
        "approval": now.sheet.approval,
        "approvals": [
            {"player": names.get(str(one.seat)), "on_paper": one.seat is None} for one in approved
        ],
        "missing": [] if done else missing,
        "approved": done,
    }


def _there(now: LockedSheet, result: Json) -> list[str]:
    """Who is at the table at the end: not who left before the last game."""
    played = [number for number, one in now.rows.items() if number and one.row]
    last = max(played, default=0)
    entries = now.with_away(last, now.rows[last].row).get("entries", {}) if played else {}
    unranked = {
        now.spelling.ids[name]
        for group in result["ranking"]
        if group["rank"] is None
        for name in group["players"]
    }
    left = {seat for seat in unranked if entries.get(seat) == ABSENT}
    return [seat for seat in now.spelling.names if seat not in left]
