"""Sheets by chance, for every game system: mostly valid, with gaps, absences and void games."""

from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

Json = dict[str, Any]
Draw = Callable[[st.SearchStrategy[Any]], Any]

NAMES = ("Ans", "Bob", "Cor", "Dik", "Els", "Fem")
PAIRS = ("vijfhonderd", "klaverjassen")  # without cells: nobody has an x
SEATS = {
    "rummy": (2, 2),
    "jolly": (2, 6),
    **dict.fromkeys(PAIRS, (4, 4)),
    "boerenbridge": (3, 6),
    "hartenjagen": (4, 4),
    "punten": (2, 6),
}
GAMES = {"jokeren": 10, "jokeren-potjes": 6, "jokeren-vijf": 5, "amerikaans-jokeren": 7}
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
BIDS = [f"{level}{suit}" for level in range(6, 11) for suit in ("S", "C", "D", "H", "NT")]

small = st.integers(1, 13)
flags = st.booleans()


def cards_left(draw: Draw) -> int | Json:
    number = draw(small)
    if draw(st.integers(0, 3)):
        return number
    return {"cards": number, "jokers": draw(st.integers(0, 1)), "could_meld": draw(flags)}


def american_points(draw: Draw) -> int | Json:
    if draw(flags):
        return draw(st.integers(2, 160))
    if draw(flags):
        return {"points": draw(st.integers(2, 90)), "could_meld": draw(flags)}
    cards = draw(st.lists(st.sampled_from(RANKS), min_size=1, max_size=2))
    return {"cards": cards, "could_meld": draw(flags)}


def with_dash(draw: Draw, playing: list[str], other: Callable[[Draw], Any]) -> Json:
    winner = draw(st.sampled_from(playing))
    return {name: "-" if name == winner else other(draw) for name in playing}


def jokeren(draw: Draw, playing: list[str]) -> Json:
    return {"entries": with_dash(draw, playing, cards_left)}


def amerikaans(draw: Draw, playing: list[str]) -> Json:
    return {"entries": with_dash(draw, playing, american_points)}


def jolly(draw: Draw, playing: list[str]) -> Json:
    ender = draw(st.sampled_from(playing))
    handglatt = draw(flags)
    laid = st.sampled_from([30, 60, 90, 120])  # few, so that some tie
    entries: Json = {}
    for name in playing:
        if name == ender:
            entries[name] = {"meld": draw(laid), "out": True, "handglatt": handglatt}
        else:
            entries[name] = {
                "meld": draw(st.just(0) | laid),
                "hand": draw(st.sampled_from([2, 30, 60])),
            }
    return {"entries": entries}


def rack(draw: Draw) -> int | Json:
    if draw(st.integers(0, 3)):
        return draw(st.integers(1, 8))  # few, so that some tie
    return {"tiles": draw(st.lists(st.integers(1, 4), min_size=1, max_size=2))}


def tiles(draw: Draw, playing: list[str]) -> Json:
    if draw(flags):
        return {"end": "out", "entries": with_dash(draw, playing, rack)}
    return {"end": "pool", "entries": {name: rack(draw) for name in playing}}


def international(draw: Draw, playing: list[str]) -> Json:
    end = draw(st.sampled_from(["open", "foot", "closed", "none"]))
    entries: Json = {}
    for name in playing:
        melded = draw(flags)
        left = {"points": draw(st.integers(2, 120))} if melded else {}
        entries[name] = {"melded": melded, **left}
    if end == "none":
        return {"end": end, "entries": entries}
    winner = draw(st.sampled_from(playing))
    if end == "foot":
        entries[next(name for name in playing if name != winner)] = {"melded": True, "points": 9}
    entries[winner] = {"out": True, "joker_discard": draw(flags)}
    if end == "closed":
        # A 39 and a 40 are right or wrong by who starts, which a row does not know.
        entries[winner] |= {"type": draw(st.integers(1, 38)), "jokers": draw(st.integers(0, 1))}
    return {"end": end, "entries": entries}


def vijfhonderd(draw: Draw, playing: list[str]) -> Json:
    bid = draw(st.sampled_from([*BIDS, "M", "OM", "BM", "P"]))
    if bid == "P":
        return {"bid": bid}
    return {"bid": bid, "by": draw(st.sampled_from(playing)), "tricks": draw(st.integers(0, 10))}


def klaverjassen(draw: Draw, playing: list[str]) -> Json:
    """A game as it is written without counting twice: one side's points, or a mark instead."""
    side = draw(st.sampled_from(["13", "24"]))
    roem = {f"roem_{each}": draw(st.sampled_from(ROEM)) for each in ("13", "24") if draw(flags)}
    mark = draw(st.sampled_from(["points", "points", "points", "nat", "pit", "revoke"]))
    if mark == "points":
        return {f"points_{side}": draw(st.sampled_from(POINTS)), **roem}
    if mark == "pit":
        return {"pit": side, f"roem_{side}": draw(st.sampled_from(ROEM))}
    return {mark: True if mark == "nat" else side, **roem}


