"""How many tables of which size, and how many sit out."""

from typing import NamedTuple

THREES_AND_FOURS, FOURS, PAIRS = "3-4", "4", "2"
KINDS = (THREES_AND_FOURS, FOURS, PAIRS)
SPLIT, SIT_OUT = "split", "sit-out"
FIVE = (SPLIT, SIT_OUT)  # what five players do where tables are of three and four


class Sizes(NamedTuple):
    tables: tuple[int, ...]  # the largest first
    out: int


def full(kind: str) -> int:
    """Whoever sits at a table with fewer has had a small one."""
    return 2 if kind == PAIRS else 4


def least(kind: str) -> int:
    return 4 if kind == FOURS else 2


def sizes(players: int, kind: str = THREES_AND_FOURS, five: str = SPLIT) -> Sizes:
    """The tables of one round; none where there are too few for any."""
    if players < least(kind):
        return Sizes((), players)
    if kind == THREES_AND_FOURS:
        return _threes_and_fours(players, five)
    tables, out = divmod(players, full(kind))
    return Sizes((full(kind),) * tables, out)


def _threes_and_fours(players: int, five: str) -> Sizes:
    if players <= 4:
        return Sizes((players,), 0)
    if players == 5:
        return Sizes((3, 2), 0) if five == SPLIT else Sizes((4,), 1)
    threes = -players % 4
    return Sizes((4,) * ((players - 3 * threes) // 4) + (3,) * threes, 0)
