"""Random sheets of every game, mostly right, some wrong in each of the ways a sheet can be wrong.

`random_sheet(rng, game)` draws from `rng` alone: the same one gives the same sheet. It plays on,
stops and fills in the paper form by what the program makes of the sheet so far.
"""

import json
from pathlib import Path

from scoring import games
from scoring.games.sheet import score
from tests.scoring.games import random_table_games as table_games

# Names, bids, strange cells; how likely each option is set, and to what.
TABLES = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))
NAMES, BIDS, STRANGE, HALF, OPTIONS, MORE = TABLES.values()

GAMES = [game.key for game in games.GAMES]

JOKEREN = ("jokeren", "jokeren-potjes", "jokeren-vijf")
TILE_GAMES = ("rummy", "rummikub", "rummikub-american", "rummikub-international")
PAIRS = ("vijfhonderd", "klaverjassen")

PLAIN = ["Ans", "Bob", "Cor", "Dik", "Els", "Fem", "Gijs", "Hans", "Ine", "Jan"]

RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]


def likely(rng, chance):
    return rng.random() < chance


# Set-up


def some_contracts(rng):
    contracts = []
    for _ in range(rng.randrange(0, 6)):
        contracts.append(
            rng.choice(["", "all", "M3", "S3", "S4", "R3", "R5", "R3+R4", "S4+R5", "R5+all"])
        )
    return contracts


TIE_BREAKS = ["shared", "dashes", "best_game", "last_game"]


def some_options(rng, game):
    options = table_games.OPTIONS[game](rng) if game in table_games.OPTIONS else {}
    own = OPTIONS.get(game, {})
    for key, (chance, values) in {
        **own,
        **MORE.get(game, {}),
        "tie_break": (0.4, TIE_BREAKS),
    }.items():
        if likely(rng, chance):
            options[key] = rng.choice(values)
    if ("hand_max" in own or "joker_low" in own) and likely(rng, 0.2):
        options["contracts"] = some_contracts(rng)
    return options


def spoil_setup(rng, sheet):
    what = rng.randrange(0, 10)
    if what == 0:
        sheet["options"]["tie_break"] = rng.choice(["names", 1, None])
    elif what == 1:
        sheet["options"]["games"] = rng.choice([0, 51, 2.5, "7", True])
    elif what == 2:
        sheet["options"]["no_such_option"] = 1
    elif what == 3:
        sheet["options"][rng.choice(["hand_max", "target", "joker_value", "joker_low"])] = (
            rng.choice([-1, 110, 27, "x"])
        )
    elif what == 4:
        sheet["players"] = sheet["players"][:1]
    elif what == 5:
        sheet["players"] = sheet["players"] + ["E", "F", "G", "H", "I"]
    elif what == 6:
        sheet["players"] = [sheet["players"][0]] * len(sheet["players"])
    elif what == 7:
        sheet["players"] = ["", *sheet["players"][1:]]
    elif what == 8:
        sheet["scribe"] = "Nobody"
    else:
        sheet[rng.choice(["first_dealer", "first_starter"])] = "Nobody"


# Packs and racks


def pack_of_cards(rng, jokers):
    pack = ["*"] * jokers
    for rank in RANKS:
        for suit in "hdcs":
            pack = [*pack, rank + suit, rank + suit]
    rng.shuffle(pack)
    return pack


def pack_of_tiles(rng):
    pack = ["*", "*"]
    for number in range(1, 14):
        for colour in "kbro":
            pack = [*pack, str(number) + colour, str(number) + colour]
    rng.shuffle(pack)
    return pack


def deal(pack, count):
    taken = pack[:count]
    del pack[:count]
    return taken


def bare(rng, cards, chance):
    if not likely(rng, chance):
        return cards
    return [card if card == "*" else card[:-1] for card in cards]


def bare_tiles(rng, tiles, chance):
    if not likely(rng, chance):
        return tiles
    return [tile if tile == "*" else int(tile[:-1]) for tile in tiles]


# The cells of one row, right


