"""A night that is still played. While some tables are further than others, who has the fewest
points may only have played the fewest games: so places go by what a game came to on average, and
nothing is filled in for who has no table or has not begun.
"""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from tournaments.standings.rules import order
from tournaments.standings.rules.breakdown import (
    LEFT,
    OUT_LATER,
    OUT_MEAN,
    OUT_OWN,
    PLAYED,
    WAITING,
    Division,
    RoundPoints,
    Row,
)
from tournaments.standings.rules.night import rounds_played
from tournaments.standings.rules.points import (
    PLACES,
    Person,
    PlayedNight,
    PlayedRound,
    Points,
    SeasonRules,
)
from tournaments.standings.rules.season import night_rows, of_night


def so_far(terms: SeasonRules, people: Iterable[Person], night: PlayedNight) -> Division:
    """As it would be for good, once all tables are equally far."""
    if not any(one.shares and one.open for one in night.rounds):
        return of_night(terms, people, night)
    begun = [night.rounds[number - 1] for number in rounds_played(night)]
    rows = [_as_played(row, begun, terms) for row in night_rows(terms, people, night)]
    without = {row.player for row in rows if row.pace is None or row.tallies[0].state == LEFT}
    return Division(None, order.placed(rows, without, terms))


def _as_played(row: Row, begun: Sequence[PlayedRound], terms: SeasonRules) -> Row:
    (tally,) = row.tallies
    slices = tuple(_without_guesses(row.player, tally.slices, begun))
    if slices == tally.slices:
        return row._replace(pace=_pace(slices, terms))
    known = [one.points for one in slices if one.points is not None]
    points = sum(known) if known else None
    tallies = (tally._replace(points=points, slices=slices),)
    return row._replace(points=points, tallies=tallies, pace=_pace(slices, terms))


def _without_guesses(
    player: int, slices: Iterable[RoundPoints], begun: Iterable[PlayedRound]
) -> Iterator[RoundPoints]:
    """An average of what is still played would only seem to be known."""
    for one, here in zip(slices, begun, strict=True):
        if player in here.waiting and not one.share:
            yield RoundPoints(WAITING, None)
        else:
            yield RoundPoints(OUT_LATER, None) if one.how in (OUT_OWN, OUT_MEAN) else one


def _pace(slices: Iterable[RoundPoints], terms: SeasonRules) -> Points | None:
    """Of a game; where places count, of a round. None: nothing was played yet."""
    played = [one for one in slices if one.how == PLAYED and one.share]
    games = sum(len(one.share.games) for one in played if one.share)
    many = len(played) if terms.counting == PLACES else games
    return Fraction(sum(one.points or 0 for one in played), many) if many else None
