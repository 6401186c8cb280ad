"""Ties that decide a prize or who moves. Settled, the places and points stay as they are."""

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
    division: int | None
    what: str
    players: tuple[int, ...]
    places: tuple[int | str, ...] = ()  # places with a prize
    room: int = 0  # how many of them can move, for a tie about a division


def find_ties(division: Division) -> Iterator[Tie]:
    shared: dict[tuple[int, ...], list[int | str]] = {}
    for prize in division.prizes:
        if len(prize.players) > 1:
            shared.setdefault(tuple(sorted(prize.players)), []).append(prize.place)
    for players, places in shared.items():
        yield Tie(division.number, PRIZES, players, tuple(places))
    for what, move in ((UP, division.up), (DOWN, division.down)):
        if move.tied:
            yield Tie(division.number, what, tuple(sorted(move.tied)), room=move.open)


def find_unsettled(division: Division) -> list[Tie]:
    done = {tie[:3] for tie in division.settled}
    return [tie for tie in find_ties(division) if tie[:3] not in done]


def settle(division: Division, decisions: Iterable[TieDecision]) -> Division:
    """A decision on a tie that no longer exists is ignored."""
    open_ties = {item[:3] for item in find_ties(division)}
    settled = tuple(item for item in decisions if item[:3] in open_ties)
    if not settled:
        return division
    prizes = {item.players: item for item in settled if item.what == PRIZES}
    by_kind = {item.what: item for item in settled}
    return division._replace(
        prizes=tuple(_prize(item, division, prizes) for item in division.prizes),
        up=_up(division.up, by_kind[UP]) if UP in by_kind else division.up,
        down=_down(division.down, by_kind[DOWN]) if DOWN in by_kind else division.down,
        settled=settled,
    )


def _prize(prize: Prize, division: Division, by: dict[tuple[int, ...], TieDecision]) -> Prize:
    decision = by.get(tuple(sorted(prize.players)))
    if decision is None or len(prize.players) == 1:
        return prize
    if not decision.order:
        return prize._replace(how=decision.how)
    ranks = {row.player: row.rank for row in division.rows if row.rank}
    wanted = len(ranks) if prize.place == LAST else prize.place
    assert isinstance(wanted, int), "a place is a number or the last"
    return Prize(prize.place, (decision.order[wanted - ranks[decision.order[0]]],), decision.how)


def _up(move: Move, tie_decision: TieDecision) -> Move:
    return Move(move.sure + tie_decision.order[: move.open])


def _down(move: Move, tie_decision: TieDecision) -> Move:
    return Move(move.sure + tie_decision.order[-move.open :])


def draw_by_lot(players: Iterable[int], seed: str) -> tuple[int, ...]:
    """The order follows from the seed alone, so anybody who knows it can check it."""
    return tuple(
        sorted(players, key=lambda player: sha256(f"{seed} {player}".encode()).hexdigest())
    )
