"""Random games, and somebody who writes them with as few taps as the phone allows."""

import random

from scoring.games import find
from tests.browser.scribe import NAMES, Scribe, tap

DASH = "-"
GAMES = 5  # on each sheet


def draw(key: str, chance: random.Random, number: int = 1) -> dict:
    """Return a lawful row of this game system for four players, or two where it has no more, as
    the game with this number.
    """
    if key == "jolly-totals":
        entries = draw("jolly", chance)["entries"]
        return {"entries": {name: _gain(**entries[name]) for name in NAMES}}
    names = NAMES[: find(key).seats[1]]
    if key == "klaverjassen":
        return _two_sides(chance, number)
    if key == "vijfhonderd":
        level = 6  # no side wins within these games
        bid = f"{level}{chance.choice(('S', 'C', 'D', 'H', 'NT'))}"
        tricks = min(10, level + chance.choice((-2, -1, 0, 1)))
        return {"bid": bid, "by": chance.choice(names), "tricks": tricks}
    if key == "hartenjagen":
        return _hearts(chance, names)
    if key == "boerenbridge":
        return _bids(chance, names, number)
    if key == "punten":
        return {"entries": {name: chance.randint(-20, 99) for name in names}}
    winner = chance.choice(names)
    entries = {name: _left(key, chance) for name in names if name != winner}
    row = {"entries": entries | {winner: _won(key, chance)}}
    if key == "rummikub-international":
        return row | {"end": "open"}
    return row | ({"end": "out"} if key.startswith("rummi") or key == "rummy" else {})


SIDES = ("13", "24")
ROEM = {20: 55, 50: 20, 40: 10, 70: 8, 100: 7}  # how often, in a hundred


def _two_sides(chance: random.Random, number: int) -> dict:
    """Return a game of klaverjassen. The defenders count, and who plays now and then."""
    defends = number % 2  # the player after Bob begins game 1, and plays
    happened = chance.random()
    if happened < 0.06:
        return {"pit": SIDES[1 - defends]}
    if happened < 0.08:
        return {"revoke": chance.choice(SIDES)}
    amounts = chance.choices([*ROEM], [*ROEM.values()], k=2)
    called = zip(SIDES, amounts, strict=True)
    roem = {f"roem_{side}": amount for side, amount in called if chance.random() < 0.3}
    if happened < 0.2:
        return {"nat": True} | roem
    points = min(chance.randint(10, 80), chance.randint(10, 80))
    if chance.random() < 0.9:
        return {f"points_{SIDES[defends]}": points} | roem
    return {f"points_{SIDES[1 - defends]}": 162 - points} | roem


def _hearts(chance: random.Random, names: list[str]) -> dict:
    if chance.random() < 0.05:
        return {"moon": chance.choice(names)}
    many = [chance.choice(names)] * (10 if chance.random() < 0.1 else 0)  # two have two digits
    taken = many + [chance.choice(names) for _heart in range(13 - len(many))]
    points = {name: taken.count(name) for name in names}
    queen = chance.choice([name for name in names if points[name] < 13])
    return {"entries": points | {queen: points[queen] + 13}}


def _bids(chance: random.Random, names: list[str], cards: int) -> dict:
    """Return a game of this number of cards, in which the dealer bids what is allowed."""
    won = [chance.choice(names) for _trick in range(cards)]
    tricks = {name: won.count(name) for name in names}
    dealer = names[cards % len(names)]  # Bob deals game 1, of one card
    bids = {name: max(0, tricks[name] - chance.choice((0, 0, 1))) for name in names}
    if sum(bids.values()) == cards:
        bids[dealer] += 1 if bids[dealer] < cards else -1
    return {"entries": {name: {"bid": bids[name], "tricks": tricks[name]} for name in names}}


def _won(key: str, chance: random.Random) -> object:
    if key == "jolly":
        return {"meld": sum(_values(JOLLY, chance, 8, 13)), "out": True}
    return {"out": True} if key == "rummikub-international" else DASH


def _gain(meld: int, hand: int = 0, out: bool = False) -> int:
    return meld + 30 if out else meld - hand


def _left(key: str, chance: random.Random) -> object:
    """Return what one loser holds: the more cards, the less likely."""
    if key.startswith("jokeren"):
        return min(chance.randint(1, 13), chance.randint(1, 13))
    if key == "amerikaans-jokeren":
        return sum(_values(CARDS, chance, 1, 11))
    if key == "rummikub-international":
        if chance.random() < 0.3:
            return {"melded": False}
        return {"melded": True, "points": sum(_values(CARDS, chance, 1, 9))}
    if key != "jolly":
        return sum(_values(TILES, chance, 1, 12))
    laid = chance.random() < 0.6
    meld = max(40, sum(_values(JOLLY, chance, 4, 9))) if laid else 0
    return {"meld": meld, "hand": sum(_values(JOLLY, chance, 1, 6 if laid else 13))}