def jokeren_cells(rng, playing, options):
    most = options.get("hand_max", 13)
    cells = {}
    winner = rng.choice(playing)
    jokers_left = 4
    for player in playing:
        if player == winner:
            cells[player] = "-"
        elif likely(rng, 0.7):
            cells[player] = rng.choice(
                [1, most, rng.randrange(1, most + 1), rng.randrange(1, most + 1)]
            )
        else:
            cards = rng.randrange(1, most + 1)
            jokers = rng.randrange(0, min(cards, jokers_left) + 1)
            jokers_left = jokers_left - jokers
            cells[player] = {
                "cards": cards,
                "jokers": jokers,
                "could_meld": rng.choice([True, False]),
            }
            if jokers == 0 and likely(rng, 0.5):
                del cells[player]["jokers"]
            if likely(rng, 0.2):
                del cells[player]["could_meld"]
    return cells


def amerikaans_cells(rng, playing, options):
    cells = {}
    winner = rng.choice(playing)
    pack = pack_of_cards(rng, 2)
    jokers_left = 0  # jokers told of in figures come out of the pack first
    while likely(rng, 0.5) and "*" in pack:
        pack.remove("*")
        jokers_left = jokers_left + 1
    for player in playing:
        if player == winner:
            cells[player] = "-"
        elif likely(rng, 0.4):
            cells[player] = rng.choice(
                [2, 3, 10, rng.randrange(2, 151), rng.randrange(2, 151), 151, 230]
            )
        elif likely(rng, 0.5):
            jokers = rng.randrange(0, jokers_left + 1)
            jokers_left = jokers_left - jokers
            cells[player] = {
                "points": rng.choice([rng.randrange(2, 120), rng.randrange(2, 30)]),
                "jokers": jokers,
                "could_meld": rng.choice([True, False]),
            }
            if likely(rng, 0.2):
                del cells[player]["could_meld"]
            if jokers == 0 and likely(rng, 0.3):
                del cells[player]["jokers"]
            if jokers > 0 and likely(rng, 0.2):
                cells[player]["points"] = 0
        else:
            cards = deal(pack, rng.randrange(1, 15))
            cells[player] = {
                "cards": bare(rng, cards, 0.3),
                "could_meld": rng.choice([True, False]),
            }
            if likely(rng, 0.3):
                del cells[player]["could_meld"]
    return cells


def jolly_cells(rng, playing, options, totals, tie):
    first = options.get("first_meld", 30)
    target = options.get("target", 500)
    cells = {}
    pack = pack_of_cards(rng, 6)
    ender = rng.choice(playing)
    glatt = likely(rng, 0.15)
    for player in playing:
        if player == ender:
            cells[player] = {
                "meld": rng.choice([30, rng.randrange(30, 160), rng.randrange(30, 320)]),
                "out": True,
            }
            if glatt:
                cells[player]["handglatt"] = True
            elif likely(rng, 0.3):
                cells[player]["handglatt"] = False
            if likely(rng, 0.1):
                cells[player]["hand"] = 0
            continue
        cells[player] = {"meld": rng.choice([0, max(first, 1), rng.randrange(max(first, 1), 200)])}
        if likely(rng, 0.6):
            cells[player]["hand"] = rng.choice([2, rng.randrange(2, 60), rng.randrange(2, 150)])
        else:
            cells[player]["hand_cards"] = bare(rng, deal(pack, rng.randrange(1, 15)), 0.3)
        if likely(rng, 0.1):
            cells[player]["out"] = False
    if not tie and likely(rng, 0.1):  # on the target itself the sheet goes on
        gain = 60 if cells[ender].get("handglatt") else 30
        meld = target - totals.get(ender, 0) - gain
        if max(first, 30) <= meld <= 1000:
            cells[ender]["meld"] = meld
    if tie and len(playing) > 1:
        rival = rng.choice([player for player in playing if player != ender])
        hand = rng.randrange(2, 20)
        goal = max(target, totals.get(ender, 0), totals.get(rival, 0)) + rng.randrange(60, 200)
        gain = 30
        if cells[ender].get("handglatt"):
            gain = 60
            hand_counts = 2 * hand
        else:
            hand_counts = hand
        meld = goal - totals.get(ender, 0) - gain
        rival_meld = goal - totals.get(rival, 0) + hand_counts
        if 30 <= meld <= 1000 and max(first, 1) <= rival_meld <= 1000:
            cells[ender]["meld"] = meld
            cells[rival] = {"meld": rival_meld, "hand": hand}
    return cells


