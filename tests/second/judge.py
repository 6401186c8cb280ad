"""A second judge, written from the rules alone: it tries everything and knows nothing of the first.

Slow and flat on purpose. Nothing here is shared with `scoring`, not even how a card is read.
"""

from collections import Counter
from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement, pairwise, product

CARD_RANKS = {"A": 1, "J": 11, "Q": 12, "K": 13} | {str(n): n for n in range(2, 11)}
TILE_RANKS = {str(n): n for n in range(1, 14)}

# system: letters of the suits, ranks, jokers in the pack, whether a 1 or ace may close a run
PACKS = {
    "jokeren": ("hdcs", CARD_RANKS, 4, True),
    "jokeren-potjes": ("hdcs", CARD_RANKS, 4, True),
    "jokeren-vijf": ("hdcs", CARD_RANKS, 4, True),
    "amerikaans-jokeren": ("hdcs", CARD_RANKS, 2, True),
    "jolly": ("hdcs", CARD_RANKS, 6, True),
    "rummy": ("kbro", TILE_RANKS, 2, False),
    "rummikub": ("kbro", TILE_RANKS, 2, False),
    "rummikub-american": ("kbro", TILE_RANKS, 2, True),
    "rummikub-international": ("kbro", TILE_RANKS, 2, True),
}
SYSTEMS = list(PACKS)
FIRST_MELD = {
    "jolly": 30,
    "rummy": 30,
    "rummikub": 30,
    "rummikub-american": 21,
    "rummikub-international": 50,
}
NO_MELD = {"legal": False, "kind": None, "value": None}


def parse(system, token):
    """(rank, suit); the joker is (0, "")."""
    suits, ranks, _, _ = PACKS[system]
    if token == "*":
        return 0, ""
    rank, suit = ranks[token[:-1]], token[-1]
    if suit not in suits:
        raise ValueError(token)
    return rank, suit


def in_pack(system, cards):
    count = Counter(cards)
    jokers = count.pop((0, ""), 0)
    return jokers <= PACKS[system][2] and all(n <= 2 for n in count.values())


# ---- one meld, as laid


def worth(system, kind, position):
    """What one place in a meld counts; in a run an ace stands on place 1 or on place 14."""
    if system == "jolly":
        if kind == "set" and position == 1:
            return 25
        if position == 14:
            return 11
        return min(position, 10)
    if system.startswith("jokeren"):
        return 10 if position in (1, 14) else min(position, 10)
    return 1 if position == 14 else position


def jokers_allowed(system, kind, pattern):
    """`pattern` says place by place whether a joker lies there."""
    jokers, real = sum(pattern), len(pattern) - sum(pattern)
    if real < 1:
        return False
    if system == "jolly":
        return real >= 2
    if system == "amerikaans-jokeren":
        if kind == "set":
            return jokers <= real + 1
        return not any(a and b for a, b in pairwise(pattern))
    return True


def total(system, kind, positions, pattern):
    return sum(
        0 if joker and system == "rummy" else worth(system, kind, place)
        for place, joker in zip(positions, pattern, strict=True)
    )


def as_set(system, cards):
    """The worth of these cards as a set, or None. Order is free, so the pattern hardly matters."""
    pattern = [rank == 0 for rank, _ in cards]
    real = [card for card in cards if card[0]]
    if len(cards) not in (3, 4) or len({rank for rank, _ in real}) != 1:
        return None
    if len({suit for _, suit in real}) != len(real):
        return None
    if not jokers_allowed(system, "set", pattern):
        return None
    return total(system, "set", [real[0][0]] * len(cards), pattern)


def run_places(system, length):
    """Every naked run of that length, as places 1..13 or 1..14."""
    last = 14 if PACKS[system][3] else 13
    return [list(range(a, a + length)) for a in range(1, last - length + 2)]


def as_run(system, cards):
    """The best worth of these cards as a run in exactly this order, up or down, or None."""
    pattern = [rank == 0 for rank, _ in cards]
    if len(cards) < 3 or len({suit for rank, suit in cards if rank}) != 1:
        return None
    if not jokers_allowed(system, "run", pattern):
        return None
    totals = []
    for up in run_places(system, len(cards)):
        for places in (up, up[::-1]):
            fits = all(
                rank in (0, 1 if place == 14 else place)
                for (rank, _), place in zip(cards, places, strict=True)
            )
            if fits:
                totals.append(total(system, "run", places, pattern))
    return max(totals, default=None)


