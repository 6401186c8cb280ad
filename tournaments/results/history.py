"""A season as it went: where everybody stood after each night, and each night for itself."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple

from tournaments import standings
from tournaments.models import Season
from tournaments.results import counted
from tournaments.standings import Division, Evening, Night, Person, Points, Terms


class Step(NamedTuple):
    """Where somebody stood after a night."""

    rank: int | None  # None: below the line
    points: Points | None


Steps = Mapping[int, Step]  # by player


class History(NamedTuple):
    """By the numbers of the nights, of those that count."""

    days: dict[int, date]
    ids: dict[int, int]
    steps: dict[int, Steps]
    nights: dict[int, Division]  # who stood where on that night alone
    played: list[Night]
    standing: tuple[Division, ...]
    left: int  # nights that are still to be played

    def places(self, number: int) -> dict[int, int]:
        """On that night alone, of who was there for all of it."""
        return {row.player: row.rank for row in self.nights[number].rows if row.rank}


MOST_SEASONS, MOST_KEPT = 50, 1000
# What follows from these never changes.
_known: dict[tuple[int, str], History] = {}
_histories: dict[counted.Whole, History] = {}
_steps: dict[tuple[Terms, tuple[Person, ...], tuple[object, ...]], Steps] = {}
_nights: dict[tuple[Terms, tuple[Person, ...], object], Division] = {}


def of(season: Season) -> History:
    return of_all([season])[0]


def of_all(seasons: Sequence[Season]) -> list[History]:
    """Of one club, in the same order. The same until its stamp is another, which is read before all
    else.
    """
    found = {one.pk: _known.get((one.pk, one.club.stamp)) for one in seasons}
    if new := [one for one in seasons if found[one.pk] is None]:
        if len(_known) + len(new) > MOST_SEASONS:
            _known.clear()
        for one, material in zip(new, counted.materials(new), strict=True):
            found[one.pk] = _known[one.pk, one.club.stamp] = _read(material)
    return [history for history in found.values() if history]


def _read(found: counted.Material) -> History:
    """The same while only names change."""
    if found.whole not in _histories:
        _make_room(_histories, MOST_SEASONS)
        _histories[found.whole] = _gone(found)
    return _histories[found.whole]._replace(left=found.left)


def _gone(found: counted.Material) -> History:
    ids = {number: key[0] for number, key in found.keys.items()}
    return History(
        found.days,
        ids,
        dict(_after_each(found)),
        dict(_each(found)),
        found.nights,
        counted.standing(found),
        found.left,
    )


def _after_each(found: counted.Material) -> Iterator[tuple[int, Steps]]:
    """As the standing was then: who came later is not in it yet. A night that was corrected is
    counted anew with those after it; those before stay as they are.
    """
    came: set[int] = set()
    members = frozenset(one.id for one in found.people if not one.guest)

    def evening(night: Night, terms: Terms, _members: frozenset[int]) -> Evening:
        """Of all members: who came later changes nothing about it."""
        return found.evening(night, terms, members)

    for many, (number, held) in enumerate(found.held.items(), 1):
        came |= held.came
        people = tuple(one for one in found.people if one.id in came or one.division)
        key = (found.terms, people, tuple(found.keys.items())[:many])
        if key not in _steps:
            _make_room(_steps)
            rows = standings.of_season(
                found.terms, people, found.nights[:many], evening, moves=False
            )
            _steps[key] = _stood(rows)
        yield number, _steps[key]


def _stood(divisions: Sequence[Division]) -> Steps:
    rows = (row for division in divisions for row in division.rows)
    return {row.player: Step(row.rank, row.points) for row in rows}


def _each(found: counted.Material) -> Iterator[tuple[int, Division]]:
    everybody = {one.id: one for one in found.people}
    for night in found.nights:
        here = sorted(found.held[night.number].came & everybody.keys())
        people = tuple(everybody[player] for player in here)
        key = (found.terms, people, found.keys[night.number])
        if key not in _nights:
            _make_room(_nights)
            _nights[key] = standings.of_night(found.terms, people, night)
        yield night.number, _nights[key]


def _make_room(kept: dict[Any, Any], most: int = MOST_KEPT) -> None:
    if len(kept) >= most:
        kept.clear()
