"""Search for nights with fewer repeats (pairs who meet again) than the best stored ones, or check
the stored ones.

    python3 -m tests.draw_tools.find_best_known
    python3 -m tests.draw_tools.find_best_known --players 17 --rounds 6 --tries 100

A better night is printed in the format of `engine/known_nights.json`. The nights there come from
this search, compiled and run for hours; its starting points are in `list_starts`.
"""

import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from itertools import islice

from tournaments.draw.engine import known_nights, weights
from tournaments.draw.engine.anneal import Board, Movable, anneal
from tournaments.draw.engine.assessment import count_meetings
from tournaments.draw.engine.known_nights import SIGNS, find_night
from tournaments.draw.engine.request import Rounds
from tournaments.draw.engine.seeded_random import Chance
from tournaments.draw.engine.table_sizes import THREES_AND_FOURS, compute_sizes

STEPS = 2_000_000
Night = list[list[list[int]]]


def count_repeats(rounds: Sequence[Sequence[Sequence[int]]]) -> int:
    met = count_meetings(tuple(tuple(map(tuple, tables)) for tables in rounds))
    return sum(met.values()) - len(met)


def search(players: int, rounds: int, chance: Chance, steps: int = STEPS) -> Night:
    """Search once from each starting point for a night of so many rounds in which few pairs meet
    again. `steps` is the number of steps of each search. Return the best night found.
    """
    nights = [
        _annealed(start, players, heat, chance, steps)
        for start, heat in list_starts(players, rounds, chance)
    ]
    return min(nights, key=count_repeats)


def list_starts(players: int, rounds: int, chance: Chance) -> Iterator[tuple[Night, float]]:
    """Yield nights from which to start a search by simulated annealing, each with its initial heat:

    - a random night, with a high heat;
    - the best known night, if there is one;
    - a shorter night in which nobody meets twice, filled up with random rounds, if there is one.

    The last two get a lower heat, so that the search does not spoil them.
    """
    yield [_by_lot(players, chance) for _ in range(rounds)], 0.8
    best = find_night(players, rounds, THREES_AND_FOURS, chance)
    if best:
        yield [[list(table) for table in tables] for tables in best], 0.3
    full = _longest(players)
    missing = -players % 4
    ways = list(islice(known_nights.list_sets_apart(full, missing), 200)) if full else []
    if ways and len(full) < rounds:
        plan = known_nights.leave_out(full, chance.sample(ways, 1)[0])
        more = [_by_lot(players, chance) for _ in range(rounds - len(full))]
        yield [*([list(table) for table in tables] for tables in plan), *more], 0.4


def _longest(players: int) -> Rounds:
    tables = -(-players // 4)
    nights = (
        known_nights.find_design(tables, rounds)
        for rounds in range(known_nights.MOST_ROUNDS, 0, -1)
    )
    return next((design for design in nights if design), ())


def _by_lot(players: int, chance: Chance) -> list[list[int]]:
    seats = iter(chance.shuffled(range(players)))
    return [list(islice(seats, size)) for size in compute_sizes(players).tables]


def _annealed(start: Night, players: int, heat: float, chance: Chance, steps: int) -> Night:
    none = (0.0,) * players
    board = Board(
        start, weights.make_empty_worth(players), again=1.0, small=none, per_small=0.0, full=4
    )
    free = [Movable(list(range(players)), []) for _ in start]
    anneal(board, free, chance, steps=steps, heat=(heat, 0.1), window=players)
    return board.rounds


def write_night(rounds: Sequence[Sequence[Sequence[int]]]) -> list[str]:
    return ["".join(SIGNS[seat] for table in tables for seat in table) for tables in rounds]


def check() -> list[str]:
    """Check the ready-made nights against the table of the fewest known repeats (pairs who meet
    again). Return a text such as “14 players, 5 rounds” for each entry of the table for which there
    is no such night, or one with another number of repeats.
    """
    wrong = []
    for players, row in ((int(key), row) for key, row in known_nights.FEWEST.items()):
        for rounds, value in enumerate(row, 1):
            reached = find_night(players, rounds, THREES_AND_FOURS, Chance("check"))
            if len(reached) != rounds or count_repeats(reached) != value:
                wrong.append(f"{players} players, {rounds} rounds")
    return wrong


def main(words: Sequence[str]) -> int:
    parser = ArgumentParser(description="Search for a night with fewer repeats, or check all.")
    parser.add_argument("--players", type=int)
    parser.add_argument("--rounds", type=int)
    parser.add_argument("--tries", type=int, default=20)
    parser.add_argument("--steps", type=int, default=STEPS)
    options = parser.parse_args(words)
    if options.players is None or options.rounds is None:
        wrong = check()
        sys.stdout.write("".join(f"wrong: {line}\n" for line in wrong) or "all well\n")
        return 1 if wrong else 0
    best = known_nights.find_fewest_repeats(options.players, options.rounds)
    for number in range(options.tries):
        chance = Chance(f"{options.players}x{options.rounds} {number}")
        night = search(options.players, options.rounds, chance, options.steps)
        count = count_repeats(night)
        better = best is None or count < best
        sys.stdout.write(f"{count} {write_night(night)}\n" if better else f"{count}\n")
        best = count if better else best
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
