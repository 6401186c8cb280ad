from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from django.db.models import Q, QuerySet

from tournaments.members import couples
from tournaments.members.members import Enrolled
from tournaments.models import Night, Season, TieRuling
from tournaments.standings import who_played
from tournaments.standings.inputs import (
    build_night_rules,
    build_people,
    build_season_rules,
    load_standing_inputs,
    read_guests,
)
from tournaments.standings.rules.breakdown import Division, NightPoints, TieDecision
from tournaments.standings.rules.points import (
    OF_OWN_AVERAGE,
    Person,
    PlayedNight,
    Points,
    SeasonRules,
)
from tournaments.standings.rules.rank_night import rank_night, rank_night_so_far
from tournaments.standings.rules.rank_season import rank_season
from tournaments.standings.rules.score_night import ScoredNight, list_rounds_played
from tournaments.standings.rules.ties_and_prizes import find_ties, settle
from tournaments.standings.who_played import (
    KnownSheet,
    Merges,
    NightFacts,
    PlayedSheet,
    load_merges,
)

Counting = Callable[[SeasonRules, Iterable[Person], PlayedNight], Division]


class InSeason(NamedTuple):
    """The points that each player gets for one night in the standing of its season."""

    tallies: dict[int, NightPoints]  # by player
    worst: Points  # score of the night


def compute_season_standing(
    season: Season, tonight: Night | None = None, key: str = ""
) -> tuple[Division, ...]:
    """With an open night, its games so far count. `key`: of a period's or a further standing."""
    return apply_season_rulings(season, _standing(season, tonight, key), key)


def _standing(season: Season, tonight: Night | None, key: str) -> tuple[Division, ...]:
    (inputs,) = load_standing_inputs([season], tonight)
    inputs = inputs.select_standing(key)
    return rank_season(inputs.terms, inputs.people, inputs.nights)


def compute_unsettled_standing(
    season: Season, night: Night | None = None, key: str = ""
) -> tuple[Division, ...]:
    if not night:
        return _standing(season, None, key)
    facts = who_played.load_night(night)
    return (compute_night(night, facts, settled=False)[0],)


def apply_season_rulings(
    season: Season, divisions: tuple[Division, ...], key: str = ""
) -> tuple[Division, ...]:
    decided = season.tie_rulings.filter(night=None, standing=key)
    return apply_rulings(divisions, decided, partial(load_merges, season))


def load_played_nights(season: Season) -> list[PlayedNight]:
    nights = enumerate(season.nights.order_by("day", "pk"), 1)
    closed = {number: night for number, night in nights if night.state == Night.State.CLOSED}
    by_number = who_played.load_nights(closed, load_merges(season))
    return [facts.as_night(number) for number, facts in by_number.items()]


def compute_night_standing(night: Night) -> Division:
    return _night(night, who_played.load_night(night))[0]


def compute_night_standings(nights: Sequence[Night]) -> dict[int, Division]:
    """The closed nights must be of one club, and are read in few queries."""
    if not nights:
        return {}
    guests = read_guests(nights[0].season.club_id)
    facts: dict[int, NightFacts] = {}
    by_names: dict[int, dict[int, Night]] = {}
    for item in nights:
        by_names.setdefault(couples.find_name_key(item.season), {})[item.pk] = item
    for group in by_names.values():
        season = next(iter(group.values())).season
        facts |= who_played.load_nights(group, load_merges(season))
    return {item.pk: compute_night(item, facts[item.pk], guests=guests)[0] for item in nights}


def compute_night_with_forms(
    night: Night,
    sheets: Collection[KnownSheet],
    roll: Mapping[int, Enrolled],
    until: int | None = None,
) -> tuple[Division, list[int], dict[int, PlayedSheet]]:
    """Rounds after `until` are ignored. The sheets are keyed by their id."""
    merged = {pk: member.merged_into for pk, member in roll.items() if member.merged_into}
    merged |= couples.stand_ins(night.season)
    guests = {pk: member.guest for pk, member in roll.items()}
    facts, forms = who_played.load_in_full(night, sheets, merged)
    facts = facts._replace(rounds=facts.rounds[:until])
    return *_night(night, facts, guests), forms


def _night(
    night: Night, facts: NightFacts, guests: Mapping[int, bool] | None = None
) -> tuple[Division, list[int]]:
    make = rank_night if night.state == Night.State.CLOSED else rank_night_so_far
    return compute_night(night, facts, make, guests)


