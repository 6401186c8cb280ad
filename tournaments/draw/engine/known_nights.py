"""Ready-made nights with as few repeats (pairs who meet again) as anybody has found. They seat
numbers; the draw decides which player gets which number.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import chain, islice

from tournaments.draw.engine import designs
from tournaments.draw.engine.assessment import count_meetings
from tournaments.draw.engine.request import ALGORITHM, OF_FOURS, Round, Rounds
from tournaments.draw.engine.seeded_random import Chance
from tournaments.draw.engine.table_sizes import FOURS, PAIRS, THREES_AND_FOURS, compute_sizes

SIGNS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
# Nights keyed such as “14x5”: a line a round, a sign a player, the first table first
KNOWN = {  # what each version added, the latest first
    "3": designs.load("known_nights_3.json"),
    "2": designs.load("known_nights.json"),
}
KNOWN_FOURS = designs.load("known_fours.json")  # at tables of four, where people sit out
FEWEST = designs.load("fewest_repeats.json")  # by the number of players: for 1, 2, … rounds
MOST_ROUNDS, ALWAYS_ENOUGH = 10, 41  # with this many players or more, nobody needs to meet twice
TRIED = 40  # how many ways to leave players out of a design are tried


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
    full = designs.find_design(tables, rounds)
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

    ways = list(islice(designs.list_sets_apart(full, gone), 20 * TRIED))
    return designs.leave_out(full, min(chance.sample(ways, TRIED), key=measure_unfairness))


def rotate_pairs(players: int, steps: Sequence[int]) -> Rounds:
    """Return a round of pairs for each step: one player stays, the others turn by so many places.
    If the number of players is odd, the fixed place is empty.
    """
    ring = players - 1 + players % 2

    def round_at(step: int) -> Round:
        pairs = [((step + by) % ring, (step - by) % ring) for by in range(1, (ring + 1) // 2)]
        return tuple(pairs if players % 2 else [(step % ring, ring), *pairs])

    return tuple(map(round_at, steps))
