"""What no draw can do better than: lower bounds that are proven."""

from collections.abc import Sequence
from math import comb

# With g tables of four, the most rounds in which nobody meets twice: each of these is proven.
MOST_ROUNDS = {2: 1, 3: 1, 4: 5, 5: 5, 6: 7, 7: 9, 8: 10, 9: 11, 10: 13}

# Players, tables and rounds: the fewest repeats, every possible night having been tried
# (tools.every_night); where there are more players than seats, some sit out
TRIED_ALL = {
    (6, (3, 3), 3): 5,
    (7, (4,), 4): 5,
    (9, (4, 4), 4): 14,
    (10, (4, 4), 4): 8,
    (11, (4, 4), 4): 6,
    (11, (4, 4, 3), 4): 8,
    (12, (4, 4, 4), 4): 13,
}


def meetings(tables: Sequence[int]) -> int:
    """How many pairs meet in a round with tables of these sizes."""
    return sum(comb(size, 2) for size in tables)


def repeats(players: int, rounds: int, tables: Sequence[int]) -> int:
    """The fewest meetings that must be repeats in a night of this many equal rounds."""
    least = max(
        _by_player(players, rounds, tables),
        _by_table(players, rounds, tables),
        (rounds - 1) * _between_two(tables, players - sum(tables)),
        TRIED_ALL.get((players, tuple(tables), rounds), 0),
    )
    return max(least, 1) if _too_many(players, rounds, tables) else least


def _by_player(players: int, rounds: int, tables: Sequence[int]) -> int:
    """Who meets more than all others meets somebody again; every repeat counts for two.

    How often each plays is spread as evenly as can be: any other way has no fewer.
    """
    seats = sum(tables)
    if len(set(tables)) > 1:
        return max(0, rounds * meetings(tables) - comb(players, 2))
    size = tables[0] if tables else 1
    often, more = divmod(rounds * seats, players or 1)
    spread = ((often + 1, more), (often, players - more))
    return -(-sum(max(0, plays * (size - 1) - players + 1) * who for plays, who in spread) // 2)


def _between_two(tables: Sequence[int], out: int) -> int:
    """Pairs of one round that must sit together in any other: tables too few to spread over.

    Those who are out then are best out of the tables that have most of them left.
    """
    left = list(tables)
    for _ in range(min(out, sum(tables))):
        left[left.index(max(left))] -= 1
    return sum(evenly(size, len(tables)) for size in left)


def _by_table(players: int, rounds: int, tables: Sequence[int]) -> int:
    """What any two rounds' tables have in common, over all of the night.

    Who plays n times is in C(n, 2) pairs of tables of two rounds. As evenly as can be, those pairs
    of tables have so many pairs of people in common: Σ C(m, 2) of who meets m times. As m is at
    most the number of rounds, that is up to rounds / 2 for every repeat.
    """
    common = evenly(rounds * sum(tables), players)
    again = evenly(common, len(tables) ** 2 * comb(rounds, 2))
    return -(-2 * again // rounds) if rounds else 0


def _too_many(players: int, rounds: int, tables: Sequence[int]) -> bool:
    full = tuple(tables) == (4,) * len(tables) and players == 4 * len(tables)
    return full and rounds > MOST_ROUNDS.get(len(tables), rounds)


def evenly(total: int, over: int) -> int:
    """Σ C(m, 2) when `total` is spread over so many as evenly as can be: the least it can be."""
    if over <= 0:
        return 0
    often, more = divmod(total, over)
    return more * comb(often + 1, 2) + (over - more) * comb(often, 2)


def uneven(met: Sequence[int], others: int | Sequence[int]) -> float:
    """The least Σ C(m, 2) over pairs, each player's meetings spread over that many others."""
    each = [others] * len(met) if isinstance(others, int) else others
    return sum(evenly(*one) for one in zip(met, each, strict=True)) / 2
