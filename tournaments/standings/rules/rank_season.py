from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from tournaments.standings.rules import places_and_prizes, up_and_down
from tournaments.standings.rules.breakdown import (
    LEFT,
    MISSED,
    OUT_MEAN,
    PIECE,
    PLAYED,
    Division,
    RoundPoints,
    Row,
    tally_night,
)
from tournaments.standings.rules.counting import average_left, drop_nights, sum_points
from tournaments.standings.rules.missed import tally
from tournaments.standings.rules.points import (
    OWN,
    PLACES,
    Person,
    PlayedNight,
    PlayerRound,
    Points,
    SeasonRules,
    mean,
)
from tournaments.standings.rules.score_night import ScoredNight

Make = Callable[[PlayedNight, SeasonRules, frozenset[int]], ScoredNight]


def rank_season(
    terms: SeasonRules,
    people: Iterable[Person],
    nights: Iterable[PlayedNight],
    make: Make = ScoredNight,
    *,
    moves: bool = True,
) -> tuple[Division, ...]:
    """Return the divisions, the highest first, or a single one. `make` may take a scored night from
    elsewhere. With `moves`, each row has its place before the last night, which takes twice as
    long.
    """
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
        item._replace(since=since, rows=tuple(_moved(row, was) for row in item.rows))
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


def _moved(row: Row, was: Mapping[int, int | None]) -> Row:
    return row._replace(was=was[row.player])


def _row(person: Person, evenings: Sequence[ScoredNight], terms: SeasonRules) -> Row:
    own = None
    if OWN in (terms.signed_off.how, terms.no_show.how):
        own = _compute_own_average(person.id, evenings)
    marked, counted = drop_nights([tally(evening, person, own) for evening in evenings], terms)
    came = [night.points for night in marked if night.came and night.points is not None]
    return Row(
        person.id,
        sum_points(counted, terms),
        nights=len(came),
        dashes=sum([night.dashes for night in counted]),
        untold=sum([night.untold for night in counted]),
        left=average_left(counted),
        tallies=marked,
        average=mean(came),
    )


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
        prizes = places_and_prizes.award_prizes(rows, terms.season_prizes)
        up, down = up_and_down.choose_moves(
            rows, terms.moving, up=number in numbers[1:], down=number in numbers[:-1]
        )
        yield Division(number, rows, prizes, up, down, terms.least)


def _placed(rows: Sequence[Row], terms: SeasonRules) -> tuple[Row, ...]:
    few = {row.player for row in rows if row.nights < terms.least}
    return places_and_prizes.place_rows(rows, few, terms)


# A night


def rank_night(terms: SeasonRules, people: Iterable[Person], night: PlayedNight) -> Division:
    """Who missed part of the night keeps the points without a place, as do guests where they have
    none. The games of a substitute count for the substitute.
    """
    everybody = list(people)
    rows = build_night_rows(terms, everybody, night)
    without = {row.player for row in rows if row.tallies[0].state == LEFT}
    if not terms.guests_ranked:
        without |= {person.id for person in everybody if person.guest}
    placed = places_and_prizes.place_rows(rows, without, terms)
    return Division(None, placed, places_and_prizes.award_prizes(placed, terms.night_prizes))


def build_night_rows(terms: SeasonRules, people: Iterable[Person], night: PlayedNight) -> list[Row]:
    members = frozenset(person.id for person in people if not person.guest)
    evening = ScoredNight(night, terms._replace(for_member=False), members)
    return [_build_row_of_night(evening, player) for player in sorted(evening.here)]


def _build_row_of_night(evening: ScoredNight, player: int) -> Row:
    whole = evening.list_slices(player)
    slices = tuple(
        part or _piece(pieces.get(player), evening.terms)
        for part, pieces in zip(whole, evening.pieces, strict=True)
    )
    known = [part.points for part in slices if part.points is not None]
    points = sum(known) if known else None
    state = PLAYED if whole and all(whole) else LEFT
    tally_of_night = tally_night(evening.night.number, state, points, slices)
    left_per_round = average_left([tally_of_night]) if tally_of_night.counts else 0
    return Row(
        player,
        points,
        nights=1,
        dashes=tally_of_night.dashes,
        untold=tally_of_night.untold,
        left=left_per_round,
        tallies=(tally_of_night,),
    )


def _piece(share: PlayerRound | None, terms: SeasonRules) -> RoundPoints:
    """Return the points of the games played; none where places count, as only who finish are
    ranked.
    """
    if share is None or not (share.games or share.points):
        return RoundPoints(MISSED, None)
    return RoundPoints(PIECE, None if terms.counting == PLACES else share.points, share)
