"""The first judge against the second: small worlds whole, larger ones by chance.

STREEPJE_HANDS is the number of chance questions per system and kind; the default is quick, a
night's worth is 2000 or more. STREEPJE_SEED draws other hands.
"""

import json
import os
import random
from collections import Counter
from itertools import product

import pytest

from scoring.games.judge import answer
from tests.second import judge

HANDS = int(os.environ.get("STREEPJE_HANDS", "8"))
SEED = os.environ.get("STREEPJE_SEED", "streepje")
MANY = HANDS >= 1000

FAMILY = ("jokeren", "jokeren-potjes", "jokeren-vijf")
# the options a meld's worth may hang on
MELD_OPTIONS = [(system, {}) for system in judge.SYSTEMS] + [("jokeren", {"first_meld": 40})]
SERIES = ["M3", "S4", "R3+R4", "R4+R5", "R5+S4", "R5+all"]
CONTRACTS = {
    "jokeren": [],
    "jokeren-potjes": SERIES,
    "jokeren-vijf": SERIES[:5],
    "amerikaans-jokeren": ["S3", "R3", "S4", "R4", "R5", "R6", "all"],
}
ANY_CONTRACT = [
    *("", "all", "M3", "M4", "S3", "S4", "R3", "R4", "R5", "R6", "R7"),
    *("R3+R4", "R4+R5", "R5+S4", "S3+S3", "S3+S4", "M3+M3", "S3+R3", "M3+M4", "R3+R3+R3"),
    *("S3+M3+R3", "R5+all", "R3+all", "S4+all", "S3+R3+all", "M3+M3+all", "R6+all"),
]


def chance(*what):
    return random.Random(" ".join(map(str, (SEED, *what))))


def pack(system, copies=2):
    suits, ranks, _, _ = judge.PACKS[system]
    return [rank + suit for suit in suits for rank in ranks] * copies


class Differences(list):
    """Gathers every difference, so that a failure tells how many there are and shows some."""

    def ask(self, question):
        try:
            return answer(question)
        except Exception as crash:  # a crash is a difference too, and its question is wanted
            self.note(question, f"{type(crash).__name__}: {crash}", "an answer")
            return None

    def note(self, question, first, second):
        self.append(f"{json.dumps(question)}\n    first: {first}\n    second: {second}")

    def none(self):
        assert not self, "\n".join([f"{len(self)} differences", *self[:8]])


def compare_meld(findings, system, cards, options):
    question = {"game": system, "question": "meld", "cards": cards, "options": options}
    first = findings.ask(question)
    if first is None:
        return
    second = judge.meld(system, cards, options)
    if {key: first[key] for key in second} != second:
        findings.note(question, first, second)
    elif second["legal"] != (not first["reasons"] and not first["problems"]):
        findings.note(question, first, "reasons exactly when illegal")


def shown_names(system, ranks):
    """The tokens of these ranks as this system writes them."""
    names = {rank: name for name, rank in judge.PACKS[system][1].items()}
    return [names[rank] for rank in ranks]


@pytest.mark.parametrize(("system", "options"), MELD_OPTIONS)
@pytest.mark.parametrize(
    ("ranks", "suits", "sizes"),
    [
        # aces at both ends, in every order, with any number of jokers
        ((1, 2, 3, 12, 13), 2, (1, 2, 3, 4) if MANY else (1, 2, 3)),
        ((1, 2, 12, 13), 1, (3, 4)),
        ((1,), 4, (3, 4, 5) if MANY else (3, 4)),
        ((9, 10, 11), 2, (3, 4) if MANY else (3,)),
    ],
)
def test_every_meld_of_a_small_world(system, options, ranks, suits, sizes):
    tokens = [
        name + suit
        for name in shown_names(system, ranks)
        for suit in judge.PACKS[system][0][:suits]
    ]
    found = Differences()
    for size in sizes:
        for cards in product([*tokens, "*"], repeat=size):
            compare_meld(found, system, list(cards), options)
    found.none()


