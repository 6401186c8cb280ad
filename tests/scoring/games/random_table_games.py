from scoring import games


def likely(rng, chance):
    return rng.random() < chance


def merged(game, options):
    return {name: option.default for name, option in games.find(game).options.items()} | options


# Options


def klaverjassen_options(rng):
    options = {}
    if likely(rng, 0.6):
        options["games"] = rng.choice([1, 2, 3, 4, 5, 8, 12, 16])
    if likely(rng, 0.3):
        options["tie"] = rng.choice(["nat", "made", "made"])
    if likely(rng, 0.4):
        options["counter_pit"] = rng.choice([100, 0, 0])
    if likely(rng, 0.5):
        options["revoke"] = rng.choice(["262_roem", "262", "162_roem"])
    if likely(rng, 0.4):
        options["trump_by"] = rng.choice(["forehand", "choice", "choice"])
    if likely(rng, 0.3):
        options["subtotal_every"] = rng.choice([0, 1, 2, 3, 4, 7, 25])
    return options


def boerenbridge_options(rng):
    options = {}
    if likely(rng, 0.3):
        options["games"] = rng.choice([None, 1, 2, 3, 5, 9, 20, 50])
    if likely(rng, 0.6):
        options["most"] = rng.choice([1, 2, 3, 3, 4, 5, 10, 13, 17])
    if likely(rng, 0.4):
        options["course"] = rng.choice(["up", "down", "down"])
    if likely(rng, 0.3):
        options["exact"] = rng.choice([0, 5, 10, 50])
    if likely(rng, 0.3):
        options["per_trick"] = rng.choice([0, 1, 3, 20])
    if likely(rng, 0.3):
        options["miss"] = rng.choice([0, 1, 3, 20])
    if likely(rng, 0.5):
        options["hook"] = rng.choice(["always", "above_3", "above_3", "never"])
    return options


def hartenjagen_options(rng):
    options = {}
    if likely(rng, 0.3):
        options["games"] = rng.choice([None, 1, 2, 5, 8])
    if likely(rng, 0.6):
        options["variant"] = rng.choice(["american", "dutch", "dutch"])
    if likely(rng, 0.7):
        options["target"] = rng.choice([None, 20, 25, 26, 50, 50, 100])
    return options


def punten_options(rng):
    several = {
        "games": [None, 1, 2, 5],
        "per": ["game", "round"],
        "lowest_wins": [False, True],
        "sides": [False, True],
        "least": [-9999, -20, 0],
        "most": [50, 200, 9999],
        "halves": [False, True],
        "control": [None, 0, 10, 162],
        "dash": [False, True],
        "dealer": [False, True],
    }
    return {key: rng.choice(values) for key, values in several.items() if likely(rng, 0.4)}


OPTIONS = {
    "punten": punten_options,
    "klaverjassen": klaverjassen_options,
    "boerenbridge": boerenbridge_options,
    "hartenjagen": hartenjagen_options,
}


# Right rows


def klaverjassen_row(rng, sheet, state, playing):
    options = merged("klaverjassen", sheet["options"])
    players = sheet["players"]
    plays = state["next"]["starter"] if state["next"] else players[0]
    row = {}
    if options["trump_by"] == "choice":
        plays = rng.choice(players)
        row["by"] = plays
    mine, theirs = ("13", "24") if plays in (players[0], players[2]) else ("24", "13")
    what = rng.random()
    for side in ("13", "24"):
        if likely(rng, 0.5):
            row["roem_" + side] = rng.choice([0, 20, 20, 40, 50, 50, 70, 100, 120, 200, 220])
    if what < 0.7:
        points_for(rng, row, options, mine, theirs)
    elif what < 0.78:
        row["nat"] = True
    elif what < 0.9:
        side, other = rng.choice([(mine, theirs), (theirs, mine)])
        row["pit"] = side
        if likely(rng, 0.9):
            row.pop("roem_" + other, None)
        else:
            row["roem_" + other] = 0
        if likely(rng, 0.3):
            row["points_" + side] = 162
        if likely(rng, 0.2):
            row["points_" + other] = 0
        if side == theirs and likely(rng, 0.3):
            row["nat"] = True
    else:
        row["revoke"] = rng.choice(["13", "24"])
    if "nat" not in row and likely(rng, 0.1):
        row["nat"] = False
    if likely(rng, 0.2):
        row["trump"] = rng.choice(["S", "C", "D", "H"])
    if likely(rng, 0.1):
        row["entries"] = rng.choice([{}, {players[0]: None}])
    return row


