"""Random sheets of every game, mostly right, some wrong in each of the ways a sheet can be wrong.

`random_sheet(rng, game)` draws from `rng` alone: the same one gives the same sheet. It plays on,
stops and fills in the paper form by what the program makes of the sheet so far.
"""

import json
from pathlib import Path

from scoring import games
from scoring.games.sheet import score

# Names, bids, strange cells; how likely each option is set, and to what; what spoils a row.
TABLES = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))
NAMES, BIDS, STRANGE, HALF, OPTIONS, _WRONGS = TABLES.values()

GAMES = [game.key for game in games.GAMES]
TILE_GAMES = ("rummy", "rummikub", "rummikub-american", "rummikub-international")
PAIRS = ("vijfhonderd", "klaverjassen")
PLAIN = ["Ans", "Bob", "Cor", "Dik", "Els", "Fem", "Gijs", "Hans", "Ine", "Jan"]


def likely(rng, chance):
    return rng.random() < chance


def shuffled(rng, things):
    return rng.sample(things, len(things))


def leave_out(rng, cell, **chances):
    for key, chance in chances.items():
        if likely(rng, chance):
            cell.pop(key, None)


def merged(sheet):
    options = games.find(sheet["game"]).options.items()
    return {name: option.default for name, option in options} | sheet["options"]


# Set-up


def some_options(rng, game):
    table = OPTIONS[game]
    options = {
        key: rng.choice(some) for key, (chance, some) in table.items() if likely(rng, chance)
    }
    if table.keys() & {"hand_max", "joker_low"} and likely(rng, 0.2):
        contracts = ["", "all", "M3", "S3", "S4", "R3", "R5", "R3+R4", "S4+R5", "R5+all"]
        options["contracts"] = rng.choices(contracts, k=rng.randrange(6))
    return options


def spoil_setup(rng, sheet):
    first, *others = sheet["players"]
    wrong_options = [
        {"tie_break": rng.choice(["names", 1, None])},
        {"games": rng.choice([0, 51, 2.5, "7", True])},
        {"no_such_option": 1},
        {
            rng.choice(["hand_max", "target", "joker_value", "joker_low"]): rng.choice(
                [-1, 110, 27, "x"]
            )
        },
    ]
    sheet |= rng.choice(
        [
            *({"options": sheet["options"] | wrong} for wrong in wrong_options),
            {"players": [first]},
            {"players": [first, *others, *"EFGHI"]},
            {"players": [first] * (1 + len(others))},
            {"players": ["", *others]},
            {"scribe": "Nobody"},
            {rng.choice(["first_dealer", "first_starter"]): "Nobody"},
        ]
    )


# Packs and racks


def pack_of_cards(rng, jokers):
    ranks = ["A", *map(str, range(2, 11)), *"JQK"]
    return shuffled(rng, ["*"] * jokers + [rank + suit for rank in ranks for suit in "hhddccss"])


def pack_of_tiles(rng, jokers):
    tiles = [f"{number}{colour}" for number in range(1, 14) for colour in "kkbbrroo"]
    return shuffled(rng, ["*"] * jokers + tiles)


def deal(rng, pack, most, rank=str, fewest=1):
    """Some of that pack; now and then their ranks alone."""
    count = rng.randrange(fewest, most + 1)
    taken = pack[:count]
    del pack[:count]
    if likely(rng, 0.3):
        return [card if card == "*" else rank(card[:-1]) for card in taken]
    return taken


# Right rows


def jokeren_row(rng, sheet, state, playing):
    most, jokers_left, cells = merged(sheet)["hand_max"], 4, {}
    for player in playing:
        count = rng.randrange(1, most + 1)
        cells[player] = rng.choice([1, most, count, count])
        if likely(rng, 0.3):
            jokers = rng.randrange(min(count, jokers_left) + 1)
            jokers_left -= jokers
            cells[player] = {"cards": count, "jokers": jokers, "could_meld": likely(rng, 0.5)}
            leave_out(rng, cells[player], jokers=0 if jokers else 0.5, could_meld=0.2)
    return {"entries": cells | {rng.choice(playing): "-"}}


