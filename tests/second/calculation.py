"""A second, independent calculation of a sheet, written from the rules alone.

It shares nothing with the program: no code, no names, no data. It is as flat as it can be, so that
each line can be laid beside the rules. `test_agreement.py` compares the two.

`calculate(sheet)` takes the JSON of `manage.py score` and gives valid, complete, finished, rows, next,
subtotals, totals, dashes, match_points, ranking, winner, continue_with, settlement, in klaverjassen marks, and
`wrong` and `warned`: lists of [game or None, player or None, word]. Three systems have a module of their own, with
its own readings.

Readings (where the text is silent; the reason after the dash)
 1. A cell of which a needed figure is missing or null (`{"meld": 40}`, `{"melded": true}`, closed with
    neither type nor tiles) is not entered yet, once what stands there is right - empty is not zero, and a
    missing `end` or `bid` is a cell not entered too.
 2. `jokers` missing in a cell counts as 0, as `could_meld` missing counts as false.
 3. An empty list of cards or tiles is refused - it is worth 0, and a loser can't have 0; who is out has `-`.
 4. Two notations at once in one cell (`cards` and `points`, `hand` and `hand_cards`, `type` and `tiles`) are
    refused - the keys don't belong together.
 5. Packs limit what may lie in all hands of a game in every system (Jolly: 6 jokers, 2 of a card, 8 of a
    rank; tiles: 2 jokers, 2 of a tile, 8 of a number) - the bounds of the figures rest on the packs as well.
 6. Amerikaans: `points` 1 is refused beside jokers too - the cheapest card is a 2.
 7. Void: the reason is text and not blank. Cells in a void row are not looked at (but names are), except `x`:
    who has `x` there is passed over and has no rank - a void game counts as played.
 8. `x` in any row up to the end takes the rank, whatever else the row lacks - who is away is away.
 9. A system's own end is looked for in the totals of the rows with scores, also when an earlier row is not
    filled in; `finished` is then true and `complete` false - that is why there are two words.
10. Jolly: who stands above the target wins, or plays on, and has the first place, also after an `x` in an
    earlier game - passing the target is what the game is about.
11. Jolly play-off: only those playing on count for dealer and starter of such a row; one of them with `x`
    has stopped playing on and ranks by points.
12. `next` of a game that is begun but not done counts everybody as playing, so its dealer may differ from
    the row's - literally. Rows refused for standing beyond the last game don't move `next`.
13. With no player playing a row (all `x`) there is no dealer, and the turn stays where it was.
14. Running and totals name every player, 0 for who has no scores yet. Before the first game everybody ranks 1.
15. `last_game`: the player's own last game with scores (only in a Jolly play-off can it differ).
16. A tie-break never replaces Jolly's play-off - "a tie on top: the tied players alone play on".
17. Five Hundred: a side is one place (1, 2; never 3), before the end as well; equal: all four share 1.
    Ends of the system hold with `games` set too; `games` reached without one: most points wins.
18. Five Hundred: `by` or `tricks` beside `P` are refused, as are `entries` with anything in them.
19. `settled` under `organiser` without a tie: accepted on the lowest, refused on anybody else.
20. Two `-` are refused at once, whatever the `end`; one `-` at `pool` is refused at once.
21. International: `type`, `jokers` (of the hand), `first_turn`, `dealt` with open or foot, and tiles with open,
    are refused - an end that disagrees with who is out. Foot tiles: 14, a joker counts 13 (the hand's favour).
22. International: the trump held by a player with `x` is refused, whether the bonus is on or not.
23. Types: literally as printed. 4 and 5 ask only the total, not "no tile higher than 9"; jokers may be each
    other's pair; where high or low isn't said a 1 is either. 39 needs `first_turn` or `dealt`, 40 `dealt`. A 39 of
    the starter beside somebody's meld is refused, named or by its tiles - nobody laid before the starter.
24. `round` beyond the list of contracts: the list begins again, where contracts go by it; it moves nothing in the
    rotation. `round` of the sheet holds until a game names another; without either it is 1.
25. With set-up errors (game, players, options, scribe, first dealer) the rest is computed with the defaults
    where possible, but only `valid` means anything.
26. A subtotal on paper may be of any game of the form; another key is refused; null figures are skipped.
27. A difference with the paper is only a warning while a game before it is open: it may be that game's.
28. All passed: a score of 0 for everybody, but no game with scores for `best_game` and `last_game`.
29. Two names that differ only in how a letter and its accent are put together are the same name - nobody at the
    table sees a difference.
"""

import itertools
import re
import unicodedata

from tests.second import boerenbridge, hartenjagen, klaverjassen
from tests.second.small import between, whole

JOKEREN = ("jokeren", "jokeren-potjes", "jokeren-vijf")
TILES_OUT = ("rummikub", "rummikub-american")
TILE_GAMES = ("rummy", "rummikub", "rummikub-american", "rummikub-international")
LOWEST_WINS = JOKEREN + ("amerikaans-jokeren", "rummy", "hartenjagen")
PAIRS = ("vijfhonderd", "klaverjassen")  # no cells: partners are one side with one score
OWN = {  # the systems with a module of their own
    "klaverjassen": klaverjassen,
    "boerenbridge": boerenbridge,
    "hartenjagen": hartenjagen,
}

SERIES = ["M3", "S4", "R3+R4", "R4+R5", "R5+S4", "R5+all"]

DEFAULTS = {
    "jokeren": {
        "games": 10,
        "subtotal_after": 5,
        "hand_max": 13,
        "joker_points": 1,
        "contracts": [],
        "first_meld": 0,
        "tie_break": "shared",
    },
    "jokeren-potjes": {
        "games": 6,
        "subtotal_after": 0,
        "hand_max": 13,
        "joker_points": 1,
        "contracts": SERIES,
        "first_meld": 0,
        "tie_break": "shared",
    },
    "jokeren-vijf": {
        "games": 5,
        "subtotal_after": 0,
        "hand_max": 13,
        "joker_points": 1,
        "contracts": SERIES[:5],
        "first_meld": 0,
        "tie_break": "shared",
    },
    "amerikaans-jokeren": {
        "games": 7,
        "joker_low": 10,
        "joker_high": 20,
        "contracts": ["S3", "R3", "S4", "R4", "R5", "R6", "all"],
        "contract_by": "game",
        "tie_break": "shared",
    },
    "jolly": {"games": None, "target": 500, "first_meld": 30, "tie_break": "shared"},
    "rummy": {
        "games": None,
        "joker_value": 25,
        "first_meld": 30,
        "win_points": 1,
        "draw_points": 0.5,
        "tie_break": "shared",
    },
    "rummikub": {
        "games": None,
        "joker_value": 30,
        "first_meld": 30,
        "pool_tie": "share",
        "tie_break": "shared",
    },
    "rummikub-american": {
        "games": None,
        "joker_value": 30,
        "first_meld": 21,
        "pool_tie": "share",
        "tie_break": "shared",
    },
    "rummikub-international": {
        "games": None,
        "joker_value": 30,
        "first_meld": 50,
        "trump_bonus": 0,
        "tie_break": "shared",
    },
    "vijfhonderd": {"games": None, "defenders_stop_at": None, "tie_break": "shared"},
    "klaverjassen": klaverjassen.DEFAULTS,
    "boerenbridge": boerenbridge.DEFAULTS,
    "hartenjagen": hartenjagen.DEFAULTS,
}