def has_values(system, first_meld):
    if system == "amerikaans-jokeren":
        return False
    return bool(first_meld) if system.startswith("jokeren") else True


def meld(system, cards, options):
    cards = [parse(system, token) for token in cards]
    if not in_pack(system, cards):
        return NO_MELD
    readings = {"set": as_set(system, cards), "run": as_run(system, cards)}
    legal = [kind for kind, value in readings.items() if value is not None]
    if not legal:
        return NO_MELD
    if not has_values(system, options.get("first_meld", 0)):
        return {"legal": True, "kind": legal[0], "value": None}
    kind = max(legal, key=lambda kind: readings[kind])  # the first of equals: the set
    return {"legal": True, "kind": kind, "value": readings[kind]}


# ---- coming out


@cache
def set_in_any_order(system, cards):
    return as_set(system, cards)


def places_rank(place):
    return place % 13 or 13


@cache
def run_in_any_order(system, ranks):
    """The best worth of a run of one suit with these ranks (0 = joker), laid as its owner likes."""
    jokers, length = ranks.count(0), len(ranks)
    real = sorted(rank for rank in ranks if rank)
    totals = []
    for places in run_places(system, length):
        if not {places_rank(place) for place in places} >= {*real}:
            continue
        for at in combinations(range(length), jokers):
            pattern = [i in at for i in range(length)]
            left = sorted(places_rank(places[i]) for i in range(length) if i not in at)
            if left == real and jokers_allowed(system, "run", pattern):
                totals.append(total(system, "run", places, pattern))
    return max(totals, default=None)


def legal_melds(system, hand):
    """{bits of cards: {kind: worth}} for every legal meld that can be picked from the hand."""
    jokers = [i for i, card in enumerate(hand) if card[0] == 0]
    pools = [[i for i, c in enumerate(hand) if c[0] and c[1] == s] for s in PACKS[system][0]]
    pools += [[i for i, c in enumerate(hand) if c[0] == rank] for rank in range(1, 14)]
    melds = {}
    for pool in pools:
        for size in range(1, len(pool) + 1):
            for real in combinations(pool, size):
                for extra in range(len(jokers) + 1):
                    if size + extra < 3:
                        continue
                    for js in combinations(jokers, extra):
                        mask = sum(1 << i for i in real + js)
                        melds[mask] = None
    for mask in list(melds):
        cards = tuple(sorted(card for i, card in enumerate(hand) if mask >> i & 1))
        kinds = {"set": set_in_any_order(system, cards)}
        if len({suit for rank, suit in cards if rank}) == 1:
            kinds["run"] = run_in_any_order(system, tuple(rank for rank, _ in cards))
        melds[mask] = {kind: value for kind, value in kinds.items() if value is not None}
    return {mask: kinds for mask, kinds in melds.items() if kinds}


def serves(part, kind, size):
    """Whether a meld of that kind and size is (at least) what a part of the contract asks."""
    letter, least = part[0], int(part[1:])
    return size >= least and (letter == "M" or letter == kind[0].upper())


def split_contract(contract):
    """("R5+all") -> (("R5",), True)"""
    parts = [part for part in contract.split("+") if part]
    return tuple(sorted(part for part in parts if part != "all")), "all" in parts


# Cards each begins with: Jolly has thirteen for up to four and eleven for more, Rummy's text says eighteen
# and its picture fourteen. Only who holds fewer than the smaller number has surely laid.
DEALT = {system: 14 if system.startswith("rumm") else 13 for system in SYSTEMS} | {"jolly": 11}


def could_meld(system, hand, contract, first_meld, on_table=None, turn=None):
    """Whoever is on the table could lay; if nobody says, that is who holds fewer than were dealt. Whose turn
    it was decides what "everything" is: with a card drawn one is thrown away, without it all have to lie.
    """
    if on_table or (on_table is None and len(hand) < DEALT[system]):
        return True
    drawn = len(hand) > DEALT[system] if turn is None else turn
    hand = tuple(parse(system, token) for token in hand)
    points = most_points(system, hand, contract, bool(drawn))
    return points is not None and points >= (first_meld or 0)