def amerikaans_row(rng, sheet, state, playing):
    jokers_left, cells = rng.choice([0, 0, 1, 2]), {}  # those told of in figures
    pack = pack_of_cards(rng, 2 - jokers_left)
    for player in playing:
        cells[player] = rng.choice([2, 3, 10, 151, 230, *rng.choices(range(2, 151), k=3)])
        if likely(rng, 0.6):
            cells[player] = {"cards": deal(rng, pack, 14), "could_meld": likely(rng, 0.5)}
            leave_out(rng, cells[player], could_meld=0.25)
            if likely(rng, 0.5):
                del cells[player]["cards"]
                jokers = rng.randrange(jokers_left + 1)
                jokers_left -= jokers
                least = 0 if jokers else 2
                points = rng.choice([least, rng.randrange(2, 120), rng.randrange(2, 30)])
                cells[player] |= {"points": points, "jokers": jokers}
                leave_out(rng, cells[player], jokers=0 if jokers else 0.3)
    row = {"entries": cells | {rng.choice(playing): "-"}}
    if merged(sheet)["contract_by"] == "round" and likely(rng, 0.5):
        row["round"] = rng.randrange(1, 18)
    return row


def jolly_row(rng, sheet, state, playing, tie):
    options, totals, cells = merged(sheet), state["totals"], {}
    least, target = max(options["first_meld"], 1), options["target"]
    pack = pack_of_cards(rng, 6)
    for player in playing:
        cells[player] = {"meld": rng.choice([0, least, rng.randrange(least, 200)])}
        hand = rng.choice([2, rng.randrange(2, 60), rng.randrange(2, 150)])
        cells[player] |= {"hand": hand} if likely(rng, 0.6) else {"hand_cards": deal(rng, pack, 14)}
        if likely(rng, 0.1):
            cells[player]["out"] = False
    ender, rival = rng.sample(playing, 2)
    melds = [30, rng.randrange(30, 160), rng.randrange(30, 320)]
    end = {"meld": rng.choice(melds), "out": True, "handglatt": likely(rng, 0.35), "hand": 0}
    leave_out(rng, end, handglatt=0.6, hand=0.9)
    gain, times = (60, 2) if end.get("handglatt") else (30, 1)
    if tie:
        hand = rng.randrange(2, 20)
        goal = max(target, totals[ender], totals[rival]) + rng.randrange(60, 200)
        meld, rival_meld = goal - totals[ender] - gain, goal - totals[rival] + times * hand
        if 30 <= meld <= 1000 and least <= rival_meld <= 1000:
            end["meld"], cells[rival] = meld, {"meld": rival_meld, "hand": hand}
    elif likely(rng, 0.1):  # on the target itself the sheet goes on
        meld = target - totals[ender] - gain
        if max(least, 30) <= meld <= 1000:
            end["meld"] = meld
    return {"entries": cells | {ender: end}}


def rummikub_row(rng, sheet, state, playing):
    options = merged(sheet)
    pack, cells = pack_of_tiles(rng, 2), {}
    for player in playing:
        cells[player] = rng.choice([1, rng.randrange(1, 20), *rng.choices(range(1, 160), k=2)])
        if likely(rng, 0.4):
            cells[player] = {"tiles": deal(rng, pack, 14, int)}
    if likely(rng, 0.67):
        return {"end": "out", "entries": cells | {rng.choice(playing): "-"}}
    if likely(rng, 0.5):
        equal = rng.sample(playing, rng.randrange(2, len(playing) + 1))
        cells |= dict.fromkeys(equal, rng.randrange(1, 9))
    row = {"end": "pool", "entries": cells}
    worths = {player: worth(cell, options["joker_value"]) for player, cell in cells.items()}
    lowest = [player for player in playing if worths[player] == min(worths.values())]
    if options.get("pool_tie") == "organiser" and len(lowest) > 1 and likely(rng, 0.8):
        row["settled"] = rng.choice(lowest)
    return row


def worth(cell, joker):
    if not isinstance(cell, dict):
        return cell
    ranks = [tile if isinstance(tile, int) else tile[:-1] for tile in cell["tiles"]]
    return sum(int(rank or joker) for rank in ranks)


