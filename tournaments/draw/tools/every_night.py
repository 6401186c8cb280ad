"""Try every night there is, and so prove how few repeats can be had.

    python3 -m tournaments.draw.tools.every_night --players 12 --rounds 4
    python3 -m tournaments.draw.tools.every_night --players 10 --rounds 4 --sizes 4

Those who sit out are as a table at which nobody meets. For twelve players at most: a round can then
be had in 5775 ways. Takes minutes.
"""

import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from itertools import combinations

from tournaments.draw.engine.table_sizes import FOURS, THREES_AND_FOURS, sizes

Tables = tuple[tuple[int, ...], ...]


def every_round(players: Sequence[int], tables: Sequence[int]) -> Iterator[Tables]:
    """Each way to fill the tables, once: the lowest player left is the first of the next."""
    if not tables:
        yield ()
        return
    for size in sorted(set(tables)):
        first, *rest = players
        fewer = list(tables)
        fewer.remove(size)
        for others in combinations(rest, size - 1):
            left = [player for player in rest if player not in others]
            for more in every_round(left, fewer):
                yield ((first, *others), *more)


def met(tables: Tables, players: int, smallest: int = 2) -> int:
    """The pairs of a round, a bit each."""
    bits = 0
    for table in tables:
        if len(table) < smallest:
            continue
        for one, other in combinations(sorted(table), 2):
            bits |= 1 << (one * players + other)
    return bits


def kinds_of_second(first: Tables, rounds: Sequence[Tables]) -> list[Tables]:
    """Of all second rounds, one of each kind: who comes from which table is all that differs."""
    found: dict[tuple[tuple[int, ...], ...], Tables] = {}
    for tables in rounds:
        columns = [[len({*old} & {*new}) for old in first] for new in tables]
        rows = zip([len(old) for old in first], *columns, strict=True)
        # Tables of the first round may change places with others of their size
        key = min(_sorted_columns(order) for order in _orders(list(rows)))
        found.setdefault(key, tables)
    return list(found.values())


def _orders(rows: list[tuple[int, ...]]) -> Iterator[list[tuple[int, ...]]]:
    if not rows:
        yield []
    for place, row in enumerate(rows):
        for more in _orders(rows[:place] + rows[place + 1 :]):
            yield [row, *more]


def _sorted_columns(rows: list[tuple[int, ...]]) -> tuple[tuple[int, ...], ...]:
    sizes_first, *columns = zip(*rows, strict=True)
    return (sizes_first, *sorted(columns))


def least(players: int, rounds: int, kind: str = THREES_AND_FOURS) -> int:
    """The fewest repeats of all nights."""
    tables, out = sizes(players, kind)
    smallest = 4 if kind == FOURS else 2
    every = list(every_round(range(players), (*tables, out) if out else tables))
    first = every[0]
    bits = sorted(met(one, players, smallest) for one in every)
    done = met(first, players, smallest)
    if rounds == 1:
        return 0
    best = players * players * rounds
    for second in kinds_of_second(first, every):
        now = met(second, players, smallest)
        repeats = (done & now).bit_count()
        best = min(best, repeats + _rest(done | now, bits, 0, rounds - 2, best - repeats))
    return best


def _rest(done: int, bits: Sequence[int], start: int, rounds: int, enough: int) -> int:
    """The fewest repeats in so many more rounds; anything from `enough` on is as bad."""
    if rounds == 0:
        return 0
    if rounds == 1:
        return min((done & bits[number]).bit_count() for number in range(start, len(bits)))
    for number in range(start, len(bits)):
        more = (done & bits[number]).bit_count()
        if more < enough:
            rest = _rest(done | bits[number], bits, number, rounds - 1, enough - more)
            enough = min(enough, more + rest)
    return enough


def main(words: Sequence[str]) -> None:
    parser = ArgumentParser(description="Prove how few repeats a small night can have.")
    parser.add_argument("--players", type=int, required=True)
    parser.add_argument("--rounds", type=int, required=True)
    parser.add_argument("--sizes", choices=(THREES_AND_FOURS, FOURS), default=THREES_AND_FOURS)
    asked = parser.parse_args(words)
    found = least(asked.players, asked.rounds, asked.sizes)
    sys.stdout.write(f"{asked.players} players, {asked.rounds} rounds: at least {found} repeats\n")


if __name__ == "__main__":
    main(sys.argv[1:])