def racks(rng, playing, end):
    cells = {}
    pack = pack_of_tiles(rng)
    out = rng.choice(playing)
    for player in playing:
        if end == "out" and player == out:
            cells[player] = "-"
        elif likely(rng, 0.6):
            cells[player] = rng.choice(
                [1, rng.randrange(1, 20), rng.randrange(1, 160), rng.randrange(1, 160)]
            )
        else:
            cells[player] = {"tiles": bare_tiles(rng, deal(pack, rng.randrange(1, 15)), 0.3)}
    if end == "pool" and likely(rng, 0.5):
        equal = rng.randrange(1, 9)
        for player in rng.sample(playing, rng.randrange(2, len(playing) + 1)):
            cells[player] = equal
    return cells


def tiles_of_a_hand(rng):
    colours = ["k", "b", "r", "o"]
    rng.shuffle(colours)
    a, b, c, d = colours
    run = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "1"]
    what = rng.randrange(0, 15)
    if what == 0:
        tiles = [n + a for n in run]
    elif what == 1:
        part = rng.choice([run[:7], run[7:]])
        tiles = [n + a for n in part] + [n + rng.choice([a, b]) for n in part]
        if likely(rng, 0.7):
            tiles = [n + a for n in part] + [n + b for n in part]
    elif what == 2:
        tiles = []
        last = ""
        for n in run:
            last = rng.choice([colour for colour in colours if colour != last])
            tiles.append(n + last)
    elif what == 3:
        part = rng.choice([run[:7], run[7:]])
        tiles = []
        for k in range(7):
            tiles = [*tiles, part[k] + [a, b][k % 2], part[k] + rng.choice([[b, a][k % 2], c, d])]
    elif what == 4:
        tiles = []
        for n in rng.sample(rng.choice([run[:9], run[9:], run[:13]]), 4):
            tiles = [*tiles, n + a, n + b, n + c]
            if len(tiles) in (3, 7):
                tiles.append(n + d)
    elif what == 5:
        tiles = []
        for pair in rng.sample(
            [n + colour for n in run[:13] for colour in rng.choice(["k", "kb", "kbro"])], 7
        ):
            tiles = [*tiles, pair, pair]
    elif what == 6:
        tiles = (
            [run[k] + a for k in range(4)]
            + [run[k] + b for k in range(2, 7)]
            + [run[k] + c for k in range(4, 9)]
        )
    elif what == 7:
        tiles = (
            [run[k] + a for k in range(9, 14)]
            + [run[k] + b for k in range(9, 13)]
            + [run[k] + c for k in range(9, 14)]
        )
    elif what == 8:
        start = rng.randrange(0, 8)
        tiles = [run[k] + a for k in range(start, start + 3)] + [
            run[k] + b for k in range(start, start + 4)
        ]
        start = rng.randrange(0, 8)
        tiles = tiles + [run[k] + rng.choice([c, a]) for k in range(start, start + 3)]
        tiles = tiles + [run[k] + d for k in range(start, start + 4)]
    elif what == 9:
        pack = pack_of_tiles(rng)
        tiles = [tile for tile in pack if tile != "*" and tile[-1] == a][:14]
    elif what == 10:
        pack = pack_of_tiles(rng)
        tiles = [tile for tile in pack if tile != "*" and int(tile[:-1]) in (10, 11, 12, 13, 1)][
            :14
        ]
    elif what == 11:
        pack = pack_of_tiles(rng)
        tiles = [tile for tile in pack if tile != "*" and int(tile[:-1]) <= 5][:14]
    elif what == 12:
        pack = pack_of_tiles(rng)
        same = rng.choice(run)
        tiles = [same + colour for colour in "kbrokbro"]
        tiles = tiles + [tile for tile in pack if tile != "*" and tile[:-1] != same][:6]
    elif what == 13:
        tiles = ["1" + a, "1" + b, "1" + c, "2" + a, "2" + b, "2" + c, "2" + d]
        tiles = tiles + [n + a for n in run[2:6]] + [n + b for n in run[2:5]]
    else:
        tiles = [tile for tile in pack_of_tiles(rng) if tile != "*"][:14]
    rng.shuffle(tiles)
    for k in range(rng.choice([0, 0, 1, 1, 2])):
        tiles[k] = "*"
    for (
        tile
    ) in tiles:  # no third copies: a joker where there would be one (too many jokers is an error)
        if tile != "*" and tiles.count(tile) > 2:
            tiles[tiles.index(tile)] = "*"
    return tiles


