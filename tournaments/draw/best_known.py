"""The fewest repeats that anybody here has found, night by night, for tables of three and four."""

import json
from functools import cache
from pathlib import Path

MOST_ROUNDS, ALWAYS_ENOUGH = 10, 41  # from so many players on, nobody need meet twice


@cache
def table() -> dict[int, list[int]]:
    """By number of players (6 to 48): repeats in a night of 1, 2, … 10 rounds."""
    text = Path(__file__).with_name("best_known.json").read_text(encoding="utf-8")
    return {int(players): row for players, row in json.loads(text).items()}


def repeats(players: int, rounds: int) -> int | None:
    """None where nobody looked."""
    if rounds > MOST_ROUNDS or players < 6:
        return None
    return 0 if players >= ALWAYS_ENOUGH else table()[players][rounds - 1]
