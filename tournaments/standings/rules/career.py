from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date
from typing import NamedTuple

from tournaments.standings.rules.breakdown import PLAYED, Row
from tournaments.standings.rules.points import Points


class Attended(NamedTuple):
    id: int
    day: date
    came: bool = False
    place: int | None = None  # on that night alone
    total: Points | None = None  # in points of the game; None: not played whole, or not known
    length: int = 0  # games, or rounds where forms have no set length


class Streak(NamedTuple):
    nights: int
    until: Attended


def attend(night: int, day: date, row: Row | None, *, fixed: bool) -> Attended:
    """`row` is in the standing of that night alone; `fixed`: sheets have a set number of games."""
    if row is None:
        return Attended(night, day)
    slices = row.tallies[0].slices
    shares = [part.share for part in slices if part.how == PLAYED and part.share]
    if len(shares) < len(slices) or any(share.counts for share in shares):
        return Attended(night, day, True, row.rank)
    length = sum(len(share.games) for share in shares) if fixed else len(shares)
    return Attended(night, day, True, row.rank, sum(share.points for share in shares), length)


def select_comparable(nights: Iterable[Attended]) -> list[Attended]:
    """Return the nights of the most common length, or of the larger of two."""
    known = [night for night in nights if night.total is not None]
    lengths = Counter(night.length for night in known)
    usual = max(lengths, key=lambda length: (lengths[length], length), default=0)
    return [night for night in known if night.length == usual]


def find_longest(nights: Sequence[Attended], counts: Sequence[bool]) -> Streak | None:
    """Return the first of the longest series, of at least two nights."""
    best: Streak | None = None
    many = 0
    for night, counted in zip(nights, counts, strict=True):
        many = many + 1 if counted else 0
        if many > (best.nights if best else 1):
            best = Streak(many, night)
    return best


def find_streaks(nights: Sequence[Attended]) -> tuple[Streak | None, Streak | None, Streak | None]:
    """Nights won, among the first three, and attended. A missed night ends only the last."""
    came = [night for night in nights if night.came]
    return (
        find_longest(came, [night.place == 1 for night in came]),
        find_longest(came, [(night.place or 4) <= 3 for night in came]),
        find_longest(nights, [night.came for night in nights]),
    )
