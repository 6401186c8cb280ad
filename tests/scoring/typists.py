"""Filled-in paper forms of every game system, and the slips of those who type them in."""

import copy
import itertools
import random
from functools import partial

from scoring.games.sheet import score

NAMES = ["Ans", "Bob", "Cor", "Dik"]
SYSTEMS = {  # with the options that end them after some games
    "jokeren": {},
    "amerikaans-jokeren": {},
    "jolly": {"games": 8},
    "rummy": {"games": 8},
    "rummikub": {"games": 8},
    "rummikub-american": {"games": 8},
    "rummikub-international": {"games": 6},
    "vijfhonderd": {"games": 6},
    "klaverjassen": {"games": 8},
    "boerenbridge": {"most": 4},
    "hartenjagen": {"games": 8},
    "punten": {"games": 8},
}
PRESETS = {"jokeren-potjes": {}, "jokeren-vijf": {}}
# Each other game has the columns of one of these.
COLUMNS_OF_THEIR_OWN = (
    *("amerikaans-jokeren", "jolly", "rummy", "rummikub-international"),
    *("vijfhonderd", "klaverjassen", "boerenbridge", "hartenjagen", "punten"),
)


def paper_form(rng, game, **changed):
    """A sheet that is right, with the paper's own figures under it; `changed` are some options."""
    options = (SYSTEMS | PRESETS)[game] | changed
    names = NAMES[:2] if game == "rummy" else NAMES
    data = {"game": game, "options": options, "players": names, "scribe": names[0], "games": []}
    while True:
        number = len(data["games"]) + 1
        if game == "boerenbridge":
            row = boerenbridge(rng, names, cards=min(number, 8 - number))
        else:
            row = ROWS.get(game, tiles)(rng, names)
        data["games"].append(row)
        result = score(data)
        assert result["valid"], result["problems"]
        if result["finished"]:
            return data | {"paper": paper_of(result)}


def paper_of(result):
    subtotals = {str(subtotal["after"]): subtotal["totals"] for subtotal in result["subtotals"]}
    paper = {"dashes": result["dashes"], "totals": result["totals"]}
    return copy.deepcopy(paper | ({"subtotals": subtotals} if subtotals else {}))


def cells(rng, names, left, out="-"):
    winner = rng.choice(names)
    return {name: out if name == winner else left(rng) for name in names}


def jokeren(rng, names):
    return {"entries": cells(rng, names, lambda rng: rng.randint(1, 13))}


def amerikaans(rng, names):
    entries = cells(rng, names, lambda rng: rng.randint(2, 90))
    losers = [name for name in names if entries[name] != "-"]
    for name in rng.sample(losers, rng.choice((0, 0, 1))):
        points = rng.randint(2, 60)
        jokers = rng.randint(1, 2)
        entries[name] = {"points": points, "jokers": jokers, "could_meld": rng.random() < 0.5}
    return {"entries": entries}


def jolly(rng, names):
    def left(rng):
        laid = rng.choice((0, rng.randint(30, 120)))
        return {"meld": laid, "hand": rng.randint(2, 90)}

    out = {"meld": rng.randint(30, 160), "out": True, "handglatt": rng.random() < 0.1}
    return {"entries": cells(rng, names, left, out)}


def tiles(rng, names):
    entries = cells(rng, names, lambda rng: rng.randint(1, 110))
    if rng.random() < 0.8:
        return {"end": "out", "entries": entries}
    return {"end": "pool", "entries": {name: rng.randint(1, 110) for name in names}}


def international(rng, names):
    def left(rng):
        if rng.random() < 0.2:
            return {"melded": False}
        return {"melded": True, "points": rng.randint(2, 110)}

    end = rng.choice(("open", "open", "closed"))
    out = {"out": True}
    if end == "closed":
        out |= {"type": rng.randint(1, 38), "jokers": rng.randint(0, 2)}
    if rng.random() < 0.1:
        out |= {"joker_discard": True} | ({"jokers": 0} if end == "closed" else {})
    return {"end": end, "entries": cells(rng, names, left, out)}


def vijfhonderd(rng, names):
    bid = f"{rng.choice((6, 6, 7, 7, 8, 9))}{rng.choice(('S', 'C', 'D', 'H', 'NT'))}"
    return {"bid": bid, "by": rng.choice(names), "tricks": rng.randint(4, 10)}


def klaverjassen(rng, names):
    side = rng.choice(("13", "24"))
    roem = {f"roem_{each}": rng.choice((20, 50)) for each in ("13", "24") if rng.random() < 0.3}
    chance = rng.random()
    if chance < 0.06:
        return {"pit": side}
    if chance < 0.1:
        return {"revoke": side} | roem
    if chance < 0.2:
        return {"nat": True} | roem
    return {f"points_{side}": rng.randint(40, 140)} | roem


def boerenbridge(rng, names, cards):
    won = [rng.choice(names) for _ in range(cards)]
    tricks = {name: won.count(name) for name in names}
    bids = {name: rng.choice((won, won, rng.randint(0, cards))) for name, won in tricks.items()}
    if sum(bids.values()) == cards:
        bids[names[0]] += 1 if bids[names[0]] < cards else -1
    return {"entries": {name: {"bid": bids[name], "tricks": tricks[name]} for name in names}}


def hartenjagen(rng, names):
    if rng.random() < 0.1:
        return {"moon": rng.choice(names), "entries": {}}
    taken = [rng.choice(names) for _ in range(13)]
    points = {name: taken.count(name) for name in names}
    queen = rng.choice([name for name in names if points[name] < 13])
    return {"entries": points | {queen: points[queen] + 13}}