def run_with_jokers(luck, system, length):
    """A naked run, or nearly one, some of it turned into jokers."""
    last = 14 if judge.PACKS[system][3] else 13
    first = luck.randint(1, max(1, last - length + 1))
    names = shown_names(system, range(1, 14))
    suit = luck.choice(judge.PACKS[system][0])
    cards = [names[(first + i - 1) % 13] + suit for i in range(length)]
    jokers = luck.choice((0, 0, 1, 1, 2, 2, 3, 4, 6))
    for at in luck.sample(range(length), min(jokers, length)):
        cards[at] = "*"
    if luck.random() < 0.5:
        cards.reverse()
    return cards


def spoil(luck, system, cards):
    """Now and then one card out of place, as fingers do."""
    kind = luck.random()
    at, other = luck.randrange(len(cards)), luck.randrange(len(cards))
    if kind < 0.1:
        cards[at], cards[other] = cards[other], cards[at]
    elif kind < 0.2:
        cards[at] = luck.choice(pack(system))
    elif kind < 0.25:
        cards[at] = cards[other]
    elif kind < 0.3:
        del cards[at]
    return cards


@pytest.mark.parametrize(("system", "options"), MELD_OPTIONS)
def test_long_melds(system, options):
    luck = chance("long", system, options)
    found = Differences()
    for _ in range(HANDS * 6):
        cards = run_with_jokers(luck, system, luck.randint(5, 15))
        compare_meld(found, system, spoil(luck, system, cards), options)
    found.none()


def set_with_jokers(luck, system):
    suits, ranks, _, _ = judge.PACKS[system]
    rank = luck.choice(list(ranks))
    cards = [rank + suit for suit in luck.sample(suits, luck.choice((3, 4)))]
    for at in range(len(cards)):
        if luck.random() < 0.25:
            cards[at] = "*"
    return cards


def hand_of(luck, system, size):
    """A hand as the packs allow it: pieces of melds, cards of few ranks, or anything."""
    suits, _, most, _ = judge.PACKS[system]
    kind = luck.random()
    if kind < 0.6:
        wanted = []
        while len(wanted) < size:
            if luck.random() < 0.4:
                wanted += set_with_jokers(luck, system)
            else:
                wanted += run_with_jokers(luck, system, luck.choice((3, 3, 4, 5, 6, 7)))
        if luck.random() < 0.5:
            wanted.insert(0, luck.choice(pack(system)))
    elif kind < 0.85:
        few = luck.sample(range(1, 14), luck.choice((4, 5, 6)))
        names = shown_names(system, few)
        wanted = [name + suit for name in names for suit in luck.sample(suits, 3)] * 2
        luck.shuffle(wanted)
    else:
        wanted = luck.sample(pack(system), size)
    jokers = luck.choice((0, 0, 1, 1, 2, 2, most))
    wanted = ["*"] * max(0, jokers - wanted.count("*")) + wanted
    hand = []
    for card in wanted + luck.sample(pack(system), size):
        if len(hand) < size and hand.count(card) < (most if card == "*" else 2):
            hand.append(card)
    luck.shuffle(hand)
    return hand


def compare_hand(findings, system, hand, options, contract, *, n=1, on_table=False, turn=None):
    """`contract` and n say the same: n is where the options, or the system, name the contract."""
    question = {
        "game": system,
        "question": "could_meld",
        "contract": n,
        "hand": hand,
        "on_table": on_table,
        "turn": turn,
        "options": options,
    }
    first = findings.ask(question)
    if first is None:
        return
    first_meld = options.get("first_meld", judge.FIRST_MELD.get(system, 0))
    second = judge.could_meld(system, hand, contract, first_meld, on_table, turn)
    if first["could_meld"] is not second:
        findings.note(question, first, second)
    elif first["problems"]:
        findings.note(question, first, "no problems")
    elif second and (on_table is False or len(hand) >= judge.DEALT[system]):
        wrong = judge.shown_is_wrong(system, hand, contract, first_meld, first["melds"], turn)
        if wrong:
            findings.note(question, first, f"the melds that are shown: {wrong}")
    elif not first["reasons"]:
        findings.note(question, first, "a reason")


