"""Prove that a night must have more than a given number of repeats (pairs who meet again). The tool
tries every night that might have that number or fewer, and finds none.

    python3 -m tests.draw_tools.few_repeats --players 13 --rounds 5 --repeats 2
    python3 -m tests.draw_tools.few_repeats --players 14 --rounds 5 --repeats 1

Two rounds overlap if some pair of players meets in both. A pair that meets m times makes C(m, 2)
pairs of rounds overlap. So if there are few repeats, few pairs of rounds overlap. By Turán's
theorem there are then some rounds of which no two overlap: three of five rounds with 2 repeats, and
four with 1 repeat. The tool seats these rounds first. Seatings that differ only in the numbers of
players or tables are tried once. It takes seconds.
"""

import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from math import comb
from typing import NamedTuple

from tests.draw_tools.every_night import Tables, collect_pairs, list_second_rounds
from tournaments.draw.engine.lower_bounds import count_least_pairs
from tournaments.draw.engine.table_sizes import compute_sizes

PLAYERS = 64  # the most; the bit of a pair is computed with it


class Seating(NamedTuple):
    tables: Tables
    pairs: int  # bits of the pairs that meet


def clear_rounds(rounds: int, repeats: int) -> int:
    """Return a number n with this property: every night with at most `repeats` repeats (pairs who
    meet again) has n rounds of which no two have a pair of players in common.

    The number follows from Turán's theorem. If a night had at most m such rounds, at least
    `count_least_pairs(rounds, m)` pairs of its rounds would have a pair of players in common.
    """
    most = comb(repeats + 1, 2)  # pairs of rounds with a pair in common: one pair has all repeats
    return max(n for n in range(1, rounds + 1) if n == 1 or count_least_pairs(rounds, n - 1) > most)


def list_seatings(
    players: Sequence[int], tables: Sequence[int], done: int, spare: int
) -> Iterator[Seating]:
    """Yield each way to seat a round in which at most `spare` of the pairs in `done` (a bit mask)
    meet again.
    """
    if not tables:
        yield Seating((), 0)
        return
    for size in sorted(set(tables)):
        fewer = list(tables)
        fewer.remove(size)
        for table in _tables(Seating(((players[0],),), 0), players[1:], size, done, spare):
            left = [player for player in players if player not in table.tables[0]]
            again = (table.pairs & done).bit_count()
            for rest in list_seatings(left, fewer, done, spare - again):
                yield Seating((*table.tables, *rest.tables), table.pairs | rest.pairs)


def _tables(
    begun: Seating, others: Sequence[int], size: int, done: int, spare: int
) -> Iterator[Seating]:
    (table,) = begun.tables
    if len(table) == size:
        yield begun
        return
    for place, player in enumerate(others):
        pairs = begun.pairs
        for seated in table:
            pairs |= 1 << (seated * PLAYERS + player)
        if (pairs & done).bit_count() <= spare:
            more = Seating(((*table, player),), pairs)
            yield from _tables(more, others[place + 1 :], size, done, spare)


def is_possible(players: int, rounds: int, repeats: int) -> bool:
    """Return whether a night with so many players and rounds and at most so many repeats (pairs who
    meet again) exists.
    """
    clear = clear_rounds(rounds, repeats)
    people, tables = range(players), compute_sizes(players).tables
    seats = iter(people)
    first = tuple(tuple(next(seats) for _ in range(size)) for size in tables)
    done = collect_pairs(first, PLAYERS)
    seconds = [seating.tables for seating in list_seatings(people, tables, done, 0)]
    for second in list_second_rounds(first, seconds) if seconds else ():
        two = done | collect_pairs(second, PLAYERS)
        others = [seating.pairs for seating in list_seatings(people, tables, two, repeats)]
        fit = [pairs for pairs in others if not pairs & two]
        if _seat_clear(fit, others, two, clear - 2, rest=rounds - clear, spare=repeats):
            return True
    return False


def _seat_clear(
    fit: Sequence[int], others: Sequence[int], done: int, clear: int, *, rest: int, spare: int
) -> bool:
    """Return whether the night can go on with `clear` rounds from `fit` in which nobody meets
    again, and then with `rest` rounds from `others` in which at most `spare` pairs meet again. Each
    round is given as a bit mask of the pairs who meet in it. `done` is the mask of the pairs who
    met before.
    """
    if not clear:
        return _seat_rest(others, done, rest, spare)
    for place, pairs in enumerate(fit):
        now = done | pairs
        later = [other for other in fit[place + 1 :] if not other & now]
        near = [other for other in others if (other & now).bit_count() <= spare]
        if _seat_clear(later, near, now, clear - 1, rest=rest, spare=spare):
            return True
    return False


def _seat_rest(others: Sequence[int], done: int, rounds: int, spare: int) -> bool:
    if not rounds:
        return True
    for place, pairs in enumerate(others):
        left, now = spare - (pairs & done).bit_count(), done | pairs
        near = [other for other in others[place:] if (other & now).bit_count() <= left]
        if left >= 0 and _seat_rest(near, now, rounds - 1, left):
            return True
    return False


def main(words: Sequence[str]) -> int:
    parser = ArgumentParser(description="Prove that a night has more than so few repeats.")
    parser.add_argument("--players", type=int, required=True)
    parser.add_argument("--rounds", type=int, required=True)
    parser.add_argument("--repeats", type=int, required=True)
    options = parser.parse_args(words)
    if clear_rounds(options.rounds, options.repeats) < 2:
        parser.error("with so many repeats, every two rounds could have a pair in common")
    possible = is_possible(options.players, options.rounds, options.repeats)
    sys.stdout.write("possible\n" if possible else "impossible\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