def boerenbridge(draw: Draw, playing: list[str], cards: int) -> Json:
    bids = {name: draw(st.integers(0, cards)) for name in playing}
    if sum(bids.values()) == cards:
        bids[playing[0]] += 1 if bids[playing[0]] < cards else -1
    if not draw(st.integers(0, 9)):
        entries: Json = {name: {"bid": bid} for name, bid in bids.items()}
        return {"misdealt": draw(st.sampled_from(playing)), "entries": entries}
    won = [draw(st.sampled_from(playing)) for _ in range(cards)]
    return {"entries": {name: {"bid": bids[name], "tricks": won.count(name)} for name in playing}}


def hartenjagen(draw: Draw, playing: list[str]) -> Json:
    if not draw(st.integers(0, 4)):
        return {"moon": draw(st.sampled_from(playing)), "entries": {}}
    queen, *hearts = [draw(st.sampled_from(playing)) for _ in range(6)]
    points = {name: 13 * (name == queen) + 2 * hearts.count(name) for name in playing}
    points[next(name for name in playing if name != queen)] += 3  # so that nobody has all
    return {"entries": points}


def punten(draw: Draw, playing: list[str]) -> Json:
    return {"entries": {name: draw(st.integers(-20, 200)) for name in playing}}


ROEM = [0, 20, 40, 50, 70, 100, 220]
POINTS = [0, 2, 60, 71, 80, 81, 82, 91, 100, 160, 162]  # few, so that some are just nat

# Each of who plays; boerenbridge of how many cards there are, too
ROWS: dict[str, Callable[..., Json]] = {
    "jokeren": jokeren,
    "jokeren-potjes": jokeren,
    "jokeren-vijf": jokeren,
    "amerikaans-jokeren": amerikaans,
    "jolly": jolly,
    "rummy": tiles,
    "rummikub": tiles,
    "rummikub-american": tiles,
    "rummikub-international": international,
    "vijfhonderd": vijfhonderd,
    "klaverjassen": klaverjassen,
    "hartenjagen": hartenjagen,
    "boerenbridge": boerenbridge,
    "punten": punten,
}


@st.composite
def sheets(draw: Draw, key: str, options: Json | None = None) -> Json:
    low, high = SEATS.get(key, (2, 4))
    players = list(NAMES[: draw(st.integers(low, high))])
    count = draw(st.integers(0, min(GAMES.get(key, 6), 6)))
    rows = [draw_row(draw, key, players, number) for number in range(1, count + 1)]
    if key == "jolly":
        options = {"target": draw(st.sampled_from([100, 200, 500])), **(options or {})}
    sheet = {"game": key, "options": options or {}, "players": players, "games": rows}
    return {**sheet, "scribe": draw(st.sampled_from(players))}


def draw_row(draw: Draw, key: str, players: list[str], number: int) -> Json:
    kind = draw(st.integers(0, 9))
    if kind == 0:
        return {"void": "stock exhausted"}
    playing = list(players)
    if kind == 1 and len(players) > 2 and key not in (*PAIRS, "hartenjagen"):
        playing.remove(draw(st.sampled_from(players)))
    row = ROWS[key](draw, playing, *[number] * (key == "boerenbridge"))  # a card more each game
    if len(playing) < len(players):
        row["entries"] |= {name: "x" for name in players if name not in playing}
    if kind == 2:
        forget(row, draw(st.integers(0, 3)))
    return row


def forget(row: Json, which: int) -> None:
    """Leave one cell of a row unknown, not one that may be left out."""
    cells = row if "moon" in row else row.get("entries") or row
    names = [
        name for name in cells if cells[name] != "x" and not name.startswith(("roem", "entries"))
    ]
    cells[names[which % len(names)]] = None


JUNK = st.sampled_from(
    ["-", 0, -1, 1.5, "five", "x", True, [], {}, {"meld": 1}, {"tiles": ["7k"] * 3}, 10**9, None]
)


KEYS_OF_ROWS = [
    *("end", "bid", "by", "tricks", "void", "round", "moon", "misdealt"),
    *("points_13", "roem_24", "nat", "pit", "revoke", "trump"),
]


@st.composite
def spoilt_sheets(draw: Draw, key: str) -> Json:
    """A sheet in which cells and parts of rows hold anything at all."""
    sheet = draw(sheets(key))
    for row in sheet["games"]:
        cells = row.get("entries", row)
        name = draw(st.sampled_from([*sheet["players"], *cells]))
        cells[name] = draw(JUNK)
        if draw(flags):
            row[draw(st.sampled_from(KEYS_OF_ROWS))] = draw(JUNK)
    sheet["paper"] = {"totals": {draw(st.sampled_from(sheet["players"])): draw(st.integers(0, 9))}}
    return sheet