def international_cells(rng, playing, end, starter):
    cells = {}
    pack = pack_of_tiles(rng)
    jokers_left = 2
    winner = rng.choice(playing)
    if end == "none":
        winner = None
    others = [player for player in playing if player != winner]
    if winner is not None:
        cell = {"out": True}
        if likely(rng, 0.2):
            cell["joker_discard"] = rng.choice([True, True, False])
            if cell["joker_discard"]:
                jokers_left = 1
                pack.remove("*")
        if end == "closed":
            if likely(rng, 0.25):
                cell["tiles"] = tiles_of_a_hand(rng)
                if cell["tiles"].count("*") > jokers_left:
                    cell.pop("joker_discard", None)
                if likely(rng, 0.3):
                    cell["first_turn"] = rng.choice([True, False])
                if likely(rng, 0.2):
                    cell["dealt"] = rng.choice([True, True, False])
                jokers_left = 0
                pack = [tile for tile in pack if tile != "*" and tile not in cell["tiles"]]
            else:
                cell["type"] = rng.randrange(1, 41)
                if cell["type"] == 40 and winner == starter:
                    cell["type"] = 39
                cell["jokers"] = rng.randrange(0, jokers_left + 1)
                for _ in range(cell["jokers"]):
                    pack.remove("*")
        if end == "foot" and likely(rng, 0.4):
            tiles = deal(pack, 14)
            cell["tiles"] = bare_tiles(rng, tiles, 0.3)
        cells[winner] = cell
    for player in others:
        melded = rng.choice([True, False])
        if end == "foot" and player == others[0]:
            melded = True
        cells[player] = {"melded": melded}
        if melded or likely(rng, 0.2):
            if likely(rng, 0.6):
                cells[player]["points"] = rng.choice(
                    [2, rng.randrange(2, 60), rng.randrange(2, 140)]
                )
            else:
                cells[player]["tiles"] = bare_tiles(rng, deal(pack, rng.randrange(1, 12)), 0.3)
        if likely(rng, 0.05):
            cells[player]["out"] = False
    return cells


def vijfhonderd_row_keys(rng, players):
    row = {"bid": rng.choice(BIDS)}
    if row["bid"] == "P":
        return row
    row["by"] = rng.choice(players)
    row["tricks"] = rng.choice(
        [0, 10, rng.randrange(0, 11), rng.randrange(5, 11), rng.randrange(6, 11)]
    )
    if row["bid"] in ("M", "OM", "BM"):
        row["tricks"] = rng.choice([0, 0, 1, 3])
    if likely(rng, 0.3):
        row["opponent_tricks"] = 10 - row["tricks"]
    return row


# Rows