def compute_night(
    night: Night,
    facts: NightFacts,
    make: Counting = rank_night,
    guests: Mapping[int, bool] | None = None,
    *,
    settled: bool = True,
) -> tuple[Division, list[int]]:
    """As if it were closed: players at an unfinished table count as having missed that round."""
    played = facts.as_night()
    division = make(build_night_rules(night), build_people(night, facts, guests), played)
    if settled:
        known = partial(load_merges, night.season)
        (division,) = apply_rulings([division], night.tie_rulings.all(), known)
    return division, list_rounds_played(played)


def count_for_season(night: Night, facts: NightFacts | None = None) -> InSeason:
    facts = facts or who_played.load_night(night)
    terms, people = build_season_rules(night.season), build_people(night, facts)
    played = facts.as_night()
    members = frozenset(person.id for person in people if not person.guest)
    worst = ScoredNight(played, terms, members).worst
    rule = terms.signed_off
    if rule.how in OF_OWN_AVERAGE or len(rule.points) > 1:  # it depends on other nights
        return InSeason(count_for_season_if_closed(night, facts), worst)
    return InSeason(list_tallies(rank_season(terms, people, [played]), 1), worst)


def count_for_season_if_closed(night: Night, facts: NightFacts) -> dict[int, NightPoints]:
    earlier = Q(day__lt=night.day) | Q(day=night.day, pk__lt=night.pk)
    number = night.season.nights.filter(earlier).count() + 1
    (inputs,) = load_standing_inputs([night.season], night)
    inputs = inputs._replace(facts=inputs.facts | {number: facts})
    season = rank_season(inputs.terms, inputs.people, inputs.nights, moves=False)
    return list_tallies(season, number)


def list_tallies(divisions: Iterable[Division], number: int) -> dict[int, NightPoints]:
    rows = [row for item in divisions for row in item.rows]
    return {row.player: item for row in rows for item in row.tallies if item.night == number}


def number_places(season: Season, tonight: Night | None = None) -> dict[int, int]:
    """From the highest division on. Members without a place share the last of their division."""
    places_by_member: dict[int, int] = {}
    for division in compute_season_standing(season, tonight):
        above = len(places_by_member)
        ranked = sum(row.rank is not None for row in division.rows)
        for row in division.rows:
            places_by_member[row.player] = above + (row.rank or ranked + 1)
    return places_by_member


def number_places_tonight(night: Night) -> dict[int, int]:
    """Of all who have a score, guests too, by what was played so far."""
    rows = _rank_everybody(night)[0].rows
    return {row.player: row.rank for row in rows if row.rank}


def number_places_at_tables(night: Night) -> dict[int, int]:
    """Everybody's place at their own table of the last round; empty if nobody finished that."""
    division, rounds, terms = _rank_everybody(night)
    by_table: dict[int, list[tuple[Points, int]]] = {}
    if rounds and rounds[-1] == night.rounds.count():
        for row in division.rows:
            part = row.tallies[0].slices[-1]
            if part.share and part.points is not None:
                worse = part.points if terms.low else -part.points
                by_table.setdefault(part.share.table, []).append((worse, row.player))
    return {
        player: 1 + sum(other < worse for other, _player in table)
        for table in by_table.values()
        for worse, player in table
    }


def _rank_everybody(night: Night) -> tuple[Division, list[int], SeasonRules]:
    terms = build_season_rules(night.season)._replace(guests_ranked=True)
    facts = who_played.load_night(night)
    played = facts.as_night()
    division = rank_night_so_far(terms, build_people(night, facts), played)
    return division, list_rounds_played(played), terms


def apply_rulings(
    divisions: Sequence[Division], tie_rulings: QuerySet[TieRuling], doubles: Callable[[], Merges]
) -> tuple[Division, ...]:
    """`doubles`, the member kept for each duplicate, is called only if there are ties."""
    if not any(True for item in divisions for _tie in find_ties(item)):
        return tuple(divisions)
    rows = list(tie_rulings.filter(undone=None))
    kept = dict(doubles()) if rows else {}
    known = [read_ruling(item, kept) for item in rows]
    return tuple(settle(item, known) for item in divisions)


def read_ruling(tie_ruling: TieRuling, kept: Mapping[int, int]) -> TieDecision:
    players = tuple(sorted(kept.get(pk, pk) for pk in tie_ruling.players))
    order = tuple(kept.get(pk, pk) for pk in tie_ruling.order)
    return TieDecision(tie_ruling.division, tie_ruling.what, players, tie_ruling.how, order)
