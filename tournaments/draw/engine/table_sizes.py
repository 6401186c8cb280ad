from typing import NamedTuple

THREES_AND_FOURS, FOURS, PAIRS = "3-4", "4", "2"
FOURS_AND_FIVES, FIVES_AND_SIXES = "4-5", "5-6"  # for games with more than four players
MIXED = (THREES_AND_FOURS, FOURS_AND_FIVES, FIVES_AND_SIXES)  # nobody sits out
KINDS = (*MIXED, FOURS, PAIRS)
SPLIT, SIT_OUT = "split", "sit-out"
FIVE = (SPLIT, SIT_OUT)  # for five players at tables of three and four


class Sizes(NamedTuple):
    tables: tuple[int, ...]  # the largest first
    out: int


def find_full_size(kind: str) -> int:
    return int(kind[-1])


def find_least_players(kind: str) -> int:
    return 4 if kind == FOURS else 2


def compute_sizes(players: int, kind: str = THREES_AND_FOURS, five: str = SPLIT) -> Sizes:
    """`five` says how five players are seated. If there are too few, all sit out."""
    if players < find_least_players(kind):
        return Sizes((), players)
    if kind == THREES_AND_FOURS:
        return _threes_and_fours(players, five)
    if kind in MIXED:
        return _as_equal(players, find_full_size(kind))
    tables, out = divmod(players, find_full_size(kind))
    return Sizes((find_full_size(kind),) * tables, out)


def _as_equal(players: int, most: int) -> Sizes:
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
