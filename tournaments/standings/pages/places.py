from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import NamedTuple

from tournaments.names import NOBODY, fold
from tournaments.standings.rules.breakdown import Row, round_points
from tournaments.standings.rules.points import MARKS, Points

Number = int | Decimal


def count_marks(row: Row) -> dict[str, int | None]:
    marks = row.marks
    return {kind: None if marks is None else marks[kind] for kind in MARKS}


@dataclass(frozen=True)
class PlacedRow:
    player: int
    anchor: str  # tells nothing of the player, who may be hidden
    order: int  # in the standing; those without a place have one too
    place: int | None
    is_tied: bool
    name: str
    address: str  # empty where the name is hidden
    remarks: str
    points: Number | None
    dashes: int | None  # None: unknown for all nights
    has_more_dashes: bool  # on nights of which none are known
    marks: Mapping[str, int | None]  # pits, roem and times nat

    @property
    def sort_name(self) -> str:
        return fold(self.name)


class Near(NamedTuple):
    """Who is in the next higher place, or behind who is in the first."""

    place: int
    name: str  # empty if nobody may see it
    gap: Number


def find_above(rows: Iterable[Row], own: Row, name: Callable[[int], str]) -> Near | None:
    ahead = [row for row in rows if row.rank and own.rank and row.rank < own.rank]
    return _measure(ahead[-1], own, name) if ahead else None


def find_second(rows: Iterable[Row], own: Row, name: Callable[[int], str]) -> Near | None:
    """Return None for who is not in the first place."""
    second = next((row for row in rows if own.rank == 1 and (row.rank or 0) > 1), None)
    return _measure(second, own, name) if second else None


def _measure(other: Row, own: Row, name: Callable[[int], str]) -> Near | None:
    if other.points is None or own.points is None:
        return None
    gap, called = as_number(abs(other.points - own.points)), name(other.player)  # type: ignore[arg-type]
    return Near(other.rank or 0, "" if called == NOBODY else called, gap or 0)


@dataclass(frozen=True)
class OwnPlace:
    row: PlacedRow
    nearest: PlacedRow | None  # on the next higher place or, for the first place, the next lower
    prefix: str = ""  # of the table's parts of a query string

    @property
    def is_behind(self) -> bool:
        return bool(self.nearest and self.nearest.order < self.row.order)

    @property
    def gap(self) -> Number | None:
        if self.nearest is None or self.row.points is None or self.nearest.points is None:
            return None
        gap: Number = abs(self.row.points - self.nearest.points)  # type: ignore[assignment]
        return gap


def list_own_places(
    rows: Sequence[PlacedRow], players: Collection[int], prefix: str = ""
) -> Iterator[OwnPlace]:
    for row in rows:
        if row.player in players:
            yield OwnPlace(row, _find_nearest(rows, row), prefix)


def _find_nearest(rows: Sequence[PlacedRow], own: PlacedRow) -> PlacedRow | None:
    if own.place is None:
        return None
    others = [row for row in rows if row.place not in (None, own.place)]
    above = [row for row in others if row.order < own.order]
    return above[-1] if above else next(iter(others), None)


def as_number(points: Points | None) -> Number | None:
    """Return the points as shown; a `Fraction` would be slow to keep in the cache."""
    if points is None:
        return None
    shown = round_points(points)
    whole, rest = divmod(shown.numerator, shown.denominator)
    return Decimal(shown.numerator) / shown.denominator if rest else whole
