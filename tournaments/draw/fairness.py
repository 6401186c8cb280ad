"""What everybody had more than their share of, so that the next draw can make up for it."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

Player = int | str


class Past(NamedTuple):
    """A round that was played: its tables with the scribe first, and who sat out."""

    tables: Sequence[Sequence[Player]]
    out: Sequence[Player] = ()
    full: int = 4


class Owed(NamedTuple):
    """Turns had, less the mean of those who were there each time."""

    small: float = 0.0
    sat_out: float = 0.0
    scribe: float = 0.0


def owed(rounds: Iterable[Past], likes: Mapping[Player, bool]) -> dict[Player, Owed]:
    """Who likes to keep score is compared with who likes to as well, and who doesn't likewise.

    Who is not in `likes` likes to. Hundredths of a turn: what is told, typed and kept is the same.
    """
    found: dict[Player, list[float]] = {}
    for past in rounds:
        seated = [player for table in past.tables for player in table]
        small = [player for table in past.tables if len(table) < past.full for player in table]
        _add(found, 0, small, seated)
        _add(found, 1, past.out, [*seated, *past.out])
        scribes = [table[0] for table in past.tables]
        for liking in (True, False):
            group = [player for player in seated if likes.get(player, True) is liking]
            wrote = [player for player in scribes if likes.get(player, True) is liking]
            _add(found, 2, wrote, group)
    return {
        player: Owed(*(round(turns, 2) + 0.0 for turns in had)) for player, had in found.items()
    }


def _add(
    found: dict[Player, list[float]], duty: int, had: Sequence[Player], there: Sequence[Player]
) -> None:
    for player in there:
        found.setdefault(player, [0.0, 0.0, 0.0])[duty] -= len(had) / len(there)
    for player in had:
        found[player][duty] += 1
