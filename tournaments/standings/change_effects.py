"""What a change of a rule, a division or a member would do to the results of closed nights."""

from collections.abc import Callable, Iterator, Mapping
from datetime import date
from functools import partial
from operator import attrgetter
from typing import NamedTuple

from tournaments.models import Member, Night, Season
from tournaments.standings.inputs import Otherwise, StandingInput, load_standing_inputs
from tournaments.standings.rules.breakdown import Division, Row
from tournaments.standings.rules.points import PlayedNight, Points
from tournaments.standings.rules.rank_night import rank_night
from tournaments.standings.rules.rank_season import rank_season

Both = tuple[int | None, int | None]  # places before and after


class Recounted(NamedTuple):
    """Points as they are and as they would be. None: the night or season does not count."""

    player: int
    before: Points | None
    after: Points | None


class Effect(NamedTuple):
    nights: dict[date, list[Recounted]]  # nights whose points change
    moved: dict[int, Both]  # in the standing, keyed by player
    totals: list[Recounted]  # in the standing
    placed: dict[date, dict[int, Both]]  # on a night alone
    prizes: frozenset[date]  # nights whose prizes go to others
    parts: dict[str, dict[int, Both]]  # in standings of periods and further ones, by key

    def __bool__(self) -> bool:
        return any(self)


Effects = list[tuple[Season, Effect]]


def count_rules(season: Season, changed: Season) -> Effects:
    return _effects([season], load_standing_inputs([season]), load_standing_inputs([changed]))


def count_divisions(season: Season, period: int, divisions: Mapping[int, int | None]) -> Effects:
    then = load_standing_inputs([season], otherwise=Otherwise(None, divisions, period))
    return _effects([season], load_standing_inputs([season]), then)


def count_member(changed: Member) -> Effects:
    """`changed` is not saved."""
    closed = Night.objects.filter(state=Night.State.CLOSED).values("season")
    played = Season.objects.filter(club=changed.club_id, pk__in=closed)
    seasons = list(played.select_related("club", "reglement"))
    if not seasons:
        return []
    return _effects(
        seasons,
        load_standing_inputs(seasons),
        load_standing_inputs(seasons, otherwise=Otherwise(changed)),
    )


def _effects(
    seasons: list[Season], before: list[StandingInput], then: list[StandingInput]
) -> Effects:
    pairs = [
        (season, _effect(was, comes))
        for season, was, comes in zip(seasons, before, then, strict=True)
        if (was.terms, was.people, was.parts) != (comes.terms, comes.people, comes.parts)
    ]
    return [(season, effect) for season, effect in pairs if effect]


def _effect(before: StandingInput, then: StandingInput) -> Effect:
    rows, after = _rows(before), _rows(then)
    nights = {
        day: list(_recounted(rows, after, partial(_points, number=number)))
        for number, day in before.days.items()
    }
    alone = {
        before.days[was.number]: (_rank_night(before, was), _rank_night(then, comes))
        for was, comes in zip(before.nights, then.nights, strict=True)
    }
    placed = {
        day: _moved(*({row.player: row for row in division.rows} for division in both))
        for day, both in alone.items()
    }
    parts = {
        key: _moved(_rows(before.select_standing(key)), _rows(then.select_standing(key)))
        for key in before.parts
        if key in then.parts
    }
    return Effect(
        {day: changes for day, changes in nights.items() if changes},
        _moved(rows, after),
        list(_recounted(rows, after, attrgetter("points"))),
        {day: changes for day, changes in placed.items() if changes},
        frozenset(day for day, (was, comes) in alone.items() if was.prizes != comes.prizes),
        {key: moved for key, moved in parts.items() if moved},
    )


def _rows(inputs: StandingInput) -> dict[int, Row]:
    divisions = rank_season(inputs.terms, inputs.people, inputs.nights, moves=False)
    return {row.player: row for division in divisions for row in division.rows}


def _rank_night(inputs: StandingInput, night: PlayedNight) -> Division:
    came = inputs.facts[night.number].came
    people = [person for person in inputs.people if person.id in came]
    return rank_night(inputs.count_night(night.number), people, night)


def _moved(before: dict[int, Row], after: dict[int, Row]) -> dict[int, Both]:
    players = sorted(before.keys() | after.keys())
    ranks = {pk: (_rank(before, pk), _rank(after, pk)) for pk in players}
    return {pk: both for pk, both in ranks.items() if both[0] != both[1]}


def _recounted(
    before: dict[int, Row], after: dict[int, Row], counts: Callable[[Row], Points | None]
) -> Iterator[Recounted]:
    for player in sorted(before.keys() | after.keys()):
        was, comes = (counts(rows[player]) if player in rows else None for rows in (before, after))
        if was != comes:
            yield Recounted(player, was, comes)


def _points(row: Row, number: int) -> Points | None:
    counted = (tally.points for tally in row.tallies if tally.night == number and tally.counts)
    return next(counted, None)


def _rank(rows: dict[int, Row], player: int) -> int | None:
    return rows[player].rank if player in rows else None