@lru_cache(maxsize=64)
def most_points(system, hand, contract, drawn):
    """What the hand can lay counts at most so much; None if it can't lay what the contract asks."""
    parts, everything = split_contract(contract)
    melds = legal_melds(system, hand)
    if not melds:
        return None
    tiles = 12 if system == "rummy" else len(hand)

    @cache
    def best(free, parts, tiles, leave):
        """Most points from the free cards, the parts still to be laid; None if that can't be."""
        if not free:
            return None if parts or (everything and leave) else 0
        lowest = free & -free
        values = []
        if leave:
            values.append(best(free ^ lowest, parts, tiles, leave - 1))
        for mask, kinds in by_lowest.get(lowest, ()):
            if mask & free != mask or (size := mask.bit_count()) > tiles:
                continue
            for kind, value in kinds.items():
                for rest in {parts} | {
                    parts[:i] + parts[i + 1 :]
                    for i, part in enumerate(parts)
                    if serves(part, kind, size)
                }:
                    more = best(free ^ mask, rest, tiles - size, leave)
                    values.append(None if more is None else value + more)
        return max((points for points in values if points is not None), default=None)

    by_lowest = {}
    for mask, kinds in melds.items():
        by_lowest.setdefault(mask & -mask, []).append((mask, kinds))
    if not parts and not everything:
        # without a contract at least one meld is laid, of whichever kind
        parts = ("M3",)
    stay = int(drawn) if everything else len(hand)
    return best((1 << len(hand)) - 1, parts, tiles, stay)


def shown_is_wrong(system, hand, contract, first_meld, melds, turn=None):
    """Why the melds that an answer shows do not bring this hand on the table; "" if they do."""
    if Counter(token for shown in melds for token in shown) - Counter(hand):
        return "not from the hand, or a card twice"
    options = {"first_meld": first_meld or 0}
    for shown in melds:
        if not meld(system, shown, options)["legal"]:
            return f"not legal: {shown}"
    parts, everything = split_contract(contract)
    laid = sum(len(shown) for shown in melds)
    if not melds:
        return "no meld at all"
    drawn = len(hand) > DEALT[system] if turn is None else turn
    if everything and laid != len(hand) - drawn:
        return "not everything"
    if system == "rummy" and laid > 12:
        return "more than 12 tiles"
    readings = []
    for shown in melds:
        cards = [parse(system, token) for token in shown]
        kinds = {"set": as_set(system, cards), "run": as_run(system, cards)}
        readings.append([(kind, len(shown), v) for kind, v in kinds.items() if v is not None])
    for reading in product(*readings):
        if sum(value for _, _, value in reading) >= (first_meld or 0) and all_served(
            parts, [(kind, size) for kind, size, _ in reading]
        ):
            return ""
    return "contract or first meld not met"


def all_served(parts, melds):
    if not parts:
        return True
    return any(
        serves(parts[0], kind, size) and all_served(parts[1:], melds[:i] + melds[i + 1 :])
        for i, (kind, size) in enumerate(melds)
    )


# ---- the closed hands of International Rummikub