PLAYERS = {
    "jokeren": (2, 6),
    "jokeren-potjes": (2, 6),
    "jokeren-vijf": (2, 6),
    "amerikaans-jokeren": (2, 4),
    "jolly": (2, 6),
    "rummy": (2, 2),
    "rummikub": (2, 4),
    "rummikub-american": (2, 4),
    "rummikub-international": (2, 4),
    "vijfhonderd": (4, 4),
    "klaverjassen": klaverjassen.PLAYERS,
    "boerenbridge": boerenbridge.PLAYERS,
    "hartenjagen": hartenjagen.PLAYERS,
}

ROW_KEYS = {
    "jokeren": [],
    "jokeren-potjes": [],
    "jokeren-vijf": [],
    "amerikaans-jokeren": ["round"],
    "jolly": [],
    "rummy": ["end"],
    "rummikub": ["end", "settled"],
    "rummikub-american": ["end", "settled"],
    "rummikub-international": ["end", "trump"],
    "vijfhonderd": ["bid", "by", "tricks", "opponent_tricks"],
}

SHEET_KEYS = [
    "game",
    "options",
    "players",
    "scribe",
    "first_dealer",
    "first_starter",
    "round",
    "games",
    "paper",
]


# --- small things ---------------------------------------------------------------------------------------


def read_card(text):
    """('10', 'h'), ('10', ''), ('*', '') or None."""
    if not isinstance(text, str):
        return None
    if text == "*":
        return ("*", "")
    for rank in ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"):
        if text == rank:
            return (rank, "")
        for suit in "hdcs":
            if text == rank + suit:
                return (rank, suit)
    return None


def read_tile(tile):
    """(7, 'r'), (7, ''), ('*', '') or None."""
    if tile == "*":
        return ("*", "")
    if between(tile, 1, 13):
        return (tile, "")
    if isinstance(tile, str):
        for number in range(1, 14):
            for colour in "kbro":
                if tile == str(number) + colour:
                    return (number, colour)
    return None


def read_list(given, reader):
    """The cards or tiles of a list, or None when one of them (or the list) is none."""
    if not isinstance(given, list) or given == []:
        return None
    items = []
    for item in given:
        read = reader(item)
        if read is None:
            return None
        items.append(read)
    return items


def too_many(cards, jokers_elsewhere, jokers_in_pack):
    """More jokers, equal cards or equal ranks than two packs hold."""
    if cards.count(("*", "")) + jokers_elsewhere > jokers_in_pack:
        return True
    for rank, suit in cards:
        if rank == "*":
            continue
        if suit != "" and cards.count((rank, suit)) > 2:
            return True
        if len([r for r, s in cards if r == rank]) > 8:
            return True
    return False


def seat_after(players, seat, step, playing):
    """The next seat on that side which plays."""
    place = players.index(seat)
    for k in range(1, len(players) + 1):
        candidate = players[(place + step * k) % len(players)]
        if candidate in playing:
            return candidate
    return None


def seat_from(players, seat, step, playing):
    """That seat if it plays, else the next on that side which does."""
    if seat in playing:
        return seat
    return seat_after(players, seat, step, playing)


# --- options --------------------------------------------------------------------------------------------


def contract_is_right(text):
    if not isinstance(text, str):
        return False
    if text == "":
        return True
    for part in text.split("+"):
        if part == "all":
            continue
        if not re.fullmatch("[SRM][0-9]+", part):
            return False
        size = int(part[1:])
        if size < 3 or size > 14:
            return False
        if part[0] == "S" and size > 4:
            return False
    return True


def option_is_right(game, name, value):
    if name == "games":
        if value is None:
            return DEFAULTS[game]["games"] is None
        return between(value, 1, 50)
    if name == "subtotal_after":
        return between(value, 0, 49)
    if name == "hand_max":
        return between(value, 5, 60)
    if name == "joker_points":
        return between(value, 1, 50)
    if name in ("joker_low", "joker_high"):
        return between(value, 2, 100)
    if name == "first_meld":
        return between(value, 0, 100)
    if name == "contracts":
        if not isinstance(value, list) or len(value) > 50:
            return False
        for contract in value:
            if not contract_is_right(contract):
                return False
        return True
    if name == "contract_by":
        return value == "game" or value == "round"
    if name == "tie_break":
        return isinstance(value, str) and value in ("shared", "dashes", "best_game", "last_game")
    if game in OWN:
        return OWN[game].option_is_right(name, value)
    if name == "target":
        return between(value, 100, 500) and value % 50 == 0
    if name == "joker_value":
        return whole(value) and value in (25, 30)
    if name == "pool_tie":
        return value == "share" or value == "organiser"
    if name in ("win_points", "draw_points"):
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            return False
        return 0 <= value <= 100 and value * 2 == int(value * 2)
    if name == "trump_bonus":
        return whole(value) and value in (0, 50)
    if name == "defenders_stop_at":
        return value is None or (whole(value) and value in (480, 490))
    return False


# --- the systems: one row each --------------------------------------------------------------------------
# Each takes the row, its cells by player (x taken out), the players who play it, the options and, where needed, more.
# Each gives (scores or None, winners, wrong, warned); wrong and warned are lists of (player or None, word).
# No scores and nothing wrong: the row is not full.


def jokeren_row(cells, playing, options):
    wrong = []
    warned = []
    scores = {}
    dashes = []
    jokers_seen = 0
    missing = False
    for player in playing:
        cell = cells.get(player)
        if cell is None:
            missing = True
        elif cell == "-":
            dashes.append(player)
            scores[player] = 0
        elif isinstance(cell, dict):
            jokers = cell.get("jokers")
            could = cell.get("could_meld")
            cards = cell.get("cards")
            if jokers is None:
                jokers = 0
            if set(cell) - {"cards", "jokers", "could_meld"}:
                wrong.append((player, "key"))
            elif not between(jokers, 0, 4):
                wrong.append((player, "jokers"))
            elif could is not None and not isinstance(could, bool):
                wrong.append((player, "could_meld"))
            elif cards is None:
                missing = True
            elif not between(cards, 1, options["hand_max"]):
                wrong.append((player, "bounds"))
            elif jokers > cards:
                wrong.append((player, "jokers"))
            else:
                jokers_seen = jokers_seen + jokers
                if could is None and jokers > 0:
                    warned.append((player, "could_meld"))
                scores[player] = cards
                if could is True:
                    scores[player] = cards + jokers * (options["joker_points"] - 1)
        elif between(cell, 1, options["hand_max"]):
            scores[player] = cell
        else:
            wrong.append((player, "bounds"))
    if jokers_seen > 4:
        wrong.append((None, "row jokers"))
    if len(dashes) > 1:
        wrong.append((None, "row dashes"))
    if len(dashes) == 0 and not missing:
        wrong.append((None, "row dashes"))
    if wrong or missing:
        return None, [], wrong, warned
    return scores, dashes, wrong, warned


