"""A season as it went: where everybody stood after each night, and each night for itself."""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from typing import Any, NamedTuple, TypeVar

from scoring.toolkit.cache import LRU
from tournaments.models import Season
from tournaments.standings import rules
from tournaments.standings.inputs import StandingInput, standing_inputs
from tournaments.standings.rules import Division, PlayedNight, Points, ScoredNight, SeasonRules


class Step(NamedTuple):
    """Where somebody stood after a night."""

    rank: int | None  # None: below the line
    points: Points | None


Steps = Mapping[int, Step]  # by player
Drawn = TypeVar("Drawn")
MOST_DRAWN = 100


class History:
    """By the numbers of the nights, of those that count. What is asked for is counted once, and not
    again what the one `before` it counted of the same: a night that was corrected is counted anew,
    with where everybody stood since; where they stood until then stays.
    """

    def __init__(self, found: StandingInput, before: "History | None" = None) -> None:
        self.found = found
        self.stamp = ""  # of the club, when it was last found to be the same
        self.days, self.left, self.corrections = found.days, found.left, found.corrections
        self.ids = {number: key[0] for number, key in found.keys.items()}
        self.played = found.nights
        self._drawn = LRU[Hashable, Any](MOST_DRAWN)
        self._members = frozenset(one.id for one in found.people if not one.guest)
        self._made: dict[Hashable, Any] = {}
        self._before = before._made if before else {}

    def _once(self, key: Hashable, make: Callable[[], Any]) -> Any:
        if key not in self._made:
            self._made[key] = self._before[key] if key in self._before else make()
        return self._made[key]

    def drawn(self, key: Hashable, make: Callable[[], Drawn]) -> Drawn:
        """What pages made of these figures, which goes when they do. `key`: all else that it hangs
        on, such as the language and names.
        """
        found: Drawn = self._drawn.get_or_make(key, make)
        return found

    @cached_property
    def standing(self) -> tuple[Division, ...]:
        found = self.found
        return rules.of_season(found.terms, found.people, self.played, self._evening)

    def _evening(
        self, night: PlayedNight, terms: SeasonRules, _members: frozenset[int]
    ) -> ScoredNight:
        """Of all members: who came later changes nothing about it."""
        key = ("evening", self.found.keys[night.number], night.number, terms, self._members)
        return self._once(key, lambda: ScoredNight(night, terms, self._members))  # type: ignore[no-any-return]

    @cached_property
    def steps(self) -> dict[int, Steps]:
        return dict(self._after_each())

    def _after_each(self) -> Iterator[tuple[int, Steps]]:
        """As the standing was then: who came later is not in it yet."""
        found, came = self.found, set[int]()
        for many, (number, held) in enumerate(found.held.items(), 1):
            came |= held.came
            people = tuple(one for one in found.people if one.id in came or one.division)
            nights = self.played[:many]
            key = ("after", tuple(found.keys.items())[:many], found.terms, people, self._members)
            yield number, self._once(key, partial(self._stood, people, nights))

    def _stood(self, people: Sequence[rules.Person], nights: Sequence[PlayedNight]) -> Steps:
        divisions = rules.of_season(self.found.terms, people, nights, self._evening, moves=False)
        rows = (row for division in divisions for row in division.rows)
        return {row.player: Step(row.rank, row.points) for row in rows}

    @cached_property
    def nights(self) -> dict[int, Division]:
        """Who stood where on that night alone."""
        everybody = {one.id: one for one in self.found.people}
        return {one.number: self._alone(one, everybody) for one in self.played}

    def _alone(self, night: PlayedNight, everybody: Mapping[int, rules.Person]) -> Division:
        here = sorted(self.found.held[night.number].came & everybody.keys())
        people, terms = tuple(everybody[player] for player in here), self.found.terms
        key = ("night", self.found.keys[night.number], night.number, terms, people)
        return self._once(key, lambda: rules.of_night(terms, people, night))  # type: ignore[no-any-return]

    def places(self, number: int) -> dict[int, int]:
        """On that night alone, of who was there for all of it."""
        return {row.player: row.rank for row in self.nights[number].rows if row.rank}


MOST_SEASONS = 50
# By season, the last one: counting takes ten times as long as all else on the page that shows it.
_known = LRU[int, History](MOST_SEASONS)


def load_history(season: Season) -> History:
    return of_all([season])[0]


def of_all(seasons: Sequence[Season]) -> list[History]:
    """Of one club, in the same order. The same until its stamp is another, which is read before all
    else.
    """
    found = _known.get_many(one.pk for one in seasons)
    new = [one for one in seasons if one.pk not in found or found[one.pk].stamp != one.club.stamp]
    for one, history in zip(new, recompute(new) if new else [], strict=True):
        history.stamp = one.club.stamp
        found[one.pk] = history
    return [found[one.pk] for one in seasons]


def recompute(seasons: Sequence[Season]) -> list[History]:
    """Likewise, for verbs, which may have changed what it follows from themselves."""
    return [
        _kept(one.pk, found) for one, found in zip(seasons, standing_inputs(seasons), strict=True)
    ]


def _kept(season: int, found: StandingInput) -> History:
    """The same one where only names changed, or another season."""
    before = _known.get(season)
    if before and before.found == found:
        return before
    history = History(found, before)
    _known.put_many({season: history})
    return history
