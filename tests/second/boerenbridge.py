"""Boerenbridge in the second calculation: options, the course of cards, and the score of one game.

Readings (where the text is silent; the reason after the dash)
 1. The cards of a game go by its number and the seats of the table, whoever is away; a void game took its turn.
 2. `games` beyond the course is the course - it ends by itself after its last game.
 3. Tricks that are too few together are refused when the row is full, too many at once, as with dashes.
 4. `above_3`: the hook holds in games of more than three cards.
 5. The hook holds for a misdealt game too - it was bid.
 6. Who is away can't have been misdealt.
 7. A game is won by who scores most in it; of several nobody wins it.
"""

from tests.second.small import between

DEFAULTS = {
    "games": None,
    "tie_break": "shared",
    "most": 10,
    "course": "up",
    "exact": 10,
    "per_trick": 2,
    "miss": 2,
    "hook": "always",
}
PLAYERS = (3, 10)
MISDEALT = -4


def keys(options):
    return ["misdealt"]


def option_is_right(name, value):
    if name == "most":
        return between(value, 1, 17)
    if name == "course":
        return value in ("up", "down")
    if name == "exact":
        return between(value, 0, 50)
    if name in ("per_trick", "miss"):
        return between(value, 0, 20)
    return value in ("always", "above_3", "never")  # hook


def course(players, options):
    """The cards of every game."""
    most = min(options["most"], 52 // len(players))
    if options["course"] == "up":
        return list(range(1, most + 1)) + list(range(most - 1, 0, -1))
    return list(range(most, 0, -1)) + list(range(2, most + 1))


def games(players, options):
    length = len(course(players, options))
    if options["games"] is None:
        return length
    return min(options["games"], length)


def boerenbridge_row(row, cells, playing, players, options, number, dealer):
    """Scores, winners, wrong, warned."""
    cards = course(players, options)[number - 1]
    wrong = []
    bids = {}
    tricks = {}
    for player in playing:
        cell = cells.get(player)
        if cell is None:
            continue
        if not isinstance(cell, dict):
            wrong.append((player, "cell"))
            continue
        for key in cell:
            if key not in ("bid", "tricks"):
                wrong.append((player, "key"))
        for key, figures in (("bid", bids), ("tricks", tricks)):
            if cell.get(key) is None:
                continue
            if between(cell[key], 0, cards):
                figures[player] = cell[key]
            else:
                wrong.append((player, key))
    misdealt = row.get("misdealt")
    if misdealt is not None and misdealt not in playing:
        wrong.append((None, "row misdealt"))
    if wrong:
        return None, [], wrong, []

    if sum(tricks.values()) > cards:
        wrong.append((None, "row tricks"))
    if misdealt is not None and tricks:
        wrong.append((None, "row misdealt"))
    hooked = options["hook"] == "always" or (options["hook"] == "above_3" and cards > 3)
    if len(bids) == len(playing) and hooked and sum(bids.values()) == cards:
        wrong.append((dealer, "hook"))
    if wrong:
        return None, [], wrong, []
    full = len(bids) == len(playing) and (misdealt is not None or len(tricks) == len(playing))
    if full and misdealt is None and sum(tricks.values()) != cards:
        wrong.append((None, "row tricks"))
    if wrong or not full:
        return None, [], wrong, []

    scores = {}
    for player in playing:
        if player == misdealt:
            scores[player] = MISDEALT
        elif misdealt is not None or bids[player] == tricks[player]:
            scores[player] = options["exact"] + options["per_trick"] * bids[player]
        else:
            scores[player] = -options["miss"] * abs(bids[player] - tricks[player])
    return scores, best(scores), wrong, []


def best(scores):
    """Who alone has most."""
    most = max(scores.values())
    winners = [player for player in scores if scores[player] == most]
    if len(winners) > 1:
        return []
    return winners
