"""The standings of seasons and nights, from what was played. Only nights that are closed count in a
season.
"""

from collections.abc import Callable, Iterable
from functools import partial
from typing import NamedTuple

from django.db.models import Q

from tournaments.models import Night, Season
from tournaments.standings import history, played_nights, rules, tie_rulings
from tournaments.standings.inputs import (
    merged_ids,
    merges,
    people_of,
    season_rules,
    standing_inputs,
)
from tournaments.standings.played_nights import NightFacts, PlayedSheet
from tournaments.standings.rules import (
    Division,
    NightPoints,
    Person,
    Points,
    ScoredNight,
    SeasonRules,
)

Counting = Callable[[SeasonRules, Iterable[Person], rules.PlayedNight], Division]


class InSeason(NamedTuple):
    """What a night counts there."""

    tallies: dict[int, NightPoints]  # by player
    worst: Points  # score of it


def season_standing(season: Season, tonight: Night | None = None) -> tuple[Division, ...]:
    """Where everybody stands after the nights that are closed; and tonight, as far as it is."""
    return as_settled(season, _standing(season, tonight))


def _standing(season: Season, tonight: Night | None = None) -> tuple[Division, ...]:
    if not tonight:
        return history.recompute([season])[0].standing
    (found,) = standing_inputs([season], tonight)
    return rules.of_season(found.terms, found.people, found.nights)


def before_settling(season: Season, night: Night | None = None) -> tuple[Division, ...]:
    """Of the season, or of one of its nights, with all ties that there are."""
    if not night:
        return _standing(season)
    held = played_nights.load_nights({1: night}, merges(season))[1]
    return (_of_night(night, held)[0],)


def as_settled(season: Season, found: tuple[Division, ...]) -> tuple[Division, ...]:
    """With what people settled of its ties."""
    return tie_rulings.applied(
        found, season.settlements.filter(night=None), partial(merged_ids, season)
    )


def unread_nights(season: Season) -> list[Night]:
    """Closed nights of which it is not known yet what they came to."""
    merged = merges(season)
    closed = season.nights.filter(state=Night.State.CLOSED).order_by("day", "pk")
    return [night for night in closed if not played_nights.is_known(night, merged)]


def read_one(night: Night) -> None:
    """Known from now on."""
    played_nights.load_nights({1: night}, merges(night.season))


def nights_of(season: Season) -> list[rules.PlayedNight]:
    """Those that count, as they were played."""
    nights = enumerate(season.nights.order_by("day", "pk"), 1)
    closed = {number: one for number, one in nights if one.state == Night.State.CLOSED}
    return played_nights.as_nights(played_nights.load_nights(closed, merges(season)))


def night_standing(night: Night) -> Division:
    """While it is played, what is in so far."""
    return _night(night, played_nights.load_nights({1: night}, merges(night.season))[1])[0]


def of_night_by_round(night: Night) -> tuple[Division, list[int]]:
    """As it would be if nothing were added, and of which rounds that is, by number."""
    held = played_nights.load_nights({1: night}, merges(night.season))[1]
    return _as_settled(night, *_of_night(night, held))


def of_night_if_closed(night: Night) -> tuple[Division, list[int], NightFacts]:
    """Likewise, with what was played, and who sat at a table that did not end missed its round."""
    held = played_nights.if_closed(night, merges(night.season))
    return *_as_settled(night, *_of_night(night, held)), held


def of_night_in_full(night: Night) -> tuple[Division, list[int], dict[int, PlayedSheet]]:
    """And all its forms, by the id of the sheet."""
    held, forms = played_nights.in_full(night, dict(merges(night.season)))
    return *_night(night, held), forms


def _night(night: Night, held: NightFacts) -> tuple[Division, list[int]]:
    make = rules.of_night if night.state == Night.State.CLOSED else rules.so_far
    return _as_settled(night, *_of_night(night, held, make))


def _as_settled(night: Night, found: Division, rounds: list[int]) -> tuple[Division, list[int]]:
    known = partial(merged_ids, night.season)
    return tie_rulings.applied([found], night.settlements.all(), known)[0], rounds


def _of_night(
    night: Night, held: NightFacts, make: Counting = rules.of_night
) -> tuple[Division, list[int]]:
    (found,) = played_nights.as_nights({1: held})
    division = make(season_rules(night.season), people_of(night, held), found)
    return division, rules.rounds_played(found)


def in_season(night: Night, held: NightFacts | None = None) -> InSeason:
    """Of who was there. `held`: what was played on it, where that is not as it is now."""
    held = held or played_nights.load_nights({1: night}, merges(night.season))[1]
    terms, people = season_rules(night.season), people_of(night, held)
    (found,) = played_nights.as_nights({1: held})
    members = frozenset(one.id for one in people if not one.guest)
    worst = ScoredNight(found, terms, members).worst
    if night.season.signed_off == Season.Absence.OWN:  # which all other nights make, too
        number, season = _with_others(night, held)
        return InSeason(_tallies(season, number), worst)
    return InSeason(_tallies(rules.of_season(terms, people, [found]), 1), worst)


def _with_others(night: Night, held: NightFacts) -> tuple[int, tuple[Division, ...]]:
    earlier = Q(day__lt=night.day) | Q(day=night.day, pk__lt=night.pk)
    number = night.season.nights.filter(earlier).count() + 1
    (found,) = standing_inputs([night.season], night)
    found = found._replace(held=found.held | {number: held})
    return number, rules.of_season(found.terms, found.people, found.nights)


def _tallies(divisions: Iterable[Division], number: int) -> dict[int, NightPoints]:
    rows = [row for one in divisions for row in one.rows]
    return {row.player: one for row in rows for one in row.tallies if one.night == number}


def places(season: Season, tonight: Night | None = None) -> dict[int, int]:
    """By the id of a member; those below the line come after all others, and share a place."""
    found: dict[int, int] = {}
    for division in season_standing(season, tonight):
        before = len(found)
        ranked = sum(row.rank is not None for row in division.rows)
        for row in division.rows:
            found[row.player] = before + (row.rank or ranked + 1)
    return found
