"""Filled-in paper forms of every game system, and the slips of those who type them in."""

import copy
import itertools
import random
from functools import partial

from clubsite.demo.dealing import deal
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
    "boerenbridge": {"games": 7},
    "hartenjagen": {"games": 8},
    "punten": {"games": 8},
}
PRESETS = {"jokeren-potjes": {}, "jokeren-vijf": {}}


def paper_form(rng, game, **changed):
    """A sheet that is right, with the paper's own figures under it; `changed` are some options."""
    options = (SYSTEMS | PRESETS)[game] | changed
    names = NAMES[:2] if game == "rummy" else NAMES
    data = {"game": game, "options": options, "players": names, "scribe": names[0], "games": []}
    while True:
        row = deal(game, names, rng, len(data["games"]) + 1)
        if "moon" not in row and not row["entries"]:
            del row["entries"]
        data["games"].append(row)
        result = score(data)
        assert result["valid"], result["problems"]
        if result["finished"]:
            return data | {"paper": paper_of(result)}


def paper_of(result):
    subtotals = {str(subtotal["after"]): subtotal["totals"] for subtotal in result["subtotals"]}
    paper = {"dashes": result["dashes"], "totals": result["totals"]}
    return copy.deepcopy(paper | ({"subtotals": subtotals} if subtotals else {}))


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