def tiles_of_a_hand(rng):
    """Fourteen tiles that are, or nearly are, one of the closed hands."""
    colours = a, b, c, d = shuffled(rng, "kbro")
    run = [*map(str, range(1, 14)), "1"]
    half = rng.choice([run[:7], run[7:]])
    pack = pack_of_tiles(rng, 0)
    start, other = rng.randrange(0, 8), rng.randrange(0, 8)
    four = rng.sample(rng.choice([run[:9], run[9:], run[:13]]), 4)
    many = [n + colour for n in run[:13] for colour in rng.choice(["k", "kb", "kbro"])]
    same = rng.choice(run)
    turns = rng.choices(range(1, 4), k=14)  # never twice the same colour

    def row(first, count, colour):
        return [n + colour for n in run[first : first + count]]

    tiles = rng.choice(
        [
            row(0, 14, a),
            [n + colour for n in half for colour in (a, rng.choice([a, b, b, b]))],
            [n + a for n in half] + [n + b for n in half],
            [n + colours[sum(turns[:k]) % 4] for k, n in enumerate(run)],
            [
                n + colour
                for k, n in enumerate(half)
                for colour in ((a, b)[k % 2], rng.choice([(b, a)[k % 2], c, d]))
            ],
            [n + colour for k, n in enumerate(four) for colour in colours[: 4 if k < 2 else 3]],
            rng.sample(many, 7) * 2,
            row(0, 4, a) + row(2, 5, b) + row(4, 5, c),
            row(9, 5, a) + row(9, 4, b) + row(9, 5, c),
            row(start, 3, a) + row(start, 4, b) + row(other, 3, rng.choice([c, a]))
            + row(other, 4, d),
            [tile for tile in pack if tile[-1] == a][:14],
            [tile for tile in pack if int(tile[:-1]) in (10, 11, 12, 13, 1)][:14],
            [tile for tile in pack if int(tile[:-1]) <= 5][:14],
            [same + colour for colour in colours * 2] + [n for n in pack if n[:-1] != same][:6],
            ["1" + colour for colour in (a, b, c)] + ["2" + colour for colour in colours]
            + row(2, 4, a) + row(2, 3, b),
            pack[:14],
        ]
    )  # fmt: skip
    tiles = shuffled(rng, tiles)
    jokers = rng.choice([0, 0, 1, 1, 2])
    tiles[:jokers] = ["*"] * jokers
    for place, tile in enumerate(tiles):  # for a third copy a joker: of those too many is an error
        if tiles.count(tile) > 2:
            tiles[place] = "*"
    return tiles


def international_row(rng, sheet, state, playing):
    end = rng.choice(["open", "open", "foot", "closed", "closed", "closed", "none"])
    first, *others = shuffled(rng, playing)
    if end == "none":
        others = playing
    out = {"out": True, "joker_discard": likely(rng, 0.7)}
    leave_out(rng, out, joker_discard=0.8)
    jokers_left = 1 if out.get("joker_discard") else 2
    if end == "closed" and likely(rng, 0.25):
        out |= {"first_turn": likely(rng, 0.5), "dealt": likely(rng, 0.7)}
        leave_out(rng, out, first_turn=0.7, dealt=0.8)
        out["tiles"] = tiles_of_a_hand(rng)
        if out["tiles"].count("*") > jokers_left:
            out.pop("joker_discard", None)
        jokers_left = 0
    elif end == "closed":
        starts = state["next"] and first == state["next"]["starter"]
        out |= {
            "type": rng.randrange(1, 40 if starts else 41),
            "jokers": rng.randrange(jokers_left + 1),
        }
        jokers_left -= out["jokers"]
    pack = [tile for tile in pack_of_tiles(rng, jokers_left) if tile not in out.get("tiles", [])]
    if end == "foot" and likely(rng, 0.4):
        out["tiles"] = deal(rng, pack, 14, int, fewest=14)
    cells = {} if end == "none" else {first: out}
    for player in others:
        melded = likely(rng, 0.5) or (end == "foot" and player == others[0])
        cells[player] = {"melded": melded}
        if melded or likely(rng, 0.2):
            points = rng.choice([2, rng.randrange(2, 60), rng.randrange(2, 140)])
            in_tiles = likely(rng, 0.4)
            cells[player] |= {"tiles": deal(rng, pack, 11, int)} if in_tiles else {"points": points}
        if likely(rng, 0.05):
            cells[player]["out"] = False
    row = {"end": end, "entries": cells}
    if merged(sheet)["trump_bonus"] == 50 and likely(rng, 0.5):
        row["trump"] = rng.choice(playing)
    return row