def points_for(rng, row, options, mine, theirs):
    """Points for that row: often just enough or just too few, with its roem."""
    ahead = row.get("roem_" + mine, 0) - row.get("roem_" + theirs, 0)
    level = (162 - ahead) // 2  # all told as many as the others
    points = rng.choice(
        [0, 162, level, level, level - 1, level + 1, level + 2, rng.randrange(0, 163)]
        + [rng.randrange(40, 140) for _ in range(6)]
    )
    if points < 0 or points > 162 or points in (1, 161):
        points = rng.choice([0, 82, 162])
    nat = 2 * points + ahead < 162 or (2 * points + ahead == 162 and options["tie"] == "nat")
    if nat and likely(rng, 0.3):
        row["nat"] = True
    side = rng.choice(["mine", "theirs", "both"])
    if side in ("mine", "both"):
        row["points_" + mine] = points
    if side in ("theirs", "both"):
        row["points_" + theirs] = 162 - points


def boerenbridge_row(rng, sheet, state, playing):
    options = merged("boerenbridge", sheet["options"])
    cards = cards_of_the_next(sheet, options)
    tricks = dict.fromkeys(playing, 0)
    for _ in range(cards):
        player = rng.choice(playing)
        tricks[player] = tricks[player] + 1
    cells = {}
    for player in playing:
        bid = rng.choice(
            [tricks[player], tricks[player], tricks[player] + 1, rng.randrange(0, cards + 1)]
        )
        cells[player] = {"bid": min(bid, cards), "tricks": tricks[player]}
    if sum(cell["bid"] for cell in cells.values()) == cards and likely(rng, 0.9):
        player = rng.choice(playing)
        cells[player]["bid"] = cells[player]["bid"] + (1 if cells[player]["bid"] < cards else -1)
    row = {}
    if likely(rng, 0.08):
        row["misdealt"] = rng.choice(playing)
        for player in playing:
            if likely(rng, 0.2):
                cells[player]["tricks"] = None
            else:
                del cells[player]["tricks"]
    row["entries"] = cells
    return row


def cards_of_the_next(sheet, options):
    cards = games.find("boerenbridge")(options, len(sheet["players"])).cards
    return cards[min(len(sheet["games"]), len(cards) - 1)]


def hartenjagen_row(rng, sheet, state, playing):
    options = merged("hartenjagen", sheet["options"])
    american = options["variant"] == "american"
    row = {}
    if american and likely(rng, 0.12):
        row["moon"] = rng.choice(playing)
        row["entries"] = {}
        for player in playing:
            if likely(rng, 0.2):
                row["entries"][player] = 0 if player == row["moon"] else 26
            else:
                row["entries"][player] = None
        return row
    points = dict.fromkeys(playing, 0)
    pieces = [1] * 13 + [13] if american else [1] * 8 + [5, 2]
    lucky = rng.choice(playing)
    for piece in pieces:
        player = rng.choice(playing)
        if likely(rng, 0.4):
            player = lucky
        points[player] = points[player] + piece
    if american and max(points.values()) == 26:
        other = rng.choice([player for player in playing if player != lucky])
        points[lucky] = 25
        points[other] = 1
    row["entries"] = points
    return row


def punten_row(rng, sheet, state, playing):
    options = merged("punten", sheet["options"])
    low, high = sorted((max(options["least"], -50), min(options["most"], 200)))
    names = playing[:2] if options["sides"] else playing
    points = [rng.randrange(low, high + 1) for _ in names]
    if options["halves"]:
        points = [max(low, point - 0.5) if likely(rng, 0.3) else point for point in points]
    if options["dash"] and likely(rng, 0.9):
        points[rng.randrange(len(points))] = "-"
    whole = [point for point in points if point != "-"]
    if options["control"] is not None and whole and likely(rng, 0.9):
        last = options["control"] - sum(whole[:-1])
        if low <= last <= high:
            points[points.index(whole[-1], len(points) - 2 if points[-1] == "-" else 0)] = last
    return {"entries": dict(zip(names, points, strict=True))}


ROWS = {
    "klaverjassen": klaverjassen_row,
    "boerenbridge": boerenbridge_row,
    "hartenjagen": hartenjagen_row,
    "punten": punten_row,
}


# Wrong rows


def spoil_punten(rng, sheet, row):
    entries = row["entries"]
    player = rng.choice(list(entries))
    wrong = [0.25, 1.5, 7.0, 10_000, -21, "-", "5", True, {"points": 3}, []]
    what = rng.randrange(0, 5)
    if what <= 2:
        entries[player] = rng.choice(wrong)
    elif what == 3:
        entries |= {name: rng.choice([3, "-", "x", 4.5]) for name in sheet["players"]}
    else:
        entries["Nobody"] = 3


