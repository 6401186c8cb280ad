"""Makes up random games for the sheets of the demo. Here a game is one deal, which is a row of a
sheet. The games are plausible, and the game system (klaverjassen, for example) never refuses them.
"""

from collections.abc import Callable
from random import Random
from typing import Any

Row = dict[str, Any]


def deal(game: str, players: list[str], chance: Random, number: int = 1) -> Row:
    """Return a random game (one deal), as a row of a sheet. `game` is the key of a game system,
    such as "klaverjassen". `chance` gives the random numbers. `number` is the place of the game on
    the sheet; in boerenbridge it decides how many cards are dealt.
    """
    out = chance.choice(players)
    if game == "boerenbridge":
        return _tricks_bid(players, out, chance, _cards_dealt(len(players), number))
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
    """Return a random game in which one bid counts for the whole table, as in Five Hundred. The
    players have no entries of their own. `out` is the bidder, who makes the contract three times in
    four.
    """
    level = chance.choice((6, 6, 7, 7, 7, 8, 8, 9))
    over = chance.choice((0, 0, 1, 1, -1)) if level < 9 else chance.choice((0, -2))
    bid = f"{level}{chance.choice(('S', 'C', 'D', 'H', 'NT'))}"
    return {"bid": bid, "by": out, "tricks": level + over, "entries": {}}


def _points_of_a_side(players: list[str], out: str, chance: Random) -> Row:
    """Return a random game of klaverjassen: the card points of one side, and sometimes roem (bonus
    points) of either side. Once in a while there is a special event instead of card points. Then
    one side takes all tricks (pit), or fails to follow suit (revoke). `players` and `out` are not
    used.
    """
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


def _cards_dealt(players: int, number: int) -> int:
    """Return how many cards each player gets in game `number` of boerenbridge, counted from 1. In
    the first game it is one card. Each next game has one more, up to 10 or as many as the pack
    allows; after that, each has one fewer.
    """
    most = min(10, 52 // players)
    return min(number, 2 * most - number)


def _tricks_bid(players: list[str], out: str, chance: Random, cards: int) -> Row:
    """Return a random game of boerenbridge in which each player gets this many cards. The bids
    never add up to the number of cards, because the rules forbid that. If they would, the bid of
    the player `out` is changed by one.
    """
    won = chance.choices(players, k=cards)
    tricks = {name: won.count(name) for name in players}
    bids = {name: min(cards, tricks[name] + chance.choice((0, 0, 0, 1))) for name in players}
    if sum(bids.values()) == cards:
        bids[out] += 1 if bids[out] < cards else -1
    return {"entries": {name: {"bid": bids[name], "tricks": tricks[name]} for name in players}}


def _hearts(players: list[str], out: str, chance: Random) -> Row:
    """Return a random game of hartenjagen: who took the thirteen hearts and the queen of spades,
    which counts 13. Once in a while one player, `out`, takes all of them.
    """
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
}