def vijfhonderd_row(rng, sheet, state, playing):
    bid, tricks = (
        rng.choice(BIDS),
        rng.choice([0, 10, *map(rng.randrange, (0, 5, 6), (11, 11, 11))]),
    )
    row = {"bid": bid}
    if bid != "P":
        tricks = rng.choice([0, 0, 1, 3]) if bid in ("M", "OM", "BM") else tricks
        row |= {"by": rng.choice(playing), "tricks": tricks, "opponent_tricks": 10 - tricks}
        leave_out(rng, row, opponent_tricks=0.7)
    if likely(rng, 0.2):
        row["entries"] = rng.choice([{}, {playing[0]: None}])
    return row


def klaverjassen_row(rng, sheet, state, players):
    options = merged(sheet)
    plays = state["next"]["starter"] if state["next"] else players[0]
    row = {}
    if options["trump_by"] == "choice":
        plays = row["by"] = rng.choice(players)
    mine, theirs = ("13", "24") if plays in (players[0], players[2]) else ("24", "13")
    for side in (mine, theirs):
        row[f"roem_{side}"] = rng.choice([0, 20, 20, 40, 50, 50, 70, 100, 120, 200, 220])
    leave_out(rng, row, roem_13=0.5, roem_24=0.5)
    what = rng.random()
    if what < 0.7:
        row |= points_of_klaverjassen(rng, row, options["tie"], mine, theirs)
    elif what < 0.78:
        row["nat"] = True
    elif what < 0.9:
        side, other = shuffled(rng, [mine, theirs])
        row |= {"pit": side, f"points_{side}": 162, f"points_{other}": 0, f"roem_{other}": 0}
        chances = {f"points_{side}": 0.7, f"points_{other}": 0.8, f"roem_{other}": 0.9}
        leave_out(rng, row, **chances)
        if side == theirs and likely(rng, 0.3):
            row["nat"] = True
    else:
        row["revoke"] = rng.choice(["13", "24"])
    if likely(rng, 0.1):
        row.setdefault("nat", False)
    if likely(rng, 0.2):
        row["trump"] = rng.choice("SCDH")
    if likely(rng, 0.1):
        row["entries"] = rng.choice([{}, {players[0]: None}])
    return row


def points_of_klaverjassen(rng, row, tie, mine, theirs):
    """Often just enough or just too few, with that roem."""
    ahead = row.get(f"roem_{mine}", 0) - row.get(f"roem_{theirs}", 0)
    level = (162 - ahead) // 2  # all told as many as the others
    near = [0, 162, level, level, level - 1, level + 1, level + 2, rng.randrange(163)]
    points = rng.choice([*near, *rng.choices(range(40, 140), k=6)])
    if points not in {0, *range(2, 161), 162}:
        points = rng.choice([0, 82, 162])
    all_told = 2 * points + ahead
    said = {f"points_{mine}": points, f"points_{theirs}": 162 - points}
    leave_out(rng, said, **rng.choice([{}, {f"points_{mine}": 1}, {f"points_{theirs}": 1}]))
    nat = all_told < 162 or (all_told == 162 and tie == "nat")
    return said | ({"nat": True} if nat and likely(rng, 0.3) else {})


def boerenbridge_row(rng, sheet, state, playing):
    cards = cards_of_the_next(sheet)
    takers = rng.choices(playing, k=cards)
    cells = {}
    for player in playing:
        tricks = takers.count(player)
        bid = rng.choice([tricks, tricks, min(tricks + 1, cards), rng.randrange(cards + 1)])
        cells[player] = {"bid": bid, "tricks": tricks}
    if sum(cell["bid"] for cell in cells.values()) == cards and likely(rng, 0.9):
        cell = cells[rng.choice(playing)]
        cell["bid"] += 1 if cell["bid"] < cards else -1
    if likely(rng, 0.92):
        return {"entries": cells}
    for cell in cells.values():
        cell["tricks"] = None
        leave_out(rng, cell, tricks=0.8)
    return {"misdealt": rng.choice(playing), "entries": cells}


