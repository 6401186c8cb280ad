"""Proven lower bounds of repeats (pairs who meet again on one night): no draw can have fewer."""

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
    """Return how many pairs meet in a round with tables of these sizes."""
    return sum(comb(size, 2) for size in tables)


def repeats(players: int, rounds: int, tables: Sequence[int]) -> int:
    """Return a lower bound of the repeats (pairs who meet again) in a night of so many rounds, each
    with tables of these sizes.
    """
    least = max(
        _by_player(players, rounds, tables),
        _by_table(players, rounds, tables),
        (rounds - 1) * _between_two(tables, players - sum(tables)),
        TRIED_ALL.get((players, tuple(tables), rounds), 0),
    )
    return max(least, 1) if _too_many(players, rounds, tables) else least


def _by_player(players: int, rounds: int, tables: Sequence[int]) -> int:
    """Return a lower bound of repeats (pairs who meet again), computed from how many meetings each
    player has. A player with more meetings than there are other players must meet some of them
    again. The seats of the night are shared evenly over the players, because that gives the fewest
    repeats. The repeats of all players are added up, and the sum is halved, because each repeat
    involves two players.

    If tables differ in size, the bound is computed in another way: the number of meetings of the
    night minus the number of pairs of players, but at least 0.
    """
    seats = sum(tables)
    if len(set(tables)) > 1:
        return max(0, rounds * count_pairs(tables) - comb(players, 2))
    size = tables[0] if tables else 1
    often, more = divmod(rounds * seats, players or 1)
    spread = ((often + 1, more), (often, players - more))
    return -(-sum(max(0, plays * (size - 1) - players + 1) * who for plays, who in spread) // 2)


def _between_two(tables: Sequence[int], out: int) -> int:
    """Return how many pairs of one round must meet again in any other round. If a table has more
    players than there are tables, some of its players must sit together again. `out` is how many
    players sit out in a round. In the other round these are taken from the fullest tables, because
    that gives the fewest repeats.
    """
    left = list(tables)
    for _ in range(min(out, sum(tables))):
        left[left.index(max(left))] -= 1
    return sum(count_least_pairs(size, len(tables)) for size in left)


def _by_table(players: int, rounds: int, tables: Sequence[int]) -> int:
    """Return a lower bound of repeats (pairs who meet again), found by comparing every two tables
    of different rounds. Let s be how many players two such tables share.

    - A player who plays n rounds sits at n tables, and so is shared by C(n, 2) pairs of tables.
      Added over all players, this gives the sum of all s. It is least if all players play equally
      often.
    - Two tables that share s players make C(s, 2) pairs of players meet again. The sum of all C(s,
      2) is least if all s are as equal as possible.
    - A pair of players that meets m times is counted C(m, 2) = (m - 1) * m / 2 times in that sum,
      but has only m - 1 repeats. As m is at most `rounds`, each repeat is counted at most rounds /
      2 times. So the bound is the least sum divided by rounds / 2.
    """
    common = count_least_pairs(rounds * sum(tables), players)
    again = count_least_pairs(common, len(tables) ** 2 * comb(rounds, 2))
    return -(-2 * again // rounds) if rounds else 0


def _too_many(players: int, rounds: int, tables: Sequence[int]) -> bool:
    """Return whether it is proven that in a night of so many rounds some two players must meet
    twice. Such proofs exist only for some nights at tables of four where nobody sits out. For other
    nights, return False.
    """
    full = tuple(tables) == (4,) * len(tables) and players == 4 * len(tables)
    return full and rounds > MOST_ROUNDS.get(len(tables), rounds)


def count_least_pairs(total: int, over: int) -> int:
    """Divide `total` into as many whole numbers as `over` says, and make the sum of C(m, 2) over
    these numbers m as small as possible. Return this smallest sum. The numbers are then as equal as
    possible.
    """
    if over <= 0:
        return 0
    often, more = divmod(total, over)
    return more * comb(often + 1, 2) + (over - more) * comb(often, 2)


def count_least_pairs_each(met: Sequence[int], others: int | Sequence[int]) -> float:
    """Return the least possible sum of C(m, 2) over all pairs of players, where m is how often the
    pair meets. `met` has each player's number of meetings. `others` is how many other players they
    can meet, as one number for everybody or as one for each player. The sum is least if each
    player's meetings are spread evenly over the others.
    """
    other_counts = [others] * len(met) if isinstance(others, int) else others
    return sum(count_least_pairs(*pair) for pair in zip(met, other_counts, strict=True)) / 2
