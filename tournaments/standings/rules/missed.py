from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import NamedTuple

from tournaments.standings.rules.breakdown import (
    BEFORE,
    CAPPED,
    LEFT,
    NO_SHOW,
    PLAYED,
    SIGNED_OFF,
    UNFINISHED,
    NightPoints,
    RoundPoints,
    tally_night,
)
from tournaments.standings.rules.points import (
    FIXED,
    LESS,
    OF_AVERAGE,
    OF_OWN_AVERAGE,
    OWN,
    ROUNDS,
    SKIP,
    WORST,
    Missed,
    Person,
    Points,
    SeasonRules,
)
from tournaments.standings.rules.score_night import ScoredNight


class Value(NamedTuple):
    how: str
    points: Points | None


def tally_nights(
    evenings: Iterable[ScoredNight], person: Person, own: Points | None
) -> Iterator[NightPoints]:
    """`evenings` are all so far, in order; `own` is the person's average per round."""
    missed = 0
    for evening in evenings:
        night = _tally_night(evening, person, own, missed)
        yield night
        missed += night.state in (SIGNED_OFF, NO_SHOW)


def _tally_night(
    evening: ScoredNight, person: Person, own: Points | None, missed: int
) -> NightPoints:
    """A result that needs no own average is kept in `evening`."""
    if person not in evening.tallies:
        slices = evening.list_slices(person.id)
        state = _state(evening, person, slices)
        rule = _rule(state, evening.terms)
        value = Value(rule.how, rule.find_points(missed))
        tally = _tally(evening, state, value, slices, own)
        tally = tally._replace(always=rule.always and not tally.slices)
        if rule.how in OF_OWN_AVERAGE and not all(slices):
            return tally
        evening.tallies[person] = tally
    return evening.tallies[person]


def _tally(
    evening: ScoredNight,
    state: str,
    said: Value,
    slices: list[RoundPoints | None],
    own: Points | None,
) -> NightPoints:
    number, terms = evening.night.number, evening.terms
    weight: Points = (evening.size or 1) if terms.counting == ROUNDS else 1
    if not any(slices):
        average = None if own is None else own * evening.size
        value = _value(said, terms, evening.worst, average)
        return NightPoints(number, state, value.points, value.how, weight=weight)
    filled = tuple(part or RoundPoints(*_count_missed_round(evening, said, own)) for part in slices)
    known = [part.points for part in filled if part.points is not None]
    points: Points | None = sum(known)
    if len(known) < len(filled):
        weight *= Fraction(len(known), len(filled))
        if terms.low and terms.counting not in OF_AVERAGE:
            points = None  # part of a night would beat a whole night
    return tally_night(number, state, points, filled, weight)


def _state(evening: ScoredNight, person: Person, slices: list[RoundPoints | None]) -> str:
    if person.id in evening.here:
        if all(slices):
            return PLAYED
        return UNFINISHED if evening.has_stopped(person.id) else LEFT
    if evening.night.number < person.joined:
        return BEFORE
    excused = evening.untold or person.id in evening.night.signed_off
    return SIGNED_OFF if excused else NO_SHOW


def _rule(state: str, terms: SeasonRules) -> Missed:
    """The rule of who signed off holds for who left early or had not joined yet, too."""
    if state == BEFORE and terms.before_joining == SKIP:
        return Missed(SKIP)
    return terms.no_show if state == NO_SHOW else terms.signed_off


def _count_missed_round(evening: ScoredNight, said: Value, own: Points | None) -> Value:
    """Without a number of its own, a missed round gets its part of what the rule gives for a night;
    the player's average is per round already.
    """
    if evening.terms.missed_round is not None:
        return Value(FIXED, evening.terms.missed_round)
    rounds = len(evening.rounds)
    part = None if said.points is None else divide_by_rounds(said.points, rounds)
    return _value(
        Value(said.how, part), evening.terms, divide_by_rounds(evening.worst, rounds), own
    )


def divide_by_rounds(points: Points, rounds: int) -> Points:
    """Return an equal part for each round, rounded up."""
    return points if rounds == 1 else -(-points // rounds)


def _value(said: Value, terms: SeasonRules, worst: Points, own: Points | None) -> Value:
    """The points of `said` are the fixed number, the most that an average may bring, or what is
    taken off it. If the lowest points win, an absence counts at least 1, because 0 would win.
    """
    how, number = said
    points = {FIXED: number, WORST: worst, OWN: own, LESS: own}.get(how)
    if points is None:
        return Value(SKIP, None)
    if how == LESS and number is not None:
        points += number if terms.low else -number
    elif how == OWN and number is not None and points > number:
        how, points = CAPPED, number
    return Value(how, 1 if terms.low and points <= 0 else points)