def cards_of_the_next(sheet):
    cards = games.find("boerenbridge")(merged(sheet), len(sheet["players"])).cards
    return cards[min(len(sheet["games"]), len(cards) - 1)]


def hartenjagen_row(rng, sheet, state, playing):
    american = merged(sheet)["variant"] == "american"
    lucky, other = rng.sample(playing, 2)
    if american and likely(rng, 0.12):
        cells = {player: None if likely(rng, 0.8) else 26 * (player != lucky) for player in playing}
        return {"moon": lucky, "entries": cells}
    points = dict.fromkeys(playing, 0)
    for piece in [1] * 13 + [13] if american else [1] * 8 + [5, 2]:
        points[lucky if likely(rng, 0.4) else rng.choice(playing)] += piece
    if american and max(points.values()) == 26:
        points |= {lucky: 25, other: 1}
    return {"entries": points}


def punten_row(rng, sheet, state, playing):
    options = merged(sheet)
    low, high = sorted((max(options["least"], -50), min(options["most"], 200)))
    names = playing[:2] if options["sides"] else playing
    points = [rng.randrange(low, high + 1) for _ in names]
    if options["halves"]:
        points = [max(low, point - 0.5) if likely(rng, 0.3) else point for point in points]
    dash = rng.randrange(len(points)) if options["dash"] and likely(rng, 0.9) else None
    counted = [place for place in range(len(points)) if place != dash]
    if options["control"] is not None and likely(rng, 0.9):
        *before, last = counted
        rest = options["control"] - sum(points[place] for place in before)
        points[last] = rest if low <= rest <= high else points[last]
    if dash is not None:
        points[dash] = "-"
    return {"entries": dict(zip(names, points, strict=True))}


ROWS = {
    **dict.fromkeys(("jokeren", "jokeren-potjes", "jokeren-vijf"), jokeren_row),
    "amerikaans-jokeren": amerikaans_row,
    **dict.fromkeys(("rummy", "rummikub", "rummikub-american"), rummikub_row),
    "rummikub-international": international_row,
    "vijfhonderd": vijfhonderd_row,
    "klaverjassen": klaverjassen_row,
    "boerenbridge": boerenbridge_row,
    "hartenjagen": hartenjagen_row,
    "punten": punten_row,
}


def some_row(rng, game, sheet, state, absent, tie):
    players = sheet["players"]
    if likely(rng, 0.05):
        row = {"void": rng.choice(["stock exhausted", "ruzie", "misdeal – не сыграно"])}
        if absent and not state["continue_with"]:
            row["entries"] = dict.fromkeys(absent, "x")
        elif likely(rng, 0.2):
            row["entries"] = {}
        return row
    playing = state["continue_with"] or [player for player in players if player not in absent]
    if len(state["continue_with"]) > 2 and likely(rng, 0.2):
        playing = playing[:-1]
    if game == "jolly":
        row = jolly_row(rng, sheet, state, playing, tie)
    else:
        row = ROWS[game](rng, sheet, state, playing)
    if game not in PAIRS:
        away = [player for player in players if player not in playing]
        entries = row["entries"] | dict.fromkeys(away, "x")
        row["entries"] = {player: entries[player] for player in shuffled(rng, [*entries])}
    return row


def leave_open(rng, game, row):
    entries = row.get("entries")
    once = ["end", "bid", "by", "tricks", "points_13", "points_24", "nat", "pit", "revoke"]
    keys = [key for key in once if key in row]
    if keys and (not entries or likely(rng, 0.3)):
        del row[rng.choice(keys)]
    for name, cell in [*(entries or {}).items()]:
        if likely(rng, 0.2):
            entries[name] = None
        elif likely(rng, 0.25):
            del entries[name]
        elif isinstance(cell, dict) and game == "boerenbridge":
            leave_out(rng, cell, **{rng.choice(["bid", "tricks"]): 0.3})
        elif isinstance(cell, dict) and likely(rng, 0.05):
            entries[name] = rng.choice(HALF)


# Wrong rows: what each way of being wrong puts into a row; None takes it out