def spoil_klaverjassen(rng, sheet, row):
    players = sheet["players"]
    side, other = rng.choice([("13", "24"), ("24", "13")])
    what = rng.randrange(0, 19)
    if what == 0:
        row["points_" + side] = rng.choice([1, 161])
        row.pop("points_" + other, None)
    elif what == 1:
        row["points_" + side] = rng.choice([-1, 163, 2.5, "80", True, "-", [80]])
    elif what == 2:
        row["points_13"] = 80
        row["points_24"] = rng.choice([81, 83, 0])
    elif what == 3:
        row["roem_" + side] = rng.choice([10, 30, 25, 5, 999, 910, -20, 20.5, "20", True])
    elif what == 4:
        row["roem_13"] = rng.choice([500, 900, 460])
        row["roem_24"] = rng.choice([400, 420, 20, 450])
    elif what == 5:
        row["pit"] = side
        row["points_" + side] = rng.choice([160, 0, 100])
    elif what == 6:
        row["pit"] = side
        row["roem_" + other] = 20
    elif what == 7:
        row["revoke"] = side
        row[rng.choice(["points_13", "points_24"])] = rng.choice([0, 81, 162])
    elif what == 8:
        row["revoke"] = side
        row["pit"] = rng.choice(["13", "24"])
    elif what == 9:
        row["revoke"] = side
        row["nat"] = rng.choice([True, True, False])
    elif what == 10:
        row["nat"] = True
        row.setdefault("points_" + side, rng.choice([40, 81, 82, 120]))
    elif what == 11:
        row["nat"] = True
        row["pit"] = side
    elif what == 12:
        row[rng.choice(["pit", "revoke"])] = rng.choice([13, "1", "both", True, "", "3"])
    elif what == 13:
        row["trump"] = rng.choice(["s", "NT", "", 1, "SC"])
    elif what == 14:
        row["by"] = rng.choice([players[0], "Nobody", 1])
    elif what == 15:
        row["entries"] = {rng.choice([players[0], "Nobody"]): rng.choice(["x", "-", 5])}
    elif what == 16:
        row["nat"] = rng.choice(["yes", 1, 0])
    elif what == 17:
        row["void"] = rng.choice(["", " ", 3, True])
    else:
        row[rng.choice(["foo", "end", "moon", "tricks"])] = rng.choice([1, "out", players[0]])


def spoil_boerenbridge(rng, sheet, row):
    players = sheet["players"]
    entries = row["entries"]
    player = rng.choice(list(entries))
    cells = [name for name in entries if isinstance(entries[name], dict)]
    what = rng.randrange(0, 12)
    if what == 0:
        entries[player] = {
            "bid": rng.choice([20, 11, -1, 2.5, "1", True]),
            "tricks": rng.choice([0, 1]),
        }
    elif what == 1:
        entries[player] = {
            "bid": rng.choice([0, 1]),
            "tricks": rng.choice([20, 11, -1, 2.5, "1", True]),
        }
    elif what <= 4:
        for name in cells:
            if isinstance(entries[name].get("tricks"), int):
                step = rng.choice([1, -1])
                entries[name]["tricks"] = max(0, entries[name]["tricks"] + step)
                break
    elif what <= 6:
        cards = cards_of_the_next(sheet, merged("boerenbridge", sheet["options"]))
        for name in cells:
            entries[name]["bid"] = 0
        for name in cells[:1]:
            entries[name]["bid"] = cards
    elif what == 7:
        away = [name for name in entries if entries[name] == "x"]
        row["misdealt"] = rng.choice(away or [players[0], players[-1], "Nobody", 1, True])
    elif what == 8:
        row["misdealt"] = players[0]
        entries[players[0]] = {"bid": 1}
    elif what == 9:
        entries[player] = rng.choice([3, "-", 0, "1", [], {"bid": 1, "points": 3}])
    elif what == 10:
        entries["Nobody"] = {"bid": 0, "tricks": 0}
    else:
        row[rng.choice(["foo", "moon", "by", "bid"])] = rng.choice([1, players[0]])


def spoil_hartenjagen(rng, sheet, row):
    players = sheet["players"]
    entries = row["entries"]
    player = rng.choice(list(entries))
    figures = [name for name in entries if isinstance(entries[name], int)]
    what = rng.randrange(0, 10)
    if what <= 2 and figures:
        name = rng.choice(figures)
        entries[name] = entries[name] + rng.choice([1, -1, 2])
    elif what == 3:
        entries[player] = rng.choice([-1, 27, 16, 2.5, "5", True, "-", {"points": 3}, []])
    elif what == 4:
        for name in figures:
            entries[name] = 0
        entries[player] = rng.choice([26, 15])
    elif what == 5:
        entries[player] = 26
    elif what <= 7:
        away = [name for name in entries if entries[name] == "x"]
        row["moon"] = rng.choice(away or [players[0], players[-1], "Nobody", 1])
    elif what == 8:
        entries["Nobody"] = 3
    else:
        row[rng.choice(["foo", "misdealt", "by"])] = rng.choice([1, players[0]])


SPOIL = {
    "klaverjassen": spoil_klaverjassen,
    "boerenbridge": spoil_boerenbridge,
    "hartenjagen": spoil_hartenjagen,
    "punten": spoil_punten,
}