def amerikaans_row(cells, playing, options):
    wrong = []
    warned = []
    scores = {}
    dashes = []
    all_cards = []
    jokers_seen = 0
    missing = False
    most = 752 + 2 * max(options["joker_low"], options["joker_high"])
    for player in playing:
        cell = cells.get(player)
        if cell is None:
            missing = True
            continue
        if cell == "-":
            dashes.append(player)
            scores[player] = 0
            continue
        if isinstance(cell, dict):
            could = cell.get("could_meld")
            if could is not None and not isinstance(could, bool):
                wrong.append((player, "could_meld"))
                continue
            if could is True:
                joker_worth = options["joker_high"]
            else:
                joker_worth = options["joker_low"]
            if "cards" in cell:
                if set(cell) - {"cards", "could_meld"}:
                    wrong.append((player, "key"))
                    continue
                if cell["cards"] is None:
                    missing = True
                    continue
                cards = read_list(cell["cards"], read_card)
                if cards is None:
                    wrong.append((player, "cards"))
                    continue
                jokers = 0
                total = 0
                for rank, suit in cards:
                    if rank == "*":
                        jokers = jokers + 1
                        total = total + joker_worth
                    elif rank in ("A", "K", "Q", "J"):
                        total = total + 10
                    else:
                        total = total + int(rank)
                all_cards = all_cards + cards
            else:
                if set(cell) - {"points", "jokers", "could_meld"}:
                    wrong.append((player, "key"))
                    continue
                points = cell.get("points")
                jokers = cell.get("jokers")
                if jokers is None:
                    jokers = 0
                if not between(jokers, 0, 2):
                    wrong.append((player, "jokers"))
                    continue
                if points is None:
                    missing = True
                    continue
                if not whole(points) or points < 0 or points == 1:
                    wrong.append((player, "bounds"))
                    continue
                total = points + jokers * joker_worth
                jokers_seen = jokers_seen + jokers
            if jokers > 0 and could is None:
                warned.append((player, "could_meld"))
        elif whole(cell):
            total = cell
        else:
            wrong.append((player, "type"))
            continue
        if total < 2 or total > most:
            wrong.append((player, "bounds"))
            continue
        if total > 150:
            warned.append((player, "high"))
        scores[player] = total
    if too_many(all_cards, jokers_seen, 2):
        wrong.append((None, "row cards"))
    if len(dashes) > 1:
        wrong.append((None, "row dashes"))
    if len(dashes) == 0 and not missing:
        wrong.append((None, "row dashes"))
    if wrong or missing:
        return None, [], wrong, warned
    return scores, dashes, wrong, warned


def jolly_row(cells, playing, options, others):
    """`others`: who must have an x here because the game is a play-off without them."""
    wrong = []
    laid = {}
    hand = {}
    enders = []
    handglatt = False
    all_cards = []
    missing = False
    for player in others:
        cell = cells.get(player)
        if cell is None:
            missing = True
        else:
            wrong.append((player, "not playing on"))
    for player in playing:
        cell = cells.get(player)
        if cell is None:
            missing = True
            continue
        if not isinstance(cell, dict):
            wrong.append((player, "type"))
            continue
        if set(cell) - {"meld", "hand", "hand_cards", "out", "handglatt"}:
            wrong.append((player, "key"))
            continue
        meld = cell.get("meld")
        out = cell.get("out")
        if out is None:
            out = False
        glatt = cell.get("handglatt")
        if glatt is None:
            glatt = False
        if not isinstance(out, bool) or not isinstance(glatt, bool):
            wrong.append((player, "type"))
            continue
        if out:
            enders.append(player)
            if meld is not None and not between(meld, max(30, options["first_meld"]), 1022):
                wrong.append((player, "bounds"))
                continue
            if not (cell.get("hand") is None or (whole(cell["hand"]) and cell["hand"] == 0)):
                wrong.append((player, "ender with cards"))
                continue
            if not (cell.get("hand_cards") is None or cell["hand_cards"] == []):
                wrong.append((player, "ender with cards"))
                continue
            if meld is None:
                missing = True
                continue
            laid[player] = meld
            hand[player] = 0
            handglatt = glatt
            continue
        if glatt:
            wrong.append((player, "handglatt"))
            continue
        if meld is not None:
            if not between(meld, 0, 1022) or 1 <= meld <= options["first_meld"] - 1:
                wrong.append((player, "bounds"))
                continue
        if cell.get("hand") is not None and cell.get("hand_cards") is not None:
            wrong.append((player, "two notations"))
            continue
        points = None
        if cell.get("hand") is not None:
            if not between(cell["hand"], 2, 560):
                wrong.append((player, "bounds"))
                continue
            points = cell["hand"]
        if cell.get("hand_cards") is not None:
            cards = read_list(cell["hand_cards"], read_card)
            if cards is None or len(cards) > 20:
                wrong.append((player, "cards"))
                continue
            points = 0
            for rank, suit in cards:
                if rank == "*":
                    points = points + 50
                elif rank == "A":
                    points = points + 25
                elif rank in ("K", "Q", "J"):
                    points = points + 10
                else:
                    points = points + int(rank)
            all_cards = all_cards + cards
        if meld is None or points is None:
            missing = True
            continue
        laid[player] = meld
        hand[player] = points
    if too_many(all_cards, 0, 6):
        wrong.append((None, "row cards"))
    if len(enders) > 1:
        wrong.append((None, "row enders"))
    if len(enders) == 0 and not missing:
        wrong.append((None, "row enders"))
    if wrong or missing:
        return None, [], wrong, []
    scores = {}
    for player in playing:
        if player in enders:
            if handglatt:
                scores[player] = laid[player] + 60
            else:
                scores[player] = laid[player] + 30
        elif handglatt:
            scores[player] = laid[player] - 2 * hand[player]
        else:
            scores[player] = laid[player] - hand[player]
    return scores, enders, wrong, []


def racks_row(row, cells, playing, options):
    """Rummy, Sabra and American: what lies on the racks. (racks, out, missing, wrong)"""
    wrong = []
    racks = {}
    out = []
    all_tiles = []
    missing = False
    for player in playing:
        cell = cells.get(player)
        if cell is None:
            missing = True
        elif cell == "-":
            out.append(player)
            racks[player] = 0
        elif isinstance(cell, dict):
            if set(cell) != {"tiles"}:
                wrong.append((player, "key"))
            elif cell["tiles"] is None:
                missing = True
            else:
                tiles = read_list(cell["tiles"], read_tile)
                if tiles is None:
                    wrong.append((player, "tiles"))
                else:
                    racks[player] = 0
                    for number, colour in tiles:
                        if number == "*":
                            racks[player] = racks[player] + options["joker_value"]
                        else:
                            racks[player] = racks[player] + number
                    all_tiles = all_tiles + tiles
        elif between(cell, 1, 728 + 2 * options["joker_value"]):
            racks[player] = cell
        else:
            wrong.append((player, "bounds"))
    end = row.get("end")
    if end is None:
        missing = True
        if len(out) > 1:
            wrong.append((None, "row dashes"))
    elif end == "out":
        if len(out) > 1:
            wrong.append((None, "row dashes"))
        if len(out) == 0 and not missing:
            wrong.append((None, "row dashes"))
    elif end == "pool":
        if len(out) > 0:
            wrong.append((None, "row dashes"))
    else:
        wrong.append((None, "row end"))
    if too_many(all_tiles, 0, 2):
        wrong.append((None, "row tiles"))
    return racks, out, missing, wrong


def rummy_row(row, cells, playing, options):
    """Also gives the match points, as a fifth."""
    racks, _out, missing, wrong = racks_row(row, cells, playing, options)
    if wrong or missing:
        return None, [], wrong, [], {}
    match_points = {}
    lowest = min(racks.values())
    winners = [player for player in playing if racks[player] == lowest]
    if len(winners) > 1:
        for player in playing:
            match_points[player] = options["draw_points"]
        return racks, [], wrong, [], match_points
    for player in playing:
        match_points[player] = 0
    match_points[winners[0]] = options["win_points"]
    return racks, winners, wrong, [], match_points


