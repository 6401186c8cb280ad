"""The standing of a season, and of a night."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from tournaments.standings.rules import order
from tournaments.standings.rules.breakdown import (
    LEFT,
    MISSED,
    OUT_MEAN,
    PIECE,
    PLAYED,
    Division,
    RoundPoints,
    Row,
    tallied,
)
from tournaments.standings.rules.counting import count, left, total
from tournaments.standings.rules.missed import tally
from tournaments.standings.rules.night import ScoredNight, mean
from tournaments.standings.rules.points import (
    OWN,
    PLACES,
    Person,
    PlayedNight,
    PlayerRound,
    Points,
    SeasonRules,
)

Make = Callable[[PlayedNight, SeasonRules, frozenset[int]], ScoredNight]


def of_season(
    terms: SeasonRules,
    people: Iterable[Person],
    nights: Iterable[PlayedNight],
    make: Make = ScoredNight,
    *,
    moves: bool = True,
) -> tuple[Division, ...]:
    """The highest division first; where there are none, one of all. In what order things are
    given makes no difference. `make` reads a night: who keeps what was read need not do so again.
    `moves`: also who moved since the last night, which is to count once more.
    """
    everybody = sorted(people)
    members = frozenset(one.id for one in everybody if not one.guest)
    found = [make(one, terms, members) for one in sorted(nights, key=lambda one: one.number)]
    evenings = [evening for evening in found if evening.rounds]
    ranked = [one for one in everybody if terms.guests_ranked or not one.guest]
    divisions = tuple(_divisions(_divided(ranked, evenings, terms), terms))
    if len(evenings) < 2 or not moves:
        return divisions
    before = _divided(ranked, evenings[:-1], terms).values()
    was = {row.player: row.rank for rows in before for row in _placed(rows, terms)}
    since = evenings[-1].night.number
    return tuple(
        one._replace(since=since, rows=tuple(_moved(row, was) for row in one.rows))
        for one in divisions
    )


Divided = dict[int | None, list[Row]]


def _divided(
    people: Iterable[Person], evenings: Sequence[ScoredNight], terms: SeasonRules
) -> Divided:
    found: Divided = {}
    for one in people:
        found.setdefault(one.division, []).append(_row(one, evenings, terms))
    return found or {None: []}


def _moved(row: Row, was: Mapping[int, int | None]) -> Row:
    return row._replace(was=was[row.player])


def _row(person: Person, evenings: Sequence[ScoredNight], terms: SeasonRules) -> Row:
    own = None
    if OWN in (terms.signed_off.how, terms.no_show.how):
        own = _own(person.id, evenings)
    marked, counted = count([tally(evening, person, own) for evening in evenings], terms)
    came = [one.points for one in marked if one.came and one.points is not None]
    return Row(
        person.id,
        total(counted, terms),
        nights=len(came),
        dashes=sum([one.dashes for one in counted]),
        untold=sum([one.untold for one in counted]),
        left=left(counted),
        tallies=marked,
        average=mean(came),
    )


def _own(player: int, evenings: Sequence[ScoredNight]) -> Points | None:
    """The average of a round. Who had no table on any night they came has that of what this
    counted: without one, what is missed would count nothing.
    """
    played = [one for evening in evenings for one in evening.played(player)]
    if not played:
        here = (one for evening in evenings for one in evening.slices(player) if one)
        return mean([one.points or 0 for one in here if one.how == OUT_MEAN])
    return Fraction(sum(one.points for one in played), sum(one.share.rounds for one in played))


def _divisions(divided: Divided, terms: SeasonRules) -> Iterator[Division]:
    """Who is in none comes last."""
    numbers = sorted(number for number in divided if number is not None)
    for number in [*numbers, *{None} & divided.keys()]:
        rows = _placed(divided[number], terms)
        prizes = order.prizes(rows, terms.season_prizes)
        up, down = order.moves(
            rows, terms.moving, up=number in numbers[1:], down=number in numbers[:-1]
        )
        yield Division(number, rows, prizes, up, down, terms.least)


def _placed(rows: Sequence[Row], terms: SeasonRules) -> tuple[Row, ...]:
    """Without a place is who came to too few nights."""
    few = {row.player for row in rows if row.nights < terms.least}
    return order.placed(rows, few, terms)


# A night


def of_night(terms: SeasonRules, people: Iterable[Person], night: PlayedNight) -> Division:
    """Everybody who was there, guests too. Who missed some of it has no place, and what there is
    of theirs; a substitute's games are the substitute's.
    """
    rows = night_rows(terms, people, night)
    without = {row.player for row in rows if row.tallies[0].state == LEFT}
    placed = order.placed(rows, without, terms)
    return Division(None, placed, order.prizes(placed, terms.night_prizes))


def night_rows(terms: SeasonRules, people: Iterable[Person], night: PlayedNight) -> list[Row]:
    """In no order of merit yet."""
    members = frozenset(one.id for one in people if not one.guest)
    evening = ScoredNight(night, terms._replace(for_member=False), members)
    return [_of_night(evening, player) for player in sorted(evening.here)]


def _of_night(evening: ScoredNight, player: int) -> Row:
    whole = evening.slices(player)
    slices = tuple(
        one or _piece(pieces.get(player), evening.terms)
        for one, pieces in zip(whole, evening.pieces, strict=True)
    )
    known = [one.points for one in slices if one.points is not None]
    points = sum(known) if known else None
    state = PLAYED if whole and all(whole) else LEFT
    found = tallied(evening.night.number, state, points, slices)
    mine = left([found]) if found.counts else 0
    return Row(
        player,
        points,
        nights=1,
        dashes=found.dashes,
        untold=found.untold,
        left=mine,
        tallies=(found,),
    )


def _piece(share: PlayerRound | None, terms: SeasonRules) -> RoundPoints:
    """Of a round that was not played to its end; there is no place for it at the table."""
    if share is None or not (share.games or share.points):
        return RoundPoints(MISSED, None)
    return RoundPoints(PIECE, None if terms.counting == PLACES else share.points, share)
