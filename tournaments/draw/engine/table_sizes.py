"""How many tables of which size, and how many sit out."""

from typing import NamedTuple

THREES_AND_FOURS, FOURS, PAIRS = "3-4", "4", "2"
FOURS_AND_FIVES, FIVES_AND_SIXES = "4-5", "5-6"  # of games that more than four may play
MIXED = (THREES_AND_FOURS, FOURS_AND_FIVES, FIVES_AND_SIXES)  # nobody sits out
KINDS = (*MIXED, FOURS, PAIRS)
SPLIT, SIT_OUT = "split", "sit-out"
FIVE = (SPLIT, SIT_OUT)  # what five players do where tables are of three and four


class Sizes(NamedTuple):
    tables: tuple[int, ...]  # the largest first
    out: int


def full(kind: str) -> int:
    """Whoever sits at a table with fewer has had a small one."""
    return int(kind[-1])


def least(kind: str) -> int:
    return 4 if kind == FOURS else 2


def sizes(players: int, kind: str = THREES_AND_FOURS, five: str = SPLIT) -> Sizes:
    """The tables of one round; none where there are too few for any."""
    if players < least(kind):
        return Sizes((), players)
    if kind == THREES_AND_FOURS:
        return _threes_and_fours(players, five)
    if kind in MIXED:
        return _as_equal(players, full(kind))
    tables, out = divmod(players, full(kind))
    return Sizes((full(kind),) * tables, out)


def _as_equal(players: int, most: int) -> Sizes:
    """The fewest tables, as equal as can be."""
    tables = -(-players // most)
    size, larger = divmod(players, tables)
    return Sizes((size + 1,) * larger + (size,) * (tables - larger), 0)


def _threes_and_fours(players: int, five: str) -> Sizes:
    if players <= 4:
        return Sizes((players,), 0)
    if players == 5:
        return Sizes((3, 2), 0) if five == SPLIT else Sizes((4,), 1)
    threes = -players % 4
    return Sizes((4,) * ((players - 3 * threes) // 4) + (3,) * threes, 0)
