"""Nights at tables of four in which no two players meet twice, computed from a few numbers:

- A base round gives r rounds: in round k player a becomes ⌊a/r⌋·r + (a mod r + k) mod r. Players
  who fill no block of r keep their numbers.
- A shifted design has four rows of players; each table takes one from each. In each round every
  row moves on by its own number of places.
"""

import json
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

from tournaments.draw.engine.request import Round, Rounds


def load(name: str) -> Any:
    return json.loads(Path(__file__).with_name(name).read_text(encoding="utf-8"))


# Shifts of rows 2, 3 and 4 by round, for sizes where ×1, ×2 and ×3 cause repeats (row 1 stays)
SHIFTS = load("shifts.json")
BASES = load("base_rounds.json")
MOST_SHIFTED = 10


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
