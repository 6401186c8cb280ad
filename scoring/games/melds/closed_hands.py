"""Recognise the 40 types of closed hand in International Rummikub (source S004 in
tests/rule_texts.md), and find the most valuable type that 14 tiles form. A closed hand is a whole
hand that is laid at once and scores as a pattern.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import permutations
from typing import NamedTuple

from scoring.games.core.cards import JOKER, Card
from scoring.games.melds.hand_melds import Shape, list_divisions, pack_tiles
from scoring.toolkit.texts import _


class HandType(NamedTuple):
    """One type of closed hand in the table of the rules: its number and name, its values with no,
    one and two jokers, and its rule.
    """

    number: int
    name: str
    values: tuple[int, int, int]
    rule: str
    example: str  # fourteen tiles of this type, and if possible of no more valuable one


# Every value is written out, as 29 and 30 step unevenly.
TYPES: tuple[HandType, ...] = (
    HandType(
        1,
        _("Basic"),
        (500, 400, 300),
        _("All tiles in groups and runs."),
        "3k 3b 3r 5r 6r 7r 8r 10k 10b 10r 10o 11b 12b 13b",
    ),
    HandType(
        2,
        _("Minor"),
        (800, 700, 600),
        _("Groups and runs, no tile above 9."),
        "9k 9b 9r 8k 8b 8r 8o 4r 5r 6r 7r 1b 2b 3b",
    ),
    HandType(
        3,
        _("Minor 51"),
        (1000, 900, 800),
        _("Groups and runs, no tile above 9, at most 51 together."),
        "1k 1b 1r 2k 2b 2r 2o 3b 4b 5b 6b 4r 5r 6r",
    ),
    HandType(
        4,
        _("Minor 51 groups"),
        (1600, 1400, 1200),
        _("Groups only, at most 51 together."),
        "2k 2b 2r 2o 3k 3b 3r 3o 4k 4b 4r 5b 5r 5o",
    ),
    HandType(
        5,
        _("Minor 51 runs"),
        (1600, 1400, 1200),
        _("Runs only, at most 51 together."),
        "1k 2k 3k 4k 1b 2b 3b 4b 2r 3r 4r 4o 5o 6o",
    ),
    HandType(
        6,
        _("Piccolo 41 odd"),
        (800, 700, 600),
        _("Any tiles, at most 41 together."),
        "1k 1b 1r 2k 2b 2o 3k 3r 3o 4k 4b 4r 5r 5o",
    ),
    HandType(
        7,
        _("Piccolo 41 melds"),
        (1400, 1200, 1000),
        _("Groups and runs, at most 41 together."),
        "1k 1b 1r 1o 2k 2b 2r 1b 2b 3b 4b 3r 4r 5r",
    ),
    HandType(
        8,
        _("Piccolo 41 runs"),
        (1600, 1400, 1200),
        _("Runs only, at most 41 together."),
        "1k 2k 3k 4k 1b 2b 3b 4b 1r 2r 3r 3o 4o 5o",
    ),
    HandType(
        9,
        _("Piccolo 41 groups"),
        (1600, 1400, 1200),
        _("Groups only, at most 41 together."),
        "1k 1b 1r 1o 2k 2b 2r 2o 3k 3b 3r 4b 4r 4o",
    ),
    HandType(
        10,
        _("Grand odd"),
        (700, 600, 500),
        _("Any tiles, none below 10; a 1 is high."),
        "10k 10k 10b 11r 11r 11o 12k 12b 13r 13o 13o 1k 1k 1o",
    ),
    HandType(
        11,
        _("Grand melds"),
        (1400, 1200, 1000),
        _("Groups and runs, no tile below 10; a 1 is high."),
        "10k 11k 12k 12b 12r 12o 13k 13b 13r 13o 1k 1b 1r 1o",
    ),
    HandType(
        12,
        _("Grand square"),
        (1600, 1400, 1200),
        _("Eight tiles of one number; the other six may be anything."),
        "7k 7k 7b 7b 7r 7r 7o 7o 1k 3b 9r 11o 12k 13b",
    ),
    HandType(
        13,
        _("Four colours"),
        (900, 800, 700),
        _("Four runs, each of another colour."),
        "3k 4k 5k 6k 7b 8b 9b 10b 5r 6r 7r 11o 12o 13o",
    ),
    HandType(
        14,
        _("Four colours minor"),
        (1000, 900, 800),
        _("Four runs, each of another colour, no tile above 9."),
        "3k 4k 5k 6k 6b 7b 8b 9b 5r 6r 7r 7o 8o 9o",
    ),
    HandType(
        15,
        _("Four colours major"),
        (1000, 900, 800),
        _("Four runs, each of another colour, no tile below 10; a 1 is high."),
        "10k 11k 12k 13k 10b 11b 12b 13b 11r 12r 13r 12o 13o 1o",
    ),
    HandType(
        16,
        _("Three colours"),
        (700, 600, 500),
        _("Three runs, each of another colour."),
        "4k 5k 6k 7k 8k 7b 8b 9b 10b 11b 2r 3r 4r 5r",
    ),
    HandType(
        17,
        _("Three colours minor"),
        (900, 800, 700),
        _("Three runs, each of another colour, no tile above 9."),
        "3k 4k 5k 6k 7k 5b 6b 7b 8b 9b 6r 7r 8r 9r",
    ),
    HandType(
        18,
        _("Three colours major"),
        (900, 800, 700),
        _("Three runs, each of another colour, no tile below 10; a 1 is high."),
        "10k 11k 12k 13k 1k 10b 11b 12b 13b 1b 10r 11r 12r 13r",
    ),
    HandType(
        19,
        _("Two colours"),
        (1000, 900, 800),
        _("Two, three or four runs, in two colours together."),
        "2k 3k 4k 5k 6k 7k 8k 7b 8b 9b 10b 11b 12b 13b",
    ),
    HandType(
        20,
        _("Two colours minor"),
        (1400, 1200, 1000),
        _("Two, three or four runs, in two colours together, no tile above 9."),
        "3k 4k 5k 6k 7k 8k 9k 3b 4b 5b 6b 7b 8b 9b",
    ),
    HandType(
        21,
        _("Two colours major"),
        (1400, 1200, 1000),
        _("Two, three or four runs, in two colours together, no tile below 10; a 1 is high."),
        "10k 11k 12k 13k 10b 11b 12b 13b 11k 12k 13k 12b 13b 1b",
    ),
    HandType(
        22,
        _("One colour odd"),
        (1600, 1400, 1200),
        _("Any tiles of one colour."),
        "1k 1k 3k 4k 4k 6k 7k 7k 9k 10k 10k 12k 12k 13k",
    ),
    HandType(
        23,
        _("One colour runs"),
        (2000, 1800, 1600),
        _("Two, three or four runs of one colour."),
        "1r 2r 3r 4r 5r 5r 6r 7r 8r 9r 10r 11r 12r 13r",
    ),
    HandType(
        24,
        _("Royal"),
        (2400, 2200, 2000),
        _("One run of one colour, from the low 1 to the high 1."),
        "1o 2o 3o 4o 5o 6o 7o 8o 9o 10o 11o 12o 13o 1o",
    ),
    HandType(
        25,
        _("Sticks"),
        (1000, 900, 800),
        _("Four groups."),
        "4k 4b 4r 4o 8k 8b 8r 10b 10r 10o 12k 12b 12r 12o",
    ),
    HandType(
        26,
        _("Sticks minor"),
        (1400, 1200, 1000),
        _("Four groups, no tile above 9."),
        "5k 5b 5r 5o 7k 7b 7r 7o 8k 8b 8r 9b 9r 9o",
    ),
    HandType(
        27,
        _("Sticks major"),
        (1400, 1200, 1000),
        _("Four groups, no tile below 10; a 1 is high."),
        "10k 10b 10r 10o 12k 12b 12r 12o 13k 13b 13r 1b 1r 1o",
    ),
    HandType(
        28,
        _("Mosaic"),
        (1000, 900, 800),
        _("One run from the low 1 to the high 1, no two neighbours of one colour."),
        "1k 2b 3r 4o 5k 6b 7r 8o 9k 10b 11r 12o 13k 1b",
    ),
    HandType(
        29,
        _("Little wave"),
        (1200, 1000, 900),
        _("Twice 1 to 7, no two neighbours of one colour."),
        "1k 2b 3r 4o 5k 6b 7r 1b 2r 3o 4k 5b 6r 7o",
    ),
    HandType(
        30,
        _("Big wave"),
        (1200, 1000, 900),
        _("Twice 8 to the high 1, no two neighbours of one colour."),
        "8k 9b 10r 11o 12k 13b 1r 8b 9r 10o 11k 12b 13r 1o",
    ),
    HandType(
        31,
        _("Little wave in one colour"),
        (2600, 2400, 2200),
        _("Twice 1 to 7, both of the same colour."),
        "1r 2r 3r 4r 5r 6r 7r 1r 2r 3r 4r 5r 6r 7r",
    ),
    HandType(
        32,
        _("Big wave in one colour"),
        (2600, 2400, 2200),
        _("Twice 8 to the high 1, both of the same colour."),
        "8o 9o 10o 11o 12o 13o 1o 8o 9o 10o 11o 12o 13o 1o",
    ),
    HandType(
        33,
        _("Little wave in two colours"),
        (2200, 2000, 1800),
        _("Twice 1 to 7, each of another colour."),
        "1k 2k 3k 4k 5k 6k 7k 1r 2r 3r 4r 5r 6r 7r",
    ),
    HandType(
        34,
        _("Big wave in two colours"),
        (2200, 2000, 1800),
        _("Twice 8 to the high 1, each of another colour."),
        "8k 9k 10k 11k 12k 13k 1k 8b 9b 10b 11b 12b 13b 1b",
    ),
    HandType(
        35,
        _("Seven pairs"),
        (1700, 1500, 1300),
        _("Seven times two identical tiles."),
        "2k 2k 5r 5r 7b 7b 8o 8o 10k 10k 12r 12r 13b 13b",
    ),
    HandType(
        36,
        _("Seven pairs minor"),
        (2000, 1800, 1600),
        _("Seven times two identical tiles, none above 9."),
        "2k 2k 4r 4r 5b 5b 6o 6o 7k 7k 8r 8r 9b 9b",
    ),
    HandType(
        37,
        _("Seven pairs major"),
        (2000, 1800, 1600),
        _("Seven times two identical tiles, none below 10; a 1 is high."),
        "10k 10k 10o 10o 11r 11r 12b 12b 13r 13r 13o 13o 1k 1k",
    ),
    HandType(
        38,
        _("Seven pairs in one colour"),
        (2200, 2000, 1800),
        _("Seven times two identical tiles, all of one colour."),
        "1b 1b 3b 3b 4b 4b 6b 6b 8b 8b 10b 10b 12b 12b",
    ),
    HandType(
        39,
        _("Little Blitz"),
        (1600, 1400, 1200),
        _("All tiles in groups and runs in your very first turn."),
        "2k 2b 2r 6o 7o 8o 9o 11k 11b 11r 11o 9b 10b 11b",
    ),
    HandType(
        40,
        _("Grand Blitz"),
        (2000, 1800, 1600),
        _("All tiles in groups and runs as they were dealt; not for whoever starts."),
        "4k 4b 4r 7k 8k 9k 10k 12k 12b 12r 12o 1o 2o 3o",
    ),
)


def find_value(number: int, jokers: int) -> int:
    """Return the value of the closed hand with this number in the table, if `jokers` of its 14
    tiles are jokers.
    """
    return TYPES[number - 1].values[jokers]


WHEN = (
    "first_turn",
    "dealt",
    "starter",
)  # the circumstances that, beside its tiles, decide a hand's type
LITTLE_BLITZ, GRAND_BLITZ = 39, 40


def find_best(
    tiles: Sequence[Card], *, first_turn: bool = False, dealt: bool = False, starter: bool = False
) -> HandType | None:
    """Return the most valuable type of closed hand that these 14 tiles form, or None if they form
    none. If several types are worth the same, return the first. The flags tell when and by whom the
    hand was laid, because two types depend on that.
    """
    return next(list_fitting(tiles, first_turn=first_turn, dealt=dealt, starter=starter), None)


def list_fitting(
    tiles: Sequence[Card], *, first_turn: bool = False, dealt: bool = False, starter: bool = False
) -> Iterator[HandType]:
    """Yield every type of closed hand that these 14 tiles form, the most valuable first. The flags
    tell when and by whom the hand was laid, because two types depend on that.
    """
    hand = _read_hand(tiles)
    # S004: a hand that was complete as dealt is laid in the first turn; 40 is not for the starter.
    in_time = {LITTLE_BLITZ: first_turn or dealt, GRAND_BLITZ: dealt and not starter}
    for kind in _BY_VALUE[hand.jokers]:
        if in_time.get(kind.number, True) and _is_of_type(hand, kind.number):
            yield kind


_BY_VALUE = tuple(
    tuple(sorted(TYPES, key=lambda kind: (-kind.values[jokers], kind.number)))
    for jokers in range(3)
)


# Rules about a division into melds: its shape, and the lowest total of that shape.
_MELDED: Mapping[int, Callable[[Shape, int], bool]] = {
    1: lambda shape, total: True,
    2: lambda shape, total: shape.minor,
    3: lambda shape, total: shape.minor and total <= 51,
    4: lambda shape, total: not shape.runs and total <= 51,
    5: lambda shape, total: not shape.groups and total <= 51,
    7: lambda shape, total: total <= 41,
    8: lambda shape, total: not shape.groups and total <= 41,
    9: lambda shape, total: not shape.runs and total <= 41,
    11: lambda shape, total: shape.major,
    13: lambda shape, total: _each_own_colour(shape, 4),
    14: lambda shape, total: _each_own_colour(shape, 4) and shape.minor,
    15: lambda shape, total: _each_own_colour(shape, 4) and shape.major,
    16: lambda shape, total: _each_own_colour(shape, 3),
    17: lambda shape, total: _each_own_colour(shape, 3) and shape.minor,
    18: lambda shape, total: _each_own_colour(shape, 3) and shape.major,
    19: lambda shape, total: _runs_in(shape, 2),
    20: lambda shape, total: _runs_in(shape, 2) and shape.minor,
    21: lambda shape, total: _runs_in(shape, 2) and shape.major,
    23: lambda shape, total: _runs_in(shape, 1) and shape.runs > 1,
    25: lambda shape, total: not shape.runs,  # 14 tiles in groups of 3 or 4 are always four
    26: lambda shape, total: not shape.runs and shape.minor,
    27: lambda shape, total: not shape.runs and shape.major,
    LITTLE_BLITZ: lambda shape, total: True,
    GRAND_BLITZ: lambda shape, total: True,
}


def _runs_in(shape: Shape, colours: int) -> bool:
    return not shape.groups and shape.colours == colours


def _each_own_colour(shape: Shape, runs: int) -> bool:
    return _runs_in(shape, runs) and shape.runs == runs


class _Hand(NamedTuple):
    """14 tiles: the colours of the real tiles, keyed by rank, and the number of jokers."""

    packed: int
    ranks: Mapping[int, Sequence[str]]
    copies: Sequence[int]  # of each real tile
    colours: int
    jokers: int

    def is_within(self, ranks: Iterable[int]) -> bool:
        return self.ranks.keys() <= set(ranks)


def _read_hand(tiles: Sequence[Card]) -> _Hand:
    copies = Counter(tile for tile in tiles if tile != JOKER)
    ranks: dict[int, list[str]] = {}
    for tile in copies.elements():
        ranks.setdefault(tile.rank, []).append(tile.suit)
    colours = len({tile.suit for tile in copies})
    jokers = len(tiles) - copies.total()
    return _Hand(pack_tiles(tiles), ranks, tuple(copies.values()), colours, jokers)


def _is_of_type(hand: _Hand, number: int) -> bool:
    if number in _WHOLE:
        return _WHOLE[number](hand)
    fits = _MELDED[number]
    return any(fits(shape, total) for shape, total in list_divisions(hand.packed).items())


_MINOR = range(1, 10)
_MAJOR = (10, 11, 12, 13, 1)
_LITTLE_WAVE = range(1, 8)
_BIG_WAVE = (8, 9, 10, 11, 12, 13, 1)

# If each real tile has a place among the 14 of a type, the jokers just fill the other places.


def _lowest_total(hand: _Hand) -> int:
    """Return the lowest possible total of a hand, with each joker counted as a one. The hand type
    for which this total matters needs no melds, so a joker may stand for any tile.
    """
    return sum(rank * len(suits) for rank, suits in hand.ranks.items()) + hand.jokers


def _is_pairs(hand: _Hand) -> bool:
    """Return whether a hand consists of pairs of equal tiles. Jokers pair with single tiles, or
    with each other.
    """
    return sum(copies % 2 for copies in hand.copies) <= hand.jokers


def _is_wave(hand: _Hand, ranks: Iterable[int], colours: int) -> bool:
    """Return whether all real tiles of a hand have one of these ranks, and have exactly this number
    of colours between them. With two colours no tile may be there twice. With one colour it may.
    """
    return hand.colours == colours and max(hand.copies) * colours <= 2 and hand.is_within(ranks)


def _is_sequence(hand: _Hand) -> bool:
    """Return whether no two real tiles of a hand have the same rank. Only the 1 may be there twice,
    once at each end of the sequence.
    """
    return all(len(suits) <= 1 + (rank == 1) for rank, suits in hand.ranks.items())


def _is_mosaic(hand: _Hand) -> bool:
    if not _is_sequence(hand):
        return False
    ends = permutations(_padded(hand.ranks.get(1, ()), 2))
    middle = [_padded(hand.ranks.get(rank, ()), 1) for rank in range(2, 14)]
    return any(_can_alternate([[low], *middle, [high]]) for low, high in ends)


def _is_mixed_wave(hand: _Hand, ranks: Iterable[int]) -> bool:
    if not hand.is_within(ranks) or max(map(len, hand.ranks.values())) > 2:
        return False
    return _can_alternate([_padded(hand.ranks.get(rank, ()), 2) for rank in ranks])


_ANY = ""  # the colour of a joker: of four colours one always fits between two neighbours


def _padded(suits: Sequence[str], length: int) -> list[str]:
    return [*suits, *[_ANY] * (length - len(suits))]


def _can_alternate(columns: Sequence[Sequence[str]]) -> bool:
    """Return whether a hand can be laid in rows in which neighbours never have the same colour.
    Each of `columns` lists the colours of the tiles at one place of the rows, and these tiles may
    be laid in any order. `_ANY` stands for a joker, which fits anywhere.
    """
    ends = {tuple(_ANY for _suit in columns[0])}
    for column in columns:
        ends = {
            after
            for before in ends
            for after in permutations(column)
            if all(suit == _ANY or suit != last for last, suit in zip(before, after, strict=True))
        }
    return bool(ends)


# Rules about all 14 tiles together.
_WHOLE: Mapping[int, Callable[[_Hand], bool]] = {
    6: lambda hand: _lowest_total(hand) <= 41,
    10: lambda hand: hand.is_within(_MAJOR),
    12: lambda hand: max(map(len, hand.ranks.values())) + hand.jokers >= 8,
    22: lambda hand: hand.colours == 1,
    24: lambda hand: hand.colours == 1 and _is_sequence(hand),
    28: _is_mosaic,
    29: lambda hand: _is_mixed_wave(hand, _LITTLE_WAVE),
    30: lambda hand: _is_mixed_wave(hand, _BIG_WAVE),
    31: lambda hand: _is_wave(hand, _LITTLE_WAVE, 1),
    32: lambda hand: _is_wave(hand, _BIG_WAVE, 1),
    33: lambda hand: _is_wave(hand, _LITTLE_WAVE, 2),
    34: lambda hand: _is_wave(hand, _BIG_WAVE, 2),
    35: _is_pairs,
    36: lambda hand: _is_pairs(hand) and hand.is_within(_MINOR),
    37: lambda hand: _is_pairs(hand) and hand.is_within(_MAJOR),
    38: lambda hand: _is_pairs(hand) and hand.colours == 1,
}
