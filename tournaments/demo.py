"""An invented club evening: who sat at which table, and how the cards fell."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple

from scoring import sheets
from scoring.games.sheet import score
from scoring.models import Sheet

Row = dict[str, Any]

NAMES = (
    "Ans Willemse", "Bob de Groot", "Cor van Dijk", "Dik Mulder", "Els Bakker", "Fenna Hoekstra",
    "Gerrit Jansen", "Hennie Smit", "Ina Kuipers", "Jaap Visser", "Klaas Postma", "Lies Dekker",
    "Marijke Vos", "Nel Brouwer", "Otto Peters", "Piet Hendriks", "Ria Schouten",
    "Sjaak Verhoeven", "Tineke de Boer", "Ubel Dijkstra", "Vera Janssen", "Wim Hermans",
    "Yvonne Maas", "Zwier Bos", "Anneke Prins", "Bart Kok", "Corrie Blom", "Dirk Huisman",
    "Emmy Peeters", "Frits Kramer",
    "Gonny van Leeuwen", "Henk Scholten", "Ineke Willems", "Joop van Vliet", "Koos Timmer",
    "Loes Verbeek", "Mien Schipper", "Nico de Wit", "Olga Martens", "Peter van den Berg",
    "Roel Hofman", "Sien Groen", "Theo Wolters", "Ursula Koning", "Willemien Evers",
    "Rachid Amrani", "Fatma Yılmaz", "Gé Postma",
)  # fmt: skip


class Table(NamedTuple):
    game: str
    seats: int
    games: int  # how many are played by now
    options: dict[str, Any] = {}


TABLES = (
    Table("vijfhonderd", 4, 40),
    Table("rummikub-international", 4, 6),
    Table("rummikub-american", 3, 8),
    Table("rummikub", 4, 7),
    Table("rummy", 2, 5),
    Table("jolly", 5, 40, {"target": 300}),
    Table("jokeren-vijf", 3, 5),
    Table("jokeren-potjes", 4, 6),
    Table("amerikaans-jokeren", 4, 7),
    Table("amerikaans-jokeren", 3, 3),
    Table("jokeren", 4, 6),
    Table("jokeren", 4, 10),
)


def fill(chance: Random) -> Iterator[Sheet]:
    """Sheet by sheet, through the same verbs as a real evening."""
    names = chance.sample(NAMES, len(NAMES))
    for table in TABLES:
        seated, names = names[: table.seats], names[table.seats :]
        sheet = sheets.open(game=table.game, names=seated, options=table.options)
        play(sheet, table.games, chance)
        yield sheet


def play(sheet: Sheet, games: int, chance: Random) -> None:
    data = sheets.as_data(sheet)
    for number in range(1, games + 1):
        so_far = score(data)
        if so_far["finished"]:
            break
        row = deal(sheet.game, so_far["continue_with"] or data["players"], chance)
        row["entries"] = {
            name: row["entries"].get(name, "x") for name in data["players"] if row["entries"]
        }
        data["games"].append(row)
        sheets.record(sheet=sheet, number=number, row=row)
    problems = [one for one in score(data)["problems"] if one["severity"] == "error"]
    assert not problems, f"the demo dealt what {sheet.game} refuses: {problems}"


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
    """No cells: one line for the table, and a bidder who makes it three times in four."""
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
