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
    AVERAGE,
    FIXED,
    OWN,
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


def tally(evening: ScoredNight, person: Person, own: Points | None) -> NightPoints:
    """`own` is the person's average per round, which some rules give. A result without it is kept
    in `evening`.
    """
    if person not in evening.tallies:
        slices = evening.list_slices(person.id)
        state = _state(evening, person, slices)
        rule = _rule(state, evening.terms)
        tally = _tally(evening, state, rule, slices, own)
        if rule.how == OWN and not all(slices):
            return tally
        evening.tallies[person] = tally
    return evening.tallies[person]


def _tally(
    evening: ScoredNight,
    state: str,
    rule: Missed,
    slices: list[RoundPoints | None],
    own: Points | None,
) -> NightPoints:
    number, terms = evening.night.number, evening.terms
    if not any(slices):
        average = None if own is None else own * evening.size
        value = _value(rule.how, terms, rule.points, evening.worst, average)
        return NightPoints(number, state, value.points, value.how)
    filled = tuple(part or RoundPoints(*_count_missed_round(evening, rule, own)) for part in slices)
    known = [part.points for part in filled if part.points is not None]
    points: Points | None = sum(known)
    if len(known) < len(filled) and terms.low and terms.counting != AVERAGE:
        points = None  # part of a night would beat a whole night
    weight = Fraction(len(known), len(filled)) if len(known) < len(filled) else 1
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


def _count_missed_round(evening: ScoredNight, rule: Missed, own: Points | None) -> Value:
    """Without a number of its own, a missed round gets its part of what the rule gives for a night;
    the player's average is per round already.
    """
    if evening.terms.missed_round is not None:
        return Value(FIXED, evening.terms.missed_round)
    number = None if rule.points is None else _part(rule.points, evening)
    return _value(rule.how, evening.terms, number, _part(evening.worst, evening), own)


def _part(points: Points, evening: ScoredNight) -> int:
    """Return an equal part for each round, rounded up."""
    return -(-points // len(evening.rounds))


def _value(
    how: str, terms: SeasonRules, said: int | None, worst: Points, own: Points | None
) -> Value:
    """`said` is the fixed number, or the most that an average may bring. If the lowest points win,
    an absence counts at least 1, because 0 would win.
    """
    points = {FIXED: said, WORST: worst, OWN: own}.get(how)
    if points is None:
        return Value(SKIP, None)
    if how == OWN and said is not None and points > said:
        how, points = CAPPED, said
    return Value(how, 1 if terms.low and points <= 0 else points)