@pytest.mark.parametrize("contract", ANY_CONTRACT)
@pytest.mark.parametrize("system", ["jokeren", "amerikaans-jokeren"])
def test_coming_out_under_any_contract(system, contract):
    luck = chance("contract", system, contract)
    found = Differences()
    for _ in range(HANDS):
        options = {"contracts": [contract]}
        if system == "jokeren":
            options["first_meld"] = luck.choice((0, 0, 40, 40, 30, 52, 75))
        hand = hand_of(luck, system, luck.randint(7, 11))
        turn = luck.choice((None, False, True)) if "all" in contract else None
        compare_hand(found, system, hand, options, contract, turn=turn)
    found.none()


@pytest.mark.parametrize("system", CONTRACTS)
def test_coming_out_under_the_contracts_of_the_system(system):
    luck = chance("series", system)
    found = Differences()
    for _ in range(HANDS):
        hand = hand_of(luck, system, luck.randint(7, 11))
        for n, contract in enumerate([*CONTRACTS[system], ""], 1):
            if n <= max(len(CONTRACTS[system]), 1):
                compare_hand(found, system, hand, {}, contract, n=n)
    found.none()


@pytest.mark.parametrize("system", judge.FIRST_MELD)
def test_coming_out_with_enough_points(system):
    luck = chance("points", system)
    found = Differences()
    usual = judge.FIRST_MELD[system]
    for _ in range(HANDS * 4):
        hand = hand_of(luck, system, luck.randint(3, 11))
        least = luck.choice((None, None, 0, usual, 50, 70, 100))
        options = {} if least is None else {"first_meld": least}
        compare_hand(found, system, hand, options, "")
        exact = most_points(system, hand)
        for bound in {exact, exact + 1} & set(range(101)):
            compare_hand(found, system, hand, {"first_meld": bound}, "")
    found.none()


def most_points(system, hand):
    """The highest bound under which the second judge lets this hand come out; 0 also if none."""
    low, high = 0, 200
    while low < high:
        middle = (low + high + 1) // 2
        if judge.could_meld(system, hand, "", middle, on_table=False):
            low = middle
        else:
            high = middle - 1
    return low


