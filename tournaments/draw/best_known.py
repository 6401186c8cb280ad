"""The fewest repeats (pairs who meet again) that anybody has found for a night."""

import json
from functools import cache
from pathlib import Path

from tournaments.draw.engine.assessment import count_meetings
from tournaments.draw.engine.known_nights import find_known_fours
from tournaments.draw.engine.table_sizes import FOURS, THREES_AND_FOURS

MOST_ROUNDS, ALWAYS_ENOUGH = 10, 41  # with this many players or more, nobody needs to meet twice


@cache
def load_table() -> dict[int, list[int]]:
    text = Path(__file__).with_name("best_known.json").read_text(encoding="utf-8")
    return {int(players): row for players, row in json.loads(text).items()}


def find_repeats(players: int, rounds: int, kind: str = THREES_AND_FOURS) -> int | None:
    """Return None if nobody has searched for such a night."""
    if kind == FOURS and players % 4:
        met = count_meetings(find_known_fours(players, rounds))
        return sum(met.values()) - len(met) if met else None
    if kind not in (FOURS, THREES_AND_FOURS) or rounds > MOST_ROUNDS or players < 6:
        return None
    return 0 if players >= ALWAYS_ENOUGH else load_table()[players][rounds - 1]
