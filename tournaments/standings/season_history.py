"""A season over time: the standing after each night, and the standing of each night alone."""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from typing import Any, NamedTuple, TypeVar

from scoring.toolkit.cache import LRU
from tournaments.club import seasons as club_seasons
from tournaments.models import Club, Night, Season
from tournaments.standings import rules
from tournaments.standings.inputs import StandingInput, load_standing_inputs
from tournaments.standings.rules import Division, PlayedNight, Points, ScoredNight, SeasonRules


class Step(NamedTuple):
    """A player's place and points in the standing after one of the season's nights."""

    rank: int | None  # None: below the line
    points: Points | None


Steps = Mapping[int, Step]  # by player
Drawn = TypeVar("Drawn")
MOST_DRAWN = 100


class History:
    """The standings and results of one season, computed once and kept. It covers the closed nights,
    keyed by number.

    Whatever an earlier history (`before`) computed from the same inputs is reused. If a night is
    corrected, that night and all later standings are computed again.
    """

    def __init__(self, inputs: StandingInput, before: "History | None" = None) -> None:
        self.inputs = inputs
        self.results_version = (
            ""  # the club's `results_version` when this was last known to be current
        )
        self.days, self.corrections = inputs.days, inputs.corrections
        self.ids = {number: key[0] for number, key in inputs.keys.items()}
        self.played = inputs.nights
        self._drawn = LRU[Hashable, Any](MOST_DRAWN)
        self._members = frozenset(person.id for person in inputs.people if not person.guest)
        self._made: dict[Hashable, Any] = {}
        self._before = before._made if before else {}

    def _once(self, key: Hashable, make: Callable[[], Any]) -> Any:
        if key not in self._made:
            self._made[key] = self._before[key] if key in self._before else make()
        return self._made[key]

    def get_or_render(self, key: Hashable, make: Callable[[], Drawn]) -> Drawn:
        """Return a part of a page about this season, rendered. It comes from the cache or is made
        by `make`. `key` names everything else on which that part depends, such as the language.
        """
        rendered: Drawn = self._drawn.get_or_make(key, make)
        return rendered

    @cached_property
    def standing(self) -> tuple[Division, ...]:
        inputs = self.inputs
        return rules.rank_season(inputs.terms, inputs.people, self.played, self._evening)

    def _evening(
        self, night: PlayedNight, terms: SeasonRules, _members: frozenset[int]
    ) -> ScoredNight:
        """Return a night, scored by the rules of the season, from the cache if possible.

        Points may depend on who is a member and not a guest: for example, an absent player may get
        the worst score of a member. The members of the whole season are used for every night, so
        that a night gives the same points in the standing after every later night. The members that
        the caller gives (`_members`) are therefore ignored.
        """
        key = ("evening", self.inputs.keys[night.number], night.number, terms, self._members)
        return self._once(key, lambda: ScoredNight(night, terms, self._members))  # type: ignore[no-any-return]

    @cached_property
    def steps(self) -> dict[int, Steps]:
        return dict(self._after_each())

    def _after_each(self) -> Iterator[tuple[int, Steps]]:
        """Yield the number of each night, with the players' places and points after that night.
        Players whose first night was later are not included.
        """
        inputs, came = self.inputs, set[int]()
        for many, (number, facts) in enumerate(inputs.facts.items(), 1):
            came |= facts.came
            people = tuple(
                person for person in inputs.people if person.id in came or person.division
            )
            nights = self.played[:many]
            key = ("after", tuple(inputs.keys.items())[:many], inputs.terms, people, self._members)
            yield number, self._once(key, partial(self._stood, people, nights))

    def _stood(self, people: Sequence[rules.Person], nights: Sequence[PlayedNight]) -> Steps:
        divisions = rules.rank_season(self.inputs.terms, people, nights, self._evening, moves=False)
        rows = (row for division in divisions for row in division.rows)
        return {row.player: Step(row.rank, row.points) for row in rows}

    @cached_property
    def nights(self) -> dict[int, Division]:
        """The standing of each night by itself, keyed by the night's number in the season."""
        everybody = {item.id: item for item in self.inputs.people}
        return {item.number: self._alone(item, everybody) for item in self.played}

    def _alone(self, night: PlayedNight, everybody: Mapping[int, rules.Person]) -> Division:
        present = sorted(self.inputs.facts[night.number].came & everybody.keys())
        people, terms = tuple(everybody[player] for player in present), self.inputs.terms
        key = ("night", self.inputs.keys[night.number], night.number, terms, people)
        return self._once(key, lambda: rules.rank_night(terms, people, night))  # type: ignore[no-any-return]


def list_seasons_played(club: Club) -> list[Season]:
    """Return the club's seasons with a closed night: that of the night going on first, the others
    by their last night.
    """
    played = Season.objects.filter(club=club, nights__state=Night.State.CLOSED).distinct()
    seasons = list(club_seasons.lead_with_last_night(played.select_related("reglement")))
    for season in seasons:
        season.club = club
    return seasons


MOST_SEASONS = 50
# The latest History of each season: counting takes ten times as long as the rest of its page.
_known = LRU[int, History](MOST_SEASONS)


def load_history(season: Season) -> History:
    """Return the standings and results of a season. They stay cached until the club's
    `results_version` changes, which happens with everything that a standing depends on.
    """
    return load_histories([season])[0]


def load_histories(seasons: Sequence[Season]) -> list[History]:
    """Return the standings and results of these seasons of one club, in the same order. They stay
    cached until the club's `results_version` changes, which happens with everything that a standing
    depends on.

    The caller must read that version before any other data. Otherwise results of old data might be
    cached under a new version.
    """
    cached = _known.get_many(season.pk for season in seasons)
    new = [
        season
        for season in seasons
        if season.pk not in cached
        or cached[season.pk].results_version != season.club.results_version
    ]
    for season, history in zip(new, recompute(new) if new else [], strict=True):
        history.results_version = season.club.results_version
        cached[season.pk] = history
    return [cached[season.pk] for season in seasons]


def recompute(seasons: Sequence[Season]) -> list[History]:
    """Return the standings and results of the seasons, computed from the current data. The club's
    `results_version` is not relied on, because the caller may have just changed something in this
    transaction.
    """
    return [
        _kept(season.pk, inputs)
        for season, inputs in zip(seasons, load_standing_inputs(seasons), strict=True)
    ]


def _kept(season: int, inputs: StandingInput) -> History:
    """Return the season's cached history if it was computed from these same inputs, else compute
    and cache a new one. Inputs stay the same if only names or another season changed.
    """
    before = _known.get(season)
    if before and before.inputs == inputs:
        return before
    history = History(inputs, before)
    _known.put_many({season: history})
    return history
