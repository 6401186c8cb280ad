"""The most, the least and the longest, over nights as they were played. Pure.

Totals are laid beside each other where they come of as many games: where a form has a number of
games, those of the number that most have. A night that came from a file has no forms, so it has no
totals here.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from typing import NamedTuple

from tournaments.standings.rules import Division, PlayerRound, Points
from tournaments.standings.rules.breakdown import PLAYED

LOW_FORM, HIGH_FORM, LOW_NIGHT, HIGH_NIGHT = "low form", "high form", "low night", "high night"
DASHES, WIN = "dashes", "win"
ROW, WON, CAME = "row", "won", "came"


class Evening(NamedTuple):
    """A night: who stood where on it."""

    day: date
    id: int
    division: Division


class Holder(NamedTuple):
    player: int
    night: int = 0  # its id; of several, the last. 0: of no night in particular


class Extreme(NamedTuple):
    kind: str
    value: Points
    holders: tuple[Holder, ...]  # all who came to the same
    length: int = 0  # games of a form or a night; rounds of a night where games are not set


class Total(NamedTuple):
    length: int
    points: Points
    holder: Holder


def of_a_game(evenings: Sequence[Evening], *, lowest_wins: bool, fixed: bool) -> list[Extreme]:
    """Of one game system; what is best comes first. `fixed`: a form has a number of games."""
    evenings = in_order(evenings)
    forms = _usual(total for one in evenings for total in _forms(one, fixed))
    nights = _usual(total for one in evenings for total in _nights(one, fixed))
    if [one[1:] for one in nights] == [one[1:] for one in forms]:
        nights = []  # of one round each: that is said already
    found = [
        *(_most(LOW_FORM, forms, -1), _most(HIGH_FORM, forms, 1)),
        *(_most(LOW_NIGHT, nights, -1), _most(HIGH_NIGHT, nights, 1)),
    ]
    if not lowest_wins:
        found = [found[1], found[0], found[3], found[2]]
    found.append(_most(WIN, [total for one in evenings for total in _wins(one, lowest_wins)], 1))
    found.append(_most(DASHES, [total for one in evenings for total in _dashes(one)], 1))
    return [one for one in found if one]


def of_all(evenings: Sequence[Evening]) -> list[Extreme]:
    """Whatever was played."""
    rows, won, came = Counter[int](), Counter[int](), Counter[int]()
    longest: list[Total] = []
    for one in in_order(evenings):
        for row in one.division.rows:
            came[row.player] += 1
            won[row.player] += row.rank == 1
            rows[row.player] = rows[row.player] + 1 if row.rank == 1 else 0
            longest.append(Total(0, rows[row.player], Holder(row.player, one.id)))
    found = [
        _most(ROW, [one for one in longest if one.points > 1], 1),
        _most(WON, [Total(0, many, Holder(who)) for who, many in won.items() if many > 1], 1),
        _most(CAME, [Total(0, many, Holder(who)) for who, many in came.items()], 1),
    ]
    return [one for one in found if one]


def in_order(evenings: Iterable[Evening]) -> list[Evening]:
    return sorted(evenings, key=lambda one: (one.day, one.id))


def _most(kind: str, totals: Sequence[Total], sign: int) -> Extreme | None:
    """In the order in which they came to it."""
    if not totals:
        return None
    value = max(totals, key=lambda one: sign * one.points).points
    holders = dict.fromkeys(one.holder for one in totals if one.points == value)
    return Extreme(kind, value, tuple(holders), totals[0].length)


def _usual(totals: Iterable[Total]) -> list[Total]:
    """Of the length that most have; of two, the longer."""
    every = list(totals)
    lengths = Counter(one.length for one in every)
    usual = max(lengths, key=lambda length: (lengths[length], length), default=0)
    return [one for one in every if one.length == usual]


def _shares(evening: Evening) -> Iterator[tuple[int, list[PlayerRound]]]:
    """Of each player, the rounds that were played to their end at our tables."""
    for row in evening.division.rows:
        played = [one.share for one in row.tallies[0].slices if one.how == PLAYED]
        yield row.player, [share for share in played if share and not share.counts]


def _forms(evening: Evening, fixed: bool) -> Iterator[Total]:
    for player, shares in _shares(evening):
        for one in shares:
            length = len(one.games) if fixed else 0
            yield Total(length, one.points, Holder(player, evening.id))


def _nights(evening: Evening, fixed: bool) -> Iterator[Total]:
    """Of who played every round."""
    rounds = {row.player: len(row.tallies[0].slices) for row in evening.division.rows}
    for player, shares in _shares(evening):
        if shares and len(shares) == rounds[player]:
            games = sum(len(one.games) for one in shares) if fixed else len(shares)
            points = sum(one.points for one in shares)
            yield Total(games, points, Holder(player, evening.id))


def _dashes(evening: Evening) -> Iterator[Total]:
    for row in evening.division.rows:
        if row.dashes:
            yield Total(0, row.dashes, Holder(row.player, evening.id))


def _wins(evening: Evening, lowest_wins: bool) -> Iterator[Total]:
    """By how much a form was won; partners win together."""
    tables: dict[int, list[tuple[int, PlayerRound]]] = {}
    for player, shares in _shares(evening):
        for one in shares:
            tables.setdefault(one.table, []).append((player, one))
    for seated in tables.values():
        others = [one.points for _player, one in seated if one.places != (1,)]
        for player, one in seated:
            if one.places == (1,) and others:
                next_best = min(others) if lowest_wins else max(others)
                margin = next_best - one.points if lowest_wins else one.points - next_best
                if margin > 0:
                    yield Total(0, margin, Holder(player, evening.id))
