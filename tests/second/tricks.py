"""A second judge of tricks and of nat in klaverjassen, written from the rules alone: it looks into lists.

Slow and flat on purpose, and without anything of `scoring`.

Readings (where the text is silent)
 1. Of four in a row nobody calls three in a row as well.
 2. Four jacks are 100, and sevens, eights and nines count like the others.
 3. An unfinished trick holds what lies in it already.
"""

from itertools import combinations

RANKS = ["7", "8", "9", "10", "J", "Q", "K", "A"]
SUITS = ["h", "d", "c", "s"]
THE_32 = [rank + suit for suit in SUITS for rank in RANKS]

TRUMPS = {"J": 20, "9": 14, "A": 11, "10": 10, "K": 4, "Q": 3, "8": 0, "7": 0}
OTHERS = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}

# Every roem that there is, as the cards that make it.
THREES = [{RANKS[i + n] + suit for n in range(3)} for suit in SUITS for i in range(6)]
FOURS = [{RANKS[i + n] + suit for n in range(4)} for suit in SUITS for i in range(5)]
ALIKE = [{rank + suit for suit in SUITS} for rank in RANKS]


def every_trick(size=4):
    return combinations(THE_32, size)


def points(cards, trump, last):
    total = 10 if last else 0
    for card in cards:
        rank, suit = card[:-1], card[-1]
        total = total + (TRUMPS[rank] if suit == trump else OTHERS[rank])
    return total


def roem(cards, trump):
    """The kinds of roem among these cards, each with its value and its cards."""
    lie = set(cards)
    bonuses = []
    for four in FOURS:
        if four <= lie:
            bonuses.append(("run_of_4", 50, four))
    if not bonuses:
        for three in THREES:
            if three <= lie:
                bonuses.append(("run_of_3", 20, three))
    if {"K" + trump, "Q" + trump} <= lie:
        bonuses.append(("stuk", 20, {"K" + trump, "Q" + trump}))
    for alike in ALIKE:
        if alike <= lie:
            bonuses.append(("four_alike", 200 if "J" + trump in alike else 100, alike))
    return bonuses


def nat(plays, points_13, roem_13, roem_24, tie):
    """Whether who plays is nat, what each side has, and what each gets."""
    have = {"13": points_13 + roem_13, "24": 162 - points_13 + roem_24}
    other = {"13": "24", "24": "13"}[plays]
    lost = have[plays] < have[other]
    if have[plays] == have[other]:
        lost = tie == "nat"
    if lost:
        return True, have[plays], have[other], 0, 162 + roem_13 + roem_24
    return False, have[plays], have[other], have[plays], have[other]