def wrongs(rng, game, row, players):
    entries = row["entries"]
    name = rng.choice([*entries])
    once = ["foo", "out", "jokers", "joker_discard", "handglatt", "hand", "could_meld"]
    wrong_part = rng.choice([2.5, "seven", -1])
    if isinstance(entries[name], dict):
        wrong_part = entries[name] | {rng.choice(once): rng.choice([True, 1, 3, "a"])}
    filled = {
        other: rng.choice([3, {"tiles": [3]}, {"cards": 3, "jokers": 0}])
        for other, cell in entries.items()
        if cell == "-"
    }
    cells = [
        *({name: strange} for strange in rng.choices(STRANGE, k=4)),
        {name: rng.choice([0, "-", 1])},
        filled,
        {"Nobody": rng.choice([3, "x", "-"])},
        {other: with_more_jokers(rng, cell) for other, cell in entries.items()},
        {name: wrong_part},
        {other: "x" for other in entries if other != name},
    ]
    somebody = rng.choice([players[0], players[-1], "Nobody", 1])
    return [
        *({"entries": entries | wrong} for wrong in cells),
        {"foo": rng.choice([1, "a"])},
        {"end": rng.choice(["out", "pool", "closed", "foot", "none", "open", "", 1])},
        {rng.choice(["settled", "trump", "round", "by"]): somebody},
        {"void": rng.choice(["", "  ", 5, False])},
    ]


def with_more_jokers(rng, cell):
    if not isinstance(cell, dict):
        return cell
    more = {}
    if isinstance(jokers := cell.get("jokers"), int):
        more["jokers"] = jokers + rng.choice([1, 2, 3])
    for key in ("cards", "tiles", "hand_cards"):
        if isinstance(held := cell.get(key), list):
            more[key] = held[:-3] + rng.choice([["*"], held[:1]]) * 3
    return cell | more


def wrongs_of_a_pair(rng, sheet, row):
    """From the table: of each key one of its values; `|` is between keys of which one is taken."""
    side, other = shuffled(rng, ["13", "24"])
    meant = {"SIDE": side, "OTHER": other, "FIRST": sheet["players"][0]}

    def fill(part):
        if isinstance(part, dict):
            return {fill(rng.choice(key.split("|"))): fill(value) for key, value in part.items()}
        for word in meant if isinstance(part, str) else ():
            part = part.replace(word, meant[word])
        return part

    ways = TABLES["WRONGS"][sheet["game"]]
    return [fill({key: rng.choice(some) for key, some in way.items()}) for way in ways]


def wrongs_of_boerenbridge(rng, sheet, row):
    pick, players, entries = rng.choice, sheet["players"], row["entries"]
    player = pick([*entries])
    away = [name for name in entries if entries[name] == "x"]
    cells = {name: cell for name, cell in entries.items() if isinstance(cell, dict)}
    bids = dict(zip(cells, [cards_of_the_next(sheet), *[0] * len(cells)], strict=False))
    taken = [name for name, cell in cells.items() if isinstance(cell.get("tricks"), int)][:1]
    step = pick([1, -1])
    one_off = {
        name: cells[name] | {"tricks": max(0, cells[name]["tricks"] + step)} for name in taken
    }
    odd = pick([20, 11, -1, 2.5, "1", True])
    wrong_cells = [
        {player: {"bid": odd, "tricks": pick([0, 1])}},
        {player: {"bid": pick([0, 1]), "tricks": odd}},
        *[one_off] * 3,
        *[{name: cells[name] | {"bid": bid} for name, bid in bids.items()}] * 2,
        {player: pick([3, "-", 0, "1", [], {"bid": 1, "points": 3}])},
        {"Nobody": {"bid": 0, "tricks": 0}},
    ]
    return [
        *({"entries": entries | wrong} for wrong in wrong_cells),
        {"misdealt": pick(away or [players[0], players[-1], "Nobody", 1, True])},
        {"misdealt": players[0], "entries": entries | {players[0]: {"bid": 1}}},
        {pick(["foo", "moon", "by", "bid"]): pick([1, players[0]])},
    ]


