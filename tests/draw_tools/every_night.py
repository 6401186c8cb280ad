"""Try every possible night, to prove the smallest number of repeats (pairs who meet again).

    python3 -m tests.draw_tools.every_night --players 12 --rounds 4
    python3 -m tests.draw_tools.every_night --players 10 --rounds 4 --sizes 4

Players who sit out count as a table at which nobody meets. The tool is fast enough for at most
twelve players, for whom there are 5775 ways to seat a round. It takes minutes.
"""

import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from itertools import combinations

from tournaments.draw.engine.table_sizes import FOURS, THREES_AND_FOURS, compute_sizes

Tables = tuple[tuple[int, ...], ...]


def list_rounds(players: Sequence[int], tables: Sequence[int]) -> Iterator[Tables]:
    """Yield each way to divide players over tables of these sizes, once. To avoid doubles, the
    first player without a seat always starts the next table.
    """
    if not tables:
        yield ()
        return
    for size in sorted(set(tables)):
        first, *rest = players
        fewer = list(tables)
        fewer.remove(size)
        for others in combinations(rest, size - 1):
            left = [player for player in rest if player not in others]
            for more in list_rounds(left, fewer):
                yield ((first, *others), *more)


def collect_pairs(tables: Tables, players: int, smallest: int = 2) -> int:
    """Return the pairs who meet at these tables, as a bit mask. Only pairs at tables with at least
    `smallest` players count.
    """
    bits = 0
    for table in tables:
        if len(table) < smallest:
            continue
        for first, second in combinations(sorted(table), 2):
            bits |= 1 << (first * players + second)
    return bits


def list_second_rounds(first: Tables, rounds: Sequence[Tables]) -> list[Tables]:
    """Return one example of each kind of second round that can follow this first round. All that
    matters is how many players go from each table of the first round to each table of the second.
    Two second rounds are of one kind if these numbers are the same, whoever the players are and in
    whichever order the tables are.
    """
    by_kind: dict[tuple[tuple[int, ...], ...], Tables] = {}
    for tables in rounds:
        columns = [[len({*old} & {*new}) for old in first] for new in tables]
        rows = zip([len(old) for old in first], *columns, strict=True)
        # Tables of the first round are interchangeable with others of their size
        key = min(_sorted_columns(order) for order in _orders(list(rows)))
        by_kind.setdefault(key, tables)
    return list(by_kind.values())


def _orders(rows: list[tuple[int, ...]]) -> Iterator[list[tuple[int, ...]]]:
    if not rows:
        yield []
    for place, row in enumerate(rows):
        for more in _orders(rows[:place] + rows[place + 1 :]):
            yield [row, *more]


def _sorted_columns(rows: list[tuple[int, ...]]) -> tuple[tuple[int, ...], ...]:
    sizes_first, *columns = zip(*rows, strict=True)
    return (sizes_first, *sorted(columns))


def find_fewest_repeats(players: int, rounds: int, kind: str = THREES_AND_FOURS) -> int:
    """Return the fewest repeats (pairs who meet again) that a night of so many players and rounds
    can have, found by trying all nights.
    """
    tables, out = compute_sizes(players, kind)
    smallest = 4 if kind == FOURS else 2
    all_rounds = list(list_rounds(range(players), (*tables, out) if out else tables))
    first = all_rounds[0]
    bits = sorted(collect_pairs(seating, players, smallest) for seating in all_rounds)
    done = collect_pairs(first, players, smallest)
    if rounds == 1:
        return 0
    best = players * players * rounds
    for second in list_second_rounds(first, all_rounds):
        now = collect_pairs(second, players, smallest)
        repeats = (done & now).bit_count()
        best = min(best, repeats + _rest(done | now, bits, 0, rounds - 2, best - repeats))
    return best


def _rest(done: int, bits: Sequence[int], start: int, rounds: int, enough: int) -> int:
    """Return the fewest repeats (pairs who meet again) that are possible in the remaining `rounds`
    rounds of a night. `done` has the pairs who met so far, as a bit mask. `bits` has such a mask
    for each way to seat a round; only those from index `start` on are tried. The search looks only
    for results below `enough`, so a result of `enough` or more may be too high.
    """
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
    options = parser.parse_args(words)
    fewest = find_fewest_repeats(options.players, options.rounds, options.sizes)
    sys.stdout.write(
        f"{options.players} players, {options.rounds} rounds: at least {fewest} repeats\n"
    )


if __name__ == "__main__":
    main(sys.argv[1:])