def rummikub_row(row, cells, playing, options, players, starter, step):
    racks, out, missing, wrong = racks_row(row, cells, playing, options)
    end = row.get("end")
    settled = row.get("settled")
    if settled is not None:
        if settled not in players:
            wrong.append((None, "row settled"))
        elif options["pool_tie"] == "share":
            wrong.append((None, "row settled"))
        elif end == "out":
            wrong.append((None, "row settled"))
    if wrong or missing:
        return None, [], wrong, []
    scores = {}
    if end == "out":
        gain = 0
        for player in playing:
            scores[player] = -racks[player]
            gain = gain + racks[player]
        scores[out[0]] = gain
        return scores, out, wrong, []
    lowest = min(racks.values())
    gain = 0
    best = []
    for player in playing:
        scores[player] = lowest - racks[player]
        gain = gain + racks[player] - lowest
        if racks[player] == lowest:
            best.append(player)
    if len(best) == len(playing):
        if settled is not None:
            wrong.append((None, "row settled"))
            return None, [], wrong, []
        return scores, [], wrong, []
    if options["pool_tie"] == "organiser":
        if settled is not None and settled not in best:
            wrong.append((None, "row settled"))
            return None, [], wrong, []
        if len(best) > 1:
            if settled is None:
                return None, [], wrong, [(None, "tie to settle")]
            best = [settled]
    for player in best:
        scores[player] = gain // len(best)
    odd = gain % len(best)
    seat = starter
    while odd > 0:
        if seat in best:
            scores[seat] = scores[seat] + 1
            odd = odd - 1
        seat = seat_after(players, seat, step, playing)
    return scores, best, wrong, []


def international_row(row, cells, playing, options, players, starter):
    wrong = []
    warned = []
    end = row.get("end")
    trump = row.get("trump")
    missing = False
    if end is None:
        missing = True
    elif not isinstance(end, str) or end not in ("open", "foot", "closed", "none"):
        wrong.append((None, "row end"))
    if trump is not None:
        if trump not in players:
            wrong.append((None, "row trump"))
        elif trump not in playing:
            wrong.append((None, "row trump"))
        elif options["trump_bonus"] == 0:
            warned.append((None, "trump"))
    most = 2 * (44 * 4) + 5 * 8 * 10 + 2 * options["joker_value"]
    all_tiles = []
    other_jokers = 0
    outs = []
    amount = 0
    doubled = False
    first_turn_of_starter = None  # who starts, with a hand that is only for the first turn
    say_melded = []  # whatever else is wrong with what they have left
    melded_players = []
    left = {}
    for player in playing:
        cell = cells.get(player)
        if cell is None:
            missing = True
            continue
        if not isinstance(cell, dict):
            wrong.append((player, "type"))
            continue
        out = cell.get("out")
        if out is not None and not isinstance(out, bool):
            wrong.append((player, "type"))
            continue
        if out:
            outs.append(player)
            if set(cell) - {
                "out",
                "type",
                "jokers",
                "tiles",
                "first_turn",
                "dealt",
                "joker_discard",
            }:
                wrong.append((player, "key"))
                continue
            bad = False
            for key in ("first_turn", "dealt", "joker_discard"):
                if cell.get(key) is not None and not isinstance(cell[key], bool):
                    bad = True
            if cell.get("type") is not None and not between(cell["type"], 1, 40):
                bad = True
            if cell.get("jokers") is not None and not between(cell["jokers"], 0, 2):
                bad = True
            if cell.get("tiles") is not None and (
                cell.get("type") is not None or cell.get("jokers") is not None
            ):
                bad = True
            tiles = None
            if cell.get("tiles") is not None:
                tiles = read_list(cell["tiles"], read_tile)
                if tiles is None or len(tiles) != 14:
                    bad = True
            if bad:
                wrong.append((player, "winner"))
                continue
            if cell.get("joker_discard"):
                doubled = True
                other_jokers = other_jokers + 1
            if cell.get("jokers") is not None:
                other_jokers = other_jokers + cell["jokers"]
            if tiles is not None:
                all_tiles = all_tiles + tiles
                if too_many(tiles, 0, 2):
                    continue  # said below, of the whole row
            if end == "none":
                wrong.append((player, "row end"))
            elif end == "open":
                for key in ("type", "jokers", "tiles", "first_turn", "dealt"):
                    if cell.get(key) is not None:
                        bad = True
                if bad:
                    wrong.append((player, "row end"))
            elif end == "foot":
                amount = 200
                for key in ("type", "jokers", "first_turn", "dealt"):
                    if cell.get(key) is not None:
                        bad = True
                if tiles is not None:
                    total = 0
                    for number, colour in tiles:
                        if number == "*":
                            total = total + 13
                        else:
                            total = total + number
                    if total < 50:
                        bad = True
                if bad:
                    wrong.append((player, "row end"))
            elif end == "closed":
                if cell.get("type") is not None:
                    if cell["type"] == 40 and player == starter:
                        wrong.append((player, "blitz"))
                    if cell["type"] == 39 and player == starter:
                        first_turn_of_starter = player
                    jokers = cell.get("jokers")
                    if jokers is None:
                        jokers = 0
                    amount = HANDS[cell["type"]][jokers]
                elif tiles is not None:
                    coloured = True
                    for number, colour in tiles:
                        if number != "*" and colour == "":
                            coloured = False
                    if not coloured:
                        wrong.append((player, "colours"))
                        continue
                    best = best_type(
                        tiles,
                        cell.get("first_turn") is True or cell.get("dealt") is True,
                        cell.get("dealt") is True and player != starter,
                    )
                    if best is None:
                        wrong.append((player, "no type"))
                        continue
                    if best == 39 and player == starter:
                        first_turn_of_starter = player
                    amount = HANDS[best][tiles.count(("*", ""))]
                else:
                    missing = True
            continue
        if set(cell) - {"out", "melded", "points", "tiles"}:
            wrong.append((player, "key"))
            continue
        melded = cell.get("melded")
        points = cell.get("points")
        if melded is not None and not isinstance(melded, bool):
            wrong.append((player, "type"))
            continue
        if points is not None and not between(points, 0, most):
            wrong.append((player, "bounds"))
            continue
        if cell.get("tiles") is not None and read_list(cell["tiles"], read_tile) is None:
            if cell["tiles"] != []:
                wrong.append((player, "tiles"))
                continue
        if melded:
            say_melded.append(player)
        if points is not None and cell.get("tiles") is not None:
            wrong.append((player, "two notations"))
            continue
        if points is not None and not between(points, 2, most):
            wrong.append((player, "bounds"))
            continue
        if cell.get("tiles") is not None:
            tiles = read_list(cell["tiles"], read_tile)
            if tiles is None:
                wrong.append((player, "tiles"))
                continue
            points = 0
            for number, colour in tiles:
                if number == "*":
                    points = points + options["joker_value"]
                elif number == 1 or number >= 10:
                    points = points + 10
                else:
                    points = points + number
            all_tiles = all_tiles + tiles
        if melded is None:
            missing = True
        elif melded and points is None:
            missing = True
        elif melded:
            melded_players.append(player)
            left[player] = points
        else:
            left[player] = None
    if too_many(all_tiles, other_jokers, 2):
        wrong.append((None, "row tiles"))
    if len(outs) > 1:
        wrong.append((None, "row out"))
    if not missing and end != "none" and len(outs) == 0:
        wrong.append((None, "row out"))
    if not missing and end == "foot" and len(melded_players) == 0:
        wrong.append((None, "row foot"))
    if first_turn_of_starter is not None and len(say_melded) > 0:
        wrong.append((first_turn_of_starter, "not the first turn"))
    if wrong or missing:
        return None, [], wrong, warned
    if end == "open":
        amount = 100
        if len(melded_players) == 0:
            amount = 200
    scores = {}
    for player in playing:
        if player in outs:
            scores[player] = amount
        elif player in melded_players:
            scores[player] = -left[player]
        elif end == "closed":
            scores[player] = -amount
        else:
            scores[player] = -100
        if doubled:
            scores[player] = 2 * scores[player]
        if player == trump and options["trump_bonus"] > 0:
            scores[player] = scores[player] + options["trump_bonus"]
    return scores, outs, wrong, warned