def wrongs_of_hartenjagen(rng, sheet, row):
    pick, players, entries = rng.choice, sheet["players"], row["entries"]
    player = pick([*entries])
    figures = {name: cell for name, cell in entries.items() if isinstance(cell, int)}
    away = [name for name in entries if entries[name] == "x"]
    off = {name: figures[name] + pick([1, -1, 2]) for name in rng.sample([*figures], bool(figures))}
    cells = [
        *[off] * 3,
        {player: pick([-1, 27, 16, 2.5, "5", True, "-", {"points": 3}, []])},
        dict.fromkeys(figures, 0) | {player: pick([26, 15])},
        {player: 26},
        {"Nobody": 3},
    ]
    return [
        *({"entries": entries | wrong} for wrong in cells),
        *[{"moon": pick(away or [players[0], players[-1], "Nobody", 1])}] * 2,
        {pick(["foo", "misdealt", "by"]): pick([1, players[0]])},
    ]


def wrongs_of_punten(rng, sheet, row):
    entries = row["entries"]
    odd = rng.choice([0.25, 1.5, 10_000, -21, "-", "5", True, {"points": 3}, []])
    everybody = {name: rng.choice([3, "-", "x", 4.5]) for name in sheet["players"]}
    cells = [*[{rng.choice([*entries]): odd}] * 3, everybody, {"Nobody": 3}]
    return [{"entries": entries | wrong} for wrong in cells]


WRONGS = {
    **dict.fromkeys(PAIRS, wrongs_of_a_pair),
    "boerenbridge": wrongs_of_boerenbridge,
    "hartenjagen": wrongs_of_hartenjagen,
    "punten": wrongs_of_punten,
}


def spoil_row(rng, game, sheet, row):
    """Makes a row wrong in some way (now and then it happens to stay right)."""
    entries = row.get("entries")
    own = game in WRONGS and (game == "vijfhonderd" or "void" not in row)
    if own and (game in PAIRS or (entries and likely(rng, 0.9))):
        ways = WRONGS[game](rng, sheet, row)
    else:
        ways = wrongs(rng, game, row, sheet["players"]) if entries else [{"foo": 1}]
    wrong = rng.choice(ways)
    row |= wrong
    for key in wrong:
        if row[key] is None:
            del row[key]


# What was written on paper


def right_paper(rng, answer):
    paper = {"dashes": dict(answer["dashes"]), "totals": dict(answer["totals"])}
    leave_out(rng, paper, dashes=0.3, totals=0.3)
    for figures in paper.values():
        if likely(rng, 0.3):
            figures |= {name: None for name in figures if likely(rng, 0.4)}
    if likely(rng, 0.5):
        rows = [row for row in answer["rows"] if "running" in row and likely(rng, 0.3)]
        paper["subtotals"] = {str(row["game"]): dict(row["running"]) for row in rows}
    if "marks" in answer and likely(rng, 0.6):
        marks, totals = answer["marks"], answer["totals"]
        points = {name: totals[name] - marks["roem"][name] for name in totals}
        every = {"points": points, **{mark: dict(marks[mark]) for mark in marks}}
        paper["apart"] = {kind: every[kind] for kind in every if likely(rng, 0.7)}
    return paper


def spoil_paper(rng, paper):
    part = rng.choice(["dashes", "totals", "subtotals", *(["apart"] if "apart" in paper else [])])
    figures = paper.get(part)
    strange = {
        "apart": [{"stars": {}}, [], {"roem": 4}, {"nat": {"Nobody": 1}}],
        "subtotals": [{rng.choice(["0", "a", "1"]): {"Nobody": 1}}],
    }.get(part, [{}, {"Nobody": 1}])
    if not figures or (part == "apart" and likely(rng, 0.2)):
        paper[part] = rng.choice(strange)
        return
    if part in ("apart", "subtotals"):
        figures = figures[rng.choice([*figures])]
    figures[rng.choice([*figures])] = rng.choice([999, -7, "5", 2.5, True, 0])


def only_totals(rng, sheet):
    """What a table writes down of a whole round; it adds up, unless a figure is off."""
    per = {"per": "game"} if "per" in sheet["options"] else {}
    options = sheet["options"] | {"entry": "totals"} | per
    game = games.make_game(games.find(sheet["game"]), options, len(sheet["players"]))
    sides = game.list_sides(sheet["players"])
    right = (game.adds_to or 0) * (game.value("games") or 3)
    shares = [rng.randrange(0, 200) for _ in sides[1:]]
    points = [right - sum(shares), *shares]
    cells = {rng.choice(side): total for side, total in zip(sides, points, strict=True)}
    if game.parts:
        rare = {key: rng.randrange(0, 9) for key in ("pits", "counter_pits", "nat")}
        cells = {
            name: {"points": total, "roem": rng.randrange(0, 90) * 10}
            | (rare if likely(rng, 0.5) else {})
            for name, total in cells.items()
        }
    if likely(rng, 0.3):
        cells[rng.choice(sheet["players"])] = rng.choice([None, "x", 1, *STRANGE, *HALF])
    return sheet | {"options": options, "totals_only": cells}


