from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby

from tournaments.standings.rules.breakdown import OUT_MEAN, PLAYED, Division, NightPoints, Row
from tournaments.standings.rules.missed import tally_nights
from tournaments.standings.rules.points import (
    BEST_AVERAGE,
    BEST_ONLY,
    DROP,
    OF_AVERAGE,
    OF_OWN_AVERAGE,
    ROUNDS,
    Person,
    PlayedNight,
    Points,
    SeasonRules,
    mean,
)
from tournaments.standings.rules.score_night import ScoredNight
from tournaments.standings.rules.ties_and_prizes import award_prizes, choose_moves, place_rows

Make = Callable[[PlayedNight, SeasonRules, frozenset[int]], ScoredNight]


def rank_season(
    terms: SeasonRules,
    people: Iterable[Person],
    nights: Iterable[PlayedNight],
    make: Make = ScoredNight,
    *,
    moves: bool = True,
) -> tuple[Division, ...]:
    """The highest first. `moves` adds places before the last night, which takes twice as long."""
    everybody = sorted(people)
    members = frozenset(item.id for item in everybody if not item.guest)
    scored = [make(item, terms, members) for item in sorted(nights, key=lambda item: item.number)]
    evenings = [evening for evening in scored if evening.rounds]
    ranked = [item for item in everybody if terms.guests_ranked or not item.guest]
    divisions = tuple(_divisions(_divided(ranked, evenings, terms), terms))
    if len(evenings) < 2 or not moves:
        return divisions
    before = _divided(ranked, evenings[:-1], terms).values()
    was = {row.player: row.rank for rows in before for row in _placed(rows, terms)}
    since = evenings[-1].night.number
    return tuple(
        item._replace(
            since=since, rows=tuple(row._replace(was=was[row.player]) for row in item.rows)
        )
        for item in divisions
    )


Divided = dict[int | None, list[Row]]


def _divided(
    people: Iterable[Person], evenings: Sequence[ScoredNight], terms: SeasonRules
) -> Divided:
    rows: Divided = {}
    for person in people:
        rows.setdefault(person.division, []).append(_row(person, evenings, terms))
    return rows or {None: []}


def _row(person: Person, evenings: Sequence[ScoredNight], terms: SeasonRules) -> Row:
    periods: tuple[NightPoints, ...] = ()
    if terms.by_period:
        by_period = groupby(evenings, key=lambda evening: terms.find_period(evening.night.number))
        nights = {number: _tally(person, list(those), terms) for number, those in by_period}
        periods, marked = _count_periods(nights, terms)
        points = sum_points([period for period in periods if period.counts], terms)
        counted = [night for night in marked if night.counts]
    else:
        marked, counted = drop_nights(_tally(person, evenings, terms), terms)
        so_far = [evening.size if terms.counting == ROUNDS else 1 for evening in evenings]
        points = sum_points(counted, terms, least=min(terms.least_averaged, sum(so_far)))
    came = [night.points for night in marked if night.came and night.points is not None]
    return Row(
        person.id,
        points,
        nights=len(came),
        dashes=sum([night.dashes for night in counted]),
        untold=sum([night.untold for night in counted]),
        left=average_left(counted),
        tallies=marked,
        average=mean(came),
        periods=periods,
    )


def _tally(
    person: Person, evenings: Sequence[ScoredNight], terms: SeasonRules
) -> list[NightPoints]:
    own = None
    if {terms.signed_off.how, terms.no_show.how} & {*OF_OWN_AVERAGE}:
        own = _compute_own_average(person.id, evenings)
    return [*tally_nights(evenings, person, own)]


def _count_periods(
    nights: Mapping[int, Sequence[NightPoints]], terms: SeasonRules
) -> tuple[tuple[NightPoints, ...], tuple[NightPoints, ...]]:
    """Return a total of each period, and all nights; those that don't count are marked as such."""
    inner, totals, marked = terms.count_in_period(), [], {}
    for number, tallies in nights.items():
        marked[number], counted = drop_nights(tallies, inner)
        came = any(night.came for night in tallies)
        totals.append(NightPoints(number, PLAYED, sum_points(counted, inner), came=came))
    periods, _counted = drop_nights(totals, terms)
    every = [
        night._replace(dropped=night.dropped or period.dropped)
        for period in periods
        for night in marked[period.night]
    ]
    return periods, tuple(every)


def _compute_own_average(player: int, evenings: Sequence[ScoredNight]) -> Points | None:
    """Who sat out in every round attended gets the average of what that gave."""
    played = [part for evening in evenings for part in evening.list_played(player)]
    if not played:
        parts_present = (
            part for evening in evenings for part in evening.list_slices(player) if part
        )
        return mean([part.points or 0 for part in parts_present if part.how == OUT_MEAN])
    return Fraction(sum(part.points for part in played), sum(part.share.rounds for part in played))


def _divisions(divided: Divided, terms: SeasonRules) -> Iterator[Division]:
    numbers = sorted(number for number in divided if number is not None)
    for number in [*numbers, *{None} & divided.keys()]:
        rows = _placed(divided[number], terms)
        prizes = award_prizes(rows, terms.season_prizes)
        up, down = choose_moves(rows, terms, up=number in numbers[1:], down=number in numbers[:-1])
        yield Division(number, rows, prizes, up, down, terms.least)


def _placed(rows: Sequence[Row], terms: SeasonRules) -> tuple[Row, ...]:
    few = {row.player for row in rows if row.nights < terms.least}
    return place_rows(rows, few, terms)


def drop_nights(
    tallies: Sequence[NightPoints], terms: SeasonRules
) -> tuple[tuple[NightPoints, ...], list[NightPoints]]:
    """Return all nights, the dropped ones marked as such, and only those that count."""
    marked = tuple(tallies)
    if dropped := {tally.night for tally in _dropped(tallies, terms)}:
        marked = tuple(
            [tally._replace(dropped=True) if tally.night in dropped else tally for tally in tallies]
        )
    return marked, [night for night in marked if night.points is not None and not night.dropped]


def sum_points(counted: Sequence[NightPoints], terms: SeasonRules, least: int = 0) -> Points | None:
    """An average is of at least so many nights, or rounds; those that lack count 0."""
    if not counted:
        return None
    points: Points = sum([tally.points or 0 for tally in counted])
    if terms.counting in OF_AVERAGE:
        points = Fraction(points) / max(sum([tally.weight for tally in counted]), least)
    if terms.counting == BEST_AVERAGE:
        points = Fraction(points, len(counted))
    return points


def average_left(counted: Sequence[NightPoints]) -> Points:
    """The second score, such as the total on sheets in match points: less is better."""
    if points := sum([tally.left for tally in counted]):
        return Fraction(points, sum([tally.played for tally in counted]))
    return 0


def _dropped(tallies: Sequence[NightPoints], terms: SeasonRules) -> list[NightPoints]:
    counted = [tally for tally in tallies if tally.points is not None]
    if terms.counting in BEST_ONLY:
        many = len(counted) - terms.counted
    elif terms.counting == DROP:
        many = min(terms.counted, len(counted) - 1)  # one night always counts
    else:
        played = sum(tally.came for tally in tallies)
        many = min(sum(at <= played for at in terms.drop_at), len(counted) - 1)
    loose = [tally for tally in counted if not tally.always]
    # The worst first; of nights as bad a missed one, then the earliest.
    sign = -1 if terms.low else 1
    loose.sort(key=lambda tally: (sign * (tally.points or 0), tally.came, tally.night))
    return loose[: max(many, 0)]