def vijfhonderd_row(row, players, options, totals):
    """Also gives the side that made its contract (a list), as a fifth."""
    wrong = []
    entries = row.get("entries")
    if entries is not None:
        if not isinstance(entries, dict):
            wrong.append((None, "row entries"))
        else:
            for name in entries:
                if entries[name] is not None:
                    wrong.append((None, "row entries"))
    sides = [[players[0], players[2]], [players[1], players[3]]]
    bid = row.get("bid")
    by = row.get("by")
    tricks = row.get("tricks")
    theirs = row.get("opponent_tricks")
    values = {"M": 250, "OM": 500, "BM": 500}
    for level in (6, 7, 8, 9, 10):
        for suit, base in (("S", 40), ("C", 60), ("D", 80), ("H", 100), ("NT", 120)):
            values[str(level) + suit] = base + 100 * (level - 6)
    if bid is not None and (not isinstance(bid, str) or (bid != "P" and bid not in values)):
        wrong.append((None, "row bid"))
    if by is not None and by not in players:
        wrong.append((None, "row by"))
    if tricks is not None and not between(tricks, 0, 10):
        wrong.append((None, "row tricks"))
    if theirs is not None and not between(theirs, 0, 10):
        wrong.append((None, "row tricks"))
    if wrong:
        return None, [], wrong, [], []
    if tricks is not None and theirs is not None and tricks + theirs != 10:
        wrong.append((None, "row tricks"))
    if bid == "P" and (by is not None or tricks is not None or theirs is not None):
        wrong.append((None, "row passed"))
    if wrong:
        return None, [], wrong, [], []
    scores = {}
    if bid == "P":
        for player in players:
            scores[player] = 0
        return scores, [], wrong, [], []
    if bid is None or by is None or tricks is None:
        return None, [], wrong, [], []
    if by in sides[0]:
        bidders, defenders = sides[0], sides[1]
    else:
        bidders, defenders = sides[1], sides[0]
    value = values[bid]
    misere = bid in ("M", "OM", "BM")
    if misere:
        made = tricks == 0
        extra = 0
    else:
        level = int(bid.rstrip("SCDHNT"))
        made = tricks >= level
        if made and tricks == 10 and value < 250:
            value = 250
        extra = 10 * (10 - tricks)
    stop = options["defenders_stop_at"]
    if stop is not None and totals[defenders[0]] >= stop:
        extra = 0
    for player in bidders:
        if made:
            scores[player] = value
        else:
            scores[player] = -value
    for player in defenders:
        scores[player] = extra
    if made:
        return scores, bidders, wrong, [], bidders
    return scores, defenders, wrong, [], []


# --- International's forty hands ------------------------------------------------------------------------

HANDS = {
    1: (500, 400, 300),
    2: (800, 700, 600),
    3: (1000, 900, 800),
    4: (1600, 1400, 1200),
    5: (1600, 1400, 1200),
    6: (800, 700, 600),
    7: (1400, 1200, 1000),
    8: (1600, 1400, 1200),
    9: (1600, 1400, 1200),
    10: (700, 600, 500),
    11: (1400, 1200, 1000),
    12: (1600, 1400, 1200),
    13: (900, 800, 700),
    14: (1000, 900, 800),
    15: (1000, 900, 800),
    16: (700, 600, 500),
    17: (900, 800, 700),
    18: (900, 800, 700),
    19: (1000, 900, 800),
    20: (1400, 1200, 1000),
    21: (1400, 1200, 1000),
    22: (1600, 1400, 1200),
    23: (2000, 1800, 1600),
    24: (2400, 2200, 2000),
    25: (1000, 900, 800),
    26: (1400, 1200, 1000),
    27: (1400, 1200, 1000),
    28: (1000, 900, 800),
    29: (1200, 1000, 900),
    30: (1200, 1000, 900),
    31: (2600, 2400, 2200),
    32: (2600, 2400, 2200),
    33: (2200, 2000, 1800),
    34: (2200, 2000, 1800),
    35: (1700, 1500, 1300),
    36: (2000, 1800, 1600),
    37: (2000, 1800, 1600),
    38: (2200, 2000, 1800),
    39: (1600, 1400, 1200),
    40: (2000, 1800, 1600),
}

LITTLE = [1, 2, 3, 4, 5, 6, 7]
BIG = [8, 9, 10, 11, 12, 13, 1]
WHOLE_RUN = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 1]

RUNS = []  # every run: the numbers from 1 low to 1 high, three or more in a row
for _first in range(0, 12):
    for _last in range(_first + 3, 15):
        RUNS.append(WHOLE_RUN[_first:_last])


def without(tiles, meld):
    """The tiles with the meld taken out, or None when they don't hold it."""
    rest = list(tiles)
    for tile in meld:
        if tile not in rest:
            return None
        rest.remove(tile)
    return rest


def melds_with(tile, groups, runs):
    number, colour = tile
    melds = []
    if groups:
        for size in (3, 4):
            for colours in itertools.combinations("kbro", size):
                if colour in colours:
                    melds.append([(number, c) for c in colours])
    if runs:
        for run in RUNS:
            if number in run:
                melds.append([(n, colour) for n in run])
    return melds


splits_known = {}


def splits(tiles, groups, runs):
    """Can all the tiles be laid in groups (if groups) and runs (if runs)?"""
    if not tiles:
        return True
    question = (tuple(sorted(tiles)), groups, runs)
    if question not in splits_known:
        answer = False
        for meld in melds_with(tiles[0], groups, runs):
            rest = without(tiles, meld)
            if rest is not None and splits(rest, groups, runs):
                answer = True
                break
        splits_known[question] = answer
    return splits_known[question]


def one_run_each(tiles, colours):
    """Is what lies of each colour exactly one run?"""
    for colour in colours:
        numbers = sorted([n for n, c in tiles if c == colour])
        if numbers not in [sorted(run) for run in RUNS]:
            return False
    return True


def alternates(colours):
    for k in range(1, len(colours)):
        if colours[k] == colours[k - 1]:
            return False
    return True


def mosaic(tiles):
    if sorted([n for n, c in tiles]) != sorted(WHOLE_RUN):
        return False
    ones = [c for n, c in tiles if n == 1]
    middle = [next(c for n, c in tiles if n == number) for number in range(2, 14)]
    if alternates([ones[0]] + middle + [ones[1]]):
        return True
    return alternates([ones[1]] + middle + [ones[0]])


def wave(tiles, order):
    if sorted([n for n, c in tiles]) != sorted(order + order):
        return False
    pairs = [[c for n, c in tiles if n == number] for number in order]
    for turned in itertools.product((0, 1), repeat=7):
        chosen = [pairs[k][turned[k]] for k in range(7)]
        other = [pairs[k][1 - turned[k]] for k in range(7)]
        if alternates(chosen) and alternates(other):
            return True
    return False


