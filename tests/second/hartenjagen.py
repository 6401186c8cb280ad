"""Hartenjagen in the second calculation: options, the score of one game, and the end.

Readings (where the text is silent; the reason after the dash)
 1. A number of games stands in place of the target - "or after a fixed number"; in the Dutch game points are still
    subtracted from the target on, and the sheet doesn't end at nought.
 2. Dutch: the game in which somebody reaches the target is still added; whoever has 0 or less after a game in which
    they took points wins.
 3. A cell of 26 is refused at once, whatever the others have - it has a button of its own.
 4. Beside `moon` a cell is what is scored: 0 for who took all, 26 for the others.
 5. Nobody may be away.
 6. A game is won by who alone has the lowest score in it.
 7. Points together too few are refused when the row is full, too many at once.
"""

from tests.second.small import between

DEFAULTS = {"games": None, "tie_break": "shared", "variant": "american", "target": None}
PLAYERS = (4, 4)


def keys(options):
    return ["moon"] if options["variant"] == "american" else []


def option_is_right(name, value):
    if name == "variant":
        return value in ("american", "dutch")
    return value is None or between(value, 20, 500)  # target


def target(options):
    if options["target"] is not None:
        return options["target"]
    return {"american": 100, "dutch": 50}[options["variant"]]


def hartenjagen_row(row, cells, playing, options, subtracting):
    """Scores, winners, wrong, warned."""
    together = {"american": 26, "dutch": 15}[options["variant"]]
    moon = row.get("moon") if options["variant"] == "american" else None
    wrong = []
    points = {}
    if moon is not None and moon not in playing:
        wrong.append((None, "row moon"))
    for player in playing:
        cell = cells.get(player)
        if cell is None:
            continue
        if not between(cell, 0, together):
            wrong.append((player, "points"))
        elif moon is None and options["variant"] == "american" and cell == 26:
            wrong.append((player, "moon"))
        else:
            points[player] = cell
    if wrong:
        return None, [], wrong, []

    if moon is not None:
        scores = {player: 0 if player == moon else 26 for player in playing}
        for player in points:
            if points[player] != scores[player]:
                wrong.append((None, "row moon"))
        if wrong:
            return None, [], wrong, []
        return scores, lowest(scores), wrong, []

    if sum(points.values()) > together:
        wrong.append((None, "row together"))
    full = len(points) == len(playing)
    if full and sum(points.values()) < together:
        wrong.append((None, "row together"))
    if wrong or not full:
        return None, [], wrong, []
    scores = {player: -points[player] if subtracting else points[player] for player in playing}
    return scores, lowest(scores), wrong, []


def lowest(scores):
    """Who alone has least."""
    least = min(scores.values())
    winners = [player for player in scores if scores[player] == least]
    if len(winners) > 1:
        return []
    return winners


def turns(totals, options):
    """Has somebody come to the target, so that the Dutch game begins to subtract?"""
    return options["variant"] == "dutch" and max(totals.values()) >= target(options)


def ends(totals, options, scores):
    if options["games"] is not None:
        return False
    if options["variant"] == "american":
        return max(totals.values()) >= target(options)
    return any(totals[player] <= 0 for player in scores if scores[player] < 0)
