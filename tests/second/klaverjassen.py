"""Klaverjassen in the second calculation: options, keys and the score of one game (spel).

Readings (where the text is silent; the reason after the dash)
 1. What can be told from the entered part alone is refused at once; what hangs on who plays waits for `by`.
 2. `"nat": false` says nothing - a box not ticked.
 3. A side that made no trick but the other's pit is nat as well: it counts for both marks - written NP.
 4. With `262` roem written in a revoked game counts for nobody - "takes no roem".
 5. A void game's figures are not looked at, its keys are. `by` under `forehand` is a key that isn't known.
 6. Each pair is one place in the ranking (1, 2), equal pairs are one place of four - as in Five Hundred.
 7. A game is won by the side with more, roem included; nobody wins an equal one, which only `made` allows.
"""

from tests.second.small import between

DEFAULTS = {
    "games": 16,
    "tie_break": "shared",
    "tie": "nat",
    "counter_pit": 100,
    "revoke": "262_roem",
    "trump_by": "forehand",
    "subtotal_every": 4,
}
PLAYERS = (4, 4)
MARKS = ("pit", "counter_pit", "nat", "revoke", "roem")


def keys(options):
    known = ["points_13", "points_24", "roem_13", "roem_24", "nat", "pit", "revoke", "trump"]
    if options["trump_by"] == "choice":
        known.append("by")
    return known


def option_is_right(name, value):
    if name == "tie":
        return value in ("nat", "made")
    if name == "counter_pit":
        return between(value, 0, 100) and value in (0, 100)
    if name == "revoke":
        return value in ("262_roem", "262", "162_roem")
    if name == "trump_by":
        return value in ("forehand", "choice")
    return between(value, 0, 25)  # subtotal_every


def no_marks(players):
    return {mark: {player: 0 for player in players} for mark in MARKS}


def readable(row, players):
    """What is no figure, side or suit at all, or out of bounds."""
    wrong = []
    for key in ("points_13", "points_24"):
        if row.get(key) is not None and not between(row[key], 0, 162):
            wrong.append((None, "row points"))
    for key in ("roem_13", "roem_24"):
        if row.get(key) is not None and not between(row[key], 0, 900):
            wrong.append((None, "row roem"))
    for key in ("pit", "revoke"):
        if row.get(key) is not None and row[key] not in ("13", "24"):
            wrong.append((None, "row side"))
    if row.get("nat") is not None and not isinstance(row["nat"], bool):
        wrong.append((None, "row nat"))
    if row.get("trump") is not None and row["trump"] not in ("S", "C", "D", "H"):
        wrong.append((None, "row trump"))
    if row.get("by") is not None and row["by"] not in players:
        wrong.append((None, "row by"))
    return wrong


def at_odds(row, points, roem):
    """What can't be, whoever plays."""
    wrong = []
    for side in ("13", "24"):
        if row.get("points_" + side) in (1, 161):
            wrong.append((None, "row points 1"))
        if roem[side] % 10 != 0 or roem[side] in (10, 30):
            wrong.append((None, "row roem step"))
    if row.get("points_13") is not None and row.get("points_24") is not None:
        if row["points_13"] + row["points_24"] != 162:
            wrong.append((None, "row points 162"))
    if roem["13"] + roem["24"] > 900:
        wrong.append((None, "row roem 900"))
    pit = row.get("pit")
    if pit is not None:
        other = {"13": "24", "24": "13"}[pit]
        if row.get("points_" + pit) not in (None, 162) or row.get("points_" + other) not in (
            None,
            0,
        ):
            wrong.append((None, "row pit points"))
        if roem[other] > 0:
            wrong.append((None, "row pit roem"))
    if row.get("revoke") is not None:
        if points is not None or pit is not None or row.get("nat") is True:
            wrong.append((None, "row revoke"))
    return wrong


def klaverjassen_row(row, players, options, starter):
    """Scores, winners, wrong, warned, and the marks of this game."""
    warned = []
    wrong = []
    entries = row.get("entries")
    if isinstance(entries, dict):
        for name in entries:
            if entries[name] is not None:
                wrong.append((None, "row entries"))
    wrong = wrong + readable(row, players)
    if wrong:
        return None, [], wrong, warned, None

    points = None
    if row.get("points_13") is not None:
        points = {"13": row["points_13"], "24": 162 - row["points_13"]}
    elif row.get("points_24") is not None:
        points = {"13": 162 - row["points_24"], "24": row["points_24"]}
    roem = {"13": row.get("roem_13") or 0, "24": row.get("roem_24") or 0}
    pit = row.get("pit")
    revoke = row.get("revoke")
    nat = row.get("nat") is True
    wrong = at_odds(row, points, roem)
    if max(roem["13"], roem["24"]) > 200:
        warned.append((None, "much roem"))
    if wrong:
        return None, [], wrong, warned, None

    # who plays, and is all there
    plays = starter
    if options["trump_by"] == "choice":
        plays = row.get("by")
    if plays is None:
        return None, [], wrong, warned, None
    if points is None and not nat and pit is None and revoke is None:
        return None, [], wrong, warned, None
    if plays in (players[0], players[2]):
        mine, theirs = "13", "24"
    else:
        mine, theirs = "24", "13"

    # nat said by hand, against what is there
    made = False
    if points is not None:
        made = points[mine] + roem[mine] > points[theirs] + roem[theirs]
        if options["tie"] == "made":
            made = points[mine] + roem[mine] >= points[theirs] + roem[theirs]
        if 162 in points.values() and pit is None:
            warned.append((None, "162 without pit"))
    if nat and pit == mine:
        wrong.append((None, "row nat pit"))
    elif nat and points is not None and made:
        wrong.append((None, "row nat made"))
    if wrong:
        return None, [], wrong, warned, None

    # what each side has: points, and of roem
    counts = {"13": [0, 0], "24": [0, 0]}
    marked = {"pit": None, "counter_pit": None, "nat": None, "revoke": None}
    all_roem = roem["13"] + roem["24"]
    if revoke is not None:
        other = {"13": "24", "24": "13"}[revoke]
        extra = {"262_roem": 100 + all_roem, "262": 100, "162_roem": all_roem}[options["revoke"]]
        counts[other] = [162, extra]
        marked["revoke"] = revoke
    elif pit == mine:
        counts[mine] = [162, 100 + roem[mine]]
        marked["pit"] = mine
    elif pit == theirs:
        counts[theirs] = [162, options["counter_pit"] + roem[theirs]]
        marked["counter_pit"] = theirs
        marked["nat"] = mine
    elif nat or not made:
        counts[theirs] = [162, all_roem]
        marked["nat"] = mine
    else:
        counts[mine] = [points[mine], roem[mine]]
        counts[theirs] = [points[theirs], roem[theirs]]

    members = {"13": [players[0], players[2]], "24": [players[1], players[3]]}
    scores = {}
    marks = no_marks(players)
    for side in ("13", "24"):
        for player in members[side]:
            scores[player] = counts[side][0] + counts[side][1]
            marks["roem"][player] = counts[side][1]
            for mark in marked:
                if marked[mark] == side:
                    marks[mark][player] = 1
    winners = []
    if sum(counts["13"]) > sum(counts["24"]):
        winners = members["13"]
    if sum(counts["24"]) > sum(counts["13"]):
        winners = members["24"]
    return {player: scores[player] for player in players}, winners, wrong, warned, marks