def some_row(rng, game, sheet, state, absent, tie):
    players = sheet["players"]
    options = sheet["options"]
    row = {}
    if likely(rng, 0.05):
        row = {"void": rng.choice(["stock exhausted", "ruzie", "misdeal – не сыграно"])}
        if absent and not state["continue_with"]:
            row["entries"] = dict.fromkeys(absent, "x")
        elif likely(rng, 0.2):
            row["entries"] = {}
        return row
    playing = [player for player in players if player not in absent]
    if state["continue_with"]:
        playing = state["continue_with"]
        if len(playing) > 2 and likely(rng, 0.2):
            playing = playing[:-1]
    starter = None
    if state["next"]:
        starter = state["next"]["starter"]
    if game in table_games.ROWS:
        row = table_games.ROWS[game](rng, sheet, state, playing)
        if game in PAIRS:
            return row
        cells = row["entries"]
    elif game in JOKEREN:
        cells = jokeren_cells(rng, playing, options)
    elif game == "amerikaans-jokeren":
        cells = amerikaans_cells(rng, playing, options)
        if options.get("contract_by") == "round" and likely(rng, 0.5):
            row["round"] = rng.randrange(1, 18)
    elif game == "jolly":
        cells = jolly_cells(rng, playing, options, state["totals"], tie)
    elif game == "vijfhonderd":
        row = vijfhonderd_row_keys(rng, players)
        if likely(rng, 0.2):
            row["entries"] = rng.choice([{}, {players[0]: None}])
        return row
    elif game == "rummikub-international":
        row["end"] = rng.choice(["open", "open", "foot", "closed", "closed", "closed", "none"])
        cells = international_cells(rng, playing, row["end"], starter)
        if options.get("trump_bonus", 0) == 50 and likely(rng, 0.5):
            row["trump"] = rng.choice(playing)
    else:
        row["end"] = rng.choice(["out", "out", "pool"])
        cells = racks(rng, playing, row["end"])
    for player in players:
        if player not in playing:
            cells[player] = "x"
    row["entries"] = {player: cells[player] for player in rng.sample([*cells], len(cells))}
    if (
        game in ("rummikub", "rummikub-american")
        and row["end"] == "pool"
        and options.get("pool_tie") == "organiser"
    ):
        lowest = [
            player
            for player in playing
            if worth(cells[player], options)
            == min([worth(cells[other], options) for other in playing])
        ]
        if len(lowest) > 1 and likely(rng, 0.8):
            row["settled"] = rng.choice(lowest)
    return row


def worth(cell, options):
    if not isinstance(cell, dict):
        return cell
    total = 0
    for tile in cell["tiles"]:
        if tile == "*":
            total = total + options.get("joker_value", 30)
        elif isinstance(tile, int):
            total = total + tile
        else:
            total = total + int(tile[:-1])
    return total


def leave_open(rng, game, row):
    entries = row.get("entries")
    once = ["end", "bid", "by", "tricks", "points_13", "points_24", "nat", "pit", "revoke"]
    keys = [key for key in once if key in row]
    if keys and (not entries or likely(rng, 0.3)):
        del row[rng.choice(keys)]
    if not entries:
        return
    for name in list(entries):
        if likely(rng, 0.4):
            if likely(rng, 0.5):
                entries[name] = None
            else:
                del entries[name]
        elif game == "boerenbridge" and isinstance(entries[name], dict):
            if likely(rng, 0.3):
                entries[name].pop(rng.choice(["bid", "tricks"]), None)
        elif likely(rng, 0.05) and isinstance(entries[name], dict):
            entries[name] = rng.choice(HALF)


