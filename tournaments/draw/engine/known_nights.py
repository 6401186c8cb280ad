"""Ready-made nights with as few repeats as is known to be possible. They seat numbers; the draw
decides which player gets which number.
"""

import json
from collections.abc import Sequence
from functools import cache
from itertools import islice
from pathlib import Path

from tournaments.draw.engine import designs
from tournaments.draw.engine.request import ALGORITHM, OF_FOURS, Round, Rounds
from tournaments.draw.engine.seeded_random import Chance
from tournaments.draw.engine.table_sizes import FOURS, PAIRS, THREES_AND_FOURS, compute_sizes

SIGNS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
FILES = {"2": "known_nights.json", "3": "known_nights_3.json"}  # what each version added
FOURS_FILE = "known_fours.json"  # nights at tables of four where people sit out
TRIED = 40  # how many ways to leave players out of a design are tried


@cache
def load_known_nights(algorithm: str = ALGORITHM) -> dict[str, list[str]]:
    nights: dict[str, list[str]] = {}
    for version, name in FILES.items():
        if version <= algorithm:
            nights |= json.loads(Path(__file__).with_name(name).read_text(encoding="utf-8"))
    return nights


@cache
def load_known_fours() -> dict[str, list[str]]:
    nights = Path(__file__).with_name(FOURS_FILE).read_text(encoding="utf-8")
    return dict(json.loads(nights))


def find_known_fours(players: int, rounds: int) -> Rounds:
    lines = load_known_fours().get(f"{players}x{rounds}", [])
    return tuple(_read(line, players, FOURS) for line in lines)


def find_night(
    players: int, rounds: int, kind: str, chance: Chance, algorithm: str = ALGORITHM
) -> Rounds:
    """Return an empty night if none is known for these numbers."""
    if kind == PAIRS:
        ring = players - 1 + players % 2
        return rotate_pairs(players, chance.sample(range(max(rounds, ring)), rounds))
    if kind == FOURS and players % 4:
        stored = find_known_fours(players, rounds) if algorithm >= OF_FOURS else ()
        return choose_rounds(stored, rounds, chance) if stored else ()
    if lines := load_known_nights(algorithm).get(f"{players}x{rounds}"):
        return choose_rounds(
            tuple(_read(line, players, THREES_AND_FOURS) for line in lines), rounds, chance
        )
    tables = -(-players // 4)
    full = designs.find_design(tables, rounds)
    missing = 4 * tables - players
    if not full or missing > 3 or players < 6:
        return ()
    full = choose_rounds(full, rounds, chance)
    return _fairest(full, missing, chance) if missing else full


def choose_rounds(rounds: Rounds, count: int, chance: Chance) -> Rounds:
    return tuple(chance.sample(rounds, count))


def _read(line: str, players: int, kind: str) -> tuple[tuple[int, ...], ...]:
    signs = map(SIGNS.index, line)
    return tuple(tuple(islice(signs, size)) for size in compute_sizes(players, kind).tables)


def _fairest(full: Rounds, gone: int, chance: Chance) -> Rounds:
    """Leave out so many players of whom no two ever meet, and share the tables of three evenly."""
    ways = list(islice(designs.list_sets_apart(full, gone), 20 * TRIED))
    return designs.leave_out(
        full, min(chance.sample(ways, TRIED), key=lambda way: _unfair(way, full))
    )


def _unfair(gone: tuple[int, ...], full: Rounds) -> int:
    small: dict[int, int] = {}
    for tables in full:
        for table in tables:
            if any(player in table for player in gone):
                for player in table:
                    small[player] = small.get(player, 0) + 1
    return sum(times * times for player, times in small.items() if player not in gone)


def rotate_pairs(players: int, steps: Sequence[int]) -> Rounds:
    """Return a round of pairs for each step: one player stays, the others turn by so many places.
    If the number of players is odd, the fixed place is empty.
    """
    ring = players - 1 + players % 2

    def round_at(step: int) -> Round:
        pairs = [((step + by) % ring, (step - by) % ring) for by in range(1, (ring + 1) // 2)]
        return tuple(pairs if players % 2 else [(step % ring, ring), *pairs])

    return tuple(map(round_at, steps))