def punten(rng, names):
    return {"entries": {name: rng.randint(0, 160) for name in names}}


ROWS = {
    "punten": punten,
    "klaverjassen": klaverjassen,
    "hartenjagen": hartenjagen,
    "jokeren": jokeren,
    **dict.fromkeys(PRESETS, jokeren),
    "amerikaans-jokeren": amerikaans,
    "jolly": jolly,
    "rummikub-international": international,
    "vijfhonderd": vijfhonderd,
}


# Slips. Each gives what was typed in place of a number, or None where it can't be made there.


def swapped(rng, number):
    text = str(number)
    if len(text) < 2:
        return None
    place = rng.randrange(len(text) - 1)
    return int(text[:place] + text[place + 1] + text[place] + text[place + 2 :])


def doubled(rng, number):
    text = str(number)
    place = rng.randrange(len(text))
    return int(text[: place + 1] + text[place:])


def dropped(rng, number):
    text = str(number)
    if len(text) < 2:
        return None
    place = rng.randrange(len(text))
    return int(text[:place] + text[place + 1 :])


def other_digit(rng, number):
    text = str(number)
    place = rng.randrange(len(text))
    return int(text[:place] + str(rng.randrange(10)) + text[place + 1 :])


IN_A_NUMBER = {"swapped": swapped, "doubled": doubled, "dropped": dropped, "other": other_digit}


def numbers(data):
    """Where each number stands: game, player, key."""
    for number, row in enumerate(data["games"], 1):
        for name, cell in row.get("entries", {}).items():
            if type(cell) is int:
                yield number, name, ""
            elif isinstance(cell, dict):
                yield from ((number, name, key) for key in cell if type(cell[key]) is int)
        yield from ((number, None, key) for key in row if type(row[key]) is int)


def read(data, place):
    number, name, key = place
    row = data["games"][number - 1]
    cell = row["entries"][name] if name else row
    return cell[key] if key else cell


def typed(data, place, value):
    """The same sheet with something else in one place."""
    data = copy.deepcopy(data)
    number, name, key = place
    row = data["games"][number - 1]
    if name and not key:
        row["entries"][name] = value
    else:
        (row["entries"][name] if name else row)[key] = value
    return data


def exchanged(data, number, player, other):
    data = copy.deepcopy(data)
    entries = data["games"][number - 1]["entries"]
    entries[player], entries[other] = entries[other], entries[player]
    return data


# Whole slips: what was typed, and where the typist should look (game, player)


def slip_in_a_number(rng, form, slip):
    places = list(numbers(form))
    rng.shuffle(places)
    for place in places:
        old = read(form, place)
        new = slip(rng, old)
        if new not in (None, old):
            return typed(form, place, new), {place[:2]}
    return None


def slip_with_jokers(rng, form):
    places = [
        (number, name, "could_meld")
        for number, row in enumerate(form["games"], 1)
        for name, cell in row.get("entries", {}).items()
        if isinstance(cell, dict) and cell.get("jokers") and "could_meld" in cell
    ]
    if not places:
        return None
    place = rng.choice(places)
    return typed(form, place, not read(form, place)), {place[:2]}


def slip_in_a_row(rng, form, dash):
    number = rng.randrange(len(form["games"])) + 1
    entries = form["games"][number - 1].get("entries", {})
    pairs = [
        (player, other)
        for player, other in itertools.combinations(entries, 2)
        if entries[player] != entries[other]
        and dash == (is_out(entries[player]) or is_out(entries[other]))
    ]
    if not pairs:
        return None
    player, other = rng.choice(pairs)
    return exchanged(form, number, player, other), {(number, player), (number, other)}


def is_out(cell):
    return cell == "-" or (isinstance(cell, dict) and "out" in cell)


def slip_of_sign(rng, form):
    totals = form["paper"]["totals"]
    names = [name for name in totals if totals[name]]
    if not names:
        return None
    name = rng.choice(names)
    return with_total(form, name, -totals[name]), {(0, name)}


def slip_in_a_total(rng, form):
    name, total = rng.choice(list(form["paper"]["totals"].items()))
    new = swapped(rng, abs(total))
    if new in (None, abs(total)):
        return None
    return with_total(form, name, new if total > 0 else -new), {(0, name)}


def with_total(form, name, total):
    paper = form["paper"]
    return form | {"paper": paper | {"totals": paper["totals"] | {name: total}}}


SLIPS = {
    **{name: partial(slip_in_a_number, slip=slip) for name, slip in IN_A_NUMBER.items()},
    "verdict": slip_with_jokers,
    "cells": partial(slip_in_a_row, dash=False),
    "dash": partial(slip_in_a_row, dash=True),
    "sign": slip_of_sign,
    "total": slip_in_a_total,
}


def forms_typed_in(game, slip, count):
    """So many forms with a slip that shows: what was typed, and where it is."""
    number, made = 0, False
    while count:
        rng = random.Random(f"{game} {slip} {number}")
        number += 1
        if number > (40 * count + 40 if made else 40):  # some games have no place for some slips
            return
        form = paper_form(rng, game)
        slipped = SLIPS[slip](rng, form)
        made = made or bool(slipped)
        if slipped and not agrees(slipped[0]):
            count -= 1
            yield slipped


def agrees(data):
    return not any(problem["severity"] == "error" for problem in score(data)["problems"])
