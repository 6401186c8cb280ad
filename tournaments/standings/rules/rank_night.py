"""While some tables have played more games than others, low points may only mean few games: places
go by the average per game, and nothing is filled in for who has no table or has not begun.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from fractions import Fraction

from tournaments.standings.rules.breakdown import (
    LEFT,
    MISSED,
    OUT_LATER,
    OUT_MEAN,
    OUT_OWN,
    OUT_WORST,
    PIECE,
    PLAYED,
    WAITING,
    Division,
    RoundPoints,
    Row,
    tally_night,
)
from tournaments.standings.rules.points import (
    PLACES,
    Person,
    PlayedNight,
    PlayedRound,
    PlayerRound,
    Points,
    SeasonRules,
)
from tournaments.standings.rules.rank_season import average_left
from tournaments.standings.rules.score_night import ScoredNight, list_rounds_played
from tournaments.standings.rules.ties_and_prizes import award_prizes, place_rows

OUT_OPEN = (OUT_OWN, OUT_MEAN, OUT_WORST)  # may change until the night is closed


def rank_night(terms: SeasonRules, people: Iterable[Person], night: PlayedNight) -> Division:
    """Who missed part of the night keeps the points without a place, as do guests where they have
    none. The games of a substitute count for the substitute.
    """
    everybody = list(people)
    rows = build_night_rows(terms, everybody, night)
    without = {row.player for row in rows if row.tallies[0].state == LEFT}
    if not terms.guests_ranked:
        without |= {person.id for person in everybody if person.guest}
    placed, final = _place_by_finals(rows, without, terms, night)
    return Division(None, placed, award_prizes(placed, terms.night_prizes), final=final)


def _place_by_finals(
    rows: Sequence[Row], without: set[int], terms: SeasonRules, night: PlayedNight
) -> tuple[tuple[Row, ...], int | None]:
    """Finalists stand above, by what they played from the final on, whose number comes along."""
    played = list_rounds_played(night)
    finals = [
        (place, number, night.rounds[number - 1].finalists)
        for place, number in enumerate(played)
        if night.rounds[number - 1].finalists
    ]
    placed: list[Row] = []
    waiting = list(rows)
    for place, _number, finalists in reversed(finals):
        group = [row for row in waiting if row.player in finalists - without]
        waiting = [row for row in waiting if row not in group]
        placed += _place_after(len(placed), group, terms, place)
    placed += _place_after(len(placed), waiting, terms, 0, without)
    return tuple(placed), finals[-1][1] if finals else None


def _place_after(
    above: int, rows: Sequence[Row], terms: SeasonRules, since: int, without: Collection[int] = ()
) -> Iterator[Row]:
    """`since` counts the rounds that are left out, and `above` who stands above these."""
    whole = {row.player: row for row in rows}
    afresh = [_since(row, since, terms) for row in rows] if since else rows
    for row in place_rows(afresh, without, terms):
        rank = row.rank and row.rank + above
        yield whole[row.player]._replace(rank=rank, tied=row.tied)


def _since(row: Row, since: int, terms: SeasonRules) -> Row:
    (night,) = row.tallies
    slices = night.slices[since:]
    points = sum(part.points for part in slices if part.points is not None)
    tally = tally_night(night.night, night.state, points, slices)
    return row._replace(
        points=points,
        dashes=tally.dashes,
        left=average_left([tally]),
        tallies=(tally,),
        pace=None if row.pace is None else _pace(slices, terms),
    )


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
    """None where places count: only who finish are ranked."""
    if share is None or not (share.games_played or share.points):
        return RoundPoints(MISSED, None)
    return RoundPoints(PIECE, None if terms.counting == PLACES else share.points, share)


def rank_night_so_far(terms: SeasonRules, people: Iterable[Person], night: PlayedNight) -> Division:
    if not any(played_round.shares and played_round.open for played_round in night.rounds):
        return rank_night(terms, people, night)
    begun = [night.rounds[number - 1] for number in list_rounds_played(night)]
    rows = [_as_played(row, begun, terms) for row in build_night_rows(terms, people, night)]
    without = {row.player for row in rows if row.pace is None or row.tallies[0].state == LEFT}
    placed, final = _place_by_finals(rows, without, terms, night)
    return Division(None, placed, final=final)


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
    """A round that may still change has no points, such as that of who sits out."""
    for part, played_round in zip(slices, begun, strict=True):
        if player in played_round.waiting and not part.share:
            yield RoundPoints(WAITING, None)
        else:
            yield RoundPoints(OUT_LATER, None) if part.how in OUT_OPEN else part


def _pace(slices: Iterable[RoundPoints], terms: SeasonRules) -> Points | None:
    """Per game, or per round where places count. None: no game is finished."""
    played = [part for part in slices if part.how == PLAYED and part.share]
    games = sum(part.share.games_played for part in played if part.share)
    many = len(played) if terms.counting == PLACES else games
    return Fraction(sum(part.points or 0 for part in played), many) if many else None
