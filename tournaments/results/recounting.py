"""What another rule of a season makes of closed nights: said before it is saved."""

from collections.abc import Iterator
from datetime import date
from typing import NamedTuple

from tournaments import standings
from tournaments.models import Season
from tournaments.results.sources import materials
from tournaments.standings import Points, Row


class Recounted(NamedTuple):
    """What somebody's night counts now, and would count; None: nothing."""

    player: int
    before: Points | None
    after: Points | None


class Effect(NamedTuple):
    nights: dict[date, list[Recounted]]  # those that come to something else
    moved: dict[int, tuple[int | None, int | None]]  # places before and after, by player

    def __bool__(self) -> bool:
        return bool(self.nights or self.moved)


def effect(season: Season, changed: Season) -> Effect:
    """`changed`: the same season under other rules, which are not saved."""
    rows, days = _counted(season)
    after, _days = _counted(changed)
    nights = {day: list(_recounted(rows, after, number)) for number, day in days.items()}
    ranks = {pk: (_rank(rows, pk), _rank(after, pk)) for pk in sorted(rows.keys() | after.keys())}
    return Effect(
        {day: found for day, found in nights.items() if found},
        {pk: both for pk, both in ranks.items() if both[0] != both[1]},
    )


def _counted(season: Season) -> tuple[dict[int, Row], dict[int, date]]:
    """Rows by player, and the days of the nights that count."""
    (found,) = materials([season])
    divisions = standings.of_season(found.terms, found.people, found.nights, moves=False)
    return {row.player: row for one in divisions for row in one.rows}, found.days


def _recounted(before: dict[int, Row], after: dict[int, Row], number: int) -> Iterator[Recounted]:
    for player in sorted(before.keys() | after.keys()):
        was, comes = _points(before, player, number), _points(after, player, number)
        if was != comes:
            yield Recounted(player, was, comes)


def _points(rows: dict[int, Row], player: int, number: int) -> Points | None:
    tallies = rows[player].tallies if player in rows else ()
    return next((one.points for one in tallies if one.night == number and one.counts), None)


def _rank(rows: dict[int, Row], player: int) -> int | None:
    return rows[player].rank if player in rows else None