CARDS = [*range(2, 11), 10, 10, 10, 10]
JOLLY = [*range(2, 11), 10, 10, 10, 25]
TILES = [*range(1, 14)]


def _values(values: list[int], chance: random.Random, low: int, high: int) -> list[int]:
    count = min(chance.randint(low, high), chance.randint(low, high))
    return chance.sample(values * 2, count)


def write(scribe: Scribe, key: str, row: dict) -> None:
    if "bid" in row:
        scribe.press(row["bid"], row["by"], str(row["tricks"])).save()
        return
    if key == "klaverjassen":
        write_sides(scribe, row)
    elif key == "boerenbridge":
        write_bids(scribe, row)
    elif key == "hartenjagen":
        write_hearts(scribe, row)
    elif key == "punten":
        scribe.type(*row["entries"].values())
    elif key == "jolly-totals":
        write_totals(scribe, row)
    if key in SAVED:
        scribe.save()
        return
    entries = row["entries"]
    winner = next(name for name, cell in entries.items() if is_out(cell))
    scribe.press(*([row["end"]] if row.get("end") not in (None, "out") else []), winner)
    *others, last = in_order(entries, winner)
    for value in others:
        if _enter(scribe, value, "meld" in entries[winner]):
            scribe.next()
    _enter(scribe, last)
    scribe.save()


def write_sides(scribe: Scribe, row: dict) -> None:
    for side, seats in enumerate(SIDES):
        if f"points_{seats}" in row:
            key = scribe.page.locator(f'.sides [data-side="{side}"]')
            if key.get_attribute("aria-pressed") == "false":
                scribe.count_for(side)
            scribe.type(row[f"points_{seats}"])
        scribe.add(side, *ADDED.get(row.get(f"roem_{seats}", 0), ()))
        for mark in ("pit", "revoke"):
            if row.get(mark) == seats:
                scribe.mark(mark, side)
    if row.get("nat"):
        scribe.mark("nat")


ADDED = {amount: (amount,) for amount in ROEM} | {70: (50, 20)}


SAVED = ("klaverjassen", "boerenbridge", "hartenjagen", "punten", "jolly-totals")


def write_totals(scribe: Scribe, row: dict) -> None:
    """Press the tens of each figure and then the figure; another one is typed."""
    *others, _last = entries = row["entries"].items()
    for name, figure in entries:
        if is_pressed(figure):
            scribe.press(*in_two(figure))
            continue
        scribe.way(0)
        scribe.type_digits(figure)
        if (name, figure) in others:
            scribe.next()


def is_pressed(figure: int) -> bool:
    return -120 < figure < 180


def in_two(figure: int) -> tuple[str, str]:
    few = "−1–9" if figure < 0 else "0–9"
    tens = few if abs(figure) < 10 else str(int(figure / 10) * 10)
    return tens.replace("-", "−"), str(figure).replace("-", "−")


def write_bids(scribe: Scribe, row: dict) -> None:
    while not scribe.page.locator(".main.save").count():
        name, what = scribe.page.locator("#question").inner_text().split(": ")
        cell = row["entries"][name.strip()]
        scribe.press(str(cell["bid" if what == "bod" else "tricks"]))


def write_hearts(scribe: Scribe, row: dict) -> None:
    if "moon" in row:
        tap(scribe.page.locator('.way[data-key="moon"]'))
        scribe.press(row["moon"])
        return
    scribe.type(*row["entries"].values())


def is_out(cell: object) -> bool:
    return cell == DASH or (isinstance(cell, dict) and bool(cell.get("out")))


def in_order(entries: dict, winner: str) -> list[int | None]:
    """Return the figures in the order in which the phone asks for them; None: has not melded."""
    players = [winner, *(name for name in NAMES if name in entries and name != winner)]
    cells = [entries[name] for name in players]
    if "meld" in entries[winner]:
        laid = [cell["meld"] for cell in cells]
        return laid + [cell["hand"] for cell in cells[1:]]
    return [cell.get("points") if isinstance(cell, dict) else cell for cell in cells[1:]]


def _enter(scribe: Scribe, value: int | None, passes: bool = False) -> bool:
    """Return whether Next has to be pressed after it. Where nothing means 0, 0 is not typed."""
    if value is None:
        scribe.way(0)
    elif not scribe.page.locator(".digits").count():
        scribe.press(str(value))
    else:
        scribe.type(*([value] if value or not passes else []))
        return True
    return False
