"""Ties that something hangs on: a prize, or who leaves a division. People settle them; that moves
nobody's place and no points.
"""

from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import NamedTuple

from tournaments.standings.rules.breakdown import (
    DOWN,
    PRIZES,
    UP,
    Division,
    Move,
    Prize,
    TieDecision,
)
from tournaments.standings.rules.points import LAST


class Tie(NamedTuple):
    """Who share a place that something hangs on."""

    division: int | None
    what: str
    players: tuple[int, ...]
    places: tuple[int | str, ...] = ()  # that have a prize
    room: int = 0  # for how many of them, where it is about a division


def ties(division: Division) -> Iterator[Tie]:
    shared: dict[tuple[int, ...], list[int | str]] = {}
    for prize in division.prizes:
        if len(prize.players) > 1:
            shared.setdefault(tuple(sorted(prize.players)), []).append(prize.place)
    for players, places in shared.items():
        yield Tie(division.number, PRIZES, players, tuple(places))
    for what, move in ((UP, division.up), (DOWN, division.down)):
        if move.tied:
            yield Tie(division.number, what, tuple(sorted(move.tied)), room=move.open)


def unsettled(division: Division) -> list[Tie]:
    done = {one[:3] for one in division.settled}
    return [one for one in ties(division) if one[:3] not in done]


def settle(division: Division, found: Iterable[TieDecision]) -> Division:
    """With what people settled, as far as it is about a tie that is still there."""
    there = {one[:3] for one in ties(division)}
    ours = tuple(one for one in found if one[:3] in there)
    if not ours:
        return division
    prizes = {one.players: one for one in ours if one.what == PRIZES}
    by = {one.what: one for one in ours}
    return division._replace(
        prizes=tuple(_prize(one, division, prizes) for one in division.prizes),
        up=_up(division.up, by[UP]) if UP in by else division.up,
        down=_down(division.down, by[DOWN]) if DOWN in by else division.down,
        settled=ours,
    )


def _prize(prize: Prize, division: Division, by: dict[tuple[int, ...], TieDecision]) -> Prize:
    one = by.get(tuple(sorted(prize.players)))
    if one is None or len(prize.players) == 1:
        return prize
    if not one.order:
        return prize._replace(how=one.how)
    ranks = {row.player: row.rank for row in division.rows if row.rank}
    wanted = len(ranks) if prize.place == LAST else prize.place
    assert isinstance(wanted, int), "a place is a number or the last"
    return Prize(prize.place, (one.order[wanted - ranks[one.order[0]]],), one.how)


def _up(move: Move, one: TieDecision) -> Move:
    return Move(move.sure + one.order[: move.open])


def _down(move: Move, one: TieDecision) -> Move:
    return Move(move.sure + one.order[-move.open :])


def by_lot(players: Iterable[int], seed: str) -> tuple[int, ...]:
    """From the first to the last. Who knows the seed can work it out."""
    return tuple(sorted(players, key=lambda one: sha256(f"{seed} {one}".encode()).hexdigest()))