TYPE_VALUES = {
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

COLOURS = "kbro"
EVERY_TILE = [(number, colour) for colour in COLOURS for number in range(1, 14)]
# (kind, colours or colour, first place, tiles): what a naked meld is, and its tiles
EVERY_GROUP = [
    ("group", "".join(colours), number, tuple((number, colour) for colour in colours))
    for number in range(1, 14)
    for size in (3, 4)
    for colours in combinations(COLOURS, size)
]
EVERY_RUN = [
    ("run", colour, first, tuple((1 if n == 14 else n, colour) for n in range(first, after)))
    for colour in COLOURS
    for first in range(1, 13)
    for after in range(first + 3, 16)
]
EVERY_MELD = [(meld, Counter(meld[3])) for meld in EVERY_GROUP + EVERY_RUN]


def within_reach(real, jokers):
    """The melds that lack no more of the real tiles than there are jokers, by tile."""
    have = Counter(real)
    near = [(meld, need) for meld, need in EVERY_MELD if lacking(need, have) <= jokers]
    return {tile: [(meld, need) for meld, need in near if tile in need] for tile in EVERY_TILE}


def lacking(need, have):
    return sum(max(0, n - have[tile]) for tile, n in need.items())


def partitions(tiles, melds_with):
    """Every way to lay all these naked tiles in groups and runs."""
    if not tiles:
        yield []
        return
    count = Counter(tiles)
    for meld, need in melds_with[min(tiles)]:
        if all(count[tile] >= n for tile, n in need.items()):
            rest = count - need
            for more in partitions(tuple(rest.elements()), melds_with):
                yield [meld, *more]


def minor(tiles):
    return all(number <= 9 for number, _ in tiles)


def major(tiles):
    return all(number >= 10 or number == 1 for number, _ in tiles)


def partition_types(tiles, laid):
    """The types that one partition of naked tiles is."""
    low, high, points = minor(tiles), major(tiles), sum(number for number, _ in tiles)
    groups = [meld for meld in laid if meld[0] == "group"]
    runs = [meld for meld in laid if meld[0] == "run"]
    colours = {meld[1] for meld in runs}
    lengths = [len(meld[3]) for meld in runs]
    yield 1
    if low:
        yield 2
    if low and points <= 51:
        yield 3
    if not runs and points <= 51:
        yield 4
    if not groups and points <= 51:
        yield 5
    if points <= 41:
        yield 7
    if not groups and points <= 41:
        yield 8
    if not runs and points <= 41:
        yield 9
    if high:
        yield 11
    if not groups:
        if len(runs) == 4 and len(colours) == 4:
            yield from (13, *[14] * low, *[15] * high)
        if len(runs) == 3 and len(colours) == 3:
            yield from (16, *[17] * low, *[18] * high)
        if 2 <= len(runs) <= 4 and len(colours) == 2:
            yield from (19, *[20] * low, *[21] * high)
        if 2 <= len(runs) <= 4 and len(colours) == 1:
            yield 23
        if lengths == [14]:
            yield 24
        if lengths == [7, 7] and {meld[2] for meld in runs} == {1}:
            yield 31 if len(colours) == 1 else 33
        if lengths == [7, 7] and {meld[2] for meld in runs} == {8}:
            yield 32 if len(colours) == 1 else 34
    if not runs and len(groups) == 4:
        yield from (25, *[26] * low, *[27] * high)
    yield 39
    yield 40


def waves(tiles, numbers):
    """Two rows of these numbers (7 of them) in which neighbours differ in colour."""
    if sorted(number for number, _ in tiles) != sorted(numbers * 2):
        return False
    two = [[colour for number, colour in tiles if number == wanted] for wanted in numbers]
    for swap in product((0, 1), repeat=7):
        rows = [[pair[s ^ side] for pair, s in zip(two, swap, strict=True)] for side in (0, 1)]
        if all(a != b for row in rows for a, b in pairwise(row)):
            return True
    return False


def mosaic(tiles):
    numbers = [number for number, _ in tiles]
    if sorted(numbers) != [1, 1, *range(2, 14)]:
        return False
    ones = [colour for number, colour in tiles if number == 1]
    middle = [colour for number, colour in sorted(tiles) if number != 1]
    for first, last in (ones, ones[::-1]):
        row = [first, *middle, last]
        if all(a != b for a, b in pairwise(row)):
            return True
    return False


def odd_types(tiles):
    """The types of naked tiles that need no groups or runs."""
    numbers = Counter(number for number, _ in tiles)
    one_colour = len({colour for _, colour in tiles}) == 1
    if sum(number for number, _ in tiles) <= 41:
        yield 6  # a joker counts 1 here: it may be read as a 1
    if major(tiles):
        yield 10
    if max(numbers.values()) >= 8:
        yield 12
    if one_colour:
        yield 22
    if mosaic(tiles):
        yield 28
    if waves(tiles, [1, 2, 3, 4, 5, 6, 7]):
        yield 29
    if waves(tiles, [8, 9, 10, 11, 12, 13, 1]):
        yield 30
    if all(n % 2 == 0 for n in Counter(tiles).values()):
        yield 35
        if minor(tiles):
            yield 36
        if major(tiles):
            yield 37
        if one_colour:
            yield 38


def types(tiles, first_turn, dealt, starter=False):
    """Every type that these 14 tiles, jokers among them, can be. What was complete as dealt is laid in the first
    turn; who starts got fifteen tiles, and has no fortieth type.
    """
    tiles = [parse("rummikub-international", token) for token in tiles]
    real = [tile for tile in tiles if tile[0]]
    jokers = len(tiles) - len(real)
    melds_with = within_reach(real, jokers)
    numbers = set()
    for stand_ins in combinations_with_replacement(EVERY_TILE, jokers):
        naked = tuple(sorted([*real, *stand_ins]))
        numbers.update(odd_types(naked))
        for laid in partitions(naked, melds_with):
            numbers.update(partition_types(naked, laid))
    if not first_turn and not dealt:
        numbers.discard(39)
    if starter or not dealt:
        numbers.discard(40)
    return numbers


def best_type(tiles, first_turn, dealt, starter=False):
    if len(tiles) != 14 or tiles.count("*") > 2:
        return None
    column = tiles.count("*")
    numbers = types(tiles, first_turn, dealt, starter)
    return min(numbers, key=lambda number: (-TYPE_VALUES[number][column], number), default=None)
