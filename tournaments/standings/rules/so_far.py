"""While some tables have played more games than others, low points may only mean few games: places
go by the average per game, and nothing is filled in for who has no table or has not begun.
"""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from tournaments.standings.rules import places_and_prizes
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
from tournaments.standings.rules.points import (
    PLACES,
    Person,
    PlayedNight,
    PlayedRound,
    Points,
    SeasonRules,
)
from tournaments.standings.rules.rank_season import build_night_rows, rank_night
from tournaments.standings.rules.score_night import list_rounds_played


def rank_night_so_far(terms: SeasonRules, people: Iterable[Person], night: PlayedNight) -> Division:
    if not any(played_round.shares and played_round.open for played_round in night.rounds):
        return rank_night(terms, people, night)
    begun = [night.rounds[number - 1] for number in list_rounds_played(night)]
    rows = [_as_played(row, begun, terms) for row in build_night_rows(terms, people, night)]
    without = {row.player for row in rows if row.pace is None or row.tallies[0].state == LEFT}
    return Division(None, places_and_prizes.place_rows(rows, without, terms))


def _as_played(row: Row, begun: Sequence[PlayedRound], terms: SeasonRules) -> Row:
    (tally,) = row.tallies
    slices = tuple(_without_guesses(row.player, tally.slices, begun))
    if slices == tally.slices:
        return row._replace(pace=_pace(slices, terms))
    known = [part.points for part in slices if part.points is not None]
    points = sum(known) if known else None
    tallies = (tally._replace(points=points, slices=slices),)
    return row._replace(points=points, tallies=tallies, pace=_pace(slices, terms))


def _without_guesses(
    player: int, slices: Iterable[RoundPoints], begun: Iterable[PlayedRound]
) -> Iterator[RoundPoints]:
    """A round that may still change has no points: who sits out gets an average of the whole night."""
    for part, played_round in zip(slices, begun, strict=True):
        if player in played_round.waiting and not part.share:
            yield RoundPoints(WAITING, None)
        else:
            yield RoundPoints(OUT_LATER, None) if part.how in (OUT_OWN, OUT_MEAN) else part


def _pace(slices: Iterable[RoundPoints], terms: SeasonRules) -> Points | None:
    """Per game, or per round where places count. None: no game is finished."""
    played = [part for part in slices if part.how == PLAYED and part.share]
    games = sum(len(part.share.games) for part in played if part.share)
    many = len(played) if terms.counting == PLACES else games
    return Fraction(sum(part.points or 0 for part in played), many) if many else None
