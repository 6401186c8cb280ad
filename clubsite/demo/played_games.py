from random import Random

from clubsite.demo.dealing import Row, deal
from scoring.games.sheet.data import Outcome
from scoring.models import Sheet
from scoring.sheets import lifecycle
from scoring.sheets.approval_state import build_approval
from scoring.sheets.locked import LockedSheet, lock_sheet

SLIPS = 0.04  # share of games entered wrong at first


def play(sheet: Sheet, games: int, chance: Random) -> None:
    with lock_sheet(sheet) as now:
        device = _device(chance)
        for number in range(1, games + 1):
            so_far = now.score(now.build_data())
            if so_far["finished"]:
                return
            if chance.random() < SLIPS:
                _enter(now, number, _dealt(now, so_far, number, chance), device)
            _enter(now, number, _dealt(now, so_far, number, chance), device)


def approve(sheet: Sheet, chance: Random) -> None:
    with lock_sheet(sheet) as now:
        missing = build_approval(now, now.score(now.build_data()))["missing"]
        every = now.sheet.approval == Sheet.Approval.ALL
        for name in missing if every else [chance.choice(missing)]:
            lifecycle.approve(
                sheet=now, player=name, read=now.replay.read(), device=_device(chance)
            )


def disagree(sheet: Sheet, chance: Random) -> None:
    """Enter the last game again from a second phone, with other values."""
    with lock_sheet(sheet) as now:
        so_far, number = now.score(now.build_data()), max(now.rows)
        while not now.replay.list_conflicts():  # an equal deal is no conflict
            _enter(now, number, _dealt(now, so_far, number, chance), _device(chance), seen=0)


def _dealt(now: LockedSheet, so_far: Outcome, number: int, chance: Random) -> Row:
    """In a play-off, who no longer plays is entered as absent."""
    everybody = list(now.row_names.ids)
    row = deal(now.sheet.game, so_far["continue_with"] or everybody, chance, number)
    if row["entries"]:
        row["entries"] = {name: row["entries"].get(name, "x") for name in everybody}
    return row


def _enter(now: LockedSheet, number: int, row: Row, device: str, seen: int | None = None) -> None:
    lifecycle.record(sheet=now, number=number, row=row, device=device, seen=seen)


def _device(chance: Random) -> str:
    return f"{chance.getrandbits(64):016x}"