def wave_in(tiles, order, colour, other_colour):
    return sorted(tiles) == sorted(
        [(n, colour) for n in order] + [(n, other_colour) for n in order]
    )


def all_pairs(tiles):
    for tile in tiles:
        if tiles.count(tile) % 2 == 1:
            return False
    return True


def is_type(kind, tiles, first_turn, dealt):
    """Are these 14 tiles, jokers replaced, a hand of this type?"""
    numbers = [n for n, c in tiles]
    colours = sorted(set([c for n, c in tiles]))
    total = sum(numbers)
    minor = max(numbers) <= 9
    major = True
    for number in numbers:
        if number not in (10, 11, 12, 13, 1):
            major = False
    if kind == 1:
        return splits(tiles, True, True)
    if kind == 2:
        return minor and splits(tiles, True, True)
    if kind == 3:
        return minor and total <= 51 and splits(tiles, True, True)
    if kind == 4:
        return total <= 51 and splits(tiles, True, False)
    if kind == 5:
        return total <= 51 and splits(tiles, False, True)
    if kind == 6:
        return total <= 41
    if kind == 7:
        return total <= 41 and splits(tiles, True, True)
    if kind == 8:
        return total <= 41 and splits(tiles, False, True)
    if kind == 9:
        return total <= 41 and splits(tiles, True, False)
    if kind == 10:
        return major
    if kind == 11:
        return major and splits(tiles, True, True)
    if kind == 12:
        return max([numbers.count(n) for n in numbers]) >= 8
    if kind == 13:
        return len(colours) == 4 and one_run_each(tiles, colours)
    if kind == 14:
        return len(colours) == 4 and minor and one_run_each(tiles, colours)
    if kind == 15:
        return len(colours) == 4 and major and one_run_each(tiles, colours)
    if kind == 16:
        return len(colours) == 3 and one_run_each(tiles, colours)
    if kind == 17:
        return len(colours) == 3 and minor and one_run_each(tiles, colours)
    if kind == 18:
        return len(colours) == 3 and major and one_run_each(tiles, colours)
    if kind == 19:
        return len(colours) == 2 and splits(tiles, False, True)
    if kind == 20:
        return len(colours) == 2 and minor and splits(tiles, False, True)
    if kind == 21:
        return len(colours) == 2 and major and splits(tiles, False, True)
    if kind == 22:
        return len(colours) == 1
    if kind == 23:
        return len(colours) == 1 and splits(tiles, False, True)
    if kind == 24:
        return len(colours) == 1 and sorted(numbers) == sorted(WHOLE_RUN)
    if kind == 25:
        return splits(tiles, True, False)  # fourteen tiles in groups are always four groups
    if kind == 26:
        return minor and splits(tiles, True, False)
    if kind == 27:
        return major and splits(tiles, True, False)
    if kind == 28:
        return mosaic(tiles)
    if kind == 29:
        return wave(tiles, LITTLE)
    if kind == 30:
        return wave(tiles, BIG)
    if kind == 31:
        return len(colours) == 1 and wave_in(tiles, LITTLE, colours[0], colours[0])
    if kind == 32:
        return len(colours) == 1 and wave_in(tiles, BIG, colours[0], colours[0])
    if kind == 33:
        return len(colours) == 2 and wave_in(tiles, LITTLE, colours[0], colours[1])
    if kind == 34:
        return len(colours) == 2 and wave_in(tiles, BIG, colours[0], colours[1])
    if kind == 35:
        return all_pairs(tiles)
    if kind == 36:
        return minor and all_pairs(tiles)
    if kind == 37:
        return major and all_pairs(tiles)
    if kind == 38:
        return len(colours) == 1 and all_pairs(tiles)
    if kind == 39:
        return first_turn and splits(tiles, True, True)
    return dealt and splits(tiles, True, True)


ALL_TILES = [(n, c) for c in "kbro" for n in range(1, 14)]
best_known = {}


def best_type(tiles, first_turn, dealt):
    """The most valuable of the forty types, or None. Tiles as ("*", "") and (7, "r"); every replacement of the
    jokers is tried. `dealt`: as dealt and not the starter's."""
    real = sorted([tile for tile in tiles if tile[0] != "*"])
    jokers = len(tiles) - len(real)
    question = (tuple(real), first_turn, dealt)
    if question in best_known:
        return best_known[question]
    splits_known.clear()
    best = None
    for replaced in itertools.combinations_with_replacement(ALL_TILES, jokers):
        hand = sorted(real + list(replaced))
        for kind in HANDS:
            if best is None or HANDS[kind][jokers] > HANDS[best][jokers]:
                if is_type(kind, hand, first_turn, dealt):
                    best = kind
    best_known[question] = best
    return best


# --- the sheet ------------------------------------------------------------------------------------------


def anything_entered(row):
    if row is None:
        return False
    if not isinstance(row, dict):
        return True
    for key in row:
        if key == "entries" and isinstance(row[key], dict):
            for name in row[key]:
                if row[key][name] is not None:
                    return True
        elif row[key] is not None:
            return True
    return False


def nothing_computed(wrong, warned):
    return {
        "valid": False,
        "complete": False,
        "finished": False,
        "rows": [],
        "next": None,
        "subtotals": [],
        "totals": {},
        "dashes": {},
        "match_points": {},
        "ranking": [],
        "winner": None,
        "continue_with": [],
        "settlement": {},
        "wrong": wrong,
        "warned": warned,
    }


