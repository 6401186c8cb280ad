"""Ready-made nights with as few repeats (pairs who meet again) as anybody has found. They seat
numbers; the draw decides which player gets which number. Designs, in which no two players meet
twice at tables of four, are computed from a few numbers:

- A base round gives r rounds: in round k player a becomes ⌊a/r⌋·r + (a mod r + k) mod r. Players
  who fill no block of r keep their numbers.
- A shifted design has four rows of players; each table takes one from each. In each round every
  row moves on by its own number of places.
"""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, combinations, islice
from pathlib import Path
from typing import Any

from tournaments.draw.engine.assessment import count_meetings
from tournaments.draw.engine.request import ALGORITHM, OF_FOURS, Round, Rounds
from tournaments.draw.engine.seeded_random import Chance
from tournaments.draw.engine.table_sizes import FOURS, PAIRS, THREES_AND_FOURS, compute_sizes


def load(name: str) -> Any:
    return json.loads(Path(__file__).with_name(name).read_text(encoding="utf-8"))


SIGNS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
# Nights keyed such as “14x5”: a line a round, a sign a player, the first table first
KNOWN = {  # what each version added, the latest first
    "3": load("known_nights_3.json"),
    "2": load("known_nights.json"),
}
KNOWN_FOURS = load("known_fours.json")  # at tables of four, where people sit out
FEWEST = load("fewest_repeats.json")  # by the number of players: for 1, 2, … rounds
MOST_ROUNDS, ALWAYS_ENOUGH = 10, 41  # with this many players or more, nobody needs to meet twice
TRIED = 40  # how many ways to leave players out of a design are tried
# Shifts of rows 2, 3 and 4 by round, for sizes where ×1, ×2 and ×3 cause repeats (row 1 stays)
SHIFTS = load("shifts.json")
BASES = load("base_rounds.json")
MOST_SHIFTED = 10


def find_known_fours(players: int, rounds: int) -> Rounds:
    return _read(KNOWN_FOURS.get(f"{players}x{rounds}", ()), players, FOURS)


def find_fewest_repeats(players: int, rounds: int, kind: str = THREES_AND_FOURS) -> int | None:
    """Return None if nobody has searched for such a night."""
    if kind == FOURS and players % 4:
        met = count_meetings(find_known_fours(players, rounds))
        return met.total() - len(met) if met else None
    if kind not in (FOURS, THREES_AND_FOURS) or rounds > MOST_ROUNDS or players < 6:
        return None
    return 0 if players >= ALWAYS_ENOUGH else FEWEST[str(players)][rounds - 1]


def find_night(
    players: int, rounds: int, kind: str, chance: Chance, algorithm: str = ALGORITHM
) -> Rounds:
    if kind == PAIRS:
        ring = players - 1 + players % 2
        return rotate_pairs(players, chance.sample(range(max(rounds, ring)), rounds))
    if kind == FOURS and players % 4:
        stored = find_known_fours(players, rounds) if algorithm >= OF_FOURS else ()
        return tuple(chance.sample(stored, rounds))
    for version, nights in KNOWN.items():
        if version <= algorithm and (lines := nights.get(f"{players}x{rounds}")):
            return tuple(chance.sample(_read(lines, players, THREES_AND_FOURS), rounds))
    tables = -(-players // 4)
    full = find_design(tables, rounds)
    missing = 4 * tables - players
    if not full or missing > 3 or players < 6:
        return ()
    full = tuple(chance.sample(full, rounds))
    return _leave_out_fairly(full, missing, chance) if missing else full


def _read(lines: Sequence[str], players: int, kind: str) -> Rounds:
    sizes = compute_sizes(players, kind).tables
    return tuple(
        tuple(tuple(islice(seats, size)) for size in sizes)
        for seats in (map(SIGNS.index, line) for line in lines)
    )


def _leave_out_fairly(full: Rounds, gone: int, chance: Chance) -> Rounds:
    """Leave out so many players of whom no two ever meet, and share the tables of three evenly."""

    def measure_unfairness(gone: tuple[int, ...]) -> int:
        tables = (table for tables in full for table in tables)
        small = Counter(chain(*(table for table in tables if not set(gone).isdisjoint(table))))
        return sum(times * times for player, times in small.items() if player not in gone)

    ways = list(islice(list_sets_apart(full, gone), 20 * TRIED))
    return leave_out(full, min(chance.sample(ways, TRIED), key=measure_unfairness))


def rotate_pairs(players: int, steps: Sequence[int]) -> Rounds:
    """Return a round of pairs for each step: one player stays, the others turn by so many places.
    If the number of players is odd, the fixed place is empty.
    """
    ring = players - 1 + players % 2

    def round_at(step: int) -> Round:
        pairs = [((step + by) % ring, (step - by) % ring) for by in range(1, (ring + 1) // 2)]
        return tuple(pairs if players % 2 else [(step % ring, ring), *pairs])

    return tuple(map(round_at, steps))


def find_design(tables: int, rounds: int) -> Rounds:
    """Return a night of at least so many rounds, or an empty one."""
    for base in BASES:
        if base["players"] == 4 * tables and base["rotation"] * len(base["base"]) >= rounds:
            return develop_base(base["base"], base["rotation"], base["blocks"])
    # Rows that move on by 0, k, 2k and 3k places in round k repeat nothing
    steps = [step * factor for step in range(1, rounds) for factor in (1, 2, 3)]
    if tables > 3 and all(step % tables for step in steps):
        return build_shifted(tables, [(k, 2 * k, 3 * k) for k in range(rounds)])
    if str(tables) in SHIFTS and rounds <= MOST_SHIFTED:
        return build_shifted(tables, SHIFTS[str(tables)])
    return ()


def develop_base(base: list[list[list[int]]], rotation: int, blocks: int) -> Rounds:
    def turn(player: int, by: int) -> int:
        if player >= rotation * blocks:
            return player
        return player // rotation * rotation + (player + by) % rotation

    return tuple(
        tuple(tuple(turn(player, by) for player in table) for table in tables)
        for tables in base
        for by in range(rotation)
    )


def build_shifted(tables: int, shifts: list[tuple[int, int, int]]) -> Rounds:
    return tuple(
        tuple(
            tuple(row * tables + (place + by) % tables for row, by in enumerate((0, *moves)))
            for place in range(tables)
        )
        for moves in shifts
    )


def list_sets_apart(rounds: Rounds, count: int) -> Iterator[tuple[int, ...]]:
    """Yield sets of players of whom no two ever meet: without one, no table loses more than one."""
    met: list[set[int]] = [set() for _ in range(sum(map(len, rounds[0])))]
    for tables in rounds:
        for table in tables:
            for player in table:
                met[player].update(table)
    for chosen in combinations(range(len(met)), count):
        if not any(b in met[a] for a, b in combinations(chosen, 2)):
            yield chosen


def leave_out(rounds: Rounds, gone: tuple[int, ...]) -> Rounds:
    """The others are renumbered, and larger tables come first in each round."""
    left = [player for player in range(sum(map(len, rounds[0]))) if player not in gone]
    number = {player: place for place, player in enumerate(left)}

    def leave(tables: Round) -> Round:
        kept = [tuple(number[person] for person in table if person in number) for table in tables]
        return tuple(sorted(kept, key=len, reverse=True))

    return tuple(map(leave, rounds))
