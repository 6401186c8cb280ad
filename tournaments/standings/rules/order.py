"""The order of a standing: equal rows share a place unless the tie-break separates them."""

from collections.abc import Container, Iterable
from itertools import groupby

from tournaments.standings.rules.breakdown import Move, Prize, Row
from tournaments.standings.rules.points import (
    BEST_GAME,
    DASHES,
    LAST,
    LAST_GAME,
    Points,
    SeasonRules,
)

Key = tuple[Points, ...]


def key_of(row: Row, terms: SeasonRules) -> Key:
    """Return the sort key of a row. The row with the smallest key is on top."""
    points = (row.points if row.pace is None else row.pace) or 0
    return (points if terms.low else -points, row.left, *_tie_break(row, terms))


def _tie_break(row: Row, terms: SeasonRules) -> Key:
    if terms.tie_break == DASHES:
        return (-row.dashes,)
    if terms.tie_break not in (BEST_GAME, LAST_GAME):
        return ()
    counted = [tally for tally in row.tallies if tally.counts]
    shares = [part.share for tally in counted for part in tally.slices if part.share]
    games = [score for share in shares for score in share.games]
    if not games:
        return (1, 0)
    signed = [score if terms.low_game else -score for score in games]
    if terms.tie_break == LAST_GAME:
        return (0, signed[-1])
    return (0, max(signed) if terms.low_game else min(signed))


def placed(rows: Iterable[Row], without: Container[int], terms: SeasonRules) -> tuple[Row, ...]:
    """Return the rows with their places, the first place first. Players in `without` get no place
    and come last.
    """
    keyed = sorted((key_of(row, terms), row.player, row) for row in rows)
    above = [item for item in keyed if item[2].player not in without]
    below = [row for _key, player, row in keyed if player in without]
    ranked: list[Row] = []
    for _key, group in groupby(above, key=lambda item: item[0]):
        together = [row for _key, _player, row in group]
        rank, tied = len(ranked) + 1, len(together) > 1
        ranked += [row._replace(rank=rank, tied=tied) for row in together]
    return (*ranked, *sorted(below, key=lambda row: row.points is None))


def groups(rows: Iterable[Row]) -> list[list[Row]]:
    """Return the rows with a place, in groups that share one. The first place comes first."""
    above = (row for row in rows if row.rank is not None)
    return [list(group) for _rank, group in groupby(above, key=lambda row: row.rank)]


def prizes(rows: Iterable[Row], places: Iterable[int | str]) -> tuple[Prize, ...]:
    """Return the prizes that somebody wins. Two players who share the first place also share the
    second, and so on.
    """
    found = groups(rows)
    count = sum(map(len, found))
    given = []
    for place in places:
        wanted = count if place == LAST else place
        for group in found:
            first = group[0].rank or 0
            if isinstance(wanted, int) and first <= wanted < first + len(group):
                given.append(Prize(place, tuple(row.player for row in group)))
    return tuple(given)


def moves(rows: Iterable[Row], many: int, up: bool, down: bool) -> tuple[Move, Move]:
    """Return who goes up and who goes down. If the division is too small for both, fewer go
    down.
    """
    found = groups(rows)
    count = sum(map(len, found))
    rising = min(many, count) if up else 0
    falling = min(many, count - rising) if down else 0
    return _first(found, rising), _first(found[::-1], falling)


def _first(found: Iterable[list[Row]], many: int) -> Move:
    sure: list[int] = []
    for group in found:
        players = [row.player for row in group]
        room = many - len(sure)
        if len(players) > room:
            return Move(tuple(sure), tuple(players) if room else (), room)
        sure += players
    return Move(tuple(sure))