def spoil_row(rng, game, sheet, row):
    """Makes a row wrong in some way (now and then it happens to stay right)."""
    players = sheet["players"]
    entries = row.get("entries")
    own = game in table_games.SPOIL and "void" not in row and (entries or game in PAIRS)
    if own and (likely(rng, 0.9) or not entries):
        table_games.SPOIL[game](rng, sheet, row)
        return
    if game == "vijfhonderd":
        what = rng.randrange(0, 10)
        if what == 0:
            row["bid"] = rng.choice(["5H", "11S", "7X", "", 7, "7h", "NT", True])
        elif what == 1:
            row["tricks"] = rng.choice([11, -1, 2.5, "7", True])
        elif what == 2:
            row["by"] = "Nobody"
        elif what == 3:
            row["opponent_tricks"] = rng.choice([0, 3, 11, "2"])
        elif what == 4:
            row["entries"] = {players[0]: rng.choice(["x", "-", 5])}
        elif what == 5:
            row["entries"] = {"Nobody": 3}
        elif what == 6:
            row["foo"] = 1
        elif what == 7:
            row["void"] = rng.choice(["", " ", 3, True])
        elif what == 8:
            row["end"] = "out"
        elif row.get("bid") == "P":
            row["tricks"] = 6
        else:
            row["tricks"] = 12
        return
    if not entries:
        row["foo"] = 1
        return
    name = rng.choice(list(entries))
    what = rng.randrange(0, 14)
    if what <= 3:
        entries[name] = rng.choice(STRANGE)
    elif what == 4:
        entries[name] = rng.choice([0, "-", 1])
    elif what == 5:
        for other in entries:
            if entries[other] == "-":
                entries[other] = rng.choice([3, {"tiles": [3]}, {"cards": 3, "jokers": 0}])
    elif what == 6:
        entries["Nobody"] = rng.choice([3, "x", "-"])
    elif what == 7:
        row["foo"] = rng.choice([1, "a"])
    elif what == 8:
        row["end"] = rng.choice(["out", "pool", "closed", "foot", "none", "open", "", 1])
    elif what == 9:
        row[rng.choice(["settled", "trump", "round", "by"])] = rng.choice(
            [players[0], players[-1], "Nobody", 1]
        )
    elif what == 10:
        for other in entries:
            if isinstance(entries[other], dict):
                for key in ("cards", "tiles", "hand_cards"):
                    if isinstance(entries[other].get(key), list):
                        entries[other][key] = entries[other][key][:-3] + rng.choice(
                            [["*"] * 3, [entries[other][key][0]] * 3]
                        )
                if isinstance(entries[other].get("jokers"), int):
                    entries[other]["jokers"] = entries[other]["jokers"] + rng.choice([1, 2, 3])
    elif what == 11:
        if isinstance(entries[name], dict):
            entries[name][
                rng.choice(
                    ["foo", "out", "jokers", "joker_discard", "handglatt", "hand", "could_meld"]
                )
            ] = rng.choice([True, 1, 3, "a"])
        else:
            entries[name] = rng.choice([2.5, "seven", -1])
    elif what == 12:
        for other in entries:
            if other != name:
                entries[other] = "x"
    else:
        row["void"] = rng.choice(["", "  ", 5, False])


def right_paper(rng, answer):
    paper = {}
    if likely(rng, 0.7):
        paper["dashes"] = dict(answer["dashes"])
    if likely(rng, 0.7):
        paper["totals"] = dict(answer["totals"])
    if likely(rng, 0.5):
        paper["subtotals"] = {}
        for row in answer["rows"]:
            if "running" in row and likely(rng, 0.3):
                paper["subtotals"][str(row["game"])] = dict(row["running"])
    if "marks" in answer and likely(rng, 0.6):
        marks, totals = answer["marks"], answer["totals"]
        points = {name: totals[name] - marks["roem"][name] for name in totals}
        every = {"points": points, **{mark: dict(marks[mark]) for mark in marks}}
        paper["apart"] = {kind: every[kind] for kind in every if likely(rng, 0.7)}
    for part in ("dashes", "totals"):
        if part in paper and likely(rng, 0.3):
            for name in list(paper[part]):
                if likely(rng, 0.4):
                    paper[part][name] = None
    return paper


def spoil_paper(rng, paper):
    part = rng.choice(["dashes", "totals", "subtotals", *(["apart"] if "apart" in paper else [])])
    if part == "apart":
        spoil_apart(rng, paper)
        return
    if part not in paper or not paper[part]:
        paper[part] = (
            rng.choice([{}, {"Nobody": 1}])
            if part != "subtotals"
            else {rng.choice(["0", "a", "1"]): {"Nobody": 1}}
        )
        return
    figures = paper[part][rng.choice(list(paper[part]))] if part == "subtotals" else paper[part]
    name = rng.choice(list(figures))
    figures[name] = rng.choice([999, -7, "5", 2.5, True, 0])


