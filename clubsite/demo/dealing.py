"""Random games that are plausible and that no game system refuses."""

from collections.abc import Callable
from random import Random
from typing import Any

Row = dict[str, Any]


def deal(game: str, players: list[str], chance: Random) -> Row:
    out = chance.choice(players)
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
    """Return a game with a bid for the whole table, as in Five Hundred, without entries of players.
    The bidder makes the contract three times in four.
    """
    level = chance.choice((6, 6, 7, 7, 7, 8, 8, 9))
    over = chance.choice((0, 0, 1, 1, -1)) if level < 9 else chance.choice((0, -2))
    bid = f"{level}{chance.choice(('S', 'C', 'D', 'H', 'NT'))}"
    return {"bid": bid, "by": out, "tricks": level + over, "entries": {}}


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
}
