"""Makes up plausible deals for the sheets of the demo, which no game refuses."""

from collections.abc import Callable
from random import Random
from typing import Any

from scoring.games.sheet.data import Outcome
from scoring.models import Sheet
from scoring.sheets import lifecycle
from scoring.sheets.approvals import build_approval, hash_content
from scoring.sheets.sheet_under_lock import SheetNow, lock_sheet

Row = dict[str, Any]


def deal(game: str, players: list[str], chance: Random, number: int = 1) -> Row:
    """`number` is the place of the deal on the sheet; in boerenbridge it decides how many cards."""
    out = chance.choice(players)
    if game == "boerenbridge":
        most = min(10, 52 // len(players))  # one card more each time, and then one fewer
        return _tricks_bid(players, out, chance, min(number, 2 * most - number))
    return DEALS[game](players, out, chance)


def _cards(players: list[str], out: str, chance: Random) -> Row:
    return {"entries": {name: "-" if name == out else chance.randint(1, 13) for name in players}}


def _points(players: list[str], out: str, chance: Random) -> Row:
    entries: Row = {name: "-" if name == out else chance.randint(4, 75) for name in players}
    holder = chance.choice([name for name in players if name != out])
    if chance.random() < 0.4:
        could = chance.random() < 0.5
        entries[holder] = {"points": chance.randint(4, 60), "jokers": 1, "could_meld": could}
    return {"entries": entries}


def _jolly(players: list[str], out: str, chance: Random) -> Row:
    def entry(name: str) -> Row:
        if name == out:
            return {"meld": chance.randint(40, 120), "out": True}
        laid = 0 if chance.random() < 0.25 else chance.randint(30, 90)
        return {"meld": laid, "hand": chance.randint(2, 45)}

    return {"entries": {name: entry(name) for name in players}}


def _tiles(players: list[str], out: str, chance: Random) -> Row:
    entries: Row = {name: chance.randint(3, 60) for name in players}
    if chance.random() < 0.2:
        return {"end": "pool", "entries": entries}
    return {"end": "out", "entries": entries | {out: "-"}}


def _international(players: list[str], out: str, chance: Random) -> Row:
    entries: Row = {
        name: {"melded": True, "points": chance.randint(5, 90)}
        if chance.random() < 0.8
        else {"melded": False}
        for name in players
    }
    if chance.random() < 0.25:
        hand = {"out": True, "type": chance.randint(1, 12), "jokers": chance.randint(0, 1)}
        return {"end": "closed", "entries": entries | {out: hand}}
    return {"end": "open", "entries": entries | {out: {"out": True}}}


def _bids(players: list[str], out: str, chance: Random) -> Row:
    level = chance.choice((6, 6, 7, 7, 7, 8, 8, 9))
    over = chance.choice((0, 0, 1, 1, -1)) if level < 9 else chance.choice((0, -2))
    bid = f"{level}{chance.choice(('S', 'C', 'D', 'H', 'NT'))}"
    return {"bid": bid, "by": out, "tricks": level + over, "entries": {}}


def _points_of_a_side(players: list[str], out: str, chance: Random) -> Row:
    side, other = chance.sample(("13", "24"), 2)
    row: Row = {"entries": {}}
    for key in (f"roem_{side}", f"roem_{other}"):
        if chance.random() < 0.3:
            row[key] = chance.choice((20, 20, 20, 40, 50, 50, 70, 100))
    kind = chance.random()
    if kind < 0.05:
        row.pop(f"roem_{other}", None)
        return row | {"pit": side}
    if kind < 0.06:
        return row | {"revoke": side}
    return row | {f"points_{side}": chance.randint(45, 130)}


def _tricks_bid(players: list[str], out: str, chance: Random, cards: int) -> Row:
    """The rules forbid bids that add up to the number of cards."""
    won = chance.choices(players, k=cards)
    tricks = {name: won.count(name) for name in players}
    bids = {name: min(cards, tricks[name] + chance.choice((0, 0, 0, 1))) for name in players}
    if sum(bids.values()) == cards:
        bids[out] += 1 if bids[out] < cards else -1
    return {"entries": {name: {"bid": bids[name], "tricks": tricks[name]} for name in players}}


def _hearts(players: list[str], out: str, chance: Random) -> Row:
    if chance.random() < 0.04:
        return {"moon": out, "entries": {}}
    hearts = chance.choices([name for name in players if name != out], k=13)
    entries: Row = {name: hearts.count(name) for name in players}
    queen = chance.choice([name for name in players if entries[name] < 13])
    return {"entries": entries | {queen: entries[queen] + 13}}


DEALS: dict[str, Callable[[list[str], str, Random], Row]] = {
    "jokeren": _cards,
    "jokeren-potjes": _cards,
    "jokeren-vijf": _cards,
    "amerikaans-jokeren": _points,
    "jolly": _jolly,
    "rummy": _tiles,
    "rummikub": _tiles,
    "rummikub-american": _tiles,
    "rummikub-international": _international,
    "vijfhonderd": _bids,
    "klaverjassen": _points_of_a_side,
    "hartenjagen": _hearts,
    "punten": lambda players, _out, chance: {
        "entries": {name: chance.randint(0, 60) for name in players}
    },
}


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
            read, device = hash_content(now.replay), _device(chance)
            lifecycle.approve(sheet=now, player=name, read=read, device=device)


def disagree(sheet: Sheet, chance: Random) -> None:
    """Enter the last game again from a second phone, with other values."""
    with lock_sheet(sheet) as now:
        so_far, number = now.score(now.build_data()), max(now.rows)
        while not now.replay.list_conflicts():  # an equal deal is no conflict
            _enter(now, number, _dealt(now, so_far, number, chance), _device(chance), seen=0)


def _dealt(now: SheetNow, so_far: Outcome, number: int, chance: Random) -> Row:
    """In a play-off, who no longer plays is entered as absent."""
    everybody = list(now.row_names.ids)
    row = deal(now.sheet.game, so_far["continue_with"] or everybody, chance, number)
    if row["entries"]:
        row["entries"] = {name: row["entries"].get(name, "x") for name in everybody}
    return row


def _enter(now: SheetNow, number: int, row: Row, device: str, seen: int | None = None) -> None:
    lifecycle.record(sheet=now, number=number, row=row, device=device, seen=seen)


def _device(chance: Random) -> str:
    return f"{chance.getrandbits(64):016x}"
