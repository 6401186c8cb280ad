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


class Above(NamedTuple):
    """Who is in the next higher place."""

    place: int
    name: str  # empty if nobody may see it
    gap: Number


def find_above(rows: Iterable[Row], own: Row, name: Callable[[int], str]) -> Above | None:
    if own.rank is None or own.points is None:
        return None
    ahead = [row for row in rows if row.rank is not None and row.rank < own.rank]
    if not ahead or (points := ahead[-1].points) is None:
        return None
    gap = as_number(abs(points - own.points))  # type: ignore[arg-type]
    called = name(ahead[-1].player)
    assert gap is not None
    return Above(ahead[-1].rank, "" if called == NOBODY else called, gap)  # type: ignore[arg-type]


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
