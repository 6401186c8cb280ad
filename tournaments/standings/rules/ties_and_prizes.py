from collections.abc import Container, Iterable, Iterator, Sequence
from hashlib import sha256
from itertools import groupby
from typing import NamedTuple

from tournaments.standings.rules.breakdown import (
    DOWN,
    OUT_FIXED,
    PRIZES,
    UP,
    Division,
    Move,
    Prize,
    Row,
    TieDecision,
)
from tournaments.standings.rules.points import (
    BEST_GAME,
    BEST_ROUND,
    DASHES,
    EVERY,
    LAST,
    LAST_GAME,
    MARKS,
    MOST,
    PER,
    PIT,
    Points,
    SeasonRules,
)
from tournaments.standings.rules.score_night import add_marks


def place_rows(rows: Iterable[Row], without: Container[int], terms: SeasonRules) -> tuple[Row, ...]:
    """Players in `without` get no place and come last."""
    keyed = sorted((make_sort_key(row, terms), row.player, row) for row in rows)
    above = [item for item in keyed if item[2].player not in without]
    below = [row for _key, player, row in keyed if player in without]
    ranked: list[Row] = []
    for _key, group in groupby(above, key=lambda item: item[0]):
        together = [row for _key, _player, row in group]
        rank, tied = len(ranked) + 1, len(together) > 1
        ranked += [row._replace(rank=rank, tied=tied) for row in together]
    return (*ranked, *sorted(below, key=lambda row: row.points is None))


def group_by_place(rows: Iterable[Row]) -> list[list[Row]]:
    above = (row for row in rows if row.rank is not None)
    return [list(group) for _rank, group in groupby(above, key=lambda row: row.rank)]


def award_prizes(rows: Iterable[Row], places: Sequence[int | str]) -> tuple[Prize, ...]:
    """Two who share the first place also occupy the second. "/4" stands for every fourth place, and
    "1/4" for as many first places as a quarter of the players, rounded up.
    """
    groups = group_by_place(rows)
    count = sum(map(len, groups))
    given = []
    for place, wanted in _list_prizes(places, count):
        for group in groups:
            first = group[0].rank or 0
            if first <= wanted < first + len(group):
                given.append(Prize(place, tuple(row.player for row in group)))
    ranked = [row for group in groups for row in group]
    kinds = [place for place in places if isinstance(place, str) and place.startswith(MOST)]
    given += (Prize(kind, most) for kind in kinds if (most := _find_most(ranked, kind)))
    return tuple(given)


def _find_most(rows: Iterable[Row], place: str) -> tuple[int, ...]:
    kind = place.removeprefix(MOST)
    counts = {row.player: row.marks[kind] if row.marks else 0 for row in rows}
    most = max(counts.values(), default=0)
    return tuple(player for player, count in counts.items() if count == most) if most else ()


def _list_prizes(places: Iterable[int | str], count: int) -> Iterator[tuple[int | str, int]]:
    """Yield pairs of a prize and its place. A place yields one prize, but `LAST` always its own."""
    done: set[int] = set()
    for place in places:
        if place == LAST:
            yield LAST, count
            continue
        for number in _spread(place, count):
            if number not in done:
                done.add(number)
                yield number, number


def _spread(place: int | str, count: int) -> Iterable[int]:
    if isinstance(place, int):
        return (place,)
    if place.startswith(MOST):
        return ()
    if place.startswith(PER):
        return range(1, -(-count // int(place.removeprefix(PER))) + 1)
    step = int(place.removeprefix(EVERY))
    return range(step, count + 1, step)


Key = tuple[Points, ...]


def make_sort_key(row: Row, terms: SeasonRules) -> Key:
    """The smallest key comes first."""
    points = (row.points if row.pace is None else row.pace) or 0
    return (points if terms.low else -points, row.left, *_tie_break(row, terms))


def _tie_break(row: Row, terms: SeasonRules) -> Key:
    if terms.tie_break == DASHES:
        return (-row.dashes,)
    if terms.tie_break not in (BEST_GAME, LAST_GAME, BEST_ROUND, *MARKS):
        return ()
    counted = [tally for tally in row.tallies if tally.counts]
    shares = [part.share for tally in counted for part in tally.slices if part.share]
    if terms.tie_break in MARKS:
        count = dict(add_marks(shares)).get(terms.tie_break, 0)
        if terms.tie_break == PIT:
            fixed = [part for tally in counted for part in tally.slices if part.how == OUT_FIXED]
            count += terms.sit_out_pits * len(fixed)
        return (-count if MARKS[terms.tie_break] else count,)
    if terms.tie_break == BEST_ROUND:
        rounds = [share.points if terms.lowest_wins else -share.points for share in shares]
        return (0, min(rounds)) if rounds else (1, 0)
    games = [score for share in shares for score in share.games]
    if not games:
        return (1, 0)
    signed = [score if terms.low_game else -score for score in games]
    if terms.tie_break == LAST_GAME:
        return (0, signed[-1])
    return (0, max(signed) if terms.low_game else min(signed))


def choose_moves(
    rows: Sequence[Row], terms: SeasonRules, *, up: bool, down: bool
) -> tuple[Move, Move]:
    """`up` and `down`: there is such a division. With too few players for both, fewer go down, but
    always whoever missed too many nights.
    """
    least = terms.missed_down if down else 0
    gone = tuple(row.player for row in rows if least and row.missed >= least)
    groups = group_by_place(row for row in rows if row.player not in gone)
    count = sum(map(len, groups))
    rising = min(terms.moving, count) if up else 0
    falling = min(max(terms.moving - len(gone), 0), count - rising) if down else 0
    last = _first(groups[::-1], falling)
    return _first(groups, rising), last._replace(sure=gone + last.sure)


def _first(groups: Iterable[list[Row]], many: int) -> Move:
    sure: list[int] = []
    for group in groups:
        players = [row.player for row in group]
        room = many - len(sure)
        if len(players) > room:
            return Move(tuple(sure), tuple(players) if room else (), room)
        sure += players
    return Move(tuple(sure))


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
    up, down = division.up, division.down
    for item in settled:
        if item.what == UP:
            up = Move(division.up.sure + item.order[: division.up.open])
        elif item.what == DOWN:
            down = Move(division.down.sure + item.order[-division.down.open :])
    return division._replace(
        prizes=tuple(_prize(item, division, prizes) for item in division.prizes),
        up=up,
        down=down,
        settled=settled,
    )


def _prize(prize: Prize, division: Division, by: dict[tuple[int, ...], TieDecision]) -> Prize:
    decision = by.get(tuple(sorted(prize.players)))
    if decision is None or len(prize.players) == 1:
        return prize
    if not decision.order:
        return prize._replace(how=decision.how)
    if isinstance(prize.place, str) and prize.place.startswith(MOST):
        return Prize(prize.place, decision.order[:1], decision.how)
    ranks = {row.player: row.rank for row in division.rows if row.rank}
    wanted = len(ranks) if prize.place == LAST else prize.place
    assert isinstance(wanted, int), "a place is a number or the last"
    return Prize(prize.place, (decision.order[wanted - ranks[decision.order[0]]],), decision.how)


def draw_by_lot(players: Iterable[int], seed: str) -> tuple[int, ...]:
    """The order follows from the seed alone, so anybody who knows it can check it."""
    return tuple(
        sorted(players, key=lambda player: sha256(f"{seed} {player}".encode()).hexdigest())
    )
