"""Proven lower bounds of repeats (pairs who meet again on one night)."""

from collections.abc import Sequence
from math import comb

# The most rounds without a repeat, keyed by the number of tables of four; each is proven.
MOST_ROUNDS = {2: 1, 3: 1, 4: 5, 5: 5, 6: 7, 7: 9, 8: 10, 9: 11, 10: 13}

# The fewest repeats, keyed by players, tables and rounds, found by trying every possible night
# (tools.every_night, tools.few_repeats); if there are more players than seats, some sit out
TRIED_ALL = {
    (6, (3, 3), 3): 5,
    (7, (4,), 4): 5,
    (9, (4, 4), 4): 14,
    (10, (4, 4), 4): 8,
    (10, (5, 5), 3): 18,
    (11, (4, 4), 4): 6,
    (11, (4, 4, 3), 4): 8,
    (12, (4, 4, 4), 4): 13,
    (13, (4, 3, 3, 3), 5): 3,
    (14, (4, 4, 3, 3), 5): 2,
}


def count_pairs(tables: Sequence[int]) -> int:
    return sum(comb(size, 2) for size in tables)


def repeats(players: int, rounds: int, tables: Sequence[int]) -> int:
    least = max(
        _by_player(players, rounds, tables),
        _by_table(players, rounds, tables),
        (rounds - 1) * _between_two(tables, players - sum(tables)),
        TRIED_ALL.get((players, tuple(tables), rounds), 0),
    )
    full = tuple(tables) == (4,) * len(tables) and players == 4 * len(tables)
    too_many = full and rounds > MOST_ROUNDS.get(len(tables), rounds)
    return max(least, 1) if too_many else least


def _by_player(players: int, rounds: int, tables: Sequence[int]) -> int:
    """Who has more meetings than there are others repeats some. Seats shared evenly give the least;
    the sum is halved, because each repeat has two players.
    """
    seats = sum(tables)
    if len(set(tables)) > 1:
        return max(0, rounds * count_pairs(tables) - comb(players, 2))
    size = tables[0] if tables else 1
    often, more = divmod(rounds * seats, players or 1)
    spread = ((often + 1, more), (often, players - more))
    return -(-sum(max(0, plays * (size - 1) - players + 1) * who for plays, who in spread) // 2)


def _between_two(tables: Sequence[int], out: int) -> int:
    """A table with more players than there are tables can't be spread in any other round. Who sits
    out comes from the fullest tables, which gives the least.
    """
    left = list(tables)
    for _ in range(min(out, sum(tables))):
        left[left.index(max(left))] -= 1
    return sum(count_least_pairs(size, len(tables)) for size in left)


def _by_table(players: int, rounds: int, tables: Sequence[int]) -> int:
    """Compare every two tables of different rounds, which share s players:

    - A player who plays n rounds is shared by C(n, 2) pairs of tables: this sums to all s.
    - Two such tables make C(s, 2) pairs meet again, least in sum if all s are as equal as possible.
    - Who meet m times count C(m, 2) = (m − 1) · m / 2 times, with m − 1 repeats and m ≤ `rounds`:
      so each repeat counts at most rounds / 2 times.
    """
    common = count_least_pairs(rounds * sum(tables), players)
    again = count_least_pairs(common, len(tables) ** 2 * comb(rounds, 2))
    return -(-2 * again // rounds) if rounds else 0


def count_least_pairs(total: int, over: int) -> int:
    """Return the least Σ C(m, 2) of `over` whole numbers m that add up to `total`."""
    if over <= 0:
        return 0
    often, more = divmod(total, over)
    return more * comb(often + 1, 2) + (over - more) * comb(often, 2)