def calculate(sheet):
    wrong = []
    warned = []

    # the set-up
    if not isinstance(sheet, dict):
        return nothing_computed([[None, None, "setup"]], [])
    for key in sheet:
        if key not in SHEET_KEYS:
            warned.append([None, None, "key"])
    game = sheet.get("game")
    if not isinstance(game, str) or game not in DEFAULTS:
        return nothing_computed([[None, None, "setup game"]], warned)
    players = sheet.get("players")
    if not isinstance(players, list):
        return nothing_computed([[None, None, "setup players"]], warned)
    for player in players:
        if not isinstance(player, str) or player.strip() == "" or len(player) > 60:
            return nothing_computed([[None, None, "setup players"]], warned)
    seen = set()
    for player in players:
        put_together = unicodedata.normalize("NFC", player)
        if put_together in seen:
            return nothing_computed([[None, None, "setup players"]], warned)
        seen.add(put_together)
    fewest, most = PLAYERS[game]
    if len(players) < fewest or len(players) > most:
        return nothing_computed([[None, None, "setup players"]], warned)
    options = dict(DEFAULTS[game])
    given = sheet.get("options")
    if given is None:
        given = {}
    if not isinstance(given, dict):
        wrong.append([None, None, "setup options"])
        given = {}
    for name in given:
        if name in options and option_is_right(game, name, given[name]):
            options[name] = given[name]
        else:
            wrong.append([None, None, "setup options"])
    scribe = sheet.get("scribe")
    if scribe is None:
        scribe = players[0]
    elif scribe not in players:
        wrong.append([None, None, "setup scribe"])
        scribe = players[0]
    for key in ("first_dealer", "first_starter"):
        if sheet.get(key) is not None:
            if sheet[key] not in players:
                wrong.append([None, None, "setup first"])
            elif (key == "first_dealer") == (game in TILE_GAMES):
                warned.append([None, None, "first"])
    current_round = 1
    if sheet.get("round") is not None:
        if options.get("contract_by", "game") == "game":
            warned.append([None, None, "round"])
        elif between(sheet["round"], 1, 50):
            current_round = sheet["round"]
        else:
            wrong.append([None, None, "setup round"])
    games = sheet.get("games")
    if games is None:
        games = []
    if not isinstance(games, list):
        wrong.append([None, None, "setup games"])
        games = []

    # who deals, or who starts, the first game, and to which side it goes on
    if game in TILE_GAMES:
        if sheet.get("first_starter") in players:
            first_turn_seat = sheet["first_starter"]
        else:
            first_turn_seat = scribe
    else:
        if sheet.get("first_dealer") in players:
            first_turn_seat = sheet["first_dealer"]
        else:
            first_turn_seat = seat_after(players, scribe, 1, players)
    step = 1
    if game in ("rummikub-american", "rummikub-international"):
        step = -1

    totals = {player: 0 for player in players}
    dashes = {player: 0 for player in players}
    match_points = {}
    if game == "rummy":
        match_points = {player: 0 for player in players}
    all_scores = {player: [] for player in players}
    without_rank = []  # who had an x in a counted row
    playing_on = None  # Jolly: who plays on after a tie
    ended_at = None  # the row in which the system's own end came
    decided = None  # the winner (a list) when the system's own end says so
    last_entered = 0
    turns = {}  # who dealt (or started) each game
    done = {}  # rows with scores or void
    running = {}
    rows = []
    limit = options["games"]
    if game == "boerenbridge":
        limit = boerenbridge.games(players, options)
    row_keys = OWN[game].keys(options) if game in OWN else ROW_KEYS[game]
    marks = klaverjassen.no_marks(players) if game == "klaverjassen" else None
    subtracting = False  # hartenjagen, the Dutch game: somebody has come to the target

    for number in range(1, len(games) + 1):
        row = games[number - 1]
        entered = anything_entered(row)
        if ended_at is not None or (limit is not None and number > limit):
            if entered:
                wrong.append([number, None, "row refused"])
            rows.append({"game": number})
            continue
        if row is None:
            row = {}
        row_wrong = []
        row_warned = []
        if not isinstance(row, dict):
            row_wrong.append((None, "row type"))
            row = {}
        if entered:
            last_entered = number
        for key in row:
            if key not in ("entries", "void") and key not in row_keys:
                row_wrong.append((None, "row key"))
        entries = row.get("entries")
        if entries is None:
            entries = {}
        if not isinstance(entries, dict):
            row_wrong.append((None, "row entries"))
            entries = {}
        for name in entries:
            if name not in players:
                row_wrong.append((None, "row name"))

        # the contract in force
        code = ""
        if "contracts" in options:
            which = number
            if game == "amerikaans-jokeren":
                if row.get("round") is not None:
                    if not between(row["round"], 1, 50):
                        row_wrong.append((None, "row round"))
                    elif options["contract_by"] == "game":
                        row_warned.append((None, "round"))
                    else:
                        current_round = row["round"]
                if options["contract_by"] == "round":
                    which = current_round
                    while which > len(options["contracts"]) > 0:
                        which = which - len(options["contracts"])
            if which <= len(options["contracts"]):
                code = options["contracts"][which - 1]

        # who plays, who deals, who starts
        sitting_out = []
        if game not in PAIRS and game != "hartenjagen":
            sitting_out = [player for player in players if entries.get(player) == "x"]
        playing = [player for player in players if player not in sitting_out]
        others = []
        if playing_on is not None:
            others = [player for player in playing if player not in playing_on]
            playing = [player for player in playing if player in playing_on]
        if number == 1 or turns[number - 1] is None:
            turn = seat_from(players, first_turn_seat, step, playing)
        else:
            turn = seat_after(players, turns[number - 1], step, playing)
        if turn is None and number > 1:
            turns[number] = turns[number - 1]
        else:
            turns[number] = turn
        if game in TILE_GAMES:
            dealer = None
            starter = turn
        else:
            dealer = turn
            starter = None
            if turn is not None:
                starter = seat_after(players, turn, 1, playing)
            if game == "hartenjagen":
                starter = None

        # the row itself
        scores = None
        winners = []
        row_match = {}
        row_marks = None
        made_by = []
        void = row.get("void") is not None
        if void:
            if not isinstance(row["void"], str) or row["void"].strip() == "":
                row_wrong.append((None, "row void"))
        elif entered:
            if len(playing) < 2:
                row_wrong.append((None, "row players"))
            row_problems = []
            seen = []
            if game in JOKEREN:
                scores, winners, row_problems, seen = jokeren_row(entries, playing, options)
            elif game == "amerikaans-jokeren":
                scores, winners, row_problems, seen = amerikaans_row(entries, playing, options)
            elif game == "jolly":
                scores, winners, row_problems, seen = jolly_row(entries, playing, options, others)
            elif len(playing) < 2:
                scores = None
            elif game == "rummy":
                scores, winners, row_problems, seen, row_match = rummy_row(
                    row, entries, playing, options
                )
            elif game in TILES_OUT:
                scores, winners, row_problems, seen = rummikub_row(
                    row, entries, playing, options, players, starter, step
                )
            elif game == "rummikub-international":
                scores, winners, row_problems, seen = international_row(
                    row, entries, playing, options, players, starter
                )
            elif game == "klaverjassen":
                scores, winners, row_problems, seen, row_marks = klaverjassen.klaverjassen_row(
                    row, players, options, starter
                )
            elif game == "boerenbridge":
                scores, winners, row_problems, seen = boerenbridge.boerenbridge_row(
                    row, entries, playing, players, options, number, dealer
                )
            elif game == "hartenjagen":
                scores, winners, row_problems, seen = hartenjagen.hartenjagen_row(
                    row, entries, playing, options, subtracting
                )
            else:
                scores, winners, row_problems, seen, made_by = vijfhonderd_row(
                    row, players, options, totals
                )
            row_wrong = row_wrong + row_problems
            row_warned = row_warned + seen
        if row_wrong:
            scores = None
            void = False
        for player, word in row_wrong:
            wrong.append([number, player, word])
        for player, word in row_warned:
            warned.append([number, player, word])

        # what counts
        if scores is not None:
            for player in scores:
                totals[player] = totals[player] + scores[player]
                if row.get("bid") != "P":
                    all_scores[player].append(scores[player])
            for player in winners:
                dashes[player] = dashes[player] + 1
            for player in row_match:
                match_points[player] = match_points[player] + row_match[player]
            if row_marks is not None:
                for mark in row_marks:
                    for player in players:
                        marks[mark][player] = marks[mark][player] + row_marks[mark][player]
        done[number] = scores is not None or void
        if entered and playing_on is None:
            for player in sitting_out:
                if player not in without_rank:
                    without_rank.append(player)
        running[number] = dict(totals)
        line = {"game": number, "contract_code": code}
        if game == "boerenbridge":
            line["cards"] = boerenbridge.course(players, options)[number - 1]
        if entered:
            line["dealer"] = dealer
            line["starter"] = starter
        if scores is not None:
            line["scores"] = scores
            if row_marks is not None:
                line["marks"] = row_marks
        if done[number]:
            line["running"] = dict(totals)
        rows.append(line)

        # the system's own end
        if game == "jolly" and limit is None and scores is not None:
            if playing_on is None:
                if max(totals.values()) > options["target"]:
                    able = [player for player in players if totals[player] > options["target"]]
                else:
                    able = None
            else:
                able = [player for player in playing_on if player in scores]
            if able is not None:
                best = []
                for player in able:
                    if totals[player] == max([totals[p] for p in able]):
                        best.append(player)
                if len(best) > 1:
                    playing_on = best
                else:
                    playing_on = None
                    ended_at = number
                    decided = best
        if game == "vijfhonderd" and scores is not None:
            sides = [[players[0], players[2]], [players[1], players[3]]]
            for k in (0, 1):
                if made_by == sides[k] and totals[sides[k][0]] >= 500:
                    ended_at = number
                    decided = sides[k]
                if totals[sides[k][0]] <= -500:
                    ended_at = number
                    decided = sides[1 - k]
        if game == "hartenjagen" and scores is not None:
            if hartenjagen.ends(totals, options, scores):
                ended_at = number
                if options["variant"] == "dutch":
                    home = [player for player in players if scores[player] < 0]
                    least = min(totals[player] for player in home)
                    decided = [player for player in home if totals[player] == least]
            subtracting = subtracting or hartenjagen.turns(totals, options)

    # complete, finished
    complete = False
    must = limit
    if ended_at is not None:
        must = ended_at
    if must is not None:
        complete = True
        for number in range(1, must + 1):
            if not done.get(number):
                complete = False
    finished = complete or ended_at is not None

    # the next game
    coming = None
    if not finished:
        coming = last_entered + 1
        if limit is not None and coming > limit:
            coming = 1
            while done.get(coming):
                coming = coming + 1
        playing = players
        if playing_on is not None:
            playing = playing_on
        if coming == 1 or turns.get(coming - 1) is None:
            turn = seat_from(players, first_turn_seat, step, playing)
        else:
            turn = seat_after(players, turns[coming - 1], step, playing)
        if game in TILE_GAMES:
            coming = {"game": coming, "dealer": None, "starter": turn}
        else:
            coming = {
                "game": coming,
                "dealer": turn,
                "starter": seat_after(players, turn, 1, playing),
            }
            if game == "hartenjagen":
                coming["starter"] = None

    # subtotals
    subtotals = []
    stops = [options.get("subtotal_after", 0)]
    if options.get("subtotal_every", 0) > 0:
        stops = range(options["subtotal_every"], len(running) + 1, options["subtotal_every"])
    for after in stops:
        if after > 0 and after in running:
            reached = True
            for number in range(1, after + 1):
                if not done[number]:
                    reached = False
            if reached:
                subtotals.append({"after": after, "totals": running[after]})

    # the ranking
    units = [[player] for player in players]
    if game in PAIRS:
        units = [[players[0], players[2]], [players[1], players[3]]]
    keys = []
    for unit in units:
        player = unit[0]
        if game == "rummy":
            key = [-match_points[player], totals[player]]
        elif game in LOWEST_WINS:
            key = [totals[player]]
        else:
            key = [-totals[player]]
        mine = all_scores[player]
        if options["tie_break"] == "dashes":
            key.append(-dashes[player])
        if options["tie_break"] == "best_game" and mine:
            if game in LOWEST_WINS:
                key.append(max(mine))
            else:
                key.append(-max(mine))
        if options["tie_break"] == "last_game" and mine:
            if game in LOWEST_WINS:
                key.append(mine[-1])
            else:
                key.append(-mine[-1])
        if playing_on is not None and player in playing_on:
            key = [1]  # they share the first place
        elif decided and player in decided:
            key = [1]
        elif player in without_rank:
            key = [3] + [key[0]]  # grouped by equal totals, no tie-break
        else:
            key = [2] + key
        keys.append(key)
    ranking = []
    for key in sorted(keys):
        if ranking and ranking[-1]["key"] == key:
            continue
        members = []
        ahead = 0
        for k in range(len(units)):
            if keys[k] == key:
                members = members + units[k]
            elif keys[k] < key:
                ahead = ahead + 1
        rank = ahead + 1
        if key[0] == 3:
            rank = None
        if game == "rummy":
            total = match_points[members[0]]
        else:
            total = totals[members[0]]
        members = [player for player in players if player in members]
        ranking.append({"key": key, "rank": rank, "players": members, "total": total})
    for place in ranking:
        del place["key"]

    # the winner
    winner = None
    if finished and ranking[0]["rank"] == 1:
        if game in PAIRS:
            if len(ranking[0]["players"]) == 2:
                winner = ranking[0]["players"]
        elif len(ranking[0]["players"]) == 1:
            winner = ranking[0]["players"][0]
    if game == "jolly" and ended_at is not None and not decided:
        winner = None
    continue_with = []
    if playing_on is not None:
        continue_with = playing_on

    # International: each pays each other the difference
    settlement = {}
    if game == "rummikub-international":
        for player in players:
            settlement[player] = 0
            for other in players:
                settlement[player] = settlement[player] + totals[player] - totals[other]

    # what the paper says
    paper = sheet.get("paper")
    if paper is None:
        paper = {}
    if not isinstance(paper, dict):
        wrong.append([None, None, "setup paper"])
        paper = {}
    apart = {}  # points, roem and marks by themselves
    if marks is not None:
        apart["points"] = {name: totals[name] - marks["roem"][name] for name in players}
        for mark in marks:
            apart[mark] = marks[mark]
    for part in paper:
        if part not in ("dashes", "totals", "subtotals") and not (part == "apart" and apart):
            warned.append([None, None, "key"])
    lists = [
        (None, "paper dashes", paper.get("dashes"), dashes),
        (None, "paper totals", paper.get("totals"), totals),
    ]
    written = paper.get("subtotals")
    if written is None:
        written = {}
    if not isinstance(written, dict):
        wrong.append([None, None, "paper subtotals"])
        written = {}
    for key in written:
        if not isinstance(key, str) or not re.fullmatch("[1-9][0-9]*", key):
            wrong.append([None, None, "paper subtotals"])
        elif limit is not None and int(key) > limit:
            wrong.append([None, None, "paper subtotals"])
        elif int(key) > last_entered:
            warned.append([None, None, "paper subtotals"])
        else:
            lists.append((int(key), "paper subtotals", written[key], running[int(key)]))
    written = paper.get("apart") if apart else None
    if written is not None and not isinstance(written, dict):
        wrong.append([None, None, "paper apart"])
    if isinstance(written, dict):
        for key in written:
            if key not in apart:
                wrong.append([None, None, "paper apart"])
        for key in apart:
            lists.append((None, "paper apart", written.get(key), apart[key]))
    for number, word, figures, right in lists:
        if figures is None:
            continue
        if not isinstance(figures, dict):
            wrong.append([number, None, word])
            continue
        for name in figures:
            if name not in players:
                wrong.append([number, None, word])
            elif figures[name] is None:
                continue
            elif not whole(figures[name]):
                wrong.append([number, name, word])
            elif figures[name] != right[name]:
                if all(done[n] for n in range(1, (number or last_entered) + 1)):
                    wrong.append([number, name, word])
                else:
                    warned.append([number, name, word])  # the difference may be an open row's

    answer = {
        "valid": wrong == [],
        "complete": complete,
        "finished": finished,
        "rows": rows,
        "next": coming,
        "subtotals": subtotals,
        "totals": totals,
        "dashes": dashes,
        "match_points": match_points,
        "ranking": ranking,
        "winner": winner,
        "continue_with": continue_with,
        "settlement": settlement,
        "wrong": wrong,
        "warned": warned,
    }
    if marks is not None:
        answer["marks"] = marks
    return answer