@pytest.mark.parametrize("least", [12, 18, 20, 21, 24, 26, 28, 30])
def test_twelve_tiles_at_most_in_rummy(least):
    luck = chance("twelve", least)
    found = Differences()
    for _ in range(max(HANDS // 10, 3)):
        low = [f"{number}{colour}" for number in (1, 2, 3, 4) for colour in "kbro"] * 2
        hand = [*luck.sample(low, 15), "*", "*"][: luck.randint(13, 17)]
        compare_hand(found, "rummy", hand, {"first_meld": least}, "")
    found.none()


@pytest.mark.parametrize("system", judge.SYSTEMS)
def test_a_whole_hand(system):
    luck = chance("thirteen", system)
    found = Differences()
    for _ in range(max(HANDS // 4, 4)):
        hand = hand_of(luck, system, 13 if "rumm" not in system else 14)
        if system not in CONTRACTS:
            compare_hand(found, system, hand, {}, "")
            continue
        contract = luck.choice(ANY_CONTRACT)
        compare_hand(found, system, hand, {"contracts": [contract]}, contract)
        if system in FAMILY:
            options = {"contracts": [contract], "first_meld": 40}
            compare_hand(found, system, hand, options, contract)
    found.none()


@pytest.mark.parametrize("system", judge.SYSTEMS)
def test_who_is_on_the_table_could_lay(system):
    luck = chance("table", system)
    for _ in range(5):
        hand = luck.sample(pack(system), 7)
        question = {"game": system, "question": "could_meld", "contract": 1, "hand": hand}
        assert answer({**question, "on_table": True})["could_meld"] is True


@pytest.mark.parametrize("system", judge.SYSTEMS)
def test_who_is_on_the_table_where_nobody_says(system):
    """Around the number that was dealt, where one card more or fewer decides; under "all" whose turn it was too."""
    luck = chance("how many", system)
    found = Differences()
    contract = "all" if system in CONTRACTS else ""
    options = {"contracts": [contract]} if contract else {}
    for _ in range(max(2, HANDS // 5)):
        for size in range(judge.DEALT[system] - 1, judge.DEALT[system] + 2):
            hand = hand_of(luck, system, size)
            compare_hand(found, system, hand, options, contract, on_table=None)
    found.none()


def test_rounds_beyond_the_contracts_begin_again():
    luck = chance("rounds")
    found = Differences()
    series, by_round = CONTRACTS["amerikaans-jokeren"], {"contract_by": "round"}
    for number in range(1, 22):
        hand = hand_of(luck, "amerikaans-jokeren", 10)
        contract = series[(number - 1) % 7]
        compare_hand(found, "amerikaans-jokeren", hand, by_round, contract, n=number)
    found.none()


# ---- closed hands


def pieces(luck, wanted):
    """Naked tiles of a closed hand of some likeness: melds, waves, pairs, squares, one colour."""
    colours = luck.sample(judge.COLOURS, luck.choice((1, 2, 2, 3, 4, 4)))
    low, high = luck.choice(((1, 14), (1, 14), (1, 9), (1, 4), (1, 5), (10, 14), (1, 6)))
    row = [1 if n == 14 else n for n in range(low, high + 1)]
    if wanted == "melds":
        melds = [m for m in judge.EVERY_GROUP if m[2] in row]
        runs = [m for m in judge.EVERY_RUN if m[1] in colours and {t[0] for t in m[3]} <= set(row)]
        likes = luck.choice(("groups", "runs", "both"))
        pool = {"groups": melds, "runs": runs, "both": melds + runs}[likes] or melds
        tiles = []
        while len(tiles) < 14:
            tiles += luck.choice(pool)[3]
        return tiles
    if wanted == "parts":
        # runs of just 14 tiles, each in a colour of its own or not
        sizes = luck.choice(
            ((5, 5, 4), (4, 4, 3, 3), (7, 7), (5, 3, 3, 3), (14,), (8, 6), (6, 5, 3))
        )
        top = luck.choice((14, 9))
        tiles = []
        for i, size in enumerate(sizes):
            first = luck.randint(1, max(1, top + 1 - size))
            colour = colours[i % len(colours)]
            tiles += [((n - 1) % 13 + 1, colour) for n in range(first, first + size)]
        return tiles
    if wanted == "waves":
        rows = luck.choice(
            ([1, 2, 3, 4, 5, 6, 7] * 2, [8, 9, 10, 11, 12, 13, 1] * 2, [*range(1, 14), 1])
        )
        tiles = [(rows[0], luck.choice(judge.COLOURS))]
        for number in rows[1:]:
            other = [c for c in judge.COLOURS if c != tiles[-1][1]]
            tiles.append((number, luck.choice(other)))
        return tiles
    if wanted == "pairs":
        pool = [(number, colour) for number in set(row) for colour in colours]
        chosen = luck.sample(pool, min(len(pool), 7))
        return [tile for tile in chosen for _ in range(2)]
    if wanted == "square":
        number = luck.randint(1, 13)
        return [(number, colour) for colour in judge.COLOURS] * 2
    pool = [(number, colour) for number in set(row) for colour in colours] * 2
    return luck.sample(pool, min(len(pool), 14))


def closed_hand(luck):
    tiles = pieces(
        luck, luck.choice(("melds", "melds", "parts", "waves", "pairs", "square", "odd"))
    )
    luck.shuffle(tiles)
    named = [f"{number}{colour}" for number, colour in tiles]
    if luck.random() < 0.15:
        named.insert(0, luck.choice(pack("rummikub-international")))
    # a third copy becomes a joker while there are any
    hand, jokers = [], luck.choice((0, 0, 0, 1, 1, 2))
    fixed = jokers
    for tile in named:
        if hand.count(tile) < 2:
            hand.append(tile)
        elif fixed:
            fixed -= 1
            hand.append("*")
    hand = hand[:14]
    more = luck.sample(pack("rummikub-international"), 60)
    while len(hand) < 14:
        tile = more.pop()
        if hand.count(tile) < 2:
            hand.append(tile)
    for at in luck.sample([i for i, tile in enumerate(hand) if tile != "*"], 2):
        if hand.count("*") < jokers:
            hand[at] = "*"
    luck.shuffle(hand)
    return hand


def compare_closed(findings, tiles, first_turn, dealt, starter=False):
    question = {
        "game": "rummikub-international",
        "question": "hand",
        "tiles": tiles,
        "first_turn": first_turn,
        "dealt": dealt,
        "starter": starter,
    }
    first = findings.ask(question)
    if first is None:
        return None
    number = judge.best_type(tiles, first_turn, dealt, starter)
    if first["type"] != number:
        findings.note(question, first, number)
    elif first["jokers"] != tiles.count("*"):
        findings.note(question, first, "another number of jokers")
    elif number and first["value"] != judge.TYPE_VALUES[number][tiles.count("*")]:
        findings.note(question, first, judge.TYPE_VALUES[number])
    return number


def test_closed_hands():
    luck = chance("closed")
    found, types = Differences(), Counter()
    for _ in range(HANDS * 4):
        none = (False, False, False)
        blitz = luck.choice((none, none, (True, False, False), (False, True, False)))
        blitz = luck.choice((blitz, (luck.random() < 0.5, luck.random() < 0.5, True)))
        types[compare_closed(found, closed_hand(luck), *blitz)] += 1
    print("types met:", sorted(types.items(), key=str))
    found.none()
    assert len(types) > 12


def test_closed_hands_without_a_joker():
    luck = chance("no joker")
    found, types = Differences(), Counter()
    for _ in range(HANDS * 8):
        hand = closed_hand(luck)
        if "*" not in hand:
            types[compare_closed(found, hand, False, False)] += 1
    print("types met:", sorted(types.items(), key=str))
    found.none()


def test_the_value_of_every_type_with_every_number_of_jokers():
    """Each worked hand, with none and one of its tiles turned into jokers; two in some by day."""
    from tests.second.test_oracle import CLOSED

    luck = chance("worked")
    found = Differences()
    for tiles in CLOSED.values():
        hand = tiles.split()
        for _ in range(3 if MANY else 1):
            compare_closed(found, hand, False, False)
            real = [i for i, tile in enumerate(hand) if tile != "*"]
            most = 2 if MANY or luck.random() < 0.2 else 1  # with two it takes long
            for at in luck.sample(real, max(0, most - hand.count("*"))):
                hand[at] = "*"
                compare_closed(found, hand, False, False)
            hand = tiles.split()
    found.none()


# ---- questions that make no sense


@pytest.mark.parametrize("system", judge.SYSTEMS)
@pytest.mark.parametrize("card", ["10", "*k", "14h", "0r", "Xh", "", 7, None, "11c", "10x"])
def test_a_card_that_is_none_is_told(system, card):
    good = pack(system)[:2]
    first = answer({"game": system, "question": "meld", "cards": [*good, card]})
    assert first["problems"]
    first = answer({"game": system, "question": "could_meld", "contract": 1, "hand": [*good, card]})
    assert first["problems"]
