"""Turns beyond a fair share, for which the next draw makes up."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

Player = int | str


class Past(NamedTuple):
    tables: Sequence[Sequence[Player]]
    out: Sequence[Player] = ()
    full: int = 4


class Owed(NamedTuple):
    """Turns beyond the average of those present; negative for fewer."""

    small: float = 0.0
    sat_out: float = 0.0
    scribe: float = 0.0


def count_owed(rounds: Iterable[Past], likes: Mapping[Player, bool]) -> dict[Player, Owed]:
    """Who likes to keep score is compared with those who do, and so are the others. Rounded, so
    that what a page shows, a draw uses and a record stores is the same.
    """
    totals: dict[Player, list[float]] = {}
    for past in rounds:
        seated = [player for table in past.tables for player in table]
        small = [player for table in past.tables if len(table) < past.full for player in table]
        _add(totals, 0, small, seated)
        _add(totals, 1, past.out, [*seated, *past.out])
        scribes = [table[0] for table in past.tables]
        for liking in (True, False):
            group = [player for player in seated if likes.get(player, True) is liking]
            wrote = [player for player in scribes if likes.get(player, True) is liking]
            _add(totals, 2, wrote, group)
    return {
        player: Owed(*(round(turns, 2) + 0.0 for turns in had)) for player, had in totals.items()
    }


def _add(
    turns: dict[Player, list[float]], duty: int, had: Sequence[Player], there: Sequence[Player]
) -> None:
    for player in there:
        turns.setdefault(player, [0.0, 0.0, 0.0])[duty] -= len(had) / len(there)
    for player in had:
        turns[player][duty] += 1
