"""Count how much more than a fair share each player sat at small tables, sat out or kept score, so
that the next draw can make up for it.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

Player = int | str


class Past(NamedTuple):
    """A round that was played: its tables, each with the scribe first, and the players who sat
    out.
    """

    tables: Sequence[Sequence[Player]]
    out: Sequence[Player] = ()
    full: int = 4


class Owed(NamedTuple):
    """How many turns beyond a fair share a player had at small tables, sitting out and keeping
    score. A number is negative if the player had fewer than a fair share. The fair share of a round
    is the average over the players present.
    """

    small: float = 0.0
    sat_out: float = 0.0
    scribe: float = 0.0


def count_owed(rounds: Iterable[Past], likes: Mapping[Player, bool]) -> dict[Player, Owed]:
    """Return how many turns each player had beyond a fair share. `likes` tells who likes to keep
    score; a player who is missing from it counts as liking to. For keeping score, players who like
    to are compared only with each other, and so are those who do not. The numbers are rounded to
    hundredths, so that what a page shows, what a draw uses and what is stored are the same.
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
