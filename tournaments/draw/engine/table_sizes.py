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
    full = find_full_size(kind)
    if players < find_least_players(kind):
        return Sizes((), players)
    one_sits_out = (kind, players, five) == (THREES_AND_FOURS, 5, SIT_OUT)
    if kind in MIXED and not one_sits_out:
        tables = -(-players // full)
        size, larger = divmod(players, tables)
        return Sizes((size + 1,) * larger + (size,) * (tables - larger), 0)
    tables, out = divmod(players, full)
    return Sizes((full,) * tables, out)
