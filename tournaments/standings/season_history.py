from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import wraps
from typing import Any, NamedTuple, ParamSpec, TypeVar

from django.core.cache import cache
from django.utils.translation import get_language

from tournaments.club import seasons as club_seasons
from tournaments.models import Club, Night, Season
from tournaments.standings.corrections import Correction
from tournaments.standings.inputs import StandingInput, load_standing_inputs
from tournaments.standings.rules.breakdown import Division
from tournaments.standings.rules.points import PlayedNight, Points, SeasonRules
from tournaments.standings.rules.rank_night import rank_night
from tournaments.standings.rules.rank_season import rank_season
from tournaments.standings.rules.score_night import ScoredNight

A_DAY = 24 * 3600
P = ParamSpec("P")
Kept = TypeVar("Kept")
Read = Callable[P, Kept]


class Step(NamedTuple):
    rank: int | None  # None: below the line
    points: Points | None


Steps = Mapping[int, Step]  # by player


@dataclass(frozen=True)
class History:
    """The standings and results of a season's closed nights, each keyed by its number."""

    inputs: StandingInput
    standing: tuple[Division, ...]
    steps: Mapping[int, Steps]
    nights: Mapping[int, Division]  # each by itself

    @property
    def days(self) -> Mapping[int, date]:
        return self.inputs.days

    @property
    def ids(self) -> Mapping[int, int]:
        return self.inputs.ids

    @property
    def corrections(self) -> Sequence[Correction]:
        return self.inputs.corrections

    @property
    def came(self) -> frozenset[int]:
        """On any night."""
        return frozenset[int]().union(*(facts.came for facts in self.inputs.facts.values()))

    @property
    def ended(self) -> frozenset[int]:
        """Numbers of the nights on which a round was played to its end. Others count for nobody."""
        rows = [row for division in self.standing for row in division.rows]
        return frozenset(tally.night for row in rows for tally in row.tallies)

    def list_places(self, player: int) -> list[int | None]:
        """After each night."""
        found = [steps.get(player) for steps in self.steps.values()]
        return [step.rank if step else None for step in found]

    @property
    def played(self) -> list[PlayedNight]:
        return self.inputs.nights


def list_seasons_played(club: Club) -> list[Season]:
    """Those with a closed night: that of the night going on first, then by their last night."""
    played = Season.objects.filter(club=club, nights__state=Night.State.CLOSED).distinct()
    seasons = list(club_seasons.lead_with_last_night(played.select_related("reglement")))
    for season in seasons:
        season.club = club
    return seasons


def keep_until(version: Callable[[Any], object]) -> Callable[[Read[P, Kept]], Read[P, Kept]]:
    """Keep what is read for these arguments and this language until the `version` of the first one
    changes, or which seasons a list among them has. Only the latest is kept, as several would fill
    the memory. What has the version must be read before anything else.
    """

    def decorate(read: Read[P, Kept]) -> Read[P, Kept]:
        @wraps(read)
        def find(*args: P.args, **more: P.kwargs) -> Kept:
            lists = [[item.pk for item in part] for part in args if isinstance(part, list)]
            single = [getattr(part, "pk", part) for part in args if not isinstance(part, list)]
            named = [f"{name}={getattr(part, 'pk', part)}" for name, part in more.items()]
            parts = (read.__module__, read.__name__, get_language(), *single, *named)
            key, now = "-".join(map(str, parts)), f"{version(args[0])} {lists}"
            kept: tuple[str, Kept] | None = cache.get(key)
            if kept and kept[0] == now:
                return kept[1]
            made = read(*args, **more)
            cache.set(key, (now, made), A_DAY)
            return made

        return find

    return decorate


def load_history(season: Season, key: str = "") -> History:
    """`key` is that of a period's or a further standing, whose history is not kept."""
    history = load_histories([season])[season]
    return _compute(history.inputs.select_standing(key)) if key else history


def load_histories(seasons: Sequence[Season]) -> dict[Season, History]:
    """Return the histories of seasons of one club, in the same order. `season.club` must have been
    read before anything else: what is kept under its version must not be older than it.
    """
    keys = {season: f"history:{season.pk}" for season in seasons}
    kept: dict[str, tuple[str, History]] = cache.get_many(keys.values())
    found = {season: kept[key] for season, key in keys.items() if key in kept}
    old = [s for s in seasons if s not in found or found[s][0] != s.club.results_version]
    for season, inputs in zip(old, load_standing_inputs(old) if old else (), strict=True):
        # Names or another season may have changed, and not this one.
        is_same = season in found and found[season][1].inputs == inputs
        history = found[season][1] if is_same else _compute(inputs)
        found[season] = (season.club.results_version, history)
        cache.set(keys[season], found[season], A_DAY)
    return {season: found[season][1] for season in seasons}


def rank_part(inputs: StandingInput, key: str) -> tuple[Division, ...]:
    """Return the standing with this key as it is now, without ties that were settled."""
    part = inputs.select_standing(key)
    return rank_season(part.terms, part.people, part.nights, moves=False)


def _compute(inputs: StandingInput) -> History:
    members = frozenset(person.id for person in inputs.people if not person.guest)
    scored = {night.number: ScoredNight(night, inputs.terms, members) for night in inputs.nights}

    def score(night: PlayedNight, _terms: SeasonRules, _members: frozenset[int]) -> ScoredNight:
        """A night gives the same points in the standing after every later night, as its members
        are those of the whole season.
        """
        return scored[night.number]

    everybody = {person.id: person for person in inputs.people}
    return History(
        inputs,
        standing=rank_season(inputs.terms, inputs.people, inputs.nights, score),
        steps=dict(_rank_after_each(inputs, score)),
        nights={
            night.number: rank_night(
                inputs.count_night(night.number),
                [
                    everybody[player]
                    for player in sorted(inputs.facts[night.number].came & everybody.keys())
                ],
                night,
            )
            for night in inputs.nights
        },
    )


def _rank_after_each(
    inputs: StandingInput, score: Callable[[PlayedNight, SeasonRules, frozenset[int]], ScoredNight]
) -> Iterator[tuple[int, Steps]]:
    """After each night, of who came by then or is in a division."""
    came = set[int]()
    for number, facts in inputs.facts.items():
        came |= facts.came
        people = [person for person in inputs.people if person.id in came or person.division]
        nights = [night for night in inputs.nights if night.number <= number]
        divisions = rank_season(inputs.terms, people, nights, score, moves=False)
        rows = (row for division in divisions for row in division.rows)
        yield number, {row.player: Step(row.rank, row.points) for row in rows}