def spoil_apart(rng, paper):
    kinds = list(paper["apart"])
    if not kinds or likely(rng, 0.2):
        paper["apart"] = rng.choice([{"stars": {}}, [], {"roem": 4}, {"nat": {"Nobody": 1}}])
        return
    figures = paper["apart"][rng.choice(kinds)]
    figures[rng.choice(list(figures))] = rng.choice([999, -7, "5", 2.5, True, 0])


def only_totals(rng, sheet):
    """What a table writes down of a whole round; it adds up, unless a figure is off."""
    options = (
        sheet["options"]
        | {"entry": "totals"}
        | ({"per": "game"} if "per" in sheet["options"] else {})
    )
    game = games.make_game(games.find(sheet["game"]), options, len(sheet["players"]))
    sides = game.list_sides(sheet["players"])
    right = (game.adds_to or 0) * (game.value("games") or 3)
    shares = [rng.randrange(0, 200) for _ in sides[1:]]
    points = dict(zip([side[0] for side in sides], [right - sum(shares), *shares], strict=True))
    cells = {rng.choice(side): points[side[0]] for side in sides}
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


def random_sheet(rng, game, options=None, clean=None, whole=False):
    """With given options, of Ans, Bob, Cor … and without paper; `whole`: no game is open."""
    clean = likely(rng, 0.7) if clean is None else clean
    fewest, most = games.find(game).seats
    count = rng.randrange(fewest, most + 1)
    if fewest < 4 <= most and likely(rng, 0.3):
        count = 4
    given = some_options(rng, game) if options is None else options
    in_pairs = given.get("sides", game in PAIRS)
    if in_pairs:
        count = 4
    players = rng.sample(NAMES, count) if options is None else PLAIN[:count]
    sheet = {"game": game, "players": players, "options": dict(given), "games": []}
    if likely(rng, 0.4):
        sheet["scribe"] = rng.choice(players)
    nobody_deals = game in TILE_GAMES or not sheet["options"].get("dealer", True)
    keys = ("first_starter", "first_dealer")
    right_key, other_key = keys if nobody_deals else reversed(keys)
    if likely(rng, 0.25):
        sheet[right_key] = rng.choice(players)
    if likely(rng, 0.03):
        sheet[other_key] = rng.choice(players)
    if likely(rng, 0.5 if "contract_by" in sheet["options"] else 0.02):
        sheet["round"] = rng.randrange(1, 18)
    if likely(rng, 0.02):
        sheet["remark"] = "cold coffee"

    if options is None and likely(rng, 0.1):
        return only_totals(rng, sheet)
    limit = sheet["options"].get("games", games.find(game)({}).games)
    wanted = limit
    if limit is None:
        wanted = rng.choice([1, 2, 3, 5, 8, 12])
        if game in ("jolly", "vijfhonderd", "hartenjagen"):
            wanted = rng.choice([2, 6, 14])
    if game == "boerenbridge":
        wanted = games.find(game)(sheet["options"], len(players)).games
    if likely(rng, 0.25):
        wanted = rng.randrange(0, wanted + 1)
    someone_away = likely(rng, 0.2) and len(players) > 2 and not in_pairs
    away = rng.choice(players)
    away_from = rng.randrange(0, wanted + 1)
    away_until = rng.choice([away_from + 1, 99])
    tie_mode = likely(rng, 0.4)

    for number in range(wanted):
        state = score(sheet)
        if state["finished"]:
            break
        absent = []
        if someone_away and away_from <= number < away_until:
            absent = [away]
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
        sheet["games"].append(some_row(rng, game, sheet, dict(state, continue_with=[]), [], False))
    if options is None and likely(rng, 0.3):
        sheet["paper"] = right_paper(rng, score(sheet))
        if likely(rng, 0.03):
            sheet["paper"]["subtotals"] = {str(len(sheet["games"]) + 3): {players[0]: 7}}
        if not clean and likely(rng, 0.5):
            spoil_paper(rng, sheet["paper"])
    if not clean and likely(rng, 0.1):
        spoil_setup(rng, sheet)
    return sheet