# The sheet


def random_sheet(rng, game, options=None, clean=None, whole=False):
    """With given options, of Ans, Bob, Cor … and without paper; `whole`: no game is open."""
    clean = likely(rng, 0.7) if clean is None else clean
    sheet, in_pairs = some_head(rng, game, options)
    players = sheet["players"]
    if options is None and likely(rng, 0.1):
        return only_totals(rng, sheet)
    wanted = games_wanted(rng, sheet)
    someone_away = likely(rng, 0.2) and len(players) > 2 and not in_pairs
    away, away_from = rng.choice(players), rng.randrange(0, wanted + 1)
    away_until = rng.choice([away_from + 1, 99])
    tie_mode = likely(rng, 0.4)

    for number in range(wanted):
        state = score(sheet)
        if state["finished"]:
            break
        absent = [away] if someone_away and away_from <= number < away_until else []
        row = some_row(rng, game, sheet, state, absent, tie_mode and likely(rng, 0.5))
        if not whole and ((number == wanted - 1 and likely(rng, 0.25)) or likely(rng, 0.03)):
            leave_open(rng, game, row)
        if not whole and likely(rng, 0.03):
            row = rng.choice([{}, {"entries": {}}, {"entries": {players[0]: None}}])
        if not clean and likely(rng, 0.15):
            spoil_row(rng, game, sheet, row)
        if not clean and likely(rng, 0.01):
            row = rng.choice([[], 5, "void", {"entries": []}, {"entries": 5}])
        sheet["games"].append(row)
    if likely(rng, 0.1):
        sheet["games"].append(rng.choice([{}, {"entries": {}}]))
    state = score(sheet)
    if not clean and state["finished"] and likely(rng, 0.3):
        sheet["games"].append(some_row(rng, game, sheet, state | {"continue_with": []}, [], False))
    if options is None and likely(rng, 0.3):
        paper = sheet["paper"] = right_paper(rng, score(sheet))
        if likely(rng, 0.03):
            paper["subtotals"] = {str(len(sheet["games"]) + 3): {players[0]: 7}}
        if not clean and likely(rng, 0.5):
            spoil_paper(rng, paper)
    if not clean and likely(rng, 0.1):
        spoil_setup(rng, sheet)
    return sheet


def some_head(rng, game, options):
    given = some_options(rng, game) if options is None else options
    in_pairs = given.get("sides", game in PAIRS)
    fewest, most = games.find(game).seats
    count = rng.randrange(fewest, most + 1)
    if in_pairs or (fewest < 4 <= most and likely(rng, 0.3)):
        count = 4
    players = rng.sample(NAMES, count) if options is None else PLAIN[:count]
    sheet = {"game": game, "players": players, "options": dict(given), "games": []}
    begins = ["first_dealer", "first_starter"]
    if game in TILE_GAMES or not given.get("dealer", True):
        begins.reverse()
    head = {"scribe": rng.choice(players), "round": rng.randrange(1, 18), "remark": "cold coffee"}
    head |= {key: rng.choice(players) for key in begins}
    by_round = "contract_by" in given
    leave_out(rng, head, scribe=0.6, round=0.5 if by_round else 0.98, remark=0.98)
    leave_out(rng, head, **dict(zip(begins, [0.75, 0.97], strict=True)))
    return sheet | head, in_pairs


def games_wanted(rng, sheet):
    game, count = sheet["game"], len(sheet["players"])
    wanted = sheet["options"].get("games", games.find(game)({}).games)
    if game == "boerenbridge":
        wanted = games.find(game)(sheet["options"], count).games
    if wanted is None:
        long = game in ("jolly", "vijfhonderd", "hartenjagen")
        wanted = rng.choice([2, 6, 14] if long else [1, 2, 3, 5, 8, 12])
    return rng.randrange(0, wanted + 1) if likely(rng, 0.25) else wanted
